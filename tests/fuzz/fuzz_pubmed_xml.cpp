// Any bytes as an efetch reply: no crash, sections stay inside the abstract, records have a PMID
// and JSON text that parses.
#include "base/json.hpp"
#include "base/text.hpp"
#include "pipeline/model/article_json.hpp"
#include "pipeline/sources/pubmed_xml.hpp"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <cstdlib>
#include <string_view>

namespace {

void require(bool condition) {
  if (!condition) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace ev;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  for (const model::Article& a : sources::read_pubmed_set(bytes).articles) {
    require(!a.pmid.empty());
    require(text::valid_utf8(a.title) && text::valid_utf8(a.abstract));
    const auto length = static_cast<int>(text::code_points(a.abstract));
    for (const model::Section& s : a.sections)
      require(0 <= s.start && s.start < s.end && s.end <= length);
    require(parse_json(model::to_json_text(a)).has_value());
  }
  return 0;
}
