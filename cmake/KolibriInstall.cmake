# The package for those who call find_package(Kolibri).
include(CMakePackageConfigHelpers)
install(TARGETS kolibri_kokkoskernels EXPORT KolibriTargets)
install(EXPORT KolibriTargets NAMESPACE Kolibri:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/Kolibri)
configure_package_config_file(
  ${CMAKE_CURRENT_SOURCE_DIR}/cmake/KolibriConfig.cmake.in ${CMAKE_CURRENT_BINARY_DIR}/KolibriConfig.cmake
  INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/Kolibri)
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/KolibriConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/KolibriConfig.cmake ${CMAKE_CURRENT_BINARY_DIR}/KolibriConfigVersion.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/Kolibri)
