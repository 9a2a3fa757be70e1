# What the device does at best.
target_sources(kolibri_core PRIVATE src/host_chains.cpp)
kolibri_host_sources(src/host_chains.cpp)
kolibri_instantiate(kolibri_core src/ceilings.hpp)
