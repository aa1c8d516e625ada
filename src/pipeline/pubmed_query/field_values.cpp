#include "pipeline/pubmed_query/field_values.hpp"

#include "base/text.hpp"
#include "pipeline/mesh/qualifiers.hpp"
#include "pipeline/mesh/vocabulary.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

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

// Whole value, or a prefix when truncated.
bool value_fits(std::string_view value, const Term& term) {
  const std::string have = term_key(value);
  const std::string want = term_key(term.text);
  if (want.empty() || have.empty()) return false;
  return term.truncated() ? have.starts_with(want) : have == want;
}

template <class Range, class Get>
bool any_value(const Range& range, const Term& term, Get get) {
  return std::any_of(range.begin(), range.end(),
                     [&](const auto& item) { return value_fits(get(item), term); });
}
bool any_value(const std::vector<std::string>& values, const Term& term) {
  return any_value(values, term, [](const std::string& s) -> const std::string& { return s; });
}

bool contains_phrase(std::string_view text, const Term& term) {
  const std::string have = " " + term_key(text) + " ";
  const std::string want = term_key(term.text);
  if (want.empty()) return false;
  return have.find(" " + want + (term.truncated() ? "" : " ")) != std::string::npos;
}

std::string initials_key(const model::Author& author) {
  std::string out = term_key(author.initials);
  out.erase(std::remove(out.begin(), out.end(), ' '), out.end());
  return out;
}

// "smith j": all initials that begin with J; quoted: only J; "smith": everybody of that name. Full
// names in either order are accepted too.
bool author_fits(const model::Author& author, const Term& term) {
  const std::string want = term_key(term.text);
  if (author.collective) return want == term_key(author.name);
  const std::string last = term_key(author.last_name);
  if (want.empty() || last.empty()) return false;
  if (term.truncated()) return (last + " " + initials_key(author)).starts_with(want);
  if (want == last || want == term_key(author.name)) return true;
  if (want.starts_with(last + " ")) {
    std::string initials = want.substr(last.size() + 1);
    initials.erase(std::remove(initials.begin(), initials.end(), ' '), initials.end());
    const std::string have = initials_key(author);
    return term.quoted ? have == initials : have.starts_with(initials);
  }
  return false;
}

bool author_matches(const model::Article& article, const Term& term) {
  const std::vector<model::Author>& all = article.authors;
  if (all.empty()) return false;
  if (term.field == Field::au_first) return author_fits(all.front(), term);
  if (term.field == Field::au_last) return author_fits(all.back(), term);
  return std::any_of(all.begin(), all.end(),
                     [&term](const model::Author& a) { return author_fits(a, term); });
}

bool pmid_matches(const model::Article& article, const Term& term) {
  const auto number = [](std::string_view s) {
    long long out = 0;
    for (const char c : s.substr(0, 15)) out = c >= '0' && c <= '9' ? out * 10 + (c - '0') : -1;
    return out;
  };
  if (!term.high.empty()) {
    const long long pmid = number(article.pmid);
    return pmid >= number(term.text) && pmid <= number(term.high);
  }
  for (const std::string& one : text::split(term.text, ' ')) {
    if (!one.empty() && one == article.pmid) return true;
  }
  return false;
}

bool journal_matches(const model::Article& article, const Term& term) {
  const auto without_the = [](std::string key) {
    return key.starts_with("the ") ? key.substr(4) : key;
  };
  const std::string want = without_the(term_key(term.text));
  std::vector<std::string> names = article.issns;
  names.push_back(article.journal);
  names.push_back(article.journal_abbreviation);
  const auto medline = article.metadata.find("medline_ta");
  if (medline != article.metadata.end()) names.push_back(medline->second);
  return std::any_of(names.begin(), names.end(), [&](const std::string& name) {
    const std::string have = without_the(term_key(name));
    if (have.empty()) return false;
    return term.truncated() ? have.starts_with(want) : have == want;
  });
}

bool identifier_matches(const model::Article& article, const Term& term) {
  std::string want = text::to_lower_ascii(term.text);
  for (const std::string_view prefix :
       {"https://doi.org/", "http://doi.org/", "doi:", "doi.org/"}) {
    if (want.starts_with(prefix)) want.erase(0, prefix.size());
  }
  const auto pii = article.metadata.find("pii");
  return (!article.doi.empty() && want == text::to_lower_ascii(article.doi)) ||
         (!article.pmcid.empty() && want == text::to_lower_ascii(article.pmcid)) ||
         (pii != article.metadata.end() && want == text::to_lower_ascii(pii->second));
}

bool accession_matches(const model::Article& article, const Term& term) {
  if (any_value(article.nct_ids, term)) return true;
  return std::any_of(
      article.registry_ids.begin(), article.registry_ids.end(),
      [&term](const std::string& id) {  // "ClinicalTrials.gov:NCT…"
        const std::size_t colon = id.find(':');
        return value_fits(id, term) || value_fits(id.substr(0, colon), term) ||
               (colon != std::string::npos && value_fits(id.substr(colon + 1), term));
      });
}

bool qualifier_matches(const model::Article& article, const Term& term) {
  const std::string want = qualifier_name(term.text);
  for (const model::MeshHeading& heading : article.mesh_headings) {
    for (const model::MeshQualifier& qualifier : heading.qualifiers) {
      if (term_key(qualifier.name) == want) return true;
    }
  }
  return false;
}

bool has_type(const model::Article& article, std::string_view type) {
  const std::vector<std::string>& types = article.publication_types;
  return std::find(types.begin(), types.end(), type) != types.end();
}

bool has_heading(const model::Article& article, std::string_view name) {
  return std::any_of(article.mesh_headings.begin(), article.mesh_headings.end(),
                     [name](const model::MeshHeading& h) { return h.descriptor == name; });
}

bool filter_matches(const model::Article& article, const Term& term) {
  const std::string want = term_key(term.text);
  if (want == "all") return true;
  if (want == "hasabstract") return !article.abstract.empty();
  if (want == "free full text" || want == "ffrft" || want == "pubmed pmc") {
    return !article.pmcid.empty();
  }
  if (want == "preprint") return article.is_preprint;
  if (want == "excludepreprints") return !article.is_preprint;
  if (want == "humans") return has_heading(article, "Humans");
  if (want == "animals") return has_heading(article, "Animals");
  if (want == "systematic" || want == "systematicreview" || want == "systematic review") {
    return has_type(article, "Systematic Review") || has_type(article, "Meta-Analysis");
  }
  if (want == "randomizedcontrolledtrial") return has_type(article, "Randomized Controlled Trial");
  if (want == "review") return has_type(article, "Review");
  if (want == "meta analysis") return has_type(article, "Meta-Analysis");
  return std::any_of(article.languages.begin(), article.languages.end(),
                     [&want](const std::string& code) { return language_name(code) == want; });
}

bool language_matches(const model::Article& article, const Term& term) {
  const std::string want = term_key(term.text);
  return std::any_of(
      article.languages.begin(), article.languages.end(),
      [&want](const std::string& code) { return code == want || language_name(code) == want; });
}

}  // namespace

bool field_value_matches(const model::Article& article, const Term& term) {
  switch (term.field) {
    case Field::au:
    case Field::fau:
    case Field::au_first:
    case Field::au_last:
      return author_matches(article, term);
    case Field::cn:
      return any_value(article.authors, term, [](const model::Author& a) {
        return a.collective ? a.name : std::string();
      });
    case Field::auid:
      return any_value(article.authors, term, [](const model::Author& a) { return a.orcid; });
    case Field::ad:
      return std::any_of(article.authors.begin(), article.authors.end(), [&](const auto& author) {
        return std::any_of(author.affiliations.begin(), author.affiliations.end(),
                           [&](const std::string& s) { return contains_phrase(s, term); });
      });
    case Field::pmid:
      return pmid_matches(article, term);
    case Field::ta:
      return journal_matches(article, term);
    case Field::la:
      return language_matches(article, term);
    case Field::aid:
    case Field::lid:
      return identifier_matches(article, term);
    case Field::nm:
      return any_value(article.supplementary_concepts, term) ||
             any_value(article.chemicals, term, [](const model::Chemical& c) { return c.name; });
    case Field::rn:
      return any_value(article.chemicals, term,
                       [](const model::Chemical& c) { return c.registry_number; });
    case Field::gr:
      return any_value(article.grants, term, [](const model::Grant& g) { return g.id; }) ||
             any_value(article.grants, term, [](const model::Grant& g) { return g.agency; });
    case Field::si:
      return accession_matches(article, term);
    case Field::ot:
      return any_value(article.keywords, term);
    case Field::sh:
      return qualifier_matches(article, term);
    case Field::filter:
      return filter_matches(article, term);
    case Field::vi:
      return value_fits(article.volume, term);
    case Field::ip:
      return value_fits(article.issue, term);
    case Field::pg:
      return value_fits(article.pages, term);
    case Field::tt:
      return contains_phrase(article.vernacular_title, term);
    case Field::cois:
      return contains_phrase(article.coi_statement, term);
    default:
      return false;
  }
}

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
  const mesh::Qualifier* known = mesh::find_qualifier(qualifier);
  return term_key(known == nullptr ? qualifier : known->name);
}

}  // namespace ev::pubmed_query
