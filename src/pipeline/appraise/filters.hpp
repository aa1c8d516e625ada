// Filters of the ranking. A filter that has nothing to judge a record by keeps it and says so:
// `unjudged`. Names compare folded: journals by title, ISO abbreviation or ISSN (a leading "The", a
// place in brackets and a subtitle do not matter), languages by code or English name, designs by
// any wording (a general design includes its kinds: "clinical trial" keeps randomized trials). Pure
// functions.
#pragma once

#include "base/result.hpp"
#include "pipeline/model/article.hpp"
#include "pipeline/model/retraction.hpp"
#include "pipeline/model/value.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ev::appraise {

// A scored record on its way to the ranking.
struct Rankable {
  const model::Article* article = nullptr;
  const model::Value::Object* features = nullptr;
  double score = 0;
  double relevance = 0;
  std::optional<double> relative_citation_ratio{};
  std::optional<int> citation_count{};
};

struct Filters {
  std::optional<double> min_score{};  // of the score after the retraction gate, before boosts
  std::optional<int> min_citation_count{};
  std::vector<std::string> journal_whitelist{};
  std::vector<std::string> languages{};
  std::vector<std::string> designs{};
  std::optional<int> min_year{};
  bool exclude_preprints = false;
  bool exclude_retracted = false;
};

// Unknown languages and designs, each named.
Result<void> check(const Filters& filters);
// In the order they are applied, under the names of the tool's contract.
std::vector<std::string> applied(const Filters& filters);

struct Judgement {
  std::string removed_by;             // the first filter that says no; "" = kept
  std::vector<std::string> unjudged;  // filters that could not tell
};
Judgement judge(const Rankable& record, double score, const Filters& filters);
bool same_journal(std::string_view wanted, const model::Article& article);

}  // namespace ev::appraise
