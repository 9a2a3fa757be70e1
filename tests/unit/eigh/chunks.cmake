# What is special about the methods with a workspace: padding, chunks, masks; their accuracy is in the gate with the
# other algorithms.
kolibri_backend_tests(eigh_chunks ${CMAKE_CURRENT_LIST_DIR}/accuracy_solver.cpp
                      ${CMAKE_CURRENT_LIST_DIR}/jacobi_block_test.cpp
                      ${CMAKE_CURRENT_LIST_DIR}/jacobi_block_chunks_test.cpp
                      ${CMAKE_CURRENT_LIST_DIR}/tridiagonal_chunks_test.cpp LIBRARIES Kolibri::eigh)
foreach(backend ${Kolibri_TEST_BACKENDS})
  string(TOLOWER ${backend} backend)
  target_include_directories(eigh_chunks_${backend} PRIVATE ${Kolibri_SOURCE_DIR}/solvers/eigh/src
                                                            ${Kolibri_SOURCE_DIR}/solvers/eigh/src/host)
endforeach()
