#include "pipeline/answer/clause_subject.hpp"

#include "pipeline/answer/null_reading.hpp"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <tuple>
#include <vector>

namespace ev::answer {
namespace {

bool starts_with_digit(const std::string& word) {
  return !word.empty() && word.front() >= '0' && word.front() <= '9';
}

}  // namespace

bool ClauseSubject::compares(std::size_t i) const {
  constexpr std::string_view kWords[] = {"than",     "versus",   "vs",        "over",
                                         "compared", "relative", "comparison"};
  if (s_.text(i) == "than" && starts_with_digit(s_.text(i + 1))) return false;
  const bool ranks =
      s_.text(i) == "to" && i > 0 && (s_.text(i - 1) == "superior" || s_.text(i - 1) == "inferior");
  return ranks || is_any_of(kWords, s_.text(i));
}
std::size_t ClauseSubject::comparing_word(std::size_t cue) const {
  constexpr std::size_t kReach = 12;
  constexpr std::string_view kBehindOnly[] = {"versus", "vs", "over", "relative"};
  for (std::size_t i = cue + 1; i < c_.end; ++i) {
    if (compares(i)) return i;
  }
  std::size_t out = kNowhere;
  for (std::size_t i = c_.begin; i < cue; ++i) {
    if (!compares(i) || is_any_of(kBehindOnly, s_.text(i))) continue;
    if (s_.text(i) == "than" && cue - i >= kReach) continue;
    out = i;
  }
  return out;
}

// "A and B were superior to C" sets neither against the other.
bool ClauseSubject::is_of_both_arms(std::size_t cue) const {
  constexpr std::size_t kApart = 8;
  if (!f_.against_active()) return false;
  const auto last_before = [cue](const Places& places) {
    const auto at = places.lower_bound(cue);
    return at == places.begin() ? kNowhere : *std::prev(at);
  };
  const std::size_t given = last_before(c_.given);
  const std::size_t against = last_before(c_.against);
  if (given == kNowhere || against == kNowhere) return false;
  const auto [low, high] = std::minmax(given, against);
  if (high - low > kApart) return false;
  bool joined = false;
  for (std::size_t i = low + 1; i < high; ++i) {
    if (compares(i) || s_.words[i].text == "but" || s_.words[i].text == "not") return false;
    joined = joined || s_.text(i) == "and";
  }
  return joined;
}

std::optional<int> ClauseSubject::of(std::size_t cue) const {
  if (!c_.own_arms) return inherited();
  const std::size_t than = comparing_word(cue);
  if (than == kNowhere) return beside(cue);
  constexpr std::size_t kReach = 14;
  const auto first = [&](const Places& places) {
    const auto at = places.upper_bound(than);
    return at == places.end() || *at >= than + kReach ? kNowhere : *at;
  };
  const std::size_t given = first(c_.given);
  const std::size_t base = std::min(first(c_.against), first(c_.controls));
  const bool another = base == kNowhere || c_.against.count(base) == 0;
  if (given == kNowhere && another && is_of_both_arms(std::min(cue, than))) return std::nullopt;
  const bool before = leads_up_to(than);
  if (than < cue) {
    const bool leads = s_.text(than) != "than" && s_.text(than) != "to";
    if (given >= base) return 1;
    if (leads) return f_.comparator ? -1 : 1;
    if (!f_.comparator && !before) return std::nullopt;
    return before ? 1 : -1;
  }
  if (!f_.comparator && given != kNowhere && !before) return std::nullopt;
  // "Lower with C than with A and B": a third is set against both.
  const bool other_before = !c_.against.empty() && *c_.against.begin() < than;
  if (f_.against_active() && given != kNowhere && first(c_.against) != kNowhere && !before &&
      !other_before)
    return std::nullopt;
  if (before && base != kNowhere) return 1;
  return given < base && !(before && c_.against.empty()) ? -1 : 1;
}
// What is given stands before the word, and no other drug between: "in a trial with A, B was
// better than A" is said of B.
bool ClauseSubject::leads_up_to(std::size_t word) const {
  const auto last_before = [word](const Places& places) -> std::optional<std::size_t> {
    const auto at = places.lower_bound(word);
    return at == places.begin() ? std::nullopt : std::optional(*std::prev(at));
  };
  const auto given = last_before(c_.given);
  const auto other = last_before(c_.others);
  return given && (!other || *other < *given || f_.against_active());
}
// The first arm of the clause before is the subject of this one.
std::optional<int> ClauseSubject::inherited() const {
  const auto first = [](const Places& places) {
    return places.empty() ? kNowhere : *places.begin();
  };
  const std::size_t given = first(c_.given);
  const std::size_t against = first(c_.against);
  const std::size_t other = first(c_.others);
  if (given == kNowhere && against == kNowhere && other == kNowhere) return 1;
  // "B, with an efficacy comparable to that of A but without …" is said of B.
  constexpr std::size_t kReach = 4;
  for (std::size_t i = given != kNowhere && given > kReach ? given - kReach : 0;
       !f_.comparator && given != kNowhere && i < given; ++i) {
    if (s_.text(i) == "than" || (s_.text(i) == "that" && s_.text(i + 1) == "of"))
      return std::nullopt;
  }
  if (given < against && given < other) return 1;
  if (against < other) return f_.comparator ? std::optional(-1) : std::nullopt;
  return std::nullopt;
}

// By the arm nearest to the word, those led to by "with", "by" … first.
std::optional<int> ClauseSubject::beside(std::size_t cue) const {
  constexpr std::string_view kLeads[] = {"with", "by",    "in",    "for", "of",
                                         "on",   "after", "among", "to",  "under"};
  constexpr std::size_t kReach = 8;
  struct Arm {
    std::size_t far, kind, at;
    bool operator<(const Arm& o) const {
      return std::tie(far, kind, at) < std::tie(o.far, o.kind, o.at);
    }
  };
  std::vector<Arm> arms;
  for (const std::size_t i : c_.given) arms.push_back({cues_.distance(cue, i), 0, i});
  for (const std::size_t i : c_.against) arms.push_back({cues_.distance(cue, i), 1, i});
  // "A was as effective as B in …" is said of A.
  const auto first_as = as_as(s_, c_, cue);
  if (first_as && !c_.given.empty() && *c_.given.begin() < *first_as) return 1;
  for (const std::size_t i : c_.others) arms.push_back({cues_.distance(cue, i) + 1, 2, i});
  if (arms.empty()) return 1;
  std::sort(arms.begin(), arms.end());
  Arm chosen = arms.front();
  for (const Arm& arm : arms) {
    if (arm.at <= cue || arm.at - cue >= kReach) continue;
    bool led = false;
    for (std::size_t i = cue + 1; i < arm.at; ++i) led = led || is_any_of(kLeads, s_.text(i));
    if (!led) continue;
    chosen = arm;
    break;
  }
  if (chosen.kind == 1) return f_.comparator ? -1 : 1;
  if (chosen.kind == 2 && (c_.given.empty() || !f_.comparator)) return std::nullopt;
  return 1;
}

}  // namespace ev::answer
