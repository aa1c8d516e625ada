#include "pipeline/translate/values.hpp"

#include "base/text.hpp"
#include "pipeline/mesh/vocabulary.hpp"
#include "pipeline/model/identifiers.hpp"
#include "pipeline/pubmed_query/stop_words.hpp"

#include <algorithm>
#include <array>
#include <cstdio>

namespace ev::translate {

namespace {

using pubmed_query::Date;
using pubmed_query::Field;
using pubmed_query::Term;

bool is_ascii_alnum(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool is_word_byte(char c) {
  return is_ascii_alnum(c) || static_cast<unsigned char>(c) >= 0x80;
}

// Names as type_key() gives them, parent first.
struct TypeRow {
  std::string_view parent, child;
};
constexpr std::array<TypeRow, 18> kTypes = {{
    {"clinical study", "clinical trial"},
    {"clinical study", "clinical trial protocol"},
    {"clinical study", "clinical trial veterinary"},
    {"clinical study", "observational study"},
    {"clinical study", "observational study veterinary"},
    {"clinical trial", "adaptive clinical trial"},
    {"clinical trial", "clinical trial phase i"},
    {"clinical trial", "clinical trial phase ii"},
    {"clinical trial", "clinical trial phase iii"},
    {"clinical trial", "clinical trial phase iv"},
    {"clinical trial", "controlled clinical trial"},
    {"clinical trial veterinary", "randomized controlled trial veterinary"},
    {"controlled clinical trial", "randomized controlled trial"},
    {"randomized controlled trial", "equivalence trial"},
    {"randomized controlled trial", "pragmatic clinical trial"},
    {"guideline", "practice guideline"},
    {"review", "consensus development conference"},
    {"consensus development conference", "consensus development conference nih"},
}};

struct FilterRow {
  std::string_view filter, type;
};
constexpr std::array<FilterRow, 12> kTypeFilters = {{
    {"clinicaltrial", "clinical trial"},
    {"randomizedcontrolledtrial", "randomized controlled trial"},
    {"metaanalysis", "meta analysis"},
    {"review", "review"},
    {"systematicreview", "systematic review"},
    {"observationalstudy", "observational study"},
    {"casereports", "case reports"},
    {"editorial", "editorial"},
    {"letter", "letter"},
    {"guideline", "guideline"},
    {"practiceguideline", "practice guideline"},
    {"retractedpublication", "retracted publication"},
}};

std::string squeezed(std::string_view text) {
  std::string out;
  for (const std::string& word : text::split(text, ' ')) {
    if (word.empty()) continue;
    if (!out.empty()) out += ' ';
    out += word;
  }
  return out;
}

}  // namespace

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> out(1);
  for (const char c : text) {
    if (is_word_byte(c)) {
      out.back() += c;
    } else if (!out.back().empty()) {
      out.emplace_back();
    }
  }
  if (out.back().empty()) out.pop_back();
  return out;
}

std::vector<std::string> search_words(std::string_view text) {
  std::vector<std::string> out = words_of(text);
  std::erase_if(out, [](const std::string& word) {
    return pubmed_query::is_stop_word(text::to_lower_ascii(word));
  });
  return out;
}

std::string unsearchable(const Term& term) {
  if (words_of(term.text).empty()) return "it has no letters or digits";
  if (term.field != pubmed_query::Field::none || term.quoted) return "";
  bool truncated = false;
  for (const std::string& word : text::split(term.text, ' ')) {
    if (!search_words(word).empty()) return "";
    truncated = truncated || (word.ends_with('*') && text::code_points(word) < 5);
  }
  return truncated ? "PubMed ignores a truncation after fewer than four characters too"
                   : "it consists of stop words, which PubMed ignores too";
}

std::string plain_text(std::string_view text, std::string_view unwanted) {
  if (words_of(text).empty()) return "";
  std::string out;
  for (const char c : text) {
    const bool bad = static_cast<unsigned char>(c) < 0x20 || c == '"' || c == '\\' || c == 0x7f ||
                     unwanted.find(c) != std::string_view::npos;
    out += bad ? ' ' : c;
  }
  return squeezed(out);
}

bool is_plain_word(std::string_view text) {
  if (text.empty() || !std::all_of(text.begin(), text.end(), is_word_byte)) return false;
  const std::string lower = text::to_lower_ascii(text);
  for (const std::string_view op : {"and", "or", "not", "to", "all", "missing", "range", "area",
                                    "search", "expansion", "cover", "tilt", "distance"}) {
    if (lower == op) return false;
  }
  return true;
}

std::string without_star(std::string_view text) {
  while (!text.empty() && text.back() == '*') text.remove_suffix(1);
  return std::string(text::trim(text));
}

bool has_inner_wildcard(std::string_view text) {
  return without_star(text).find('*') != std::string::npos;
}

std::optional<DateSpan> date_span(const Term& term, const std::optional<Date>& today,
                                  std::string& why) {
  if (const auto relative = pubmed_query::read_relative(term.text)) {
    if (today) return DateSpan{pubmed_query::minus(*today, *relative), {3000, 12, 31}, false};
    why = "a date counted back from today needs to be told today's date";
    return std::nullopt;
  }
  const auto read = [](std::string_view text) -> std::optional<Date> {
    const pubmed_query::DateReading reading = pubmed_query::read_date(text);
    using Form = pubmed_query::DateForm;
    if (reading.form != Form::good && reading.form != Form::dashed) return std::nullopt;
    return reading.date;
  };
  const std::optional<Date> low = read(term.text);
  const std::optional<Date> high = term.high.empty() ? low : read(term.high);
  if (!low || !high) {
    why = "it is not read as a date";
    return std::nullopt;
  }
  return DateSpan{pubmed_query::first_day(*low), pubmed_query::last_day(*high),
                  low->month == 0 && high->month == 0};
}

std::string iso_date(const Date& date) {
  char buffer[48];
  std::snprintf(buffer, sizeof buffer, "%04d-%02d-%02d", date.year, date.month, date.day);
  return buffer;
}

bool is_digits(std::string_view text) {
  return !text.empty() &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

std::vector<std::string> pmids_of(std::string_view text) {
  std::vector<std::string> out;
  std::string spaced(text);
  std::replace(spaced.begin(), spaced.end(), ',', ' ');
  for (const std::string& one : text::split(spaced, ' ')) {
    if (one.empty()) continue;
    out.push_back(model::whole_pmid(one));
    if (out.back().empty()) return {};
  }
  return out;
}

std::string doi_of(std::string_view text) {
  std::string out = model::whole_doi(text);
  return out.find_first_of(" \"\\*") == std::string::npos ? out : "";
}

std::string pmcid_of(std::string_view text) {
  return model::whole_pmcid(text);
}

std::string nct_of(std::string_view text) {
  return model::whole_nct(text);
}

std::string issn_of(std::string_view text) {
  const std::string_view s = text::trim(text);
  if (s.size() != 9 || s[4] != '-') return "";
  const bool last = is_digits(s.substr(8)) || s[8] == 'X' || s[8] == 'x';
  if (!is_digits(s.substr(0, 4)) || !is_digits(s.substr(5, 3)) || !last) return "";
  std::string out(s);
  if (out.back() == 'x') out.back() = 'X';
  return out;
}

std::string type_key(std::string_view name) {
  return mesh::term_key(name);
}

std::vector<std::string> narrower_types(const std::string& key) {
  std::vector<std::string> out;
  for (const TypeRow& row : kTypes) {
    if (row.parent != key) continue;
    std::vector<std::string> found = narrower_types(std::string(row.child));
    found.insert(found.begin(), std::string(row.child));
    for (std::string& one : found) {
      if (std::find(out.begin(), out.end(), one) == out.end()) out.push_back(std::move(one));
    }
  }
  return out;
}

std::string type_of_filter(const std::string& key) {
  for (const FilterRow& row : kTypeFilters) {
    if (row.filter == key) return std::string(row.type);
  }
  return "";
}

std::pair<std::string, std::string> heading_and_qualifier(std::string_view text) {
  const std::size_t slash = text.find('/');
  if (slash == std::string_view::npos) return {std::string(text::trim(text)), ""};
  return {std::string(text::trim(text.substr(0, slash))),
          std::string(text::trim(text.substr(slash + 1)))};
}

std::string natural_order(std::string_view heading) {
  const std::size_t comma = heading.find(", ");
  if (comma == std::string_view::npos || heading.find(", ", comma + 1) != std::string_view::npos) {
    return std::string(heading);
  }
  return std::string(heading.substr(comma + 2)) + " " + std::string(heading.substr(0, comma));
}

bool is_check_tag(std::string_view heading) {
  static constexpr std::array<std::string_view, 24> kTags = {
      "adolescent", "adult",       "aged",        "aged 80 and over", "animals",
      "cats",       "cattle",      "child",       "child preschool",  "dogs",
      "female",     "guinea pigs", "humans",      "infant",           "infant newborn",
      "male",       "mice",        "middle aged", "pregnancy",        "rabbits",
      "rats",       "sheep",       "swine",       "young adult"};
  const std::string key = mesh::term_key(heading);
  return std::find(kTags.begin(), kTags.end(), key) != kTags.end();
}

bool is_pmid_term(const Term& term) {
  if (term.field == Field::pmid) return true;
  return term.field == Field::none && term.high.empty() && !pmids_of(term.text).empty();
}

std::string filter_key(const Term& term) {
  std::string key = text::to_lower_ascii(term.text);
  std::erase(key, ' ');
  std::erase(key, '-');
  if (term.field == Field::filter) return key;
  const bool bare =
      key == "hasabstract" && (term.field == Field::none || term.field == Field::all ||
                               term.field == Field::tw || term.field == Field::tiab);
  return bare ? key : "";
}

std::optional<DateSpan> years_filter(const std::string& key, const std::optional<Date>& today) {
  if (!key.starts_with("y_") || !is_digits(key.substr(2)) || key.size() > 5 || !today) {
    return std::nullopt;
  }
  const int years = std::stoi(key.substr(2));
  return DateSpan{pubmed_query::minus(*today, {years, 'y'}), {3000, 12, 31}, false};
}

HeadingNames heading_names(const Term& term, const std::string& heading, const Options& options) {
  HeadingNames out{{heading}, term.no_explosion};
  if (term.no_explosion || !options.expand) return out;
  for (std::string& name : options.expand(heading)) {
    out.exploded = true;
    const std::string key = mesh::term_key(name);
    const bool known =
        key.empty() || std::any_of(out.names.begin(), out.names.end(), [&key](const auto& have) {
          return mesh::term_key(have) == key;
        });
    if (!known) out.names.push_back(std::move(name));
  }
  return out;
}

Completed completed(const std::string& truncated, const Options& options) {
  const std::string stem_text = without_star(truncated);
  const std::vector<std::string> words = words_of(stem_text);
  Completed out{{}, "no truncation: searched as the word \"" + stem_text + "\" and its forms"};
  if (options.complete && !words.empty()) {
    const std::string before = stem_text.substr(0, stem_text.size() - words.back().size());
    const std::vector<std::string> known = options.complete(words.back());
    for (const std::string& word : known) {
      if (out.texts.size() < kMaxCompletions) out.texts.push_back(before + word);
    }
    if (!known.empty()) {
      out.why = "no truncation: written out as " + std::to_string(out.texts.size()) + " of " +
                std::to_string(known.size()) + " known words";
    }
  }
  if (out.texts.empty()) out.texts.push_back(stem_text);
  return out;
}

}  // namespace ev::translate
