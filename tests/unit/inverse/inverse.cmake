# The functions of inverse.hpp: their interface with what Kokkos Tools sees of it, the public reports, and LAPACK's
# measures over LAPACK's matrix types.
set(support)
foreach(part support support_matrix support_ratios support_reference)
  list(APPEND support ${CMAKE_CURRENT_LIST_DIR}/${part}.cpp)
endforeach()

function(kolibri_inverse_tests name)
  list(TRANSFORM ARGN PREPEND ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/ OUTPUT_VARIABLE sources)
  kolibri_backend_tests(inverse_${name} ${sources} ${support} LIBRARIES Kolibri::inverse)
endfunction()

kolibri_inverse_tests(interface interface.cpp thread_test.cpp labels_test.cpp workspace_test.cpp ../kernel_log.cpp)
kolibri_inverse_tests(cases cases_known_test.cpp cases_singular_test.cpp cases_nonfinite_test.cpp
                      cases_batches_test.cpp cases_boundaries_test.cpp cases_mixed_test.cpp cases_refine_test.cpp lapack_types.cpp)
kolibri_inverse_tests(accuracy lapack_types.cpp lapack_general_test.cpp lapack_solve_test.cpp
                      lapack_definite_test.cpp lapack_triangular_test.cpp lapack_named_test.cpp
                      lapack_determinant_test.cpp lapack_large_test.cpp lapack_blocked_test.cpp support_mutation_test.cpp)
if(Kokkos_ENABLE_CUDA OR Kokkos_ENABLE_HIP OR Kokkos_ENABLE_SYCL)
  kolibri_inverse_tests(large_index large_index_test.cpp) # 20 GB and 3e14 operations
endif()
