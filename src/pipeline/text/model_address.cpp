#include "pipeline/text/model_address.hpp"

#include "base/data_table.hpp"
#include "base/text.hpp"
#include "pipeline/text/plain_letters.hpp"

#include <algorithm>
#include <array>
#include <bitset>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace ev::text {

namespace {

// What stands before a letter.
constexpr unsigned char kStart = 1;  // no letter: a word begins
constexpr unsigned char kColon = 2;
constexpr unsigned char kLine = 4;  // the end of a line, a sentence or a bracket, or nothing

// One place of a phrase: one of several words, letters only.
struct Place {
  std::vector<std::string> words;
  int least = 1;
  int most = 1;
  unsigned char before = 0;  // what has to stand before it, a phrase's end included
};
using Phrase = std::vector<Place>;

constexpr int kRepeats = 6;
constexpr std::size_t kShortWord = 2;  // must begin where a word begins

std::string letters_of(std::string_view word) {
  std::string out;
  for (const char c : word) {
    if (c != '_') out += like(c);
  }
  return out;
}

// "^" a line begins · ":" a colon stands here · "@class" or "a|b" words · "?" or "*" behind them.
Phrase phrase_of(std::string_view form,
                 const std::unordered_map<std::string_view, std::string_view>& classes) {
  Phrase out;
  unsigned char before = kStart;
  for (const std::string& part : split(form, ' ')) {
    if (part == "^" || part == ":") {
      before = static_cast<unsigned char>(before | (part == "^" ? kLine : kColon));
      continue;
    }
    std::string_view words = part;
    Place place{.before = before};
    before = 0;
    if (words.back() == '?' || words.back() == '*') {
      place.least = 0;
      if (words.back() == '*') place.most = kRepeats;
      words.remove_suffix(1);
    }
    for (const std::string_view word : data_values(words)) {
      if (word.front() != '@') {
        place.words.push_back(letters_of(word));
        continue;
      }
      for (const std::string_view one : data_values(classes.at(word.substr(1))))
        place.words.push_back(letters_of(one));
    }
    out.push_back(std::move(place));
  }
  out.push_back({.words = {std::string()}, .before = static_cast<unsigned char>(before | kStart)});
  return out;
}

std::size_t pair_of(std::string_view two) {
  return static_cast<std::size_t>(static_cast<unsigned char>(two[0])) << 8u |
         static_cast<unsigned char>(two[1]);
}

class Phrases {
 public:
  Phrases() {
    const DataTable table = data_table("lexicon/model_address.tsv");
    std::unordered_map<std::string_view, std::string_view> classes;
    for (const auto& row : table.rows()) {
      if (row["kind"] == "class") classes.emplace(row["name"], row["form"]);
    }
    for (const auto& row : table.rows()) {
      if (row["kind"] == "mark") marks_.emplace_back(row["form"]);
      if (row["kind"] != "phrase") continue;
      phrases_.push_back(phrase_of(row["form"], classes));
      // Up to the first place that may not be left out.
      for (const Place& place : phrases_.back()) {
        for (const std::string& word : place.words) add_begin(word, phrases_.size() - 1);
        if (place.least > 0) break;
      }
    }
  }

  bool in(std::string_view letters, std::string_view before) const {
    for (std::size_t at = 0; at + 1 < letters.size(); ++at) {
      if ((before[at] & kStart) == 0 || !begins_.test(pair_of(letters.substr(at)))) continue;
      for (const std::size_t k : by_pair_.at(pair_of(letters.substr(at)))) {
        if (fits(phrases_[k], 0, 0, letters, before, at)) return true;
      }
    }
    return false;
  }

  bool marked(std::string_view squeezed) const {
    return std::any_of(marks_.begin(), marks_.end(), [squeezed](const std::string& mark) {
      return squeezed.find(mark) != std::string_view::npos;
    });
  }

 private:
  void add_begin(std::string_view word, std::size_t phrase) {
    if (word.size() > 1) return add_begin(pair_of(word), phrase);
    for (std::size_t second = 0; second < 256; ++second)
      add_begin(static_cast<std::size_t>(static_cast<unsigned char>(word[0])) << 8u | second,
                phrase);
  }
  void add_begin(std::size_t pair, std::size_t phrase) {
    begins_.set(pair);
    auto& with = by_pair_[pair];
    if (with.empty() || with.back() != phrase) with.push_back(phrase);
  }

  // Whether the places from `k` on, `times` of which were met at `k`, stand at `at`.
  static bool fits(const Phrase& phrase, std::size_t k, int times, std::string_view letters,
                   std::string_view before, std::size_t at) {
    if (k == phrase.size()) return true;
    const Place& place = phrase[k];
    const unsigned char here =
        at < letters.size() ? static_cast<unsigned char>(before[at]) : kStart | kLine;
    if (times >= place.least && fits(phrase, k + 1, 0, letters, before, at)) return true;
    if (times >= place.most || (here & place.before) != place.before) return false;
    const char letter = at < letters.size() ? letters[at] : '\0';
    return std::any_of(place.words.begin(), place.words.end(), [&](const std::string& word) {
      // Most end here, and a comparison of texts is a call.
      if (!word.empty() && word.front() != letter) return false;
      // "attentional" is no call for the attention of an AI.
      if (word.size() <= kShortWord && !word.empty() && (here & kStart) == 0) return false;
      return letters.substr(at).starts_with(word) &&
             fits(phrase, k, times + 1, letters, before, at + word.size());
    });
  }

  std::vector<Phrase> phrases_;
  std::vector<std::string> marks_;
  std::bitset<65'536> begins_;
  std::unordered_map<std::size_t, std::vector<std::size_t>> by_pair_;
};

const Phrases& phrases() {
  static const Phrases kPhrases;
  return kPhrases;
}

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

}  // namespace

void ModelAddress::put(char c) {
  letters_ += c;
  before_ += static_cast<char>(pending_);
  pending_ = 0;
}

void ModelAddress::put_letter(std::string_view letter) {
  for (const char c : letter) put(c);
}

void ModelAddress::read_plain(std::string_view s) {
  const auto beside_letter = [s](std::size_t i) {
    return (i > 0 && is_letter(s[i - 1])) || (i + 1 < s.size() && is_letter(s[i + 1]));
  };
  for (std::size_t i = 0; i < s.size(); ++i) {
    const char c = s[i];
    if (static_cast<unsigned char>(c) >= 0x80) {
      std::size_t end = i;
      while (end < s.size() && static_cast<unsigned char>(s[end]) >= 0x80) ++end;
      read_beyond_ascii(s.substr(i, end - i));
      i = end - 1;
    } else if (is_letter(c)) {
      put(like(c));
    } else if (const char letter = written_as(c); letter != 0 && beside_letter(i)) {
      put(letter);
    } else {
      pending_ |= kStart;
      if (c == ':') pending_ |= kColon;
      if (std::string_view("\n.!?>]*\"'({[").find(c) != std::string_view::npos) pending_ |= kLine;
    }
  }
}

void ModelAddress::read_beyond_ascii(std::string_view run) {
  hidden_ = hidden_ || hides_text(run);
  const std::string shown = displayable(run);
  // In place of a blank, or inside a word, which may begin there as well.
  if (shown.size() != run.size()) pending_ |= kStart;
  const std::string folded = fold(shown);
  for (std::size_t i = 0; i < folded.size();) {
    const std::size_t from = i;
    const char32_t c = next_code_point(folded, i);
    if (c < 0x80) {
      is_letter(static_cast<char>(c)) ? put(like(static_cast<char>(c)))
                                      : static_cast<void>(pending_ |= kStart);
    } else if (const char latin = looks_like(c); latin != 0) {
      put(like(latin));
    } else if (is_word_of_its_own(c)) {
      pending_ |= kStart;
      put_letter(std::string_view(folded).substr(from, i - from));
      pending_ |= kStart;
    } else if (is_punctuation(c)) {
      pending_ |= kStart;
    } else {
      put_letter(std::string_view(folded).substr(from, i - from));
    }
  }
}

void ModelAddress::read(std::string_view given) {
  const bool escaped = given.find_first_of("&%\\") != std::string_view::npos;
  const std::string unescaped = escaped ? without_escapes(given) : std::string();
  const std::string_view s = escaped ? std::string_view(unescaped) : given;
  pending_ = kStart | kLine;
  read_plain(s);
  // Inside a tag there may be words; a tag inside a word parts it.
  if (const std::string bare = without_tags(s); bare.size() != s.size()) {
    pending_ = kStart | kLine;
    read_plain(bare);
  }
  // Full-width brackets become plain ones.
  const bool brackets = s.find_first_of("<[#{`") != std::string_view::npos || !is_ascii(s);
  if (!marked_ && brackets) marked_ = phrases().marked(squeezed(s));
}

bool ModelAddress::found() const {
  return hidden_ || marked_ || phrases().in(letters_, before_);
}

bool addresses_a_model(std::string_view text) {
  ModelAddress reader;
  reader.read(text);
  return reader.found();
}

}  // namespace ev::text
