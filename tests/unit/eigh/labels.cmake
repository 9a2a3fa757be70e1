# Labels, instances, fences: what Kokkos Tools sees of a call.
kolibri_backend_tests(eigh_labels labels_test.cpp ../kernel_log.cpp LIBRARIES Kolibri::eigh)
