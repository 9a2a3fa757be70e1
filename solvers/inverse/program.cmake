# Chains of matrix operations as programs.
target_sources(kolibri_inverse PRIVATE src/matrix_program.cpp src/program_checker.cpp src/program_data.cpp)
kolibri_instantiate(kolibri_inverse src/program.hpp)
