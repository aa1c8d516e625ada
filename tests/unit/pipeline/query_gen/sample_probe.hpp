// A ProbeFn over the built-in sample's records, without a client, and a log of what was asked.
#pragma once

#include "base/text.hpp"
#include "pipeline/mesh/memory_vocabulary.hpp"
#include "pipeline/pubmed_query/memory_index.hpp"
#include "pipeline/pubmed_query/parser.hpp"
#include "pipeline/pubmed_query/term_mapping.hpp"
#include "pipeline/query_gen/probing.hpp"

#include <memory>
#include <string>
#include <vector>

namespace ev::query_gen {

// Answers by evaluation over a handful of invented articles.
class ListProbe {
 public:
  explicit ListProbe(std::vector<model::Article> articles)
      : articles_(std::move(articles)), index_(articles_, mesh::built_in(), {2026, 11, 21}) {}

  ProbeFn function() {
    return [this](std::span<const std::string> queries, const Context&) {
      std::vector<Result<search::Probe>> out;
      for (const std::string& query : queries) {
        asked.push_back(query);
        search::Probe probe;
        const pubmed_query::Parsed parsed = pubmed_query::parse(query);
        if (parsed.tree) {
          const auto mapped = pubmed_query::map_terms(
              splits_phrases ? split(*parsed.tree, probe) : *parsed.tree, mesh::built_in(), index_);
          if (mapped.tree) {
            probe.query_translation =
                pubmed_query::print(*mapped.tree, pubmed_query::TagStyle::full);
            probe.count = static_cast<long>(pubmed_query::evaluate(*mapped.tree, index_).size());
          }
          for (const auto& t : mapped.translations) probe.translations.emplace_back(t.from, t.to);
          if (!mapped.tree) probe.phrases_not_found = mapped.phrases_not_found;
        }
        for (const auto& [from, to] : more_translations) {
          if (query == from) probe.translations.emplace_back(from, to);
        }
        out.push_back(std::move(probe));
      }
      return out;
    };
  }

  // As PubMed does: a phrase it does not know is searched as its words, in all fields.
  bool splits_phrases = false;
  std::vector<std::string> asked;
  std::vector<std::pair<std::string, std::string>> more_translations;

 private:
  pubmed_query::Node split(const pubmed_query::Node& node, search::Probe& probe) const {
    namespace pq = pubmed_query;
    if (node.kind != pq::Kind::term) {
      std::vector<pq::Node> children;
      for (const pq::Node& child : node.children) children.push_back(split(child, probe));
      return pq::combine(node.kind, std::move(children));
    }
    const pq::Term& term = node.term;
    const bool phrase = term.quoted || (term.field != pq::Field::none && term.high.empty());
    if (!phrase || term.field == pq::Field::pmid || index_.finds(term)) return node;
    probe.quoted_phrases_not_found.push_back(pq::print(term));
    std::vector<pq::Node> words;
    for (const std::string& word : text::split(mesh::term_key(term.text), ' ')) {
      words.push_back(pq::make_term(word, pq::Field::all));
    }
    return pq::combine(pq::Kind::conjunction, std::move(words));
  }

  std::vector<model::Article> articles_;
  pubmed_query::MemoryIndex index_;
};

inline std::vector<model::Article> three_articles() {
  const auto make = [](std::string pmid, std::string title, std::string date) {
    model::Article a;
    a.pmid = std::move(pmid);
    a.title = std::move(title);
    a.publication_date = std::move(date);
    a.languages = {"eng"};
    return a;
  };
  std::vector<model::Article> out = {
      make("90000971", "Metformin and Alzheimer disease in adults", "2021-05"),
      make("90000972", "Carvedilol in heart failure", "2015"),
      make("90000973", "Metformin in heart failure", "2024-01-10")};
  out[0].mesh_headings = {{.descriptor = "Metformin", .ui = "D008687", .major = true},
                          {.descriptor = "Alzheimer Disease", .ui = "D000544", .major = true}};
  out[1].mesh_headings = {{.descriptor = "Carvedilol", .ui = "D000077261", .major = true},
                          {.descriptor = "Heart Failure", .ui = "D006333"}};
  out[0].publication_types = {"Journal Article", "Randomized Controlled Trial"};
  return out;
}

}  // namespace ev::query_gen
