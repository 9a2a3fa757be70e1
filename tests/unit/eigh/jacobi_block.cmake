# What is special about jacobi_block: padding, chunks, masks; its accuracy is in the gate with the other algorithms.
kolibri_backend_tests(eigh_jacobi_block ${CMAKE_CURRENT_LIST_DIR}/accuracy_solver.cpp
                      ${CMAKE_CURRENT_LIST_DIR}/jacobi_block_test.cpp
                      ${CMAKE_CURRENT_LIST_DIR}/jacobi_block_chunks_test.cpp LIBRARIES Kolibri::eigh)
foreach(backend ${Kolibri_TEST_BACKENDS})
  string(TOLOWER ${backend} backend)
  target_include_directories(eigh_jacobi_block_${backend} PRIVATE ${Kolibri_SOURCE_DIR}/solvers/eigh/src)
endforeach()
