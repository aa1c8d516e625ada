// A target that takes PubMed's terms by their kind: what every service asks of a term, in one
// order. Thread rule: pure.
#pragma once

#include "pipeline/translate/walk.hpp"

#include <string>

namespace ev::translate {

class TermTarget : public Target {
 public:
  TermResult term(const pubmed_query::Term& term) const final;

 private:
  virtual TermResult filter_term(const std::string& key) const = 0;  // filter_key() of the term
  virtual TermResult pmids(const pubmed_query::Term& term) const = 0;
  virtual TermResult date(const pubmed_query::Term& term) const = 0;
  // Why a star inside a word cannot be searched.
  virtual const char* inner_wildcard() const = 0;
  // [all], [ti], [tiab], [tw], [ot] or no field.
  virtual TermResult text_term(const pubmed_query::Term& term) const = 0;
  virtual TermResult heading(const pubmed_query::Term& term) const = 0;  // [mh], [majr], [nm]
  virtual TermResult value(const pubmed_query::Term& term) const = 0;    // every other field
};

}  // namespace ev::translate
