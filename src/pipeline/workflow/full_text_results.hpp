// What the tables of an article's full text state of two arms, as rows with their table, labels and
// cells for a quote. Which columns are arms is known from the record's abstract. Where a table does
// not give the people of an arm, those that its other tables give by the same head are taken, else
// those of the abstract; `elsewhere` says so, and the
// row is `unsure`. Thread rule: pure functions.
#pragma once

#include "base/context.hpp"
#include "pipeline/model/article.hpp"
#include "pipeline/sources/jats.hpp"
#include "pipeline/synthesis/study_result.hpp"

#include <vector>

namespace ev::workflow {

// In the order of the tables. Errors: cancelled.
Result<std::vector<synthesis::StudyResult>> full_text_results(const sources::FullText& text,
                                                              const model::Article& article,
                                                              const Context& ctx);

}  // namespace ev::workflow
