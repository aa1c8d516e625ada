// What all NCBI E-utilities calls share: address, identity, limits and the reading of their many
// error forms (200 with an ERROR, HTML or a cut document instead of data, 400 for a back end that
// is down, a redirect to the misuse page). Pure. JSON is judged by its members, never by its words.
#pragma once

#include "base/config.hpp"
#include "net/request.hpp"

#include <string>
#include <string_view>

namespace ev::sources {

// The first three in JSON.
enum class EutilsReply { esearch, esummary, elink, article_set, xml };

// `program` is "esearch", "efetch" …; the caller adds its own parameters.
net::RequestPlan eutils_plan(const Config& config, std::string_view program, EutilsReply expected);
net::HostPolicy eutils_policy(const Config& config);

// The block page of NCBI, a redirect to its misuse host or an HTML page that says so: words of a
// record or of another service do not count. For replies of NCBI's hosts only.
bool is_ncbi_block(const net::HttpResponse& response);
// By status, for NCBI's other services.
net::Classified classify_ncbi(const net::HttpResponse& response);
net::Classified classify_eutils(const net::HttpResponse& response, EutilsReply expected);
// The class of an ERROR text inside a reply.
net::Classified classify_eutils_error(std::string_view error);

}  // namespace ev::sources
