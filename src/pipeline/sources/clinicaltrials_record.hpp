// A study of ClinicalTrials.gov's API v2 as a record. `abstract` is its brief summary; the rest of
// the registration is in `trial`. Text keeps its Markdown lists, escapes ("\>", "\*") are undone.
// Decided here, and not by the registry:
// - publication_date is the day the registration was first posted.
// - authors stay empty: a registration names a sponsor and officials, who are not its authors; the
//   sponsor is in `trial`. publication_types stay empty: those are PubMed's word.
// - nct_ids holds the number and its earlier ones; keywords are the conditions and keywords.
// - related: a reference that reports results is tied by "has_results", one that PubMed links to
// the
//   number (DERIVED) by "has_publication"; background reading is no relation. All references are in
//   trial.references; a PMID field that holds no PMID is kept in the citation's text.
// Pure; thread rule: any thread.
#pragma once

#include "base/json.hpp"
#include "pipeline/model/article.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace ev::sources {

// nullopt for anything without an NCT number.
std::optional<model::Article> read_study(const Json& study);

// "NCT01234567" from "nct01234567"; "" for what is no NCT number. The service takes fewer digits as
// well and puts zeros in front, which would turn a slip into another study.
std::string nct_number_in(std::string_view text);
// "a \> b" -> "a > b": a backslash before ASCII punctuation goes, as in CommonMark.
std::string without_markdown_escapes(std::string_view text);
// Runs of white space as one blank, none at the ends.
std::string on_one_line(std::string_view text);

}  // namespace ev::sources
