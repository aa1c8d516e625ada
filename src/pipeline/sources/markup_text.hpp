// Upstream text with marks of HTML, JATS or MathML in it, as plain text. What is a mark and what a
// comparison ("P<0.001", "a <b and c> d") is told apart strictly: a mark has the form of one and a
// known name, or a closing mark further on; everything else stays as it is. Entities are decoded
// first (twice where they were escaped twice), so "&lt;sup&gt;2&lt;/sup&gt;" is a mark too.
// <sup>/<sub> and MathML as in PubMed records (scripts.hpp). White space is squeezed, paragraphs
// end in one line break. Pure functions.
#pragma once

#include "pipeline/model/article.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace ev::sources {

struct MarkedPart {
  std::string heading;  // "" for text before the first heading
  std::string text;
  bool operator==(const MarkedPart&) const = default;
};

// All of it as one text; headings are paragraphs of their own.
std::string plain_text(std::string_view marked);
// Cut at its headings (h1–h6, JATS title). A heading without text has an empty `text`.
std::vector<MarkedPart> marked_parts(std::string_view marked);

// Sets abstract and sections as in records read from PubMed XML: "Label: text", one part per line.
// A heading without text is left out when it is a bare label, else it becomes a part without
// label. "Abstract" is no label.
void set_abstract_parts(const std::vector<MarkedPart>& parts, model::Article& article);

}  // namespace ev::sources
