#include "base/text.hpp"
#include "pipeline/identity/merge.hpp"
#include "pipeline/sources/catalog.hpp"
#include "pipeline/workflow/federated_search.hpp"
#include "tools/all_tools.hpp"
#include "tools/evidence.hpp"
#include "tools/make_tool.hpp"
#include "tools/source_status.hpp"

#include <nlohmann/json.hpp>

#include <cmath>

namespace ev::tools {

namespace {

struct EvidenceArgs {
  FederatedSearchRequest search;
  Paging paging;
};
template <class V>
void describe(V& v, EvidenceArgs& a) {
  v("query", a.search.query,
    {.required = true, .max_length = 20'000, .remedy = "a question, keywords or PubMed syntax"});
  v("sources", a.search.sources,
    {.one_of = sources::searched_services(), .instead = sources::elsewhere_searched()});
  v("max_results_per_source", a.search.max_results_per_source,
    {.min = 1, .max = 1000, .alias = "max_results_per_tool", .paged = true});
  v("date_range", a.search.date_range);
  v("include_preprints", a.search.include_preprints);
  v("timeout_s", a.search.timeout_s, {.min = 1, .max = 55});
  v("enrich", a.search.enrich,
    {.one_of = {"icite", "idconv", "pubtator", "crossref", "unpaywall", "none"}});
  describe_paging(v, a.paging);
}

void check_values(const EvidenceArgs& args, std::vector<Problem>& problems) {
  if (!args.search.query.empty() && text::trim(args.search.query).empty()) {
    problems.push_back({"query", "must say what to look for"});
  }
  check_dates(args.search.date_range, problems);
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

std::string scope_of(const FederatedSearchRequest& request) {
  return request.query + "\n" + text::join(request.sources, ",") + "\n" +
         std::to_string(request.max_results_per_source) + "\n" + as_conjunct(request.date_range) +
         (request.include_preprints ? "" : "\nno preprints") +
         (request.enrich.empty() ? "" : "\n" + text::join(request.enrich, ","));
}

std::string status_line(const SearchedSource& source) {
  const search::SourceReport& report = source.report;
  std::string out = report.source + ": " + search::to_string(report.status);
  if (source.answered()) {
    out += ", " + std::to_string(source.returned) + " of " +
           (report.found ? std::to_string(*report.found) : std::string("an unknown number"));
  }
  if (report.error) out += " (" + std::string(reason(*report.error)) + ")";
  return out;
}

Item item_of(const model::Article& article, double relevance, std::string_view detail) {
  RowText text = row_text_of(article);
  if (article.trial) text.finding.clear();
  const Flags flags = flags_of(article);
  Json row = article_row(article, text, flags,
                         {{"source", identity::source_of(article)}, {"relevance", relevance}});
  Json shown = detail == "row" ? row : evidence_json(article, detail, flags, relevance);
  return {.id = model::item_id(article),
          .shown = std::move(shown),
          .row = std::move(row),
          .line = fitted_line("- ", article, flags,
                              text.finding.empty() ? "" : " — " + markdown_line(text.finding))};
}

// The answer but for its list.
Answer head_of(const EvidenceArgs& args, const FederatedSearchOutcome& found) {
  Json status = Json::array();
  Json errors = Json::array();
  Json searched = Json::array();
  std::vector<std::string> lines;
  for (const SearchedSource& source : found.sources) {
    const search::SourceReport& report = source.report;
    status.push_back(status_json(source));
    if (source.answered()) searched.push_back(report.source);
    if (report.error && report.status != search::SourceStatus::skipped) {
      Json one = error_json(*report.error);
      one["source"] = report.source;
      errors.push_back(std::move(one));
    }
    lines.push_back(status_line(source));
  }
  Json enrichment = Json::array();
  for (const search::EnrichmentReport& report : found.enrichment)
    enrichment.push_back(enrichment_json(report));
  const std::size_t unique = found.articles.size();
  const std::size_t merged = found.before - unique;
  Answer out;
  out.structured = {{"query", args.search.query},
                    {"query_read", pubmed_query::print(found.query)},
                    {"sources_searched", std::move(searched)},
                    {"source_status", std::move(status)},
                    {"enrichment", std::move(enrichment)},
                    {"total_found", unique},
                    {"dedup", {{"before", found.before}, {"after", unique}, {"merged", merged}}},
                    {"errors", std::move(errors)},
                    {"result_set", found.result_set}};
  out.text = "**" + std::to_string(unique) + " records** of " + std::to_string(found.before) +
             " (" + std::to_string(merged) + " merged)" + handle_text(found.result_set) + "\n" +
             text::join(lines, "; ") + "\n";
  add_warnings(out, found.warnings);
  if (unique != 0) add_content_notice(out);
  return out;
}

}  // namespace

mcp::ToolDef search_evidence(const Services& services) {
  return make_tool<EvidenceArgs>(
      "search_evidence",
      [&services](const EvidenceArgs& args, const mcp::CallContext& ctx) -> Result<Answer> {
        const std::string scope = scope_of(args.search);
        EV_TRY(const std::size_t offset, cursor_offset(args.paging.cursor, scope));
        EV_TRY(const FederatedSearchOutcome found, search_sources(services, args.search, ctx));
        Answer answer = head_of(args, found);
        add_made_items(
            answer, "evidence", found.articles.size(), args.paging, offset, scope,
            [&](std::size_t i) {
              return item_of(found.articles[i], found.relevance[i], args.paging.detail);
            },
            [&](std::size_t i) { return model::item_id(found.articles[i]); });
        return answer;
      });
}

}  // namespace ev::tools
