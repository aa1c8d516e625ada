// What another service says of a record's standing, added to what the record says itself
// (retraction.hpp). Pure.
#pragma once

#include "pipeline/model/article.hpp"

#include <string_view>

namespace ev::sources {

struct RetractionClaim {
  model::RetractionStatus status;
  std::string_view source;  // who says so: "openalex:is_retracted"
  std::string_view date = {};
  std::string_view notice_pmid = {};
};

// The gravest status counts, equal ones share their sources, and what is a notice stays one,
// whatever its title or a service's flag says.
void add_retraction_claim(model::Article& article, const RetractionClaim& claim);

}  // namespace ev::sources
