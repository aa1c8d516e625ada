#include "pipeline/query_gen/confidence.hpp"

#include <algorithm>
#include <cmath>

namespace ev::query_gen {

namespace {

double in_range(std::optional<long> count, const Range& range) {
  if (!count) return 0;  // what nobody counted is known to lie nowhere
  if (*count >= range.low && *count <= range.high) return 1;
  return *count > 0 ? 0.2 : 0;
}

}  // namespace

double ConfidenceParts::score() const {
  const double value = 0.4 * concepts_mapped + 0.3 * headings_verified + 0.3 * count_in_range;
  return std::round(value * 100) / 100;
}

ConfidenceParts confidence(const std::vector<ConceptNote>& concepts,
                           const pubmed_query::Node& query, std::optional<long> count,
                           const Range& range) {
  using pubmed_query::Field;
  ConfidenceParts parts;
  const auto mapped = std::count_if(concepts.begin(), concepts.end(), [](const ConceptNote& c) {
    return c.used && !c.heading.empty();
  });
  if (!concepts.empty()) {
    parts.concepts_mapped = static_cast<double>(mapped) / static_cast<double>(concepts.size());
  }
  bool headings = false;
  pubmed_query::for_each_term(query, [&headings](const pubmed_query::Term& term) {
    headings =
        headings || term.field == Field::mh || term.field == Field::majr || term.field == Field::pt;
  });
  parts.headings_verified = headings ? 1 : 0;  // an unverified heading is never written
  parts.count_in_range = in_range(count, range);
  return parts;
}

}  // namespace ev::query_gen
