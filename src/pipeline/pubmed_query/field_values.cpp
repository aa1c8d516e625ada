#include "pipeline/pubmed_query/field_values.hpp"

#include "pipeline/mesh/qualifiers.hpp"
#include "pipeline/mesh/vocabulary.hpp"
#include "pipeline/model/languages.hpp"

namespace ev::pubmed_query {

std::string language_name(std::string_view code) {
  const model::Language* known = model::find_language(code);
  return std::string(known == nullptr || known->name.empty() ? code : known->name);
}

std::string qualifier_name(std::string_view qualifier) {
  const mesh::Qualifier* known = mesh::find_qualifier(qualifier);
  return mesh::term_key(known == nullptr ? qualifier : known->name);
}

}  // namespace ev::pubmed_query
