// Field codes before what they apply to: EBSCO (TI x, MH "x+"), Web of Science (TS=x), Scopus and
// ProQuest (TITLE(x), ab(x)), Lucene and Europe PMC (title:x).
#include "base/text.hpp"
#include "pipeline/pubmed_query/fields.hpp"
#include "pipeline/pubmed_query/foreign_rules.hpp"
#include "pipeline/pubmed_query/stop_words.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace ev::pubmed_query::foreign {

namespace {

using Code = std::pair<std::string_view, const char*>;

template <std::size_t N>
const char* tag_in(const std::array<Code, N>& table, std::string_view code) {
  for (const auto& [known, tag] : table) {
    if (known == code) return tag;
  }
  return nullptr;
}

constexpr std::array<Code, 14> kEbsco = {{
    {"TI", "ti"},
    {"AB", "tiab"},
    {"MH", "mh:noexp"},
    {"MM", "majr:noexp"},
    {"MJ", "majr:noexp"},
    {"SU", "mh"},
    {"TX", "all"},
    {"KW", "ot"},
    {"DE", "mh:noexp"},
    {"AU", "au"},
    {"SO", "ta"},
    {"MW", "mh"},
    {"PT", "pt"},
    {"LA", "la"},
}};

constexpr std::array<Code, 19> kWebOfScience = {{
    {"ts", "tiab"}, {"ti", "ti"},  {"ab", "tiab"},   {"ak", "ot"},     {"kp", "ot"},
    {"au", "au"},   {"so", "ta"},  {"all", "all"},   {"py", "dp"},     {"la", "la"},
    {"dt", "pt"},   {"do", "aid"}, {"ad", "ad"},     {"og", "ad"},     {"is", "ta"},
    {"su", "mh"},   {"kw", "ot"},  {"pmid", "pmid"}, {"tiab", "tiab"},
}};

// Scopus and ProQuest: a name and a group.
constexpr std::array<Code, 27> kFunctions = {{
    {"title", "ti"},       {"abs", "tiab"},
    {"key", "ot"},         {"title-abs-key", "tiab"},
    {"title-abs", "tiab"}, {"title-abs-key-auth", "tiab"},
    {"auth", "au"},        {"authkey", "ot"},
    {"author-name", "au"}, {"affil", "ad"},
    {"srctitle", "ta"},    {"indexterms", "mh"},
    {"chemname", "nm"},    {"casregnumber", "rn"},
    {"doi", "aid"},        {"pmid", "pmid"},
    {"language", "la"},    {"all", "all"},
    {"ti", "ti"},          {"ab", "tiab"},
    {"ti,ab", "tiab"},     {"tiab", "tiab"},
    {"noft", "tiab"},      {"su", "mh"},
    {"abstract", "tiab"},  {"mesh.exact", "mh"},
    {"mainsubject", "mh"},
}};

// Europe PMC, Scopus, Lucene and Cochrane.
constexpr std::array<Code, 23> kColonNames = {{
    {"title", "ti"},       {"ti", "ti"},       {"abstract", "tiab"}, {"ab", "tiab"},
    {"title_abs", "tiab"}, {"tiab", "tiab"},   {"author", "au"},     {"auth", "au"},
    {"au", "au"},          {"journal", "ta"},  {"mesh", "mh"},       {"mh", "mh"},
    {"pub_year", "dp"},    {"year", "dp"},     {"pub_type", "pt"},   {"doi", "aid"},
    {"pmid", "pmid"},      {"ext_id", "pmid"}, {"kw", "ot"},         {"keyword", "ot"},
    {"lang", "la"},        {"language", "la"}, {"pmcid", "aid"},
}};

std::string value_with(const std::string& value, std::string_view tag) {
  return (value.empty() ? "term" : value) + "[" + std::string(tag) + "]";
}

// "2015-2020", "(2015-2020)" as a range of years.
std::string years(std::string value) {
  const std::size_t dash = value.find('-');
  if (dash != std::string::npos) value[dash] = ':';
  return value;
}

bool is_years(std::string_view value) {
  return !value.empty() && value.find_first_not_of("0123456789-") == std::string_view::npos;
}

// A prefix with a date or year behind it: one token, or a group of one.
std::optional<Read> year_operand(const Tokens& tokens, std::size_t at, const std::string& glued,
                                 std::size_t next) {
  Read read;
  std::string value = glued;
  read.used = next - at;
  if (value.empty() && is_kind(tokens, next, TokenKind::open) && is_word(tokens, next + 1) &&
      is_kind(tokens, next + 2, TokenKind::close)) {
    value = tokens[next + 1].text;
    read.used += 3;
  } else if (value.empty() && is_kind(tokens, next, TokenKind::tag)) {  // [2015 TO 2020]
    value = lower(tokens, next);
    const std::size_t to = value.find(" to ");
    if (to == std::string::npos) return std::nullopt;
    value = value.substr(0, to) + "-" + value.substr(to + 4);
    ++read.used;
  } else if (value.empty() && is_word(tokens, next)) {
    value = tokens[next].text;
    ++read.used;
  }
  if (!is_years(value)) return std::nullopt;
  read.instead.push_back(like(tokens[at], TokenKind::word, years(value)));
  read.instead.push_back(like(tokens[at], TokenKind::tag, "dp"));
  return read;
}

// "TS=asthma", "TS=(…)", "TI = asthma".
std::optional<Read> equals_sign(const Tokens& tokens, std::size_t at) {
  const std::string& word = tokens[at].text;
  const std::size_t sign = word.find('=');
  std::size_t next = at + 1;
  std::string name = text::to_lower_ascii(word.substr(0, sign));
  std::string value = sign == std::string::npos ? "" : word.substr(sign + 1);
  if (sign == std::string::npos) {
    if (!is_word(tokens, next) || tokens[next].text != "=" || !starts_operand(tokens, at)) {
      return std::nullopt;
    }
    ++next;
  }
  const char* tag = tag_in(kWebOfScience, name);
  if (tag == nullptr) return std::nullopt;
  const bool numbers = std::string_view(tag) == "dp" || std::string_view(tag) == "pmid" ||
                       std::string_view(tag) == "aid" || std::string_view(tag) == "ta";
  // "AB=0.5" is a measurement.
  if (!value.empty() && !is_letter(value.front()) && !numbers && value.front() != '*')
    return std::nullopt;
  if (value.empty() && !operand_after(tokens, next - 1)) return std::nullopt;
  Read read;
  if (std::string_view(tag) == "dp") {
    if (auto range = year_operand(tokens, at, value, next)) read = *std::move(range);
  }
  if (read.instead.empty()) {
    read.used = next - at;
    read.tag = tag;
    if (!value.empty()) read.instead.push_back(like(tokens[at], TokenKind::word, value));
  }
  read.errors.push_back(remark(tokens[at],
                               "\"" + word.substr(0, sign) + "=\" is Web of Science syntax",
                               "put the field tag after the term: " + value_with(value, tag)));
  return read;
}

// "(s)" of "title(s)", "(IV)" of "Ti(IV)", "(1-42)" of "Ab(1-42)".
bool is_part_of_word(const Tokens& tokens, std::size_t open, const Surroundings& around) {
  if (around.closing[open] != open + 2 || !is_word(tokens, open + 1)) return false;
  const std::string& inside = tokens[open + 1].text;
  return inside.size() <= 2 || !is_letter(inside.front()) ||
         inside.find_first_not_of("IVXivx+-") == std::string::npos;
}

// "TITLE(asthma)", "TITLE-ABS-KEY ( … )", "ab(asthma)".
std::optional<Read> function(const Tokens& tokens, std::size_t at, const Surroundings& around) {
  const std::string& word = tokens[at].text;
  const std::string name = lower(tokens, at);
  const char* tag = tag_in(kFunctions, name);
  if (tag == nullptr) return std::nullopt;
  const bool unmistakable = name.starts_with("title-abs");
  const bool group = is_kind(tokens, at + 1, TokenKind::open);
  if (!unmistakable) {
    if (!group || !starts_operand(tokens, at)) return std::nullopt;
    const bool glued = is_glued(tokens, at + 1);
    const bool capital = is_capital(word);
    if (!glued && !(capital && name == "title")) return std::nullopt;
    if (!capital && (word != name || name == "all" || name == "key" || name == "abs")) {
      return std::nullopt;
    }
    if (is_part_of_word(tokens, at + 1, around)) return std::nullopt;
    // "ALL(acute lymphoblastic leukaemia)" explains an abbreviation.
    if ((name == "all" || name == "key" || name == "abs") &&
        !is_kind(tokens, at + 2, TokenKind::phrase) && around.closing[at + 1] < tokens.size() &&
        around.run_end[at + 2] == around.closing[at + 1] && around.run_end[at + 2] > at + 3) {
      return std::nullopt;
    }
  }
  Read read;
  if (group) read.tag = tag;
  read.errors.push_back(remark(tokens[at], word + "(…) is syntax of another service",
                               std::string("use [") + tag + "] after the term"));
  return read;
}

// "PUBYEAR > 2010", "PUBYEAR = 2010".
std::optional<Read> publication_year(const Tokens& tokens, std::size_t at) {
  if (tokens[at].text != "PUBYEAR") return std::nullopt;
  Read read;
  read.errors.push_back(
      remark(tokens[at], "PUBYEAR is Scopus syntax", "for example 2011:3000[dp]"));
  const std::string sign = lower(tokens, at + 1);
  const std::string year = lower(tokens, at + 2);
  if (year.size() != 4 || !is_digits(year)) {
    read.instead.push_back(tokens[at]);
    return read;
  }
  std::string range;
  if (sign == ">" || sign == "aft") range = std::to_string(std::stoi(year) + 1) + ":3000";
  if (sign == "<" || sign == "bef") range = "1800:" + std::to_string(std::stoi(year) - 1);
  if (sign == ">=") range = year + ":3000";
  if (sign == "<=") range = "1800:" + year;
  if (sign == "=" || sign == "is") range = year;
  if (range.empty()) {
    read.instead.push_back(tokens[at]);
    return read;
  }
  read.used = 3;
  read.errors.back().fix = "use " + range + "[dp]";
  read.instead.push_back(like(tokens[at + 2], TokenKind::word, std::move(range)));
  read.instead.push_back(like(tokens[at + 2], TokenKind::tag, "dp"));
  return read;
}

// Words that make "AB" a blood group and "MH" malignant hyperthermia.
bool goes_with_abbreviation(std::string_view code, const std::string& next) {
  static constexpr std::string_view kAfterAb[] = {
      "blood",    "group",    "serum",    "plasma",   "toxin",  "toxins", "type",  "antigen",
      "positive", "negative", "antibody", "peptide",  "initio", "groups", "block", "testing",
      "interval", "ratio",    "donor",    "patients", "titer",  "rh",     "rhd",   "phenotype",
  };
  if (code != "AB") return false;
  return std::find(std::begin(kAfterAb), std::end(kAfterAb), next) != std::end(kAfterAb);
}

// A field code of EBSCO at the beginning of an operand.
bool is_ebsco_code(const Tokens& tokens, std::size_t at, const Surroundings& around) {
  const std::string& code = tokens[at].text;
  if (!starts_operand(tokens, at)) return false;
  if (is_kind(tokens, at + 1, TokenKind::phrase)) {
    return code != "PT" && code != "LA" ? true : around.several_codes;
  }
  if (is_kind(tokens, at + 1, TokenKind::open)) {
    if (is_glued(tokens, at + 1) && is_part_of_word(tokens, at + 1, around)) return false;
    return code == "TI" || code == "AB" || code == "MH" || code == "MM" || around.several_codes;
  }
  if (!is_word(tokens, at + 1)) return false;
  // Within a phrase that has a tag of its own the code is a word.
  if (is_kind(tokens, around.run_end[at], TokenKind::tag)) return false;
  const std::string next = lower(tokens, at + 1);
  if (next.empty() || (!is_letter(next.front()) && next.front() != '\'') || next.size() < 3)
    return false;
  if (is_stop_word(next) || is_lower_case_operator(next)) return false;
  if (goes_with_abbreviation(code, next)) return false;
  return code == "TI" || code == "AB" || around.several_codes || next.ends_with('+');
}

std::optional<Read> ebsco(const Tokens& tokens, std::size_t at, const Surroundings& around) {
  const char* tag = tag_in(kEbsco, tokens[at].text);
  if (tag == nullptr || !is_ebsco_code(tokens, at, around)) return std::nullopt;
  Read read;
  std::string name = tag;
  const std::size_t next = at + 1;
  const bool heading = name.ends_with(":noexp");
  const std::string base = heading ? name.substr(0, name.find(':')) : name;
  if (heading && (is_kind(tokens, next, TokenKind::phrase) || is_word(tokens, next))) {
    // "asthma+" includes narrower headings.
    std::size_t end = is_word(tokens, next) ? around.run_end[next] : next + 1;
    std::string value;
    for (std::size_t i = next; i < end; ++i) {
      if (is_word(tokens, i) && is_lower_case_operator(tokens[i].text)) end = i;
      if (i < end) value += (value.empty() ? "" : " ") + tokens[i].text;
    }
    if (value.ends_with('+')) {
      value.pop_back();
      name = base;
    }
    value = std::string(text::trim(value));
    if (value.empty()) return std::nullopt;
    read.used = end - at;
    read.instead.push_back(like(tokens[next], TokenKind::phrase, value));
    read.instead.push_back(like(tokens[next], TokenKind::tag, name));
    read.errors.push_back(remark(tokens[at], tokens[at].text + " before a term is EBSCO syntax",
                                 "use \"" + value + "\"[" + name + "]"));
    return read;
  }
  read.tag = name;
  read.errors.push_back(
      remark(tokens[at], tokens[at].text + " before a term is EBSCO syntax",
             "put the tag after the term: " +
                 value_with(is_word(tokens, next) ? tokens[next].text : "", name)));
  return read;
}

// "Ti:sapphire" and "Au:Ag" are materials: a code of two letters is all capitals or all small.
bool is_colon_name(const std::string& name, const std::string& value) {
  const std::string lower = text::to_lower_ascii(name);
  if (tag_in(kColonNames, lower) == nullptr) return false;
  if (name.size() > 2) return true;
  if (name != lower && !is_capital(name)) return false;
  return value.empty() || (value.size() > 2 && is_letter(value.front()) &&
                           !text::to_lower_ascii(value).starts_with("sapph"));
}

// "title:asthma", title:"heart failure", TITLE:(a OR b), "pmid: 12345678".
std::optional<Read> colon_field(const Tokens& tokens, std::size_t at) {
  const std::string& word = tokens[at].text;
  const std::size_t colon = word.find(':');
  if (colon == std::string::npos || colon == 0) return std::nullopt;
  const std::string name = word.substr(0, colon);
  const std::string value = word.substr(colon + 1);
  if (!is_colon_name(name, value)) return std::nullopt;
  const char* tag = tag_in(kColonNames, text::to_lower_ascii(name));
  if (value.empty() && !operand_after(tokens, at) && !is_kind(tokens, at + 1, TokenKind::tag)) {
    return std::nullopt;
  }
  Read read;
  if (std::string_view(tag) == "dp") {
    if (auto range = year_operand(tokens, at, value, at + 1)) read = *std::move(range);
  }
  if (read.instead.empty() && !value.empty()) {
    read.instead.push_back(like(tokens[at], TokenKind::word, value));
    read.instead.push_back(like(tokens[at], TokenKind::tag, tag));
    // The value may run on, but only its first word is surely meant: "title:asthma children".
  } else if (read.instead.empty() && is_word(tokens, at + 1)) {
    read.used = 2;
    read.instead.push_back(tokens[at + 1]);
    read.instead.push_back(like(tokens[at + 1], TokenKind::tag, tag));
  } else if (read.instead.empty()) {
    read.tag = tag;
  }
  read.errors.push_back(remark(
      tokens[at], "field:value is not PubMed syntax",
      value_with(value.empty() && is_word(tokens, at + 1) ? tokens[at + 1].text : value, tag)));
  return read;
}

}  // namespace

std::optional<Read> prefixes(const Tokens& tokens, std::size_t at, const Surroundings& around) {
  if (!is_word(tokens, at)) return std::nullopt;
  if (auto read = publication_year(tokens, at)) return read;
  if (auto read = equals_sign(tokens, at)) return read;
  if (auto read = function(tokens, at, around)) return read;
  if (auto read = ebsco(tokens, at, around)) return read;
  return colon_field(tokens, at);
}

}  // namespace ev::pubmed_query::foreign
