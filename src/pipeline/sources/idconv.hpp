// PMC ID converter (NCBI): PMID, PMCID and DOI to each other, for articles that are in PMC. Reads
// both generations of replies (PMIDs as numbers or strings, requested-id or none). A record without
// a PMCID is an article that is not in PMC; its DOI is not known here either. Shares NCBI's limit
// for requests without a key. Pure; thread rule: any thread. Errors: upstream_changed, and what the
// service says of a list it refuses (invalid_argument).
#pragma once

#include "base/config.hpp"
#include "base/result.hpp"
#include "net/request.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ev::sources {

struct IdConversionPlan {
  std::vector<net::RequestPlan> requests;
  std::vector<std::string> not_ids;  // neither PMID, PMCID nor DOI: not asked for
};
// At most 200 ids of one kind a request; one of another kind would make the service refuse all of
// them. Ids as "1", "PMID:1", "PMC1", "PMCID:PMC1", "10.1/x", "DOI:10.1/x".
IdConversionPlan plan_id_conversion(const Config& config, std::span<const std::string> ids);

net::Classified classify_idconv(const net::HttpResponse& response);

struct ConvertedId {
  std::string requested;  // as it was sent: "23193287", "PMC3531190", "10.1/x"
  std::string pmid;
  std::string pmcid;  // "" = not in PMC
  std::string doi;
  std::string error;  // what the service says of this id, "" when nothing
  bool operator==(const ConvertedId&) const = default;
};
Result<std::vector<ConvertedId>> parse_id_conversion(std::string_view body);

}  // namespace ev::sources
