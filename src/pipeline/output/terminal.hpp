// The ranking as plain text for a terminal, from the evidence document of `run`. Pure function.
#pragma once

#include "base/json.hpp"

#include <string>

namespace ev::output {

struct TerminalOptions {
  int width = 100;  // columns, at least 40
  int most_records = 10;
};

std::string terminal_ranking(const Json& evidence, const TerminalOptions& options);

}  // namespace ev::output
