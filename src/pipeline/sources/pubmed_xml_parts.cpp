// The parts that journal articles and book documents share.
#include "base/text.hpp"
#include "pipeline/sources/html_entities.hpp"
#include "pipeline/sources/identifiers.hpp"
#include "pipeline/sources/pubmed_xml_dom.hpp"

#include <algorithm>

namespace ev::sources::dom {

namespace {

bool is_not_valid(const Element& e) {
  return attribute_is(e, "ValidYN", "N");
}

void add_affiliation(const Element& info, model::Author& author) {
  std::string affiliation = text_of(&info, "Affiliation");
  if (!affiliation.empty()) author.affiliations.push_back(std::move(affiliation));
}

void add_author(const Element& e, model::Article& a) {
  model::Author author;
  std::string fore_name, suffix, collective;
  each(&e, [&](const Element& c) {
    const std::string_view name = name_of(c);
    if (name == "LastName") author.last_name = text_of(&c);
    if (name == "ForeName" || name == "FirstName") fore_name = text_of(&c);
    if (name == "Initials") author.initials = text_of(&c);
    if (name == "Suffix") suffix = text_of(&c);
    if (name == "CollectiveName") collective = text_of(&c);
    if (name == "AffiliationInfo") add_affiliation(c, author);
    if (name == "Affiliation") author.affiliations.push_back(text_of(&c));  // before 2014
    if (name == "Identifier" && attribute_is(c, "Source", "ORCID"))
      author.orcid = orcid_in(text_of(&c));
  });
  if (!collective.empty()) {
    author.collective = true;
    author.name = collective;
  } else {
    const std::string& given = fore_name.empty() ? author.initials : fore_name;
    for (const std::string_view part :
         {std::string_view(author.last_name), std::string_view(given), std::string_view(suffix)}) {
      if (part.empty()) continue;
      if (!author.name.empty()) author.name += ' ';
      author.name += part;
    }
  }
  a.authors.push_back(std::move(author));
}

// Values like "CSR&amp;amp;D" arrive escaped twice.
std::string unescaped(std::string s) {
  for (std::size_t amp = s.find('&'); amp != std::string::npos; amp = s.find('&', amp + 1)) {
    const std::size_t end = s.find(';', amp);
    if (end == std::string::npos) break;
    const auto c = html_entity(std::string_view(s).substr(amp + 1, end - amp - 1));
    if (!c) continue;
    std::string replacement;
    text::append_utf8(replacement, *c);
    s.replace(amp, end + 1 - amp, replacement);
  }
  return s;
}

std::string printed_label(std::string label) {
  while (!label.empty() && (label.back() == ':' || label.back() == ' ')) label.pop_back();
  return label == "UNLABELLED" || label == "UNLABELED" ? "" : label;
}

}  // namespace

void add_once(std::vector<std::string>& list, std::string value) {
  if (value.empty() || std::find(list.begin(), list.end(), value) != list.end()) return;
  list.push_back(std::move(value));
}

void add_version(const Element& pmid, model::Article& a) {
  std::string version = attribute(pmid, "Version");
  if (!version.empty() && version != "1") a.metadata["version"] = std::move(version);
}

void add_authors(const Element& list, model::Article& a) {
  if (attribute_is(list, "CompleteYN", "N")) a.authors_complete = false;
  each(&list, "Author", [&](const Element& e) {
    if (!is_not_valid(e)) add_author(e, a);
  });
}

void add_abstract(const Element& abstract, model::Article& a) {
  std::size_t length = text::code_points(a.abstract);
  const auto append = [&](std::string_view s) {
    a.abstract += s;
    length += text::code_points(s);
  };
  bool labelled = false;
  each(&abstract, "AbstractText", [&](const Element& e) {
    labelled = labelled || e.Attribute("Label") != nullptr;
    const std::string body = printed_text_of(&e, a);
    if (body.empty()) return;
    if (!a.abstract.empty()) append("\n");
    model::Section section{.label = printed_label(attribute(e, "Label")),
                           .nlm_category = attribute(e, "NlmCategory")};
    if (!section.label.empty()) append(section.label + ": ");
    section.start = static_cast<int>(length);
    append(body);
    section.end = static_cast<int>(length);
    a.sections.push_back(std::move(section));
  });
  // One text without a label is the abstract itself.
  if (a.sections.size() == 1 && !labelled) a.sections.clear();
}

void add_keywords(const Element& list, model::Article& a) {
  each(&list, "Keyword", [&](const Element& e) { add_once(a.keywords, text_of(&e)); });
}

void add_grants(const Element& list, model::Article& a) {
  each(&list, "Grant", [&](const Element& e) {
    model::Grant grant{.id = unescaped(text_of(&e, "GrantID")),
                       .acronym = unescaped(text_of(&e, "Acronym")),
                       .agency = unescaped(text_of(&e, "Agency")),
                       .country = text_of(&e, "Country")};
    if (!(grant == model::Grant{})) a.grants.push_back(std::move(grant));
  });
}

// Lists nest: a list of a list's sections.
void add_references(const Element& list, model::Article& a) {
  each(&list, [&](const Element& e) {
    if (is(e, "ReferenceList")) add_references(e, a);
    if (!is(e, "Reference")) return;
    model::Reference reference{.citation = text_of(&e, "Citation")};
    each(child(&e, "ArticleIdList"), "ArticleId", [&](const Element& id) {
      if (attribute_is(id, "IdType", "pubmed")) reference.pmid = text_of(&id);
      if (attribute_is(id, "IdType", "doi")) reference.doi = normal_doi(text_of(&id));
    });
    if (!(reference == model::Reference{})) a.references.push_back(std::move(reference));
  });
}

// The record's own identifiers; callers pass the direct child list only, never those of references.
void add_ids(const Element& list, model::Article& a) {
  each(&list, "ArticleId", [&](const Element& e) {
    std::string value = text_of(&e);
    if (value.empty()) return;
    if (attribute_is(e, "IdType", "doi")) {
      a.doi = normal_doi(value);
    } else if (attribute_is(e, "IdType", "pmc")) {
      a.pmcid = normal_pmcid(value);
    } else if (attribute_is(e, "IdType", "pii")) {
      a.metadata["pii"] = std::move(value);
    } else if (attribute_is(e, "IdType", "mid")) {
      a.metadata["manuscript_id"] = std::move(value);
    } else if (attribute_is(e, "IdType", "bookaccession")) {
      a.metadata["book_accession"] = std::move(value);
    }
  });
}

}  // namespace ev::sources::dom
