// An answer as JSON (`claim_result`). Records for, against and mixed are listed; those
// that mention or could not be read are counted, and listed where `all` is asked for. Pure
// functions.
#pragma once

#include "base/json.hpp"
#include "pipeline/answer/answer.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace ev::answer {

struct ListLimit {
  std::size_t each_side = static_cast<std::size_t>(-1);  // of those for, against, mixed
  bool all = false;
};
std::vector<const RecordStance*> listed_records(const Answer& answer, const ListLimit& limit);
Json to_json(const Answer& answer, const ListLimit& limit = {});

}  // namespace ev::answer
