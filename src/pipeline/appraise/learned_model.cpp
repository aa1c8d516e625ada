#include "pipeline/appraise/learned_model.hpp"

#include "pipeline/appraise/tf_idf.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <unordered_map>

namespace ev::appraise {

namespace {

constexpr double kPenalty = 0.5;
constexpr double kPriorScale = 0.5;
constexpr double kPresumed = 0.7;  // weight of presumed excludes against labelled ones
constexpr std::size_t kMostPresumed = 5'000;
constexpr int kFolds = 5;
constexpr std::size_t kKeptWeights = 4'000;
constexpr std::size_t kStrongest = 6;

struct Fold {
  std::vector<std::size_t> held_out;
  std::vector<Label> labels;  // without those held out
};

struct Counts {
  int included = 0;
  int excluded = 0;
};

Counts count_labels(std::span<const Label> labels) {
  Counts counts;
  for (const Label label : labels) {
    counts.included += label == Label::include ? 1 : 0;
    counts.excluded += label == Label::exclude ? 1 : 0;
  }
  return counts;
}

// FNV-1a: the draw of a record never depends on its place in the set.
std::uint64_t hash_of(const std::string& identity) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (const char c : identity) {
    hash ^= static_cast<unsigned char>(c);
    hash *= 0x100000001b3u;
  }
  return hash;
}

std::vector<Fold> folds_of(std::span<const Label> labels, std::span<const std::string> identities) {
  const Counts counts = count_labels(labels);
  const int folds = std::min({kFolds, counts.included, counts.excluded});
  std::vector<Fold> out;
  if (folds < 2) return out;
  out.assign(static_cast<std::size_t>(folds), Fold{{}, {labels.begin(), labels.end()}});
  for (const Label kind : {Label::include, Label::exclude}) {
    std::vector<std::size_t> members;
    for (std::size_t i = 0; i < labels.size(); ++i) {
      if (labels[i] == kind) members.push_back(i);
    }
    std::sort(members.begin(), members.end(), [&](std::size_t a, std::size_t b) {
      const std::uint64_t x = hash_of(identities[a]);
      const std::uint64_t y = hash_of(identities[b]);
      return x != y ? x < y : identities[a] < identities[b];
    });
    for (std::size_t k = 0; k < members.size(); ++k) {
      Fold& fold = out[k % out.size()];
      fold.held_out.push_back(members[k]);
      fold.labels[members[k]] = Label::none;
    }
  }
  return out;
}

struct Judged {
  double margin = 0;
  bool include = false;
};

// Ties count half in the area and come last in the precision.
CrossValidation figures(std::vector<Judged> judged, int folds) {
  CrossValidation out{.folds = folds};
  std::sort(judged.begin(), judged.end(), [](const Judged& a, const Judged& b) {
    return a.margin != b.margin ? a.margin > b.margin : a.include < b.include;
  });
  double positives = 0;
  double negatives = 0;
  for (const Judged& j : judged) {
    const double p = std::clamp(sigmoid(j.margin), 1e-12, 1 - 1e-12);
    (j.include ? positives : negatives) += 1;
    out.log_loss -= std::log(j.include ? p : 1 - p);
    if (j.include) out.average_precision += positives / (positives + negatives);
    if (j.include && p >= 0.5) out.recall += 1;
    if (!j.include && p < 0.5) out.specificity += 1;
  }
  double below = negatives;  // excludes placed below the current one
  for (std::size_t i = 0; i < judged.size();) {
    std::size_t end = i;
    double includes = 0;
    double excludes = 0;
    for (; end < judged.size() && judged[end].margin == judged[i].margin; ++end) {
      (judged[end].include ? includes : excludes) += 1;
    }
    below -= excludes;
    out.auc += includes * (below + excludes / 2);
    i = end;
  }
  out.auc /= positives * negatives;
  out.average_precision /= positives;
  out.recall /= positives;
  out.specificity /= negatives;
  out.log_loss /= positives + negatives;
  return out;
}

// Unlabelled records: most of them would be excluded. All or, in sets too large for the time it
// takes, none: those presumed are placed lower than those not.
std::vector<std::size_t> presumed_excludes(std::span<const Label> labels) {
  std::vector<std::size_t> out;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (labels[i] == Label::none) out.push_back(i);
  }
  if (out.size() > kMostPresumed) out.clear();
  return out;
}

std::vector<Instance> instances_of(const std::vector<SparseVector>& vectors,
                                   std::span<const Label> labels,
                                   std::span<const std::size_t> presumed) {
  const Counts counts = count_labels(labels);
  const double half = (counts.included + counts.excluded) / 2.0;
  // The presumption fades as the set is read.
  const double each_presumed = kPresumed * half / static_cast<double>(labels.size());
  const double all_presumed = each_presumed * static_cast<double>(presumed.size());
  std::vector<Instance> out;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (vectors[i].empty()) continue;
    if (labels[i] == Label::include) {
      out.push_back({&vectors[i], true, (half + all_presumed) / counts.included});
    } else if (labels[i] == Label::exclude) {
      out.push_back({&vectors[i], false, half / counts.excluded});
    }
  }
  for (const std::size_t i : presumed) {
    if (!vectors[i].empty()) out.push_back({&vectors[i], false, each_presumed});
  }
  return out;
}

// Mean 0 and deviation 1; all 0 where nothing varies.
std::vector<double> standardised(std::span<const double> values) {
  const auto n = static_cast<double>(values.size());
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / std::max(1.0, n);
  double squares = 0;
  for (const double v : values) squares += (v - mean) * (v - mean);
  const double deviation = std::sqrt(squares / std::max(1.0, n));
  std::vector<double> out;
  for (const double v : values) out.push_back(deviation > 1e-12 ? (v - mean) / deviation : 0);
  return out;
}

}  // namespace

LearningSet::LearningSet(const Corpus& corpus, std::span<const double> prior)
    : corpus_(corpus),
      vectors_(tf_idf(corpus, {.title = 1, .index = 1})),
      prior_feature_(static_cast<std::uint32_t>(3 * corpus.vocabulary().size())) {
  const std::vector<double> values = standardised(prior);
  for (std::size_t i = 0; i < vectors_.size(); ++i) {
    vectors_[i].push_back({prior_feature_, static_cast<float>(kPriorScale * values[i])});
  }
}

Result<LearnedModel> LearningSet::train(std::span<const Label> labels,
                                        std::span<const std::string> identities,
                                        const Context& ctx) const {
  const std::size_t features = static_cast<std::size_t>(prior_feature_) + 1;
  const Counts counts = count_labels(labels);
  const std::vector<std::size_t> presumed = presumed_excludes(labels);
  EV_TRY(LinearModel fitted,
         fit_logistic(instances_of(vectors_, labels, presumed), features, kPenalty, ctx));
  LearnedModel model{.intercept = fitted.intercept,
                     .prior_weight = fitted.weights[prior_feature_],
                     .included = counts.included,
                     .excluded = counts.excluded};
  for (std::uint32_t f = 0; f < prior_feature_; ++f) {
    if (fitted.weights[f] != 0)
      model.weights.emplace_back(feature_name(corpus_, f), fitted.weights[f]);
  }
  if (model.weights.size() > kKeptWeights) {
    std::sort(model.weights.begin(), model.weights.end(), [](const auto& a, const auto& b) {
      const double x = std::abs(a.second);
      const double y = std::abs(b.second);
      return x != y ? x > y : a.first < b.first;
    });
    model.weights.resize(kKeptWeights);
  }
  std::sort(model.weights.begin(), model.weights.end());
  const std::vector<Fold> folds = folds_of(labels, identities);
  if (folds.empty()) return model;
  std::vector<Judged> judged;
  for (const Fold& fold : folds) {
    EV_TRY(const LinearModel part,
           fit_logistic(instances_of(vectors_, fold.labels, presumed), features, kPenalty, ctx));
    for (const std::size_t i : fold.held_out) {
      judged.push_back({part.margin(vectors_[i]), labels[i] == Label::include});
    }
  }
  model.cross_validation = figures(std::move(judged), static_cast<int>(folds.size()));
  return model;
}

std::vector<Prediction> LearningSet::predict(const LearnedModel& model) const {
  std::unordered_map<std::string_view, double> by_name;
  for (const auto& [name, weight] : model.weights) by_name.emplace(name, weight);
  std::vector<double> weights(static_cast<std::size_t>(prior_feature_) + 1, 0.0);
  for (std::uint32_t f = 0; f < prior_feature_; ++f) {
    const auto it = by_name.find(feature_name(corpus_, f));
    if (it != by_name.end()) weights[f] = it->second;
  }
  weights[prior_feature_] = model.prior_weight;
  std::vector<Prediction> out;
  for (const SparseVector& vector : vectors_) {
    double margin = model.intercept;
    std::vector<std::pair<double, std::uint32_t>> parts;
    for (const SparseEntry& e : vector) {
      const double part = weights[e.feature] * static_cast<double>(e.value);
      if (part == 0) continue;
      margin += part;
      parts.emplace_back(part, e.feature);
    }
    const std::size_t most = std::min(kStrongest, parts.size());
    std::partial_sort(parts.begin(), parts.begin() + static_cast<std::ptrdiff_t>(most), parts.end(),
                      [](const auto& a, const auto& b) {
                        const double x = std::abs(a.first);
                        const double y = std::abs(b.first);
                        return x != y ? x > y : a.second < b.second;
                      });
    Prediction prediction{.probability = sigmoid(margin)};
    for (std::size_t k = 0; k < most; ++k) {
      const auto& [part, feature] = parts[k];
      prediction.strongest.emplace_back(
          feature == prior_feature_ ? "criteria" : feature_name(corpus_, feature), part);
    }
    out.push_back(std::move(prediction));
  }
  return out;
}

}  // namespace ev::appraise
