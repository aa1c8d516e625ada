#include "pipeline/search/enrich.hpp"

#include "base/log.hpp"
#include "pipeline/search/enrichers.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace ev::search {

namespace {

// One service's share of the requests that are sent together.
struct Share {
  const Enricher* enricher = nullptr;
  EnrichmentReport report;
  std::size_t first = 0;
  std::size_t count = 0;
};

Error switched_off(const std::string& service) {
  return Error{.code = Errc::offline,
               .message = service + ": switched off by the configuration",
               .source = service};
}

Share share_of(const Enricher& enricher, const Ports& ports, const Records& records,
               std::vector<net::RequestPlan>& plans) {
  Share share{.enricher = &enricher, .first = plans.size()};
  share.report.service = enricher.id;
  const auto endpoint = ports.config.endpoints.find(enricher.id);
  if (endpoint != ports.config.endpoints.end() && !endpoint->second.enabled) {
    share.report.status = SourceStatus::skipped;
    share.report.error = switched_off(enricher.id);
    return share;
  }
  Asked asked = enricher.ask(ports.config, records);
  share.report.asked = asked.records;
  share.report.unasked = asked.unasked;
  if (asked.refused) {
    share.report.status = SourceStatus::skipped;
    share.report.error = std::move(asked.refused);
    return share;
  }
  share.count = asked.plans.size();
  for (net::RequestPlan& plan : asked.plans) {
    plan.cache_only = ports.offline;
    plan.tries = std::min(plan.tries, enricher.tries);
    plans.push_back(std::move(plan));
  }
  return share;
}

void read_replies(std::span<const Result<net::HttpResponse>> replies, Records& records,
                  Share& share) {
  std::set<std::size_t> known;
  std::size_t failed = 0;
  for (const Result<net::HttpResponse>& reply : replies) {
    Result<void> taken =
        reply ? share.enricher->take(reply->body, records, known) : Result<void>(reply.error());
    if (taken) continue;
    if (share.enricher->one_by_one && taken.error().code == Errc::not_found) continue;
    ++failed;
    if (!share.report.error) share.report.error = std::move(taken).error();
  }
  share.report.known = known.size();
  if (failed == 0) {
    if (share.enricher->note_unknown != nullptr) share.enricher->note_unknown(records, known);
    return;
  }
  const bool offline = share.report.error->code == Errc::offline;
  share.report.status = failed < replies.size() ? SourceStatus::partial
                        : offline               ? SourceStatus::skipped
                                                : status_of(*share.report.error);
}

// Ids of all records, to see whether a service named more.
std::vector<std::string> ids_now(const std::vector<model::Article>& records) {
  std::vector<std::string> out;
  for (const model::Article& a : records) out.push_back(a.pmid + " " + a.pmcid + " " + a.doi);
  return out;
}

}  // namespace

const std::vector<std::string>& all_enrichers() {
  static const std::vector<std::string> kAll = [] {
    std::vector<std::string> out;
    for (const Enricher& enricher : enrichers()) out.emplace_back(enricher.id);
    return out;
  }();
  return kAll;
}

std::vector<std::string> default_enrichers(const Config& config) {
  std::vector<std::string> out;
  for (const std::string& service : all_enrichers()) {
    if (!is_enabled(config, service)) continue;
    const bool chosen = !config.sources.empty();
    if (service == "pubtator" && !chosen) continue;
    if (service == "unpaywall" && !chosen && config.unpaywall_email.empty()) continue;
    out.push_back(service);
  }
  return out;
}

Result<Enrichment> enrich(const Ports& ports, const std::vector<std::string>& services,
                          std::vector<model::Article>& records, const Context& ctx) {
  Records index(records);
  std::vector<net::RequestPlan> plans;
  std::vector<Share> shares;
  for (const Enricher& enricher : enrichers()) {
    if (std::find(services.begin(), services.end(), enricher.id) == services.end()) continue;
    shares.push_back(share_of(enricher, ports, index, plans));
  }
  Context quiet = ctx;
  quiet.progress = {};
  const std::vector<Result<net::HttpResponse>> replies = ports.http.send_all(plans, quiet);
  if (ctx.stop.stop_requested()) return Error{.code = Errc::cancelled, .message = "cancelled"};
  Enrichment out;
  const std::vector<std::string> before = ids_now(records);
  for (Share& share : shares) {
    read_replies(std::span(replies).subspan(share.first, share.count), index, share);
    log(Level::info, "enriched",
        {{"call", ctx.tag},
         {"service", share.report.service},
         {"status", to_string(share.report.status)},
         {"asked", share.report.asked},
         {"known", share.report.known}});
    out.reports.push_back(std::move(share.report));
  }
  out.new_ids = ids_now(records) != before;
  return out;
}

}  // namespace ev::search
