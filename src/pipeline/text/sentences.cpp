#include "pipeline/text/sentences.hpp"

#include "base/data_table.hpp"
#include "base/text.hpp"
#include "pipeline/text/chars.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <unordered_set>

namespace ev::doc {

namespace {

using Words = std::initializer_list<std::string_view>;

using WordSet = std::unordered_set<std::string_view>;

// The words of a class of lexicon/sentence_words.tsv.
WordSet words_of(std::string_view wanted) {
  const auto words = data_words("lexicon/sentence_words.tsv", "word", "class", wanted);
  return {words.begin(), words.end()};
}

bool is_one_of(std::string_view word, Words words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

// Never the end of a sentence.
bool never_ends(std::string_view word) {
  static const WordSet words = words_of("never_ends");
  return words.contains(word);
}

// Abbreviations that stand before a number.
bool precedes_number(std::string_view word) {
  static const WordSet words = words_of("precedes_number");
  return words.contains(word);
}

// May end a sentence, but only before a word that begins sentences.
bool seldom_ends(std::string_view word) {
  static const WordSet words = words_of("seldom_ends");
  return words.contains(word);
}

// "hepatitis B." ends where "J." does not.
bool takes_letter(std::string_view word) {
  static const WordSet words = words_of("takes_letter");
  return words.contains(word);
}

bool begins_sentences(std::string_view word) {
  static const WordSet words = words_of("begins_sentences");
  return words.contains(word);
}

std::string_view word_starting(std::string_view s, std::size_t i) {
  std::size_t end = i;
  while (end < s.size() && (is_alnum(s[end]) || !is_ascii(s[end]))) ++end;
  return s.substr(i, end - i);
}

// The word before the full stop at `dot`, inner dots kept ("e.g", "U.S"); of what is no word any
// more, its end.
std::string_view word_ending(std::string_view s, std::size_t dot, std::size_t begin) {
  constexpr std::size_t kLongest = 100;
  begin = std::max(begin, dot - std::min(dot, kLongest));
  std::size_t from = dot;
  while (from > begin && (is_alnum(s[from - 1]) || !is_ascii(s[from - 1]) ||
                          (s[from - 1] == '.' && from - 1 > begin && is_alpha(s[from - 2])))) {
    --from;
  }
  return s.substr(from, dot - from);
}

std::string_view previous_word(std::string_view s, std::size_t word_begin, std::size_t begin) {
  std::size_t end = word_begin;
  while (end > begin && is_blank(s[end - 1])) --end;
  return word_ending(s, end, begin);
}

// "mTOR", "pH", "miR-21": a lower-case beginning that is no ordinary word.
bool is_lower_symbol(std::string_view word) {
  return !word.empty() && is_lower(word[0]) && std::any_of(word.begin(), word.end(), is_upper);
}

// "beta-Blockers", "alpha-Tocopherol": a Greek prefix keeps its small letter where a sentence
// begins.
bool is_greek_beginning(std::string_view s, std::size_t at, std::string_view word) {
  const std::size_t hyphen = at + word.size();
  return is_one_of(word, {"alpha", "beta", "gamma", "delta", "kappa", "omega"}) &&
         hyphen + 1 < s.size() && s[hyphen] == '-' && is_upper(s[hyphen + 1]);
}

class Splitter {
 public:
  explicit Splitter(std::string_view s) : s_(s) {}

  std::vector<std::pair<std::size_t, std::size_t>> run() {
    // Of most characters a text consists nothing follows.
    static constexpr auto kTells = [] {
      std::array<bool, 256> out{};
      for (const char c : {'(', '[', ')', ']', '\n', '.', '!', '?'})
        out[static_cast<unsigned char>(c)] = true;
      return out;
    }();
    begin_ = skip_blanks(s_, 0);
    const auto next_telling = [s = s_](std::size_t at) {
      while (at < s.size() && !kTells[static_cast<unsigned char>(s[at])]) ++at;
      return at;
    };
    for (std::size_t i = begin_; (i = next_telling(i)) < s_.size();) {
      const char c = s_[i];
      if (c == '(' || c == '[') open_ = i + 1;
      if (c == ')' || c == ']') open_ = 0;
      if (c == '\n' && is_paragraph_end(i)) {
        close(i);
        i = begin_;
      } else if (c == '.' || c == '!' || c == '?') {
        i = at_terminator(i);
      } else {
        ++i;
      }
    }
    close(s_.size());
    return std::move(out_);
  }

 private:
  bool is_paragraph_end(std::size_t i) const {
    std::size_t next = i + 1;
    while (next < s_.size() && (s_[next] == ' ' || s_[next] == '\t' || s_[next] == '\r')) ++next;
    if (next < s_.size() && s_[next] == '\n') return true;
    std::size_t last = i;
    while (last > begin_ && is_blank(s_[last - 1])) --last;
    return last > begin_ && (s_[last - 1] == ':' || s_[last - 1] == '.');
  }

  void close(std::size_t end) {
    std::size_t last = end;
    while (last > begin_ && is_blank(s_[last - 1])) --last;
    if (last > begin_) out_.emplace_back(begin_, last);
    begin_ = skip_blanks(s_, end);
    open_ = 0;
  }

  // Returns where scanning goes on.
  std::size_t at_terminator(std::size_t i) {
    std::size_t end = i;
    while (end < s_.size() && (s_[end] == '.' || s_[end] == '!' || s_[end] == '?')) ++end;
    const std::size_t run = end - i;
    end = skip_closers(end);
    const std::size_t next = skip_blanks(s_, end);
    if (next >= s_.size()) return s_.size();
    if (s_[next] == ';') return at_stopped_semicolon(i, run, end, next);
    const bool spaced = next > end;
    if (!(spaced ? splits_before(i, run, next) : splits_glued(i, end))) return i + run;
    if (open_ != 0 && closes_soon(next)) return i + run;
    close(end);
    return begin_;
  }

  // "They improved.; Sleep did not": sentences strung together with a semicolon, which belongs to
  // neither.
  std::size_t at_stopped_semicolon(std::size_t i, std::size_t run, std::size_t end,
                                   std::size_t semicolon) {
    const std::size_t next = skip_blanks(s_, semicolon + 1);
    if (next >= s_.size()) return s_.size();
    const std::string word = text::to_lower_ascii(word_ending(s_, i, begin_));
    const bool abbreviation =
        never_ends(word) || precedes_number(word) || seldom_ends(word) ||
        (word.size() == 1 && is_alpha(word[0]) &&
         !takes_letter(text::to_lower_ascii(previous_word(s_, i - word.size(), begin_)))) ||
        word.find('.') != std::string::npos;
    const bool goes_on = is_lower(s_[next]) && word.size() < 4;
    if (s_[i] == '.' && (abbreviation || goes_on)) return i + run;
    if (open_ != 0 && closes_soon(next)) return i + run;
    close(end);
    begin_ = next;
    return begin_;
  }

  std::size_t skip_closers(std::size_t i) const {
    while (i < s_.size()) {
      if (s_[i] == ')' || s_[i] == ']' || s_[i] == '"' || s_[i] == '\'') {
        ++i;
      } else if (s_.substr(i, 3) == "\u201D" || s_.substr(i, 3) == "\u2019") {
        i += 3;
      } else {
        break;
      }
    }
    return i;
  }

  bool closes_soon(std::size_t from) const {
    constexpr std::size_t kSoon = 300;  // bytes behind the opening bracket
    if (from >= open_ + kSoon) return false;
    const std::size_t bracket = s_.substr(0, open_ + kSoon).find_first_of("()[]", from);
    return bracket != std::string_view::npos && (s_[bracket] == ')' || s_[bracket] == ']');
  }

  // "patients.Results": a missing space between sentences.
  bool splits_glued(std::size_t i, std::size_t end) const {
    if (s_[i] != '.' || i == 0 || end + 1 >= s_.size()) return false;
    const char before = s_[i - 1];
    if (!(is_lower(before) || before == ')' || before == '%')) return false;
    if (!is_upper(s_[end]) || !(is_lower(s_[end + 1]) || s_[end + 1] == ' ')) return false;
    const std::string word = text::to_lower_ascii(word_ending(s_, i, begin_));
    return word.find('.') == std::string::npos && !never_ends(word) && word.size() > 2;
  }

  bool splits_before(std::size_t i, std::size_t run, std::size_t next) const {
    const std::string_view follows = word_starting(s_, next);
    const bool lower = is_lower(s_[next]);
    if (s_[i] != '.') return !lower;
    if (run > 1) return is_upper(s_[next]);
    if (lower && !is_lower_symbol(follows) && !is_greek_beginning(s_, next, follows)) return false;
    const std::string_view word = word_ending(s_, i, begin_);
    const std::size_t word_begin = i - word.size();
    if (is_list_mark(word_begin, word)) return false;
    if (is_digit(s_[next]) && word == "0") return false;
    const std::string folded = text::to_lower_ascii(word);
    if (never_ends(folded)) return false;
    if (is_digit(s_[next])) return !precedes_number(folded) && folded != "al";
    const auto starts = [&] { return begins_sentences(text::to_lower_ascii(follows)); };
    if (seldom_ends(folded)) return starts();
    if (word.size() == 1 && is_upper(word[0])) {
      return starts() || takes_letter(text::to_lower_ascii(previous_word(s_, word_begin, begin_)));
    }
    const bool dotted_capitals = word.size() >= 3 && word[1] == '.' && is_upper(word[0]);
    return !dotted_capitals || starts();
  }

  // "2." or "A." alone at the beginning of a sentence numbers it.
  bool is_list_mark(std::size_t word_begin, std::string_view word) const {
    if (word_begin != begin_ || word.empty() || word.size() > 2) return false;
    return std::all_of(word.begin(), word.end(), is_digit) ||
           (word.size() == 1 && is_alpha(word[0]));
  }

  std::string_view s_;
  std::size_t begin_ = 0;
  std::size_t open_ = 0;  // past the last open bracket, 0 when none
  std::vector<std::pair<std::size_t, std::size_t>> out_;
};

}  // namespace

std::vector<std::pair<std::size_t, std::size_t>> split_sentences(std::string_view s) {
  return Splitter(s).run();
}

}  // namespace ev::doc
