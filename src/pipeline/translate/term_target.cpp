#include "pipeline/translate/term_target.hpp"

#include "pipeline/translate/values.hpp"

namespace ev::translate {

TermResult TermTarget::term(const pubmed_query::Term& term) const {
  using pubmed_query::Field;
  if (const std::string filter = filter_key(term); !filter.empty()) return filter_term(filter);
  if (is_pmid_term(term)) return pmids(term);
  if (pubmed_query::is_date(term.field)) return date(term);
  if (const std::string why = unsearchable(term); !why.empty()) return untranslatable(why);
  if (has_inner_wildcard(term.text)) return untranslatable(inner_wildcard());
  switch (term.field) {
    case Field::none:
    case Field::all:
    case Field::ti:
    case Field::tiab:
    case Field::tw:
    case Field::ot:
      return text_term(term);
    case Field::mh:
    case Field::majr:
    case Field::nm:
      return heading(term);
    default:
      return value(term);
  }
}

}  // namespace ev::translate
