# The few ways in which Kolibri makes targets.

# Sources without kernels are compiled by the host compiler alone, also under nvcc_wrapper.
function(kolibri_host_sources)
  if(Kokkos_ENABLE_CUDA)
    set_source_files_properties(${ARGN} PROPERTIES COMPILE_OPTIONS --host-only)
  endif()
endfunction()

# kolibri_library(NAME SOURCES...): the library kolibri_NAME, Kolibri::NAME, with its public headers in include/.
function(kolibri_library name)
  add_library(kolibri_${name} ${ARGN})
  add_library(Kolibri::${name} ALIAS kolibri_${name})
  set_target_properties(kolibri_${name} PROPERTIES EXPORT_NAME ${name} POSITION_INDEPENDENT_CODE ON)
  target_include_directories(
    kolibri_${name} PUBLIC $<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:include>)
  target_compile_features(kolibri_${name} PUBLIC cxx_std_20)
  target_compile_options(kolibri_${name} PRIVATE ${Kolibri_WARNINGS})
  install(TARGETS kolibri_${name} EXPORT KolibriTargets)
  install(DIRECTORY include/ DESTINATION include)
endfunction()

# kolibri_instantiate(TARGET HEADER [SCALARS scalars...]): compiles the templates of HEADER (in src/), once a scalar (those
# named, else all four or as many as Kolibri_INSTANTIATE leaves), in units of their own: HEADER defines
# KOLIBRI_INSTANTIATE(SCALAR), which instantiates them for every enabled backend.
function(kolibri_instantiate target header)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "" "SCALARS")
  if(NOT arg_SCALARS)
    set(arg_SCALARS float double complex_float complex_double)
    if(Kolibri_INSTANTIATE STREQUAL "ci")
      set(arg_SCALARS double complex_double) # as core/include/kolibri/instantiate.hpp
    endif()
  endif()
  get_filename_component(stem ${header} NAME_WE)
  foreach(scalar ${arg_SCALARS})
    set(KOLIBRI_HEADER ${CMAKE_CURRENT_SOURCE_DIR}/${header})
    set(KOLIBRI_SCALAR kolibri::detail::${scalar}_t)
    set(unit ${CMAKE_CURRENT_BINARY_DIR}/${stem}_${scalar}.cpp)
    configure_file(${Kolibri_SOURCE_DIR}/cmake/instantiate.cpp.in ${unit} @ONLY)
    target_sources(${target} PRIVATE ${unit})
  endforeach()
endfunction()

# kolibri_executable(NAME SOURCES...): a program.
function(kolibri_executable name)
  add_executable(${name} ${ARGN})
  target_compile_options(${name} PRIVATE ${Kolibri_WARNINGS})
endfunction()

# kolibri_test(NAME SOURCES... [LIBRARIES targets...]): a GoogleTest program without kernels of its own backend.
function(kolibri_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "LIBRARIES")
  kolibri_executable(${name} ${arg_UNPARSED_ARGUMENTS})
  target_link_libraries(${name} PRIVATE ${arg_LIBRARIES} GTest::gtest)
  add_test(NAME ${name} COMMAND ${name})
endfunction()

# kolibri_backend_tests(NAME SOURCES... [LIBRARIES targets...]): one GoogleTest program per tested backend, from the
# same sources; KOLIBRI_TEST_SPACE is the execution space. The programs are NAME_serial, NAME_openmp, NAME_cuda...
function(kolibri_backend_tests name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "LIBRARIES")
  foreach(backend ${Kolibri_TEST_BACKENDS})
    string(TOLOWER ${name}_${backend} program)
    kolibri_test(${program} ${Kolibri_SOURCE_DIR}/tests/unit/main.cpp ${arg_UNPARSED_ARGUMENTS} LIBRARIES ${arg_LIBRARIES})
    target_compile_definitions(${program} PRIVATE KOLIBRI_TEST_SPACE=Kokkos::${backend})
    if(backend STREQUAL "Serial")
      # Headers as a second optimisation level compiles them, and in half the time.
      target_compile_options(${program} PRIVATE $<$<CONFIG:Release>:-O1>)
    endif()
    if(backend MATCHES "OpenMP|Threads")
      set_tests_properties(${program} PROPERTIES PROCESSORS 2) # beside others its threads would wait for each other
    endif()
  endforeach()
endfunction()
