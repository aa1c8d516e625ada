#include "pipeline/question/frame_reader.hpp"
#include "pipeline/question/frame_words.hpp"
#include "pipeline/question/word_sets.hpp"

#include <algorithm>

namespace ev::question {

void FrameReader::drop(std::size_t begin, std::size_t end) {
  words_.erase(words_.begin() + static_cast<std::ptrdiff_t>(begin),
               words_.begin() + static_cast<std::ptrdiff_t>(end));
}

// "Than no treatment", "placebo or no treatment" names what something is compared with.
bool FrameReader::is_of_comparator(std::size_t i) const {
  constexpr std::string_view kNone[] = {"no", "nothing", "not", "never"};
  constexpr std::string_view kJoins[] = {"than", "versus", "vs", "or"};
  constexpr std::string_view kCompared[] = {"compared", "comparison", "relative"};
  if (i == 0 || !is_among(kNone, words_[i])) return false;
  if (is_among(kJoins, words_[i - 1])) return true;
  return i > 1 && (is(i - 1, "with") || is(i - 1, "to")) && is_among(kCompared, words_[i - 2]);
}

// "Patients not receiving oxygen"; "not without benefit" denies nothing.
bool FrameReader::tells_whom(std::size_t i) const {
  const bool opens = is(i, "not") && i == 1 && word_sets().auxiliary.has(words_.front());
  const bool tag = is(i, "not") && i + 3 >= words_.size() && is(words_.size() - 1, "it");
  if (opens || tag) return true;  // "Doesn't A help?", "A helps, doesn't it?"
  if (!is(i, "not") || i == 0 || i + 1 >= words_.size()) return false;
  if (is(i + 1, "without") || is(i - 1, ",")) return true;
  return words_[i + 1].text.ends_with("ing") && !word_sets().auxiliary.has(words_[i - 1]);
}

// "It is a myth that …", "it cannot be said that …": the opposite of what follows.
void FrameReader::drop_disclaimer() {
  constexpr std::string_view kFalse[] = {"myth",     "untrue", "false",  "wrong",
                                         "nonsense", "not",    "cannot", "never"};
  constexpr std::size_t kReach = 7;
  if (!is(0, "it")) return;
  bool untrue = false;
  for (std::size_t i = 1; i < std::min(words_.size(), kReach); ++i) {
    untrue = untrue || is_among(kFalse, words_[i]);
    if (!is(i, "that")) continue;
    drop(0, i + 1);
    disclaimed_ = untrue;
    return;
  }
}

// "I have heard that", "my nurse told me": who says it.
void FrameReader::drop_speaker() {
  constexpr std::string_view kSpeaker[] = {"i",      "we",      "my",      "our", "they",
                                           "people", "doctors", "friends", "some"};
  constexpr std::string_view kTold[] = {"told",    "says",  "say",  "said",  "think",
                                        "believe", "heard", "read", "wonder"};
  constexpr std::string_view kWho[] = {"me", "him", "her", "us", "them", "that"};
  constexpr std::size_t kOpening = 9;
  if (words_.empty() || !is_among(kSpeaker, words_.front())) return;
  for (std::size_t i = 1; i < std::min(words_.size(), kOpening); ++i) {
    if (!is_among(kTold, words_[i])) continue;
    std::size_t end = i + 1;
    while (end < words_.size() && is_among(kWho, words_[end])) ++end;
    drop(0, end);
    return;
  }
}

// "Has never been shown to", "seems to", "not without": how surely it is said.
void FrameReader::drop_hedges() {
  constexpr std::string_view kBefore[] = {"been", "not", "never", "have"};
  const WordSets& sets = word_sets();
  for (std::size_t i = 1; i + 1 < words_.size(); ++i) {
    if (!sets.hedge.has(words_[i]) || !is(i + 1, "to")) continue;
    std::size_t begin = i;
    while (begin > 1 &&
           (sets.auxiliary.has(words_[begin - 1]) || is_among(kBefore, words_[begin - 1])))
      --begin;
    drop(begin, i + 2);
    break;
  }
  for (std::size_t i = 0; i + 1 < words_.size(); ++i) {
    if (!is(i, "not") || !is(i + 1, "without")) continue;
    words_[i] = plain_word("of");
    drop(i + 1, i + 2);
    break;
  }
}

// "Not", "no better than", "as good as", "no difference".
void FrameReader::find_polarity() {
  const WordSets& sets = word_sets();
  bool no = false;
  bool nothing = false;
  bool differs = false;
  // "When it has not responded to B", "in people who do not smoke" say nothing of the effect.
  constexpr std::string_view kOpensAside[] = {"when", "who", "whose", "if", "unless"};
  bool aside = false;
  for (std::size_t i = 0; i < words_.size(); ++i) {
    aside = (aside && words_[i].text != ",") || (i > 1 && is_among(kOpensAside, words_[i]));
    if (aside || is_of_comparator(i) || tells_whom(i)) continue;
    const bool inferior = is(i, "inferior") && i > 0 && (is(i - 1, "non") || is(i - 1, "not"));
    out_.alike = out_.alike || inferior;
    const bool apart = is(i, "not") && i > 0 && is(i - 1, "but");
    out_.denied = out_.denied || (sets.denying.has(words_[i]) && !apart);
    const bool same_dose = is(i, "same") && (is(i + 1, "dose") || is(i + 1, "time"));
    out_.alike = out_.alike || (sets.alike.has(words_[i]) && !same_dose) ||
                 (is(i, "just") && is(i + 1, "as"));
    no = no || is(i, "no");
    nothing = nothing || (is(i, "nothing") && i > 0 && is(i - 1, "adds"));
    differs = differs || is(i, "difference") || (is(i, "effect") && i > 0 && is(i - 1, "no"));
  }
  out_.alike = out_.alike || (no && differs) || nothing;
}

}  // namespace ev::question
