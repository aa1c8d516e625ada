#include "pipeline/sources/pubmed.hpp"

#include "base/limits.hpp"
#include "base/text.hpp"
#include "pipeline/sources/eutils.hpp"
#include "pipeline/sources/json_reply.hpp"
#include "pipeline/sources/pubmed_xml.hpp"

#include <algorithm>
#include <unordered_set>

namespace ev::sources {

namespace {

bool all_digits(std::string_view s) {
  return !s.empty() && std::all_of(s.begin(), s.end(), [](char c) { return c >= '0' && c <= '9'; });
}

const char* sort_name(Sort sort) {
  switch (sort) {
    case Sort::date:
      return "pub_date";
    case Sort::author:
      return "Author";
    case Sort::relevance:
      break;
  }
  return "relevance";
}

int window_end(const Query& query) {
  return std::min(query.offset + std::max(0, query.max), limits::kPubMedReachable);
}

long expected_ids(const Query& query, long count) {
  const long reachable = std::min<long>(count, limits::kPubMedReachable);
  return std::max<long>(0, std::min<long>(window_end(query), reachable) - query.offset);
}

Error bad_date(std::string_view date, std::string_view path) {
  return Error{.code = Errc::invalid_argument,
               .message = std::string(path) + " must be YYYY, YYYY/MM or YYYY/MM/DD, got \"" +
                          std::string(date) + "\"",
               .path = std::string(path)};
}

// Open ends are filled: esearch ignores a single mindate or maxdate.
Result<void> add_dates(const Query& query, net::RequestPlan& plan) {
  if (query.start_date.empty() && query.end_date.empty()) return {};
  std::string start = "1500";
  std::string end = "3000";
  if (!query.start_date.empty()) {
    EV_TRY(start, esearch_date(query.start_date, "date_range.start_date"));
  }
  if (!query.end_date.empty()) {
    EV_TRY(end, esearch_date(query.end_date, "date_range.end_date"));
  }
  if (start.substr(0, std::min(start.size(), end.size())) >
      end.substr(0, std::min(start.size(), end.size()))) {
    return Error{.code = Errc::invalid_argument,
                 .message = "date_range starts (" + start + ") after it ends (" + end + ")",
                 .path = "date_range",
                 .recovery = "swap the two dates"};
  }
  plan.params.emplace_back("datetype", "pdat");
  plan.params.emplace_back("mindate", start);
  plan.params.emplace_back("maxdate", end);
  return {};
}

// Why `asked` records are not in the reply.
void add_shortfall(std::span<const std::string> asked, const XmlSet& set, SourceStep& step) {
  std::unordered_set<std::string_view> there;
  for (const model::Article& a : step.articles) there.insert(a.pmid);
  std::unordered_set<std::string_view> unreadable;
  for (const MalformedRecord& m : set.malformed) {
    if (!m.pmid.empty()) unreadable.insert(m.pmid);
    step.warnings.push_back("PubMed sent a record that cannot be read" +
                            (m.pmid.empty() ? std::string() : " (PMID " + m.pmid + ")") + ": " +
                            m.reason);
  }
  for (const std::string& id : asked) {
    if (there.count(id) == 0 && unreadable.count(id) == 0) step.missing.push_back(id);
  }
}

}  // namespace

Result<std::string> esearch_date(std::string_view date, std::string_view path) {
  std::string out(text::trim(date));
  std::replace(out.begin(), out.end(), '-', '/');
  const std::vector<std::string> parts = text::split(out, '/');
  const bool year = parts[0].size() == 4 && all_digits(parts[0]);
  if (!year || parts.size() > 3) return bad_date(date, path);
  std::string normal = parts[0];
  for (std::size_t i = 1; i < parts.size(); ++i) {
    const std::string& part = parts[i];
    const int n = all_digits(part) && part.size() <= 2 ? std::stoi(part) : 0;
    if (n < 1 || n > (i == 1 ? 12 : 31)) return bad_date(date, path);
    normal += (n < 10 ? "/0" : "/") + std::to_string(n);
  }
  return normal;
}

PubMed::PubMed(const Config& config)
    : config_(config), info_{"pubmed", "PubMed", eutils_policy(config)} {}

Result<net::RequestPlan> PubMed::plan(const Query& query) const {
  if (text::trim(query.text).empty()) {
    return Error{.code = Errc::invalid_argument, .message = "the query is empty", .path = "query"};
  }
  if (query.offset < 0 || query.offset >= limits::kPubMedReachable) {
    return Error{.code = Errc::invalid_argument,
                 .message = "PubMed serves only the first " +
                            std::to_string(limits::kPubMedReachable) + " hits of a query",
                 .source = "pubmed",
                 .path = "cursor",
                 .recovery = "split the query by date_range"};
  }
  net::RequestPlan plan = eutils_plan(config_, "esearch", EutilsReply::esearch);
  plan.params = {{"db", "pubmed"},
                 {"term", query.text},
                 {"retmode", "json"},
                 {"retstart", std::to_string(query.offset)},
                 {"retmax", std::to_string(window_end(query) - query.offset)},
                 {"sort", sort_name(query.sort)}};
  EV_CHECK(add_dates(query, plan));
  plan.ttl = kSearchFreshness;
  plan.keep = [query](const net::HttpResponse& r) {
    const auto reply = parse_esearch(r.body);
    return reply && static_cast<long>(reply->ids.size()) >= expected_ids(query, reply->count);
  };
  return plan;
}

net::RequestPlan PubMed::probe(const std::string& query) const {
  net::RequestPlan plan = eutils_plan(config_, "esearch", EutilsReply::esearch);
  plan.params = {{"db", "pubmed"}, {"term", query}, {"retmode", "json"}, {"retmax", "0"}};
  plan.ttl = kSearchFreshness;
  plan.keep = kept_when_read(parse_esearch);
  return plan;
}

net::Classified PubMed::classify(const net::HttpResponse& response) const {
  return classify_eutils(response, EutilsReply::esearch);
}

Result<SourceStep> PubMed::parse(const Query& query, const net::HttpResponse& response) const {
  EV_TRY(EsearchReply reply, parse_esearch(response.body));
  SourceStep step;
  step.warnings = warnings_of(reply, query.text);
  step.broader = is_broader(reply, query.text);
  step.total = reply.count;
  step.query_translation = reply.query_translation;
  step.translations = std::move(reply.translations);
  step.api_version = reply.api_version;
  const long expected = expected_ids(query, reply.count);
  const auto got = static_cast<long>(reply.ids.size());
  if (expected > 0 && got == 0) {
    return Error{
        .code = Errc::upstream_changed,
        .message = "PubMed counted " + std::to_string(reply.count) + " hits but sent no ids",
        .source = "pubmed",
        .recovery = "call again"};
  }
  if (got < expected) {
    step.warnings.push_back("PubMed sent " + std::to_string(got) + " of " +
                            std::to_string(expected) + " ids: the list is incomplete");
  }
  if (reply.count > limits::kPubMedReachable) {
    step.warnings.push_back("the query has " + std::to_string(reply.count) +
                            " hits; PubMed serves " + "only the first " +
                            std::to_string(limits::kPubMedReachable) +
                            ": split it by date_range to reach the others");
  }
  step.ids = std::move(reply.ids);
  return step;
}

std::span<const std::string> PubMed::batch_of(std::span<const std::string> ids,
                                              std::size_t i) const {
  const std::size_t from = std::min(ids.size(), i * std::size_t{limits::kFetchBatch});
  return ids.subspan(from, std::min<std::size_t>(limits::kFetchBatch, ids.size() - from));
}

std::vector<net::RequestPlan> PubMed::fetch(std::span<const std::string> ids) const {
  std::vector<net::RequestPlan> plans;
  for (std::size_t i = 0; !batch_of(ids, i).empty(); ++i) {
    const auto batch = batch_of(ids, i);
    net::RequestPlan plan = eutils_plan(config_, "efetch", EutilsReply::article_set);
    plan.params = {{"db", "pubmed"},
                   {"retmode", "xml"},
                   {"id", text::join({batch.begin(), batch.end()}, ",")}};
    plan.force_post = true;
    // Records are kept by id: the reply is cached only for who asks for that, and when it is whole.
    plan.keep = [source = *this, asked = std::vector<std::string>(batch.begin(), batch.end())](
                    const net::HttpResponse& r) {
      const auto step = source.parse_records(asked, r);
      return step && step->missing.empty() && step->warnings.empty();
    };
    plans.push_back(std::move(plan));
  }
  return plans;
}

Result<SourceStep> PubMed::parse_records(std::span<const std::string> asked,
                                         const net::HttpResponse& response) const {
  XmlSet set = read_pubmed_set(response.body);
  if (!set.complete) {
    return Error{.code = Errc::upstream_changed,
                 .message = set.error.empty() ? "PubMed's reply is not a set of records"
                                              : "PubMed answers: " + text::displayable(set.error),
                 .source = "pubmed",
                 .recovery = "call again"};
  }
  SourceStep step;
  step.articles = std::move(set.articles);
  add_shortfall(asked, set, step);
  return step;
}

}  // namespace ev::sources
