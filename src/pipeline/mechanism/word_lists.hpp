// Word knowledge of the recogniser: endings that tell a drug, an enzyme or a disease, words that
// only look like one, gene symbols that are common words, and what MeSH qualifiers say about their
// heading. Arguments are folded words. Pure functions.
#pragma once

#include "pipeline/mechanism/entity.hpp"

#include <optional>
#include <string_view>

namespace ev::mechanism {

bool is_common_word(std::string_view key);  // CAT, MET, REST, SET, WAS … as words
bool is_gene_context(std::string_view word);

bool has_drug_stem(std::string_view word);
bool has_enzyme_ending(std::string_view word);
bool looks_like_disease(std::string_view phrase);
// "receptor", "kinase", "channel" …: heads of target names.
bool is_target_head(std::string_view word);
// May stand before a target head as part of its name ("adenosine receptor", not "the receptor").
bool can_modify_target(std::string_view word);
// Letters with digits that are no gene: scales, doses, codes.
bool is_symbol_like_non_gene(std::string_view word);

std::optional<Kind> kind_of_qualifier(std::string_view qualifier);
bool is_generic_heading(std::string_view heading);
// Headings of drug classes ("Adrenergic beta-Antagonists"): a class is not its member.
bool is_class_heading(std::string_view heading);
// What an entry of a record's chemical list is, by its registry number and its supplementary
// concept; nothing where only qualifiers can tell.
std::optional<Kind> kind_of_chemical(const model::Chemical& chemical);

}  // namespace ev::mechanism
