// What scoring and ranking share between the store's JSON and the appraise room: features as
// values, citation data for a set in one batch, scores in and out of stored rows, and the pieces of
// a shown record. Thread rule: plain values and pure functions; add_citations uses the services of
// its call.
#pragma once

#include "base/codec.hpp"
#include "base/result.hpp"
#include "pipeline/appraise/filters.hpp"
#include "pipeline/appraise/scoring.hpp"
#include "tools/answer.hpp"
#include "tools/records.hpp"

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ev::tools {

// For check_values(): what `error` found wrong, except where a listed problem already speaks of the
// same argument (its default stands in for a value that could not be read).
void add_problems(std::vector<Problem>& problems, const Error& error);

struct CitationData {
  std::optional<double> relative_citation_ratio;
  std::optional<int> citation_count;
};

// The extraction of a features payload; empty when there is none.
model::Value::Object features_of(const Json& payload);

// By PMID, one batch from iCite. What could not be had is a warning, not an error; only a call that
// must end fails.
Result<std::map<std::string, CitationData>> citation_data(
    const Services& services, const std::vector<model::Article>& articles, const Context& ctx,
    std::vector<std::string>& warnings);

// A raw value as shown and stored: a long text or list would repeat the extraction, so its
// beginning, enough to recognise it.
Json raw_value(const model::Value& raw);
// The "scored" payload of one article, all digits kept: where it stands, and what that came from.
Json score_standing(const appraise::Score& score, const appraise::Criteria& criteria);
Json score_payload(const appraise::Score& score, const appraise::Criteria& criteria);
// The relevance a scored payload was made with, for ties; 0 when it had none.
double relevance_in(const Json& score_payload);

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
// What a row shows of the record's text, read in one go.
RowText row_text_of(const model::Article& article);

// How many items of a list are worth building when `max_response_tokens` bounds the answer: the
// rest can only be deferred.
std::size_t items_within(const Paging& paging, std::size_t offset, std::size_t size);
}  // namespace ev::tools
