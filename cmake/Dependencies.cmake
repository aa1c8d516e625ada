# Third-party libraries, each under one ev_* name so that Debian packages and vcpkg look alike to the rest.
find_package(nlohmann_json REQUIRED)
find_package(CURL REQUIRED)
find_package(tinyxml2 REQUIRED)
find_package(spdlog REQUIRED)
find_package(SQLite3 REQUIRED)
set(PostgreSQL_ADDITIONAL_VERSIONS 15 16 17)
find_package(PostgreSQL REQUIRED)  # libpq
find_package(CLI11 REQUIRED)
find_package(tomlplusplus REQUIRED)
find_package(ZLIB REQUIRED)
find_package(OpenSSL REQUIRED COMPONENTS Crypto)
find_package(Boost REQUIRED)  # headers of Boost.Math
find_package(Stemmer REQUIRED)

# vcpkg's zstd ships a CMake package, Debian's 12 a pkg-config file only.
find_package(zstd CONFIG QUIET)
add_library(ev_zstd INTERFACE)
if(TARGET zstd::libzstd)
  target_link_libraries(ev_zstd INTERFACE zstd::libzstd)
else()
  find_package(PkgConfig REQUIRED)
  pkg_check_modules(ZSTD REQUIRED IMPORTED_TARGET libzstd)
  target_link_libraries(ev_zstd INTERFACE PkgConfig::ZSTD)
endif()

# Debian's utf8proc ships a pkg-config file, vcpkg's a CMake package.
find_package(unofficial-utf8proc CONFIG QUIET)
add_library(ev_utf8proc INTERFACE)
if(TARGET utf8proc)
  target_link_libraries(ev_utf8proc INTERFACE utf8proc)
else()
  find_package(PkgConfig REQUIRED)
  pkg_check_modules(UTF8PROC REQUIRED IMPORTED_TARGET libutf8proc)
  target_link_libraries(ev_utf8proc INTERFACE PkgConfig::UTF8PROC)
endif()

# On Linux libcurl, libcrypto, libpq and libstemmer are opened when they are first needed: at the start of a server
# they would cost more than all the rest. The package then depends on them by name.
if(UNIX AND NOT APPLE AND NOT DEFINED VCPKG_TARGET_TRIPLET)
  set(ev_system_libraries ON)
endif()
option(EV_LIBRARIES_AT_FIRST_USE "Open libcurl, libcrypto, libpq and libstemmer at first use instead of at start"
       ${ev_system_libraries})

# Each library that a start has to find, map and bind costs half a millisecond of it, so the small ones are taken
# into the binary where the system has them as archives.
option(EV_SMALL_LIBRARIES_INSIDE "Link SQLite, zlib, zstd and utf8proc from archives where there are some" ${ev_system_libraries})
function(ev_take_inside target name)
  if(NOT EV_SMALL_LIBRARIES_INSIDE)
    return()
  endif()
  find_library(EV_${name}_ARCHIVE NAMES "lib${name}.a")
  mark_as_advanced(EV_${name}_ARCHIVE)
  if(NOT EV_${name}_ARCHIVE)
    return()
  endif()
  get_target_property(kind ${target} TYPE)
  if(kind STREQUAL "INTERFACE_LIBRARY")
    set_target_properties(${target} PROPERTIES INTERFACE_LINK_LIBRARIES "${EV_${name}_ARCHIVE}")
  else()
    # Of every configuration that a package may have named.
    set_target_properties(${target} PROPERTIES IMPORTED_LOCATION "${EV_${name}_ARCHIVE}"
      IMPORTED_LOCATION_RELEASE "${EV_${name}_ARCHIVE}" IMPORTED_LOCATION_DEBUG "${EV_${name}_ARCHIVE}"
      INTERFACE_LINK_LIBRARIES "Threads::Threads;${CMAKE_DL_LIBS};m")
  endif()
endfunction()
ev_take_inside(SQLite::SQLite3 sqlite3)
ev_take_inside(ZLIB::ZLIB z)
ev_take_inside(ev_zstd zstd)
ev_take_inside(ev_utf8proc utf8proc)

# One file logs: its templates cost less than the symbols of two libraries at every start.
add_library(ev_spdlog INTERFACE)
if(TARGET spdlog::spdlog_header_only AND TARGET fmt::fmt-header-only AND EV_SMALL_LIBRARIES_INSIDE)
  target_link_libraries(ev_spdlog INTERFACE spdlog::spdlog_header_only fmt::fmt-header-only)
else()
  target_link_libraries(ev_spdlog INTERFACE spdlog::spdlog)
endif()
