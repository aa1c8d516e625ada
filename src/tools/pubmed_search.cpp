#include "base/date.hpp"
#include "base/text.hpp"
#include "pipeline/extract/finding.hpp"
#include "pipeline/pubmed_query/check.hpp"
#include "pipeline/pubmed_query/value_check.hpp"
#include "pipeline/query_gen/diagnosis.hpp"
#include "pipeline/search/fallback.hpp"
#include "pipeline/search/search.hpp"
#include "pipeline/text/document.hpp"
#include "pipeline/workflow/date_range.hpp"
#include "pipeline/workflow/records.hpp"
#include "tools/all_tools.hpp"
#include "tools/make_tool.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace ev::tools {

namespace {

struct SearchArgs {
  std::string search_query;
  int max_results = 20;
  std::string sort_order = "relevance";
  DateRange date_range;
  std::vector<std::string> article_types;
  std::vector<std::string> fields;
  bool offline = false;
  Paging paging;
};
template <class V>
void describe(V& v, SearchArgs& a) {
  v("search_query", a.search_query,
    {.required = true, .max_length = 20'000, .remedy = "pass a PubMed query"});
  v("max_results", a.max_results, {.min = 1, .max = limits::kPubMedReachable});
  v("sort_order", a.sort_order, {.one_of = {"relevance", "date", "author"}});
  v("date_range", a.date_range);
  v("article_types", a.article_types, {.max_length = 20});
  v("fields", a.fields,
    {.one_of = {"affiliations", "references", "grants", "chemicals", "mesh_qualifiers",
                "comments_corrections", "other_abstracts", "citation_count"}});
  v("offline", a.offline);
  describe_paging(v, a.paging);
}

void check_types(const std::vector<std::string>& types, std::vector<Problem>& problems) {
  for (std::size_t i = 0; i < types.size(); ++i) {
    const std::string path = "article_types[" + std::to_string(i) + "]";
    if (text::trim(types[i]).empty()) {
      problems.push_back({path, "must name a publication type, e.g. Review"});
    } else if (types[i].find_first_of("\"[]()") != std::string::npos) {
      problems.push_back({path,
                          "must be the name of a publication type without quotes or brackets, e.g. "
                          "Clinical Trial"});
    }
  }
}

void check_values(const SearchArgs& args, std::vector<Problem>& problems) {
  check_dates(args.date_range, problems);
  check_types(args.article_types, problems);
}

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

std::string full_query(const SearchArgs& args) {
  if (args.article_types.empty()) return args.search_query;
  std::string types;
  for (const std::string& type : args.article_types) {
    if (!types.empty()) types += " OR ";
    types += "\"" + std::string(text::trim(type)) + "\"[Publication Type]";
  }
  return "(" + args.search_query + ") AND (" + types + ")";
}

// Cursors of one search work only with the same search, and with the source that began it: the
// order of another is another.
std::string scope_of(const SearchArgs& args, const std::string& query, const std::string& source) {
  return query + "\n" + args.sort_order + "\n" + args.date_range.start_date + "\n" +
         args.date_range.end_date + (source == "pubmed" ? "" : "\n" + source);
}

Json meta_of(const SearchArgs& args, const std::string& query, std::size_t offset) {
  Json arguments = {{"search_query", args.search_query},
                    {"max_results", args.max_results},
                    {"sort_order", args.sort_order}};
  if (!args.article_types.empty()) arguments["article_types"] = args.article_types;
  Json range = Json::object();
  if (!args.date_range.start_date.empty()) range["start_date"] = args.date_range.start_date;
  if (!args.date_range.end_date.empty()) range["end_date"] = args.date_range.end_date;
  if (!range.empty()) arguments["date_range"] = std::move(range);
  Json meta = {{"call", {{"tool", "pubmed_search"}, {"arguments", std::move(arguments)}}},
               {"search", query}};
  if (offset != 0) meta["offset"] = offset;
  return meta;
}

std::vector<Item> items_of(const search::SearchOutcome& found, const SearchArgs& args) {
  const Json origin = found.source == "pubmed" ? Json::object() : Json({{"source", found.source}});
  std::vector<Item> items;
  items.reserve(found.articles.size());
  for (const model::Article& article : found.articles) {
    const std::string finding = extract::main_finding(doc::Document(article)).value_or("");
    Item item{.id = model::item_id(article),
              .shown = article_json(article, args.paging.detail),
              .row = article_row(article, finding, origin),
              .line = "- " + article_line(article)};
    item.shown.update(origin);
    add_fields(item.shown, article, args.fields);
    if (!finding.empty()) item.line += " — " + text::ellipsize(text::displayable(finding), 160);
    items.push_back(std::move(item));
  }
  return items;
}

class Search {
 public:
  Search(const Services& services, const SearchArgs& args, const mcp::CallContext& ctx)
      : services_(services), args_(args), ctx_(ctx), query_(full_query(args)) {}

  Result<Answer> go() {
    EV_CHECK(check_syntax(args_.search_query));
    EV_CHECK(place_cursor());
    EV_TRY(search::SearchOutcome found, find());
    EV_CHECK(search::fetch_failed_elsewhere(ports(), found, ctx_));
    if (found.articles.empty() && found.missing.empty() && !found.failed.empty()) {
      return found.errors.front();
    }
    EV_CHECK(add_citations(found));
    EV_TRY(const std::string handle,
           store_records(services_, found.articles, meta_of(args_, query_, offset_)));
    Answer answer{.structured = Json::object()};
    head(answer, found, handle);
    if (offset_ == 0) note_readings(answer);
    if (found.total == 0 && found.source == "pubmed") EV_CHECK(explain_zero_hits(answer));
    if (found.total == 0 && found.source != "pubmed") {
      add_warnings(answer, {"no_results: Europe PMC has no such record; PubMed may"});
    }
    add_warnings(answer, found.warnings);
    if (!found.articles.empty()) add_content_notice(answer);
    list(answer, found);
    return answer;
  }

 private:
  search::Ports ports() const {
    search::Ports ports = services_.ports();
    ports.offline = args_.offline;
    return ports;
  }

  // Where the page begins, and whose page it is.
  Result<void> place_cursor() {
    auto offset = cursor_offset(args_.paging.cursor, scope_of(args_, query_, "pubmed"));
    if (!offset) {
      const auto elsewhere =
          cursor_offset(args_.paging.cursor, scope_of(args_, query_, "europepmc"));
      if (!elsewhere) return std::move(offset).error();
      goes_on_elsewhere_ = true;
      offset = *elsewhere;
    }
    offset_ = *offset;
    return {};
  }

  // PubMed, and in its place Europe PMC when NCBI is down or has shut this address out.
  Result<search::SearchOutcome> find() const {
    if (goes_on_elsewhere_) {
      const Error earlier{.code = Errc::upstream_unavailable,
                          .message = "the page before came from Europe PMC",
                          .source = "pubmed"};
      return search::search_in_place_of_pubmed(ports(), request(), earlier, ctx_);
    }
    auto found = search::search_pubmed(ports(), request(), ctx_);
    if (found || !search::may_fall_back(ports(), found.error())) return found;
    if (offset_ != 0) {
      Error error = std::move(found).error();
      error.recovery = "call without cursor: Europe PMC then answers from the first record";
      return error;
    }
    auto instead = search::search_in_place_of_pubmed(ports(), request(), found.error(), ctx_);
    if (instead || instead.error().code == Errc::cancelled) return instead;
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

  search::SearchRequest request() const {
    return {.query = query_,
            .start_date = slashed(args_.date_range.start_date),
            .end_date = slashed(args_.date_range.end_date),
            .sort = sort_of(args_.sort_order),
            .offset = static_cast<int>(offset_),
            .max = args_.max_results,
            .find_within = find_within()};
  }

  Result<void> add_citations(search::SearchOutcome& found) {
    if (std::find(args_.fields.begin(), args_.fields.end(), "citation_count") == args_.fields.end())
      return {};
    EV_TRY(const search::CitationsOutcome citations, search::citations(ports(), found.ids, ctx_));
    search::add_citations(found.articles, citations);
    found.warnings.insert(found.warnings.end(), citations.warnings.begin(),
                          citations.warnings.end());
    return {};
  }

  void head(Answer& answer, const search::SearchOutcome& found, const std::string& handle) const {
    answer.structured = {{"total_results", found.total},
                         {"result_set", handle},
                         {"search_metadata",
                          {{"source", found.source},
                           {"query_translation", found.query_translation},
                           {"search_time_ms", std::lround(found.elapsed_ms)},
                           {"api_version", found.api_version},
                           {"offset", offset_},
                           {"fetched", found.articles.size()}}}};
    // The caller knows its own.
    if (query_ != args_.search_query) answer.structured["search_metadata"]["query_sent"] = query_;
    if (!found.missing.empty()) answer.structured["missing"] = found.missing;
    if (!found.failed.empty()) answer.structured["failed"] = found.failed;
    Json errors = Json::array();
    for (const Error& error : found.errors) {
      errors.push_back(
          {{"source", error.source}, {"code", to_string(error.code)}, {"message", error.message}});
    }
    if (!errors.empty()) answer.structured["errors"] = std::move(errors);
    const char* where = found.local                ? " records in the local library**, "
                        : found.source == "pubmed" ? " records in PubMed**, "
                                                   : " records in Europe PMC**, ";
    answer.text = "**" + std::to_string(found.total) + where +
                  std::to_string(found.articles.size()) + " fetched" +
                  (offset_ > 0 ? " from position " + std::to_string(offset_ + 1) : "") +
                  "; result_set `" + handle + "`\n";
    if (!found.missing.empty()) {
      answer.text +=
          "Listed by PubMed but not delivered: PMID " + text::join(found.missing, ", ") + "\n";
    }
  }

  // What PubMed silently does with the query, and values that it does not have.
  void note_readings(Answer& answer) const {
    constexpr std::size_t kMost = 8;
    std::vector<std::string> warnings;
    for (const std::string& type : args_.article_types) {
      const auto term =
          pubmed_query::make_phrase(std::string(text::trim(type)), pubmed_query::Field::pt);
      for (const auto& d : pubmed_query::check_values(term, services_.vocabulary)) {
        warnings.push_back("article_types: " + d.message + "; fix: " + d.fix);
      }
    }
    const auto checked = pubmed_query::check(args_.search_query, services_.vocabulary);
    for (const pubmed_query::Diagnostic& d : checked.warnings) {
      warnings.push_back("search_query " + to_text(d));
    }
    if (warnings.size() > kMost) {
      const std::size_t more = warnings.size() - kMost;
      warnings.resize(kMost);
      warnings.push_back("search_query: " + std::to_string(more) +
                         " more remarks; evidence-mcp check-query lists them");
    }
    add_warnings(answer, warnings);
  }

  // Zero hits are a success: the answer says which part finds nothing and what to try instead.
  Result<void> explain_zero_hits(Answer& answer) const {
    const auto diagnosis =
        query_gen::zero_hit_diagnosis(query_gen::probing(ports()), services_.vocabulary, query_,
                                      ctx_, as_conjunct(args_.date_range));
    if (!diagnosis) {
      if (diagnosis.error().code == Errc::cancelled) return diagnosis.error();
      add_warnings(answer, {"no_results: nothing matches; why could not be found out: " +
                            diagnosis.error().message});
      return {};
    }
    add_warnings(answer, {"no_results: " + diagnosis->explanation});
    if (diagnosis->relaxed_query.empty()) return {};
    answer.structured["relaxed_query"] = diagnosis->relaxed_query;
    answer.text += "Try: `" + diagnosis->relaxed_query + "`" +
                   (diagnosis->without_range ? " without date_range" : "") + " (" +
                   std::to_string(diagnosis->relaxed_count) + " records)\n";
    return {};
  }

  void list(Answer& answer, const search::SearchOutcome& found) const {
    const std::string scope = scope_of(args_, query_, found.source);
    add_items(answer, "articles", items_of(found, args_), args_.paging, 0, scope, offset_);
    if (answer.structured.contains("next_cursor") || found.articles.empty()) return;
    // Everything fetched is shown; there may be more.
    const std::size_t next = offset_ + found.ids.size();
    if (found.total <= static_cast<long>(next)) return;
    if (!found.local && next >= limits::kPubMedReachable) return;
    const std::string cursor = make_cursor(next, scope);
    answer.structured["next_cursor"] = cursor;
    answer.text += "More: call again with cursor \"" + cursor + "\"\n";
  }

  const Services& services_;
  const SearchArgs& args_;
  const mcp::CallContext& ctx_;
  const std::string query_;
  std::size_t offset_ = 0;
  bool goes_on_elsewhere_ = false;
};

}  // namespace

mcp::ToolDef pubmed_search(const Services& services) {
  return make_tool<SearchArgs>("pubmed_search",
                               [&services](const SearchArgs& args, const mcp::CallContext& ctx) {
                                 return Search(services, args, ctx).go();
                               });
}

}  // namespace ev::tools
