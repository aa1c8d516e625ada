#include "base/text.hpp"
#include "pipeline/sources/mathml_text.hpp"
#include "pipeline/sources/pubmed_xml_dom.hpp"
#include "pipeline/sources/scripts.hpp"

#include <utility>

namespace ev::sources::dom {

namespace {

void add_script(const tinyxml2::XMLNode& node, MathForm form, ScriptPosition position,
                Squeezer& out) {
  Squeezer inner;
  add_text(node, form, inner);
  const bool space_after = inner.ends_in_space();
  const tinyxml2::XMLNode* first = node.FirstChild();
  if (first != nullptr && first->ToText() != nullptr && is_xml_blank(*first->Value())) out.space();
  out.add(in_script(inner.take(), position));
  if (space_after) out.space();
}

// Linear forms of the formulas below that the printed form does not tell whole.
void add_formulas(const Element& e, std::string& out) {
  constexpr std::size_t kMost = 2'000;  // bytes
  for (const Element* c = e.FirstChildElement(); c != nullptr && out.size() < kMost;
       c = c->NextSiblingElement()) {
    if (local_name(*c) != "math") {
      add_formulas(*c, out);
    } else if (needs_layout(*c)) {
      Squeezer formula;
      add_math(*c, MathForm::linear, formula);
      out += (out.empty() ? "" : "; ") + formula.take();
    }
  }
}

std::string whole_text(const Element* e, MathForm form) {
  if (e == nullptr) return "";
  Squeezer out;
  add_text(*e, form, out);
  return out.take();
}

}  // namespace

void add_text(const tinyxml2::XMLNode& node, MathForm form, Squeezer& out) {
  for (const tinyxml2::XMLNode* n = node.FirstChild(); n != nullptr; n = n->NextSibling()) {
    if (n->ToText() != nullptr) {
      out.add(n->Value());
      continue;
    }
    const Element* e = n->ToElement();
    if (e == nullptr) continue;
    const std::string_view name = e->Name();
    if (name == "sup") {
      add_script(*e, form, ScriptPosition::raised, out);
    } else if (name == "sub") {
      add_script(*e, form, ScriptPosition::lowered, out);
    } else if (local_name(*e) == "math") {
      add_math(*e, form, out);
    } else {
      add_text(*e, form, out);
    }
  }
}

std::string text_of(const Element* e) {
  return whole_text(e, MathForm::linear);
}

std::string printed_text_of(const Element* e, model::Article& a) {
  if (e == nullptr) return "";
  if (std::string formulas = a.metadata.count("formulas") != 0 ? a.metadata["formulas"] : "";
      e->FirstChildElement() != nullptr) {
    add_formulas(*e, formulas);
    if (!formulas.empty()) a.metadata["formulas"] = std::move(formulas);
  }
  return whole_text(e, MathForm::printed);
}

std::string attribute(const Element& e, const char* name) {
  const char* value = e.Attribute(name);
  if (value == nullptr) return "";
  Squeezer out;
  out.add(value);
  return out.take();
}

bool attribute_is(const Element& e, const char* name, const char* value) {
  const char* found = e.Attribute(name);
  return found != nullptr && std::strcmp(found, value) == 0;
}

}  // namespace ev::sources::dom
