# Headers nearly every file includes, parsed once (EV_PCH). A file must still name what it uses: the release
# build goes without, and `make lint` compiles each header by itself.
function(ev_precompiled name)
  file(CONFIGURE OUTPUT "${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp" CONTENT "// Bears the precompiled header.\n")
  add_library(${name} OBJECT "${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp")
  target_link_libraries(${name} PRIVATE ev_defaults)
  target_precompile_headers(${name} PRIVATE <algorithm> <array> <chrono> <cmath> <condition_variable> <filesystem>
    <fstream> <functional> <map> <memory> <mutex> <optional> <set> <span> <string> <string_view> <thread>
    <unordered_map> <utility> <variant> <vector> <nlohmann/json.hpp> ${ARGN})
endfunction()
if(EV_PCH)
  ev_precompiled(ev_pch)
endif()

# UNITY n: at most n files compiled as one, fewer than usual where files are heavy, so that an edit is tried
# within seconds.
function(ev_unity target size)
  if(size)
    set_target_properties(${target} PROPERTIES UNITY_BUILD_BATCH_SIZE ${size})
  endif()
endfunction()

# ev_library(<name> SOURCES … [PUBLIC libs] [PRIVATE libs] [UNITY n]): one static library per floor or pipeline
# room. Libraries see only what they link, so the direction of dependencies is enforced by the linker and the
# include check in tests/structure.
function(ev_library name)
  cmake_parse_arguments(ARG "" "UNITY" "SOURCES;PUBLIC;PRIVATE" ${ARGN})
  add_library(ev_${name} STATIC ${ARG_SOURCES})
  add_library(ev::${name} ALIAS ev_${name})
  target_include_directories(ev_${name} PUBLIC "${PROJECT_SOURCE_DIR}/src")
  target_link_libraries(ev_${name} PUBLIC ev_defaults ${ARG_PUBLIC} PRIVATE ${ARG_PRIVATE})
  ev_unity(ev_${name} "${ARG_UNITY}")
  if(EV_PCH)
    target_precompile_headers(ev_${name} REUSE_FROM ev_pch)
  endif()
endfunction()

# Ends what hangs; no test is judged by the speed of the machine it runs on.
set(EV_HANG_LIMIT 1800)

# ev_test(<name> SOURCES … [LIBS libs] [UNITY n]): one Catch2 executable and one ctest entry.
function(ev_test name)
  cmake_parse_arguments(ARG "" "UNITY" "SOURCES;LIBS;LABELS" ${ARGN})
  if(NOT EV_TESTS)
    return()
  endif()
  add_executable(${name} ${ARG_SOURCES})
  target_include_directories(${name} PRIVATE "${PROJECT_SOURCE_DIR}/tests")
  target_link_libraries(${name} PRIVATE ev_catch_main ${ARG_LIBS})
  set_target_properties(${name} PROPERTIES EV_TEST_CODE ON)
  ev_unity(${name} "${ARG_UNITY}")
  if(EV_PCH)
    target_precompile_headers(${name} REUSE_FROM ev_test_pch)
  endif()
  # Exhaustive cases walk paths that other cases walk too: sanitizers, five times slower, leave them to the plain build.
  if(EV_SANITIZE)
    set(cases "~[exhaustive]~[.]")
  endif()
  add_test(NAME ${name} COMMAND ${name} --use-colour no ${cases})
  set_tests_properties(${name} PROPERTIES TIMEOUT ${EV_HANG_LIMIT} LABELS "${ARG_LABELS}"
    ENVIRONMENT "EV_SOURCE_DIR=${PROJECT_SOURCE_DIR};EV_BINARY=$<$<TARGET_EXISTS:evidence-mcp>:$<TARGET_FILE:evidence-mcp>>")
endfunction()
