#include "pipeline/pubmed_query/field_values.hpp"

#include "pipeline/mesh/vocabulary.hpp"

#include <array>
#include <utility>

namespace ev::pubmed_query {

namespace {

using mesh::term_key;

template <std::size_t N>
std::string look_up(const std::array<std::pair<std::string_view, std::string_view>, N>& table,
                    std::string_view key) {
  for (const auto& [name, value] : table) {
    if (name == key) return std::string(value);
  }
  return std::string(key);
}

}  // namespace

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
  return look_up(kNames, code);
}

std::string qualifier_name(std::string_view qualifier) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 24> kCodes = {{
      {"dt", "drug therapy"},
      {"tu", "therapeutic use"},
      {"ae", "adverse effects"},
      {"di", "diagnosis"},
      {"th", "therapy"},
      {"ep", "epidemiology"},
      {"et", "etiology"},
      {"me", "metabolism"},
      {"pd", "pharmacology"},
      {"de", "drug effects"},
      {"pc", "prevention control"},
      {"mo", "mortality"},
      {"ge", "genetics"},
      {"co", "complications"},
      {"ci", "chemically induced"},
      {"pa", "pathology"},
      {"pp", "physiopathology"},
      {"ph", "physiology"},
      {"su", "surgery"},
      {"us", "ultrasonography"},
      {"ai", "antagonists inhibitors"},
      {"bl", "blood"},
      {"dg", "diagnostic imaging"},
      {"im", "immunology"},
  }};
  const std::string key = term_key(qualifier);
  return look_up(kCodes, key == "prevention and control" ? "prevention control" : key);
}

}  // namespace ev::pubmed_query
