// One-sentence records and lookups for the tests of the extraction rules.
#pragma once

#include "pipeline/extract/compared.hpp"
#include "pipeline/extract/extract.hpp"
#include "pipeline/extract/rules.hpp"

#include <string>
#include <utility>

namespace ev::extract {

inline model::Article article_of(std::string abstract, std::string title = {}) {
  model::Article article;
  article.pmid = "90000001";
  article.title = std::move(title);
  article.abstract = std::move(abstract);
  return article;
}

// Text of the best candidate, "-" when there is none.
inline std::string best_text(Rule rule, std::string abstract, std::string title = {}) {
  const model::Article article = article_of(std::move(abstract), std::move(title));
  const Findings findings = rule(RecordText(article));
  return findings.candidates.empty() ? "-" : findings.candidates.front().text;
}

// All candidates' texts, joined by '|'.
inline std::string all_texts(Rule rule, std::string abstract, std::string title = {}) {
  const model::Article article = article_of(std::move(abstract), std::move(title));
  std::string out;
  for (const Candidate& candidate : rule(RecordText(article)).candidates) {
    if (!out.empty()) out += "|";
    out += candidate.text;
  }
  return out;
}

// The intervention and the comparator of a row, "-" for a blank.
inline std::string pair_in(const std::string& abstract, const std::string& title) {
  const model::Article article = article_of(abstract, title);
  const RecordText record(article);
  const Compared& found = compared_in(record);
  return (found.intervention ? found.intervention->text : "-") + "|" +
         (found.comparator ? found.comparator->text : "-");
}

}  // namespace ev::extract
