#include "pipeline/workflow/pubmed_search.hpp"

#include "base/clock.hpp"
#include "base/text.hpp"
#include "pipeline/pubmed_query/check.hpp"
#include "pipeline/pubmed_query/value_check.hpp"
#include "pipeline/query_gen/blocks.hpp"
#include "pipeline/search/fallback.hpp"
#include "pipeline/workflow/records.hpp"
#include "pipeline/workflow/search_log.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace ev::workflow {

namespace {

constexpr std::string_view kNoResults = "no_results: ";

Result<void> check_syntax(const std::string& query) {
  auto tree = pubmed_query::parse_or_explain(query);
  if (tree) return {};
  Error error = std::move(tree).error();
  error.source = "pubmed";
  error.path = "search_query";
  return error;
}

sources::Sort sort_of(const std::string& name) {
  if (name == "date") return sources::Sort::date;
  return name == "author" ? sources::Sort::author : sources::Sort::relevance;
}

// How the set came about, as it is kept with it.
Json meta_of(const PubMedSearchRequest& request, const std::string& query) {
  Json arguments = {{"search_query", request.search_query},
                    {"max_results", request.max_results},
                    {"sort_order", request.sort_order}};
  if (!request.article_types.empty()) arguments["article_types"] = request.article_types;
  if (Json range = given_dates(request.date_range); !range.empty())
    arguments["date_range"] = std::move(range);
  Json meta = {{"call", {{"tool", "pubmed_search"}, {"arguments", std::move(arguments)}}},
               {"search", query}};
  if (request.source != "pubmed") meta["call"]["arguments"]["source"] = request.source;
  if (request.offset != 0) meta["offset"] = request.offset;
  return meta;
}

class PubMedSearch {
 public:
  PubMedSearch(const Services& services, const PubMedSearchRequest& request, const Context& ctx,
               std::vector<Error>* refusals)
      : services_(services),
        request_(request),
        ctx_(ctx),
        refusals_(refusals),
        query_(sent_query(request)) {}

  Result<PubMedSearchOutcome> go() {
    EV_CHECK(check_syntax(request_.search_query));
    EV_CHECK(check_mirror());
    PubMedSearchOutcome out{.query = query_};
    EV_TRY(out.found, find());
    search::SearchOutcome& found = out.found;
    EV_CHECK(search::fetch_failed_elsewhere(ports(), found, ctx_));
    if (found.articles.empty() && found.missing.empty() && !found.failed.empty())
      return found.errors.front();
    if (request_.with_citation_counts) EV_CHECK(add_citations(found));
    EV_TRY(out.result_set,
           or_unkept(store_records(services_, found.articles, meta_of(request_, query_)),
                     found.warnings));
    keep_search_log(services_, out.result_set,
                    {{.service = found.source,
                      .asked = request_.search_query,
                      .sent = query_,
                      .date = iso_date(services_.clock.unix_time()),
                      .status = found.errors.empty() ? "ok" : "partial",
                      .found = static_cast<long>(found.total),
                      .returned = static_cast<long>(found.articles.size())}},
                    found.warnings);
    if (request_.offset == 0) out.query_remarks = query_remarks();
    if (found.total == 0) EV_CHECK(explain_zero_hits(out));
    return out;
  }

 private:
  // Of a mirror that is not there nothing could be said to be missing.
  Result<void> check_mirror() const {
    if (request_.source != "mirror") return {};
    if (services_.mirror != nullptr && services_.mirror->exists()) return {};
    return Error{
        .code = Errc::invalid_argument,
        .message = "there is no mirror of PubMed on this machine",
        .path = "source",
        .recovery = "`evidence-mcp mirror init` makes one; leave out source to ask PubMed"};
  }

  search::Ports ports() const {
    search::Ports ports = services_.ports();
    ports.offline = request_.offline;
    if (request_.source == "mirror") ports.corpus = search::Corpus::mirror;
    return ports;
  }

  // PubMed, and in its place Europe PMC when NCBI is down or has shut this address out.
  Result<search::SearchOutcome> find() const {
    if (request_.began_at_europepmc) {
      const Error earlier{.code = Errc::upstream_unavailable,
                          .message = "the page before came from Europe PMC",
                          .source = "pubmed"};
      return search::search_in_place_of_pubmed(ports(), search_request(), earlier, ctx_);
    }
    auto found = search::search_pubmed(ports(), search_request(), ctx_);
    if (found || !search::may_fall_back(ports(), found.error())) return found;
    if (request_.offset != 0) {
      Error error = std::move(found).error();
      error.recovery = "call without cursor: Europe PMC then answers from the first record";
      return error;
    }
    auto instead =
        search::search_in_place_of_pubmed(ports(), search_request(), found.error(), ctx_);
    if (instead || instead.error().code == Errc::cancelled) return instead;
    if (refusals_ != nullptr) *refusals_ = {found.error(), instead.error()};
    found.error().message += "; " + instead.error().message;
    return found;
  }

  // Half of what is left at most, so that there is time to ask elsewhere.
  std::chrono::milliseconds find_within() const {
    constexpr std::chrono::milliseconds kMost = std::chrono::seconds(20);
    if (ctx_.deadline == TimePoint::max()) return kMost;
    const Nanos left = ctx_.deadline - services_.clock.now();
    return std::clamp(std::chrono::duration_cast<std::chrono::milliseconds>(left / 2),
                      std::chrono::milliseconds(1), kMost);
  }

  search::SearchRequest search_request() const {
    return {.query = query_,
            .start_date = slashed(request_.date_range.start_date),
            .end_date = slashed(request_.date_range.end_date),
            .sort = sort_of(request_.sort_order),
            .offset = static_cast<int>(request_.offset),
            .max = request_.max_results,
            .find_within = find_within()};
  }

  Result<void> add_citations(search::SearchOutcome& found) const {
    EV_TRY(const search::CitationsOutcome citations, search::citations(ports(), found.ids, ctx_));
    search::add_citations(found.articles, citations);
    found.warnings.insert(found.warnings.end(), citations.warnings.begin(),
                          citations.warnings.end());
    return {};
  }

  // What PubMed silently does with the query, and values that it does not have.
  std::vector<std::string> query_remarks() const {
    constexpr std::size_t kMost = 8;
    std::vector<std::string> out;
    for (const std::string& type : request_.article_types) {
      if (const std::string read = query_gen::publication_type(type); read != text::trim(type))
        out.push_back("article_types: \"" + type + "\" is read as \"" + read + "\"");
      const auto term =
          pubmed_query::make_phrase(query_gen::publication_type(type), pubmed_query::Field::pt);
      for (const auto& d : pubmed_query::check_values(term, services_.vocabulary))
        out.push_back("article_types: " + d.message + "; fix: " + d.fix);
    }
    const auto checked = pubmed_query::check(request_.search_query, services_.vocabulary);
    for (const pubmed_query::Diagnostic& d : checked.warnings)
      out.push_back("search_query " + to_text(d));
    if (out.size() > kMost) {
      const std::size_t more = out.size() - kMost;
      out.resize(kMost);
      out.push_back("search_query: " + std::to_string(more) +
                    " more remarks; evidence-mcp check-query lists them");
    }
    return out;
  }

  // Zero hits are a success: which part finds nothing, and what to try instead.
  Result<void> explain_zero_hits(PubMedSearchOutcome& out) const {
    if (out.found.source != "pubmed") {
      out.no_results = "Europe PMC has no such record; PubMed may";
      return {};
    }
    auto diagnosis =
        query_gen::zero_hit_diagnosis(query_gen::probing(ports()), services_.vocabulary, query_,
                                      ctx_, as_conjunct(request_.date_range));
    if (!diagnosis) {
      if (diagnosis.error().code == Errc::cancelled) return diagnosis.error();
      out.no_results = "nothing matches; why could not be found out: " + diagnosis.error().message;
      return {};
    }
    out.no_results = diagnosis->explanation;
    out.zero_hits = *std::move(diagnosis);
    return {};
  }

  const Services& services_;
  const PubMedSearchRequest& request_;
  const Context& ctx_;
  std::vector<Error>* const refusals_;
  const std::string query_;
};

}  // namespace

std::string sent_query(const PubMedSearchRequest& request) {
  if (request.article_types.empty()) return request.search_query;
  std::string types;
  for (const std::string& type : request.article_types) {
    if (!types.empty()) types += " OR ";
    types += "\"" + query_gen::publication_type(type) + "\"[Publication Type]";
  }
  return "(" + request.search_query + ") AND (" + types + ")";
}

std::vector<std::string> warnings_of(const PubMedSearchOutcome& outcome) {
  std::vector<std::string> out = outcome.query_remarks;
  if (outcome.found.total == 0) out.push_back(std::string(kNoResults) + outcome.no_results);
  out.insert(out.end(), outcome.found.warnings.begin(), outcome.found.warnings.end());
  return out;
}

Result<PubMedSearchOutcome> search_pubmed(const Services& services,
                                          const PubMedSearchRequest& request, const Context& ctx,
                                          std::vector<Error>* refusals) {
  return PubMedSearch(services, request, ctx, refusals).go();
}

}  // namespace ev::workflow
