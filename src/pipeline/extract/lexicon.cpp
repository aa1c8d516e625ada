#include "pipeline/extract/lexicon.hpp"

#include "base/data_table.hpp"
#include "pipeline/text/word_table.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <iterator>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace ev::extract {

namespace {

struct Ending {
  std::string_view suffix;
  WordKinds kinds;
  std::size_t shortest;  // letters of the whole word
};

bool ends_with(std::string_view s, std::string_view suffix) {
  // Endings are looked up by their last letters; the first tells most of those apart.
  return s.size() >= suffix.size() && s[s.size() - suffix.size()] == suffix.front() &&
         s.substr(s.size() - suffix.size()) == suffix;
}

// Nouns and adjectives that only look like adverbs.
bool is_noun_in_ly(std::string_view word) {
  constexpr std::string_view kWords[] = {
      "family", "assembly", "anomaly",  "supply",    "early",    "elderly",    "monthly",
      "yearly", "costly",   "friendly", "butterfly", "monopoly", "melancholy", "homily"};
  return std::find(std::begin(kWords), std::end(kWords), word) != std::end(kWords);
}

WordKinds kind_named(std::string_view name) {
  static constexpr std::pair<std::string_view, WordKinds> kKinds[] = {
      {"adverb", kind::adverb},
      {"animal", kind::animal},
      {"auxiliary", kind::auxiliary},
      {"condition", kind::condition},
      {"conjunction", kind::conjunction},
      {"determiner", kind::determiner},
      {"drug", kind::drug},
      {"generic", kind::generic},
      {"inactive", kind::inactive},
      {"measure", kind::measure},
      {"outcome", kind::outcome},
      {"person", kind::person},
      {"preposition", kind::preposition},
      {"pronoun", kind::pronoun},
      {"therapy", kind::therapy},
      {"time", kind::time},
      {"unit", kind::unit},
      {"verb", kind::verb},
  };
  for (const auto& [known, kinds] : kKinds) {
    if (known == name) return kinds;
  }
  throw std::logic_error("no kind of words: " + std::string(name));
}

std::size_t number(std::string_view digits) {
  std::size_t out = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), out);
  return out;
}

std::vector<Ending> endings() {
  std::vector<Ending> out = data_rows("lexicon/word_endings.tsv", [](const DataTable::Row& row) {
    return Ending{row["ending"], kind_named(row["kind"]), number(row["shortest"])};
  });
  const DataTable stems = data_table("lexicon/drug_stems.tsv");
  for (const DataTable::Row& row : stems.rows()) {
    if (!row["shortest"].empty()) out.push_back({row["stem"], kind::drug, number(row["shortest"])});
  }
  return out;
}

class Lexicon {
 public:
  Lexicon() : table_(4096) {
    const DataTable kinds = data_table("lexicon/word_kinds.tsv");
    for (const DataTable::Row& row : kinds.rows()) {
      for (const std::string_view name : data_values(row["kinds"]))
        table_.at(row["word"]).kinds |= kind_named(name);
    }
    for (const Ending& ending : endings_) by_last_[place_of(ending.suffix)].push_back(&ending);
    words_ = table_.words();
    std::sort(words_.begin(), words_.end());
    for (std::size_t i = 0; i < words_.size(); ++i)
      table_.at(words_[i]).index = static_cast<std::uint32_t>(i + 1);
  }
  WordKinds of(std::string_view word, std::uint32_t hash) const {
    WordKinds out = table_.of(word, hash).kinds;
    // A listed word's ending says nothing new: "cholesterol" is no -terol.
    if (word.size() > 5 && (out & ~kind::verb) == 0) out |= of_ending(word, out);
    return out;
  }
  std::size_t index_of(std::string_view word, std::uint32_t hash) const {
    return table_.of(word, hash).index;
  }
  const std::vector<std::string_view>& words() const { return words_; }

 private:
  struct Listed {
    WordKinds kinds = 0;
    std::uint32_t index = 0;
  };

  WordKinds of_ending(std::string_view word, WordKinds known) const {
    if (known == 0 && ends_with(word, "ly") && !is_noun_in_ly(word)) return kind::adverb;
    WordKinds out = 0;
    if (known == 0 && ends_with(word, "ed")) out |= kind::participle;
    const std::string_view singular =
        word.back() == 's' && !ends_with(word, "ss") && !ends_with(word, "is")
            ? word.substr(0, word.size() - 1)
            : word;
    WordKinds kinds = ending_kinds(word);
    if (kinds == 0 && singular.size() != word.size()) kinds = ending_kinds(singular);
    return out | kinds;
  }

  WordKinds ending_kinds(std::string_view word) const {
    for (const Ending* ending : by_last_[place_of(word)]) {
      if (word.size() >= ending->shortest && ends_with(word, ending->suffix)) return ending->kinds;
    }
    return 0;
  }

  // Endings by their last two letters.
  static std::size_t place_of(std::string_view word) {
    const auto code = [&](std::size_t back) {
      return static_cast<std::size_t>(static_cast<unsigned char>(word[word.size() - back]) % 32);
    };
    return code(1) * 32 + code(2);
  }

  std::vector<Ending> endings_ = endings();
  doc::WordTable<Listed> table_;
  std::vector<std::string_view> words_;  // sorted
  std::array<std::vector<const Ending*>, 1024> by_last_;
};

const Lexicon& lexicon() {
  static const Lexicon kLexicon;
  return kLexicon;
}

}  // namespace

WordKinds word_kinds(const doc::Token& token) {
  return lexicon().of(token.folded, token.hash);
}

WordKinds word_kinds(std::string_view folded) {
  return lexicon().of(folded, doc::word_hash(folded));
}

std::size_t lexicon_index(std::string_view folded) {
  return lexicon().index_of(folded, doc::word_hash(folded));
}

std::size_t lexicon_size() {
  return lexicon().words().size();
}

std::string_view lexicon_word(std::size_t index) {
  return index == 0 || index > lexicon().words().size() ? "" : lexicon().words()[index - 1];
}

}  // namespace ev::extract
