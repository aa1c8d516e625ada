# ev_defaults: language level, warnings, hardening and sanitizers. Every target links it.
add_library(ev_defaults INTERFACE)
target_compile_features(ev_defaults INTERFACE cxx_std_20)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
find_package(Threads REQUIRED)
target_link_libraries(ev_defaults INTERFACE Threads::Threads)

include(CheckCXXCompilerFlag)
check_cxx_compiler_flag(-fstack-clash-protection EV_STACK_CLASH)
check_cxx_compiler_flag(-fcf-protection EV_CF_PROTECTION)  # x86 only

if(NOT MSVC)
  target_compile_options(ev_defaults INTERFACE
    # Designated initialisers leave out members on purpose. In a unity build one file's names are global to
    # the next, so shadowing is judged by the plain builds.
    -Wall -Wextra -Wno-missing-field-initializers -Wpedantic $<$<NOT:$<BOOL:${CMAKE_UNITY_BUILD}>>:-Wshadow> -Wconversion -Wnon-virtual-dtor -Woverloaded-virtual -Wformat=2
    $<$<BOOL:${EV_WERROR}>:-Werror>
    # Embedded data are string literals of any length.
    $<$<CXX_COMPILER_ID:Clang,AppleClang>:-Wno-overlength-strings>
    # GCC 12 misjudges copies inside its own std::string when it optimises (fixed in 13); `dev` makes the
    # other warnings errors.
    $<$<AND:$<CONFIG:Release>,$<CXX_COMPILER_ID:GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>>:-Wno-restrict -Wno-array-bounds -Wno-stringop-overflow>)
  # In what is shipped too: an index out of range ends the program with a word instead of reading on.
  target_compile_definitions(ev_defaults INTERFACE _GLIBCXX_ASSERTIONS)
  # GCC collects its own garbage less often: an eighth less time, for some more memory.
  target_compile_options(ev_defaults INTERFACE
    "$<$<CXX_COMPILER_ID:GNU>:SHELL:--param ggc-min-heapsize=1000000 --param ggc-min-expand=400>")
  # A test program is built from test code, whose own speed does not matter, and of the libraries under test.
  set(is_test "$<BOOL:$<TARGET_PROPERTY:EV_TEST_CODE>>")
  if(EV_SANITIZE)
    target_compile_options(ev_defaults INTERFACE
      -fsanitize=${EV_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all
      # GCC's flow analysis misreads instrumented code; the other builds judge it.
      $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized -Wno-stringop-overflow>)
    if(EV_SANITIZE MATCHES "undefined")
      # The standard library's own code is not judged (its assertions are on) and leads no fuzzer: a third less
      # time to build, and quicker runs. Memory errors are watched for everywhere.
      target_compile_options(ev_defaults INTERFACE $<$<CXX_COMPILER_ID:Clang>:-fsanitize-ignorelist=${CMAKE_CURRENT_LIST_DIR}/undefined_ignore.txt>)
      if(EV_SANITIZE MATCHES "fuzzer")
        target_compile_options(ev_defaults INTERFACE
          $<$<NOT:${is_test}>:-fsanitize-coverage-ignorelist=${CMAKE_CURRENT_LIST_DIR}/coverage_ignore.txt>)
      endif()
      # Watched for memory errors only: the other checks double its build time and are about what is tested.
      target_compile_options(ev_defaults INTERFACE "$<${is_test}:-fno-sanitize=undefined;-fno-sanitize=fuzzer-no-link>")
    endif()
    target_link_options(ev_defaults INTERFACE -fsanitize=${EV_SANITIZE})
  else()
    target_compile_options(ev_defaults INTERFACE
      $<$<CONFIG:Release>:-fstack-protector-strong -D_FORTIFY_SOURCE=2>
      $<$<AND:$<CONFIG:Release>,$<BOOL:${EV_STACK_CLASH}>>:-fstack-clash-protection>
      $<$<AND:$<CONFIG:Release>,$<BOOL:${EV_CF_PROTECTION}>>:-fcf-protection>
      "$<${is_test}:-O0;-U_FORTIFY_SOURCE>")
  endif()
  if(EV_COVERAGE)
    # Only what is tested is counted. %m: one file per program, to which its runs add.
    target_compile_options(ev_defaults INTERFACE "$<$<NOT:${is_test}>:-fprofile-instr-generate;-fcoverage-mapping>")
    target_link_options(ev_defaults INTERFACE "-fprofile-instr-generate=${CMAKE_BINARY_DIR}/profiles/%m.profraw")
  endif()
  if(UNIX AND NOT APPLE AND NOT EV_SANITIZE)
    target_link_options(ev_defaults INTERFACE -Wl,-z,relro,-z,now -Wl,--as-needed)
  endif()
endif()

# Faster links and rebuilds where the machine has the tools; never required.
find_program(EV_CCACHE ccache)
if(EV_CCACHE AND NOT EV_PCH)  # ccache cannot see into a precompiled header
  set(CMAKE_CXX_COMPILER_LAUNCHER "${EV_CCACHE}")
endif()
find_program(EV_MOLD mold)
find_program(EV_LLD ld.lld)
if(UNIX AND NOT APPLE)
  if(EV_MOLD)
    target_link_options(ev_defaults INTERFACE -fuse-ld=mold)
  elseif(EV_LLD)
    target_link_options(ev_defaults INTERFACE -fuse-ld=lld)
  endif()
endif()
