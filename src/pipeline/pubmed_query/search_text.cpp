#include "pipeline/pubmed_query/search_text.hpp"

#include "base/text.hpp"
#include "pipeline/pubmed_query/field_values.hpp"
#include "pipeline/text/chars.hpp"

#include <algorithm>
#include <utility>

namespace ev::pubmed_query {

namespace {

// Whether a letter or digit stands at byte `i`, which is moved past it.
bool take_letter(std::string_view folded, std::size_t& i) {
  const char c = folded[i];
  if (!doc::is_ascii(c)) return doc::is_letter(text::next_code_point(folded, i));
  ++i;
  return doc::is_alnum(c);
}

template <class Take>
void each_word(std::string_view folded, const Take& take) {
  std::size_t begin = 0;
  std::size_t i = 0;
  while (i < folded.size()) {
    const std::size_t end = i;
    if (take_letter(folded, i)) continue;
    if (end > begin) take(folded.substr(begin, end - begin));
    begin = i;
  }
  if (i > begin) take(folded.substr(begin));
}

// PubMed indexes Greek letters by their names: "β-blocker" and "beta-blocker" are the same words.
// Folded first: folding makes letters and digits of some signs ("m²" is the word m2).
std::string folded_text(std::string_view text) {
  return text::spell_greek(text::fold(text));
}

template <class Add>
void add_abstract(const model::Article& article, const Add& add) {
  if (article.sections.empty()) add(article.abstract);
  for (const model::Section& section : article.sections) {
    add(section.label);
    add(text::slice(article.abstract, static_cast<std::size_t>(section.start),
                    static_cast<std::size_t>(section.end)));
  }
  for (const model::OtherAbstract& other : article.other_abstracts) add(other.text);
  for (const std::string& keyword : article.keywords) add(keyword);
}

template <class Add>
void add_subjects(const model::Article& article, const Add& add) {
  for (const model::MeshHeading& heading : article.mesh_headings) {
    add(heading.descriptor);
    for (const model::MeshQualifier& qualifier : heading.qualifiers) add(qualifier.name);
  }
  for (const model::Chemical& chemical : article.chemicals) add(chemical.name);
  for (const std::string& name : article.supplementary_concepts) add(name);
  for (const std::string& type : article.publication_types) add(type);
  for (const std::string& id : article.registry_ids) add(id);
  for (const std::string& id : article.nct_ids) add(id);
}

template <class Add>
void add_rest(const model::Article& article, const Add& add) {
  for (const model::Author& author : article.authors) {
    add(author.name);
    if (!author.initials.empty()) add(author.last_name + " " + author.initials);
  }
  for (const model::Grant& grant : article.grants) {
    add(grant.id);
    add(grant.agency);
  }
  for (const std::string& code : article.languages) add(language_name(code) + " " + code);
  for (const std::string& issn : article.issns) add(issn);
  for (const std::string* text : {&article.journal, &article.journal_abbreviation, &article.doi,
                                  &article.pmcid, &article.pmid, &article.publication_date,
                                  &article.volume, &article.issue, &article.pages}) {
    add(*text);
  }
}

template <class Visit>
void each_segment(const model::Article& article, const Visit& visit) {
  const auto to = [&visit](Part part) {
    return [&visit, part](std::string_view text) { visit(part, text); };
  };
  visit(Part::title, article.title);
  add_abstract(article, to(Part::body));
  add_subjects(article, to(Part::subjects));
  for (const model::Author& author : article.authors) {
    for (const std::string& text : author.affiliations) visit(Part::affiliations, text);
  }
  visit(Part::transliterated, article.vernacular_title);
  visit(Part::conflicts, article.coi_statement);
  add_rest(article, to(Part::rest));
}

}  // namespace

Words words_of(std::string_view text) {
  Words out;
  each_word(folded_text(text), [&out](std::string_view word) { out.emplace_back(word); });
  return out;
}

SearchText search_text(const model::Article& article) {
  SearchText out;
  each_segment(article, [&out](Part part, std::string_view text) {
    Words words = words_of(text);
    if (!words.empty()) out[static_cast<std::size_t>(part)].push_back(std::move(words));
  });
  return out;
}

std::vector<std::string> search_lines(const model::Article& article) {
  std::vector<std::string> out(kParts);
  each_segment(article, [&out](Part part, std::string_view text) {
    std::string& line = out[static_cast<std::size_t>(part)];
    char before = '\n';
    each_word(folded_text(text), [&](std::string_view word) {
      if (!line.empty()) line += before;
      line += word;
      before = ' ';
    });
  });
  return out;
}

PartMask parts_of(Field field) {
  switch (field) {
    case Field::ti:
      return bit(Part::title);
    case Field::tiab:
      return bit(Part::title) | bit(Part::body);
    case Field::tw:
      return bit(Part::title) | bit(Part::body) | bit(Part::subjects) | bit(Part::transliterated);
    case Field::ad:
      return bit(Part::affiliations);
    case Field::tt:
      return bit(Part::transliterated);
    case Field::cois:
      return bit(Part::conflicts);
    case Field::none:
    case Field::all:
      return (1U << kParts) - 1;
    default:
      return 0;
  }
}

}  // namespace ev::pubmed_query
