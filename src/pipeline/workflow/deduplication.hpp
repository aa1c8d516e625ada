// The stage "deduplicate": records of a list, of sets and of a file, each work once, stored as a
// set. Thread rule: any worker thread. Errors: sets and files that cannot be read (with the path of
// their argument), cancelled.
#pragma once

#include "base/context.hpp"
#include "base/result.hpp"
#include "pipeline/identity/deduplicate.hpp"
#include "pipeline/workflow/records.hpp"
#include "pipeline/workflow/services.hpp"

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace ev::workflow {

struct DeduplicationRequest {
  std::vector<InlineRecord> rows;                // come first
  std::vector<std::optional<double>> relevance;  // of the rows, parallel; 0–1
  std::string result_set;
  std::vector<std::string> result_sets;
  std::filesystem::path file;         // "" = none
  std::string file_as_given;          // how it is kept with the set
  std::vector<std::string> warnings;  // of reading the rows
};

// A record as it came in.
struct InputRecord {
  std::string item_id;
  std::string record_id;  // its name in the list it comes from, "" when it has none
  std::string source;
};

struct DeduplicationOutcome {
  std::vector<InputRecord> input;
  identity::Deduplicated result;            // members and joins count on the input
  std::vector<std::optional<double>> best;  // relevance of the records, parallel to them
  std::string result_set;
  std::vector<std::string> warnings;
  std::size_t merged() const { return input.size() - result.records.size(); }
};

Result<DeduplicationOutcome> deduplicate(const Services& services, DeduplicationRequest request,
                                         const Context& ctx);

}  // namespace ev::workflow
