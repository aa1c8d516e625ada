#include "pipeline/sources/mesh_xml.hpp"

#include "base/text.hpp"
#include "pipeline/sources/pubmed_xml_dom.hpp"

#include <set>
#include <utility>

namespace ev::sources {

namespace {

using dom::Element;

Error wrong_record(std::string what) {
  return Error{.code = Errc::invalid_argument, .message = std::move(what)};
}

std::string string_in(const Element* holder) {
  return dom::text_of(dom::child(holder, "String"));
}

void read_terms(const Element& record, mesh::Heading& heading) {
  std::set<std::string> seen = {heading.name};
  dom::each(dom::child(&record, "ConceptList"), "Concept", [&](const Element& one) {
    dom::each(dom::child(&one, "TermList"), "Term", [&](const Element& term) {
      std::string text = string_in(&term);
      if (!text.empty() && seen.insert(text).second) heading.entry_terms.push_back(std::move(text));
    });
  });
}

void read_trees(const Element& record, mesh::Heading& heading) {
  dom::each(dom::child(&record, "TreeNumberList"), "TreeNumber", [&](const Element& number) {
    dom::add_once(heading.tree_numbers, dom::text_of(&number));
  });
}

// The asterisk of a major mapping is left out.
void read_mapping(const Element& record, mesh::Heading& heading) {
  dom::each(dom::child(&record, "HeadingMappedToList"), "HeadingMappedTo", [&](const Element& to) {
    std::string ui = dom::text_of(dom::child(&to, "DescriptorReferredTo"), "DescriptorUI");
    if (!ui.empty() && ui.front() == '*') ui.erase(0, 1);
    dom::add_once(heading.mapped_to, std::move(ui));
  });
}

void read_allowed_qualifiers(const Element& record, mesh::Heading& heading) {
  dom::each(dom::child(&record, "AllowableQualifiersList"), "AllowableQualifier",
            [&](const Element& q) {
              dom::add_once(heading.qualifiers, dom::text_of(&q, "Abbreviation"));
            });
}

void read_abbreviation(const Element& record, mesh::Heading& heading) {
  dom::each(dom::child(&record, "ConceptList"), "Concept", [&](const Element& one) {
    dom::each(dom::child(&one, "TermList"), "Term", [&](const Element& term) {
      const std::string code = dom::text_of(&term, "Abbreviation");
      if (code.size() == 2) dom::add_once(heading.qualifiers, code);
    });
  });
}

}  // namespace

Result<mesh::Heading> parse_mesh_record(std::string_view record) {
  tinyxml2::XMLDocument document;
  if (document.Parse(record.data(), record.size()) != tinyxml2::XML_SUCCESS) {
    return wrong_record("the record is no well-formed XML");
  }
  const Element* root = document.RootElement();
  const std::string_view name = root == nullptr ? std::string_view() : dom::name_of(*root);
  mesh::Heading heading;
  const auto read_head = [&](const char* ui, const char* named) {
    heading.ui = dom::text_of(root, ui);
    heading.name = string_in(dom::child(root, named));
  };
  if (name == "DescriptorRecord") {
    read_head("DescriptorUI", "DescriptorName");
    read_allowed_qualifiers(*root, heading);
  } else if (name == "SupplementalRecord") {
    read_head("SupplementalRecordUI", "SupplementalRecordName");
    heading.supplementary = true;
    const std::string kind = dom::attribute(*root, "SCRClass");
    if (kind.size() == 1 && kind[0] >= '1' && kind[0] <= '9') {
      heading.supplementary_class = kind[0] - '0';
    }
    read_mapping(*root, heading);
  } else if (name == "QualifierRecord") {
    read_head("QualifierUI", "QualifierName");
    read_abbreviation(*root, heading);
  } else {
    return wrong_record("it is no record of MeSH");
  }
  if (heading.ui.empty()) return wrong_record("the record has no unique identifier (UI)");
  if (heading.name.empty()) return wrong_record("the record " + heading.ui + " has no name");
  if (name != "SupplementalRecord") read_trees(*root, heading);
  read_terms(*root, heading);
  return heading;
}

}  // namespace ev::sources
