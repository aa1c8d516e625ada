#include "pipeline/workflow/record_ranking.hpp"

#include "base/date.hpp"
#include "base/text.hpp"
#include "pipeline/appraise/repeats.hpp"
#include "pipeline/workflow/citation_data.hpp"
#include "pipeline/workflow/record_summary.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace ev::workflow {

namespace {

struct Settings {
  RankingRequest request;
};
template <class V>
void describe(V& v, Settings& s) {
  describe_settings(v, s.request);
}

Error never_scored(const std::string& path, const Json& records) {
  return {.code = Errc::invalid_argument,
          .message = path + " " + kNeverScored,
          .path = path,
          .recovery = scoring_call(records),
          .problems = {{path, kNeverScored}}};
}

class RecordRanking {
 public:
  RecordRanking(const Services& services, WorkingSets& working, RankingRequest request,
                const Context& ctx)
      : services_(services),
        working_(working),
        request_(std::move(request)),
        given_(request_.records.result_set),
        ctx_(ctx) {}

  Result<RankingOutcome> go() {
    options_ = options();
    EV_CHECK(load());
    options_.as_of =
        request_.as_of.empty() ? default_as_of() : *parse_date(text::trim(request_.as_of));
    out_.as_of = options_.as_of;
    EV_TRY(out_.ranking, rank());
    find_repeats(out_.ranking);
    name_retracted();
    EV_TRY(out_.result_set, or_unkept(store(out_.ranking), out_.warnings));
    return std::move(out_);
  }

 private:
  appraise::RankingOptions options() const {
    return {.filters = filters_of(request_),
            .boost_recent = request_.ranking_criteria.boost_recent,
            .boost_high_impact = request_.ranking_criteria.boost_high_impact,
            .prefer_reviews = request_.ranking_criteria.prefer_review_articles,
            .diversity = request_.diversity,
            .max_results = static_cast<std::size_t>(request_.max_results)};
  }

  Result<void> load() {
    if (auto warm = working_.scores(given_)) {
      handle_ = given_;
      scored_as_of_ = warm->as_of;
      out_.records = std::make_shared<const ScoredRecords>(std::move(warm));
      return {};
    }
    EV_TRY(RecordSet loaded, resolve_records(services_, std::move(request_.records), ctx_));
    EV_CHECK(check_scores(loaded));
    handle_ = loaded.handle;
    out_.warnings = loaded.warnings;
    scored_as_of_ = loaded.meta.as_of();
    out_.records = std::make_shared<const ScoredRecords>(std::move(loaded));
    return {};
  }

  // The date the set was scored with, so that both calls mean the same "now".
  PartialDate default_as_of() const {
    if (const auto date = parse_date(scored_as_of_)) return *date;
    return *parse_date(iso_date(services_.clock.unix_time()));
  }

  Result<void> check_scores(const RecordSet& set) const {
    for (const RecordScore& score : set.scores) {
      if (score.total()) continue;
      if (given_.empty()) {
        return never_scored("scored_articles", {{"result_set", set.handle}});
      }
      return never_scored("result_set", {{"result_set", set.handle}});
    }
    return {};
  }

  Result<appraise::Ranking> rank() {
    std::map<std::string, CitationData> citations;
    if (needs_citations(options_)) {
      EV_TRY(citations,
             citation_data(services_, out_.records->set().articles, ctx_, out_.warnings));
    }
    std::vector<appraise::Rankable> records;
    records.reserve(out_.records->size());
    for (std::size_t i = 0; i < out_.records->size(); ++i) {
      records.push_back(out_.records->rankable(i));
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
      articles.push_back(&out_.records->article(ranked.candidate));
    }
    const auto repeats = appraise::possible_repeats(articles);
    std::vector<std::string> pairs;
    for (std::size_t i = 0; i < repeats.size(); ++i) {
      if (!repeats[i]) continue;
      const model::Article& first = *articles[*repeats[i]];
      out_.repeat_of[ranking.records[i].candidate] = model::item_id(first);
      pairs.push_back(id_text(*articles[i]) + " and " + id_text(first));
    }
    if (pairs.empty()) return;
    const std::size_t count = pairs.size();
    if (count > kNamed) pairs.resize(kNamed);
    out_.warnings.push_back(
        std::to_string(count) +
        " ranked record(s) may be a work that is ranked already (same DOI, or same "
        "title and year): " +
        text::join(pairs, "; ") + (count > kNamed ? " …" : "") +
        "; deduplicate_evidence merges them");
  }

  // Also those behind the cut: they come last.
  void name_retracted() {
    const bool excluded = options_.filters.exclude_retracted;
    for (std::string& warning : out_.records->void_warning(
             excluded ? "are left out (exclude_retracted)" : "count 0 and come last")) {
      out_.warnings.push_back(std::move(warning));
    }
  }

  Result<std::string> store(const appraise::Ranking& ranking) {
    Json arguments = encode(Settings{request_});
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
      rows.emplace_back(model::item_id(out_.records->article(ranked.candidate)),
                        std::move(payload));
    }
    return store_derived(services_, "ranked", handle_, meta, rows);
  }

  const Services& services_;
  WorkingSets& working_;
  RankingRequest request_;
  const std::string given_;  // handle, "" for records given otherwise
  const Context& ctx_;
  appraise::RankingOptions options_;
  std::string handle_;
  std::string scored_as_of_;
  RankingOutcome out_;
};

}  // namespace

appraise::Filters filters_of(const RankingRequest& request) {
  const RankingFilters& f = request.filters;
  return {.min_score = request.min_score_threshold,
          .min_citation_count = f.min_citation_count,
          .journal_whitelist = f.journal_whitelist,
          .languages = f.languages,
          .designs = f.designs,
          .min_year = f.min_year,
          .exclude_preprints = f.exclude_preprints,
          .exclude_retracted = f.exclude_retracted};
}

std::string scoring_call(const Json& records) {
  return "call pubmed_score_articles with " + dump_json(records) +
         " and scoring_criteria, then pass the result_set it returns";
}

Json boosts_json(const appraise::RankedRecord& ranked) {
  Json out = Json::array();
  for (const appraise::Boost& boost : ranked.boosts)
    out.push_back({{"name", boost.name}, {"factor", boost.factor}, {"reason", boost.reason}});
  return out;
}

Result<RankingOutcome> rank_records(const Services& services, WorkingSets& working,
                                    RankingRequest request, const Context& ctx) {
  return RecordRanking(services, working, std::move(request), ctx).go();
}

}  // namespace ev::workflow
