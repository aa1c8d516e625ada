// Reading the values of PubMed terms: words, dates, identifiers, publication types, headings.
// Publication types and their narrower types follow MeSH (tree V03, V02.600).
// Thread rule: pure functions.
#pragma once

#include "pipeline/pubmed_query/tree.hpp"
#include "pipeline/translate/translation.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ev::translate {

// Runs of letters and digits; everything ASCII else separates.
std::vector<std::string> words_of(std::string_view text);
// As words_of(), without PubMed's stop words.
std::vector<std::string> search_words(std::string_view text);
// Why nothing of a term can be searched, "" when something can: no letters or digits; without tag
// and quotes, only stop words or truncated ones, which PubMed ignores. Asked before a target reads
// the term.
std::string unsearchable(const pubmed_query::Term& term);
// One line of text with the given characters (and controls, quotes, backslashes) as spaces, white
// space squeezed; "" when no letter or digit is left.
std::string plain_text(std::string_view text, std::string_view unwanted);
// One word of letters and digits that no target reads as an operator.
bool is_plain_word(std::string_view text);
std::string without_star(std::string_view text);
// A wildcard anywhere but at the very end.
bool has_inner_wildcard(std::string_view text);

// First and last day, both included.
struct DateSpan {
  pubmed_query::Date first;
  pubmed_query::Date last;
  bool whole_years = false;
};
// nullopt with `why` when the term is no date, or relative and `today` is unknown.
std::optional<DateSpan> date_span(const pubmed_query::Term& term,
                                  const std::optional<pubmed_query::Date>& today, std::string& why);
std::string iso_date(const pubmed_query::Date& date);  // 2015-03-07

bool is_digits(std::string_view text);
std::vector<std::string> pmids_of(std::string_view text);  // empty when not all are PMIDs
std::string doi_of(std::string_view text);                 // lower case; "" when it is none
std::string pmcid_of(std::string_view text);               // "PMC123"; "" when it is none
std::string nct_of(std::string_view text);                 // "NCT01234567"; "" when it is none
std::string issn_of(std::string_view text);                // "1234-567X"; "" when it is none

// The name folded to lower-case words, and below it in the tree of publication types.
std::string type_key(std::string_view name);
std::vector<std::string> narrower_types(const std::string& key);
// What a filter such as "randomizedcontrolledtrial" or "review" stands for; "" when it is no type.
std::string type_of_filter(const std::string& key);

// "asthma/drug therapy" -> {"asthma", "drug therapy"}.
std::pair<std::string, std::string> heading_and_qualifier(std::string_view text);
// "Diabetes Mellitus, Type 2" -> "Type 2 Diabetes Mellitus".
std::string natural_order(std::string_view heading);
// Headings given to nearly every record of their kind (Humans, Female, Adult …): words that do
// not occur in texts.
bool is_check_tag(std::string_view heading);

// A term without tag of numbers only is a list of PMIDs.
bool is_pmid_term(const pubmed_query::Term& term);
// Its filter, lower case and without blanks, also for a bare "hasabstract"; "" when it is none.
std::string filter_key(const pubmed_query::Term& term);
// "y_5" -> the date five years before today as a span to the end of time.
std::optional<DateSpan> years_filter(const std::string& key,
                                     const std::optional<pubmed_query::Date>& today);

// The heading's own name first, then what Options::expand gives, each once.
struct HeadingNames {
  std::vector<std::string> names;
  bool exploded = false;  // the caller knew the heading, or no explosion is wanted
};
HeadingNames heading_names(const pubmed_query::Term& term, const std::string& heading,
                           const Options& options);

// A truncated term for a target without truncation: the words or phrases that stand for it, and
// what to say about it. Without Options::complete, or when it knows none, the stem as it is.
struct Completed {
  std::vector<std::string> texts;
  std::string why;
};
Completed completed(const std::string& truncated, const Options& options);

}  // namespace ev::translate
