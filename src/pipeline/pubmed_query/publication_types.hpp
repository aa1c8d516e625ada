// The publication types that PubMed gives to records. Source: NLM's list of publication types
// (MeSH, category V), with the earlier names that stand in older copies of records. Thread rule:
// constants.
#pragma once

#include <span>
#include <string_view>

namespace ev::pubmed_query {

std::span<const std::string_view> publication_types();

// What is often written for a type and is none ("case study"), as mesh::term_key() gives it: the
// type that is meant; "" for other words.
std::string_view meant_type(std::string_view key);

}  // namespace ev::pubmed_query
