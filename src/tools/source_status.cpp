#include "tools/source_status.hpp"

#include <nlohmann/json.hpp>

#include <cmath>

namespace ev::tools {

Json error_json(const Error& error) {
  Json out = {{"code", to_string(error.code)}, {"message", error.message}};
  if (error.retry_after_s) out["retry_after_s"] = *error.retry_after_s;
  if (!error.recovery.empty()) out["recovery"] = error.recovery;
  return out;
}

Json status_json(const SearchedSource& source) {
  const search::SourceReport& report = source.report;
  Json out = {{"source", report.source},
              {"status", search::to_string(report.status)},
              {"found", nullptr},
              {"returned", source.returned},
              {"ms", std::lround(report.ms)},
              {"query_sent", report.query_sent}};
  if (report.found) out["found"] = *report.found;
  if (!report.notes.empty()) out["approximated"] = report.notes;
  if (report.error) out["error"] = error_json(*report.error);
  return out;
}

}  // namespace ev::tools
