// One linear scan over a PubMed record that makes it safe for tinyxml2 and cuts out what is never
// kept: processing instructions and comments go, blanks between inline elements become `&#32;` (the
// parser drops text nodes of white space only, so "<i>in</i> <i>vivo</i>" would be read "invivo"),
// HTML entities become characters, NUL and other control characters blanks, invalid UTF-8 U+FFFD.
// CDATA is left as it is. Cut: History (unless it dates a retraction), InvestigatorList,
// administrative dates and, on request, reference lists. Pure and linear in the text, however its
// markup is nested or left open; fails on input above the caps only.
#pragma once

#include "base/limits.hpp"
#include "base/result.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace ev::sources {

struct PrepassOptions {
  bool keep_references = true;
  std::size_t max_bytes = limits::kXmlRecordBytes;
  std::size_t* bytes_searched = nullptr;  // for tests: how far all searches went together
};

// Beyond, what a parser would make of a record takes too long or too much room. Records of
// thousands of authors stay far below.
inline constexpr std::size_t kMostXmlElements = 500'000;
inline constexpr std::size_t kMostXmlAttributes = 256;  // of one element

// Replaces the content of `out`.
Result<void> prepare_xml(std::string_view raw, const PrepassOptions& options, std::string& out);

}  // namespace ev::sources
