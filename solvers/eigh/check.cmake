# The accuracy check, LAPACK's ratios on the device.
target_sources(kolibri_eigh PRIVATE src/eigh_check.cpp)
