// Field codes behind a term (Ovid .ti,ab., Embase and Cochrane :ti,ab), wildcards of other
// services, and lines of a search history.
#include "base/text.hpp"
#include "pipeline/pubmed_query/foreign_rules.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace ev::pubmed_query::foreign {

namespace {

struct Suffix {
  std::size_t at = 0;  // where ".ti,ab." begins
  std::string tag;
};

// "plaque.ti,ab." or ".tw": a field suffix of Ovid.
std::optional<Suffix> ovid_suffix(std::string_view word) {
  std::string_view body = word;
  const bool closed = body.ends_with('.');
  if (closed) body.remove_suffix(1);
  const std::size_t dot = body.rfind('.');
  if (dot == std::string_view::npos || dot + 1 >= body.size()) return std::nullopt;
  const std::string codes = text::to_lower_ascii(body.substr(dot + 1));
  std::string tag = tag_of_ovid(codes);
  if (tag.empty()) return std::nullopt;
  // Without the closing dot "St.Pt" could be a name and ".tw" a domain: a lone code behind a word
  // is none, but for those that nothing else ends with.
  const bool lone = codes.find(',') == std::string::npos;
  if (!closed && lone && dot != 0) {
    const bool rare =
        codes == "mp" || codes == "ti" || codes == "ab" || codes == "kf" || codes == "hw";
    const std::string_view stem = body.substr(0, dot);
    if (!rare || stem.size() < 4 || !std::all_of(stem.begin(), stem.end(), is_letter))
      return std::nullopt;
  }
  return Suffix{dot, std::move(tag)};
}

// "asthma:ti,ab,kw", ":ti,ab" behind a group or quotation marks.
std::optional<Suffix> colon_suffix(const Tokens& tokens, std::size_t at) {
  const std::string& word = tokens[at].text;
  const std::size_t colon = word.rfind(':');
  if (colon == std::string::npos || colon + 1 >= word.size()) return std::nullopt;
  const std::string codes = word.substr(colon + 1);
  std::string tag = tag_of_colon(codes);
  if (tag.empty()) return std::nullopt;
  if (codes.find(',') != std::string::npos) return Suffix{colon, std::move(tag)};
  // A lone code: "asthma:ti" is one, "Al:Ti" is a ratio.
  const bool behind =
      colon == 0 && is_glued(tokens, at) &&
      (is_kind(tokens, at - 1, TokenKind::close) || is_kind(tokens, at - 1, TokenKind::phrase));
  const bool word_before =
      colon >= 4 && std::all_of(word.begin(), word.begin() + static_cast<std::ptrdiff_t>(colon),
                                [](char c) { return is_letter(c) || c == '*' || c == '-'; });
  if ((!behind && !word_before) || codes != text::to_lower_ascii(codes)) return std::nullopt;
  return Suffix{colon, std::move(tag)};
}

// "US$", "A$50": money.
bool is_currency(std::string_view before) {
  static constexpr std::string_view kCodes[] = {"US", "USD", "A",   "AU",  "AUD", "C",
                                                "CA", "CAD", "Can", "NZ",  "HK",  "S",
                                                "SG", "R",   "Int", "int", "I",   "NT"};
  return std::find(std::begin(kCodes), std::end(kCodes), before) != std::end(kCodes);
}

bool is_word_part(char c) {
  return is_letter(c) || static_cast<unsigned char>(c) >= 0x80;
}

// What a sign at `at` stands for.
bool is_wildcard_sign(std::string_view word, std::size_t at) {
  if (at == 0 || !is_word_part(word[at - 1])) return false;
  const std::string_view before = word.substr(0, at);
  const std::string_view rest = word.substr(at + 1);
  const std::string_view after = rest.substr(0, rest.find(':'));  // a range has two values
  const bool inside = !after.empty() && is_word_part(after.front());
  switch (word[at]) {
    case '$':
      if (is_currency(before)) return false;
      return inside || after.empty() || is_digits(after) || after.front() == '.';
    case '#':
      return inside || (after.empty() && before.size() > 2);
    case '?':
      return inside && word.find("://") == std::string_view::npos;
    default:
      return false;
  }
}

std::string as_truncation(std::string_view word, std::size_t sign) {
  return std::string(word.substr(0, sign)) + "*";
}

// What PubMed can be asked instead of one word; empty when nobody can say.
std::vector<std::string> instead_of(const std::string& word, bool last) {
  const std::size_t sign = wildcard_at(word);
  if (sign == std::string::npos) return {word};
  const bool at_end = sign + 1 == word.size() || is_digits(std::string_view(word).substr(sign + 1));
  if (at_end) return {as_truncation(word, sign)};
  std::vector<std::string> forms = spellings(word);
  if (forms.empty() && last && sign >= 4) forms.push_back(as_truncation(word, sign));
  return forms;
}

std::string wildcard_fix(const std::string& word) {
  const std::vector<std::string> forms = instead_of(word, true);
  return forms.empty() ? "write the variants out, joined by OR"
                       : "write " + text::join(forms, " OR ");
}

Diagnostic wildcard_remark(const Token& token, const std::string& word, int offset) {
  const std::size_t sign = wildcard_at(word);
  Diagnostic out =
      remark(token, std::string(1, word[sign]) + " is no truncation or wildcard in PubMed",
             wildcard_fix(word));
  out.position += offset;
  return out;
}

// "wom?n health": one token for each form, joined by OR in a group, each with the tag that follows.
Read alternatives(const Tokens& tokens, std::size_t at, const std::vector<std::string>& forms) {
  const Token& token = tokens[at];
  Read read;
  const bool tagged = is_kind(tokens, at + 1, TokenKind::tag);
  read.used = tagged ? 2 : 1;
  if (forms.size() > 1) read.instead.push_back(like(token, TokenKind::open, "("));
  for (const std::string& form : forms) {
    if (&form != &forms.front()) read.instead.push_back(like(token, TokenKind::op, "OR"));
    read.instead.push_back(like(token, token.kind, form));
    if (tagged) read.instead.push_back(tokens[at + 1]);
  }
  if (forms.size() > 1) read.instead.push_back(like(token, TokenKind::close, ")"));
  return read;
}

std::optional<Read> phrase_wildcards(const Tokens& tokens, std::size_t at) {
  const Token& token = tokens[at];
  if (token.text.find_first_of("$#?") == std::string::npos) return std::nullopt;
  std::vector<std::string> forms = {""};
  Diagnostics errors;
  std::size_t begin = 0;
  const std::vector<std::string> words = text::split(token.text, ' ');
  for (const std::string& word : words) {
    if (wildcard_at(word) != std::string::npos) {
      const auto offset = static_cast<int>(text::code_points(token.text.substr(0, begin)));
      errors.push_back(wildcard_remark(token, word, 1 + offset));
    }
    begin += word.size() + 1;
    const std::vector<std::string> own = instead_of(word, begin > token.text.size());
    std::vector<std::string> longer;
    for (const std::string& form : forms) {
      for (const std::string& one : own) longer.push_back(form + (form.empty() ? "" : " ") + one);
    }
    forms = std::move(longer);
    if (forms.size() > 8) forms.clear();
  }
  if (errors.empty()) return std::nullopt;
  Read read;
  if (forms.empty()) {
    read.instead.push_back(token);
  } else {
    read = alternatives(tokens, at, forms);
  }
  read.errors = std::move(errors);
  return read;
}

// "cancer? OR cough": at the end of a query ? ends a question, before an operator it is Ovid's.
std::optional<Read> trailing_question_mark(const Tokens& tokens, std::size_t at) {
  const std::string& word = tokens[at].text;
  if (word.size() < 4 || !word.ends_with('?') || !is_word_part(word[word.size() - 2]))
    return std::nullopt;
  const bool before_operator = is_kind(tokens, at + 1, TokenKind::op) ||
                               is_kind(tokens, at + 1, TokenKind::tag) ||
                               is_kind(tokens, at + 1, TokenKind::close) ||
                               (is_word(tokens, at + 1) && lower(tokens, at + 1) == "or");
  if (!before_operator) return std::nullopt;
  Read read;
  read.instead.push_back(like(tokens[at], TokenKind::word, as_truncation(word, word.size() - 1)));
  read.warnings.push_back({"question_mark", tokens[at].begin, "? is no wildcard in PubMed",
                           "leave it out, or truncate with *"});
  return read;
}

std::optional<Read> word_wildcard(const Tokens& tokens, std::size_t at,
                                  const Surroundings& around) {
  const Token& token = tokens[at];
  if (wildcard_at(token.text) == std::string::npos) return std::nullopt;
  Read read;
  const bool last = around.run_end[at] == at + 1;
  const bool alone = last && (at == 0 || !is_word(tokens, at - 1));
  const bool tagged = is_kind(tokens, around.run_end[at], TokenKind::tag);
  const std::vector<std::string> forms = instead_of(token.text, last);
  if (forms.size() == 1) {
    read.instead.push_back(like(token, TokenKind::word, forms.front()));
  } else if (!forms.empty() && (alone || !tagged)) {
    read = alternatives(tokens, at, forms);
  } else {
    read.instead.push_back(token);  // inside a phrase: left as it is
  }
  read.errors.push_back(wildcard_remark(token, token.text, 0));
  return read;
}

// "or/1-4", "and/16,26": lines of an Ovid history.
bool is_line_set(std::string_view word) {
  const std::string lower = text::to_lower_ascii(word);
  const std::size_t slash = lower.find('/');
  if (slash == std::string::npos || slash + 1 >= lower.size()) return false;
  const std::string head = lower.substr(0, slash);
  if (head != "or" && head != "and") return false;
  return lower.find_first_not_of("0123456789,-", slash + 1) == std::string::npos;
}

bool is_limit_line(const Tokens& tokens) {
  return lower(tokens, 0) == "limit" && is_word(tokens, 1) && is_digits(tokens[1].text) &&
         lower(tokens, 2) == "to";
}

}  // namespace

std::size_t wildcard_at(std::string_view word) {
  for (std::size_t i = word.find_first_of("$#?"); i != std::string_view::npos;
       i = word.find_first_of("$#?", i + 1)) {
    if (is_wildcard_sign(word, i)) return i;
  }
  return std::string_view::npos;
}

// British and American spelling, and two irregular plurals; who reads on with anything else would
// guess.
std::vector<std::string> spellings(std::string_view word) {
  const std::size_t sign = wildcard_at(word);
  if (sign == std::string_view::npos) return {};
  const std::string_view before = word.substr(0, sign);
  const std::string_view after = word.substr(sign + 1);
  if (after.empty() || after.find_first_of("$#?") != std::string_view::npos) return {};
  std::vector<std::string_view> letters;
  const auto ends = [&before](std::string_view end) { return before.ends_with(end); };
  if ((ends("m") || ends("M")) && (after == "n" || after == "n's" || after == "n*")) {
    letters = {"a", "e"};
  } else if (ends("o") && after.front() == 'r') {
    letters = {"", "u"};
  } else if ((ends("i") || ends("y")) &&
             (after.front() == 'a' || after.front() == 'e' || after.front() == 'i')) {
    letters = {"s", "z"};
  } else if (after.front() == 'e' &&
             (ends("p") || ends("an") || ends("h") || ends("leuk") || ends("isch"))) {
    letters = {"", "a"};
  } else if (after.front() == 'e' && (ends("f") || ends("rrh") || ends("hom"))) {
    letters = {"", "o"};
  } else {
    return {};
  }
  std::vector<std::string> out;
  for (const std::string_view letter : letters) {
    out.push_back(std::string(before) + std::string(letter) + std::string(after));
  }
  return out;
}

std::optional<Read> suffixes(const Tokens& tokens, std::size_t at, const Surroundings&) {
  if (!is_word(tokens, at)) return std::nullopt;
  const std::string& word = tokens[at].text;
  std::optional<Suffix> suffix = ovid_suffix(word);
  const bool ovid = suffix.has_value();
  if (!suffix) suffix = colon_suffix(tokens, at);
  if (!suffix) return std::nullopt;
  Read read;
  const std::string written = word.substr(suffix->at);
  read.errors.push_back(remark(tokens[at],
                               ovid ? "\"" + written + "\" is an Ovid field suffix"
                                    : "\"" + written + "\" is Embase or Cochrane syntax",
                               "use [" + suffix->tag + "]"));
  const std::string stem = word.substr(0, suffix->at);
  const std::vector<std::string> forms = instead_of(stem, true);
  if (forms.size() == 1 && !stem.empty()) {
    read.instead.push_back(like(tokens[at], TokenKind::word, forms.front()));
  } else if (!stem.empty() && (forms.empty() || operand_before(tokens, at))) {
    read.instead.push_back(tokens[at]);
    return read;
  } else if (!stem.empty()) {
    Tokens pair = {like(tokens[at], TokenKind::word, stem),
                   like(tokens[at], TokenKind::tag, suffix->tag)};
    read.instead = alternatives(pair, 0, forms).instead;
    return read;
  }
  read.instead.push_back(like(tokens[at], TokenKind::tag, suffix->tag));
  return read;
}

std::optional<Read> wildcards(const Tokens& tokens, std::size_t at, const Surroundings& around) {
  if (is_kind(tokens, at, TokenKind::phrase)) return phrase_wildcards(tokens, at);
  if (!is_word(tokens, at)) return std::nullopt;
  if (auto read = trailing_question_mark(tokens, at)) return read;
  return word_wildcard(tokens, at, around);
}

std::optional<Read> histories(const Tokens& tokens, std::size_t at, const Surroundings&) {
  if (!is_word(tokens, at)) return std::nullopt;
  Read read;
  read.instead.push_back(tokens[at]);
  const std::string& word = tokens[at].text;
  if (at == 0 && is_limit_line(tokens)) {
    read.errors.push_back(remark(tokens[at], "\"limit … to\" is an Ovid command",
                                 "add the limit as a term, for example 2007:3000[dp]"));
  } else if (is_line_set(word)) {
    read.errors.push_back(remark(
        tokens[at], "\"" + word + "\" combines lines of a search history that PubMed does not know",
        "write the lines out, each in parentheses"));
  } else if (word.size() > 1 && word.front() == '#' && is_digits(word.substr(1, 1))) {
    read.warnings.push_back({"history_number", tokens[at].begin,
                             "\"" + word +
                                 "\" refers to a search history; outside PubMed's own "
                                 "session it is a search word",
                             "write the earlier search out"});
  } else {
    return std::nullopt;
  }
  return read;
}

}  // namespace ev::pubmed_query::foreign
