// Finds the records that the words of references may mean: by title words, by some of them (a word
// may be misspelt) with author or year, by journal, volume and page in PubMed; then by title in
// Europe PMC and by the whole reference in Crossref. Every service is asked only for references
// that are still open. Errors: cancelled. Thread rule: any worker thread.
#pragma once

#include "base/context.hpp"
#include "base/result.hpp"
#include "pipeline/citations/compare.hpp"
#include "pipeline/citations/reference.hpp"
#include "pipeline/search/ports.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace ev::citations {

struct LookUp {
  const Reference* reference = nullptr;
  bool everywhere = true;  // false: in PubMed only
  // ---- outcome
  std::optional<model::Article> record;   // that it is
  std::optional<model::Article> nearest;  // that it is not, by title
  double nearest_similarity = 0;
  std::vector<std::string> asked;             // services that answered
  std::map<std::string, std::string> failed;  // service and why
};

// Enough is given to look it up by.
bool can_be_looked_up(const Reference& reference);

Result<void> look_up(const search::Ports& ports, std::vector<LookUp>& all,
                     std::vector<Error>& errors, const Context& ctx);

// The words of a title that tell it best, longest first.
std::vector<std::string> telling_words(const std::string& title, std::size_t most);

}  // namespace ev::citations
