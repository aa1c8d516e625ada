// Unpaywall: whether an article can be read for free, and where, by DOI. One request a DOI; the
// service wants an e-mail address (UNPAYWALL_EMAIL). Pure; thread rule: any thread. Errors:
// invalid_argument (no address, an address or DOI it refuses), not_found (a DOI it does not know,
// those of DataCite among them), upstream_changed.
#pragma once

#include "base/config.hpp"
#include "base/result.hpp"
#include "net/request.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace ev::sources {

struct OpenAccess {
  std::string doi;
  std::optional<bool> is_open_access;
  std::string status;  // gold hybrid bronze green closed
  // Of the best open copy; all empty when there is none.
  std::string url;
  std::string pdf_url;
  std::string license;
  std::string version;    // publishedVersion acceptedVersion submittedVersion
  std::string host_type;  // publisher repository
  bool operator==(const OpenAccess&) const = default;
};

Result<net::RequestPlan> plan_open_access(const Config& config, std::string_view doi);
net::Classified classify_unpaywall(const net::HttpResponse& response);
Result<OpenAccess> parse_open_access(std::string_view body);

}  // namespace ev::sources
