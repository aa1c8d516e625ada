# `cmake --install` (components runtime and doc) and `cpack` (a tarball and, on Debian and its kin, a package).
if(NOT TARGET evidence-mcp)
  return()
endif()

install(TARGETS evidence-mcp RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}" COMPONENT runtime)
install(FILES "${PROJECT_SOURCE_DIR}/mcp.json"
        DESTINATION "${CMAKE_INSTALL_DATADIR}/evidence-mcp" COMPONENT runtime)
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" "${PROJECT_SOURCE_DIR}/NOTICE" DESTINATION "${CMAKE_INSTALL_DOCDIR}" COMPONENT runtime)
foreach(page README.md ARCHITECTURE.md CONTRIBUTING.md)
  if(EXISTS "${PROJECT_SOURCE_DIR}/${page}")
    install(FILES "${PROJECT_SOURCE_DIR}/${page}" DESTINATION "${CMAKE_INSTALL_DOCDIR}" COMPONENT doc)
  endif()
endforeach()

set(CPACK_PACKAGE_NAME evidence-mcp)
set(CPACK_PACKAGE_VENDOR "evidence-mcp maintainers")
set(CPACK_PACKAGE_CONTACT "evidence-mcp maintainers")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_RESOURCE_FILE_LICENSE "${PROJECT_SOURCE_DIR}/LICENSE")
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL runtime doc)  # both go into one package
set(CPACK_GENERATOR TGZ)

find_program(EV_DPKG_DEB dpkg-deb)
mark_as_advanced(EV_DPKG_DEB)
if(EV_DPKG_DEB)
  list(APPEND CPACK_GENERATOR DEB)
  set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
  set(CPACK_DEBIAN_PACKAGE_SECTION science)
  set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
  set(CPACK_DEBIAN_PACKAGE_RECOMMENDS ca-certificates)
  if(EV_LIBRARIES_AT_FIRST_USE)
    # Opened at first use, so dpkg-shlibdeps does not see them.
    set(CPACK_DEBIAN_PACKAGE_DEPENDS "libcurl4 | libcurl3-gnutls, libssl3 | libssl3t64, libpq5, libstemmer0d")
  endif()
endif()
include(CPack)
