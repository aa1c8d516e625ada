#include "base/text.hpp"
#include "pipeline/extract/finding.hpp"
#include "pipeline/identity/deduplicate.hpp"
#include "pipeline/identity/merge.hpp"
#include "pipeline/pubmed_query/check.hpp"
#include "pipeline/query_gen/ranked_search.hpp"
#include "pipeline/query_gen/user_query.hpp"
#include "pipeline/search/enrich.hpp"
#include "pipeline/search/federated.hpp"
#include "pipeline/search/fuse.hpp"
#include "pipeline/text/document.hpp"
#include "pipeline/workflow/date_range.hpp"
#include "pipeline/workflow/records.hpp"
#include "tools/all_tools.hpp"
#include "tools/evidence.hpp"
#include "tools/make_tool.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace ev::tools {

namespace {

namespace pq = pubmed_query;

struct EvidenceArgs {
  std::string query;
  std::vector<std::string> sources;
  int max_results_per_source = 10;
  DateRange date_range;
  bool include_preprints = true;
  int timeout_s = 30;
  std::vector<std::string> enrich;
  Paging paging;
};
template <class V>
void describe(V& v, EvidenceArgs& a) {
  v("query", a.query,
    {.required = true, .max_length = 20'000, .remedy = "a question, keywords or PubMed syntax"});
  v("sources", a.sources, {.one_of = {"pubmed", "europepmc", "openalex", "clinicaltrials"}});
  v("max_results_per_source", a.max_results_per_source,
    {.min = 1, .max = 1000, .alias = "max_results_per_tool"});
  v("date_range", a.date_range);
  v("include_preprints", a.include_preprints);
  v("timeout_s", a.timeout_s, {.min = 1, .max = 55});
  v("enrich", a.enrich,
    {.one_of = {"icite", "idconv", "pubtator", "crossref", "unpaywall", "none"}});
  describe_paging(v, a.paging);
}

void check_values(const EvidenceArgs& args, std::vector<Problem>& problems) {
  if (!args.query.empty() && text::trim(args.query).empty()) {
    problems.push_back({"query", "must say what to look for"});
  }
  check_dates(args.date_range, problems);
}

Json error_json(const Error& error) {
  Json out = {{"code", to_string(error.code)}, {"message", error.message}};
  if (error.retry_after_s) out["retry_after_s"] = *error.retry_after_s;
  if (!error.recovery.empty()) out["recovery"] = error.recovery;
  return out;
}

Json status_json(const search::SourceReport& report) {
  Json out = {{"source", report.source},
              {"status", search::to_string(report.status)},
              {"found", nullptr},
              {"returned", report.articles.size()},
              {"ms", std::lround(report.ms)},
              {"query_sent", report.query_sent}};
  if (report.found) out["found"] = *report.found;
  if (!report.notes.empty()) out["approximated"] = report.notes;
  if (report.error) out["error"] = error_json(*report.error);
  return out;
}

Json enrichment_json(const search::EnrichmentReport& report) {
  Json out = {{"service", report.service},
              {"status", search::to_string(report.status)},
              {"asked", report.asked},
              {"known", report.known}};
  if (report.unasked != 0) out["not_asked"] = report.unasked;
  if (report.error) out["error"] = error_json(*report.error);
  return out;
}

bool answered(const search::SourceReport& report) {
  return report.status == search::SourceStatus::ok ||
         report.status == search::SourceStatus::partial;
}

// Merged records in the order of their fused relevance.
struct Ranked {
  std::vector<model::Article> articles;
  std::vector<double> relevance;
};

Ranked ranked(identity::Deduplicated merged, const std::vector<search::SourceReport>& reports) {
  std::vector<std::size_t> merged_into;
  for (std::size_t i = 0; i < merged.members.size(); ++i) {
    for (const std::size_t member : merged.members[i]) {
      if (merged_into.size() <= member) merged_into.resize(member + 1);
      merged_into[member] = i;
    }
  }
  std::vector<std::vector<std::size_t>> rankings;
  std::size_t position = 0;
  for (const search::SourceReport& report : reports) {
    // Records of a broader question than the one asked come last, in the order of trust.
    if (!report.broader) rankings.emplace_back();
    for (std::size_t i = 0; i < report.articles.size(); ++i, ++position) {
      if (!report.broader) rankings.back().push_back(merged_into[position]);
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

class EvidenceSearch {
 public:
  EvidenceSearch(const Services& services, const EvidenceArgs& args, const mcp::CallContext& ctx)
      : services_(services), args_(args), ctx_(ctx) {}

  Result<Answer> go() {
    const TimePoint end = services_.clock.now() + std::chrono::seconds(args_.timeout_s);
    EV_TRY(const pq::Node query, asked());
    EV_TRY(const std::size_t offset, cursor_offset(args_.paging.cursor, scope()));
    EV_TRY(std::vector<search::SourceReport> reports,
           search::search_sources(services_.ports(),
                                  {.query = query,
                                   .sources = sources(),
                                   .max_per_source = args_.max_results_per_source,
                                   .include_preprints = args_.include_preprints,
                                   .timeout = std::chrono::seconds(args_.timeout_s)},
                                  ctx_));
    if (std::none_of(reports.begin(), reports.end(), answered)) return all_failed(reports);
    if (!args_.include_preprints) drop_preprints(reports);
    std::vector<model::Article> all;
    for (const search::SourceReport& report : reports) {
      all.insert(all.end(), report.articles.begin(), report.articles.end());
    }
    const std::size_t before = all.size();
    EV_TRY(identity::Deduplicated merged, identity::deduplicate(std::move(all), ctx_));
    Ranked found = ranked(std::move(merged), reports);
    EV_CHECK(enrich(found, end));
    EV_TRY(const std::string handle, store_records(services_, found.articles, meta(query)));
    return answer(reports, found, handle, before, offset, query);
  }

 private:
  std::vector<std::string> sources() const {
    std::vector<std::string> all = search::default_sources(services_.config);
    if (args_.sources.empty()) return all;
    // In order of trust, each once.
    std::vector<std::string> out;
    for (const char* id : {"pubmed", "europepmc", "openalex", "clinicaltrials"}) {
      if (std::find(args_.sources.begin(), args_.sources.end(), id) != args_.sources.end()) {
        out.emplace_back(id);
      }
    }
    return out;
  }

  std::vector<std::string> enrichers() const {
    if (args_.enrich.empty()) return search::default_enrichers(services_.config);
    if (std::find(args_.enrich.begin(), args_.enrich.end(), "none") != args_.enrich.end())
      return {};
    return args_.enrich;
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
    enrichment_ = std::move(enrichment.reports);
    for (const search::EnrichmentReport& report : enrichment_) {
      // A service that is not to be had is named where it was asked for.
      const bool skipped = report.status == search::SourceStatus::skipped;
      if (!report.error || (skipped && args_.enrich.empty())) continue;
      const std::string remedy = skipped && !report.error->recovery.empty()
                                     ? "; " + report.error->recovery
                                     : std::string();
      warnings_.push_back(report.service + " added " +
                          (report.known == 0 ? "nothing" : "less than it could") + " (" +
                          search::to_string(report.status) +
                          "): " + std::string(reason(*report.error)) + remedy);
    }
    return enrichment.new_ids ? join_again(found, ctx_) : Result<void>();
  }

  // PubMed syntax as it is; a question by its concepts, with synonyms added.
  Result<pq::Node> asked() {
    EV_TRY(pq::Node query, query_of_words());
    const std::string range = as_conjunct(args_.date_range);
    if (range.empty()) return query;
    return pq::combine(pq::Kind::conjunction, {std::move(query), *pq::parse(range).tree});
  }

  Result<pq::Node> query_of_words() {
    if (query_gen::has_query_syntax(args_.query)) return checked();
    query_gen::NotRequired not_required;
    query_gen::Reading reading = query_gen::read_concepts(args_.query, services_.vocabulary, "");
    warnings_ = std::move(reading.remarks);
    auto tree = query_gen::ranked_search(std::move(reading.concepts), not_required);
    if (std::string note = query_gen::to_text(not_required); !note.empty())
      warnings_.push_back(std::move(note));
    return tree ? Result<pq::Node>(*std::move(tree)) : checked();
  }

  Result<pq::Node> checked() const {
    auto tree = pq::parse_or_explain(args_.query);
    if (tree) return tree;
    Error error = std::move(tree).error();
    error.path = "query";
    return error;
  }

  static void drop_preprints(std::vector<search::SourceReport>& reports) {
    for (search::SourceReport& report : reports) {
      std::erase_if(report.articles, [](const model::Article& a) { return a.is_preprint; });
    }
  }

  // Nobody answered: that is no empty result.
  static Error all_failed(const std::vector<search::SourceReport>& reports) {
    Error error{.code = Errc::upstream_unavailable, .message = "no source answered"};
    bool first = true;
    for (const search::SourceReport& report : reports) {
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

  std::string scope() const {
    return args_.query + "\n" + text::join(args_.sources, ",") + "\n" +
           std::to_string(args_.max_results_per_source) + "\n" + as_conjunct(args_.date_range) +
           (args_.include_preprints ? "" : "\nno preprints") +
           (args_.enrich.empty() ? "" : "\n" + text::join(args_.enrich, ","));
  }

  Json meta(const pq::Node& query) const {
    Json arguments = {{"query", args_.query},
                      {"max_results_per_source", args_.max_results_per_source}};
    if (!args_.sources.empty()) arguments["sources"] = args_.sources;
    if (!args_.include_preprints) arguments["include_preprints"] = false;
    if (!args_.enrich.empty()) arguments["enrich"] = args_.enrich;
    Json range = Json::object();
    if (!args_.date_range.start_date.empty()) range["start_date"] = args_.date_range.start_date;
    if (!args_.date_range.end_date.empty()) range["end_date"] = args_.date_range.end_date;
    if (!range.empty()) arguments["date_range"] = std::move(range);
    return {{"call", {{"tool", "search_evidence"}, {"arguments", std::move(arguments)}}},
            {"search", pq::print(query)}};
  }

  Answer answer(const std::vector<search::SourceReport>& reports, const Ranked& found,
                const std::string& handle, std::size_t before, std::size_t offset,
                const pq::Node& query) {
    Answer out;
    Json status = Json::array();
    Json errors = Json::array();
    Json searched = Json::array();
    std::vector<std::string> lines;
    for (const search::SourceReport& report : reports) {
      status.push_back(status_json(report));
      if (answered(report)) searched.push_back(report.source);
      if (report.error && report.status != search::SourceStatus::skipped) {
        Json one = error_json(*report.error);
        one["source"] = report.source;
        errors.push_back(std::move(one));
      }
      lines.push_back(status_line(report));
      for (const std::string& w : report.warnings) warnings_.push_back(report.source + ": " + w);
      if (report.broader) {
        warnings_.push_back(report.source +
                            ": its records answer a broader question and come last, relevance 0");
      }
    }
    Json enrichment = Json::array();
    for (const search::EnrichmentReport& report : enrichment_) {
      enrichment.push_back(enrichment_json(report));
    }
    const std::size_t unique = found.articles.size();
    out.structured = {
        {"query", args_.query},
        {"query_read", pq::print(query)},
        {"sources_searched", std::move(searched)},
        {"source_status", std::move(status)},
        {"enrichment", std::move(enrichment)},
        {"total_found", unique},
        {"dedup", {{"before", before}, {"after", unique}, {"merged", before - unique}}},
        {"errors", std::move(errors)},
        {"result_set", handle}};
    out.text = "**" + std::to_string(unique) + " records** of " + std::to_string(before) + " (" +
               std::to_string(before - unique) + " merged); result_set `" + handle + "`\n" +
               text::join(lines, "; ") + "\n";
    if (unique == 0) warnings_.push_back(nothing_found(reports, query));
    add_warnings(out, warnings_);
    if (unique != 0) add_content_notice(out);
    add_items(out, "evidence", items(found), args_.paging, offset, scope());
    return out;
  }

  // Silence of a source is not absence of records.
  static std::string nothing_found(const std::vector<search::SourceReport>& reports,
                                   const pq::Node& query) {
    std::vector<std::string> silent;
    for (const search::SourceReport& report : reports) {
      const bool asked = report.status != search::SourceStatus::skipped;
      if (asked && !answered(report)) silent.push_back(report.source);
    }
    const std::string record = " a record that answers `" + pq::print(query) + "`; ";
    if (silent.empty()) return "no_results: no source has" + record + "ask for less";
    return "no_results: the sources that answered do not have" + record + text::join(silent, ", ") +
           " did not answer and may have one: ask again later";
  }

  static std::string status_line(const search::SourceReport& report) {
    std::string out = report.source + ": " + search::to_string(report.status);
    if (answered(report)) {
      out += ", " + std::to_string(report.articles.size()) + " of " +
             (report.found ? std::to_string(*report.found) : std::string("an unknown number"));
    }
    if (report.error) out += " (" + std::string(reason(*report.error)) + ")";
    return out;
  }

  std::vector<Item> items(const Ranked& found) const {
    std::vector<Item> out;
    for (std::size_t i = 0; i < found.articles.size(); ++i) {
      const model::Article& a = found.articles[i];
      const std::string finding =
          a.trial ? "" : extract::main_finding(doc::Document(a)).value_or("");
      const double relevance = std::round(found.relevance[i] * 10'000) / 10'000;
      Json row =
          article_row(a, finding, {{"source", identity::source_of(a)}, {"relevance", relevance}});
      Json shown =
          args_.paging.detail == "row" ? row : evidence_json(a, args_.paging.detail, relevance);
      out.push_back(
          {.id = model::item_id(a),
           .shown = std::move(shown),
           .row = std::move(row),
           .line = fitted_line("- ", a, finding.empty() ? "" : " — " + one_line(finding))});
    }
    return out;
  }

  const Services& services_;
  const EvidenceArgs& args_;
  const mcp::CallContext& ctx_;
  std::vector<std::string> warnings_;
  std::vector<search::EnrichmentReport> enrichment_;
};

}  // namespace

mcp::ToolDef search_evidence(const Services& services) {
  return make_tool<EvidenceArgs>(
      "search_evidence",
      [&services](const EvidenceArgs& args, const mcp::CallContext& ctx) -> Result<Answer> {
        return EvidenceSearch(services, args, ctx).go();
      });
}

}  // namespace ev::tools
