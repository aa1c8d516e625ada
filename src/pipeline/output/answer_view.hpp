// The answer to a question as every page, terminal and tool shows it, in one order: what it is,
// with the best estimate and the dissent; how many records of which design stand where, by outcome;
// their quotes; what was not found, not read, not counted. Made of a document with the members
// `answer` and `claim_result` or `comparison_result` (workflow/answer_stage.hpp); any may be
// missing. Pure functions.
#pragma once

#include "base/json.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace ev::output {

// `verbatim` leaves quotes as they are, else nothing of them becomes markup.
enum class Quoted { verbatim, escaped };
std::string answer_markdown(const Json& document, Quoted quoted);
// A <section>; "" without an answer.
std::string answer_section(const Json& document);
// In lines of `width` columns.
std::string answer_plain(const Json& document, std::size_t width);

// Record text in Markdown: one line, and nothing in it that would become markup.
std::string markdown_text(std::string_view raw);
// Words of `s` in lines of `width` columns, each line after the first indented.
std::string wrapped(std::string_view s, std::size_t width, std::size_t indent);

}  // namespace ev::output
