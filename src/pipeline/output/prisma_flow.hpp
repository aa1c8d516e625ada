// The PRISMA 2020 flow diagram as SVG. Boxes nobody has filled are drawn and say so. Pure function.
#pragma once

#include "pipeline/research/prisma.hpp"

#include <string>
#include <vector>

namespace ev::output {

std::string prisma_flow(const std::vector<research::Box>& boxes);

}  // namespace ev::output
