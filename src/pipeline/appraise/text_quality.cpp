#include "pipeline/appraise/text_quality.hpp"

#include "pipeline/appraise/folded_words.hpp"

#include <algorithm>
#include <span>
#include <vector>

namespace ev::appraise {

namespace {

// What the words of an abstract say, one bit each.
enum Sign : unsigned {
  kSampleSize = 1,
  kUnit = 2,  // what a sample is counted in
  kInterval = 4,
  kPValue = 8,
  kMeasure = 16,
  kComparison = 32,
  kRegistration = 64,
  kLimitation = 128,
  kConclusion = 256,
};

struct SignCue {
  Sign sign;
  std::string_view first;
  enum { prefix, word, pair } kind = prefix;
  std::string_view second{};  // of a pair: the next word begins with it
};

constexpr SignCue kSignCues[] = {
    {kUnit, "patients", SignCue::word},
    {kUnit, "participants", SignCue::word},
    {kUnit, "subjects", SignCue::word},
    {kUnit, "adults", SignCue::word},
    {kUnit, "children", SignCue::word},
    {kUnit, "women", SignCue::word},
    {kUnit, "men", SignCue::word},
    {kUnit, "individuals", SignCue::word},
    {kUnit, "volunteers", SignCue::word},
    {kUnit, "people", SignCue::word},
    {kUnit, "infants", SignCue::word},
    {kUnit, "cases", SignCue::word},
    {kUnit, "samples", SignCue::word},
    {kUnit, "specimens", SignCue::word},
    {kUnit, "respondents", SignCue::word},
    {kUnit, "mice", SignCue::word},
    {kUnit, "rats", SignCue::word},
    {kUnit, "studies", SignCue::word},
    {kInterval, "confidence", SignCue::pair, "interval"},
    {kInterval, "credible", SignCue::pair, "interval"},
    {kMeasure, "odds"},
    {kMeasure, "hazard"},
    {kMeasure, "ratio"},
    {kMeasure, "difference"},
    {kMeasure, "mean"},
    {kMeasure, "risk"},
    {kMeasure, "coefficient"},
    {kMeasure, "correlation"},
    {kComparison, "placebo"},
    {kComparison, "versus"},
    {kComparison, "compar"},
    {kComparison, "sham"},
    {kComparison, "reference"},
    {kComparison, "control", SignCue::pair, "group"},
    {kComparison, "controls", SignCue::pair, ""},
    {kComparison, "usual", SignCue::pair, "care"},
    {kComparison, "standard", SignCue::pair, "care"},
    {kRegistration, "prospero"},
    {kRegistration, "isrctn"},
    {kRegistration, "eudract"},
    {kRegistration, "chictr"},
    {kRegistration, "actrn"},
    {kRegistration, "umin0"},
    {kLimitation, "limitation"},
    {kLimitation, "caution"},
    {kLimitation, "caveat"},
    {kLimitation, "limited", SignCue::pair, "by"},
    {kLimitation, "further", SignCue::pair, "research"},
    {kLimitation, "further", SignCue::pair, "stud"},
    {kLimitation, "small", SignCue::pair, "sample"},
    {kLimitation, "low", SignCue::pair, "certainty"},
    {kConclusion, "conclu"},
    {kConclusion, "findings", SignCue::pair, "suggest"},
    {kConclusion, "results", SignCue::pair, "suggest"},
    {kConclusion, "data", SignCue::pair, "suggest"},
    {kConclusion, "results", SignCue::pair, "indicate"},
};

// By the first letter: most words share theirs with few cues.
std::span<const SignCue> sign_cues_of(std::string_view word) {
  static const auto kByLetter = [] {
    std::array<std::vector<SignCue>, 26> out;
    for (const SignCue& cue : kSignCues)
      out[static_cast<std::size_t>(cue.first[0] - 'a')].push_back(cue);
    return out;
  }();
  if (word.empty() || word[0] < 'a' || word[0] > 'z') return {};
  return kByLetter[static_cast<std::size_t>(word[0] - 'a')];
}

bool is_number(std::string_view s) {
  return !s.empty() && std::all_of(s.begin(), s.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// The words of an abstract; beyond the last stands nothing.
class AbstractWords {
 public:
  explicit AbstractWords(std::string_view text) : words_(text) {}
  std::size_t size() const { return words_.size(); }
  std::string_view at(std::size_t i) const { return i < words_.size() ? words_[i] : ""; }
  bool is_number_at(std::size_t i) const { return is_number(at(i)); }

 private:
  FoldedWords words_;
};

bool stands_at(const SignCue& cue, const AbstractWords& words, std::size_t i) {
  const std::string_view word = words.at(i);
  if (cue.kind == SignCue::prefix) return word.starts_with(cue.first);
  if (word != cue.first) return false;
  return cue.kind == SignCue::word ||
         (i + 1 < words.size() && words.at(i + 1).starts_with(cue.second));
}

// "120 eligible adult patients": a number at most three words before the unit.
bool number_before(const AbstractWords& words, std::size_t unit) {
  for (std::size_t back = 1; back <= 3 && back <= unit; ++back) {
    if (words.is_number_at(unit - back)) return true;
  }
  return false;
}

// "n = 120", "p < 0.05", "95% CI", "CI 0.6 to 0.9", "NCT" with eight digits.
unsigned written_signs(const AbstractWords& words, std::size_t i) {
  const std::string_view word = words.at(i);
  unsigned signs = 0;
  if (word == "n" && words.is_number_at(i + 1)) signs |= kSampleSize;
  if (word == "p" && words.is_number_at(i + 1)) signs |= kPValue;
  if (word == "ci" && (words.is_number_at(i + 1) || (i > 0 && words.is_number_at(i - 1))))
    signs |= kInterval;
  if (word.size() == 11 && word.starts_with("nct") && is_number(word.substr(3)))
    signs |= kRegistration;
  return signs;
}

unsigned signs_of(const AbstractWords& words) {
  unsigned signs = 0;
  for (std::size_t i = 0; i < words.size(); ++i) {
    signs |= written_signs(words, i);
    for (const SignCue& cue : sign_cues_of(words.at(i))) {
      if ((signs & cue.sign) != 0 || !stands_at(cue, words, i)) continue;
      if (cue.sign != kUnit) {
        signs |= cue.sign;
      } else if (number_before(words, i)) {
        signs |= kSampleSize;
      }
    }
  }
  return signs;
}

bool is_registered(const model::Article& article) {
  return !article.nct_ids.empty() || !article.registry_ids.empty();
}

bool labels_conclusion(const model::Article& article) {
  return std::any_of(
      article.sections.begin(), article.sections.end(),
      [](const model::Section& section) { return section.nlm_category == "CONCLUSIONS"; });
}

}  // namespace

std::optional<TextQuality> text_quality(const model::Article& article) {
  const AbstractWords words(article.abstract);
  if (words.size() == 0) return std::nullopt;
  const unsigned signs = signs_of(words);
  const auto says = [signs](unsigned sign) { return (signs & sign) != 0; };
  const std::array<bool, kQualityCriteria.size()> met = {
      article.sections.size() >= 2,
      says(kSampleSize),
      says(kInterval) || (says(kPValue) && says(kMeasure)),
      says(kComparison),
      is_registered(article) || says(kRegistration),
      says(kLimitation),
      labels_conclusion(article) || says(kConclusion),
      !article.grants.empty() || !article.coi_statement.empty()};
  TextQuality quality;
  for (std::size_t i = 0; i < met.size(); ++i) {
    if (met[i]) quality.met.push_back(kQualityCriteria[i]);
  }
  quality.score = static_cast<double>(quality.met.size()) / static_cast<double>(met.size());
  return quality;
}

}  // namespace ev::appraise
