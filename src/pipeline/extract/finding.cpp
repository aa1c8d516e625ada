#include "pipeline/extract/finding.hpp"

#include "pipeline/extract/finding_features.hpp"
#include "pipeline/extract/finding_weights.hpp"
#include "pipeline/extract/phrase.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <unordered_map>

namespace ev::extract {

namespace {

constexpr int kUnitOfWeight = 256;

// By feature.
const std::vector<int>& weights_by_feature() {
  static const std::vector<int> kWeights = [] {
    std::unordered_map<std::string, int> named;
    for (const FindingWeight& row : finding_weights().of) named.emplace(row.feature, row.weight);
    std::vector<int> out(finding_feature_count());
    for (std::size_t i = 0; i < out.size(); ++i) {
      const auto found = named.find(finding_feature_name(i));
      if (found != named.end()) out[i] = found->second;
    }
    return out;
  }();
  return kWeights;
}

int weight_of(const std::vector<std::uint16_t>& features) {
  const std::vector<int>& weights = weights_by_feature();
  int sum = 0;
  for (const std::uint16_t feature : features) sum += weights[feature];
  return sum;
}

// What the record's own label says, which is beyond what the weights were learned from.
int label_weight(const Sentence& sentence) {
  if (!sentence.labelled()) return 0;
  switch (sentence.role()) {
    case doc::Role::conclusions:
      return 3 * kUnitOfWeight;
    case doc::Role::results:
      return kUnitOfWeight / 2;
    case doc::Role::background:
    case doc::Role::objective:
    case doc::Role::methods:
      return -6 * kUnitOfWeight;
    default:
      return 0;
  }
}

double score_of(int weight) {
  return 1.0 / (1.0 + std::exp(-static_cast<double>(weight) / kUnitOfWeight));
}

const std::vector<Claim>& claims_of(const RecordText& record) {
  return record.facts().claims.get([&] {
    std::vector<Claim> out;
    for (const Stated& stated : stated_sentences(record)) {
      out.push_back({.sentence = stated.sentence,
                     .words = finding_weights().bias + weight_of(stated.words),
                     .place = weight_of(stated.place)});
    }
    return out;
  });
}

bool has_finding_verb(const Sentence& sentence) {
  static const Patterns kVerbs = {
      "longer|shorter|more|less|rose|fell|significan*|improved|reduced|increased|decreased|"
      "associated|higher|lower|"
      "greater|superior|inferior|effective|differ|difference|differences|prevented|"
      "predicted|correlated|fewer|better|worse|safe|tolerated|similar|no"};
  return find_any(kVerbs, sentence).has_value();
}

}  // namespace

std::vector<FindingSentence> finding_sentences(const RecordText& record) {
  const int stated = finding_weights().stated;
  std::vector<FindingSentence> out;
  for (const Claim& claim : claims_of(record)) {
    const Sentence& sentence = *claim.sentence;
    int weight = claim.words + claim.place + label_weight(sentence);
    // A labelled results sentence that states a difference is a finding wherever it stands.
    const bool labelled_result = sentence.labelled() && sentence.role() == doc::Role::results;
    if (labelled_result && has_finding_verb(sentence)) weight = std::max(weight, stated);
    if (weight >= stated) out.push_back({sentence.span(), score_of(weight)});
  }
  return out;
}

namespace {

std::optional<FindingSentence> find_concluding(const RecordText& record) {
  constexpr int kLeast = -360;  // as sure as one in five
  const std::vector<Claim>& claims = claims_of(record);
  const bool labelled = std::any_of(claims.begin(), claims.end(), [](const Claim& claim) {
    return claim.sentence->labelled() && claim.sentence->role() == doc::Role::conclusions;
  });
  std::optional<FindingSentence> best;
  int most = kLeast;
  for (const Claim& claim : claims) {
    const Sentence& sentence = *claim.sentence;
    if (labelled && sentence.role() != doc::Role::conclusions) continue;
    if (sentence.role() == doc::Role::methods && sentence.labelled()) continue;
    if (sentence.role() == doc::Role::objective) continue;
    // Among the sentences of a labelled conclusion the place says little.
    const int weight = claim.words + (labelled ? 0 : claim.place) + label_weight(sentence);
    if (best ? weight <= most : weight < most) continue;
    most = weight;
    best = FindingSentence{sentence.span(), score_of(weight)};
  }
  return best;
}

}  // namespace

std::optional<FindingSentence> concluding_sentence(const RecordText& record) {
  return record.facts().conclusion.get([&] { return find_concluding(record); });
}

std::optional<std::string> main_finding(const model::Article& article) {
  const RecordText record(article);
  const auto sentence = concluding_sentence(record);
  if (!sentence) return std::nullopt;
  return record.document().quote(sentence->span).text;
}

}  // namespace ev::extract
