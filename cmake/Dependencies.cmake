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

# On Linux libcurl, libcrypto and libpq are opened when they are first needed: at the start of a server they would
# cost more than all the rest. The package then depends on them by name.
if(UNIX AND NOT APPLE AND NOT DEFINED VCPKG_TARGET_TRIPLET)
  set(EV_LIBRARIES_AT_FIRST_USE_DEFAULT ON)
endif()
option(EV_LIBRARIES_AT_FIRST_USE "Open libcurl, libcrypto and libpq at first use instead of at start"
       ${EV_LIBRARIES_AT_FIRST_USE_DEFAULT})
