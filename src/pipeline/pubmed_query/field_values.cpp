#include "pipeline/pubmed_query/field_values.hpp"

#include "pipeline/mesh/qualifiers.hpp"
#include "pipeline/mesh/vocabulary.hpp"

#include <array>
#include <utility>

namespace ev::pubmed_query {

std::string language_name(std::string_view code) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 18> kNames = {{
      {"eng", "english"},
      {"fre", "french"},
      {"ger", "german"},
      {"spa", "spanish"},
      {"chi", "chinese"},
      {"jpn", "japanese"},
      {"rus", "russian"},
      {"ita", "italian"},
      {"por", "portuguese"},
      {"pol", "polish"},
      {"dut", "dutch"},
      {"dan", "danish"},
      {"swe", "swedish"},
      {"nor", "norwegian"},
      {"hun", "hungarian"},
      {"cze", "czech"},
      {"kor", "korean"},
      {"tur", "turkish"},
  }};
  for (const auto& [known, name] : kNames) {
    if (known == code) return std::string(name);
  }
  return std::string(code);
}

std::string qualifier_name(std::string_view qualifier) {
  const mesh::Qualifier* known = mesh::find_qualifier(qualifier);
  return mesh::term_key(known == nullptr ? qualifier : known->name);
}

}  // namespace ev::pubmed_query
