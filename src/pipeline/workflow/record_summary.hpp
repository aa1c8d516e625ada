// What is told of a record wherever it is named or listed: its id as text, its marks, its design
// and its main finding; and text of strangers made fit to be shown. Thread rule: pure functions.
#pragma once

#include "base/json.hpp"
#include "pipeline/model/article.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace ev::workflow {

// What a row tells of the article's text: study design and, when a stage shows it, the main finding
// sentence (the last sentence of the abstract is not guessed). "" is left out.
struct RowText {
  std::string design;
  std::string finding{};
};
// Both, read in one go.
RowText row_text_of(const model::Article& article);

// What marks an article wherever it is shown: "retracted", "preprint", "no_abstract",
// "injection_suspected". For the last, which stands last, all of the text is searched: where an
// article is shown in several places its flags are read once and handed on.
using Flags = std::vector<std::string>;
Flags flags_of(const model::Article& article);
bool is_suspected(const Flags& flags);

// "PMID 123", for a record without one its own id.
std::string id_text(const model::Article& article);

// Displayable, without line breaks and tabs.
std::string one_line(std::string_view s);
// For Markdown: the words stay as they are read, but make no link, image, code or HTML; in text of
// several lines no line is a heading, an item of a list, a quotation or a rule.
std::string markdown_line(std::string_view s);
std::string markdown_lines(std::string_view s);
// All strings of the value, in place.
void make_displayable(Json& json);

}  // namespace ev::workflow
