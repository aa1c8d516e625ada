// How tools are given records: inline, by handle or by PMID. Inline rows are read here, under the
// names clients write them with, into what the workflow room takes. Thread rule: any worker thread.
#pragma once

#include "base/context.hpp"
#include "base/json.hpp"
#include "pipeline/workflow/records.hpp"
#include "tools/services.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ev::tools {

// The three ways a tool is given records; describe() the members under the names of the tool's
// contract.
struct RecordsIn {
  // Inline: articles, extractions, scored articles or evidence objects. An empty list is given too:
  // a pipeline goes on over nothing, as over an empty set.
  std::optional<std::vector<Json>> items;
  std::string result_set;
  std::optional<std::vector<std::string>> pmids;
};

// `items_member` is the argument's name, for paths in errors. Exactly one of the three must be
// given; none or several is invalid_argument saying so.
Result<RecordsRequest> records_request(const RecordsIn& in, std::string_view items_member);
// What resolve_records() makes of the request.
Result<RecordSet> load_records(const Services& services, const RecordsIn& in,
                               std::string_view items_member, const Context& ctx);
// Inline rows as they are read, each on its own; what is wrong with any of them is one error.
Result<std::vector<InlineRecord>> inline_records(const std::vector<Json>& items,
                                                 std::string_view items_member,
                                                 std::vector<std::string>& warnings);
// Inline records as load_records reads them, repeated ones included and not stored.
Result<std::vector<model::Article>> load_every_inline(const Services& services,
                                                      const std::vector<Json>& items,
                                                      std::string_view items_member,
                                                      std::vector<std::string>& warnings,
                                                      const Context& ctx);

}  // namespace ev::tools
