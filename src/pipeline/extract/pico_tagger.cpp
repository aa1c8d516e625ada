#include "pipeline/extract/pico_tagger.hpp"

#include "pipeline/extract/lexicon.hpp"
#include "pipeline/extract/pico_weights.hpp"
#include "pipeline/text/chars.hpp"

#include <algorithm>
#include <cmath>

namespace ev::extract {

namespace {

constexpr double kUnit = 256;

template <class Row>
PicoWeightSum scaled(const Row& row) {
  PicoWeightSum out{};
  for (std::size_t i = 0; i < kPicoLabels; ++i) out[i] = static_cast<float>(row[i] / kUnit);
  return out;
}

PicoModel model_from(const PicoWeights& stored) {
  PicoModel model;
  model.weights.resize(pico_feature_count());
  const std::size_t fixed = pico_feature_count() - lexicon_size();
  // Weights of other features would be nonsense: none are better.
  if (stored.features == fixed) {
    for (const PicoWeightRow& row : stored.rows) model.weights[row.feature] = scaled(row.weights);
    for (const PicoWordRow& row : stored.words) {
      const std::size_t index = lexicon_index(row.word);
      if (index != 0) model.weights[fixed + index - 1] = scaled(row.weights);
    }
  }
  for (std::size_t from = 0; from < kPicoLabels; ++from) {
    for (std::size_t to = 0; to < kPicoLabels; ++to)
      model.steps[from][to] = stored.steps[from][to] / kUnit;
    model.start[from] = stored.start[from] / kUnit;
  }
  model.thresholds = stored.thresholds;
  return model;
}

void normalise(LabelScores& scores) {
  double sum = 0;
  for (const double s : scores) sum += s;
  for (double& s : scores) s /= sum;
}

// Kept from sentence to sentence for their room.
struct Marginals {
  std::vector<LabelScores> emit;
  std::vector<LabelScores> out;
};

// Forward and backward over the sums of the tokens' weights.
const std::vector<LabelScores>& find_marginals(const std::vector<PicoWeightSum>& sums,
                                               const PicoSteps& steps, Marginals& room) {
  const std::size_t n = sums.size();
  std::vector<LabelScores>& emit = room.emit;
  emit.resize(n);
  for (std::size_t i = 0; i < n; ++i) {
    const float most = *std::max_element(sums[i].begin(), sums[i].end());
    for (std::size_t label = 0; label < kPicoLabels; ++label)
      emit[i][label] =
          sums[i][label] == most ? 1 : std::exp(static_cast<double>(sums[i][label] - most));
  }
  // The inner loops run over the labels that are written, which many processors take at once.
  std::vector<LabelScores>& out = room.out;  // forward first
  out.resize(n);
  for (std::size_t i = 0; i < n; ++i) {
    LabelScores sum{};
    if (i == 0) sum = steps.start;
    for (std::size_t from = 0; i > 0 && from < kPicoLabels; ++from) {
      for (std::size_t to = 0; to < kPicoLabels; ++to)
        sum[to] += out[i - 1][from] * steps.from[from][to];
    }
    for (std::size_t to = 0; to < kPicoLabels; ++to) sum[to] *= emit[i][to];
    normalise(sum);
    out[i] = sum;
  }
  LabelScores backward{};
  backward.fill(1);
  for (std::size_t i = n; i-- > 0;) {
    for (std::size_t label = 0; label < kPicoLabels; ++label) out[i][label] *= backward[label];
    normalise(out[i]);
    LabelScores before{};
    for (std::size_t to = 0; to < kPicoLabels; ++to) {
      for (std::size_t from = 0; from < kPicoLabels; ++from)
        before[from] += steps.to[to][from] * emit[i][to] * backward[to];
    }
    normalise(before);
    backward = before;
  }
  return out;
}

// A span neither begins nor ends with these.
bool is_loose(const Sentence& sentence, std::size_t token) {
  constexpr WordKinds kLoose =
      kind::determiner | kind::preposition | kind::conjunction | kind::auxiliary | kind::pronoun;
  return (sentence.kinds[token] & kLoose) != 0;
}

bool parts(const Sentence& sentence, std::size_t token) {
  const std::string_view gap =
      sentence.text.substr(sentence.tokens[token - 1].end,
                           sentence.tokens[token].begin - sentence.tokens[token - 1].end);
  return gap.find(';') != std::string_view::npos || gap.find(". ") != std::string_view::npos ||
         gap.find(": ") != std::string_view::npos;
}

class SpanCollector {
 public:
  SpanCollector(const Sentence& sentence, std::size_t index,
                const std::vector<LabelScores>& marginals, const PicoThresholds& thresholds,
                PicoSpans& out)
      : sentence_(sentence),
        index_(index),
        marginals_(marginals),
        thresholds_(thresholds),
        out_(out) {}

  void collect() {
    std::size_t open = 0;
    std::size_t label = 0;
    for (std::size_t i = 0; i <= marginals_.size(); ++i) {
      const std::size_t now = i < marginals_.size() ? label_of(i) : 0;
      if (now == label &&
          (i == 0 || i == marginals_.size() || label == 0 || !parts(sentence_, i))) {
        continue;
      }
      if (label != 0) close(open, i, label);
      open = i;
      label = now;
    }
    if (label != 0) close(open, marginals_.size(), label);
  }

 private:
  // The likeliest label that passes its threshold.
  std::size_t label_of(std::size_t token) const {
    std::size_t best = 0;
    for (std::size_t label = 1; label < kPicoLabels; ++label) {
      const double p = marginals_[token][label];
      if (p < thresholds_[label - 1]) continue;
      if (best == 0 || p > marginals_[token][best]) best = label;
    }
    return best;
  }

  void close(std::size_t first, std::size_t last, std::size_t label) {
    while (first < last && is_loose(sentence_, first)) ++first;
    while (last > first && is_loose(sentence_, last - 1)) --last;
    if (first == last) return;
    double sum = 0;
    for (std::size_t i = first; i < last; ++i) sum += marginals_[i][label];
    const std::size_t begin = sentence_.tokens[first].begin;
    out_[label - 1].push_back(
        {sentence_.span(begin, with_bracket(begin, sentence_.tokens[last - 1].end)), index_,
         sum / static_cast<double>(last - first)});
  }

  // "chronic lung disease (CLD" takes its closing bracket along.
  std::size_t with_bracket(std::size_t begin, std::size_t end) const {
    const std::string_view words = sentence_.text.substr(begin, end - begin);
    const auto opened = std::count(words.begin(), words.end(), '(');
    const auto closed = std::count(words.begin(), words.end(), ')');
    const bool takes = opened > closed && end < sentence_.text.size() && sentence_.text[end] == ')';
    return takes ? end + 1 : end;
  }

  const Sentence& sentence_;
  std::size_t index_;
  const std::vector<LabelScores>& marginals_;
  const PicoThresholds& thresholds_;
  PicoSpans& out_;
};

}  // namespace

PicoSteps::PicoSteps(const PicoModel& model) {
  for (std::size_t before = 0; before < kPicoLabels; ++before) {
    for (std::size_t next = 0; next < kPicoLabels; ++next)
      from[before][next] = to[next][before] = std::exp(model.steps[before][next]);
    start[before] = std::exp(model.start[before]);
  }
}

std::vector<PicoWeightSum> pico_sums_of(const PicoModel& model,
                                        const std::vector<FeatureIds>& tokens) {
  std::vector<PicoWeightSum> sums(tokens.size());
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    for (const std::uint16_t id : tokens[i]) {
      for (std::size_t label = 0; label < kPicoLabels; ++label)
        sums[i][label] += model.weights[id][label];
    }
  }
  return sums;
}

std::vector<LabelScores> pico_marginals(const PicoModel& model,
                                        const std::vector<PicoWeightSum>& sums) {
  Marginals room;
  return find_marginals(sums, PicoSteps(model), room);
}

void share_sums(std::vector<std::vector<PicoWeightSum>>& sums,
                const std::vector<std::vector<std::uint32_t>>& words) {
  constexpr float kShare = 0.5F;
  struct Mentions {
    PicoWeightSum sum{};
    float count = 0;
  };
  std::uint32_t most = 0;
  for (const auto& sentence : words) {
    for (const std::uint32_t word : sentence) most = std::max(most, word);
  }
  std::vector<Mentions> mentions(most + 1);
  const auto each = [&](const auto& visit) {
    for (std::size_t sentence = 0; sentence < sums.size(); ++sentence) {
      for (std::size_t i = 0; i < sums[sentence].size(); ++i) {
        if (words[sentence][i] != 0) visit(mentions[words[sentence][i]], sums[sentence][i]);
      }
    }
  };
  each([](Mentions& m, const PicoWeightSum& sum) {
    for (std::size_t label = 0; label < kPicoLabels; ++label) m.sum[label] += sum[label];
    m.count += 1;
  });
  each([](const Mentions& m, PicoWeightSum& sum) {
    for (std::size_t label = 0; label < kPicoLabels; ++label)
      sum[label] = (1 - kShare) * sum[label] + kShare * m.sum[label] / m.count;
  });
}

PicoTagger::PicoTagger(const PicoModel& model)
    : weights_(model.weights), steps_(model), thresholds_(model.thresholds) {}

PicoSpans PicoTagger::tag(const RecordText& record, const PicoHints& hints) const {
  std::vector<std::vector<PicoWeightSum>> sums;
  sums.reserve(record.sentences().size());
  for (std::size_t i = 0; i < record.sentences().size(); ++i)
    sums.push_back(pico_sums(record, i, hints, weights_));
  share_sums(sums, hints.words());
  PicoSpans out;
  Marginals room;
  for (std::size_t i = 0; i < record.sentences().size(); ++i) {
    const std::vector<LabelScores>& marginals = find_marginals(sums[i], steps_, room);
    SpanCollector(record.sentences()[i], i, marginals, thresholds_, out).collect();
  }
  return out;
}

const PicoTagger& built_in_pico_tagger() {
  static const PicoTagger kTagger(model_from(pico_weights()));
  return kTagger;
}

}  // namespace ev::extract
