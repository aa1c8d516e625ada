#include "pipeline/search/fallback.hpp"

#include "base/log.hpp"
#include "pipeline/pubmed_query/check.hpp"
#include "pipeline/pubmed_query/dates.hpp"
#include "pipeline/search/outcome.hpp"
#include "pipeline/search/translated.hpp"
#include "pipeline/sources/europepmc.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace ev::search {

namespace {

namespace pq = pubmed_query;

std::string reason_of(const Error& why) {
  return why.blocked ? "NCBI has blocked this address" : std::string(reason(why));
}

std::string instead_of_pubmed(const Error& why) {
  return "PubMed could not be asked (" + reason_of(why) +
         "): this is Europe PMC's answer over the same MEDLINE records (SRC:MED); counts, order "
         "and the reach of headings differ from PubMed's";
}

// Pages up to the one asked for; those before it are read over.
class PagesInPlace {
 public:
  PagesInPlace(const Ports& ports, const SearchRequest& request, const Context& ctx)
      : ports_(ports), request_(request), ctx_(ctx), source_(ports.config) {}

  Result<void> read(const std::string& query, SearchOutcome& out) {
    const sources::Query asked{.params = {{"query", query}},
                               .start_date = request_.start_date,
                               .end_date = request_.end_date,
                               .sort = request_.sort,
                               .max = request_.offset + request_.max};
    EV_TRY(net::RequestPlan first, source_.plan(asked));
    std::optional<net::RequestPlan> plan = std::move(first);
    int wanted = asked.max;
    int seen = 0;
    bool counted = false;
    while (plan) {
      EV_TRY(const net::HttpResponse reply, ports_.http.send(*plan, ctx_));
      sources::Query rest = asked;
      rest.max = wanted;
      EV_TRY(sources::SourceStep step, source_.parse(rest, reply));
      if (!std::exchange(counted, true)) out.total = step.total.value_or(0);
      out.api_version = step.api_version;
      for (std::string& w : step.warnings) out.warnings.push_back(std::move(w));
      wanted -= static_cast<int>(step.articles.size());
      for (model::Article& a : step.articles) {
        if (seen++ < request_.offset) continue;
        out.ids.push_back(model::item_id(a));
        out.articles.push_back(std::move(a));
      }
      plan = wanted > 0 ? std::move(step.next) : std::nullopt;
    }
    return {};
  }

 private:
  const Ports& ports_;
  const SearchRequest& request_;
  const Context& ctx_;
  const sources::EuropePmc source_;
};

}  // namespace

bool may_fall_back(const Ports& ports, const Error& error) {
  const auto pubmed = ports.config.endpoints.find("pubmed");
  const bool wanted = pubmed == ports.config.endpoints.end() || pubmed->second.enabled;
  if (!wanted || ports.local() || ports.corpus != Corpus::service ||
      !is_enabled(ports.config, "europepmc"))
    return false;
  switch (error.code) {
    case Errc::upstream_unavailable:
    case Errc::upstream_changed:
    case Errc::rate_limited:
    case Errc::timeout:
      return true;
    default:
      return error.blocked;
  }
}

Result<SearchOutcome> search_in_place_of_pubmed(const Ports& ports, const SearchRequest& request,
                                                const Error& why, const Context& ctx) {
  const TimePoint start = ports.clock.now();
  EV_CHECK(ctx.check());
  const auto tree = pq::parse_or_explain(request.query);
  if (!tree) return why;
  const translate::Translation translation =
      translated(ports, *sources::find_service("europepmc"), *tree);
  if (!translation.searchable || translation.parameters.empty()) return why;
  const std::string query = "(" + translation.parameters.front().value + ") AND SRC:MED";
  SearchOutcome out{.query_translation = query, .source = "europepmc"};
  out.warnings.push_back(instead_of_pubmed(why));
  Losses losses = losses_of(translation);
  std::move(losses.left_out.begin(), losses.left_out.end(), std::back_inserter(out.warnings));
  std::move(losses.approximated.begin(), losses.approximated.end(),
            std::back_inserter(out.warnings));
  EV_CHECK(PagesInPlace(ports, request, ctx).read(query, out));
  Error named = why;
  named.message = reason_of(why);
  if (named.source.empty()) named.source = "pubmed";
  out.errors.push_back(std::move(named));
  out.elapsed_ms = static_cast<double>((ports.clock.now() - start).count()) / 1e6;
  log(Level::warn, "europepmc_in_place_of_pubmed",
      {{"call", ctx.tag}, {"reason", to_string(why.code)}, {"found", out.total}});
  return out;
}

Result<void> fetch_failed_elsewhere(const Ports& ports, SearchOutcome& outcome,
                                    const Context& ctx) {
  if (outcome.failed.empty() || outcome.errors.empty()) return {};
  if (!may_fall_back(ports, outcome.errors.front())) return {};
  const sources::EuropePmc source(ports.config);
  const std::vector<net::RequestPlan> plans = source.fetch(outcome.failed);
  std::map<std::string, model::Article> found;
  const auto replies = ports.http.send_all(plans, ctx);
  for (std::size_t i = 0; i < replies.size(); ++i) {
    if (!replies[i]) {
      if (replies[i].error().code == Errc::cancelled) return replies[i].error();
      continue;
    }
    auto step = source.parse_records(source.batch_of(outcome.failed, i), *replies[i]);
    if (!step) continue;
    for (model::Article& a : step->articles) found[a.pmid] = std::move(a);
  }
  if (found.empty()) return {};
  outcome.warnings.push_back(std::to_string(found.size()) +
                             " record(s) that PubMed did not deliver are Europe PMC's");
  for (model::Article& a : outcome.articles) found.insert_or_assign(a.pmid, std::move(a));
  outcome.articles.clear();
  for (const std::string& id : outcome.ids) {
    const auto it = found.find(id);
    if (it != found.end()) outcome.articles.push_back(std::move(it->second));
  }
  std::erase_if(outcome.failed, [&found](const std::string& id) { return found.count(id) != 0; });
  return {};
}

}  // namespace ev::search
