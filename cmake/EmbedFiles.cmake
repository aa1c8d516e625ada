# ev_embed(<out.cpp> NAMESPACE ns::x SYMBOL name FILES …): files as raw string literals in one generated
# source: `const std::vector<std::pair<std::string_view, std::string_view>>& name()` (file name, content),
# sorted by name. JSON files are checked here, so a malformed schema fails the build.
function(ev_embed out)
  cmake_parse_arguments(ARG "" "NAMESPACE;SYMBOL" "FILES" ${ARGN})
  list(SORT ARG_FILES)
  string(REPLACE ";" "|" joined "${ARG_FILES}")
  add_custom_command(OUTPUT "${out}"
    COMMAND ${CMAKE_COMMAND} "-DOUT=${out}" "-DNS=${ARG_NAMESPACE}" "-DSYMBOL=${ARG_SYMBOL}"
            "-DFILES=${joined}" -P "${PROJECT_SOURCE_DIR}/cmake/embed_files_run.cmake"
    DEPENDS ${ARG_FILES} "${PROJECT_SOURCE_DIR}/cmake/embed_files_run.cmake"
    VERBATIM)
endfunction()
