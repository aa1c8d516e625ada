// Blocks of JATS (paragraphs, lists, tables, figures, boxes) as lines of plain text; private to the
// JATS reader. Pure.
#pragma once

#include "pipeline/sources/pubmed_xml_dom.hpp"
#include "pipeline/sources/table.hpp"

#include <string>
#include <vector>

namespace ev::sources::jats {

// Makes a parsed article ready for reading: graphics and descriptions for machines go, TeX goes
// where MathML says the same, <break/> becomes a blank, blocks inside a paragraph become its
// siblings.
void prepare(dom::Element& root);

// Of one block; nothing for reference lists, titles and the like.
std::vector<std::string> lines_of(const dom::Element& block);
// One line to a row: "cell | cell".
std::vector<std::string> table_rows(const dom::Element& table);
// The tables of one <table-wrap>, with its label, caption and notes.
std::vector<Table> tables_in(const dom::Element& wrap);
// Title and label of what is no section are part of its lines; these are never blocks.
bool is_heading_part(const dom::Element& e);

}  // namespace ev::sources::jats
