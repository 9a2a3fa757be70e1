# The accuracy gate, the public reports, the check of the checks, and the graphene bands.
set(sources)
foreach(part accuracy_solver accuracy_gate_test accuracy_sweeps_test cases_known_test cases_degenerate_test
             one_sided_shift_test sizes_test cases_nonfinite_test cases_batches_test mutation_test
             graphene_test)
  list(APPEND sources ${CMAKE_CURRENT_LIST_DIR}/${part}.cpp)
endforeach()
kolibri_backend_tests(eigh_accuracy ${sources} LIBRARIES Kolibri::eigh)
