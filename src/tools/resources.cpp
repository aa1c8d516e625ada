#include "tools/resources.hpp"

#include "base/file.hpp"
#include "base/text.hpp"
#include "pipeline/output/exports.hpp"
#include "pipeline/search/search.hpp"
#include "pipeline/workflow/records.hpp"
#include "pipeline/workflow/untrusted.hpp"
#include "tools/answer.hpp"
#include "tools/completers.hpp"
#include "tools/kept_files.hpp"
#include "tools/run_reports.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace ev::tools {

namespace {

constexpr std::string_view kResultSets = "evidence://result-sets/";
constexpr std::string_view kArticles = "evidence://articles/";
constexpr std::string_view kHypotheses = "evidence://hypotheses/";
constexpr std::string_view kExports = "evidence://exports/";
constexpr std::string_view kRuns = "evidence://runs/";
constexpr std::string_view kReport = "/report";
constexpr std::string_view kReportPage = "/report.html";
constexpr std::string_view kJsonType = "application/json";

constexpr std::size_t kPage = 50;
constexpr std::size_t kListed = 200;  // of each kind
constexpr std::size_t kSetCharacters = 4u * limits::kResponseTokens;
constexpr std::size_t kExportBytes = 4u << 20;  // clients end a connection at 10 MiB a line
constexpr int kDayMs = 86'400'000;

// ------------------------------------------------------------------ grammar

bool only(std::string_view s, std::string_view letters) {
  return s.find_first_not_of(letters) == std::string_view::npos;
}

// `prefix` and then `digits` hexadecimal digits.
bool is_handle_of(std::string_view id, std::string_view prefix, std::size_t digits) {
  return id.size() == prefix.size() + digits && id.substr(0, prefix.size()) == prefix &&
         only(id.substr(prefix.size()), "0123456789abcdef");
}

bool is_result_set(std::string_view id) {
  return is_handle_of(id, "rs-", 10);
}

bool is_pmid(std::string_view id) {
  return !id.empty() && id.size() <= 9 && id.front() != '0' && only(id, "0123456789");
}

bool is_run(std::string_view id) {
  return is_handle_of(id, "run-", 12);
}

// `rest` before `suffix`; "" when it does not end so.
std::string before(const std::string& rest, std::string_view suffix) {
  const bool ends = rest.size() > suffix.size() && std::string_view(rest).ends_with(suffix);
  return ends ? rest.substr(0, rest.size() - suffix.size()) : std::string();
}

// The media type of a file kept for download; "" for any other name.
std::string_view export_type(std::string_view name) {
  if (const KeptFile* const file = kept_file(name)) return file->mime_type;
  constexpr std::string_view kSample = "sample-";
  if (name.substr(0, kSample.size()) == kSample) name.remove_prefix(kSample.size());
  const std::size_t dot = name.find('.');
  if (dot == std::string_view::npos || !is_result_set(name.substr(0, dot))) return {};
  for (const output::FormatInfo& info : output::export_formats()) {
    if (name.substr(dot + 1) == info.extension) return info.mime_type;
  }
  return {};
}

Error no_such_resource() {
  return {.code = Errc::not_found, .message = "no such resource"};
}

// ------------------------------------------------------------------ listing

// What a stored set is about, from what its call kept.
std::string asked(const std::string& meta_text) {
  const auto meta = parse_json(meta_text, "stored set");
  if (!meta || !meta->is_object()) return {};
  for (const char* member : {"query", "search"}) {
    const auto it = meta->find(member);
    if (it != meta->end() && it->is_string()) return one_line(it->get<std::string>());
  }
  return {};
}

mcp::ResourceInfo set_info(const store::ResultSetInfo& info) {
  const std::string about = asked(info.meta);
  return {.uri = result_set_uri(info.id),
          .name = info.id,
          .title = text::ellipsize(about.empty() ? info.id : about, 100),
          .description = std::to_string(info.rows) + " records (" + info.stage + ") of " +
                         iso_date(std::chrono::seconds(info.created_at)),
          .mime_type = std::string(kJsonType)};
}

mcp::ResourceInfo hypothesis_info(const std::string& id, const std::string& json) {
  std::string title;
  if (const auto stored = parse_json(json, "stored hypothesis"); stored && stored->is_object()) {
    for (const char* member : {"drug", "target", "pathway", "effect"}) {
      const std::string part = stored->value(member, "");
      if (!part.empty()) title += (title.empty() ? "" : " → ") + one_line(part);
    }
  }
  return {.uri = std::string(kHypotheses) + id,
          .name = id,
          .title = text::ellipsize(title.empty() ? id : title, 150),
          .description = "Mechanism hypothesis with its quotes",
          .mime_type = std::string(kJsonType)};
}

mcp::ResourceInfo run_info(const store::RunHead& run) {
  return {.uri = std::string(kRuns) + run.run_id + std::string(kReport),
          .name = run.run_id,
          .title = text::ellipsize(one_line(run.question), 150),
          .description = "Report of a research run",
          .mime_type = "text/markdown"};
}

Result<mcp::ResourcePage> list_page(const Services& services, const std::string& cursor) {
  EV_TRY(const std::size_t offset, cursor_offset(cursor, "resources"));
  std::vector<mcp::ResourceInfo> all;
  EV_TRY(const auto sets, services.result_sets.list(kListed));
  for (const store::ResultSetInfo& info : sets) all.push_back(set_info(info));
  EV_TRY(const auto hypotheses, services.documents.list("hypothesis", kListed));
  for (const auto& [id, json] : hypotheses) all.push_back(hypothesis_info(id, json));
  EV_TRY(const auto runs, services.runs.list(kListed));
  for (const store::RunHead& run : runs) {
    if (run.finished) all.push_back(run_info(run));
  }
  mcp::ResourcePage page;
  const std::size_t end = std::min(all.size(), offset + kPage);
  for (std::size_t i = offset; i < end; ++i) page.resources.push_back(std::move(all[i]));
  if (end < all.size()) page.next_cursor = make_cursor(end, "resources");
  return page;
}

// ------------------------------------------------------------------ reading

mcp::ResourceRead json_read(const std::string& uri, Json json, mcp::Caching caching) {
  make_displayable(json);
  return {.contents = {{.uri = uri, .mime_type = std::string(kJsonType), .text = dump_json(json)}},
          .caching = caching};
}

void add_notices(const Services& services, Json& json) {
  json["content_notice"] = kContentNotice;
  if (services.config.sample) json["sample"] = true;
}

// What a stage found out about a record, in the form of a row's further members.
Json stage_members(const RecordSet& set, std::size_t i) {
  Json out = Json::object();
  const auto take = [&](const Json& payload, const char* member) {
    if (payload.is_object() && payload.contains(member)) out[member] = payload.at(member);
  };
  take(set.ranks[i].payload(), "rank");
  take(set.ranks[i].payload(), "final_score");
  if (!out.contains("final_score")) take(set.scores[i].payload(), "total_score");
  return out;
}

Result<mcp::ResourceRead> read_set(const Services& services, const std::string& uri,
                                   const std::string& id, const Context& ctx) {
  EV_TRY(const RecordSet set, load_set(services, id, ctx));
  EV_TRY(const store::ResultSet stored, services.result_sets.get(id, ctx));
  Json out = {{"result_set", id},
              {"stage", set.stage},
              {"records", set.articles.size()},
              {"created_at", iso_time(std::chrono::seconds(stored.created_at))},
              {"expires_at", iso_time(std::chrono::seconds(stored.expires_at))}};
  if (!stored.base.empty()) out["base"] = stored.base;
  for (const char* member : {"call", "query", "search"}) {
    if (set.meta.kept().contains(member)) out[member] = set.meta.kept().at(member);
  }
  Json& rows = out["rows"] = Json::array();
  std::size_t size = text::code_points(dump_json(out));
  for (std::size_t i = 0; i < set.articles.size(); ++i) {
    EV_CHECK(ctx.check());
    Json row = article_row(set.articles[i], std::string_view(), stage_members(set, i));
    size += text::code_points(dump_json(row)) + 1;
    if (size > kSetCharacters && i > 0) {
      out["not_shown"] = set.articles.size() - i;
      out["read_on"] = "pubmed_filter_rank {\"result_set\": \"" + id +
                       "\"} pages through all of them; export_results writes them to a file";
      break;
    }
    rows.push_back(std::move(row));
  }
  add_notices(services, out);
  return json_read(uri, std::move(out), {.ttl_ms = kDayMs, .scope = "private"});
}

Result<mcp::ResourceRead> read_article(const Services& services, const std::string& uri,
                                       const std::string& pmid, const Context& ctx) {
  // Not by load_records, which would keep a result set for every look at an article.
  EV_TRY(const search::FetchOutcome fetched, search::fetch_records(services.ports(), {pmid}, ctx));
  if (fetched.articles.empty()) return no_such_resource();
  const model::Article& article = fetched.articles.front();
  Json out = article_json(article, "standard");
  drop_comments(out);
  if (addresses_a_model(article)) out["injection_suspected"] = true;
  add_notices(services, out);
  return json_read(uri, std::move(out), {.ttl_ms = kDayMs, .scope = "public"});
}

Result<mcp::ResourceRead> read_hypothesis(const Services& services, const std::string& uri,
                                          const std::string& id) {
  EV_TRY(const auto stored, services.documents.get("hypothesis", id));
  if (!stored) return no_such_resource();
  EV_TRY(Json out, parse_json(*stored, "stored hypothesis"));
  add_notices(services, out);
  // Later tests are added to it.
  return json_read(uri, std::move(out), {.ttl_ms = 0, .scope = "private"});
}

Result<mcp::ResourceRead> read_export(const Services& services, const std::string& uri,
                                      const std::string& name) {
  const std::string_view type = export_type(name);
  if (type.empty()) return no_such_resource();
  const std::filesystem::path path = services.config.home / "exports" / name;
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored)) return no_such_resource();
  if (std::filesystem::file_size(path, ignored) > kExportBytes) {
    return Error{.code = Errc::invalid_argument,
                 .message = "the file is too long to be sent; open " + path.string()};
  }
  EV_TRY(std::string content, read_file(path, kExportBytes));
  return mcp::ResourceRead{
      .contents = {{.uri = uri, .mime_type = std::string(type), .text = std::move(content)}},
      .caching = {.ttl_ms = kDayMs, .scope = "private"}};
}

Result<mcp::ResourceRead> read_report(const Services& services, const std::string& uri,
                                      const std::string& run_id, ReportForm form) {
  EV_TRY(auto report, run_report(services.runs, run_id, form));
  if (!report) return no_such_resource();
  const char* const type = form == ReportForm::html ? "text/html" : "text/markdown";
  return mcp::ResourceRead{
      .contents = {{.uri = uri, .mime_type = type, .text = *std::move(report)}},
      .caching = {.ttl_ms = kDayMs, .scope = "private"}};
}

Result<mcp::ResourceRead> read_resource(const Services& services, const std::string& uri,
                                        const Context& ctx) {
  const auto rest = [&](std::string_view prefix) {
    return uri.rfind(prefix, 0) == 0 ? uri.substr(prefix.size()) : std::string();
  };
  if (const std::string id = rest(kResultSets); is_result_set(id)) {
    return read_set(services, uri, id, ctx);
  }
  if (const std::string id = rest(kArticles); is_pmid(id)) {
    return read_article(services, uri, id, ctx);
  }
  if (const std::string id = rest(kHypotheses); is_handle_of(id, "hyp-", 12)) {
    return read_hypothesis(services, uri, id);
  }
  if (const std::string name = rest(kExports); !name.empty()) {
    return read_export(services, uri, name);
  }
  if (const std::string id = before(rest(kRuns), kReport); is_run(id)) {
    return read_report(services, uri, id, ReportForm::markdown);
  }
  if (const std::string id = before(rest(kRuns), kReportPage); is_run(id)) {
    return read_report(services, uri, id, ReportForm::html);
  }
  return no_such_resource();
}

std::vector<mcp::ResourceTemplate> templates(const Services& services) {
  return {{.uri_template = std::string(kResultSets) + "{id}",
           .name = "result-set",
           .title = "Result set",
           .description = "The records of a result set as rows, with scores and ranks",
           .mime_type = std::string(kJsonType),
           .variables = {{"id", result_set_completer(services)}}},
          {.uri_template = std::string(kArticles) + "{pmid}",
           .name = "article",
           .title = "PubMed article",
           .description = "One record with its abstract and retraction status",
           .mime_type = std::string(kJsonType),
           .variables = {{"pmid", {}}}},
          {.uri_template = std::string(kHypotheses) + "{id}",
           .name = "hypothesis",
           .title = "Mechanism hypothesis",
           .description = "Drug, target, pathway and effect with quotes for and against",
           .mime_type = std::string(kJsonType),
           .variables = {{"id", hypothesis_completer(services)}}},
          {.uri_template = std::string(kRuns) + "{id}" + std::string(kReport),
           .name = "run-report",
           .title = "Report of a research run",
           .description = "Tested hypotheses, ranked evidence, gaps and queries; a page for people "
                          "lies at report.html",
           .mime_type = "text/markdown",
           .variables = {{"id", run_completer(services)}}},
          {.uri_template = std::string(kExports) + "{file}",
           .name = "export",
           .title = "Exported references",
           .description = "A file that export_results wrote",
           .variables = {{"file", {}}}}};
}

}  // namespace

std::string result_set_uri(std::string_view handle) {
  return std::string(kResultSets) + std::string(handle);
}

std::string export_uri(std::string_view file_name) {
  return std::string(kExports) + std::string(file_name);
}

mcp::Resources evidence_resources(const Services& services) {
  return {.list = [&services](const std::string& cursor,
                              const Context&) { return list_page(services, cursor); },
          .templates = templates(services),
          .read = [&services](
                      const std::string& uri,
                      const mcp::CallContext& ctx) { return read_resource(services, uri, ctx); }};
}

}  // namespace ev::tools
