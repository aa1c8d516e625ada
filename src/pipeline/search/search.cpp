#include "pipeline/search/search.hpp"

#include "base/codec.hpp"
#include "base/json.hpp"
#include "base/limits.hpp"
#include "base/text.hpp"
#include "pipeline/library/stored_article.hpp"
#include "pipeline/model/article_json.hpp"
#include "pipeline/search/local.hpp"
#include "pipeline/search/time_share.hpp"
#include "pipeline/sources/openalex_record.hpp"
#include "pipeline/sources/pubmed.hpp"

#include <algorithm>
#include <set>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace ev::search {

namespace {

// Ids asked for at once, so that the next pages of a search come from the cached reply.
constexpr int kIdWindow = 1000;
// efetch replies held in memory at once; one is about 5 MB.
constexpr std::size_t kBatchesPerRound = 4;
// Where another source can be asked: a try ends after so long without a byte, and there are fewer.
constexpr std::chrono::seconds kImpatience(10);
constexpr int kImpatientTries = 3;

using ArticlesById = std::unordered_map<std::string, model::Article>;

Result<void> check_enabled(const Ports& ports) {
  const auto endpoint = ports.config.endpoints.find("pubmed");
  if (endpoint == ports.config.endpoints.end() || endpoint->second.enabled) return {};
  return Error{.code = Errc::upstream_unavailable,
               .message = "pubmed: switched off by the configuration",
               .source = "pubmed",
               .recovery = "remove EVIDENCE_MCP_PUBMED_URL=off"};
}

bool ends_the_call(const Error& error) {
  return error.code == Errc::cancelled;
}

// A record that came from PubMed whole; an inline record of a client under the same PMID is not.
bool is_pubmed_record(const model::Article& a) {
  const auto source = a.metadata.find("source");
  return source != a.metadata.end() && source->second == "pubmed";
}

Result<void> add_pubmed_records(const std::vector<store::StoredArticle>& rows, ArticlesById& found,
                                const Context& ctx) {
  for (const store::StoredArticle& row : rows) {
    EV_CHECK(ctx.check());
    const auto json = parse_json(row.json, "a stored record");
    if (!json) continue;  // written by a broken disk: fetched anew
    model::Article article = model::article_from_json(*json);
    if (is_pubmed_record(article)) found.emplace(row.item_id, std::move(article));
  }
  return {};
}

Result<ArticlesById> from_store(const Ports& ports, const std::vector<std::string>& ids,
                                const Context& ctx) {
  const std::chrono::seconds any_age = std::chrono::hours(24 * 365 * 100);
  auto stored =
      ports.articles.latest(ids, ports.local() ? any_age : sources::kRecordFreshness, ctx);
  ArticlesById found;
  if (!stored) {
    // What cannot be read is fetched anew; without a network there is nothing else.
    if (stored.error().code == Errc::store_unavailable && !ports.local()) return found;
    return stored.error();
  }
  // A version without an entry in the index is fetched anew, and gets its entry then.
  if (!ports.local()) std::erase_if(*stored, [](const auto& row) { return !row.searchable; });
  EV_CHECK(add_pubmed_records(*stored, found, ctx));
  if (!ports.local() || !ports.from_mirror() || found.size() == ids.size()) return found;
  std::vector<std::string> absent;
  for (const std::string& id : ids) {
    if (!found.contains(id)) absent.push_back(id);
  }
  EV_TRY(const auto mirrored, ports.mirror->latest(absent, any_age, ctx));
  EV_CHECK(add_pubmed_records(mirrored, found, ctx));
  return found;
}

Result<void> keep(const Ports& ports, const std::vector<model::Article>& articles) {
  std::vector<store::StoredArticle> rows;
  rows.reserve(articles.size());
  for (const model::Article& a : articles) {
    rows.push_back(library::stored_article(a, library::Place::latest));
  }
  if (rows.empty()) return {};
  const auto kept = ports.articles.put(rows);
  // Whoever makes a result set of them tells of it.
  if (!kept && kept.error().code != Errc::store_unavailable) return kept.error();
  return {};
}

std::string counted(std::size_t n, const char* noun) {
  return std::to_string(n) + " " + noun + (n == 1 ? "" : "s");
}

// Fetches what the store did not have, batch by batch.
class Fetcher {
 public:
  Fetcher(const Ports& ports, const Context& ctx, FetchOutcome& out, ArticlesById& found)
      : ports_(ports), ctx_(ctx), pubmed_(ports.config), out_(out), found_(found) {}

  Result<void> run(const std::vector<std::string>& ids, bool elsewhere) {
    std::vector<net::RequestPlan> plans = pubmed_.fetch(ids);
    for (net::RequestPlan& plan : plans) {
      plan.cache_only = ports_.offline;
      if (!elsewhere) continue;
      plan.idle_timeout = kImpatience;
      plan.tries = kImpatientTries;
    }
    for (std::size_t i = 0; i < plans.size(); i += kBatchesPerRound) {
      const auto round = std::span<const net::RequestPlan>(plans).subspan(
          i, std::min(kBatchesPerRound, plans.size() - i));
      auto replies = ports_.http.send_all(round, ctx_);
      for (std::size_t k = 0; k < replies.size(); ++k) {
        EV_CHECK(take(pubmed_.batch_of(ids, i + k), replies[k]));
      }
      ctx_.report("fetching records", static_cast<double>(done_), static_cast<double>(ids.size()));
    }
    return {};
  }

  // A record that is not sent may be one that is not there, or one that was lost. The index says
  // which: what it lists could not be fetched, what it was not asked about could not be checked.
  Result<void> ask_index_for_missing() {
    constexpr std::size_t kAtOnce = 200;
    std::vector<std::string> unsure;
    for (std::string& id : std::exchange(out_.missing, {})) {
      const bool could_be = !sources::pmid_in(id).empty();
      (could_be ? unsure : out_.missing).push_back(std::move(id));
    }
    for (std::size_t from = 0; from < unsure.size(); from += kAtOnce) {
      const auto some = std::span(unsure).subspan(from, std::min(kAtOnce, unsure.size() - from));
      auto listed = listed_among(some);
      if (!listed) {
        EV_CHECK(fail(some, listed.error()));
        continue;
      }
      std::vector<std::string> lost;
      for (const std::string& id : some) (listed->contains(id) ? lost : out_.missing).push_back(id);
      if (lost.empty()) continue;
      EV_CHECK(fail(lost, {.code = Errc::upstream_changed,
                           .message = "PubMed lists PMID " + text::join(lost, ", ") +
                                      " but does not send the record",
                           .source = "pubmed",
                           .recovery = "call again"}));
    }
    return {};
  }

 private:
  Result<std::set<std::string>> listed_among(std::span<const std::string> ids) {
    std::string term;
    for (const std::string& id : ids) term += (term.empty() ? "" : " OR ") + id + "[pmid]";
    const sources::Query query{.text = std::move(term), .max = static_cast<int>(ids.size())};
    EV_TRY(net::RequestPlan plan, pubmed_.plan(query));
    plan.cache_only = ports_.offline;
    EV_TRY(const net::HttpResponse response, ports_.http.send(plan, ctx_));
    EV_TRY(const sources::SourceStep step, pubmed_.parse(query, response));
    return std::set<std::string>(step.ids.begin(), step.ids.end());
  }

  Result<void> take(std::span<const std::string> asked, const Result<net::HttpResponse>& reply) {
    done_ += asked.size();
    if (!reply) return fail(asked, reply.error());
    auto step = pubmed_.parse_records(asked, *reply);
    if (!step) return fail(asked, step.error());
    for (std::string& w : step->warnings) out_.warnings.push_back(std::move(w));
    for (std::string& id : step->missing) out_.missing.push_back(std::move(id));
    EV_CHECK(keep(ports_, step->articles));
    for (model::Article& a : step->articles) found_[a.pmid] = std::move(a);
    return {};
  }

  Result<void> fail(std::span<const std::string> asked, const Error& error) {
    if (ends_the_call(error)) return error;
    if (error.code == Errc::not_found) {  // none of these ids is a PubMed id
      out_.missing.insert(out_.missing.end(), asked.begin(), asked.end());
      return {};
    }
    const std::string what = counted(asked.size(), "record") + " could not be fetched: ";
    out_.warnings.push_back(what + std::string(reason(error)));
    out_.errors.push_back(error);
    out_.errors.back().message = "pubmed: " + out_.warnings.back();
    out_.failed.insert(out_.failed.end(), asked.begin(), asked.end());
    return {};
  }

  const Ports& ports_;
  const Context& ctx_;
  const sources::PubMed pubmed_;
  FetchOutcome& out_;
  ArticlesById& found_;
  std::size_t done_ = 0;
};

std::vector<std::string> without_repeats(const std::vector<std::string>& ids) {
  std::vector<std::string> out;
  std::unordered_set<std::string_view> seen;
  for (const std::string& id : ids) {
    if (seen.insert(id).second) out.push_back(id);
  }
  return out;
}

double milliseconds(Nanos span) {
  return static_cast<double>(span.count()) / 1e6;
}

sources::Query id_window(const SearchRequest& request) {
  const int end = request.offset + std::max(0, request.max);
  const int rounded = (end + kIdWindow - 1) / kIdWindow * kIdWindow;
  return {.text = request.query,
          .start_date = request.start_date,
          .end_date = request.end_date,
          .sort = request.sort,
          .offset = 0,
          .max = std::min(std::max(rounded, kIdWindow), limits::kPubMedReachable)};
}

Result<sources::SourceStep> find_ids(const Ports& ports, const SearchRequest& request,
                                     const Context& ctx) {
  if (request.offset < 0 || request.max < 0) {
    return Error{.code = Errc::invalid_argument, .message = "offset and max must not be negative"};
  }
  const sources::PubMed pubmed(ports.config);
  // The page itself decides whether the request is in reach; the window is what is asked for.
  EV_CHECK(pubmed.plan({.text = request.query, .offset = request.offset, .max = request.max}));
  const sources::Query window = id_window(request);
  EV_TRY(net::RequestPlan plan, pubmed.plan(window));
  plan.cache_only = ports.offline;
  EV_TRY(const net::HttpResponse response, ports.http.send(plan, ctx));
  return pubmed.parse(window, response);
}

// A batch that fails leaves its ids in `failed`, even if that is all of them. `elsewhere`: another
// source can be asked for these.
Result<FetchOutcome> fetch_what_can_be_had(const Ports& ports,
                                           const std::vector<std::string>& pmids,
                                           const Context& ctx, bool elsewhere) {
  FetchOutcome out;
  const std::vector<std::string> ids = without_repeats(pmids);
  if (ids.empty()) return out;
  EV_TRY(ArticlesById found, from_store(ports, ids, ctx));
  std::vector<std::string> absent;
  for (const std::string& id : ids) {
    if (found.count(id) == 0) absent.push_back(id);
  }
  if (!absent.empty()) {
    EV_CHECK(check_enabled(ports));
    Fetcher fetcher(ports, ctx, out, found);
    EV_CHECK(fetcher.run(absent, elsewhere));
    // One reply without a record is no proof that there is none: it is asked for once more.
    const std::vector<std::string> again = std::exchange(out.missing, {});
    if (!again.empty()) EV_CHECK(fetcher.run(again, elsewhere));
    EV_CHECK(fetcher.ask_index_for_missing());
  }
  for (const std::string& id : ids) {
    const auto it = found.find(id);
    if (it != found.end()) out.articles.push_back(std::move(it->second));
  }
  return out;
}

}  // namespace

Result<FetchOutcome> fetch_records(const Ports& ports, const std::vector<std::string>& pmids,
                                   const Context& ctx) {
  EV_TRY(FetchOutcome out, fetch_what_can_be_had(ports, pmids, ctx, false));
  if (out.articles.empty() && out.missing.empty() && !out.errors.empty()) return out.errors.front();
  return out;
}

Result<SearchOutcome> search_pubmed(const Ports& ports, const SearchRequest& request,
                                    const Context& ctx) {
  const TimePoint start = ports.clock.now();
  if (ports.corpus != Corpus::service) return search_library(ports, request, ctx);
  EV_CHECK(check_enabled(ports));
  ctx.report("searching PubMed", 0, 0);
  Context finding = ctx;
  if (request.find_within.count() > 0) {
    finding.deadline = std::min(ctx.deadline, start + Nanos(request.find_within));
  }
  auto found = find_ids(ports, request, finding);
  if (!found && found.error().code == Errc::offline && ports.local()) {
    return search_library(ports, request, ctx);
  }
  if (!found) return std::move(found).error();
  sources::SourceStep step = *std::move(found);
  SearchOutcome out;
  out.total = step.total.value_or(0);
  out.query_translation = std::move(step.query_translation);
  out.translations = std::move(step.translations);
  out.warnings = std::move(step.warnings);
  out.api_version = std::move(step.api_version);
  out.broader = step.broader;
  const auto first = std::min(step.ids.size(), static_cast<std::size_t>(request.offset));
  const auto n = std::min(step.ids.size() - first, static_cast<std::size_t>(request.max));
  out.ids.assign(step.ids.begin() + static_cast<std::ptrdiff_t>(first),
                 step.ids.begin() + static_cast<std::ptrdiff_t>(first + n));
  const bool elsewhere = request.find_within.count() > 0;
  EV_TRY(FetchOutcome fetched,
         elsewhere ? fetch_what_can_be_had(ports, out.ids, leaving_time(ports, ctx), true)
                   : fetch_records(ports, out.ids, ctx));
  out.articles = std::move(fetched.articles);
  out.missing = std::move(fetched.missing);
  out.failed = std::move(fetched.failed);
  out.errors = std::move(fetched.errors);
  for (std::string& warning : fetched.warnings) out.warnings.push_back(std::move(warning));
  out.elapsed_ms = milliseconds(ports.clock.now() - start);
  return out;
}

namespace {

// Records without citations are better than none: what adds to them takes a part of the call's
// time.
Context within_part(const Context& ctx, TimePoint now) {
  constexpr Nanos kMost = std::chrono::seconds(10);
  Context part = ctx;
  part.deadline = now + std::min<Nanos>(kMost, (ctx.deadline - now) / 2);
  return part;
}

}  // namespace

Result<CitationsOutcome> citations(const Ports& ports, const std::vector<std::string>& pmids,
                                   const Context& ctx) {
  CitationsOutcome out;
  const std::vector<std::string> ids = without_repeats(pmids);
  if (ids.empty()) return out;
  const auto endpoint = ports.config.endpoints.find("icite");
  if (endpoint != ports.config.endpoints.end() && !endpoint->second.enabled) {
    out.warnings.push_back(
        "citation counts are unknown: iCite is switched off by the configuration");
    return out;
  }
  std::vector<net::RequestPlan> plans = sources::plan_citations(ports.config, ids);
  for (net::RequestPlan& plan : plans) plan.cache_only = ports.offline;
  const Context timed = within_part(ctx, ports.clock.now());
  for (const auto& reply : ports.http.send_all(plans, timed)) {
    auto rows = reply ? sources::parse_citations(reply->body)
                      : Result<std::map<std::string, sources::Citations>>(reply.error());
    if (rows) {
      out.by_pmid.merge(*rows);
      continue;
    }
    EV_CHECK(ctx.check());
    const std::string warning = "some citation counts are unknown: iCite: " + rows.error().message;
    if (out.warnings.empty() || out.warnings.back() != warning) out.warnings.push_back(warning);
  }
  return out;
}

void add_citations(std::vector<model::Article>& articles, const CitationsOutcome& outcome) {
  for (model::Article& a : articles) {
    const auto it = outcome.by_pmid.find(a.pmid);
    if (it == outcome.by_pmid.end()) continue;
    if (it->second.citation_count) {
      a.citation_count = it->second.citation_count;
      a.metadata["citation_source"] = "icite";
    }
    if (it->second.relative_citation_ratio) {
      a.metadata["relative_citation_ratio"] =
          codec::number_text(*it->second.relative_citation_ratio);
    }
  }
}

}  // namespace ev::search
