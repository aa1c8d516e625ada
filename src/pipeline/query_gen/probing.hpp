// The seam to PubMed for this room: a function that asks what queries mean. Real: probing(ports);
// tests give their own; an empty function means that there is no network. Thread rule: as the
// function's.
#pragma once

#include "base/context.hpp"
#include "base/result.hpp"
#include "pipeline/search/probe.hpp"

#include <functional>
#include <span>
#include <string>
#include <vector>

namespace ev::query_gen {

using ProbeFn =
    std::function<std::vector<Result<search::Probe>>(std::span<const std::string>, const Context&)>;

// `ports` are copied; what they refer to must outlive the function.
ProbeFn probing(const search::Ports& ports);

}  // namespace ev::query_gen
