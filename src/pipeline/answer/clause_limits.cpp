#include "pipeline/answer/clause_limits.hpp"

#include "pipeline/answer/sentence_cues.hpp"
#include "pipeline/question/word_sets.hpp"

#include <algorithm>
#include <iterator>
#include <string_view>

namespace ev::answer {
namespace {

struct ClauseLimits {
  // "Higher with A than with B, but the difference was not significant", in this clause or the
  // next.
  bool is_insignificant() const {
    constexpr std::size_t kBefore = 8, kToWord = 4;
    for (std::size_t i = c_.begin; i < s_.size() && s_.clause[i] <= s_.clause[c_.begin] + 1; ++i) {
      const bool significance = s_.words[i].stem.starts_with("significan");
      if (!significance || s_.text(i + 1) == "increased" || s_.text(i + 1) == "reduced") continue;
      bool denied = false;
      bool difference = false;
      for (std::size_t k = i > kBefore ? i - kBefore : 0; k < i; ++k) {
        denied = denied || is_negation(s_, k);
        difference = difference || s_.words[k].stem.starts_with("differ") || s_.text(k) == "this";
      }
      const bool behind = i + 1 >= s_.size() || s_.words[i + 1].mark;
      // "A improved it, but no significant differences between the groups were seen"
      const bool other_clause = s_.clause[i] != s_.clause[c_.begin];
      bool between = false;
      const bool elsewhere = other_clause && says_other_times(s_.clause[i]);
      for (std::size_t k = i + 1;
           other_clause && !elsewhere && k < std::min(s_.size(), i + kToWord); ++k)
        between = between || s_.text(k).starts_with("difference");
      if (denied && between) return true;
      if (denied && difference && behind && (c_.outcome.empty() || i > *c_.outcome.begin()))
        return true;
    }
    return false;
  }
  // "… at other visits"
  bool says_other_times(std::size_t clause) const {
    for (std::size_t i = c_.begin; i < s_.size(); ++i) {
      if (s_.clause[i] == clause && s_.text(i) == "other") return true;
    }
    return false;
  }
  bool lacks_evidence() const {
    constexpr std::string_view kLittle[] = {"lacking", "insufficient", "limited", "inconclusive",
                                            "scarce",  "weak",         "sparse"};
    bool evidence = false;
    bool little = false;
    for (std::size_t i = c_.begin; i < c_.end; ++i) {
      evidence = evidence || s_.text(i) == "evidence" || s_.text(i) == "data";
      little = little || is_any_of(kLittle, s_.text(i));
    }
    return evidence && little;
  }
  // "No relationship between the change in A and the improvement in B" sets no arms apart.
  bool correlates() const {
    constexpr std::string_view kTies[] = {"relationship", "relationships", "correlation",
                                          "correlations", "correlated"};
    for (std::size_t i = 0; i < c_.end; ++i) {
      if (is_any_of(kTies, s_.text(i)) &&
          (c_.given.empty() || s_.text(i + 1) == "between" || s_.text(i) == "correlated"))
        return true;
    }
    return false;
  }
  // "Larger studies are needed", "this might have obscured an effect" tell of no result.
  bool supposes() const {
    constexpr std::string_view kStudies[] = {"studies",  "study",         "trials",        "trial",
                                             "research", "investigation", "investigations"};
    constexpr std::string_view kNeeded[] = {"needed", "required", "warranted", "necessary",
                                            "await"};
    constexpr std::string_view kCould[] = {"might", "could", "would"};
    bool studies = false;
    bool needed = false;
    for (std::size_t i = c_.begin; i < c_.end; ++i) {
      studies = studies || is_any_of(kStudies, s_.text(i));
      needed = needed || is_any_of(kNeeded, s_.text(i));
      if (is_any_of(kCould, s_.text(i)) && s_.text(i + 1) == "have") return true;
    }
    return studies && needed;
  }
  // "No difference between the groups at baseline" tells of how they were made.
  bool is_at_baseline() const {
    constexpr std::string_view kStart[] = {"baseline", "beginning", "entry", "start"};
    for (std::size_t i = c_.begin; i < c_.end; ++i) {
      if (s_.text(i) != "at") continue;
      if (is_any_of(kStart, s_.text(i + 1)) || is_any_of(kStart, s_.text(i + 2))) return true;
    }
    return false;
  }

  const SentenceWords& s_;
  const ClauseView& c_;
};

}  // namespace

bool tells_no_result(const SentenceWords& sentence, const ClauseView& clause) {
  const ClauseLimits limits{sentence, clause};
  return limits.lacks_evidence() || limits.supposes() || limits.correlates();
}
bool is_at_baseline(const SentenceWords& sentence, const ClauseView& clause) {
  return ClauseLimits{sentence, clause}.is_at_baseline();
}
bool is_insignificant(const SentenceWords& sentence, const ClauseView& clause) {
  return ClauseLimits{sentence, clause}.is_insignificant();
}

bool changes_in_all_groups(const SentenceWords& s, const ClauseView& clause) {
  constexpr std::string_view kEach[] = {"both", "all", "each", "two", "either"};
  constexpr std::string_view kGroups[] = {"groups", "arms", "group", "treatments", "drugs"};
  bool all = false;
  for (std::size_t i = clause.begin; i < clause.end; ++i) {
    if (question::word_sets().comparative.has(s.words[i])) return false;
    all = all || (is_any_of(kEach, s.text(i)) &&
                  (is_any_of(kGroups, s.text(i + 1)) || is_any_of(kGroups, s.text(i + 2))));
  }
  return all;
}

}  // namespace ev::answer
