# ev_library(<name> SOURCES … [PUBLIC libs] [PRIVATE libs]): one static library per floor or pipeline room.
# Libraries see only what they link, so the direction of dependencies is enforced by the linker and the
# include check in tests/structure.
function(ev_library name)
  cmake_parse_arguments(ARG "" "" "SOURCES;PUBLIC;PRIVATE" ${ARGN})
  add_library(ev_${name} STATIC ${ARG_SOURCES})
  add_library(ev::${name} ALIAS ev_${name})
  target_include_directories(ev_${name} PUBLIC "${PROJECT_SOURCE_DIR}/src")
  target_link_libraries(ev_${name} PUBLIC ev_defaults ${ARG_PUBLIC} PRIVATE ${ARG_PRIVATE})
endfunction()

# ev_test(<name> SOURCES … [LIBS libs]): one Catch2 executable and one ctest entry.
function(ev_test name)
  cmake_parse_arguments(ARG "" "TIMEOUT" "SOURCES;LIBS;LABELS" ${ARGN})
  if(NOT EV_TESTS)
    return()
  endif()
  add_executable(${name} ${ARG_SOURCES})
  target_include_directories(${name} PRIVATE "${PROJECT_SOURCE_DIR}/tests")
  target_link_libraries(${name} PRIVATE ev_catch_main ${ARG_LIBS})
  if(NOT ARG_TIMEOUT)
    set(ARG_TIMEOUT 120)
  endif()
  add_test(NAME ${name} COMMAND ${name} --use-colour no)
  set_tests_properties(${name} PROPERTIES TIMEOUT ${ARG_TIMEOUT} LABELS "${ARG_LABELS}"
    ENVIRONMENT "EV_SOURCE_DIR=${PROJECT_SOURCE_DIR};EV_BINARY=$<$<TARGET_EXISTS:evidence-mcp>:$<TARGET_FILE:evidence-mcp>>")
endfunction()
