#include "pipeline/question/frame_reader.hpp"
#include "pipeline/question/frame_words.hpp"
#include "pipeline/question/word_sets.hpp"

#include <algorithm>
#include <iterator>

namespace ev::question {

bool FrameReader::take(std::size_t from, std::size_t join, bool between) {
  const WordSets& sets = word_sets();
  std::size_t begin = join;
  while (begin < words_.size() && sets.comparator_lead.has(words_[begin])) ++begin;
  std::size_t end = begin;
  while (end < words_.size() && (!words_[end].mark || is(end, "%")) &&
         !(end > begin && sets.comparator_end.has(words_[end])) &&
         !(end > begin && words_[end].text.ends_with('s') && effect_of(words_[end])) &&
         !(is(end, "with") && (is(end + 1, "regard") || is(end + 1, "respect"))) &&
         !(is(end, "to") && end + 1 < words_.size() && effect_of(words_[end + 1])))
    ++end;
  if (end <= begin) return false;
  // "Than non-smokers", "than without it": what is given against none of it.
  constexpr std::string_view kNone[] = {"non", "never", "not", "no", "without", "nonusers"};
  const bool none = is_among(kNone, words_[join]) || is_among(kNone, words_[begin]);
  if (!none) out_.comparator = read_slot(slice(words_, begin, end));
  std::vector<Word> rest = words_between(words_, 0, from);
  if (between) {
    rest.push_back(plain_word("by"));
    const std::vector<Word> first = words_between(words_, from + 1, join - 1);
    rest.insert(rest.end(), first.begin(), first.end());
  }
  const std::vector<Word> behind = words_between(words_, end, words_.size());
  rest.insert(rest.end(), behind.begin(), behind.end());
  if (from == 0 && !rest.empty() && rest.front().text == ",") rest.erase(rest.begin());
  words_ = std::move(rest);
  return true;
}

bool FrameReader::cut_at_join(std::size_t i) {
  constexpr std::string_view kRanks[] = {"superior", "inferior", "preferable", "equivalent",
                                         "equal",    "similar",  "comparable", "identical"};
  constexpr std::string_view kBeats[] = {"beat",        "beats", "outperform",
                                         "outperforms", "match", "matches"};
  constexpr std::string_view kChosen[] = {"preferred", "favored",    "chosen",  "used",
                                          "advantage", "advantages", "benefit", "superiority"};
  const bool over = is(i, "over") && i > 0 && is_among(kChosen, words_[i - 1]);
  const bool beside =
      (is(i, "rather") && is(i + 1, "than")) || (is(i, "relative") && is(i + 1, "to")) ||
      (is(i, "instead") && is(i + 1, "of")) || (is(i, "differ") && is(i + 1, "from"));
  if (over) return take(i, i + 1, false);
  if (beside) return take(is(i, "differ") ? i + 1 : i, i + 2, false);
  const bool compared = is(i, "compared") || is(i, "versus") || is(i, "vs") ||
                        (is(i, "comparison") && is(i + 1, "with"));
  if (compared) return take(i, i + 1, false);
  if (is_among(kBeats, words_[i])) {
    out_.alike = out_.alike || words_[i].text.starts_with("match");
    words_[i] = plain_word(out_.alike ? "equal" : "better");
    return take(i + 1, i + 1, false);
  }
  const bool ranked =
      is(i, "to") && i > 0 &&
      (is_among(kRanks, words_[i - 1]) || (i > 1 && is_among(kRanks, words_[i - 2])));
  constexpr std::string_view kSizes[] = {"larger", "smaller", "older",   "younger", "greater",
                                         "bigger", "heavier", "lighter", "longer",  "shorter"};
  const bool amount = i > 0 && is_among(kSizes, words_[i - 1]) && i + 1 < words_.size() &&
                      words_[i + 1].text.front() >= '0' && words_[i + 1].text.front() <= '9';
  return ((is(i, "than") && !amount) || ranked) && take(i, i + 1, false);
}

bool FrameReader::cut_as_as(std::size_t i) {
  constexpr std::size_t kReach = 6;
  if (!is(i, "as") || i == 0) return false;
  constexpr std::size_t kToSame = 3;
  for (std::size_t k = i; k > 0 && i - k < kToSame; --k) {
    if (!is(k - 1, "same") || k == i) continue;
    out_.alike = take(i, i + 1, false) || out_.alike;
    return out_.comparator.has_value();
  }
  for (std::size_t k = i + 1; k < std::min(words_.size(), i + kReach); ++k) {
    if (!is(k, "as")) continue;
    out_.alike = take(k, k + 1, false) || out_.alike;
    return out_.comparator.has_value();
  }
  return false;
}

bool FrameReader::cut_between(std::size_t i) {
  constexpr std::string_view kLinks[] = {"association",  "link",        "relation",
                                         "relationship", "correlation", "connection"};
  if (!is(i, "between") || (i > 0 && is_among(kLinks, words_[i - 1]))) return false;
  for (std::size_t k = i + 1; k < words_.size(); ++k) {
    if (is(k, "and")) return take(i, k + 1, true);
  }
  return false;
}

// "Which is better for C, A or B?", "Is A or B better for C?": the first against the second.
bool FrameReader::cut_choice(std::size_t i) {
  if (!is(i, "or") || i < 2) return false;
  const WordSets& sets = word_sets();
  const auto weighs = [&sets](const Word& w) {
    return sets.value_up.has(w) || sets.value_down.has(w) || w.text == "more" || w.text == "less";
  };
  const auto ends = [&](const Word& w) {
    return w.mark || sets.comparator_end.has(w) || weighs(w);
  };
  const bool which = is(0, "which") || is(0, "what");
  const bool yes_or_no = sets.auxiliary.has(words_.front());
  if ((!which && !yes_or_no) || std::none_of(words_.begin(), words_.end(), weighs)) return false;
  std::size_t begin = i;
  while (begin > 1 && !words_[begin - 1].mark && !weighs(words_[begin - 1])) --begin;
  std::size_t end = i + 1;
  while (end < words_.size() && !ends(words_[end])) ++end;
  const Slot other = read_slot(slice(words_, i + 1, end));
  if (other.empty() || other.names_outcome() || read_slot(slice(words_, begin, i)).names_outcome())
    return false;
  std::vector<Word> rest = yes_or_no ? words_between(words_, 0, 1) : std::vector<Word>();
  const auto put = [&](std::size_t from, std::size_t to) {
    const std::vector<Word> more = words_between(words_, from, to);
    std::copy_if(more.begin(), more.end(), std::back_inserter(rest),
                 [](const Word& w) { return !w.mark; });
  };
  put(begin, i);
  put(1, begin);
  put(end, words_.size());
  out_.comparator = other;
  words_ = std::move(rest);
  return true;
}

void FrameReader::take_comparator() {
  using Form = bool (FrameReader::*)(std::size_t);
  for (const Form form : {&FrameReader::cut_at_join, &FrameReader::cut_as_as,
                          &FrameReader::cut_between, &FrameReader::cut_choice}) {
    for (std::size_t i = 0; i < words_.size(); ++i) {
      if ((this->*form)(i)) return;
    }
  }
  for (std::size_t i = 0; i + 2 < words_.size(); ++i) {
    if (is(i, "but") && is(i + 1, "not") && take(i, i + 2, false)) return;
  }
}

}  // namespace ev::question
