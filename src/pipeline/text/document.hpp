// The one document model: a record's title and abstract as sentences with section roles, and the
// way from byte spans to quotes with code-point offsets. Extraction, ranking and mechanism all read
// records through it. A record larger than any reader may be given is cut here (read_part.hpp); its
// article() is the cut one. The Article must outlive the Document. Thread rule: immutable after
// construction.
#pragma once

#include "pipeline/model/article.hpp"
#include "pipeline/text/offsets.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace ev::doc {

enum class Field { title, abstract };
const char* to_string(Field field);

// What a sentence is for: from the section's NlmCategory, else its label, else its words and place
// among the others. `unknown` when nothing tells.
enum class Role { title, background, objective, methods, results, conclusions, unknown };
const char* to_string(Role role);

// How likely each role from background to conclusions is; all 0 for a title.
inline constexpr std::size_t kOddsOfRoles = 5;
using RoleOdds = std::array<float, kOddsOfRoles>;

// Bytes [begin, end) of one field.
struct Span {
  Field field = Field::abstract;
  std::size_t begin = 0;
  std::size_t end = 0;
  bool operator==(const Span&) const = default;
};

struct Sentence {
  Span span;
  Role role = Role::unknown;
  bool labelled = false;  // the role comes from the record's own section label
  RoleOdds odds{};
};

// Verbatim text with code-point offsets into the stored field: slice(text(field), start, end) ==
// text.
struct Quote {
  std::string text;
  int start = 0;
  int end = 0;
  Field field = Field::abstract;
};

class Document {
 public:
  explicit Document(const model::Article& article);
  const model::Article& article() const { return *article_; }
  std::string_view text(Field field) const;
  std::string_view text(const Span& span) const;
  // Title first, then the abstract in order. Section labels belong to no sentence.
  const std::vector<Sentence>& sentences() const { return sentences_; }
  // The sentence that holds this byte, or nullptr.
  const Sentence* sentence_at(Field field, std::size_t byte) const;
  // Surrounding white space is trimmed off the span.
  Quote quote(Span span) const;
  // Code points [start, end) of a field.
  std::string_view slice(Field field, std::size_t start, std::size_t end) const {
    return offsets(field).slice(start, end);
  }
  // The byte at which a code point of a field begins.
  std::size_t byte_of(Field field, std::size_t code_point) const {
    return offsets(field).byte_of(code_point);
  }

 private:
  const Offsets& offsets(Field field) const { return field == Field::title ? title_ : abstract_; }
  std::shared_ptr<const model::Article> cut_;  // of a record too large to be read whole
  const model::Article* article_;
  Offsets title_;
  Offsets abstract_;
  std::vector<Sentence> sentences_;
};

// A maximal run of letters and digits; `folded` is text::fold of it, never empty: marks that stand
// on no letter are no word. Offsets are bytes.
struct Token {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string folded;
  std::uint32_t hash = 0;     // word_hash(folded), for filters
  std::uint16_t opening = 0;  // opening_of(folded), likewise
  bool small = false;         // written as it is folded
};
std::uint32_t word_hash(std::string_view folded);
// A number below kOpenings for the first letters (of bytes: kOpeningLetters); all words that begin
// with a digit share one.
inline constexpr std::size_t kOpenings = 1024;
inline constexpr std::size_t kOpeningLetters = 4;
inline constexpr std::uint16_t kDigitOpening = 0;
std::uint16_t opening_of(std::string_view folded);
// A word by itself, as tokenize would give it.
Token word_token(std::string folded);
std::vector<Token> tokenize(std::string_view s);

}  // namespace ev::doc
