# Where the dependencies come from: a target that exists already, an installed package, or a source folder the
# user names. Nothing is fetched. Kokkos and KokkosKernels are resolved as a pair: both installed or both from
# source, so that one program never holds two Kokkos runtimes.

set(Kolibri_KOKKOS_SOURCE_DIR "" CACHE PATH "Source folder of Kokkos >= 5.0, built with Kolibri when given")
set(Kolibri_KOKKOSKERNELS_SOURCE_DIR "" CACHE PATH "Source folder of KokkosKernels >= 5.0, built with Kolibri when given")
set(Kolibri_KOKKOSKERNELS_INCLUDE_DIR "" CACHE PATH "Headers of KokkosKernels >= 5.0, used header-only")

if(Kolibri_KOKKOS_SOURCE_DIR AND NOT (Kolibri_KOKKOSKERNELS_SOURCE_DIR OR Kolibri_KOKKOSKERNELS_INCLUDE_DIR))
  message(FATAL_ERROR "Kolibri_KOKKOS_SOURCE_DIR is given: name Kolibri_KOKKOSKERNELS_SOURCE_DIR too, "
                      "Kokkos and KokkosKernels are resolved as a pair")
endif()

if(TARGET Kokkos::kokkos)
  set(Kolibri_KOKKOS_ORIGIN "target of the enclosing project")
elseif(Kolibri_KOKKOS_SOURCE_DIR)
  add_subdirectory(${Kolibri_KOKKOS_SOURCE_DIR} ${CMAKE_BINARY_DIR}/kokkos)
  set(Kolibri_KOKKOS_ORIGIN ${Kolibri_KOKKOS_SOURCE_DIR})
else()
  find_package(Kokkos 5.0 REQUIRED CONFIG)
  set(Kolibri_KOKKOS_ORIGIN ${Kokkos_DIR})
endif()

if(Kokkos_ENABLE_CUDA AND NOT CMAKE_CXX_COMPILER MATCHES "nvcc_wrapper" AND NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  message(FATAL_ERROR "this Kokkos was built for CUDA, and ${CMAKE_CXX_COMPILER} cannot compile its kernels. Type\n"
                      "  cmake --preset cuda -DCMAKE_CXX_COMPILER=${Kokkos_DIR}/../../../bin/nvcc_wrapper")
endif()

add_library(kolibri_kokkoskernels INTERFACE)
add_library(Kolibri::kokkoskernels ALIAS kolibri_kokkoskernels)
set_target_properties(kolibri_kokkoskernels PROPERTIES EXPORT_NAME kokkoskernels)
if(TARGET Kokkos::kokkoskernels)
  target_link_libraries(kolibri_kokkoskernels INTERFACE Kokkos::kokkoskernels)
elseif(Kolibri_KOKKOSKERNELS_SOURCE_DIR)
  add_subdirectory(${Kolibri_KOKKOSKERNELS_SOURCE_DIR} ${CMAKE_BINARY_DIR}/kokkoskernels)
  target_link_libraries(kolibri_kokkoskernels INTERFACE Kokkos::kokkoskernels)
elseif(Kolibri_KOKKOSKERNELS_INCLUDE_DIR)
  target_include_directories(kolibri_kokkoskernels SYSTEM
                             INTERFACE $<BUILD_INTERFACE:${Kolibri_KOKKOSKERNELS_INCLUDE_DIR}>)
  target_link_libraries(kolibri_kokkoskernels INTERFACE Kokkos::kokkos)
else()
  find_package(KokkosKernels 5.0 REQUIRED CONFIG)
  target_link_libraries(kolibri_kokkoskernels INTERFACE Kokkos::kokkoskernels)
endif()

# Host BLAS: CBLAS from whatever implementation the machine has; without it the portable loops of core/ serve.
find_package(BLAS QUIET)
find_path(Kolibri_CBLAS_INCLUDE_DIR cblas.h PATH_SUFFIXES openblas x86_64-linux-gnu)
if(BLAS_FOUND AND Kolibri_CBLAS_INCLUDE_DIR)
  set(Kolibri_HAVE_CBLAS ON)
endif()
if(Kokkos_ENABLE_CUDA)
  find_package(CUDAToolkit REQUIRED)
endif()

# What programs need and those who embed the solvers do not.
if(Kolibri_ENABLE_DRIVERS OR Kolibri_ENABLE_TESTS OR Kolibri_ENABLE_BENCHMARKS)
  find_package(yaml-cpp REQUIRED CONFIG)
  find_package(fmt REQUIRED CONFIG)
  find_package(CLI11 REQUIRED CONFIG)
  find_package(muparser REQUIRED CONFIG)
  if(NOT TARGET yaml-cpp::yaml-cpp) # yaml-cpp 0.7 calls its target yaml-cpp
    add_library(yaml-cpp::yaml-cpp INTERFACE IMPORTED)
    target_link_libraries(yaml-cpp::yaml-cpp INTERFACE yaml-cpp)
  endif()
endif()
