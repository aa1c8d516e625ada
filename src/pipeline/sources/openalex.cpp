#include "pipeline/sources/openalex.hpp"

#include "base/text.hpp"
#include "net/url.hpp"
#include "pipeline/sources/catalog.hpp"
#include "pipeline/sources/date_span.hpp"
#include "pipeline/sources/identifiers.hpp"
#include "pipeline/sources/json_reply.hpp"
#include "pipeline/sources/openalex_record.hpp"
#include "pipeline/sources/pubmed.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>

namespace ev::sources {

namespace {

constexpr int kPageMost = 100;             // works a page
constexpr std::size_t kListValues = 80;    // of 100; two works can share an identifier
constexpr std::size_t kListBytes = 5000;   // encoded; the request line may have 8,190
constexpr std::size_t kManyOperators = 5;  // beyond, a search counts as an expensive one

// Only what read_openalex_work() reads.
constexpr const char* kSelect =
    "id,doi,title,display_name,publication_year,publication_date,ids,language,primary_location,"
    "type,open_access,authorships,is_authors_truncated,cited_by_count,biblio,is_retracted,topics,"
    "keywords,mesh,best_oa_location,awards,abstract_inverted_index";

std::string filter_of(const Query& query) {
  std::string filter;
  for (const auto& [name, value] : query.params) {
    if (name != "filter" || text::trim(value).empty()) continue;
    filter += (filter.empty() ? "" : ",") + value;
  }
  return filter;
}

// AND, OR and NOT outside quotes.
std::size_t operators_in(std::string_view filter) {
  std::size_t count = 0;
  bool quoted = false;
  std::string word;
  for (std::size_t i = 0; i <= filter.size(); ++i) {
    const char c = i < filter.size() ? filter[i] : ' ';
    if (c == '"') quoted = !quoted;
    const bool letter = (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
    if (letter && !quoted) {
      word += c;
      continue;
    }
    if (word == "AND" || word == "OR" || word == "NOT") ++count;
    word.clear();
  }
  return count;
}

// Starts a second that the gateway grants: 10 without, 30 with a key; 1 and 5 for a search of many
// operators. A tenth of the gap is left for the jitter of arrival.
std::chrono::milliseconds openalex_gap(bool keyed, bool expensive) {
  if (expensive) return std::chrono::milliseconds(keyed ? 220 : 1100);
  return std::chrono::milliseconds(keyed ? 40 : 110);
}

void set_param(net::RequestPlan& plan, std::string_view name, std::string value) {
  for (auto& [known, old] : plan.params) {
    if (known == name) old = std::move(value);
  }
}

enum class Kind { pmid, pmcid, doi, openalex, none };

struct AskedWork {
  Kind kind = Kind::none;
  std::string id;      // as records have it
  std::string values;  // as the filter takes it
  bool alone = false;  // in a request of its own
};

bool has_prefix(std::string_view s, std::string_view prefix) {
  return text::starts_with_ignoring_ascii_case(s, prefix);
}

AskedWork asked_doi(std::string_view text) {
  const std::string doi = normal_doi(text);
  const bool usable = doi.rfind("10.", 0) == 0 && doi.find('/') != std::string::npos &&
                      doi.find_first_of(" |\"\t\n") == std::string::npos;
  if (!usable) return {};
  // A comma parts filters unless it is quoted; if that should fail, only this one fails.
  const bool comma = doi.find(',') != std::string::npos;
  return {Kind::doi, doi, comma ? '"' + doi + '"' : doi, comma};
}

AskedWork asked_work(std::string_view text) {
  text = text::trim(text);
  if (has_prefix(text, "PMID:")) {
    const std::string pmid = pmid_in(text.substr(5));
    return pmid.empty() ? AskedWork{} : AskedWork{Kind::pmid, pmid, pmid};
  }
  if (has_prefix(text, "PMCID:")) {
    const std::string pmcid = pmcid_in(text.substr(6));
    // It is kept with or without "PMC", and compared as kept.
    return pmcid.empty() ? AskedWork{}
                         : AskedWork{Kind::pmcid, pmcid, pmcid.substr(3) + "|" + pmcid};
  }
  if (has_prefix(text, "DOI:")) return asked_doi(text.substr(4));
  const std::string id = openalex_id_in(text);
  return id.empty() ? AskedWork{} : AskedWork{Kind::openalex, id, id};
}

const char* filter_name(Kind kind) {
  switch (kind) {
    case Kind::pmid:
      return "pmid";
    case Kind::pmcid:
      return "pmcid";
    case Kind::doi:
      return "doi";
    default:
      return "openalex";
  }
}

// A run of neighbours that one request asks for, with those among them that are no ids.
struct WorkBatch {
  std::size_t from = 0;
  std::size_t count = 0;
  Kind kind = Kind::none;
  std::string values;
  std::size_t listed = 0;
  std::size_t bytes = 0;  // of `values`, encoded
  bool closed = false;

  bool takes(const AskedWork& asked, std::size_t added) const {
    const std::size_t more = asked.kind == Kind::pmcid ? 2 : 1;
    return kind == Kind::none || (!closed && !asked.alone && asked.kind == kind &&
                                  listed + more <= kListValues && bytes + added <= kListBytes);
  }
  void add(const AskedWork& asked, std::size_t added) {
    kind = asked.kind;
    listed += kind == Kind::pmcid ? 2 : 1;
    bytes += added;
    values += (values.empty() ? "" : "|") + asked.values;
    closed = asked.alone;
  }
};

std::vector<WorkBatch> work_batches(std::span<const std::string> ids) {
  constexpr std::size_t kSeparator = 3;  // %7C
  std::vector<WorkBatch> batches;
  WorkBatch batch;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const AskedWork asked = asked_work(ids[i]);
    const std::size_t added = net::percent_encode(asked.values).size() + kSeparator;
    if (asked.kind != Kind::none && !batch.takes(asked, added)) {
      batches.push_back(std::move(batch));
      batch = {.from = i};
    }
    ++batch.count;
    if (asked.kind != Kind::none) batch.add(asked, added);
  }
  if (batch.kind != Kind::none) batches.push_back(std::move(batch));
  return batches;
}

std::string id_of_kind(const model::Article& a, Kind kind) {
  switch (kind) {
    case Kind::pmid:
      return a.pmid;
    case Kind::pmcid:
      return a.pmcid;
    case Kind::doi:
      return a.doi;
    default:
      return a.openalex_id;
  }
}

void add_missing(std::span<const std::string> asked, SourceStep& step) {
  std::set<std::pair<Kind, std::string>> there;
  for (const model::Article& a : step.articles) {
    for (const Kind kind : {Kind::pmid, Kind::pmcid, Kind::doi, Kind::openalex}) {
      there.emplace(kind, id_of_kind(a, kind));
    }
  }
  for (const std::string& text : asked) {
    const AskedWork one = asked_work(text);
    const bool found = one.kind != Kind::none && there.count({one.kind, one.id}) != 0;
    if (!found) step.missing.push_back(text);
  }
}

struct WorksReply {
  SourceStep step;
  std::size_t rows = 0;
  std::string next_cursor;
};

Result<WorksReply> read_works(std::string_view body) {
  auto document = parse_json_leniently(body, "OpenAlex's reply");
  if (!document) return changed_form("openalex", document.error().message);
  WorksReply reply;
  if (auto single = read_openalex_work(*document)) {
    reply.step.articles.push_back(std::move(*single));
    reply.step.total = 1;
    reply.rows = 1;
    return reply;
  }
  const std::string error = text_at(*document, {"error"});
  if (!error.empty()) {
    return changed_form("openalex", "OpenAlex answers with an error: " + one_line(error));
  }
  const Json& results = member_at(*document, {"results"});
  if (!results.is_array()) return changed_form("openalex", "OpenAlex's reply has no results");
  std::size_t unreadable = 0;
  for (const Json& row : results) {
    auto article = read_openalex_work(row);
    if (article) {
      reply.step.articles.push_back(std::move(*article));
    } else {
      ++unreadable;
    }
  }
  if (unreadable > 0) {
    reply.step.warnings.push_back("OpenAlex sent " + std::to_string(unreadable) +
                                  (unreadable == 1 ? " record" : " records") +
                                  " that cannot be read");
  }
  reply.rows = results.size();
  reply.step.total = whole_at(*document, {"meta", "count"});
  reply.next_cursor = text_at(*document, {"meta", "next_cursor"});
  return reply;
}

}  // namespace

OpenAlex::OpenAlex(const Config& config)
    : config_(config),
      info_{"openalex",
            "OpenAlex",
            {.service = "openalex",
             .gap = polite_gap(config, openalex_gap(config.key("openalex").set(), false)),
             .concurrency = 3,
             .key = config.key("openalex").reveal()}} {}

net::RequestPlan OpenAlex::works_plan() const {
  const bool keyed = config_.key("openalex").set();
  net::RequestPlan plan;
  plan.source = "openalex";
  plan.policy = info_.policy;
  plan.url = service_url(config_, info_.id) + "/works";
  if (keyed) {
    plan.secret_headers.emplace_back("Authorization", "Bearer " + config_.key("openalex").reveal());
  }
  plan.classify = [keyed](const net::HttpResponse& r) { return classify_openalex(r, keyed); };
  plan.keep = [](const net::HttpResponse& r) {
    const auto reply = read_works(r.body);
    return reply && reply->step.warnings.empty() &&
           (reply->rows > 0 || reply->step.total.value_or(0) == 0);
  };
  return plan;
}

Result<net::RequestPlan> OpenAlex::plan(const Query& query) const {
  std::string filter = filter_of(query);
  if (filter.empty()) {
    return Error{.code = Errc::invalid_argument,
                 .message = "the query has nothing that OpenAlex can search for",
                 .source = "openalex",
                 .path = "query"};
  }
  if (query.offset != 0) {
    return Error{.code = Errc::invalid_argument,
                 .message = "OpenAlex's pages follow each other by cursor, not by offset",
                 .source = "openalex",
                 .path = "cursor"};
  }
  EV_TRY(const DateSpan dates, date_span(query));
  const bool expensive = operators_in(filter) > kManyOperators;
  if (!dates.from.empty()) filter += ",from_publication_date:" + dates.from;
  if (!dates.to.empty()) filter += ",to_publication_date:" + dates.to;
  net::RequestPlan plan = works_plan();
  plan.policy.gap = polite_gap(config_, openalex_gap(config_.key("openalex").set(), expensive));
  plan.params = {{"filter", std::move(filter)},
                 {"per_page", std::to_string(std::clamp(query.max, 1, kPageMost))},
                 {"cursor", "*"},
                 {"select", kSelect}};
  // Without it: by relevance, which needs a search text, else as OpenAlex pleases.
  if (query.sort == Sort::date) plan.params.emplace_back("sort", "publication_date:desc");
  plan.ttl = kSearchFreshness;
  return plan;
}

net::Classified OpenAlex::classify(const net::HttpResponse& response) const {
  return classify_openalex(response, config_.key("openalex").set());
}

Result<SourceStep> OpenAlex::parse(const Query& query, const net::HttpResponse& response) const {
  EV_TRY(WorksReply reply, read_works(response.body));
  const auto page = static_cast<std::size_t>(std::clamp(query.max, 1, kPageMost));
  const bool more = !reply.next_cursor.empty() && reply.rows >= page &&
                    reply.step.total.value_or(0) != static_cast<long>(reply.rows);
  if (reply.rows == 0 && !reply.next_cursor.empty() && reply.step.total.value_or(0) > 0) {
    return Error{
        .code = Errc::upstream_changed,
        .message = "OpenAlex counted " + std::to_string(*reply.step.total) + " works but sent none",
        .source = "openalex",
        .recovery = "call again"};
  }
  if (more) {
    EV_TRY(net::RequestPlan next, plan(query));
    set_param(next, "cursor", reply.next_cursor);
    reply.step.next = std::move(next);
  }
  if (query.sort == Sort::author) {
    reply.step.warnings.emplace_back(
        "OpenAlex does not sort by author; its works come by relevance");
  }
  return std::move(reply.step);
}

std::span<const std::string> OpenAlex::batch_of(std::span<const std::string> ids,
                                                std::size_t i) const {
  const std::vector<WorkBatch> batches = work_batches(ids);
  return i < batches.size() ? ids.subspan(batches[i].from, batches[i].count) : ids.last(0);
}

std::vector<net::RequestPlan> OpenAlex::fetch(std::span<const std::string> ids) const {
  std::vector<net::RequestPlan> plans;
  for (const WorkBatch& batch : work_batches(ids)) {
    net::RequestPlan plan = works_plan();
    plan.params = {{"filter", std::string(filter_name(batch.kind)) + ":" + batch.values},
                   {"per_page", std::to_string(kPageMost)},
                   {"select", kSelect}};
    plan.ttl = kRecordFreshness;
    plans.push_back(std::move(plan));
  }
  return plans;
}

Result<SourceStep> OpenAlex::parse_records(std::span<const std::string> asked,
                                           const net::HttpResponse& response) const {
  EV_TRY(WorksReply reply, read_works(response.body));
  const long rows = static_cast<long>(reply.rows);
  if (reply.step.total.value_or(rows) > rows) {
    // Which of them are on the pages not read is not known: none is called missing.
    reply.step.warnings.push_back("OpenAlex has " + std::to_string(*reply.step.total) +
                                  " works under these " + std::to_string(asked.size()) +
                                  " ids and sent " + std::to_string(rows) + " of them");
    return std::move(reply.step);
  }
  add_missing(asked, reply.step);
  return std::move(reply.step);
}

}  // namespace ev::sources
