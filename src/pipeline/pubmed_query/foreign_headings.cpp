// Subject headings of other services: exp X/, X/, *X/, 'x'/exp, [mh "x"], MeSH descriptor: [x],
// [english]/lim.
#include "base/text.hpp"
#include "pipeline/pubmed_query/foreign_rules.hpp"

#include <array>
#include <utility>

namespace ev::pubmed_query::foreign {

namespace {

constexpr std::size_t kLongestQuoted = 16;  // words between inverted commas

// "/exp", "/exp/mj", "/de", "/mj", "/syn" after an Embase term; "" when it is none.
std::string tag_of_embase(std::string_view suffix) {
  if (suffix.find("/mj") != std::string_view::npos) {
    return suffix.starts_with("/exp") ? "majr" : "majr:noexp";
  }
  if (suffix.starts_with("/exp") || suffix == "/syn") return "mh";
  return suffix.starts_with("/de") ? "mh:noexp" : "";
}

Read heading(const Token& at, const Token& last, std::string name, std::string tag,
             std::string message) {
  Read read;
  read.errors.push_back(remark(at, std::move(message), "use \"" + name + "\"[" + tag + "]"));
  read.instead.push_back(like(last, TokenKind::phrase, std::move(name)));
  read.instead.push_back(like(last, TokenKind::tag, std::move(tag)));
  return read;
}

std::string joined(const Tokens& tokens, std::size_t begin, std::size_t end) {
  std::string out;
  for (std::size_t i = begin; i < end; ++i) out += (out.empty() ? "" : " ") + tokens[i].text;
  return out;
}

// [begin, end) is a run of words that ends with "Heading/", "Heading/di" after exp, or
// "heading/exp".
std::optional<Read> run_with_slash(const Tokens& tokens, std::size_t at,
                                   const Surroundings& around) {
  const std::size_t last = around.heading[at];
  const bool exploded = lower(tokens, at) == "exp" && is_word(tokens, at + 1);
  std::size_t end = last;
  if (end == tokens.size() && exploded) {  // "exp Dementia/di": the mark makes the slash foreign
    for (end = at + 1; is_word(tokens, end) && end < at + kLongestQuoted; ++end) {
      if (is_lower_case_operator(tokens[end].text)) return std::nullopt;
      if (tokens[end].text.find('/') != std::string::npos) break;
    }
    if (!is_word(tokens, end) || end == at + kLongestQuoted) return std::nullopt;
  }
  if (end == tokens.size()) return std::nullopt;
  const Token& slash_word = tokens[end];
  // "asthma/ copd": two words with a slash, not a heading.
  const bool runs_on = is_word(tokens, end + 1) && !is_lower_case_operator(tokens[end + 1].text);
  if (slash_word.text.ends_with('/') && runs_on && !exploded) return std::nullopt;
  std::string name = joined(tokens, at + (exploded ? 1 : 0), end + 1);
  const std::size_t slash = name.find('/');
  const std::string embase = tag_of_embase(std::string_view(name).substr(slash));
  std::string tag = exploded ? "mh" : "mh:noexp";
  std::string message = "\"Heading/\" is Ovid syntax for a subject heading";
  if (!embase.empty() && !name.ends_with('/')) {
    tag = embase;
    message = "\"" + name.substr(slash) + "\" is Embase syntax for a subject heading";
    name.resize(slash);
  }
  if (name.starts_with('*')) {
    name.erase(0, 1);
    tag = exploded ? "majr" : "majr:noexp";
  }
  while (name.ends_with('/')) name.pop_back();
  if (name.empty()) return std::nullopt;
  Read read = heading(slash_word, slash_word, std::move(name), std::move(tag), std::move(message));
  read.used = end + 1 - at;
  return read;
}

// Ovid: exp "heart failure"/, "heart failure"/; Embase: "heart failure"/exp.
std::optional<Read> phrase_with_slash(const Tokens& tokens, std::size_t at) {
  const bool exploded = is_word(tokens, at) && lower(tokens, at) == "exp";
  const std::size_t phrase = exploded ? at + 1 : at;
  if (!is_kind(tokens, phrase, TokenKind::phrase) || !is_word(tokens, phrase + 1) ||
      !is_glued(tokens, phrase + 1)) {
    return std::nullopt;
  }
  const Token& slash = tokens[phrase + 1];
  if (slash.text.empty() || slash.text.front() != '/' || tokens[phrase].text.empty()) {
    return std::nullopt;
  }
  std::string tag = tag_of_embase(text::to_lower_ascii(slash.text));
  if (slash.text == "/") tag = exploded ? "mh" : "mh:noexp";
  if (tag.empty()) return std::nullopt;
  Read read =
      heading(slash, tokens[phrase], tokens[phrase].text, std::move(tag),
              "\"" + slash.text + "\" after a term is Ovid or Embase syntax for a subject heading");
  read.used = phrase + 2 - at;
  return read;
}

// 'heart attack'/exp, 'heart attack':ti,ab, 'heart attack'
std::optional<Read> inverted_commas(const Tokens& tokens, std::size_t at) {
  if (!is_word(tokens, at) || tokens[at].text.size() < 2 || tokens[at].text.front() != '\'') {
    return std::nullopt;
  }
  std::string content;
  std::string suffix;
  std::size_t end = at;
  bool closed = false;
  for (; is_word(tokens, end) && end < at + kLongestQuoted && !closed; ++end) {
    const std::string word = tokens[end].text.substr(end == at ? 1 : 0);
    for (std::size_t mark = word.find('\''); mark != std::string::npos && !closed;
         mark = word.find('\'', mark + 1)) {
      const std::string rest = word.substr(mark + 1);
      closed = rest.empty() || rest.front() == '/' || rest.front() == ':';
      if (!closed) continue;
      content += (end == at ? "" : " ") + word.substr(0, mark);
      suffix = text::to_lower_ascii(rest);
    }
    if (!closed) content += (end == at ? "" : " ") + word;
  }
  if (!closed || content.empty()) return std::nullopt;
  Read read;
  read.used = end - at;
  Token phrase = like(tokens[at], TokenKind::phrase, content);
  phrase.end = tokens[end - 1].end;
  if (suffix.empty()) {
    read.instead.push_back(std::move(phrase));
    read.warnings.push_back({"inverted_commas", tokens[at].begin,
                             "inverted commas do not make a phrase in PubMed",
                             "use \" marks: \"" + content + "\""});
    return read;
  }
  std::string tag = suffix.front() == '/' ? tag_of_embase(suffix)
                                          : tag_of_colon(std::string_view(suffix).substr(1));
  if (tag.empty()) return std::nullopt;
  read.errors.push_back(remark(tokens[at], "'…'" + suffix + " is Embase syntax",
                               "use \"" + content + "\"[" + tag + "]"));
  read.instead.push_back(std::move(phrase));
  read.instead.push_back(like(tokens[end - 1], TokenKind::tag, std::move(tag)));
  return read;
}

// [mh "heart failure"], [mh ^"x"], [mj "x"], [mh "x"/DT], [mh /DT]
std::optional<Read> cochrane_tag(const Tokens& tokens, std::size_t at) {
  if (operand_before(tokens, at)) return std::nullopt;
  const std::string& written = tokens[at].text;
  const std::string lower = text::to_lower_ascii(written);
  bool major = false;
  std::size_t begin = 0;
  for (const std::string_view name : {"mh ", "mj ", "mesh "}) {
    if (!lower.starts_with(name)) continue;
    begin = name.size();
    major = name == "mj ";
  }
  if (begin == 0) return std::nullopt;
  std::string name;
  bool exploded = true;
  for (const char c : written.substr(begin)) {
    if (c == '^') exploded = false;
    if (c != '"' && c != '^') name += c;
  }
  name = std::string(text::trim(name));
  if (name.starts_with('/')) {
    name.erase(0, 1);
    if (name.empty()) return std::nullopt;
    return heading(tokens[at], tokens[at], name, "sh",
                   "[mh /x] is Cochrane syntax for a subheading");
  }
  if (name.empty()) return std::nullopt;
  return heading(tokens[at], tokens[at], name,
                 std::string(major ? "majr" : "mh") + (exploded ? "" : ":noexp"),
                 "[mh \"x\"] is Cochrane syntax for a subject heading");
}

// [english]/lim, [2010-2020]/py: Embase's limits.
std::optional<Read> embase_limit(const Tokens& tokens, std::size_t at) {
  if (operand_before(tokens, at) || !is_glued(tokens, at + 1) || !is_word(tokens, at + 1)) {
    return std::nullopt;
  }
  const std::string suffix = lower(tokens, at + 1);
  if (suffix != "/lim" && suffix != "/py") return std::nullopt;
  std::string value = lower(tokens, at);
  std::string tag = "la";
  if (value == "humans" || value == "animals") tag = "mh";
  if (value == "article" || value == "review") tag = "pt";
  if (suffix == "/py") {
    tag = "dp";
    const std::size_t dash = value.find('-');
    if (dash != std::string::npos) value[dash] = ':';
    if (value.find_first_not_of("0123456789:") != std::string::npos) return std::nullopt;
  } else if (tag == "la" && value != "english" && value != "german" && value != "french" &&
             value != "spanish" && value != "chinese" && value != "italian" &&
             value != "portuguese" && value != "russian" && value != "japanese") {
    return std::nullopt;  // [embase]/lim and the like have no counterpart
  }
  Read read;
  read.used = 2;
  read.errors.push_back(remark(tokens[at], "[…]" + suffix + " is a limit of Embase",
                               "use " + value + "[" + tag + "]"));
  read.instead.push_back(like(tokens[at], TokenKind::word, value));
  read.instead.push_back(like(tokens[at + 1], TokenKind::tag, tag));
  return read;
}

// MeSH descriptor: [Asthma] explode all trees
std::optional<Read> cochrane_descriptor(const Tokens& tokens, std::size_t at) {
  if (lower(tokens, at) != "mesh" || lower(tokens, at + 1) != "descriptor:" ||
      !is_kind(tokens, at + 2, TokenKind::tag)) {
    return std::nullopt;
  }
  std::size_t end = at + 3;
  bool exploded = true;
  if (lower(tokens, end) == "this" && lower(tokens, end + 1) == "term" &&
      lower(tokens, end + 2) == "only") {
    exploded = false;
    end += 3;
  } else if (lower(tokens, end) == "explode") {
    end += lower(tokens, end + 1) == "all" ? 3 : 1;
    if (lower(tokens, end) == "trees") ++end;
  }
  Read read = heading(tokens[at], tokens[at + 2], tokens[at + 2].text, exploded ? "mh" : "mh:noexp",
                      "\"MeSH descriptor:\" is Cochrane syntax for a subject heading");
  read.used = std::min(end, tokens.size()) - at;
  return read;
}

}  // namespace

std::optional<Read> headings(const Tokens& tokens, std::size_t at, const Surroundings& around) {
  if (is_kind(tokens, at, TokenKind::tag)) {
    if (auto read = cochrane_tag(tokens, at)) return read;
    return embase_limit(tokens, at);
  }
  if (auto read = phrase_with_slash(tokens, at)) return read;
  if (!is_word(tokens, at)) return std::nullopt;
  if (auto read = inverted_commas(tokens, at)) return read;
  if (auto read = cochrane_descriptor(tokens, at)) return read;
  return run_with_slash(tokens, at, around);
}

}  // namespace ev::pubmed_query::foreign
