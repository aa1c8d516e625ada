#include "pipeline/search/federated.hpp"

#include "base/log.hpp"
#include "base/text.hpp"
#include "base/together.hpp"
#include "pipeline/pubmed_query/dates.hpp"
#include "pipeline/search/search.hpp"
#include "pipeline/sources/source.hpp"
#include "pipeline/translate/clinicaltrials.hpp"
#include "pipeline/translate/europepmc.hpp"
#include "pipeline/translate/openalex.hpp"
#include "pipeline/translate/vocabulary_options.hpp"

#include <algorithm>
#include <utility>

namespace ev::search {

namespace {

namespace pq = pubmed_query;

bool is_enabled(const Config& config, const std::string& id) {
  const auto endpoint = config.endpoints.find(id);
  if (endpoint != config.endpoints.end() && !endpoint->second.enabled) return false;
  const std::vector<std::string>& chosen = config.sources;
  return chosen.empty() || std::find(chosen.begin(), chosen.end(), id) != chosen.end();
}

SourceStatus status_of(const Error& error) {
  if (error.blocked) return SourceStatus::blocked;
  switch (error.code) {
    case Errc::timeout:
      return SourceStatus::timeout;
    case Errc::rate_limited:
    case Errc::budget_exhausted:
      return SourceStatus::rate_limited;
    default:
      return SourceStatus::error;
  }
}

pq::Node without_preprints(const pq::Node& query) {
  return pq::combine(pq::Kind::difference, {query, pq::make_phrase("Preprint", pq::Field::pt)});
}

translate::Translation translated(const std::string& source, const pq::Node& query,
                                  const translate::Options& options) {
  if (source == "europepmc") return translate::to_europepmc(query, options);
  if (source == "openalex") return translate::to_openalex(query, options);
  return translate::to_clinicaltrials(query, options);
}

// What an approximation does to the records found, in plain words.
const char* consequence(translate::Effect effect) {
  switch (effect) {
    case translate::Effect::broader:
      return "may find more than asked for";
    case translate::Effect::narrower:
      return "may miss some";
    case translate::Effect::dropped:
    case translate::Effect::other:
      break;
  }
  return "may find some that were not asked for and miss others";
}

std::string loss(const translate::Note& note, const char* what) {
  return note.what + (note.count > 1 ? " (" + std::to_string(note.count) + " times)" : "") + " " +
         what + ": " + note.why + "; " + consequence(note.effect);
}

// One line per part that does not travel as it is.
void note_losses(const translate::Translation& translation, SourceReport& report) {
  for (const translate::Note& note : translation.untranslated) {
    report.warnings.push_back(loss(note, "was left out"));
  }
  for (const translate::Note& note : translation.approximated) {
    report.notes.push_back(loss(note, "was approximated"));
  }
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
                            .message = report_.source + " is switched off by the configuration",
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
    report_.articles = std::move(found->articles);
    report_.warnings = std::move(found->warnings);
    for (const std::string& id : found->missing) {
      report_.warnings.push_back("PMID " + id + " is listed but was not delivered");
    }
    if (!found->errors.empty()) fail(found->errors.front());
  }

  void search_elsewhere() {
    const auto all = sources::all_sources(ports_.config);
    const auto it = std::find_if(all.begin(), all.end(), [this](const auto& source) {
      return source->info().id == report_.source;
    });
    if (it == all.end()) {
      return fail({.code = Errc::invalid_argument, .message = "no such source: " + report_.source});
    }
    translate::Options options = translate::with_vocabulary(
        ports_.vocabulary, report_.source == "europepmc" ? translate::Names::headings
                                                         : translate::Names::entry_terms_too);
    options.today = pq::read_date(iso_date(ports_.clock.unix_time())).date;
    const translate::Translation translation = translated(report_.source, query(), options);
    note_losses(translation, report_);
    if (!translation.searchable) {
      report_.status = SourceStatus::skipped;
      report_.error = Error{
          .code = Errc::invalid_query,
          .message = "the query cannot be put to " + report_.source + ": " + translation.reason,
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

  void page_through(const sources::Source& source, const sources::Query& asked) {
    auto first = source.plan(asked);
    if (!first) return fail(std::move(first).error());
    std::optional<net::RequestPlan> plan = *std::move(first);
    while (plan) {
      plan->cache_only = ports_.offline;
      const auto reply = ports_.http.send(*plan, ctx_);
      if (!reply) return fail(reply.error());
      auto step = source.parse(asked, *reply);
      if (!step) return fail(std::move(step).error());
      if (step->total && !report_.found) report_.found = step->total;
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

const char* to_string(SourceStatus status) {
  switch (status) {
    case SourceStatus::ok:
      return "ok";
    case SourceStatus::partial:
      return "partial";
    case SourceStatus::timeout:
      return "timeout";
    case SourceStatus::rate_limited:
      return "rate_limited";
    case SourceStatus::blocked:
      return "blocked";
    case SourceStatus::error:
      return "error";
    case SourceStatus::skipped:
      return "skipped";
  }
  return "error";
}

std::vector<std::string> default_sources(const Config& config) {
  std::vector<std::string> out;
  for (const auto& source : sources::all_sources(config)) {
    const std::string& id = source->info().id;
    if (!is_enabled(config, id)) continue;
    const bool chosen = !config.sources.empty();
    if (id == "openalex" && !config.openalex_api_key.set() && !chosen && !config.sample) continue;
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
