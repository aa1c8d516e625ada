#include "pipeline/workflow/federated_search.hpp"

#include "base/clock.hpp"
#include "base/text.hpp"
#include "pipeline/identity/deduplicate.hpp"
#include "pipeline/identity/merge.hpp"
#include "pipeline/pubmed_query/check.hpp"
#include "pipeline/query_gen/ranked_search.hpp"
#include "pipeline/query_gen/user_query.hpp"
#include "pipeline/search/fuse.hpp"
#include "pipeline/sources/catalog.hpp"
#include "pipeline/workflow/records.hpp"
#include "pipeline/workflow/search_log.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>
#include <utility>

namespace ev::workflow {

namespace {

namespace pq = pubmed_query;

// Merged records in the order of their fused relevance.
struct Ranked {
  std::vector<model::Article> articles;
  std::vector<double> relevance;
};

Ranked ranked(identity::Deduplicated merged, const std::vector<SearchedSource>& sources) {
  std::vector<std::size_t> merged_into;
  for (std::size_t i = 0; i < merged.members.size(); ++i) {
    for (const std::size_t member : merged.members[i]) {
      if (merged_into.size() <= member) merged_into.resize(member + 1);
      merged_into[member] = i;
    }
  }
  std::vector<std::vector<std::size_t>> rankings;
  std::size_t position = 0;
  for (const SearchedSource& source : sources) {
    // Records of a broader question than the one asked come last, in the order of trust.
    if (!source.report.broader) rankings.emplace_back();
    for (std::size_t i = 0; i < source.returned; ++i, ++position) {
      if (!source.report.broader) rankings.back().push_back(merged_into[position]);
    }
  }
  const std::vector<double> relevance = search::fuse(rankings, merged.records.size());
  std::vector<std::size_t> order(merged.records.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  // Ties by the order of trust; then as they came.
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    if (relevance[a] != relevance[b]) return relevance[a] > relevance[b];
    return identity::trust_rank(merged.records[a]) < identity::trust_rank(merged.records[b]);
  });
  Ranked out;
  for (const std::size_t i : order) {
    out.articles.push_back(std::move(merged.records[i]));
    out.relevance.push_back(relevance[i]);
  }
  return out;
}

// After further identifiers have come in: records that are one work by them become one. What each
// was worth adds up.
Result<void> join_again(Ranked& found, const Context& ctx) {
  EV_TRY(identity::Deduplicated again, identity::deduplicate(std::move(found.articles), ctx));
  std::vector<std::size_t> order(again.records.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::vector<double> relevance(order.size(), 0);
  for (const std::size_t i : order) {
    for (const std::size_t member : again.members[i]) relevance[i] += found.relevance[member];
    relevance[i] = std::min(relevance[i], 1.0);
  }
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return relevance[a] > relevance[b]; });
  Ranked out;
  for (const std::size_t i : order) {
    out.articles.push_back(std::move(again.records[i]));
    out.relevance.push_back(relevance[i]);
  }
  found = std::move(out);
  return {};
}

class FederatedSearch {
 public:
  FederatedSearch(const Services& services, const FederatedSearchRequest& request,
                  const Context& ctx)
      : services_(services), request_(request), ctx_(ctx) {}

  Result<FederatedSearchOutcome> go() {
    const TimePoint end = services_.clock.now() + std::chrono::seconds(request_.timeout_s);
    EV_TRY(out_.query, asked());
    EV_TRY(std::vector<search::SourceReport> reports,
           search::search_sources(services_.ports(),
                                  {.query = out_.query,
                                   .sources = sources(),
                                   .max_per_source = request_.max_results_per_source,
                                   .include_preprints = request_.include_preprints,
                                   .timeout = std::chrono::seconds(request_.timeout_s)},
                                  ctx_));
    std::vector<model::Article> all = take(std::move(reports));
    if (std::none_of(out_.sources.begin(), out_.sources.end(),
                     [](const SearchedSource& s) { return s.answered(); })) {
      return all_failed(out_.sources);
    }
    out_.before = all.size();
    EV_TRY(identity::Deduplicated merged, identity::deduplicate(std::move(all), ctx_));
    Ranked found = ranked(std::move(merged), out_.sources);
    EV_CHECK(enrich(found, end));
    EV_TRY(out_.result_set,
           or_unkept(store_records(services_, found.articles, meta()), out_.warnings));
    keep_search_log(services_, out_.result_set, searches_made(), out_.warnings);
    out_.articles = std::move(found.articles);
    out_.relevance = std::move(found.relevance);
    for (double& one : out_.relevance) one = std::round(one * 10'000) / 10'000;
    warn_of_sources();
    return std::move(out_);
  }

 private:
  std::vector<research::SearchMade> searches_made() const {
    std::vector<research::SearchMade> out;
    for (const auto& [report, returned] : out_.sources) {
      if (report.status == search::SourceStatus::skipped) continue;
      out.push_back({.service = report.source,
                     .asked = pq::print(out_.query),
                     .sent = report.query_sent,
                     .date = iso_date(services_.clock.unix_time()),
                     .status = std::string(search::to_string(report.status)),
                     .found = report.found,
                     .returned = static_cast<long>(returned)});
    }
    return out;
  }

  // The reports without their articles, and these, one source after the other.
  std::vector<model::Article> take(std::vector<search::SourceReport> reports) {
    std::vector<model::Article> all;
    for (search::SourceReport& report : reports) {
      if (!request_.include_preprints) {
        std::erase_if(report.articles, [](const model::Article& a) { return a.is_preprint; });
      }
      std::vector<model::Article> articles = std::move(report.articles);
      report.articles.clear();
      out_.sources.push_back({.report = std::move(report), .returned = articles.size()});
      std::move(articles.begin(), articles.end(), std::back_inserter(all));
    }
    return all;
  }

  std::vector<std::string> sources() const {
    std::vector<std::string> all = search::default_sources(services_.config);
    if (request_.sources.empty()) return all;
    // In order of trust, each once.
    std::vector<std::string> out;
    for (const std::string_view id : sources::searched_services()) {
      if (std::find(request_.sources.begin(), request_.sources.end(), id) !=
          request_.sources.end()) {
        out.emplace_back(id);
      }
    }
    return out;
  }

  std::vector<std::string> enrichers() const {
    if (request_.enrich.empty()) return search::default_enrichers(services_.config);
    if (std::find(request_.enrich.begin(), request_.enrich.end(), "none") != request_.enrich.end())
      return {};
    return request_.enrich;
  }

  // Within a budget of its own, which ends with the time of the search; a source that took all of
  // that leaves a little.
  Result<void> enrich(Ranked& found, TimePoint end) {
    constexpr Nanos kAtLeast = std::chrono::milliseconds(500);
    const TimePoint now = services_.clock.now();
    Context timed = ctx_;
    timed.deadline = std::min(
        {ctx_.deadline, now + Nanos(limits::kEnrichmentBudget), std::max(end, now + kAtLeast)});
    EV_TRY(search::Enrichment enrichment,
           search::enrich(services_.ports(), enrichers(), found.articles, timed));
    out_.enrichment = std::move(enrichment.reports);
    for (const search::EnrichmentReport& report : out_.enrichment) {
      // A service that is not to be had is named where it was asked for.
      const bool skipped = report.status == search::SourceStatus::skipped;
      // A lost reply can look like that.
      if (!report.error && report.asked > 0 && report.known == 0) {
        out_.warnings.push_back(report.service + " said nothing of the " +
                                std::to_string(report.asked) + " records it was asked about");
      }
      if (!report.error || (skipped && request_.enrich.empty())) continue;
      const std::string remedy = skipped && !report.error->recovery.empty()
                                     ? "; " + report.error->recovery
                                     : std::string();
      out_.warnings.push_back(report.service + " added " +
                              (report.known == 0 ? "nothing" : "less than it could") + " (" +
                              search::to_string(report.status) +
                              "): " + std::string(reason(*report.error)) + remedy);
    }
    return enrichment.new_ids ? join_again(found, ctx_) : Result<void>();
  }

  // PubMed syntax as it is; a question by its concepts, with synonyms added.
  Result<pq::Node> asked() {
    EV_TRY(pq::Node query, query_of_words());
    const std::string range = as_conjunct(request_.date_range);
    if (range.empty()) return query;
    return pq::combine(pq::Kind::conjunction, {std::move(query), *pq::parse(range).tree});
  }

  Result<pq::Node> query_of_words() {
    if (query_gen::has_query_syntax(request_.query)) return checked();
    query_gen::NotRequired not_required;
    query_gen::GoalConcepts reading =
        query_gen::read_concepts(request_.query, services_.vocabulary, "");
    out_.warnings = std::move(reading.remarks);
    auto tree = query_gen::ranked_search(std::move(reading.concepts), not_required);
    if (std::string note = query_gen::to_text(not_required); !note.empty())
      out_.warnings.push_back(std::move(note));
    return tree ? Result<pq::Node>(*std::move(tree)) : checked();
  }

  Result<pq::Node> checked() const {
    auto tree = pq::parse_or_explain(request_.query);
    if (tree) return tree;
    Error error = std::move(tree).error();
    error.path = "query";
    return error;
  }

  // Nobody answered: that is no empty result.
  static Error all_failed(const std::vector<SearchedSource>& sources) {
    Error error{.code = Errc::upstream_unavailable, .message = "no source answered"};
    bool first = true;
    for (const auto& [report, returned] : sources) {
      if (!report.error) continue;
      error.message += "; " + report.error->message;
      if (std::exchange(first, false)) {
        error.code = report.error->code;
        error.retry_after_s = report.error->retry_after_s;
        error.recovery = report.error->recovery;
      }
    }
    return error;
  }

  Json meta() const {
    Json arguments = {{"query", request_.query},
                      {"max_results_per_source", request_.max_results_per_source}};
    if (!request_.sources.empty()) arguments["sources"] = request_.sources;
    if (!request_.include_preprints) arguments["include_preprints"] = false;
    if (!request_.enrich.empty()) arguments["enrich"] = request_.enrich;
    if (Json range = given_dates(request_.date_range); !range.empty())
      arguments["date_range"] = std::move(range);
    return {{"call", {{"tool", "search_evidence"}, {"arguments", std::move(arguments)}}},
            {"search", pq::print(out_.query)}};
  }

  void warn_of_sources() {
    for (const auto& [report, returned] : out_.sources) {
      for (const std::string& w : report.warnings)
        out_.warnings.push_back(report.source + ": " + w);
      if (report.broader) {
        out_.warnings.push_back(
            report.source + ": its records answer a broader question and come last, relevance 0");
      }
    }
    if (out_.articles.empty()) out_.warnings.push_back(nothing_found());
  }

  // Silence of a source is not absence of records.
  std::string nothing_found() const {
    std::vector<std::string> silent;
    for (const SearchedSource& source : out_.sources) {
      const bool asked = source.report.status != search::SourceStatus::skipped;
      if (asked && !source.answered()) silent.push_back(source.report.source);
    }
    const std::string record = " a record that answers `" + pq::print(out_.query) + "`; ";
    if (silent.empty()) return "no_results: no source has" + record + "ask for less";
    return "no_results: the sources that answered do not have" + record + text::join(silent, ", ") +
           " did not answer and may have one: ask again later";
  }

  const Services& services_;
  const FederatedSearchRequest& request_;
  const Context& ctx_;
  FederatedSearchOutcome out_;
};

}  // namespace

bool SearchedSource::answered() const {
  return report.status == search::SourceStatus::ok ||
         report.status == search::SourceStatus::partial;
}

Result<FederatedSearchOutcome> search_sources(const Services& services,
                                              const FederatedSearchRequest& request,
                                              const Context& ctx) {
  return FederatedSearch(services, request, ctx).go();
}

}  // namespace ev::workflow
