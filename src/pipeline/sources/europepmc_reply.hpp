// What all calls to Europe PMC's REST service share: address, policy and the telling apart of good
// replies and its error forms: 200 with nothing but {"version"} (the request was rejected: sort,
// query or cursor), {errCode, errMsg} or an XML errorBean, 404 on a search (an outage, not zero
// hits), HTML or half a document instead of JSON, a hit count that is missing now and then.
// Pure; classify functions may be called on the HTTP thread.
#pragma once

#include "base/config.hpp"
#include "base/json.hpp"
#include "base/result.hpp"
#include "net/request.hpp"

#include <string>
#include <string_view>

namespace ev::sources {

// What was asked, as far as the meaning of an error depends on it.
enum class EuropePmcCall {
  search,         // by relevance, first page
  sorted_search,  // with a sort parameter, first page
  cursor,         // a following page
  list            // citations, references
};

// `path` comes after the base address: "/search".
net::RequestPlan europepmc_plan(const Config& config, std::string_view path, EuropePmcCall call);
net::HostPolicy europepmc_policy(const Config& config);

net::Classified classify_europepmc(const net::HttpResponse& response, EuropePmcCall call);
// Of fullTextXML: article, or "no open full text" as not_found.
net::Classified classify_europepmc_full_text(const net::HttpResponse& response);

// The reply as JSON with its hit count checked. Errors: upstream_changed, invalid_query.
Result<Json> read_europepmc_reply(std::string_view body);

}  // namespace ev::sources
