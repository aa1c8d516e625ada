// Why a query finds nothing: its conjuncts are counted one by one, and if each finds something, the
// query is counted again without each of them. A date range given beside the query is one more
// conjunct; it never stands in relaxed_query. At most kMostProbes counts. Errors: invalid_query, or
// the first probe's failure. Thread rule: any worker thread.
#pragma once

#include "pipeline/mesh/vocabulary.hpp"
#include "pipeline/query_gen/probing.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace ev::query_gen {

inline constexpr std::size_t kMostProbes =
    11;  // five conjuncts, the query without NOT, each left out

struct PartCount {
  std::string query;
  long count = 0;
};

struct ZeroHits {
  std::string explanation;  // one or two sentences that name the conjunct
  std::string culprit;  // the conjunct as written in the canonical query, "" when none stands out
  std::string relaxed_query;   // "" when nothing better can be offered
  bool without_range = false;  // the relaxed query is meant without the date range
  long relaxed_count = 0;      // measured
  std::vector<PartCount> parts;
};

// `date_range` as PubMed writes it, "1990:1995[dp]"; "" = none. The vocabulary tells drugs, which
// are given up last.
Result<ZeroHits> zero_hit_diagnosis(const ProbeFn& probe, const mesh::Vocabulary& vocabulary,
                                    std::string_view query, const Context& ctx,
                                    std::string_view date_range = {});

}  // namespace ev::query_gen
