// The command line: sub-commands, their options, exit codes (0 done, 1 failed, 2 wrong usage). The
// only file that includes CLI11 is cli.cpp; each command's work is in commands.hpp and serve.hpp.
#pragma once

namespace ev::app {

int run_command_line(int argc, char** argv);

}  // namespace ev::app
