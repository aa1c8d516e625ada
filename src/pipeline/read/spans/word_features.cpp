#include "pipeline/read/spans/word_features.hpp"

#include "pipeline/nlp/words.hpp"
#include "pipeline/text/chars.hpp"

#include <algorithm>
#include <string_view>

namespace ev::read {

namespace {

// Kinds of features; nine follow kWord, three kInTitle.
enum Kind : std::uint32_t {
  kWord = 1,
  kPair = 12,
  kShape = 20,
  kHead3,
  kTail3,
  kTail4,
  kGapBefore,
  kGapAfter,
  kGapFarther,
  kCount,
  kPlace,
  kBracket,
  kRole,
  kCue,
  kLeftCue,
  kRightCue,
  kInTitle,
};
constexpr std::uint32_t kNoWord = 1;     // before the sentence
constexpr std::uint32_t kNoWordYet = 2;  // behind it
constexpr std::size_t kCueReach = 14;

const WordSet& compared() {
  static const WordSet kWords = WordSet::listed("tagger: compared");
  return kWords;
}
const WordSet& left_cues() {
  static const WordSet kWords = WordSet::listed("tagger: left cues");
  return kWords;
}
const WordSet& right_cues() {
  static const WordSet kWords = WordSet::listed("tagger: right cues");
  return kWords;
}

bool is_capital(char c) {
  return c >= 'A' && c <= 'Z';
}

std::uint32_t shape_of(std::string_view word) {
  const auto capitals =
      static_cast<std::size_t>(std::count_if(word.begin(), word.end(), is_capital));
  const bool digits = std::any_of(word.begin(), word.end(), doc::is_digit);
  const std::uint32_t letters = capitals == 0                          ? 0
                                : capitals == word.size()              ? 1
                                : is_capital(word[0]) && capitals == 1 ? 2
                                                                       : 3;
  return letters * 8 + (digits ? 4U : 0U) +
         static_cast<std::uint32_t>(std::min<std::size_t>(word.size(), 4) - 1);
}

// The first mark that tells anything of what stands between two words.
std::uint32_t mark_in(std::string_view gap) {
  static constexpr std::string_view kMarks = "().,;:/-+%[]=<>";
  const std::size_t at = gap.find_first_of(kMarks);
  if (at == std::string_view::npos) return gap.empty() ? 1 : gap.size() > 1 && gap != "  " ? 2 : 3;
  return 4 + static_cast<std::uint32_t>(kMarks.find(gap[at]));
}

std::uint32_t place_of(const std::vector<Sentence>& all, std::size_t index) {
  if (all[index].role() == doc::Role::title) return 0;
  if (index <= 1) return 1;
  if (index + 1 == all.size()) return 4;
  return index * 3 < all.size() ? 2 : 3;
}

// The words of a sentence as numbers, with the two that stand for no word.
class Words {
 public:
  explicit Words(const Sentence& s) : s_(s) {
    for (const doc::Token& token : s.tokens) numbers_.push_back(nlp::word_number(token.folded));
  }
  std::uint32_t at(std::size_t i, int step) const {
    const auto to = static_cast<std::ptrdiff_t>(i) + step;
    if (to < 0) return kNoWord;
    return static_cast<std::size_t>(to) < numbers_.size() ? numbers_[static_cast<std::size_t>(to)]
                                                          : kNoWordYet;
  }
  // The marks between word i - 1 and word i.
  std::uint32_t mark_before(std::size_t i) const {
    const std::size_t from = i == 0 ? 0 : s_.tokens[i - 1].end;
    const std::size_t to = i < s_.tokens.size() ? s_.tokens[i].begin : s_.text.size();
    return from > to ? 0 : mark_in(s_.slice({from, to}));
  }

 private:
  const Sentence& s_;
  std::vector<std::uint32_t> numbers_;
};

void add_words(const Words& words, std::size_t i, nlp::Features& out) {
  for (int step = -4; step <= 4; ++step)
    out.push_back(nlp::feature(kWord + static_cast<std::uint32_t>(step + 4), words.at(i, step)));
  out.push_back(nlp::feature(kPair, words.at(i, -1), words.at(i, 0)));
  out.push_back(nlp::feature(kPair + 1, words.at(i, 0), words.at(i, 1)));
  out.push_back(nlp::feature(kPair + 2, words.at(i, -2), words.at(i, -1)));
  out.push_back(nlp::feature(kPair + 3, words.at(i, 1), words.at(i, 2)));
}

void add_form(const Sentence& s, const Words& words, std::size_t i, nlp::Features& out) {
  const std::string_view folded = s.tokens[i].folded;
  const auto part = [&](std::uint32_t kind, std::string_view letters) {
    out.push_back(nlp::feature(kind, nlp::word_number(letters)));
  };
  out.push_back(nlp::feature(kShape, shape_of(s.slice({s.tokens[i].begin, s.tokens[i].end}))));
  part(kHead3, folded.substr(0, 3));
  part(kTail3, folded.substr(folded.size() - std::min<std::size_t>(3, folded.size())));
  part(kTail4, folded.substr(folded.size() - std::min<std::size_t>(4, folded.size())));
  out.push_back(nlp::feature(kGapBefore, words.mark_before(i)));
  out.push_back(nlp::feature(kGapAfter, words.mark_before(i + 1)));
  out.push_back(nlp::feature(kGapFarther, i == 0 ? 99U : words.mark_before(i - 1)));
  if (s.in_bracket(s.tokens[i].begin)) out.push_back(nlp::feature(kBracket, 1));
}

// Of each word the nearest cue before it and behind it, within reach.
void add_cues(const Sentence& s, const Words& words, std::vector<nlp::Features>& out) {
  const std::size_t n = s.tokens.size();
  std::size_t last = n;  // none
  for (std::size_t i = 0; i < n; ++i) {
    if (last != n && i - last <= kCueReach)
      out[i].push_back(nlp::feature(kLeftCue, words.at(last, 0)));
    if (left_cues().has(s.tokens[i].folded)) last = i;
  }
  last = n;
  for (std::size_t i = n; i-- > 0;) {
    if (last != n && last - i < kCueReach)
      out[i].push_back(nlp::feature(kRightCue, words.at(last, 0)));
    if (right_cues().has(s.tokens[i].folded)) last = i;
  }
}

}  // namespace

WordFeatures::WordFeatures(const std::vector<Sentence>& sentences) {
  for (const Sentence& s : sentences) {
    auto& counts = s.role() == doc::Role::title ? title_ : counts_;
    for (const doc::Token& token : s.tokens) ++counts[nlp::word_number(token.folded)];
  }
}

std::vector<nlp::Features> WordFeatures::of(const std::vector<Sentence>& sentences,
                                            std::size_t index) const {
  const Sentence& s = sentences[index];
  const Words words(s);
  nlp::Features shared = {nlp::feature(kPlace, place_of(sentences, index)),
                          nlp::feature(kRole, static_cast<std::uint32_t>(s.role()))};
  for (std::size_t i = 0; i < s.tokens.size(); ++i) {
    if (compared().has(s.tokens[i].folded)) shared.push_back(nlp::feature(kCue, words.at(i, 0)));
  }
  std::sort(shared.begin(), shared.end());
  shared.erase(std::unique(shared.begin(), shared.end()), shared.end());
  std::vector<nlp::Features> out;
  out.reserve(s.tokens.size());
  for (std::size_t i = 0; i < s.tokens.size(); ++i) {
    nlp::Features& features = out.emplace_back(shared);
    features.reserve(shared.size() + kOwnFeatures);
    add_words(words, i, features);
    add_form(s, words, i, features);
    for (int step = -1; step <= 1; ++step) {
      const std::uint32_t word = words.at(i, step);
      const bool told =
          word > kNoWordYet && title_.count(word) > 0 &&
          s.tokens[static_cast<std::size_t>(static_cast<int>(i) + step)].folded.size() > 2;
      if (told)
        features.push_back(nlp::feature(kInTitle + static_cast<std::uint32_t>(step + 1), 1));
    }
    const auto seen = counts_.find(words.at(i, 0));
    features.push_back(nlp::feature(
        kCount, seen == counts_.end()
                    ? 0
                    : static_cast<std::uint32_t>(std::min<std::size_t>(seen->second, 5))));
  }
  add_cues(s, words, out);
  return out;
}

}  // namespace ev::read
