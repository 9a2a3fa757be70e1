# The test-matrix generators.
target_sources(kolibri_core PRIVATE src/generate.cpp src/generate_options.cpp src/generate_spectrum.cpp
                                    src/lapack_types.cpp src/graphene.cpp)
kolibri_host_sources(src/generate_options.cpp src/graphene.cpp)
