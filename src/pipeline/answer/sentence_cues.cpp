#include "pipeline/answer/sentence_cues.hpp"

#include "pipeline/question/word_sets.hpp"

#include <algorithm>
#include <iterator>
#include <string_view>

namespace ev::answer {
namespace {

constexpr std::string_view kDegrees[] = {"greater", "more",    "larger", "higher",
                                         "less",    "smaller", "lower",  "fewer",
                                         "better",  "least",   "fewest", "lesser"};
constexpr std::string_view kLesser[] = {"less",  "smaller", "lower", "fewer",
                                        "least", "fewest",  "lesser"};

bool is_other_drug(const SentenceWords& s, std::size_t i) {
  return question::ConceptLexicon::built_in().is_drug(s.words[i]) ||
         std::any_of(s.names.begin(), s.names.end(), [i](const question::ConceptSpan& n) {
           return n.end == i + 1 && (n.about->kind == question::ConceptKind::drug_class ||
                                     n.about->kind == question::ConceptKind::agent);
         });
}

}  // namespace

bool is_negation(const SentenceWords& s, std::size_t i) {
  if (i >= s.size()) return false;
  if (s.text(i) == "free") {  // "free from effects"; "free of pain" names the outcome's opposite
    const bool of = s.text(i + 1) == "from" || s.text(i + 1) == "of";
    return of && std::none_of(s.names.begin(), s.names.end(), [i](const question::ConceptSpan& n) {
             return n.begin == i + 2 && n.about->kind == question::ConceptKind::outcome;
           });
  }
  return question::word_sets().negation.has(s.words[i]);
}

WordCue SentenceCues::at(std::size_t i) const {
  constexpr std::string_view kAll[] = {"all", "any", "specific"};
  constexpr std::string_view kLow[] = {"low", "minimal", "lowest"};
  if (i >= s_.size() || s_.words[i].mark || arms_.count(i) > 0) return {};
  const question::WordSets& sets = question::word_sets();
  const question::Word& word = s_.words[i];
  if (word.text == "least" && i > 0 && s_.text(i - 1) == "at") return {};
  if (is_only_cause(i) || is_of_other_matter(i)) return {};
  if (word.text == "cause" && i > 0 && is_any_of(kAll, s_.text(i - 1))) return {};
  if (is_any_of(kLow, word.text)) {
    for (std::size_t k = i + 1; k < std::min(s_.size(), i + 3); ++k) {
      if (sets.likelihood.has(s_.words[k])) return {CueKind::directed, -1};
    }
  }
  if (sets.up.has_stem(word)) return {CueKind::directed, 1};
  if (sets.down.has_stem(word)) return {CueKind::directed, -1};
  if (sets.good.has_stem(word)) return {CueKind::valued, 1};
  if (sets.bad.has_stem(word)) return {CueKind::valued, -1};
  if (sets.associated.has_stem(word)) return {CueKind::associated, 1};
  return {};
}

WordCue SentenceCues::with_degree(std::size_t i, const std::set<std::size_t>& outcome) const {
  constexpr std::size_t kUndoing = 4;
  WordCue cue = at(i);
  const bool degree = is_any_of(kDegrees, s_.text(i)) || s_.text(i) == "longer";
  const std::size_t near[] = {i - 1, i + 1, i - 2, i + 2};
  for (const std::size_t k : near) {
    if (k >= s_.size() || s_.clause[k] != s_.clause[i] || outcome.count(k) > 0 || tells_amount(k))
      continue;
    const WordCue other = at(k);
    if (other.kind == CueKind::none) continue;
    const bool degree_there = is_any_of(kDegrees, s_.text(k));
    if (degree && !degree_there && other.kind != CueKind::associated) {
      cue = {other.kind, other.sign * (is_any_of(kLesser, s_.text(i)) ? -1 : 1)};
      break;
    }
    if (!degree && degree_there) {
      cue.sign *= is_any_of(kLesser, s_.text(k)) ? -1 : 1;
      break;
    }
  }
  const question::WordSets& sets = question::word_sets();
  if (degree && cue.kind == CueKind::directed && is_of_effect(i)) cue.kind = CueKind::valued;
  if (degree && cue.kind == CueKind::directed && is_of_share_freed(i)) cue.sign = -cue.sign;
  if (cue.kind == CueKind::directed && cue.sign > 0 && is_unlikely(i)) cue.sign = -1;
  if (cue.kind != CueKind::directed || !sets.change.has_stem(s_.words[i])) return cue;
  for (std::size_t k = i > kUndoing ? i - kUndoing : 0; k < i; ++k) {
    if (sets.undoing.has_stem(s_.words[k]) && s_.clause[k] == s_.clause[i]) {
      cue.sign = -cue.sign;
      break;
    }
  }
  return cue;
}

// "NSAID-induced ulcers" tells whose, "induced relief" leads to the word that tells the direction.
bool SentenceCues::is_only_cause(std::size_t i) const {
  constexpr std::string_view kCauses[] = {"induce", "induced", "induces", "cause",
                                          "caused", "causes",  "provoke", "provoked"};
  constexpr std::string_view kBonds[] = {"induced", "related", "associated", "caused"};
  constexpr std::size_t kReach = 7;
  if (s_.words[i].joined && is_any_of(kBonds, s_.text(i))) return true;
  if (!is_any_of(kCauses, s_.text(i))) return false;
  const question::WordSets& sets = question::word_sets();
  for (std::size_t k = i + 1; k < std::min(s_.size(), i + kReach); ++k) {
    if (sets.down.has_stem(s_.words[k])) return true;
  }
  const bool after_drug = i > 0 && arms_.count(i - 1) == 0 && is_other_drug(s_, i - 1);
  return s_.text(i) == "induced" && after_drug;
}

// "Adverse events such as X", "commonly used": no direction of what stands beside it.
bool SentenceCues::is_of_other_matter(std::size_t i) const {
  constexpr std::string_view kEvents[] = {"event",    "events",    "effect",     "effects",
                                          "reaction", "reactions", "experience", "experiences"};
  constexpr std::string_view kUse[] = {"use", "used", "prescribed", "employed", "given"};
  if (s_.text(i) == "adverse") return is_any_of(kEvents, s_.text(i + 1)) && s_.text(i + 2) != "on";
  return (s_.text(i) == "commonly" || s_.text(i) == "frequently") &&
         is_any_of(kUse, s_.text(i + 1));
}

// "A greater direct effect on pain" is the better one, not more of the pain.
bool SentenceCues::is_of_effect(std::size_t i) const {
  constexpr std::string_view kEffects[] = {"effect", "effects", "efficacy", "activity", "potency"};
  constexpr std::string_view kQualities[] = {"powerful", "potent", "favourable", "favorable"};
  constexpr std::string_view kUnwanted[] = {"adverse",  "side",        "toxic",
                                            "unwanted", "undesirable", "untoward"};
  constexpr std::size_t kReach = 4;
  if (is_any_of(kQualities, s_.text(i + 1))) return true;
  for (std::size_t k = i + 1; k < std::min(s_.size(), i + kReach); ++k) {
    if (s_.words[k].mark || is_any_of(kUnwanted, s_.text(k)) || s_.text(k) == "than") return false;
    if (is_any_of(kEffects, s_.text(k))) return true;
  }
  return false;
}

// "Heals a greater proportion of ulcers"
bool SentenceCues::is_of_share_freed(std::size_t i) const {
  constexpr std::string_view kShares[] = {"proportion", "percentage", "number", "share"};
  constexpr std::string_view kFrees[] = {"heal",     "heals",      "healed",  "healing",
                                         "cure",     "cures",      "cured",   "resolve",
                                         "resolved", "eradicated", "cleared", "controlled"};
  constexpr std::size_t kReach = 4;
  if (!is_any_of(kShares, s_.text(i + 1))) return false;
  for (std::size_t k = i > kReach ? i - kReach : 0; k < i; ++k) {
    if (is_any_of(kFrees, s_.text(k))) return true;
  }
  return false;
}

// "A low potential for sedation, weight gain and prolactin elevation".
bool SentenceCues::is_unlikely(std::size_t i) const {
  constexpr std::string_view kLow[] = {"low", "lower", "minimal", "reduced", "decreased", "less"};
  constexpr std::size_t kReach = 18;
  const question::WordSets& sets = question::word_sets();
  for (std::size_t k = i > kReach ? i - kReach : 0; k + 2 < i; ++k) {
    if (s_.clause[k] == s_.clause[i] && is_any_of(kLow, s_.text(k)) &&
        sets.likelihood.has(s_.words[k + 1]) &&
        (s_.text(k + 2) == "for" || s_.text(k + 2) == "of" || s_.text(k + 2) == "to"))
      return true;
  }
  return false;
}

std::size_t SentenceCues::distance(std::size_t a, std::size_t b) const {
  constexpr std::size_t kOtherClause = 8, kBracket = 3, kComma = 2;
  const std::size_t low = std::min(a, b);
  const std::size_t high = std::max(a, b);
  const std::size_t depth = std::max(s_.depth[a], s_.depth[b]);
  std::size_t out = 1;
  if (s_.clause[a] != s_.clause[b]) out += kOtherClause;
  if (s_.depth[a] != s_.depth[b]) out += kBracket;
  for (std::size_t i = low + 1; i < high; ++i) {
    if (s_.depth[i] > depth) continue;  // "risk (95 % CI 0.7 to 0.9) of stroke"
    out += s_.text(i) == "," ? 1 + kComma : 1;
  }
  return low == high ? 0 : out;
}

std::size_t SentenceCues::nearest(std::size_t from, const std::set<std::size_t>& to) const {
  std::size_t best = kNowhere;
  std::size_t least = kNowhere;
  for (const std::size_t k : to) {
    const std::size_t far = distance(from, k);
    if (far < least) {
      least = far;
      best = k;
    }
  }
  return best;
}

bool SentenceCues::is_denied(std::size_t i) const {
  constexpr std::size_t kReach = 7, kWithout = 4;
  for (std::size_t back = 1; back <= std::min(i, kReach); ++back) {
    const std::size_t k = i - back;
    const std::string& w = s_.text(k);
    if (w == ";") return false;
    if (s_.clause[k] != s_.clause[i] && w != "not" && w != "no" && w != "nor") return false;
    if (!is_negation(s_, k)) continue;
    const std::string& next = s_.text(k + 1);
    if ((w == "not" || w == "without") && next == "only") return false;
    if (w == "no" && (next == "treatment" || next == "intervention")) return false;
    if (w == "not" && k > 0 && s_.text(k - 1) == "but") return false;
    return w != "without" || back <= kWithout;
  }
  return false;
}

bool SentenceCues::tells_amount(std::size_t i) const {
  constexpr std::string_view kRelative[] = {"lower", "upper", "higher"};
  constexpr std::string_view kBounds[] = {"more", "greater", "higher", "less", "lower", "fewer"};
  const std::string& third = s_.text(i + 2);
  if (is_any_of(kBounds, s_.text(i)) && s_.text(i + 1) == "than" && !third.empty() &&
      third[0] >= '0' && third[0] <= '9')
    return true;
  return is_any_of(kRelative, s_.text(i)) && i + 1 < s_.size() &&
         question::word_sets().ranked_part.has(s_.words[i + 1]);
}

}  // namespace ev::answer
