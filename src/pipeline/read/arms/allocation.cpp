#include "pipeline/read/arms/allocation.hpp"

#include "pipeline/read/arms/arm_words.hpp"
#include "pipeline/text/chars.hpp"

#include <algorithm>
#include <optional>

namespace ev::read {

namespace {

constexpr std::size_t kMaxName = 9;  // words
constexpr std::size_t kMaxNames = 5;

// A name ends before these.
const WordSet& ending_words() {
  static const WordSet kWords = WordSet::listed("ending");
  return kWords;
}

class ListReader {
 public:
  explicit ListReader(const Sentence& s) : s_(s) {}

  std::vector<AllocatedName> read() const {
    static const WordSet kOr("or versus vs");
    static const WordSet kAnd("or and versus vs");
    for (std::size_t i = 0; i < s_.tokens.size(); ++i) {
      const auto begin = list_behind(i);
      if (!begin) continue;
      std::vector<AllocatedName> names = list_from(*begin, kOr, true);
      if (names.size() < 2) names = list_from(*begin, kAnd, false);
      if (names.size() >= 2) return names;
    }
    return {};
  }

 private:
  const std::string& word(std::size_t i) const { return s_.tokens[i].folded; }
  bool is(std::size_t i, const WordSet& words) const {
    return i < s_.tokens.size() && words.has(word(i));
  }
  bool is_number(std::size_t i) const { return doc::is_digit(word(i).front()); }
  std::string_view gap(std::size_t i) const {  // before word i
    return s_.slice({i == 0 ? 0 : s_.tokens[i - 1].end, s_.tokens[i].begin});
  }
  bool breaks(std::size_t i) const {
    const bool decimal = gap(i) == "." && is_number(i);
    return !decimal && gap(i).find_first_of(",;:.()[]") != std::string_view::npos;
  }

  // Where the list begins behind "randomized to", "assigned to receive", "received either".
  std::optional<std::size_t> list_behind(std::size_t i) const {
    static const WordSet kReceived("received receive receiving given");
    if (is(i, kReceived) && i + 1 < s_.tokens.size() && word(i + 1) == "either") return i + 2;
    const bool drawn = word(i).starts_with("random") || word(i).starts_with("assign") ||
                       word(i).starts_with("allocat");
    if (!drawn) return std::nullopt;
    static const WordSet kAims = WordSet::listed("allocation: aims");
    for (std::size_t k = i + 1; k < s_.tokens.size() && k < i + 9; ++k) {
      if (gap(k).find_first_of(";:") != std::string_view::npos) return std::nullopt;
      if (word(k) == "to" && is(k + 1, kAims)) return std::nullopt;
      if (word(k) == "to" || word(k) == "receive" || word(k) == "received") return k + 1;
    }
    return std::nullopt;
  }

  std::size_t name_begin(std::size_t i) const {
    while (i < s_.tokens.size() && (is(i, leading_words()) || is_number(i)) &&
           (!breaks(i) || is_number(i)))
      ++i;
    return i;
  }
  // With `joined`, "and" is part of the name.
  std::size_t name_end(std::size_t first, bool joined) const {
    std::size_t i = first;
    for (; i < s_.tokens.size() && i < first + kMaxName; ++i) {
      if ((i > first && breaks(i)) || is(i, ending_words())) break;
      if ((word(i) == "and" && !joined) || (word(i) == "with" && i == first)) break;
    }
    while (i > first && (is_number(i - 1) || dose_words().has(word(i - 1)) ||
                         preposition_words().has(word(i - 1)) || word(i - 1) == "and"))
      --i;
    return i;
  }
  // Past brackets and doses behind a name, to the word that goes on.
  std::size_t past_dose(std::size_t i) const {
    static const WordSet kPassed = WordSet::listed("allocation: passed");
    int depth = 0;
    for (std::size_t steps = 0; i < s_.tokens.size() && steps < 24; ++i, ++steps) {
      for (const char c : gap(i)) depth += c == '(' || c == '[' ? 1 : c == ')' || c == ']' ? -1 : 0;
      if (depth > 0) continue;
      if (gap(i).find_first_of(";:") != std::string_view::npos) return s_.tokens.size();
      if (!is_number(i) && !dose_words().has(word(i)) && !kPassed.has(word(i))) return i;
    }
    return i;
  }

  std::vector<AllocatedName> list_from(std::size_t i, const WordSet& joints, bool joined) const {
    std::vector<AllocatedName> names;
    while (names.size() < kMaxNames) {
      const std::size_t first = name_begin(i);
      const std::size_t last = name_end(first, joined);
      if (last <= first) break;
      names.push_back({first, last});
      const std::size_t next = past_dose(last);
      if (next >= s_.tokens.size()) break;
      if (!is(next, joints) && gap(next).find(',') == std::string_view::npos) break;
      i = is(next, joints) ? next + 1 : next;
    }
    return names;
  }

  const Sentence& s_;
};

}  // namespace

std::vector<AllocatedName> allocated_names(const Sentence& sentence) {
  return ListReader(sentence).read();
}

}  // namespace ev::read
