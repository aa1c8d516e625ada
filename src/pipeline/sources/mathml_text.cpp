#include "pipeline/sources/mathml_text.hpp"

#include "base/text.hpp"
#include "pipeline/sources/scripts.hpp"

#include <algorithm>

namespace ev::sources::dom {

namespace {

bool is_script(std::string_view kind) {
  return kind == "msup" || kind == "msub" || kind == "msubsup" || kind == "mmultiscripts";
}

// Calls `f` with the base and then with each script and its position: those of msub, msup, msubsup
// and of the pairs of mmultiscripts.
template <class F>
void each_script(const Element& e, F f) {
  int index = 0;
  bool raised = local_name(e) == "msup";
  for (const Element* c = e.FirstChildElement(); c != nullptr; c = c->NextSiblingElement()) {
    if (local_name(*c) == "mprescripts") {
      raised = false;
      continue;
    }
    f(*c, index++ == 0, raised ? ScriptPosition::raised : ScriptPosition::lowered);
    if (index > 1) raised = !raised;
  }
}

void add_linear(const Element& e, Squeezer& out);

std::string linear_text(const Element& e) {
  Squeezer inner;
  add_linear(e, inner);
  return inner.take();
}

std::string grouped(const std::string& s) {
  return text::code_points(s) > 1 ? "(" + s + ")" : s;
}

void add_linear_children(const Element& e, Squeezer& out) {
  for (const Element* c = e.FirstChildElement(); c != nullptr; c = c->NextSiblingElement()) {
    add_linear(*c, out);
  }
}

std::string children_grouped(const Element& e) {
  Squeezer inner;
  add_linear_children(e, inner);
  return grouped(inner.take());
}

void add_linear(const Element& e, Squeezer& out) {
  const std::string_view name = local_name(e);
  const Element* first = e.FirstChildElement();
  const Element* second = first == nullptr ? nullptr : first->NextSiblingElement();
  if (name == "mi" || name == "mn" || name == "mo" || name == "mtext" || name == "ms") {
    add_text(e, MathForm::linear, out);
  } else if (name == "mspace") {
    out.space();
  } else if (is_script(name)) {
    each_script(e, [&out](const Element& c, bool base, ScriptPosition position) {
      base ? add_linear(c, out) : out.add(in_script(linear_text(c), position));
    });
  } else if (name == "mfrac") {
    if (first != nullptr) out.add(grouped(linear_text(*first)));
    if (second != nullptr) out.add("/" + grouped(linear_text(*second)));
  } else if (name == "msqrt") {
    out.add("√" + children_grouped(e));
  } else if (name == "mroot" && second != nullptr) {
    out.add(in_script(linear_text(*second), ScriptPosition::raised) + "√" +
            grouped(linear_text(*first)));
  } else if (name != "annotation" && name != "annotation-xml" && name != "none") {
    add_linear_children(e, out);
  }
}

void add_printed(const tinyxml2::XMLNode& node, Squeezer& out);

std::string printed_text(const Element& e) {
  Squeezer inner;
  add_printed(e, inner);
  return inner.take();
}

// One above and one below; where marks cannot tell them apart, a blank does.
void add_pair(const Element& upper, const Element& lower, Squeezer& out) {
  const std::string above = printed_text(upper);
  const std::string below = printed_text(lower);
  const std::string raised = in_script(above, ScriptPosition::raised);
  const std::string lowered = in_script(below, ScriptPosition::lowered);
  out.add(raised);
  if (raised == above || lowered == below) out.space();
  out.add(lowered);
}

void add_printed_element(const Element& e, Squeezer& out) {
  const std::string_view name = local_name(e);
  const Element* first = e.FirstChildElement();
  const Element* second = first == nullptr ? nullptr : first->NextSiblingElement();
  if (is_script(name)) {
    each_script(e, [&out](const Element& c, bool base, ScriptPosition position) {
      base ? add_printed_element(c, out) : out.add(in_script(printed_text(c), position));
    });
  } else if (name == "mspace") {
    out.space();
  } else if (name == "mfrac" && second != nullptr) {
    add_pair(*first, *second, out);
  } else if (name == "mroot" && second != nullptr) {
    add_printed_element(*first, out);
    out.space();
    add_printed_element(*second, out);
  } else {
    const bool apart = name == "annotation" || name == "annotation-xml";
    if (apart) out.space();
    add_printed(e, out);
    if (apart) out.space();
  }
}

// Blanks between elements are layout of the file.
void add_printed(const tinyxml2::XMLNode& node, Squeezer& out) {
  for (const tinyxml2::XMLNode* n = node.FirstChild(); n != nullptr; n = n->NextSibling()) {
    const Element* e = n->ToElement();
    if (e != nullptr) {
      add_printed_element(*e, out);
    } else if (n->ToText() != nullptr) {
      const std::string_view s = n->Value();
      if (!std::all_of(s.begin(), s.end(), is_xml_blank)) out.add(s);
    }
  }
}

}  // namespace

std::string_view local_name(const Element& e) {
  const std::string_view name = e.Name();
  const std::size_t colon = name.find(':');
  return colon == std::string_view::npos ? name : name.substr(colon + 1);
}

void add_math(const Element& math, MathForm form, Squeezer& out) {
  form == MathForm::linear ? add_linear_children(math, out) : add_printed(math, out);
}

bool needs_layout(const Element& math) {
  for (const Element* e = math.FirstChildElement(); e != nullptr; e = e->NextSiblingElement()) {
    const std::string_view name = local_name(*e);
    if (name == "mfrac" || name == "msqrt" || name == "mroot" || needs_layout(*e)) return true;
  }
  return false;
}

}  // namespace ev::sources::dom
