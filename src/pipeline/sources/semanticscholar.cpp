#include "pipeline/sources/semanticscholar.hpp"

#include "base/text.hpp"
#include "pipeline/sources/catalog.hpp"
#include "pipeline/sources/date_span.hpp"
#include "pipeline/sources/identifiers.hpp"
#include "pipeline/sources/json_reply.hpp"
#include "pipeline/sources/pubmed.hpp"
#include "pipeline/sources/semanticscholar_record.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace ev::sources {

namespace {

using net::Verdict;

constexpr std::size_t kIdsAtOnce = 500;
// One start a second is granted; a tenth is left for the jitter of arrival.
constexpr std::chrono::milliseconds kS2Gap{1100};

// As the service names papers, "" for what is no such id.
std::string s2_id(std::string_view text) {
  text = text::trim(text);
  const auto behind = [text](std::string_view prefix) {
    const bool is = text::starts_with_ignoring_ascii_case(text, prefix);
    return is ? text.substr(prefix.size()) : std::string_view();
  };
  if (const std::string pmid = model::whole_pmid(behind("PMID:")); !pmid.empty()) {
    return "PMID:" + pmid;
  }
  if (const std::string pmcid = normal_pmcid(behind("PMCID:")); !pmcid.empty()) {
    return "PMCID:" + pmcid.substr(3);
  }
  if (const std::string doi = normal_doi(behind("DOI:")); !model::whole_doi(doi).empty()) {
    return "DOI:" + doi;
  }
  const std::string_view corpus = behind("x-s2-");
  const bool digits = !corpus.empty() && corpus.size() < 16 &&
                      corpus.find_first_not_of("0123456789") == std::string_view::npos;
  return digits ? "CorpusId:" + std::string(corpus) : "";
}

// Runs of neighbours with at most kIdsAtOnce usable ids each: from and count.
std::vector<std::pair<std::size_t, std::size_t>> s2_batches(std::span<const std::string> ids) {
  std::vector<std::pair<std::size_t, std::size_t>> out;
  std::size_t from = 0, usable = 0;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    if (s2_id(ids[i]).empty()) continue;
    if (usable == kIdsAtOnce) {
      out.emplace_back(from, i - from);
      from = i;
      usable = 0;
    }
    ++usable;
  }
  if (usable > 0) out.emplace_back(from, ids.size() - from);
  return out;
}

std::string said_by(const net::HttpResponse& r) {
  const auto document = parse_json_leniently(r.body, "Semantic Scholar's reply");
  if (!document) return "";
  const std::string error = text_at(*document, {"error"});
  return one_line(error.empty() ? text_at(*document, {"message"}) : error);
}

struct Papers {
  std::vector<model::Article> articles;
  std::size_t rows = 0;
  std::optional<long> total;
  std::string token;
  std::vector<std::string> warnings;
};

// At most `max` of a page.
Result<Papers> read_papers(std::string_view body, std::size_t max) {
  auto document = parse_json_leniently(body, "Semantic Scholar's reply");
  if (!document) return changed_form("semanticscholar", document.error().message);
  const Json& rows = member_at(*document, {"data"});
  if (!rows.is_array()) {
    return changed_form("semanticscholar", "Semantic Scholar's reply has no papers");
  }
  Papers out{.rows = rows.size(),
             .total = whole_at(*document, {"total"}),
             .token = text_at(*document, {"token"})};
  std::size_t unreadable = 0;
  for (std::size_t i = 0; i < std::min(rows.size(), max); ++i) {
    if (auto article = read_semanticscholar_paper(rows[i])) {
      out.articles.push_back(std::move(*article));
    } else {
      ++unreadable;
    }
  }
  if (unreadable > 0) {
    out.warnings.push_back("Semantic Scholar sent " + std::to_string(unreadable) +
                           (unreadable == 1 ? " record" : " records") + " that cannot be read");
  }
  return out;
}

Result<std::vector<Json>> read_list(std::string_view body) {
  auto document = parse_json_leniently(body, "Semantic Scholar's reply");
  if (!document) return changed_form("semanticscholar", document.error().message);
  if (!document->is_array()) {
    return changed_form("semanticscholar", "Semantic Scholar's reply is no list of papers");
  }
  return std::vector<Json>(document->begin(), document->end());
}

Error refused_query(std::string message, std::string path) {
  return Error{.code = Errc::invalid_argument,
               .message = std::move(message),
               .source = "semanticscholar",
               .path = std::move(path)};
}

std::size_t wanted(const Query& query) {
  return static_cast<std::size_t>(std::max(query.max, 1));
}

}  // namespace

net::Classified classify_semanticscholar(const net::HttpResponse& r, bool keyed) {
  const std::string status = "HTTP " + std::to_string(r.status);
  if (r.status == 200) {
    return is_json_list(r.body) ? judge_json_list(r.body) : judge_json_object(r.body, {"data"});
  }
  const std::string said = said_by(r);
  const std::string reason = said.empty() ? status : said + " (" + status + ")";
  if (r.status == 429) {
    net::Classified out{.verdict = Verdict::rate, .reason = "too many requests (HTTP 429)"};
    if (!keyed) out.reason += "; a key of your own is not shared: set SEMANTIC_SCHOLAR_API_KEY";
    if (r.header("retry-after").empty()) out.retry_after_s = 2.0;
    return out;
  }
  if (r.status == 408 || r.status >= 500) return {Verdict::transient, reason};
  net::Classified out{.verdict = Verdict::permanent, .reason = reason};
  if (r.status == 401 || r.status == 403) {
    out.reason = keyed ? "Semantic Scholar refuses the API key; correct or remove "
                         "SEMANTIC_SCHOLAR_API_KEY"
                       : "Semantic Scholar asks for an API key; set SEMANTIC_SCHOLAR_API_KEY";
    out.code = Errc::invalid_argument;
  } else if (r.status == 400 || r.status == 414) {
    const std::string lower = text::to_lower_ascii(said);
    // The list of members is ours, not the caller's.
    const bool ours = lower.find("unsupported fields") != std::string::npos;
    const bool unknown = lower.find("no valid paper ids") != std::string::npos;
    out.code = ours ? Errc::upstream_changed : unknown ? Errc::not_found : Errc::invalid_query;
  }
  return out;
}

SemanticScholar::SemanticScholar(const Config& config)
    : config_(config),
      info_{"semanticscholar",
            "Semantic Scholar",
            {.service = "semanticscholar",
             .gap = polite_gap(config, kS2Gap),
             .concurrency = 1,
             .key = config.key("semanticscholar").reveal()}} {}

net::RequestPlan SemanticScholar::request(const char* path) const {
  const Secret& key = config_.key(info_.id);
  net::RequestPlan plan;
  plan.source = info_.id;
  plan.policy = info_.policy;
  plan.url = service_url(config_, info_.id) + path;
  if (key.set()) plan.secret_headers.emplace_back("x-api-key", key.reveal());
  plan.classify = [keyed = key.set()](const net::HttpResponse& r) {
    return classify_semanticscholar(r, keyed);
  };
  return plan;
}

Result<net::RequestPlan> SemanticScholar::plan(const Query& query) const {
  if (query.offset != 0) {
    return refused_query("Semantic Scholar's pages follow each other by token, not by offset",
                         "cursor");
  }
  net::RequestPlan plan = request("/paper/search/bulk");
  for (const net::Param& param : query.params) plan.params.push_back(param);
  const auto asked = std::find_if(plan.params.begin(), plan.params.end(), [](const net::Param& p) {
    return p.first == "query" && !text::trim(p.second).empty();
  });
  if (asked == plan.params.end()) {
    return refused_query("the query has nothing that Semantic Scholar can search for", "query");
  }
  EV_TRY(const DateSpan dates, date_span(query));
  if (!dates.open()) plan.params.emplace_back("publicationDateOrYear", dates.from + ":" + dates.to);
  plan.params.emplace_back("fields", kSemanticScholarFields);
  plan.params.emplace_back(
      "sort", query.sort == Sort::date ? "publicationDate:desc" : "citationCount:desc");
  plan.keep = [](const net::HttpResponse& r) {
    const auto papers = read_papers(r.body, r.body.size());
    return papers && papers->warnings.empty() &&
           (papers->rows > 0 || papers->total.value_or(0) == 0);
  };
  plan.ttl = kSearchFreshness;
  return plan;
}

net::Classified SemanticScholar::classify(const net::HttpResponse& response) const {
  return classify_semanticscholar(response, config_.key(info_.id).set());
}

Result<SourceStep> SemanticScholar::parse(const Query& query,
                                          const net::HttpResponse& response) const {
  EV_TRY(Papers papers, read_papers(response.body, wanted(query)));
  SourceStep step;
  step.articles = std::move(papers.articles);
  step.total = papers.total;
  step.warnings = std::move(papers.warnings);
  const auto rows = static_cast<long>(papers.rows);
  if (rows == 0 && papers.total.value_or(0) > 0) {
    return Error{.code = Errc::upstream_changed,
                 .message = "Semantic Scholar counted " + std::to_string(*papers.total) +
                            " papers but sent none",
                 .source = info_.id,
                 .recovery = "call again"};
  }
  if (query.sort != Sort::date && papers.total.value_or(rows) > static_cast<long>(wanted(query))) {
    step.warnings.emplace_back(
        "Semantic Scholar's Boolean search has no order of relevance: its most cited papers were "
        "read");
  }
  if (papers.rows < wanted(query) && !papers.token.empty()) {
    EV_TRY(net::RequestPlan next, plan(query));
    next.params.emplace_back("token", papers.token);
    step.next = std::move(next);
  }
  return step;
}

std::span<const std::string> SemanticScholar::batch_of(std::span<const std::string> ids,
                                                       std::size_t i) const {
  const auto batches = s2_batches(ids);
  return i < batches.size() ? ids.subspan(batches[i].first, batches[i].second) : ids.last(0);
}

std::vector<net::RequestPlan> SemanticScholar::fetch(std::span<const std::string> ids) const {
  std::vector<net::RequestPlan> plans;
  for (const auto& [from, count] : s2_batches(ids)) {
    Json named = Json::array();
    for (const std::string& text : ids.subspan(from, count)) {
      if (std::string id = s2_id(text); !id.empty()) named.push_back(std::move(id));
    }
    net::RequestPlan plan = request("/paper/batch");
    plan.params = {{"fields", kSemanticScholarFields}};
    plan.body = dump_json(Json{{"ids", std::move(named)}});
    plan.content_type = "application/json";
    plan.keep = kept_when_read([](std::string_view body) { return read_list(body); });
    plan.ttl = kRecordFreshness;
    plans.push_back(std::move(plan));
  }
  return plans;
}

// The reply has a row for each usable id, null where there is no such paper.
Result<SourceStep> SemanticScholar::parse_records(std::span<const std::string> asked,
                                                  const net::HttpResponse& response) const {
  EV_TRY(const std::vector<Json> rows, read_list(response.body));
  SourceStep step;
  std::size_t row = 0;
  for (const std::string& text : asked) {
    if (s2_id(text).empty()) {
      step.missing.push_back(text);
      continue;
    }
    if (row == rows.size()) {
      return changed_form(info_.id, "Semantic Scholar sent fewer papers than asked for");
    }
    if (auto article = read_semanticscholar_paper(rows[row++])) {
      step.articles.push_back(std::move(*article));
    } else {
      step.missing.push_back(text);
    }
  }
  if (row != rows.size()) {
    return changed_form(info_.id, "Semantic Scholar sent more papers than asked for");
  }
  return step;
}

}  // namespace ev::sources
