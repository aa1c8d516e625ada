#include "pipeline/identity/title.hpp"

#include "base/text.hpp"
#include "pipeline/sources/html_entities.hpp"
#include "pipeline/text/chars.hpp"

#include <algorithm>
#include <array>
#include <optional>

namespace ev::identity {

namespace {

using Words = std::vector<std::string>;

struct Letter {
  char32_t code;
  std::string_view spelled;
};
// Latin letters that folding leaves as they are.
constexpr std::array<Letter, 6> kSpelled = {
    {{U'ø', "o"}, {U'ł', "l"}, {U'đ', "d"}, {U'æ', "ae"}, {U'œ', "oe"}, {U'ı', "i"}}};

std::string_view spelled(char32_t c) {
  for (const Letter& letter : kSpelled) {
    if (letter.code == c) return letter.spelled;
  }
  return text::greek_name(c);
}

constexpr std::array<std::string_view, 15> kRoman = {
    "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii", "xiii", "xiv", "xv"};
// Words before which a single "i", "v" or "x" is a number.
constexpr std::array<std::string_view, 14> kNumbered = {
    "part",  "parts", "phase", "phases", "type",  "types", "stage",
    "grade", "class", "study", "trial",  "level", "group", "chapter"};

template <class List>
bool has(const List& list, std::string_view word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

// "phase ii" and "phase 2" are the same words.
void number_roman(Words& words) {
  bool numbered = false;
  for (std::string& word : words) {
    const auto roman = std::find(kRoman.begin(), kRoman.end(), word);
    const bool number = roman != kRoman.end() && (word.size() > 1 || numbered);
    // "phase I/II", "types I and II".
    numbered = has(kNumbered, word) || (numbered && (number || word == "and" || word == "or"));
    if (number) word = std::to_string(roman - kRoman.begin() + 1);
  }
}

// ------------------------------------------------------------------ markup

std::size_t blank_trimmed(std::string_view s) {
  std::size_t end = s.size();
  while (end > 0 && std::string_view(" \t\n.,;\"").find(s[end - 1]) != std::string_view::npos)
    --end;
  return end;
}

// "<i>", "</sup>", "<ORIGINAL>": a name behind "<", at most 30 bytes to ">".
std::size_t tag_end(std::string_view s, std::size_t at) {
  std::size_t name = at + 1;
  if (name < s.size() && s[name] == '/') ++name;
  if (name >= s.size() || !doc::is_alpha(s[name])) return at;
  const std::size_t close = s.find_first_of("<>", name);
  return close != std::string_view::npos && s[close] == '>' && close - at <= 30 ? close + 1 : at;
}

std::optional<char32_t> entity_at(std::string_view s, std::size_t at, std::size_t& end) {
  const std::size_t semicolon = s.find(';', at);
  if (semicolon == std::string_view::npos || semicolon - at > 10) return std::nullopt;
  end = semicolon + 1;
  const std::string_view name = s.substr(at + 1, semicolon - at - 1);
  if (name.size() < 2 || name.front() != '#') {
    const char32_t known = sources::html_entity(std::string(name)).value_or(0);
    return known == 0 ? std::nullopt : std::optional(known);
  }
  const bool hex = name[1] == 'x' || name[1] == 'X';
  char32_t code = 0;
  for (const char c : name.substr(hex ? 2 : 1)) {
    const int digit = doc::is_digit(c)              ? c - '0'
                      : hex && c >= 'a' && c <= 'f' ? c - 'a' + 10
                      : hex && c >= 'A' && c <= 'F' ? c - 'A' + 10
                                                    : -1;
    if (digit < 0 || code > 0x10FFFF) return std::nullopt;
    code = code * (hex ? 16 : 10) + static_cast<char32_t>(digit);
  }
  return code;
}

std::string without_markup(std::string_view s) {
  std::string out;
  for (std::size_t i = 0; i < s.size();) {
    std::size_t end = i;
    if (s[i] == '<' && (end = tag_end(s, i)) != i) {
      // Embase writes the title in its own language behind this mark.
      if (text::starts_with_ignoring_ascii_case(s.substr(i), "<original>")) break;
      i = end;
    } else if (const auto code = s[i] == '&' ? entity_at(s, i, end) : std::nullopt) {
      text::append_utf8(out, *code);
      i = end;
    } else {
      out += s[i++];
    }
  }
  const std::size_t first = out.find_first_not_of(" \t\n\"");
  return first == std::string::npos ? "" : out.substr(first, blank_trimmed(out) - first);
}

// ------------------------------------------------------------------ kinds

bool starts(const Words& words, std::initializer_list<std::string_view> with) {
  return words.size() >= with.size() && std::equal(with.begin(), with.end(), words.begin());
}
bool ends(const Words& words, std::initializer_list<std::string_view> with) {
  return words.size() > with.size() &&
         std::equal(with.begin(), with.end(), words.end() - static_cast<long>(with.size()));
}
bool contains(const Words& words, std::initializer_list<std::string_view> part) {
  return std::search(words.begin(), words.end(), part.begin(), part.end()) != words.end();
}

// The part before the first ":" ("Re", "Correction to", "Author's reply"), "" when there is none.
std::string lead_of(std::string_view lower) {
  const std::size_t colon = lower.find(':');
  return colon == std::string_view::npos ? "" : std::string(text::trim(lower.substr(0, colon)));
}

bool is_reply(const Words& w, const std::string& lead) {
  return lead == "re" || lead == "in re" || starts(w, {"reply"}) || starts(w, {"in", "reply"}) ||
         starts(w, {"author", "reply"}) || starts(w, {"authors", "reply"}) ||
         starts(w, {"author", "s", "reply"}) || starts(w, {"response", "to", "letter"}) ||
         starts(w, {"response", "to", "comment"}) || starts(w, {"response", "to", "comments"}) ||
         starts(w, {"response", "to", "the", "letter"}) || starts(w, {"rejoinder"}) ||
         ends(w, {"reply"}) || ends(w, {"authors", "response"}) ||
         ends(w, {"author", "response"}) || ends(w, {"authors", "s", "response"});
}

bool is_erratum(const Words& w, const std::string& lead) {
  for (const std::string_view known :
       {"erratum", "errata", "corrigendum", "corrigenda", "addendum"}) {
    if (starts(w, {known})) return true;
  }
  return lead == "correction" || lead == "corrections" || starts(w, {"correction", "to"}) ||
         starts(w, {"corrections", "to"}) || starts(w, {"author", "correction"}) ||
         starts(w, {"publisher", "correction"}) || starts(w, {"published", "erratum"});
}

bool is_retraction_notice(const Words& w, const std::string& lead) {
  return lead == "retraction" || lead == "withdrawal" || starts(w, {"retraction", "of"}) ||
         starts(w, {"retraction", "note"}) || starts(w, {"retraction", "notice"}) ||
         starts(w, {"notice", "of", "retraction"}) || starts(w, {"retraction", "to"}) ||
         starts(w, {"expression", "of", "concern"}) ||
         starts(w, {"editorial", "expression", "of", "concern"});
}

bool is_protocol(const Words& w) {
  return contains(w, {"study", "protocol"}) || contains(w, {"trial", "protocol"}) ||
         contains(w, {"protocol", "for", "a"}) || contains(w, {"protocol", "of", "a"}) ||
         contains(w, {"rationale", "and", "design"}) ||
         contains(w, {"design", "and", "rationale"}) || ends(w, {"protocol"}) ||
         starts(w, {"protocol", "for"});
}

std::uint8_t kinds_of(std::string_view title) {
  const std::string lower = text::to_lower_ascii(title);
  const Words w = folded_words(title);
  const std::string lead = lead_of(lower);
  unsigned kinds = 0;
  if (is_reply(w, lead)) kinds |= kReply;
  if (is_erratum(w, lead)) kinds |= kErratum;
  if (is_retraction_notice(w, lead)) kinds |= kRetractionNotice;
  if (is_protocol(w)) kinds |= kProtocol;
  if (lead == "letter" || starts(w, {"letter", "to", "the"}) || ends(w, {"letter"}))
    kinds |= kLetter;
  if (lead == "comment" || lead == "commentary" || starts(w, {"comment", "on"}) ||
      starts(w, {"comments", "on"}) || starts(w, {"commentary", "on"}) ||
      starts(w, {"invited", "commentary"}) || ends(w, {"comment"}) || ends(w, {"commentary"})) {
    kinds |= kComment;
  }
  if (lead == "editorial" || ends(w, {"editorial"})) kinds |= kEditorial;
  return static_cast<std::uint8_t>(kinds);
}

// ------------------------------------------------------------------ notes

// A note in round brackets that belongs to the database, not to the title.
bool is_note(std::string_view inner) {
  const std::string lower = text::to_lower_ascii(text::trim(inner));
  constexpr std::array<std::string_view, 18> kNotes = {"structured abstract",
                                                       "provisional abstract",
                                                       "brief record",
                                                       "project record",
                                                       "review",
                                                       "includes discussion",
                                                       "abstract",
                                                       "meeting abstract",
                                                       "letter",
                                                       "comment",
                                                       "commentary",
                                                       "editorial",
                                                       "reply",
                                                       "erratum appears",
                                                       "see comment",
                                                       "retracted",
                                                       "retraction in",
                                                       "republished"};
  for (const std::string_view note : kNotes) {
    if (lower.rfind(note, 0) == 0 && (lower.size() == note.size() || note.size() > 8)) return true;
  }
  return false;
}

std::size_t count_words(std::string_view s) {
  return folded_words(s).size();
}

// Where the bracket that closes at the end was opened, or the first one that is never closed.
std::size_t opening_of_last(std::string_view s, char open, char close) {
  std::vector<std::size_t> opened;
  std::size_t last = std::string_view::npos;
  for (std::size_t i = 0; i < s.size(); ++i) {
    if (s[i] == open) {
      opened.push_back(i);
    } else if (s[i] == close && !opened.empty()) {
      if (i + 1 == s.size()) last = opened.back();
      opened.pop_back();
    }
  }
  return opened.empty() ? last : opened.front();
}

// One note, or the brackets around all of it, less; false when there is none.
bool drop_note(std::string& s) {
  s.resize(blank_trimmed(s));
  const std::size_t square = opening_of_last(s, '[', ']');
  if (square != std::string::npos) {
    if (count_words(std::string_view(s).substr(0, square)) >= 2) {
      s.resize(square);
      return true;
    }
    if (square == 0) {
      s.erase(0, 1);
      if (!s.empty() && s.back() == ']') s.pop_back();
      return true;
    }
  }
  if (s.empty() || s.back() != ')') return false;
  const std::size_t round = opening_of_last(s, '(', ')');
  if (round == std::string::npos || round == 0) return false;
  if (!is_note(std::string_view(s).substr(round + 1, s.size() - round - 2))) return false;
  s.resize(round);
  return true;
}

// Marks that indexers put before the title of the work itself.
void drop_mark(std::string& s) {
  for (const std::string_view mark :
       {std::string_view("retracted article:"), std::string_view("retracted:"),
        std::string_view("retracted chapter:"), std::string_view("original article:")}) {
    if (text::starts_with_ignoring_ascii_case(s, mark)) s.erase(0, mark.size());
  }
}

}  // namespace

std::vector<std::string> folded_words(std::string_view source) {
  const std::string folded = text::fold(source);
  Words words(1);
  for (std::size_t i = 0; i < folded.size();) {
    const char32_t c = text::next_code_point(folded, i);
    const bool ascii = c < 0x80;
    if (ascii ? doc::is_alnum(static_cast<char>(c)) : doc::is_letter(c)) {
      if (const std::string_view name = ascii ? std::string_view() : spelled(c); !name.empty()) {
        words.back() += name;
      } else {
        text::append_utf8(words.back(), c);
      }
    } else if (!words.back().empty()) {
      words.emplace_back();
    }
  }
  if (words.back().empty()) words.pop_back();
  return words;
}

Title read_title(std::string_view source) {
  Title out;
  std::string plain = without_markup(source);
  out.kinds = kinds_of(plain);
  drop_mark(plain);
  for (int notes = 0; notes < 8 && drop_note(plain); ++notes) {
  }
  out.words = folded_words(plain);
  number_roman(out.words);
  for (const std::string& word : out.words) {
    out.letters += word;
    for (const char c : word) {
      if (doc::is_digit(c)) out.digits += c;
    }
  }
  return out;
}

}  // namespace ev::identity
