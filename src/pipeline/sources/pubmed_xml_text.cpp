#include "base/text.hpp"
#include "pipeline/sources/pubmed_xml_dom.hpp"
#include "pipeline/sources/scripts.hpp"

#include <algorithm>
#include <utility>

namespace ev::sources::dom {

namespace {

bool is_xml_blank(char c) {
  return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

// Appends text with runs of white space squeezed to one blank; none at either end.
class Squeezer {
 public:
  void add(std::string_view s) {
    std::size_t i = 0;
    while (i < s.size()) {
      if (is_xml_blank(s[i])) {
        blank_ = true;
        ++i;
        continue;
      }
      std::size_t end = i + 1;
      // A single blank between words stays inside the run, so that whole sentences are copied at
      // once.
      while (end < s.size() && (!is_xml_blank(s[end]) || (s[end] == ' ' && end + 1 < s.size() &&
                                                          !is_xml_blank(s[end + 1])))) {
        ++end;
      }
      if (blank_ && !out_.empty()) out_ += ' ';
      blank_ = false;
      out_.append(s.substr(i, end - i));
      i = end;
    }
  }
  void space() { blank_ = true; }
  bool ends_in_space() const { return blank_; }
  std::string take() { return std::move(out_); }

 private:
  std::string out_;
  bool blank_ = false;
};

void walk(const tinyxml2::XMLNode& node, Squeezer& out);

void add_script(const tinyxml2::XMLNode& node, ScriptPosition position, Squeezer& out) {
  Squeezer inner;
  walk(node, inner);
  const bool space_after = inner.ends_in_space();
  const tinyxml2::XMLNode* first = node.FirstChild();
  if (first != nullptr && first->ToText() != nullptr && is_xml_blank(*first->Value())) out.space();
  out.add(in_script(inner.take(), position));
  if (space_after) out.space();
}

std::string_view local_name(const Element& e) {
  const std::string_view name = e.Name();
  const std::size_t colon = name.find(':');
  return colon == std::string_view::npos ? name : name.substr(colon + 1);
}

void walk_math(const Element& e, Squeezer& out);

std::string math_text(const Element& e) {
  Squeezer inner;
  walk_math(e, inner);
  return inner.take();
}

std::string grouped(const std::string& s) {
  return text::code_points(s) > 1 ? "(" + s + ")" : s;
}

// Base, then scripts: positions of msub, msup, msubsup, and of the pairs of mmultiscripts.
void walk_scripts(const Element& e, std::string_view kind, Squeezer& out) {
  int index = 0;
  bool raised = kind == "msup";
  for (const Element* c = e.FirstChildElement(); c != nullptr; c = c->NextSiblingElement()) {
    if (local_name(*c) == "mprescripts") {
      raised = false;
      continue;
    }
    if (index++ == 0) {
      walk_math(*c, out);
      continue;
    }
    out.add(in_script(math_text(*c), raised ? ScriptPosition::raised : ScriptPosition::lowered));
    raised = !raised;
  }
}

void walk_math_children(const Element& e, Squeezer& out) {
  for (const Element* c = e.FirstChildElement(); c != nullptr; c = c->NextSiblingElement()) {
    walk_math(*c, out);
  }
}

void walk_math(const Element& e, Squeezer& out) {
  const std::string_view name = local_name(e);
  if (name == "mi" || name == "mn" || name == "mo" || name == "mtext" || name == "ms") {
    walk(e, out);
  } else if (name == "mspace") {
    out.space();
  } else if (name == "msup" || name == "msub" || name == "msubsup" || name == "mmultiscripts") {
    walk_scripts(e, name, out);
  } else if (name == "mfrac") {
    const Element* top = e.FirstChildElement();
    const Element* bottom = top == nullptr ? nullptr : top->NextSiblingElement();
    if (top != nullptr) out.add(grouped(math_text(*top)));
    if (bottom != nullptr) out.add("/" + grouped(math_text(*bottom)));
  } else if (name == "msqrt") {
    Squeezer inner;
    walk_math_children(e, inner);
    out.add("√" + grouped(inner.take()));
  } else if (name != "annotation" && name != "annotation-xml" && name != "none") {
    walk_math_children(e, out);
  }
}

void walk(const tinyxml2::XMLNode& node, Squeezer& out) {
  for (const tinyxml2::XMLNode* n = node.FirstChild(); n != nullptr; n = n->NextSibling()) {
    if (n->ToText() != nullptr) {
      out.add(n->Value());
      continue;
    }
    const Element* e = n->ToElement();
    if (e == nullptr) continue;
    const std::string_view name = e->Name();
    if (name == "sup") {
      add_script(*e, ScriptPosition::raised, out);
    } else if (name == "sub") {
      add_script(*e, ScriptPosition::lowered, out);
    } else if (local_name(*e) == "math") {
      walk_math_children(*e, out);
    } else {
      walk(*e, out);
    }
  }
}

}  // namespace

std::string text_of(const Element* e) {
  if (e == nullptr) return "";
  Squeezer out;
  walk(*e, out);
  return out.take();
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
