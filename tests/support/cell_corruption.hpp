// Cells as a model might send them, made from a record: right ones (verbatim, or with harmless
// differences of type) and wrong ones (a changed digit, the other arm's figure, a paraphrase,
// another record's words, Unicode that looks alike). Everything is drawn from a seed, so the same
// cells come back in every run. Thread rule: one generator per thread.
#pragma once

#include "base/json.hpp"
#include "base/text.hpp"
#include "pipeline/extract/record_text.hpp"
#include "pipeline/extract/schema.hpp"
#include "pipeline/text/chars.hpp"

#include <nlohmann/json.hpp>

#include <optional>
#include <random>
#include <string>
#include <vector>

namespace ev::test {

struct ModelCell {
  std::string kind;
  extract::FieldSpec field;
  std::string quote;
  Json value;
  Json json() const { return Json{{"quote", quote}, {"value", value}}; }
};

inline constexpr std::size_t kWrongKinds = 7;

class CellMaker {
 public:
  explicit CellMaker(unsigned seed) : random_(seed) {}

  std::vector<ModelCell> right(const extract::RecordText& record) {
    std::vector<ModelCell> out;
    for (const extract::Sentence& sentence : record.sentences()) {
      if (sentence.tokens.size() < 8) continue;
      if (auto cell = number_cell(sentence)) {
        add(out, *cell, "number");
        cell->quote = disguised(cell->quote);
        add(out, *cell, "number, other dashes and blanks");
      }
      ModelCell words = words_cell(sentence);
      add(out, words, "words");
      words.quote = disguised(words.quote);
      add(out, words, "words, other dashes and blanks");
    }
    return out;
  }

  // `other` is a record whose words are not this one's.
  std::vector<ModelCell> wrong(const extract::RecordText& record,
                               const extract::RecordText& other) {
    std::vector<ModelCell> out;
    for (const extract::Sentence& sentence : record.sentences()) {
      if (sentence.tokens.size() < 8) continue;
      add_wrong_numbers(out, record, sentence);
      add_wrong_words(out, record, sentence);
    }
    for (const extract::Sentence& sentence : other.sentences()) {
      if (sentence.tokens.size() < 8) continue;
      ModelCell cell = words_cell(sentence);
      if (!holds(record, cell.quote)) add(out, cell, "wrong article");
      if (auto number = number_cell(sentence); number && !holds(record, number->quote))
        add(out, *number, "wrong article");
    }
    return out;
  }

 private:
  static void add(std::vector<ModelCell>& out, ModelCell cell, const char* kind) {
    cell.kind = kind;
    out.push_back(std::move(cell));
  }
  std::size_t below(std::size_t n) { return n == 0 ? 0 : random_() % n; }

  static bool holds(const extract::RecordText& record, const std::string& quote) {
    const std::string wanted = text::fold(quote);
    return text::fold(record.article().abstract).find(wanted) != std::string::npos ||
           text::fold(record.article().title).find(wanted) != std::string::npos;
  }

  // Bytes [begin, end) grown so that no number is cut.
  static void spare_numbers(const extract::Sentence& sentence, std::size_t& begin,
                            std::size_t& end) {
    for (const doc::Number& n : sentence.numbers) {
      if (n.begin < begin && n.end > begin) begin = n.begin;
      if (n.begin < end && n.end > end) end = n.end;
    }
  }

  static std::string window(const extract::Sentence& sentence, std::size_t first,
                            std::size_t last) {
    std::size_t begin = sentence.tokens[first].begin;
    std::size_t end = sentence.tokens[last - 1].end;
    spare_numbers(sentence, begin, end);
    // "X10.3": digits glued to a word go on behind a point.
    while (end + 1 < sentence.text.size() && doc::is_digit(sentence.text[end - 1]) &&
           (sentence.text[end] == '.' || sentence.text[end] == ',') &&
           doc::is_digit(sentence.text[end + 1])) {
      ++end;
      while (end < sentence.text.size() && doc::is_digit(sentence.text[end])) ++end;
    }
    return std::string(sentence.text.substr(begin, end - begin));
  }

  static Json value_of(const doc::Number& n) {
    if (n.value == static_cast<double>(static_cast<std::int64_t>(n.value)))
      return static_cast<std::int64_t>(n.value);
    return n.value;
  }

  static std::string around(const extract::Sentence& sentence, const doc::Number& n,
                            std::size_t reach) {
    const std::size_t at = sentence.token_from(n.begin);
    const std::size_t first = at > reach ? at - reach : 0;
    const std::size_t last = std::min(sentence.token_from(n.end) + reach, sentence.tokens.size());
    std::size_t begin =
        std::min(sentence.tokens[std::min(first, sentence.tokens.size() - 1)].begin, n.begin);
    std::size_t end = std::max(sentence.tokens[last - 1].end, n.end);
    spare_numbers(sentence, begin, end);
    return std::string(sentence.text.substr(begin, end - begin));
  }

  std::optional<ModelCell> number_cell(const extract::Sentence& sentence) {
    if (sentence.numbers.empty()) return std::nullopt;
    const doc::Number& n = sentence.numbers[below(sentence.numbers.size())];
    return ModelCell{
        "", {.name = "figure", .type = extract::Type::number}, around(sentence, n, 4), value_of(n)};
  }

  ModelCell words_cell(const extract::Sentence& sentence) {
    const std::size_t count = sentence.tokens.size();
    const std::size_t first = below(count - 6);
    const std::size_t last = std::min(count, first + 6 + below(8));
    const std::size_t from = first + below(3);
    const std::size_t until = std::min(last, from + 2 + below(4));
    return {
        "", {.name = "statement"}, window(sentence, first, last), window(sentence, from, until)};
  }

  // Other characters for the same thing.
  std::string disguised(const std::string& quote) {
    std::string out;
    for (const char c : quote) {
      if (c == ' ') {
        out += below(3) == 0 ? "\u00A0" : " ";
      } else if (c == '-') {
        out += below(2) == 0 ? "\u2010" : "-";
      } else if (c >= 'a' && c <= 'z' && below(6) == 0) {
        out += static_cast<char>(c - 'a' + 'A');
      } else {
        out += c;
      }
    }
    return out;
  }

  std::string with_other_digit(const std::string& s) {
    std::vector<std::size_t> digits;
    for (std::size_t i = 0; i < s.size(); ++i) {
      if (doc::is_digit(s[i])) digits.push_back(i);
    }
    if (digits.empty()) return {};
    std::string out = s;
    char& digit = out[digits[below(digits.size())]];
    digit = static_cast<char>('0' + (digit - '0' + 1 + static_cast<int>(below(8))) % 10);
    return out;
  }

  static bool states(const std::string& quote, double value) {
    for (const doc::Number& n : doc::find_numbers(quote)) {
      if (n.value == value || n.value == -value) return true;
    }
    return false;
  }

  void add_wrong_numbers(std::vector<ModelCell>& out, const extract::RecordText& record,
                         const extract::Sentence& sentence) {
    if (sentence.numbers.empty()) return;
    const doc::Number& n = sentence.numbers[below(sentence.numbers.size())];
    const extract::FieldSpec field{.name = "figure", .type = extract::Type::number};
    const std::string quote = around(sentence, n, 4);
    const std::string digits(sentence.text.substr(n.begin, n.end - n.begin));
    const double other = n.value + 1 + static_cast<double>(below(8));
    if (!states(quote, other)) add(out, {"", field, quote, other}, "changed digit");
    const std::string altered = with_other_digit(digits);
    const std::size_t at = quote.find(digits);
    if (!altered.empty() && at != std::string::npos) {
      std::string both = quote;
      both.replace(at, digits.size(), altered);
      const std::vector<doc::Number> read = doc::find_numbers(altered);
      if (!holds(record, both) && read.size() == 1)
        add(out, {"", field, both, value_of(read.front())}, "changed digit");
    }
    add_swapped(out, record, sentence, field);
    add_cut(out, record, sentence, n, field);
  }

  // The figure of the other group, with this one's words or with both exchanged.
  void add_swapped(std::vector<ModelCell>& out, const extract::RecordText& record,
                   const extract::Sentence& sentence, const extract::FieldSpec& field) {
    for (std::size_t i = 0; i + 1 < sentence.numbers.size(); ++i) {
      const doc::Number& a = sentence.numbers[i];
      const doc::Number& b = sentence.numbers[i + 1];
      if (a.value == b.value) continue;
      const std::string near = around(sentence, a, 1);
      if (!states(near, b.value)) add(out, {"", field, near, value_of(b)}, "swapped arm");
      const std::string first(sentence.text.substr(a.begin, a.end - a.begin));
      const std::string gap(sentence.text.substr(a.end, b.begin - a.end));
      const std::string second(sentence.text.substr(b.begin, b.end - b.begin));
      std::string swapped = second;
      swapped += gap;
      swapped += first;
      if (gap.size() > 3 && !holds(record, swapped))
        add(out, {"", field, swapped, value_of(b)}, "swapped arm");
      return;
    }
  }

  // Part of a number, or a number without its sign.
  void add_cut(std::vector<ModelCell>& out, const extract::RecordText& record,
               const extract::Sentence& sentence, const doc::Number& n,
               const extract::FieldSpec& field) {
    const std::string digits(sentence.text.substr(n.begin, n.end - n.begin));
    if (n.words || digits.size() < 3) return;
    const std::string part = digits.substr(digits.size() - 2);
    const std::vector<doc::Number> read = doc::find_numbers(part);
    if (read.size() == 1 && read.front().value != n.value &&
        !states_alone(record, read.front().value))
      add(out, {"", field, part, value_of(read.front())}, "cut number");
  }
  // The part is a number of its own somewhere in the record.
  static bool states_alone(const extract::RecordText& record, double value) {
    for (const extract::Sentence& sentence : record.sentences()) {
      for (const doc::Number& n : sentence.numbers) {
        if (n.value == value || n.value == -value) return true;
      }
    }
    return false;
  }

  void add_wrong_words(std::vector<ModelCell>& out, const extract::RecordText& record,
                       const extract::Sentence& sentence) {
    const ModelCell cell = words_cell(sentence);
    const std::string value = cell.value.get<std::string>();
    ModelCell other = cell;
    static const char* const kStrange[] = {"zeppelin", "marzipan", "accordion", "periwinkle"};
    other.value = value + " " + kStrange[below(4)];
    add(out, other, "paraphrase");
    // Words exchanged in the value; quote whole.
    const std::vector<std::string> words = text::split(value, ' ');
    if (words.size() >= 2 && text::fold(words.front()) != text::fold(words.back())) {
      std::vector<std::string> turned = words;
      std::swap(turned.front(), turned.back());
      const std::string text_turned = text::join(turned, " ");
      // Repeated words may stand in that order too.
      if (once(cell.quote, words.front()) && once(cell.quote, words.back())) {
        other = cell;
        other.value = text_turned;
        add(out, other, "paraphrase");
      }
    }
    // A word of the quote left out.
    std::vector<std::string> kept = text::split(cell.quote, ' ');
    if (kept.size() >= 5) {
      kept.erase(kept.begin() + 2);
      other = cell;
      other.quote = text::join(kept, " ");
      if (!holds(record, other.quote)) add(out, other, "paraphrase");
    }
    add_lookalikes(out, cell);
  }

  static bool once(const std::string& quote, const std::string& word) {
    const std::vector<doc::Token> inner = doc::tokenize(word);
    std::size_t count = 0;
    for (const doc::Token& wanted : inner) {
      count = 0;
      for (const doc::Token& token : doc::tokenize(quote)) {
        const bool same = token.folded.substr(0, 3) == wanted.folded.substr(0, 3);
        count += same ? 1u : 0u;
      }
      if (count != 1) return false;
    }
    return inner.size() == 1;
  }

  // Cyrillic letters in the place of Latin ones, in the quote or in the value.
  void add_lookalikes(std::vector<ModelCell>& out, const ModelCell& cell) {
    const auto cyrillic = [](std::string s) {
      for (const auto& [latin, look] :
           {std::pair{"a", "\u0430"}, std::pair{"e", "\u0435"}, std::pair{"o", "\u043E"}}) {
        if (const std::size_t at = s.find(latin); at != std::string::npos)
          return s.replace(at, 1, look);
      }
      return std::string();
    };
    ModelCell other = cell;
    other.quote = cyrillic(cell.quote);
    if (!other.quote.empty()) add(out, other, "look-alike letters");
    other = cell;
    const std::string value = cyrillic(cell.value.get<std::string>());
    other.value = value;
    if (!value.empty()) add(out, other, "look-alike letters");
    // "10" is not "10" in superscript.
    const std::size_t digit = cell.quote.find_first_of("123");
    if (digit == std::string::npos) return;
    static const char* const kRaised[] = {"\u00B9", "\u00B2", "\u00B3"};
    other = cell;
    other.quote.replace(digit, 1, kRaised[cell.quote[digit] - '1']);
    add(out, other, "raised digits");
  }

  std::mt19937 random_;
};

}  // namespace ev::test
