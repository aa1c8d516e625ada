// What all NCBI E-utilities calls share: address, identity, limits and the reading of their many
// error forms (200 with an ERROR, HTML or a cut document instead of data, 400 for a back end that
// is down, a redirect to the misuse page). Pure; classify functions look at the status, the headers
// and the two ends of the body only.
#pragma once

#include "base/config.hpp"
#include "net/request.hpp"

#include <string>
#include <string_view>

namespace ev::sources {

enum class EutilsReply { json, article_set, xml };

// `program` is "esearch", "efetch" …; the caller adds its own parameters.
net::RequestPlan eutils_plan(const Config& config, std::string_view program, EutilsReply expected);
net::HostPolicy eutils_policy(const Config& config);

net::Classified classify_eutils(const net::HttpResponse& response, EutilsReply expected);
// The class of an ERROR text inside a reply.
net::Classified classify_eutils_error(std::string_view error);

}  // namespace ev::sources
