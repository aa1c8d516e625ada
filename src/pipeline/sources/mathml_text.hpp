// MathML as text, in two forms. Linear: read token by token with what its layout says written out
// ("1/2", "√(a+b)"), without annotations. Printed: its characters in their order and none besides,
// as PubMed's own text forms have them, with scripts and fractions raised and lowered; what such a
// text does not tell (roots, fractions of more than a line) is in the linear form. Pure functions.
#pragma once

#include "pipeline/sources/pubmed_xml_dom.hpp"
#include "pipeline/sources/squeezer.hpp"

namespace ev::sources::dom {

enum class MathForm { linear, printed };

std::string_view local_name(const Element& e);  // without prefix

// What stands inside `math`.
void add_math(const Element& math, MathForm form, Squeezer& out);
// Whether the printed form leaves something of the formula out.
bool needs_layout(const Element& math);

// All text below, formulas in the form given.
void add_text(const tinyxml2::XMLNode& node, MathForm form, Squeezer& out);

}  // namespace ev::sources::dom
