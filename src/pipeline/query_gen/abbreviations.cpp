#include "pipeline/query_gen/abbreviations.hpp"

#include "base/data_table.hpp"
#include "pipeline/mesh/vocabulary.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <string>

namespace ev::query_gen {

namespace {

// By short form.
const std::vector<Abbreviation>& abbreviations() {
  static const auto all = data_rows("lexicon/abbreviations.tsv", [](const DataTable::Row& row) {
    return Abbreviation{row["short_form"], row["words"], row["heading"]};
  });
  return all;
}

// "copd", "t2dm", "htn": written small, and no word of English ("all", "aids").
bool is_small_form(std::string_view written, std::string_view form) {
  constexpr std::size_t kNoWord = 4;
  if (written == "aids" || written.size() != form.size() || written.size() < 3) return false;
  const bool same = std::equal(written.begin(), written.end(), form.begin(), [](char a, char b) {
    return a == (b >= 'A' && b <= 'Z' ? static_cast<char>(b - 'A' + 'a') : b);
  });
  return same &&
         (written.size() >= kNoWord || written.find_first_of("aeiou") == std::string_view::npos);
}

}  // namespace

std::string_view short_form_of(std::string_view heading) {
  const auto at = std::find_if(abbreviations().begin(), abbreviations().end(),
                               [heading](const Abbreviation& a) { return a.heading == heading; });
  return at == abbreviations().end() ? std::string_view() : at->short_form;
}

std::string_view heading_of_words(std::string_view key) {
  static const std::map<std::string, std::string_view, std::less<>> by_words = [] {
    std::map<std::string, std::string_view, std::less<>> made;
    for (const Abbreviation& a : abbreviations()) {
      if (!a.heading.empty()) made.emplace(mesh::term_key(a.words), a.heading);
    }
    return made;
  }();
  const auto at = by_words.find(key);
  return at == by_words.end() ? std::string_view() : at->second;
}

const Abbreviation* find_abbreviation(std::string_view written) {
  // "NSAIDs", "NSAIDS".
  const bool plural = written.size() > 3 && (written.back() == 's' || written.back() == 'S');
  const std::string_view singular = plural ? written.substr(0, written.size() - 1) : written;
  for (const std::string_view form : {written, singular}) {
    const auto at = std::find_if(abbreviations().begin(), abbreviations().end(),
                                 [form](const Abbreviation& a) { return a.short_form == form; });
    if (at != abbreviations().end()) return &*at;
  }
  for (const std::string_view form : {written, singular}) {
    const auto at =
        std::find_if(abbreviations().begin(), abbreviations().end(),
                     [form](const Abbreviation& a) { return is_small_form(form, a.short_form); });
    if (at != abbreviations().end()) return &*at;
  }
  return nullptr;
}

}  // namespace ev::query_gen
