// Single PubMed terms in OpenAlex's filters, and what fits into one OR or NOT there. A leaf's
// field is the filter's name; fields that end in ".search" hold text. Thread rule: pure.
#pragma once

#include "pipeline/translate/term_target.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace ev::translate {

inline constexpr const char* kOaTitle = "title.search";
inline constexpr const char* kOaTitleAbstract = "title_and_abstract.search";
inline constexpr const char* kOaEverywhere = "default.search";

// Text that takes AND, OR and NOT (raw names and affiliations do not).
bool is_search_text(std::string_view field);

class OpenAlexTarget : public TermTarget {
 public:
  explicit OpenAlexTarget(const Options& options) : options_(options) {}

  std::vector<Refusal> fit_or(std::vector<Expr>& parts,
                              std::vector<Approximation>& approximations) const override;
  std::string fit_not(Expr& part, std::vector<Approximation>& approximations) const override;

 private:
  TermResult filter_term(const std::string& key) const override;
  TermResult pmids(const pubmed_query::Term& term) const override;
  TermResult date(const pubmed_query::Term& term) const override;
  const char* inner_wildcard() const override { return "OpenAlex's search takes no wildcards"; }
  TermResult text_term(const pubmed_query::Term& term) const override;
  TermResult heading(const pubmed_query::Term& term) const override;
  TermResult value(const pubmed_query::Term& term) const override;

  const Options& options_;
};

}  // namespace ev::translate
