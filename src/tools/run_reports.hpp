// The report of a finished run, as a resource or a file shows it. Thread rule: any thread.
#pragma once

#include "base/result.hpp"
#include "store/runs.hpp"

#include <optional>
#include <string>

namespace ev::tools {

enum class ReportForm { html, markdown };

// nullopt: there is no such run, or it is not finished.
Result<std::optional<std::string>> run_report(store::Runs& runs, const std::string& run_id,
                                              ReportForm form);

}  // namespace ev::tools
