// What the self-check looks at outside the program: the way to the network (libcurl, proxy,
// certificates), the clock, the hosts' configuration files. Each check gives what it found in
// effect and what is wrong with it. Thread rule: one thread; files are read, nothing is written.
#pragma once

#include "app/doctor.hpp"

#include <optional>
#include <vector>

namespace ev::app {

struct Checked {
  std::vector<NamedValue> values;
  std::vector<Finding> findings;
};

Checked check_way_out(const Environment& environment, const net::CurlFacts& curl);
// `network`: what was asked, with the difference of the services' clocks to this one's.
std::optional<Finding> check_clock(std::chrono::seconds now, const std::vector<ProbeLine>& network);
// Entries named "evidence" in the files of the hosts this program can be installed in.
Checked check_hosts(const Surroundings& around);
// What did not answer, and what answered that it will not: one finding where all have one cause.
std::vector<Finding> check_answers(const std::vector<ProbeLine>& network,
                                   const Environment& environment);

}  // namespace ev::app
