#include "pipeline/sources/xml_tree.hpp"

#include "pipeline/sources/pubmed_xml_dom.hpp"
#include "pipeline/sources/pubmed_xml_prepass.hpp"

namespace ev::sources {

namespace {

// Text is gathered on every level: deeper elements stay text of their parent.
constexpr int kDepth = 12;

XmlNode tree_of(const dom::Element& e, int depth) {
  XmlNode node{.name = e.Name()};
  for (const tinyxml2::XMLAttribute* a = e.FirstAttribute(); a != nullptr; a = a->Next()) {
    node.attributes.emplace(a->Name(), a->Value());
  }
  node.text = dom::text_of(&e);
  if (depth == kDepth) return node;
  dom::each(&e, [&](const dom::Element& c) { node.children.push_back(tree_of(c, depth + 1)); });
  return node;
}

}  // namespace

const XmlNode* XmlNode::child(std::string_view wanted) const {
  for (const XmlNode& node : children) {
    if (node.name == wanted) return &node;
  }
  return nullptr;
}

std::string XmlNode::text_at(std::initializer_list<std::string_view> names) const {
  const XmlNode* node = this;
  for (const std::string_view wanted : names) {
    node = node->child(wanted);
    if (node == nullptr) return "";
  }
  return node->text;
}

Result<XmlNode> read_xml_tree(std::string_view xml) {
  std::string prepared;
  EV_CHECK(prepare_xml(xml, {}, prepared));
  tinyxml2::XMLDocument document;
  if (document.Parse(prepared.data(), prepared.size()) != tinyxml2::XML_SUCCESS ||
      document.RootElement() == nullptr) {
    return Error{.code = Errc::upstream_changed,
                 .message = std::string("not well-formed XML: ") +
                            (document.Error() ? document.ErrorName() : "no element")};
  }
  return tree_of(*document.RootElement(), 1);
}

}  // namespace ev::sources
