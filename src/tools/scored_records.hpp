// What the answers of scoring and ranking share: the pieces of a shown record. Thread rule: pure
// functions.
#pragma once

#include "base/codec.hpp"
#include "base/result.hpp"
#include "pipeline/appraise/filters.hpp"
#include "pipeline/appraise/scoring.hpp"
#include "pipeline/workflow/citation_data.hpp"
#include "pipeline/workflow/records.hpp"
#include "pipeline/workflow/score_payload.hpp"
#include "tools/answer.hpp"

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ev::tools {

// For check_values(): what `error` found wrong, except where a listed problem already speaks of the
// same argument (its default stands in for a value that could not be read).
void add_problems(std::vector<Problem>& problems, const Error& error);

// For display: numbers rounded to 6 decimals, in place. The stored ones keep all digits.
void round_numbers(Json& json);
// article_with_features {item_id, original_article, extraction, extraction_metadata (full)}.
Json article_with_features(const model::Article& article, const Json& features,
                           std::string_view detail);
// The sample size in a features payload, null when it has none.
Json sample_size_of(const Json& features);
// In place: beside each quote that carries invisible characters its readable form, `quote_cleaned`.
// Quotes themselves stay verbatim, their offsets count on it.
void add_cleaned_quotes(Json& extraction_metadata);
// "relevance 0.40, sample_size 0.12": the largest contributions first.
std::string contributions_line(const Json& score_payload);
// "0.412".
std::string short_number(double value);
// How many items of a list are worth building when `max_response_tokens` bounds the answer: the
// rest can only be deferred.
std::size_t items_within(const Paging& paging, std::size_t offset, std::size_t size);
}  // namespace ev::tools
