# The random numbers and the test-matrix generators.
kolibri_backend_tests(core_generate ${CMAKE_CURRENT_LIST_DIR}/generate_test.cpp
                      ${CMAKE_CURRENT_LIST_DIR}/generate_kinds_test.cpp LIBRARIES Kolibri::core)
