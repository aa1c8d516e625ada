// Crossref: what a publisher registered of a work, by DOI: the metadata as a record (without id of
// its own: its DOI names it) and the notices that update it or that it is, retractions among them
// (Retraction Watch's too). With an e-mail address (UNPAYWALL_EMAIL, else
// NCBI_EMAIL) requests go to the faster of its two pools. Pure; thread rule: any thread. Errors:
// not_found (a DOI it does not know), upstream_changed.
#pragma once

#include "base/config.hpp"
#include "base/result.hpp"
#include "net/request.hpp"
#include "pipeline/model/article.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ev::sources {

// In order; what is no DOI is left out.
std::vector<net::RequestPlan> plan_crossref(const Config& config,
                                            std::span<const std::string> dois);
// Works whose registered data fit a printed reference, best first; read with parse_crossref.
net::RequestPlan plan_crossref_search(const Config& config, std::string_view reference, int rows);
// The same in lists of works (filter=doi:…,doi:…, of one name joined by OR), so that a page of
// records costs one request. A DOI with a comma cannot stand in a list; `listed` counts the others.
std::vector<net::RequestPlan> plan_crossref_lists(const Config& config,
                                                  std::span<const std::string> dois,
                                                  std::size_t& listed);
net::Classified classify_crossref(const net::HttpResponse& response);

// "Has the work been updated by a notice, or is it the notice?"
struct CrossrefUpdate {
  enum class Direction { updated_by, update_to };
  Direction direction = Direction::updated_by;
  std::string type;  // as registered: retraction correction expression_of_concern new_version …
  std::string doi;   // of the other work
  std::string date;
  std::string source;  // publisher, retraction-watch
  bool operator==(const CrossrefUpdate&) const = default;
};

struct CrossrefWork {
  model::Article record;  // with the updates in `retraction` and `related`
  std::vector<CrossrefUpdate> updates;
};
// One work, or the works of a list.
Result<std::vector<CrossrefWork>> parse_crossref(std::string_view body);

// Adds notices and relations to a record of another source.
void add_crossref_updates(model::Article& article, const CrossrefWork& work);

}  // namespace ev::sources
