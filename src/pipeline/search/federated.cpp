#include "pipeline/search/federated.hpp"

#include "base/log.hpp"
#include "base/text.hpp"
#include "base/together.hpp"
#include "pipeline/search/search.hpp"
#include "pipeline/search/translated.hpp"
#include "pipeline/sources/catalog.hpp"
#include "pipeline/sources/source.hpp"

#include <algorithm>
#include <utility>

namespace ev::search {

namespace {

namespace pq = pubmed_query;

pq::Node without_preprints(const pq::Node& query) {
  return pq::combine(pq::Kind::difference, {query, pq::make_phrase("Preprint", pq::Field::pt)});
}

class OneSource {
 public:
  OneSource(const Ports& ports, const FederatedRequest& request, std::string id, Context ctx)
      : ports_(ports), request_(request), ctx_(std::move(ctx)) {
    report_.source = std::move(id);
  }

  SourceReport run() {
    const TimePoint start = ports_.clock.now();
    if (!is_enabled(ports_.config, report_.source)) {
      report_.status = SourceStatus::skipped;
      report_.error = Error{.code = Errc::offline,
                            .message = report_.source + ": switched off by the configuration",
                            .source = report_.source};
    } else if (ports_.config.sample && !sources::find_service(report_.source)->sampled) {
      report_.status = SourceStatus::skipped;
      report_.error =
          Error{.code = Errc::offline,
                .message = report_.source + ": the built-in sample has none of its records",
                .source = report_.source};
    } else if (report_.source == "pubmed") {
      search_in_pubmed();
    } else {
      search_elsewhere();
    }
    report_.ms = static_cast<double>((ports_.clock.now() - start).count()) / 1e6;
    return std::move(report_);
  }

 private:
  // What came before the failure is kept.
  void fail(Error error) {
    report_.status = report_.articles.empty() ? status_of(error) : SourceStatus::partial;
    report_.error = std::move(error);
  }

  pq::Node query() const {
    return request_.include_preprints ? request_.query : without_preprints(request_.query);
  }

  void search_in_pubmed() {
    report_.query_sent = pq::print(query());
    auto found =
        search_pubmed(ports_, {.query = report_.query_sent, .max = request_.max_per_source}, ctx_);
    if (!found) return fail(std::move(found).error());
    report_.found = found->total;
    report_.broader = found->broader;
    report_.articles = std::move(found->articles);
    report_.warnings = std::move(found->warnings);
    for (const std::string& id : found->missing) {
      report_.warnings.push_back("PMID " + id + " is listed but was not delivered");
    }
    if (!found->errors.empty()) return fail(found->errors.front());
    if (found->missing.empty()) return;
    // PubMed contradicts itself: what it counts as a hit is no record that does not exist.
    fail({.code = Errc::upstream_changed,
          .message = "pubmed: " + std::to_string(found->missing.size()) +
                     " of its hits were listed but not delivered",
          .source = "pubmed",
          .recovery = "call again"});
  }

  void search_elsewhere() {
    const auto all = sources::all_sources(ports_.config);
    const auto it = std::find_if(all.begin(), all.end(), [this](const auto& source) {
      return source->info().id == report_.source;
    });
    if (it == all.end()) {
      return fail({.code = Errc::invalid_argument, .message = "no such source: " + report_.source});
    }
    const translate::Translation translation =
        translated(ports_, *sources::find_service(report_.source), query());
    Losses losses = losses_of(translation);
    report_.warnings = std::move(losses.left_out);
    report_.notes = std::move(losses.approximated);
    if (!translation.searchable) {
      report_.status = SourceStatus::skipped;
      report_.error = Error{
          .code = Errc::invalid_query,
          .message = report_.source + ": the query cannot be put to it: " + translation.reason,
          .source = report_.source};
      return;
    }
    sources::Query asked{.max = request_.max_per_source};
    std::vector<std::string> sent;
    for (const translate::Parameter& p : translation.parameters) {
      asked.params.emplace_back(p.name, p.value);
      sent.push_back(p.name + "=" + p.value);
    }
    report_.query_sent = text::join(sent, " & ");
    page_through(**it, asked);
  }

  // A cursor that is gone (services keep them for minutes) costs the pages before it: the search
  // starts again, once.
  void page_through(const sources::Source& source, const sources::Query& asked) {
    const std::size_t warned = report_.warnings.size();
    if (read_pages(source, asked, Pages::known)) return;
    report_.articles.clear();
    report_.warnings.resize(warned);
    if (!read_pages(source, asked, Pages::anew)) {
      fail({.code = Errc::upstream_unavailable,
            .message = report_.source + ": the place in its result list was lost twice",
            .source = report_.source,
            .recovery = "call again, or ask for fewer records"});
    }
  }

  // `anew`: not from the cache, which holds the cursor that is gone.
  enum class Pages { known, anew };

  // False when a page behind the first one is no longer there.
  bool read_pages(const sources::Source& source, const sources::Query& asked, Pages pages) {
    auto first = source.plan(asked);
    if (!first) return fail(std::move(first).error()), true;
    std::optional<net::RequestPlan> plan = *std::move(first);
    for (bool later = false; plan; later = true) {
      plan->cache_only = ports_.offline;
      plan->refresh = pages == Pages::anew;
      const auto reply = ports_.http.send(*plan, ctx_);
      if (!reply && later && reply.error().expired) return false;
      if (!reply) return fail(reply.error()), true;
      auto step = source.parse(asked, *reply);
      if (!step) return fail(std::move(step).error()), true;
      if (step->total && !report_.found) report_.found = step->total;
      if (!later && !report_.found) {
        report_.warnings.push_back(report_.source + " did not say how many records it found");
      }
      for (std::string& w : step->warnings) report_.warnings.push_back(std::move(w));
      for (model::Article& a : step->articles) {
        if (report_.articles.size() < static_cast<std::size_t>(request_.max_per_source)) {
          report_.articles.push_back(std::move(a));
        }
      }
      const bool enough =
          report_.articles.size() >= static_cast<std::size_t>(request_.max_per_source);
      plan = enough ? std::nullopt : std::move(step->next);
    }
    return true;
  }

  const Ports& ports_;
  const FederatedRequest& request_;
  const Context ctx_;
  SourceReport report_;
};

void log_report(const SourceReport& report, const Context& ctx) {
  log(Level::info, "source_searched",
      {{"call", ctx.tag},
       {"source", report.source},
       {"status", to_string(report.status)},
       {"found", report.found.value_or(-1)},
       {"returned", report.articles.size()},
       {"ms", static_cast<long>(report.ms)}});
}

}  // namespace

std::vector<std::string> default_sources(const Config& config) {
  std::vector<std::string> out;
  for (const auto& source : sources::all_sources(config)) {
    const std::string& id = source->info().id;
    if (!is_enabled(config, id)) continue;
    const bool chosen = !config.sources.empty();
    const sources::Service& service = *sources::find_service(id);
    const bool open = service.key.empty() || config.key(id).set() || chosen;
    if (config.sample ? !service.sampled : !open) continue;
    out.push_back(id);
  }
  return out;
}

Result<std::vector<SourceReport>> search_sources(const Ports& ports,
                                                 const FederatedRequest& request,
                                                 const Context& ctx) {
  Context timed = ctx;
  timed.deadline = std::min(ctx.deadline, ports.clock.now() + request.timeout);
  timed.progress = {};  // several sources at once have no common order of progress
  std::vector<SourceReport> reports(request.sources.size());
  run_together(reports.size(), [&](std::size_t i) {
    reports[i] = OneSource(ports, request, request.sources[i], timed).run();
  });
  if (ctx.stop.stop_requested()) return Error{.code = Errc::cancelled, .message = "cancelled"};
  for (const SourceReport& report : reports) log_report(report, ctx);
  return reports;
}

}  // namespace ev::search
