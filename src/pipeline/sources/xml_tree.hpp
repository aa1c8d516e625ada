// A small XML record as a tree of plain values, for formats whose elements are few (EndNote): text
// of an element with all its descendants, decoded, white space squeezed; <sup>/<sub> as in PubMed
// records. Pure. Errors: upstream_changed (not well-formed, too large).
#pragma once

#include "base/result.hpp"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace ev::sources {

struct XmlNode {
  std::string name;
  std::map<std::string, std::string> attributes;
  std::string text;  // of all descendants
  std::vector<XmlNode> children;

  // First child of that name, or nullptr.
  const XmlNode* child(std::string_view wanted) const;
  // Text found by following the names, "" when one is missing.
  std::string text_at(std::initializer_list<std::string_view> names) const;
};

Result<XmlNode> read_xml_tree(std::string_view xml);

}  // namespace ev::sources
