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

# ev_pack_data(<out.cpp> ROOT folder FILES …): the files, compressed, in one generated source for base/data_file.cpp.
# A program does the work because CMake's strings hold no bytes; it is built for the machine that builds.
function(ev_pack_data out)
  cmake_parse_arguments(ARG "" "ROOT" "FILES" ${ARGN})
  if(NOT TARGET ev_pack_data)
    add_executable(ev_pack_data "${PROJECT_SOURCE_DIR}/cmake/pack_data.cpp")
    target_compile_features(ev_pack_data PRIVATE cxx_std_20)
    target_link_libraries(ev_pack_data PRIVATE ZLIB::ZLIB)
    set_target_properties(ev_pack_data PROPERTIES UNITY_BUILD OFF)
  endif()
  add_custom_command(OUTPUT "${out}"
    COMMAND ev_pack_data "${out}" "${ARG_ROOT}" ${ARG_FILES}
    DEPENDS ${ARG_FILES} ev_pack_data
    COMMENT "Packing ${ARG_ROOT}"
    VERBATIM)
  set_source_files_properties("${out}" PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON SKIP_PRECOMPILE_HEADERS ON)
endfunction()
