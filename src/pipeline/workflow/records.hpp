// How stages take records (inline, by handle, by PMID) and how they keep what they made. Payloads
// of the stages, as JSON text in ResultRow::payload:
//   features  {"extraction": {...}, "extraction_metadata": {...}}
//   scored    {"total_score", "score_breakdown", "percentile_rank", "scoring_metadata"}, stored as
//             one table for the whole set (score_table.hpp)
//   ranked    {"rank", "final_score", "boosts": [...]}
// `meta` of a set: {"call": {"tool", "arguments"}, ...} plus what the stage keeps ("query",
// "schema", "criteria" …). Records are completed from the store when an inline row's pmid or
// item_id is known there.
#pragma once

#include "base/context.hpp"
#include "base/json.hpp"
#include "pipeline/model/article.hpp"
#include "pipeline/workflow/services.hpp"
#include "pipeline/workflow/stage_values.hpp"

#include <string>
#include <vector>

namespace ev::workflow {

// A record a caller brings along, with what earlier stages made of it.
struct InlineRecord {
  model::Article article;
  RecordFeatures features;
  RecordScore scores;
  RecordRank ranks;
};

// One of the three.
struct RecordsRequest {
  std::vector<InlineRecord> rows;
  std::string result_set;
  std::vector<std::string> pmids;
  std::vector<std::string> warnings;  // of reading the rows
};

struct RecordSet {
  std::string handle;  // the set given, or the "records" set stored for inline records or pmids
  std::string stage;   // of the set given; inline rows: the highest stage every row has
  std::vector<model::Article> articles;
  // Parallel to articles; nothing where the stage is absent.
  std::vector<RecordFeatures> features;
  std::vector<RecordScore> scores;
  std::vector<RecordRank> ranks;
  SetMeta meta;                       // of the set given
  std::vector<std::string> warnings;  // inline rows that could not be completed …
};

// By handle. An error without a path gets "result_set".
Result<RecordSet> load_set(const Services& services, const std::string& handle, const Context& ctx);
// Rows completed from the store, one per id, stored as sets like those the stages make.
Result<RecordSet> load_inline(const Services& services, std::vector<InlineRecord> rows,
                              std::vector<std::string> warnings, const Context& ctx);
// PMIDs not in the store are fetched (unless offline).
Result<RecordSet> resolve_records(const Services& services, RecordsRequest request,
                                  const Context& ctx);

// The records of a set row by row: an imported set may hold several of one id, which load_set
// tells apart no more.
Result<std::vector<model::Article>> load_every_row(const Services& services,
                                                   const std::string& handle, const Context& ctx);
// Inline records completed as load_inline does it, repeated ones included and not stored.
Result<std::vector<model::Article>> every_inline_article(const Services& services,
                                                         std::vector<InlineRecord> rows,
                                                         std::vector<std::string>& warnings,
                                                         const Context& ctx);

// Stores records (not as a set) and returns the rows that name them, in order. `replacing` makes
// them the versions look-ups by PMID find from now on; otherwise they only fill gaps.
enum class Keep { filling_gaps, replacing };
Result<std::vector<store::ResultRow>> store_articles(const Services& services,
                                                     const std::vector<model::Article>& articles,
                                                     Keep keep);

// What an answer does without: of a store that cannot be used a warning is left and no handle.
Result<std::string> or_unkept(Result<std::string> handle, std::vector<std::string>& warnings);

// Stores records as a "records" set and returns the handle.
Result<std::string> store_records(const Services& services,
                                  const std::vector<model::Article>& articles, const Json& meta);

// Stores a derived set (features, scored, ranked) over `base`. `rows` are (item_id, payload).
Result<std::string> store_derived(const Services& services, std::string_view stage,
                                  std::string_view base, const Json& meta,
                                  const std::vector<std::pair<std::string, Json>>& rows);

}  // namespace ev::workflow
