// TF-IDF vectors of a corpus, length 1 each: (1 + ln tf) ln(1 + N / df) per term of the whole
// record, optionally beside it the same terms again as title terms and as index terms, where they
// say more. What diversity compares and the learned model is fitted to. Pure but for ctx.
#pragma once

#include "pipeline/appraise/corpus.hpp"
#include "pipeline/appraise/logistic.hpp"

#include <string>
#include <vector>

namespace ev::appraise {

struct TfIdfOptions {
  double title = 0;  // weight of title terms as features of their own; 0: none
  double index = 0;  // the same of index terms
};

// Feature numbers: the term's id; + vocabulary size for title terms, + 2 x for index terms.
std::vector<SparseVector> tf_idf(const Corpus& corpus, const TfIdfOptions& options = {});
// "zinc", "title:zinc", "index:zinc".
std::string feature_name(const Corpus& corpus, std::uint32_t feature);

}  // namespace ev::appraise
