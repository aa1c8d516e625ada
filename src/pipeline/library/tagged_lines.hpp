// Files of tagged lines: RIS ("TY  - JOUR") and MEDLINE/nbib ("PMID- 123"). How a line is tagged,
// and the sources that cut such files into records. Thread rule: one thread per source; the rest is
// pure.
#pragma once

#include "pipeline/library/line_reader.hpp"
#include "pipeline/library/record_source.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace ev::library {

// "TY" of "TY  - JOUR"; "" when the line has no tag. `gap`: number of blanks before the hyphen that
// counts, 0 = one or two. Writers that use two may have "ER - positive" in a running text.
std::string_view ris_tag(std::string_view line, std::size_t gap = 0);
std::size_t ris_gap(std::string_view line);
// "TI" of "TI  - …", "PMID" of "PMID- …"; the hyphen is always the fifth character.
std::string_view medline_tag(std::string_view line);

// What follows the tag and its hyphen, trimmed.
std::string_view tagged_value(std::string_view line);

// Calls `f` with every line of a record (without its end) and the line's number.
void each_line(std::string_view record, std::uint64_t first_line,
               const std::function<void(std::string_view, std::uint64_t)>& f);

std::unique_ptr<RecordSource> ris_records(sources::ByteSource& source);
// A record begins at PMID-, or at any tag after an empty line.
std::unique_ptr<RecordSource> medline_records(sources::ByteSource& source);

}  // namespace ev::library
