# The matrix operations of a team, those of the whole device, and chains of them as programs.
kolibri_backend_tests(inverse_team_matrix ${CMAKE_CURRENT_LIST_DIR}/team_matrix_test.cpp
                      ${CMAKE_CURRENT_LIST_DIR}/team_matrix_factors_test.cpp
                      ${CMAKE_CURRENT_LIST_DIR}/matrix_operations_test.cpp LIBRARIES Kolibri::inverse)
kolibri_backend_tests(inverse_program ${CMAKE_CURRENT_LIST_DIR}/matrix_program_test.cpp LIBRARIES Kolibri::inverse)
