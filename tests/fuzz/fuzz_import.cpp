// Any bytes as a reference file, the first one choosing the name: no crash, records have an id,
// texts are UTF-8, sections stay inside the abstract, and what was read is written as JSON that
// parses.
#include "base/json.hpp"
#include "base/text.hpp"
#include "pipeline/library/import.hpp"
#include "pipeline/model/article_json.hpp"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <cstdlib>
#include <string_view>

namespace {

void require(bool condition) {
  if (!condition) std::abort();
}

void check(const ev::model::Article& a) {
  using namespace ev;
  require(!model::item_id(a).empty());
  const std::string json = model::to_json_text(a);
  require(text::valid_utf8(json) && parse_json(json).has_value());
  const auto length = static_cast<int>(text::code_points(a.abstract));
  for (const model::Section& s : a.sections) {
    require(0 <= s.start && s.start < s.end && s.end <= length);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace ev;
  if (size == 0) return 0;
  constexpr const char* kNames[] = {"a.txt", "a.csv", "a.tsv"};
  sources::MemorySource source({reinterpret_cast<const char*>(data + 1), size - 1});
  std::size_t records = 0;
  const auto report = library::import_bytes(
      source, kNames[data[0] % 3], {.threads = 0},
      [&](const model::Article& a) -> Result<void> {
        check(a);
        ++records;
        return {};
      },
      Context{});
  require(!report || report->records <= records);
  return 0;
}
