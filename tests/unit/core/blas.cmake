# The BLAS facade against loops.
kolibri_backend_tests(core_blas ${CMAKE_CURRENT_LIST_DIR}/blas_test.cpp LIBRARIES Kolibri::core)
