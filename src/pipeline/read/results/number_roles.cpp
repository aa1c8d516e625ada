#include "pipeline/read/results/number_roles.hpp"

#include "pipeline/nlp/chain.hpp"
#include "pipeline/nlp/words.hpp"
#include "pipeline/read/results/figure_grammar.hpp"
#include "pipeline/read/spans/word_features.hpp"

#include <algorithm>

namespace ev::read {

namespace {

// Kinds of features; kNearGrammar has one for each neighbour.
enum NumberFeature : std::uint32_t {
  kNumberForm = kOwnFeatures + 20,
  kNumberSize,
  kByGrammar,
  kNumberGapBefore,
  kNumberGapAfter,
  kNextForm,
  kWordsBefore,
  kWordsAfter,
  kMeasuresNamed,
  kNearGrammar,
};
// A number is a value where that is at least so likely; what it is a value of is judged again.
constexpr double kLeastValue = 0.2;
constexpr std::size_t kLongGap = 16;  // bytes of a gap that is looked at as it is written
constexpr std::size_t kBefore = 10, kAfter = 7;  // words

const nlp::Model& number_model() {
  static const nlp::Model kModel =
      nlp::stored_model("weights/number_roles.txt", {"number_roles", 1, kNumberRoles});
  return kModel;
}

std::uint32_t number_form(const doc::Number& n) {
  return (n.percent ? 1U : 0U) + (n.integer ? 2U : 0U) + (n.words ? 4U : 0U) +
         (n.glued_after ? 8U : 0U) + (n.hyphen_after ? 16U : 0U);
}

std::uint32_t size_class(double value) {
  std::uint32_t out = 0;
  for (const double limit : {0.0, 0.1, 1.0, 3.0, 10.0, 30.0, 100.0, 300.0, 1000.0}) {
    if (value > limit) ++out;
  }
  return out;
}

// Short gaps as they are written, others by their length.
std::uint32_t gap_class(const Sentence& s, std::size_t from, std::size_t to) {
  if (from >= to) return 1;
  if (to - from <= kLongGap) return nlp::word_number(s.slice({from, to}));
  const std::size_t words = s.token_from(to) - s.token_from(from);
  return 2 + static_cast<std::uint32_t>(std::min<std::size_t>(words, 12)) +
         (s.has_any({from, to}, ";") ? 20U : 0U);
}

// What the sentence says of its means and their dispersion.
std::uint32_t measures_named(const Sentence& s) {
  static const WordSet kMean("mean means average averaged");
  static const WordSet kMedian("median medians");
  static const WordSet kDeviation("sd se sem standard");
  const Range all{0, s.text.size()};
  return (s.has_word(all, kMean) ? 1U : 0U) + (s.has_word(all, kMedian) ? 2U : 0U) +
         (s.has_word(all, kDeviation) ? 4U : 0U);
}

class NumberFeatures {
 public:
  NumberFeatures(const Sentence& s, const std::vector<nlp::Features>& words,
                 const Statistics& statistics)
      : s_(s), words_(words), statistics_(statistics), grammar_(grammar_roles(s, statistics)) {}

  nlp::Features of(std::size_t i) const {
    const doc::Number& n = s_.numbers[i];
    const std::size_t token = s_.token_from(n.begin);
    nlp::Features out;
    if (token < words_.size()) out = words_[token];
    out.push_back(nlp::feature(kNumberForm, number_form(n)));
    out.push_back(nlp::feature(kNumberSize, size_class(n.value), n.percent ? 1 : 0));
    out.push_back(nlp::feature(kByGrammar, grammar(i), statistics_.taken[i] ? 1 : 0));
    out.push_back(nlp::feature(kMeasuresNamed, measures_named(s_), number_form(n)));
    add_gaps(i, out);
    add_near_words(token, out);
    return out;
  }

 private:
  std::uint32_t grammar(std::size_t i) const { return i < grammar_.size() ? grammar_[i] : 99U; }
  void add_gaps(std::size_t i, nlp::Features& out) const {
    const auto& all = s_.numbers;
    const std::uint32_t before = i == 0 ? 0 : gap_class(s_, all[i - 1].end, all[i].begin);
    const std::uint32_t after =
        i + 1 == all.size() ? 0 : gap_class(s_, all[i].end, all[i + 1].begin);
    out.push_back(nlp::feature(kNumberGapBefore, before));
    out.push_back(nlp::feature(kNumberGapAfter, after));
    out.push_back(nlp::feature(kNumberGapBefore + 100, before, number_form(all[i])));
    const std::uint32_t next = i + 1 == all.size() ? 64 : number_form(all[i + 1]);
    out.push_back(nlp::feature(kNextForm, after, next));
    for (std::uint32_t step = 0; step < 5; ++step) {
      const std::size_t at = i + step;  // two before to two behind
      if (step != 2)
        out.push_back(nlp::feature(kNearGrammar + step, at < 2 ? 98U : grammar(at - 2)));
    }
  }
  void add_near_words(std::size_t token, nlp::Features& out) const {
    for (std::size_t i = token > kBefore ? token - kBefore : 0; i < token; ++i)
      out.push_back(nlp::feature(kWordsBefore, nlp::word_number(s_.tokens[i].folded)));
    for (std::size_t i = token + 1; i < s_.tokens.size() && i <= token + kAfter; ++i)
      out.push_back(nlp::feature(kWordsAfter, nlp::word_number(s_.tokens[i].folded)));
  }

  const Sentence& s_;
  const std::vector<nlp::Features>& words_;
  const Statistics& statistics_;
  std::vector<std::uint32_t> grammar_;
};

}  // namespace

std::vector<nlp::Features> number_features(const Sentence& sentence,
                                           const std::vector<nlp::Features>& words,
                                           const Statistics& statistics) {
  const NumberFeatures features(sentence, words, statistics);
  std::vector<nlp::Features> out;
  for (std::size_t i = 0; i < sentence.numbers.size(); ++i) out.push_back(features.of(i));
  return out;
}

NumberRole number_role(std::span<const double> odds) {
  if (odds.front() > 1 - kLeastValue) return NumberRole::other;
  const auto best = std::max_element(odds.begin() + 1, odds.end());
  return static_cast<NumberRole>(best - odds.begin());
}

std::vector<NumberRole> number_roles(const Sentence& sentence,
                                     const std::vector<nlp::Features>& words,
                                     const Statistics& statistics) {
  const std::vector<nlp::Features> items = number_features(sentence, words, statistics);
  if (items.empty()) return {};
  const nlp::Model& model = number_model();
  std::vector<NumberRole> out;
  for (const auto& odds : nlp::marginals(model, model.sums_of(items)))
    out.push_back(number_role(odds));
  return out;
}

}  // namespace ev::read
