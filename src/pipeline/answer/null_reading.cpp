#include "pipeline/answer/null_reading.hpp"

#include "pipeline/question/word_sets.hpp"

#include <algorithm>
#include <iterator>
#include <string_view>

namespace ev::answer {
namespace {

std::optional<std::size_t> second_as(const SentenceWords& s, const ClauseView& c, std::size_t i) {
  constexpr std::size_t kReach = 8;
  if (s.text(i) != "as") return std::nullopt;
  for (std::size_t k = i + 2; k < std::min(c.end, i + kReach); ++k) {
    if (s.text(k) == "as") return k;
  }
  return std::nullopt;
}

class NullReader {
 public:
  NullReader(const question::QuestionFrame& frame, const SentenceWords& sentence,
             const ClauseView& clause, const SentenceCues& cues, const Places& named)
      : f_(frame), s_(sentence), c_(clause), cues_(cues), named_(named) {}

  std::optional<std::size_t> find() const {
    for (std::size_t i = c_.begin; i < c_.end; ++i) {
      if (s_.words[i].mark || denies_contrast_to_another(i)) continue;
      if (likens(i) || denies(i)) return i;
    }
    return std::nullopt;
  }

 private:
  bool likens(std::size_t i) const {
    constexpr std::size_t kBase = 8;
    constexpr std::string_view kOfTime[] = {"time", "patients", "period", "day", "dose"};
    if (tells_tolerance(i)) return false;
    if (s_.text(i) == "as") return likens_by_degree(i);
    if (!question::word_sets().same.has_stem(s_.words[i])) return false;
    if (s_.text(i) == "same" && is_any_of(kOfTime, s_.text(i + 1))) return false;
    // "Similarly reduced in men and women"
    if (!f_.against_active() && s_.text(i).ends_with("ly") &&
        cues_.at(i + 1).kind == CueKind::directed)
      return false;
    const bool to = s_.text(i + 1) == "to" || s_.text(i + 1) == "with";
    const auto near = [i](const Places& places) {
      const auto at = places.lower_bound(i + 2);
      return at != places.end() && *at < i + kBase;
    };
    // "Less than with B, with rates comparable to placebo" does not liken A to B.
    if (to && f_.against_active()) return near(c_.against) || !near(c_.controls);
    if (to && !f_.comparator) return near(c_.controls);
    return !is_against_another(f_, c_);
  }
  // "Equally well tolerated" says nothing of what a treatment is for.
  bool tells_tolerance(std::size_t i) const {
    constexpr std::size_t kBehind = 4, kBefore = 9;
    if (question::type_of(f_) == question::QuestionType::harm) return false;
    const auto tells = [this](std::size_t k) {
      const std::string& stem = s_.words[k].stem;
      return named_.count(k) == 0 && (stem.starts_with("tolera") || stem.starts_with("adverse") ||
                                      stem.starts_with("safe"));
    };
    for (std::size_t k = i + 1; k < std::min(c_.end, i + kBehind); ++k) {
      if (named_.count(k) > 0) return false;
      if (tells(k)) return true;
    }
    for (std::size_t k = i; k > c_.begin && i - k < kBefore; --k) {
      if (named_.count(k - 1) > 0 || is_efficacy(k - 1)) return false;
      if (tells(k - 1)) return true;
    }
    return false;
  }
  bool is_efficacy(std::size_t i) const {
    return s_.words[i].stem.starts_with("effic") || s_.words[i].stem.starts_with("effect");
  }
  // "As active as", "as potent and safe as"; not "as well as", "as many as".
  bool tells_quality(std::size_t i) const {
    constexpr std::string_view kQualities[] = {"active",    "potent",     "powerful", "good",
                                               "efficient", "successful", "rapid",    "strong",
                                               "reliable",  "rapidly",    "fast",     "useful"};
    return is_any_of(kQualities, s_.text(i));
  }
  // "As effective as placebo"; as another drug only where that is what is asked.
  bool likens_by_degree(std::size_t i) const {
    constexpr std::size_t kReach = 8, kOfQuality = 4;
    const std::optional<std::size_t> second = second_as(s_, c_, i);
    if (!second) return false;
    bool cue = f_.against_active() && *second <= i + kOfQuality && tells_quality(i + 1);
    for (std::size_t k = i + 1; k <= i + 2; ++k) cue = cue || cues_.at(k).kind != CueKind::none;
    if (!cue || f_.against_active()) return cue;
    const auto base = c_.controls.lower_bound(*second);
    return base != c_.controls.end() && *base < *second + kReach;
  }

  bool denies(std::size_t i) const {
    constexpr std::size_t kReach = 9, kApart = 6, kWithout = 7;
    const std::string& w = s_.text(i);
    if (!is_negation(s_, i) || (w == "not" && s_.text(i + 1) == "only")) return false;
    if (w == "not" && i > 0 && s_.text(i - 1) == "but") {  // "but not A"
      const auto arm = c_.given.lower_bound(i);
      return arm != c_.given.end() && *arm < i + kApart;
    }
    if (w == "without") {  // of what follows alone
      const auto outcome = c_.outcome.upper_bound(i);
      if (outcome == c_.outcome.end() || *outcome >= i + kWithout) return false;
    }
    if (differs_from_another(i)) return false;
    for (std::size_t k = i + 1; k < std::min(c_.end, i + kReach); ++k) {
      const CueKind kind = cues_.at(k).kind;
      if (question::word_sets().denied.has_stem(s_.words[k]) || named_.count(k) > 0 ||
          kind == CueKind::directed || kind == CueKind::valued)
        return true;
    }
    return false;
  }

  // "Not different from a standard dose" is no lack of effect.
  bool differs_from_another(std::size_t i) const {
    constexpr std::size_t kToWord = 4, kToBase = 5;
    constexpr std::string_view kFrom[] = {"from", "to", "than", "with"};
    if (f_.comparator || !c_.controls.empty()) return false;
    for (std::size_t k = i + 1; k < std::min(c_.end, i + kToWord); ++k) {
      if (!s_.words[k].stem.starts_with("differ")) continue;
      for (std::size_t n = k + 1; n < std::min(c_.end, k + kToBase); ++n) {
        if (is_any_of(kFrom, s_.text(n))) return true;
      }
    }
    return false;
  }
  // "No difference between A and B" where B is not what is asked about.
  bool denies_contrast_to_another(std::size_t i) const {
    constexpr std::size_t kReach = 7;
    constexpr std::string_view kContrasts[] = {"difference", "differences", "different", "differ",
                                               "differed",   "superior",    "better"};
    if (!is_negation(s_, i) || !is_against_another(f_, c_)) return false;
    for (std::size_t k = i + 1; k < std::min(c_.end, i + kReach); ++k) {
      if (is_any_of(kContrasts, s_.text(k))) return true;
    }
    return false;
  }

  const question::QuestionFrame& f_;
  const SentenceWords& s_;
  const ClauseView& c_;
  const SentenceCues& cues_;
  const Places& named_;
};

}  // namespace

std::optional<std::size_t> null_place(const question::QuestionFrame& frame,
                                      const SentenceWords& sentence, const ClauseView& clause,
                                      const SentenceCues& cues, const Places& named) {
  return NullReader(frame, sentence, clause, cues, named).find();
}

std::optional<std::size_t> as_as(const SentenceWords& s, const ClauseView& c, std::size_t cue) {
  for (std::size_t i = c.begin; i < cue; ++i) {
    if (second_as(s, c, i)) return i;
  }
  return std::nullopt;
}

bool is_against_another(const question::QuestionFrame& frame, const ClauseView& clause) {
  return !frame.against_active() && !clause.others.empty() && clause.controls.empty() &&
         !clause.given.empty();
}

}  // namespace ev::answer
