#include "pipeline/pubmed_query/foreign.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>

namespace ev::pubmed_query {

namespace {

bool is_digits(std::string_view s) {
  return !s.empty() && std::all_of(s.begin(), s.end(), [](char c) { return c >= '0' && c <= '9'; });
}

bool is_ascii_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// Ovid's field codes and the PubMed tag nearest to each.
const char* pubmed_tag_of_ovid(std::string_view code) {
  static constexpr std::array<std::pair<std::string_view, const char*>, 26> kCodes = {{
      {"ti", "ti"}, {"ab", "tiab"}, {"tw", "tw"}, {"mp", "tw"}, {"sh", "mh"}, {"pt", "pt"},
      {"hw", "mh"}, {"kw", "ot"},   {"kf", "ot"}, {"ot", "ot"}, {"nm", "nm"}, {"rn", "rn"},
      {"rw", "tw"}, {"fs", "sh"},   {"xs", "sh"}, {"de", "mh"}, {"au", "au"}, {"jn", "ta"},
      {"jw", "ta"}, {"yr", "dp"},   {"dp", "dp"}, {"la", "la"}, {"lg", "la"}, {"af", "all"},
      {"px", "tw"}, {"ed", "edat"},
  }};
  for (const auto& [code_name, tag] : kCodes) {
    if (code_name == code) return tag;
  }
  return nullptr;
}

struct Suffix {
  std::size_t dot = 0;  // where ".ti,ab." begins
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
  const std::vector<std::string> parts = text::split(codes, ',');
  std::string tag;
  for (const std::string& part : parts) {
    const char* one = pubmed_tag_of_ovid(part);
    if (one == nullptr) return std::nullopt;
    if (tag.empty() || tag == "ti") tag = one;
    if (part == "ab" || (part == "ti" && parts.size() > 1)) tag = "tiab";
  }
  // Without the closing dot "St.Pt" could be a name: a lone word, a list or a bare suffix is none.
  if (!closed && parts.size() == 1 && dot != 0) return std::nullopt;
  return Suffix{dot, tag};
}

bool is_adjacency(std::string_view word) {
  const std::string lower = text::to_lower_ascii(word);
  if (lower == "adj" ||
      (lower.starts_with("adj") && is_digits(std::string_view(lower).substr(3)))) {
    return true;
  }
  for (const std::string_view name : {"near/", "next/", "pre/", "w/"}) {
    if (lower.starts_with(name) && is_digits(std::string_view(lower).substr(name.size())))
      return true;
  }
  return false;
}

// A truncation sign of another service at the end of a word: "scan$", "agent$1".
std::size_t dollar_at(std::string_view word) {
  const std::size_t at = word.rfind('$');
  if (at == std::string_view::npos || at == 0 || !is_ascii_letter(word[at - 1])) {
    return std::string_view::npos;
  }
  const std::string_view rest = word.substr(at + 1);
  const bool suffix =
      rest.empty() || is_digits(rest) || ovid_suffix(rest).has_value() || rest.starts_with('.');
  return suffix ? at : std::string_view::npos;
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

bool is_history_number(std::string_view word) {
  return word.size() > 1 && word.front() == '#' && is_digits(word.substr(1, 1));
}

// Field names before a colon in Europe PMC, Scopus, Lucene and Cochrane queries.
const char* tag_of_colon_field(std::string_view name) {
  const std::string lower = text::to_lower_ascii(name);
  static constexpr std::array<std::pair<std::string_view, const char*>, 22> kNames = {{
      {"title", "ti"},       {"ti", "ti"},       {"abstract", "tiab"}, {"ab", "tiab"},
      {"title_abs", "tiab"}, {"tiab", "tiab"},   {"author", "au"},     {"auth", "au"},
      {"au", "au"},          {"journal", "ta"},  {"mesh", "mh"},       {"mh", "mh"},
      {"pub_year", "dp"},    {"year", "dp"},     {"pub_type", "pt"},   {"doi", "aid"},
      {"pmid", "pmid"},      {"ext_id", "pmid"}, {"kw", "ot"},         {"keyword", "ot"},
      {"lang", "la"},        {"language", "la"},
  }};
  for (const auto& [known, tag] : kNames) {
    if (known == lower) return tag;
  }
  return nullptr;
}

void check_word(const Token& token, Diagnostics& errors, Diagnostics& warnings) {
  const std::string& w = token.text;
  const auto ovid = [&](std::string message, std::string fix) {
    errors.push_back({"foreign_syntax", token.begin, std::move(message), std::move(fix)});
  };
  const std::size_t colon = w.find(':');
  const std::size_t equals = w.find('=');
  if (is_adjacency(w)) {
    ovid("\"" + w + "\" is proximity syntax of another service",
         "PubMed writes \"word1 word2\"[tiab:~3], or use AND");
  } else if (const auto suffix = ovid_suffix(w)) {
    ovid("\"" + w.substr(suffix->dot) + "\" is an Ovid field suffix", "use [" + suffix->tag + "]");
  } else if (dollar_at(w) != std::string::npos) {
    ovid("$ is no truncation in PubMed", w.substr(0, dollar_at(w)) + "*");
  } else if (is_line_set(w)) {
    ovid("\"" + w + "\" combines lines of a search history that PubMed does not know",
         "write the lines out, each in parentheses");
  } else if (w.size() >= 1 && w.back() == '/') {
    ovid("\"Heading/\" is Ovid syntax for a subject heading", "use \"Heading\"[mh]");
  } else if (w.ends_with("/exp") || w.ends_with("/de") || w.ends_with("/mj")) {
    ovid("\"" + w.substr(w.rfind('/')) + "\" is Embase syntax for a subject heading",
         "use \"Heading\"[mh]");
  } else if (w.find(":ti,ab") != std::string::npos) {
    ovid("\":ti,ab\" is Embase or Cochrane syntax", "use [tiab]");
  } else if (colon != std::string::npos && colon > 0 &&
             tag_of_colon_field(std::string_view(w).substr(0, colon)) != nullptr) {
    const std::string tag = tag_of_colon_field(std::string_view(w).substr(0, colon));
    const std::string value = colon + 1 < w.size() ? w.substr(colon + 1) : "value";
    ovid("field:value is not PubMed syntax", value + "[" + tag + "]");
  } else if (equals == 2 && is_ascii_letter(w[0]) && is_ascii_letter(w[1])) {
    ovid("\"" + w.substr(0, 3) + "\" is Web of Science syntax", "put the field tag after the term");
  } else if (text::to_lower_ascii(w) == "title-abs-key") {
    ovid("TITLE-ABS-KEY is Scopus syntax", "use [tiab] after the term");
  } else if (is_history_number(w)) {
    warnings.push_back({"history_number", token.begin,
                        "\"" + w +
                            "\" refers to a search history; outside PubMed's own session it "
                            "is a search word",
                        "write the earlier search out"});
  }
}

// "exp Dementia/di": the explosion mark makes a slash inside a word foreign too.
void check_explosion(const std::vector<Token>& tokens, std::size_t at, Diagnostics& errors) {
  if (text::to_lower_ascii(tokens[at].text) != "exp") return;
  for (std::size_t i = at + 1; i < tokens.size() && tokens[i].kind == TokenKind::word; ++i) {
    const std::string& w = tokens[i].text;
    const std::size_t slash = w.find('/');
    if (slash == std::string::npos) continue;
    if (slash + 1 < w.size()) {
      errors.push_back({"foreign_syntax", tokens[i].begin, "\"exp Heading/\" is Ovid syntax",
                        "use \"Heading\"[mh], or \"Heading/qualifier\"[mh]"});
    }
    return;
  }
}

void check_phrase(const Token& token, Diagnostics& errors) {
  std::size_t begin = 0;
  for (const std::string& word : text::split(token.text, ' ')) {
    if (dollar_at(word) != std::string::npos) {
      const auto offset = static_cast<int>(text::code_points(token.text.substr(0, begin)));
      errors.push_back(
          {"foreign_syntax", token.begin + 1 + offset, "$ is no truncation in PubMed", "use *"});
    }
    begin += word.size() + 1;
  }
}

bool is_limit_line(const std::vector<Token>& tokens) {
  return tokens.size() >= 3 && text::to_lower_ascii(tokens[0].text) == "limit" &&
         tokens[0].kind == TokenKind::word && is_digits(tokens[1].text) && tokens[2].text == "to";
}

std::string without_dollars(const std::string& content) {
  std::vector<std::string> words = text::split(content, ' ');
  for (std::string& word : words) {
    const std::size_t at = dollar_at(word);
    if (at != std::string::npos) word = word.substr(0, at) + "*";
  }
  return text::join(words, " ");
}

Token like(const Token& token, TokenKind kind, std::string content) {
  return {kind, std::move(content), token.begin, token.end};
}

// [begin, end) is a run of words that ends with "Heading/"; writes "Heading" and its tag.
void write_heading(const std::vector<Token>& tokens, std::size_t begin, std::size_t end,
                   std::vector<Token>& out) {
  bool exploded = false;
  if (end - begin > 1 && text::to_lower_ascii(tokens[begin].text) == "exp") {
    exploded = true;
    ++begin;
  }
  std::string name;
  for (std::size_t i = begin; i < end; ++i) name += (name.empty() ? "" : " ") + tokens[i].text;
  const bool major = name.starts_with('*');
  if (major) name.erase(0, 1);
  if (name.ends_with('/')) name.pop_back();
  if (name.empty()) return;
  out.push_back(like(tokens[begin], TokenKind::phrase, name));
  out.push_back(like(tokens[end - 1], TokenKind::tag,
                     std::string(major ? "majr" : "mh") + (exploded ? "" : ":noexp")));
}

// Index after the run of words that begins here, if it ends in a heading with a slash; else 0.
std::size_t heading_end(const std::vector<Token>& tokens, std::size_t at) {
  const bool exp = text::to_lower_ascii(tokens[at].text) == "exp";
  for (std::size_t i = at; i < tokens.size() && tokens[i].kind == TokenKind::word; ++i) {
    const std::string& w = tokens[i].text;
    if (is_lower_case_operator(w)) return 0;
    const std::size_t slash = w.find('/');
    if (slash != std::string::npos && (slash + 1 == w.size() || exp)) return i + 1;
  }
  return 0;
}

// "title:asthma", title:"heart failure": the tag moves behind the value.
bool write_colon_field(const std::vector<Token>& tokens, std::size_t& at, std::vector<Token>& out) {
  const std::string& word = tokens[at].text;
  const std::size_t colon = word.find(':');
  if (colon == std::string::npos || colon == 0) return false;
  const char* tag = tag_of_colon_field(std::string_view(word).substr(0, colon));
  if (tag == nullptr) return false;
  const std::string value = word.substr(colon + 1);
  const Token& token = tokens[at];
  if (!value.empty()) {
    out.push_back(like(token, TokenKind::word, value));
  } else if (at + 1 < tokens.size() && tokens[at + 1].kind == TokenKind::phrase) {
    out.push_back(tokens[++at]);
  } else {
    return false;
  }
  out.push_back(like(token, TokenKind::tag, tag));
  return true;
}

}  // namespace

void find_foreign(const std::vector<Token>& tokens, Diagnostics& errors, Diagnostics& warnings) {
  if (is_limit_line(tokens)) {
    errors.push_back({"foreign_syntax", tokens[0].begin, "\"limit … to\" is an Ovid command",
                      "add the limit as a term, for example 2007:3000[dp]"});
  }
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (tokens[i].kind == TokenKind::word) {
      check_word(tokens[i], errors, warnings);
      check_explosion(tokens, i, errors);
    } else if (tokens[i].kind == TokenKind::phrase) {
      check_phrase(tokens[i], errors);
    }
  }
}

std::vector<Token> from_foreign(const std::vector<Token>& tokens) {
  std::vector<Token> out;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const Token& token = tokens[i];
    if (token.kind == TokenKind::phrase) {
      out.push_back(like(token, token.kind, without_dollars(token.text)));
      continue;
    }
    if (token.kind != TokenKind::word) {
      out.push_back(token);
      continue;
    }
    const std::size_t after_heading = is_line_set(token.text) ? 0 : heading_end(tokens, i);
    if (after_heading != 0) {
      write_heading(tokens, i, after_heading, out);
      i = after_heading - 1;
    } else if (is_adjacency(token.text)) {
      out.push_back(like(token, TokenKind::op, "AND"));
    } else if (const auto suffix = ovid_suffix(token.text)) {
      const std::string word = without_dollars(token.text.substr(0, suffix->dot));
      if (!word.empty()) out.push_back(like(token, TokenKind::word, word));
      out.push_back(like(token, TokenKind::tag, suffix->tag));
    } else if (!write_colon_field(tokens, i, out)) {
      out.push_back(like(token, TokenKind::word, without_dollars(token.text)));
    }
  }
  return out;
}

}  // namespace ev::pubmed_query
