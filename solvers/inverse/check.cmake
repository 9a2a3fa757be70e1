# The accuracy check, LAPACK's ratios on the device.
target_sources(kolibri_inverse PRIVATE src/inverse_check.cpp)
