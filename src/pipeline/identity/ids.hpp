// All identifiers of a record or a text, normalised (model/identifiers.hpp), so that two records of
// one work can be told by them. A trial number that a paper names is not an identifier of the
// paper: it is only one of the registered study. Thread rule: pure functions.
#pragma once

#include "pipeline/model/article.hpp"

#include <compare>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ev::identity {

// In order of trust. europepmc: "SRC:ID" of records that have no PMID or PMCID (preprints PPR,
// patents PAT …). record: a name this program gave by content (imports, inline records).
enum class IdKind { pmid, pmcid, europepmc, doi, openalex, nct, arxiv, record };

struct Identifier {
  IdKind kind = IdKind::record;
  std::string value;
  auto operator<=>(const Identifier&) const = default;
};

// "PMID:1", "PMCID:PMC1", "PPRID:PPR1", "PATID:WO1", "EPMC:AGR:1", "DOI:10.1/x", "OAID:W1",
// "NCT:NCT01234567", "ARXIV:2101.00001", "REC:rec-…".
std::string label(const Identifier& id);
// The same read back; nullopt when it is none.
std::optional<Identifier> from_label(std::string_view label);
// As model::Relation names records: "PMID:1", "DOI:10.1/x", "NCT01234567", "PPR:PPR1".
std::string relation_name(const Identifier& id);

// What URLs (PubMed, PMC, Europe PMC, DOI, OpenAlex, ClinicalTrials.gov, arXiv, bioRxiv, medRxiv,
// in their old forms too) and labelled values ("PMID: 1", "doi:10.1/x", "NCT01234567", "PPR:PPR1")
// in the text name; each once, most trusted first.
std::vector<Identifier> ids_in_text(std::string_view text);

// Of the record itself, from all its fields and its URL; each once, most trusted first.
std::vector<Identifier> ids_of(const model::Article& article);

// What a merged record keeps of identifiers that have no field of their own (labels, by blanks).
inline constexpr const char* kOtherIds = "other_ids";

// A DOI without its version: "10.1101/…v2", "…/v2", "….v2", Cochrane's ".pub2", the F1000 family
// and eLife ".2". version 0: none is named.
struct DoiVersion {
  std::string base;
  int version = 0;
};
DoiVersion doi_version(const std::string& doi);
// Two DOIs of one text in different versions.
bool other_version(const std::string& a, const std::string& b);

}  // namespace ev::identity
