// What PubTator3 calls the genes, diseases and chemicals of records, one entry per normalised id:
// other ways to write the ends of a link. An extra: records that did not come from PubMed, services
// that are switched off and failures cost only these names, and are said once. Cached like every
// reply; at most kMostAnnotated records are asked about. Thread rule: any worker thread. Errors:
// cancelled.
#pragma once

#include "base/context.hpp"
#include "base/result.hpp"
#include "pipeline/mechanism/entity.hpp"
#include "pipeline/model/article.hpp"
#include "pipeline/sources/pubtator.hpp"
#include "pipeline/workflow/services.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace ev::workflow {

inline constexpr std::size_t kMostAnnotated = 200;  // two requests

struct NamedEntities {
  std::vector<mechanism::NamedEntity> entities;  // by kind and id
  std::vector<std::string> warnings;
};
Result<NamedEntities> named_entities(const Services& services,
                                     std::span<const model::Article> articles, const Context& ctx);

// One entry per id, whatever the order of the records.
std::vector<mechanism::NamedEntity> merged_entities(
    std::span<const sources::AnnotatedRecord> records);

// Everything else that the thing of this name is called.
std::vector<std::string> other_names(const std::string& name,
                                     std::span<const mechanism::NamedEntity> entities);

}  // namespace ev::workflow
