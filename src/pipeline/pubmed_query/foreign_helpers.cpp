#include "base/text.hpp"
#include "pipeline/pubmed_query/foreign_rules.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace ev::pubmed_query::foreign {

namespace {

template <std::size_t N>
std::string tag_of(std::string_view codes,
                   const std::array<std::pair<std::string_view, const char*>, N>& table) {
  std::string tag;
  bool text_field = false;
  for (const std::string& code : text::split(text::to_lower_ascii(codes), ',')) {
    const auto known = std::find_if(table.begin(), table.end(),
                                    [&code](const auto& row) { return row.first == code; });
    if (known == table.end()) return "";
    const bool title = code == "ti";
    if (tag.empty()) {
      tag = known->second;
    } else if (title || code == "ab" || text_field) {
      tag = tag == "tw" || std::string_view(known->second) == "tw" ? "tw" : "tiab";
    }
    text_field = text_field || title || code == "ab";
  }
  return tag;
}

// Words that make "N2" a stage and "N3" a fatty acid or a phase of sleep.
bool speaks_of_stage(const std::string& word) {
  static constexpr std::string_view kBeginnings[] = {
      "stag",  "sleep", "cancer",  "carcinom", "tumor",     "tumour",   "node",
      "nodal", "lymph", "metasta", "omega",    "polyunsat", "fatty",    "pufa",
      "tnm",   "fish",  "rem",     "eeg",      "neuramin",  "influenz", "potential",
  };
  return std::any_of(std::begin(kBeginnings), std::end(kBeginnings),
                     [&word](std::string_view b) { return word.starts_with(b); });
}

bool ends_heading(std::string_view word) {
  if (word.size() < 3 || word.find("://") != std::string_view::npos) return false;
  if (word.ends_with('/')) return true;
  for (const std::string_view end : {"/exp", "/de", "/mj", "/syn"}) {
    const std::size_t at = word.find(end);
    if (at == std::string_view::npos || at == 0 || word.front() == '\'') continue;
    const std::string_view rest = word.substr(at + end.size());
    if (rest.empty() || rest.front() == '/') return true;
  }
  return false;
}

bool has_lower_case(std::string_view text) {
  return std::any_of(text.begin(), text.end(), [](char c) { return c >= 'a' && c <= 'z'; });
}

}  // namespace

bool is_digits(std::string_view s) {
  return !s.empty() && std::all_of(s.begin(), s.end(), [](char c) { return c >= '0' && c <= '9'; });
}

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool is_capital(std::string_view word) {
  return !has_lower_case(word);
}

Token like(const Token& token, TokenKind kind, std::string content) {
  return {kind, std::move(content), token.begin, token.end};
}

Diagnostic remark(const Token& token, std::string message, std::string fix) {
  return {"foreign_syntax", token.begin, std::move(message), std::move(fix)};
}

bool is_kind(const Tokens& tokens, std::size_t at, TokenKind kind) {
  return at < tokens.size() && tokens[at].kind == kind;
}

bool is_word(const Tokens& tokens, std::size_t at) {
  return is_kind(tokens, at, TokenKind::word);
}

bool operand_before(const Tokens& tokens, std::size_t at) {
  if (at == 0 || at > tokens.size()) return false;
  const TokenKind kind = tokens[at - 1].kind;
  return kind != TokenKind::open && kind != TokenKind::op;
}

bool operand_after(const Tokens& tokens, std::size_t at) {
  return is_word(tokens, at + 1) || is_kind(tokens, at + 1, TokenKind::phrase) ||
         is_kind(tokens, at + 1, TokenKind::open);
}

bool starts_operand(const Tokens& tokens, std::size_t at) {
  return at == 0 || !is_word(tokens, at - 1) || is_lower_case_operator(tokens[at - 1].text);
}

bool is_glued(const Tokens& tokens, std::size_t at) {
  return at > 0 && at < tokens.size() && tokens[at - 1].end == tokens[at].begin;
}

std::string lower(const Tokens& tokens, std::size_t at) {
  return at < tokens.size() ? text::to_lower_ascii(tokens[at].text) : "";
}

// Ovid's field codes and the PubMed tag nearest to each.
std::string tag_of_ovid(std::string_view codes) {
  static constexpr std::array<std::pair<std::string_view, const char*>, 26> kCodes = {{
      {"ti", "ti"}, {"ab", "tiab"}, {"tw", "tw"}, {"mp", "tw"}, {"sh", "mh"}, {"pt", "pt"},
      {"hw", "mh"}, {"kw", "ot"},   {"kf", "ot"}, {"ot", "ot"}, {"nm", "nm"}, {"rn", "rn"},
      {"rw", "tw"}, {"fs", "sh"},   {"xs", "sh"}, {"de", "mh"}, {"au", "au"}, {"jn", "ta"},
      {"jw", "ta"}, {"yr", "dp"},   {"dp", "dp"}, {"la", "la"}, {"lg", "la"}, {"af", "all"},
      {"px", "tw"}, {"ed", "edat"},
  }};
  return tag_of(codes, kCodes);
}

// Those of Embase and Cochrane after a colon.
std::string tag_of_colon(std::string_view codes) {
  static constexpr std::array<std::pair<std::string_view, const char*>, 16> kCodes = {{
      {"ti", "ti"},
      {"ab", "tiab"},
      {"kw", "ot"},
      {"de", "mh"},
      {"lnk", "sh"},
      {"au", "au"},
      {"so", "ta"},
      {"jt", "ta"},
      {"ta", "ta"},
      {"it", "pt"},
      {"pt", "pt"},
      {"la", "la"},
      {"tn", "tw"},
      {"dn", "tw"},
      {"tt", "tt"},
      {"tw", "tw"},
  }};
  return tag_of(codes, kCodes);
}

Surroundings::Surroundings(const Tokens& tokens)
    : closing(tokens.size(), tokens.size()),
      run_end(tokens.size(), tokens.size()),
      heading(tokens.size(), tokens.size()) {
  std::vector<std::size_t> open;
  bool lower_case = false;
  int codes = 0;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const Token& token = tokens[i];
    if (token.kind == TokenKind::open) open.push_back(i);
    if (token.kind == TokenKind::close && !open.empty()) {
      closing[open.back()] = i;
      open.pop_back();
    }
    if (token.kind != TokenKind::word && token.kind != TokenKind::phrase) continue;
    lower_case = lower_case || has_lower_case(token.text);
    for (const std::string& word : text::split(text::to_lower_ascii(token.text), ' ')) {
      speaks_of_stages = speaks_of_stages || speaks_of_stage(word);
    }
    static constexpr std::string_view kCodes[] = {"TI", "AB", "MH", "MM", "SU", "TX",
                                                  "KW", "DE", "AU", "SO", "MW"};
    const bool code =
        std::find(std::begin(kCodes), std::end(kCodes), token.text) != std::end(kCodes);
    codes += code && starts_operand(tokens, i) && operand_after(tokens, i) ? 1 : 0;
  }
  all_capitals = !lower_case;
  several_codes = codes > 1;
  for (std::size_t i = tokens.size(); i-- > 0;) {
    if (tokens[i].kind != TokenKind::word) continue;
    const bool last = !is_word(tokens, i + 1);
    run_end[i] = last ? i + 1 : run_end[i + 1];
    const bool parted = is_lower_case_operator(tokens[i].text);
    heading[i] = ends_heading(tokens[i].text) ? i : last || parted ? tokens.size() : heading[i + 1];
  }
}

}  // namespace ev::pubmed_query::foreign
