// The services of enrich.hpp one by one: what each is asked about a list of records, and how its
// reply is put into them. Used by enrich.cpp only. Pure; thread rule: one list, one thread.
#pragma once

#include "base/config.hpp"
#include "base/result.hpp"
#include "net/request.hpp"
#include "pipeline/model/article.hpp"

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ev::search {

// The records to enrich and where each identifier is. An identifier that several of them have (the
// DOI of a supplement) names none.
class Records {
 public:
  explicit Records(std::vector<model::Article>& all);
  std::vector<model::Article>& all() const { return all_; }
  std::optional<std::size_t> of_pmid(const std::string& pmid) const { return find("p " + pmid); }
  std::optional<std::size_t> of_pmcid(const std::string& id) const { return find("c " + id); }
  std::optional<std::size_t> of_doi(const std::string& doi) const { return find("d " + doi); }

 private:
  void add(const std::string& id, std::size_t position);
  std::optional<std::size_t> find(const std::string& id) const;

  std::vector<model::Article>& all_;
  std::map<std::string, std::size_t> place_;
};

struct Asked {
  std::vector<net::RequestPlan> plans;
  std::size_t records = 0;
  std::size_t unasked = 0;
  std::optional<Error> refused;  // it cannot be asked at all
};

struct Enricher {
  const char* id;
  int tries;
  bool one_by_one;  // one record a request: not found is its answer, and no failure
  Asked (*ask)(const Config& config, const Records& records);
  // Adds the positions of the records it knew.
  Result<void> (*take)(std::string_view body, Records& records, std::set<std::size_t>& known);
  // Notes, once all of them were asked, who is not known, so that no later stage asks again; may be
  // null.
  void (*note_unknown)(Records& records, const std::set<std::size_t>& known);
};

std::span<const Enricher> enrichers();

}  // namespace ev::search
