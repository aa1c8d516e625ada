// Independent groups behind a set of records: records whose author lists overlap by half of the
// shorter one belong together, and so do records tied through a third (science of a group is
// counted once). Pure function; the order of the records does not matter.
#pragma once

#include "pipeline/model/article.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace ev::mechanism {

// nullopt when no record names its authors; records without authors are no group.
std::optional<std::size_t> independent_author_groups(
    const std::vector<const model::Article*>& records);

}  // namespace ev::mechanism
