// Whether a record reports anything that stands. Thread rule: pure functions.
#pragma once

#include "pipeline/model/article.hpp"

namespace ev::model {

// Retracted papers and retraction notices report nothing that stands: ranked with score 0, last;
// never read for or against anything.
inline bool is_void(const Article& article) {
  return article.retraction.status == RetractionStatus::retracted ||
         article.retraction.status == RetractionStatus::notice;
}

}  // namespace ev::model
