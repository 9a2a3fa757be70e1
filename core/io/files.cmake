# Array files, output folders, progress: parts of Kolibri::io without Kokkos.
set(Kolibri_FILE_SOURCES src/array.cpp src/matrix_market.cpp src/npy.cpp src/npy_header.cpp src/output_folder.cpp
                         src/progress.cpp)
target_sources(kolibri_io PRIVATE ${Kolibri_FILE_SOURCES})
kolibri_host_sources(${Kolibri_FILE_SOURCES})
