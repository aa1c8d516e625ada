#include "base/date.hpp"
#include "base/text.hpp"
#include "pipeline/appraise/ranking.hpp"
#include "pipeline/appraise/repeats.hpp"
#include "pipeline/workflow/working_sets.hpp"
#include "tools/all_tools.hpp"
#include "tools/make_tool.hpp"
#include "tools/scored_records.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>

namespace ev::tools {

namespace {

struct RankingCriteriaIn {
  bool boost_recent = false;
  bool boost_high_impact = false;
  bool prefer_review_articles = false;
};
template <class V>
void describe(V& v, RankingCriteriaIn& c) {
  v("boost_recent", c.boost_recent);
  v("boost_high_impact", c.boost_high_impact);
  v("prefer_review_articles", c.prefer_review_articles);
}

struct FiltersIn {
  std::optional<int> min_citation_count;
  std::vector<std::string> journal_whitelist;
  bool exclude_preprints = false;
  bool exclude_retracted = false;
  std::optional<int> min_year;
  std::vector<std::string> languages;
  std::vector<std::string> designs;
};
template <class V>
void describe(V& v, FiltersIn& f) {
  v("min_citation_count", f.min_citation_count, {.min = 0, .max = 10'000'000});
  v("journal_whitelist", f.journal_whitelist, {.max_length = 500});
  v("exclude_preprints", f.exclude_preprints);
  v("exclude_retracted", f.exclude_retracted);
  v("min_year", f.min_year, {.min = 1000, .max = 3000});
  v("languages", f.languages, {.max_length = 50});
  v("designs", f.designs, {.max_length = 50});
}

struct RankArgs {
  RecordsIn records;
  std::optional<double> min_score_threshold;
  int max_results = 10;
  RankingCriteriaIn ranking_criteria;
  FiltersIn filters;
  std::optional<double> diversity;
  std::string output_format = "detailed";
  std::string as_of;
  Paging paging;
};
template <class V>
void describe(V& v, RankArgs& a) {
  v("scored_articles", a.records.items);
  v("result_set", a.records.result_set);
  v("pmids", a.records.pmids);
  v("min_score_threshold", a.min_score_threshold, {.min = 0, .max = 1});
  v("max_results", a.max_results, {.min = 1, .max = 10'000});
  v("ranking_criteria", a.ranking_criteria);
  v("filters", a.filters);
  v("diversity", a.diversity, {.min = 0, .max = 1});
  v("output_format", a.output_format, {.one_of = {"summary", "detailed", "analysis_ready"}});
  v("as_of", a.as_of);
  describe_paging(v, a.paging);
}

constexpr const char* kNeverScored = "names records that were never scored";

std::string scoring_call(const Json& records) {
  return "call pubmed_score_articles with " + dump_json(records) +
         " and scoring_criteria, then pass the result_set it returns";
}

Error never_scored(const std::string& path, const Json& records) {
  return {.code = Errc::invalid_argument,
          .message = path + " " + kNeverScored,
          .path = path,
          .recovery = scoring_call(records),
          .problems = {{path, kNeverScored}}};
}

appraise::Filters filters_of(const RankArgs& args) {
  const FiltersIn& f = args.filters;
  return {.min_score = args.min_score_threshold,
          .min_citation_count = f.min_citation_count,
          .journal_whitelist = f.journal_whitelist,
          .languages = f.languages,
          .designs = f.designs,
          .min_year = f.min_year,
          .exclude_preprints = f.exclude_preprints,
          .exclude_retracted = f.exclude_retracted};
}

// A score the client brings along is used as it is, so it has to be one.
void check_score(const Json& item, std::size_t i, std::vector<Problem>& problems) {
  if (!item.is_object()) return;  // named where the records are read
  const auto given = item.find("total_score");
  if (given == item.end() || codec::not_given(*given)) return;
  const std::string path = "scored_articles[" + std::to_string(i) + "].total_score";
  const auto score = codec::number_of(*given);
  if (!score) {
    problems.push_back({path, "must be a number, got " + codec::type_name(*given)});
  } else if (!(*score >= 0 && *score <= 1)) {
    problems.push_back({path, "must be between 0 and 1 as pubmed_score_articles returned it, got " +
                                  codec::number_text(*score)});
  }
}

void check_values(const RankArgs& args, std::vector<Problem>& problems) {
  if (!args.as_of.empty()) {
    if (const auto date = appraise::parse_as_of(args.as_of, "as_of"); !date) {
      add_problems(problems, date.error());
    }
  }
  if (const auto usable = check(filters_of(args)); !usable) add_problems(problems, usable.error());
  if (!args.records.pmids.empty()) {
    problems.push_back({"pmids", std::string(kNeverScored) + "; " +
                                     scoring_call({{"pmids", args.records.pmids}})});
  }
  for (std::size_t i = 0; i < args.records.items.size(); ++i) {
    check_score(args.records.items[i], i, problems);
  }
}

// Scored records, from memory or from the store: what ranking and showing them need of each.
class ScoredRecords {
 public:
  explicit ScoredRecords(std::shared_ptr<const WorkingScores> warm)
      : records_(warm->records), warm_(std::move(warm)) {}
  explicit ScoredRecords(RecordSet loaded)
      : records_(std::make_shared<const WorkingRecords>(std::move(loaded))) {}

  const RecordSet& set() const { return records_->set; }
  std::size_t size() const { return warm_ ? warm_->scores.size() : set().articles.size(); }
  const model::Article& article(std::size_t i) const { return set().articles[place(i)]; }
  const Json& features(std::size_t i) const { return set().features[place(i)]; }
  std::vector<std::string> void_warning(std::string_view what) const {
    return records_->void_warning(what);
  }
  RowText row_text(std::size_t i) const { return records_->row_text(place(i)); }
  Flags flags(std::size_t i) const { return records_->flags(place(i)); }
  Json payload(std::size_t i) const {
    return warm_ ? score_payload(warm_->scores[i], warm_->criteria) : set().scores[i];
  }
  // At least total, breakdown and percentile of it.
  Json standing(std::size_t i) const {
    return warm_ ? score_standing(warm_->scores[i], warm_->criteria) : set().scores[i];
  }
  appraise::Rankable rankable(std::size_t i) const {
    const appraise::Candidate& candidate = records_->candidates()[place(i)];
    appraise::Rankable out{.article = candidate.article, .features = candidate.features};
    out.score = warm_ ? warm_->scores[i].total : set().scores[i].at("total_score").get<double>();
    out.relevance = warm_ ? warm_->scores[i].relevance : relevance_in(set().scores[i]);
    return out;
  }

 private:
  std::size_t place(std::size_t i) const { return warm_ ? warm_->scores[i].candidate : i; }
  std::shared_ptr<const WorkingRecords> records_;
  std::shared_ptr<const WorkingScores> warm_;  // nullptr: the scores are in the set
};

class Ranker {
 public:
  Ranker(const Services& services, WorkingSets& working, const RankArgs& args,
         const mcp::CallContext& ctx)
      : services_(services), working_(working), args_(args), ctx_(ctx) {}

  Result<Answer> go() {
    options_ = options();  // check_values() has passed
    EV_CHECK(load());
    options_.as_of = args_.as_of.empty() ? default_as_of() : *parse_date(text::trim(args_.as_of));
    EV_TRY(const appraise::Ranking ranking, rank());
    find_repeats(ranking);
    name_retracted();
    EV_TRY(const std::string handle, store(ranking));
    EV_TRY(const std::size_t offset, cursor_offset(args_.paging.cursor, handle));
    Answer answer{.structured = Json::object()};
    head(answer, ranking, handle);
    add_warnings(answer, warnings_);
    add_content_notice(answer);
    add_made_items(
        answer, "ranked_articles", ranking.records.size(), args_.paging, offset, handle,
        [&](std::size_t i) { return item(ranking.records[i]); },
        [&](std::size_t i) {
          return model::item_id(records_->article(ranking.records[i].candidate));
        });
    return answer;
  }

 private:
  appraise::RankingOptions options() const {
    return {.filters = filters_of(args_),
            .boost_recent = args_.ranking_criteria.boost_recent,
            .boost_high_impact = args_.ranking_criteria.boost_high_impact,
            .prefer_reviews = args_.ranking_criteria.prefer_review_articles,
            .diversity = args_.diversity,
            .max_results = static_cast<std::size_t>(args_.max_results)};
  }

  Result<void> load() {
    if (auto warm = working_.scores(args_.records.result_set)) {
      handle_ = args_.records.result_set;
      scored_as_of_ = warm->as_of;
      records_.emplace(std::move(warm));
      return {};
    }
    EV_TRY(RecordSet loaded, load_records(services_, args_.records, "scored_articles", ctx_));
    EV_CHECK(check_scores(loaded));
    handle_ = loaded.handle;
    warnings_ = loaded.warnings;
    const auto stored = loaded.meta.find("as_of");
    if (stored != loaded.meta.end() && stored->is_string()) scored_as_of_ = *stored;
    records_.emplace(std::move(loaded));
    return {};
  }

  // The date the set was scored with, so that both calls mean the same "now".
  PartialDate default_as_of() const {
    if (const auto date = parse_date(scored_as_of_)) return *date;
    return *parse_date(iso_date(services_.clock.unix_time()));
  }

  Result<void> check_scores(RecordSet& set) const {
    for (Json& scores : set.scores) {
      const auto given =
          scores.is_object() ? codec::number_of(scores.value("total_score", Json())) : std::nullopt;
      if (given) {
        scores["total_score"] = *given;  // decimal strings are numbers too
        continue;
      }
      if (args_.records.result_set.empty()) {
        return never_scored("scored_articles", {{"result_set", set.handle}});
      }
      return never_scored("result_set", {{"result_set", set.handle}});
    }
    return {};
  }

  Result<appraise::Ranking> rank() {
    std::map<std::string, CitationData> citations;
    if (needs_citations(options_)) {
      EV_TRY(citations, citation_data(services_, records_->set().articles, ctx_, warnings_));
    }
    std::vector<appraise::Rankable> records;
    records.reserve(records_->size());
    for (std::size_t i = 0; i < records_->size(); ++i) {
      records.push_back(records_->rankable(i));
      if (citations.empty()) continue;
      const auto it = citations.find(model::item_id(*records.back().article));
      if (it == citations.end()) continue;
      records.back().relative_citation_ratio = it->second.relative_citation_ratio;
      records.back().citation_count = it->second.citation_count;
    }
    return rank_records(records, options_, ctx_);
  }

  // The same work listed twice takes two places: said, not mended, which is for deduplication.
  void find_repeats(const appraise::Ranking& ranking) {
    constexpr std::size_t kNamed = 5;
    std::vector<const model::Article*> articles;
    for (const appraise::RankedRecord& ranked : ranking.records) {
      articles.push_back(&records_->article(ranked.candidate));
    }
    const auto repeats = appraise::possible_repeats(articles);
    std::vector<std::string> pairs;
    for (std::size_t i = 0; i < repeats.size(); ++i) {
      if (!repeats[i]) continue;
      const model::Article& first = *articles[*repeats[i]];
      repeat_of_[ranking.records[i].candidate] = model::item_id(first);
      pairs.push_back(id_text(*articles[i]) + " and " + id_text(first));
    }
    if (pairs.empty()) return;
    const std::size_t count = pairs.size();
    if (count > kNamed) pairs.resize(kNamed);
    warnings_.push_back(std::to_string(count) +
                        " ranked record(s) may be a work that is ranked already (same DOI, or same "
                        "title and year): " +
                        text::join(pairs, "; ") + (count > kNamed ? " …" : "") +
                        "; deduplicate_evidence merges them");
  }

  // Also those behind the cut: they come last.
  void name_retracted() {
    const bool excluded = options_.filters.exclude_retracted;
    for (std::string& warning : records_->void_warning(excluded ? "are left out (exclude_retracted)"
                                                                : "count 0 and come last")) {
      warnings_.push_back(std::move(warning));
    }
  }

  static Json boosts_json(const appraise::RankedRecord& ranked) {
    Json out = Json::array();
    for (const appraise::Boost& boost : ranked.boosts) {
      out.push_back({{"name", boost.name}, {"factor", boost.factor}, {"reason", boost.reason}});
    }
    return out;
  }

  Result<std::string> store(const appraise::Ranking& ranking) {
    Json arguments = encode(args_);
    for (const char* member :
         {"scored_articles", "detail", "max_response_tokens", "cursor", "output_format"}) {
      arguments.erase(member);
    }
    arguments["result_set"] = handle_;
    arguments["as_of"] = format_date(options_.as_of, '-');
    const Json meta = {
        {"call", {{"tool", "pubmed_filter_rank"}, {"arguments", std::move(arguments)}}},
        {"as_of", format_date(options_.as_of, '-')}};
    std::vector<std::pair<std::string, Json>> rows;
    for (const appraise::RankedRecord& ranked : ranking.records) {
      Json payload = {{"rank", ranked.rank},
                      {"final_score", ranked.final_score},
                      {"boosts", boosts_json(ranked)}};
      if (!ranked.unjudged.empty()) payload["unjudged"] = ranked.unjudged;
      rows.emplace_back(model::item_id(records_->article(ranked.candidate)), std::move(payload));
    }
    return store_derived(services_, "ranked", handle_, meta, rows);
  }

  void head(Answer& answer, const appraise::Ranking& ranking, const std::string& handle) const {
    Json metadata = {
        {"initial_count", ranking.initial_count},     {"filtered_count", ranking.filtered_count},
        {"filters_applied", ranking.filters_applied}, {"ranking_method", ranking.method},
        {"unjudged", ranking.unjudged_records},       {"as_of", format_date(options_.as_of, '-')}};
    if (!ranking.removed.empty()) metadata["removed_by"] = ranking.removed;
    if (!ranking.unjudged.empty()) metadata["unjudged_by"] = ranking.unjudged;
    if (args_.diversity) metadata["diversity"] = *args_.diversity;
    answer.structured = {{"result_set", handle}, {"filter_metadata", std::move(metadata)}};
    answer.text = "**" + std::to_string(ranking.records.size()) + " ranked** of " +
                  std::to_string(ranking.filtered_count) + " left by the filters, " +
                  std::to_string(ranking.initial_count) + " scored; result_set `" + handle + "`\n";
    for (const auto& [filter, count] : ranking.removed) {
      answer.text += "Removed by " + filter + ": " + std::to_string(count) + "\n";
    }
    for (const auto& [filter, count] : ranking.unjudged) {
      answer.text +=
          "Kept unjudged by " + filter + " for want of data: " + std::to_string(count) + "\n";
    }
  }

  // What every shape carries: the score the order follows, and why it differs from the scored one.
  void add_standing(Json& json, const appraise::RankedRecord& ranked, const model::Article& article,
                    const Flags& flags) const {
    json["rank"] = ranked.rank;
    if (!ranked.boosts.empty()) {
      json["boosts"] = boosts_json(ranked);
      json["base_score"] = ranked.base_score;
    }
    if (!ranked.unjudged.empty()) json["unjudged"] = ranked.unjudged;
    if (const auto it = repeat_of_.find(ranked.candidate); it != repeat_of_.end())
      json["possible_repeat_of"] = it->second;
    if (article.retraction.status != model::RetractionStatus::none)
      json["retraction"]["status"] = article.retraction.status;
    if (is_suspected(flags)) json["injection_suspected"] = true;
  }

  // The same for a row, whose flags say the rest.
  Json row_members(const appraise::RankedRecord& ranked, const Json& features,
                   const Json& scores) const {
    Json out = {{"rank", ranked.rank},
                {"total_score", ranked.final_score},
                {"percentile_rank", scores.value("percentile_rank", Json())}};
    if (Json n = sample_size_of(features); !n.is_null()) out["n"] = std::move(n);
    for (const appraise::Boost& boost : ranked.boosts) {
      out["boosts"].push_back({{"name", boost.name}, {"factor", boost.factor}});
    }
    if (!ranked.unjudged.empty()) out["unjudged"] = ranked.unjudged;
    if (const auto it = repeat_of_.find(ranked.candidate); it != repeat_of_.end())
      out["possible_repeat_of"] = it->second;
    round_numbers(out);
    return out;
  }

  Json summary(const appraise::RankedRecord& ranked, const model::Article& article,
               const Json& scores) const {
    Json out = id_member(article);
    out["title"] = text::displayable(article.title);
    out["journal"] = text::displayable(article.journal);
    out["publication_date"] =
        article.publication_date.empty() ? Json() : Json(article.publication_date);
    out["total_score"] = ranked.final_score;
    out["percentile_rank"] = scores.value("percentile_rank", Json());
    return out;
  }

  Json analysis_ready(const appraise::RankedRecord& ranked, const model::Article& article,
                      const Json& features, const Json& scores) const {
    const Json standard = article_json(article, "standard");
    Json info = id_member(article);
    for (const char* member : {"title", "journal", "authors", "author_count", "publication_date"}) {
      if (const auto it = standard.find(member); it != standard.end()) info[member] = *it;
    }
    if (!info.contains("publication_date")) info["publication_date"] = nullptr;
    return {{"article_info", std::move(info)},
            {"extracted_features",
             article_with_features(article, features, "standard").at("extraction")},
            {"scoring",
             {{"total_score", ranked.final_score},
              {"score_breakdown", scores.value("score_breakdown", Json::object())},
              {"percentile_rank", scores.value("percentile_rank", Json())}}}};
  }

  Json detailed(const appraise::RankedRecord& ranked, const model::Article& article,
                const Json& features, const Json& scores) const {
    Json out = scores;
    out["article_with_features"] = article_with_features(article, features, args_.paging.detail);
    out["total_score"] = ranked.final_score;
    return out;
  }

  Item item(const appraise::RankedRecord& ranked) const {
    const model::Article& article = records_->article(ranked.candidate);
    const Json& features = records_->features(ranked.candidate);
    const bool is_summary = args_.output_format == "summary";
    const Json scores = args_.output_format == "detailed" ? records_->payload(ranked.candidate)
                                                          : records_->standing(ranked.candidate);
    Item out{.id = model::item_id(article)};
    if (is_summary) {
      out.shown = summary(ranked, article, scores);
    } else if (args_.output_format == "analysis_ready") {
      out.shown = analysis_ready(ranked, article, features, scores);
    } else {
      out.shown = detailed(ranked, article, features, scores);
    }
    const Flags flags = records_->flags(ranked.candidate);
    add_standing(out.shown, ranked, article, flags);
    round_numbers(out.shown);
    // A summary is a row already, and costs less to make.
    const bool may_be_small = is_summary && args_.paging.detail != "row";
    const std::size_t size = may_be_small ? text::code_points(dump_json(out.shown)) : 0;
    const bool is_small = may_be_small && size <= kRowCharacters;
    RowText text;
    if (!is_small) text = records_->row_text(ranked.candidate);
    if (is_summary) text.finding.clear();
    out.row = is_small ? out.shown
                       : article_row(article, text, flags, row_members(ranked, features, scores));
    out.line = line(ranked, article, flags, scores, text.finding);
    if (is_small) out.sizes = {size + 1, size + 1, text::code_points(out.line) + 1};
    return out;
  }

  std::string line(const appraise::RankedRecord& ranked, const model::Article& article,
                   const Flags& flags, const Json& scores, const std::string& finding) const {
    constexpr std::size_t kAfterArticle = 220;
    std::string why = contributions_line(scores);
    for (const appraise::Boost& boost : ranked.boosts) {
      why += (why.empty() ? "" : "; ") + boost.name + " x" + codec::number_text(boost.factor);
    }
    if (!why.empty()) why = " (" + why + ")";
    if (!ranked.unjudged.empty()) {
      why += " unjudged: " + text::ellipsize(text::join(ranked.unjudged, ", "), 60);
    }
    const std::size_t used = text::code_points(why) + 3;
    std::string after;
    if (!finding.empty() && used + 40 < kAfterArticle) {
      const std::size_t room = std::min<std::size_t>(100, kAfterArticle - used);
      after = " — " + text::ellipsize(one_line(finding), room);
    }
    return fitted_line(
        std::to_string(ranked.rank) + ". **" + short_number(ranked.final_score) + "** ", article,
        flags, after + why);
  }

  const Services& services_;
  WorkingSets& working_;
  const RankArgs& args_;
  const mcp::CallContext& ctx_;
  appraise::RankingOptions options_;
  std::string handle_;
  std::string scored_as_of_;
  std::optional<ScoredRecords> records_;
  std::map<std::size_t, std::string> repeat_of_;  // by candidate
  std::vector<std::string> warnings_;
};

}  // namespace

mcp::ToolDef pubmed_filter_rank(const Services& services,
                                const std::shared_ptr<WorkingSets>& working) {
  return make_tool<RankArgs>(
      "pubmed_filter_rank",
      [&services, working](const RankArgs& args, const mcp::CallContext& ctx) {
        return Ranker(services, *working, args, ctx).go();
      });
}

}  // namespace ev::tools
