#include "pipeline/appraise/text_quality.hpp"

#include <algorithm>
#include <bitset>
#include <span>
#include <vector>

namespace ev::appraise {

namespace {

enum Sign : ReportingSigns {
  kSampleSize = 1,
  kUnit = 2,  // what a sample is counted in
  kInterval = 4,
  kPValue = 8,
  kMeasure = 16,
  kComparison = 32,
  kRegistration = 64,
  kLimitation = 128,
  kConclusion = 256,
  kWords = 512,  // that there are any
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

// The words that are a sign beside a number, and the beginning of a registration's.
constexpr std::string_view kWrittenSigns[] = {"n", "p", "ci", "nct"};

// By the first three letters, five bits of each: few words share them with a cue.
constexpr std::size_t kBegins = std::size_t{1} << 15u;
std::size_t begin_of(std::uint64_t opening) {
  return (opening & 31u) | (opening >> 8u & 31u) << 5u | (opening >> 16u & 31u) << 10u;
}

class CueTable {
 public:
  CueTable() {
    for (const std::string_view word : kWrittenSigns)
      begins_[begin_of(FoldedWords(word).opening(0))] = true;
    for (const SignCue& cue : kSignCues) {
      begins_[begin_of(FoldedWords(cue.first).opening(0))] = true;
      by_letter_[static_cast<std::size_t>(cue.first[0] - 'a')].push_back(cue);
    }
  }
  // False: no sign begins like this.
  bool may_begin(std::uint64_t opening) const { return begins_[begin_of(opening)]; }
  std::span<const SignCue> of(std::string_view word) const {
    if (word[0] < 'a' || word[0] > 'z') return {};
    return by_letter_[static_cast<std::size_t>(word[0] - 'a')];
  }

 private:
  std::bitset<kBegins> begins_;
  std::array<std::vector<SignCue>, 26> by_letter_;
};

bool is_number(std::string_view s) {
  return !s.empty() && std::all_of(s.begin(), s.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// Beyond the last word stands nothing.
std::string_view word_at(const FoldedWords& words, std::size_t i) {
  return i < words.size() ? words[i] : "";
}

bool is_number_at(const FoldedWords& words, std::size_t i) {
  return is_number(word_at(words, i));
}

bool stands_at(const SignCue& cue, const FoldedWords& words, std::size_t i) {
  const std::string_view word = word_at(words, i);
  if (cue.kind == SignCue::prefix) return word.starts_with(cue.first);
  if (word != cue.first) return false;
  return cue.kind == SignCue::word ||
         (i + 1 < words.size() && word_at(words, i + 1).starts_with(cue.second));
}

// "120 eligible adult patients": a number at most three words before the unit.
bool number_before(const FoldedWords& words, std::size_t unit) {
  for (std::size_t back = 1; back <= 3 && back <= unit; ++back) {
    if (is_number_at(words, unit - back)) return true;
  }
  return false;
}

// "n = 120", "p < 0.05", "95% CI", "CI 0.6 to 0.9", "NCT" with eight digits.
unsigned written_signs(const FoldedWords& words, std::size_t i) {
  const std::string_view word = word_at(words, i);
  unsigned signs = 0;
  if (word == "n" && is_number_at(words, i + 1)) signs |= kSampleSize;
  if (word == "p" && is_number_at(words, i + 1)) signs |= kPValue;
  if (word == "ci" && (is_number_at(words, i + 1) || (i > 0 && is_number_at(words, i - 1))))
    signs |= kInterval;
  if (word.size() == 11 && word.starts_with("nct") && is_number(word.substr(3)))
    signs |= kRegistration;
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

ReportingSigns reporting_signs(const FoldedWords& words) {
  static const CueTable kCues;
  unsigned signs = words.empty() ? 0 : kWords;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (!kCues.may_begin(words.opening(i))) continue;
    signs |= written_signs(words, i);
    for (const SignCue& cue : kCues.of(word_at(words, i))) {
      if ((signs & cue.sign) != 0 || !stands_at(cue, words, i)) continue;
      if (cue.sign != kUnit) {
        signs |= cue.sign;
      } else if (number_before(words, i)) {
        signs |= kSampleSize;
      }
    }
  }
  return static_cast<ReportingSigns>(signs);
}

std::optional<TextQuality> text_quality(const model::Article& article, ReportingSigns signs) {
  if ((signs & kWords) == 0) return std::nullopt;
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

std::optional<TextQuality> text_quality(const model::Article& article) {
  return text_quality(article, reporting_signs(FoldedWords(article.abstract)));
}

}  // namespace ev::appraise
