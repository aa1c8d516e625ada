#include "pipeline/text/fold_map.hpp"

#include "base/text.hpp"
#include "support/catch.hpp"

namespace ev::doc {

namespace {

// The words of `text` on which `needle` stands, "-" when it does not.
std::string found(const std::string& text, const std::string& needle) {
  const auto at = FoldMap(text).find(FoldMap(needle));
  return at ? std::string(ev::text::slice(text, at->first, at->second)) : "-";
}

}  // namespace

TEST_CASE("what differs only in kind is found, with the original's offsets") {
  CHECK(found("We saw 12\u2009345 Adults.", "12 345 adults") == "12\u2009345 Adults");
  CHECK(found("a \u22121\u00B75 mg dose", "-1.5 mg") == "\u22121\u00B75 mg");
  CHECK(found("caf\u00E9 au lait", "cafe au") == "caf\u00E9 au");
  CHECK(found("the \u201Cold\u201D tea", "\"old\" tea") == "\u201Cold\u201D tea");
  CHECK(found("long\u200B-term  use", "long-term use") == "long\u200B-term  use");
  CHECK(found("\uFB01bre intake", "fibre intake") == "\uFB01bre intake");
  CHECK(found("\u03B2 and \U0001F600 then tea", "then tea") == "then tea");
}

TEST_CASE("what means something else is not found") {
  CHECK(found("10\u00B2 cells", "102 cells") == "-");
  CHECK(found("p \u2260 0.05", "p = 0.05") == "-");
  CHECK(found("tea reduced pain", "t\u0435a reduced") == "-");  // Cyrillic e
  CHECK(found("in 1200 adults", "200 adults") == "-");
  CHECK(found("by 3.45 points", "3.4") == "-");
  CHECK(found("by 3.45 points", "45 points") == "-");
  CHECK(found("in 1,200 adults", "200 adults") == "-");
  CHECK(found("unchanged", "changed") == "-");
  CHECK(found("anything", "  ") == "-");
  CHECK(found("", "tea") == "-");
}

}  // namespace ev::doc
