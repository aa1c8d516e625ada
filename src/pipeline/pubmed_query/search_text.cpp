#include "pipeline/pubmed_query/search_text.hpp"

#include "base/text.hpp"
#include "pipeline/pubmed_query/field_values.hpp"
#include "pipeline/text/chars.hpp"

#include <algorithm>
#include <utility>

namespace ev::pubmed_query {

namespace {

void add(Segments& to, std::string_view text) {
  Words words = words_of(text);
  if (!words.empty()) to.push_back(std::move(words));
}

void add_abstract(const model::Article& article, Segments& to) {
  if (article.sections.empty()) add(to, article.abstract);
  for (const model::Section& section : article.sections) {
    add(to, section.label);
    add(to, text::slice(article.abstract, static_cast<std::size_t>(section.start),
                        static_cast<std::size_t>(section.end)));
  }
  for (const model::OtherAbstract& other : article.other_abstracts) add(to, other.text);
  for (const std::string& keyword : article.keywords) add(to, keyword);
}

void add_subjects(const model::Article& article, Segments& to) {
  for (const model::MeshHeading& heading : article.mesh_headings) {
    add(to, heading.descriptor);
    for (const model::MeshQualifier& qualifier : heading.qualifiers) add(to, qualifier.name);
  }
  for (const model::Chemical& chemical : article.chemicals) add(to, chemical.name);
  for (const std::string& name : article.supplementary_concepts) add(to, name);
  for (const std::string& type : article.publication_types) add(to, type);
  for (const std::string& id : article.registry_ids) add(to, id);
  for (const std::string& id : article.nct_ids) add(to, id);
}

void add_rest(const model::Article& article, Segments& to) {
  for (const model::Author& author : article.authors) {
    add(to, author.name);
    if (!author.initials.empty()) add(to, author.last_name + " " + author.initials);
  }
  for (const model::Grant& grant : article.grants) {
    add(to, grant.id);
    add(to, grant.agency);
  }
  for (const std::string& code : article.languages) add(to, language_name(code) + " " + code);
  for (const std::string& issn : article.issns) add(to, issn);
  for (const std::string* text : {&article.journal, &article.journal_abbreviation, &article.doi,
                                  &article.pmcid, &article.pmid, &article.publication_date,
                                  &article.volume, &article.issue, &article.pages}) {
    add(to, *text);
  }
}

}  // namespace

// PubMed indexes Greek letters by their names: "β-blocker" and "beta-blocker" are the same words.
// Folded first: folding makes letters and digits of some signs ("m²" is the word m2).
Words words_of(std::string_view text) {
  const std::string folded = text::spell_greek(text::fold(text));
  Words out;
  for (std::size_t i = 0; i < folded.size();) {
    const std::size_t begin = i;
    std::size_t next = i;
    while (i < folded.size()) {
      const char c = folded[i];
      if (doc::is_ascii(c)) {
        if (!doc::is_alnum(c)) break;
        ++next;
      } else if (!doc::is_letter(text::next_code_point(folded, next))) {
        break;
      }
      i = next;
    }
    if (i > begin) {
      out.emplace_back(folded, begin, i - begin);
    } else {
      text::next_code_point(folded, i);
    }
  }
  return out;
}

SearchText search_text(const model::Article& article) {
  SearchText out;
  const auto part = [&out](Part p) -> Segments& { return out[static_cast<std::size_t>(p)]; };
  add(part(Part::title), article.title);
  add_abstract(article, part(Part::body));
  add_subjects(article, part(Part::subjects));
  for (const model::Author& author : article.authors) {
    for (const std::string& text : author.affiliations) add(part(Part::affiliations), text);
  }
  add(part(Part::transliterated), article.vernacular_title);
  add(part(Part::conflicts), article.coi_statement);
  add_rest(article, part(Part::rest));
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
