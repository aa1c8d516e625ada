#include "pipeline/workflow/pubmed_search.hpp"

#include "base/text.hpp"
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
  std::string source = "pubmed";
  Paging paging;
};
template <class V>
void describe(V& v, SearchArgs& a) {
  v("search_query", a.search_query,
    {.required = true, .max_length = 20'000, .remedy = "pass a PubMed query"});
  v("max_results", a.max_results, {.min = 1, .max = limits::kPubMedReachable, .paged = true});
  v("sort_order", a.sort_order, {.one_of = {"relevance", "date", "author"}});
  v("date_range", a.date_range);
  v("article_types", a.article_types, {.max_length = 20});
  v("fields", a.fields,
    {.one_of = {"affiliations", "references", "grants", "chemicals", "mesh_qualifiers",
                "comments_corrections", "other_abstracts", "citation_count"}});
  v("offline", a.offline);
  v("source", a.source, {.one_of = {"pubmed", "mirror"}});
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

// Cursors of one search work only with the same search, and with the source that began it: the
// order of another is another.
std::string scope_of(const SearchArgs& args, const std::string& query, const std::string& source) {
  return query + "\n" + args.sort_order + "\n" + args.date_range.start_date + "\n" +
         args.date_range.end_date + (source == "pubmed" ? "" : "\n" + source);
}

// A record as this answer shows it; its text is read once, and only when it may be shown.
Item item_of(const model::Article& article, const SearchArgs& args, const Json& origin) {
  const RowText text = row_text_of(article);
  const Flags flags = flags_of(article);
  Item item{.id = model::item_id(article), .row = article_row(article, text, flags, origin)};
  item.shown = args.paging.detail == "row" ? article_row(article, {text.design}, flags)
                                           : article_json(article, args.paging.detail, flags);
  item.shown.update(origin);
  add_fields(item.shown, article, args.fields);
  item.line = "- " + article_line(article, flags);
  if (!text.finding.empty()) item.line += " — " + text::ellipsize(markdown_line(text.finding), 160);
  return item;
}

// Where the page begins, and whose page it is.
Result<void> place_cursor(const SearchArgs& args, PubMedSearchRequest& request) {
  const std::string query = sent_query(request);
  auto offset = cursor_offset(args.paging.cursor, scope_of(args, query, "pubmed"));
  if (const auto mirrored = cursor_offset(args.paging.cursor, scope_of(args, query, "mirror"));
      !offset && mirrored) {
    request.source = "mirror";
    offset = mirrored;
  }
  if (!offset) {
    const auto elsewhere = cursor_offset(args.paging.cursor, scope_of(args, query, "europepmc"));
    if (!elsewhere) return std::move(offset).error();
    request.began_at_europepmc = true;
    offset = *elsewhere;
  }
  request.offset = *offset;
  return {};
}

PubMedSearchRequest request_of(const SearchArgs& args) {
  const bool counts =
      std::find(args.fields.begin(), args.fields.end(), "citation_count") != args.fields.end();
  return {.search_query = args.search_query,
          .max_results = args.max_results,
          .sort_order = args.sort_order,
          .date_range = args.date_range,
          .article_types = args.article_types,
          .with_citation_counts = counts,
          .offline = args.offline,
          .source = args.source};
}

// Whose order the records have.
std::string source_of(const search::SearchOutcome& found) {
  return found.mirror ? "mirror" : found.source;
}

class SearchAnswer {
 public:
  SearchAnswer(const SearchArgs& args, const PubMedSearchRequest& request,
               const PubMedSearchOutcome& outcome)
      : args_(args), offset_(request.offset), outcome_(outcome), found_(outcome.found) {}

  Answer make() const {
    Answer answer{.structured = Json::object()};
    head(answer);
    add_warnings(answer, outcome_.query_remarks);
    explain_zero_hits(answer);
    add_warnings(answer, warnings_of(outcome_));
    if (!found_.articles.empty()) add_content_notice(answer);
    list(answer);
    return answer;
  }

 private:
  void head(Answer& answer) const {
    answer.structured = {{"total_results", found_.total},
                         {"result_set", outcome_.result_set},
                         {"search_metadata",
                          {{"source", source_of(found_)},
                           {"query_translation", found_.query_translation},
                           {"search_time_ms", std::lround(found_.elapsed_ms)},
                           {"api_version", found_.api_version},
                           {"offset", offset_},
                           {"fetched", found_.articles.size()}}}};
    // The caller knows its own.
    if (outcome_.query != args_.search_query)
      answer.structured["search_metadata"]["query_sent"] = outcome_.query;
    if (!found_.missing.empty()) answer.structured["missing"] = found_.missing;
    if (!found_.failed.empty()) answer.structured["failed"] = found_.failed;
    Json errors = Json::array();
    for (const Error& error : found_.errors) {
      errors.push_back(
          {{"source", error.source}, {"code", to_string(error.code)}, {"message", error.message}});
    }
    if (!errors.empty()) answer.structured["errors"] = std::move(errors);
    const char* where = found_.mirror               ? " records in the mirror of PubMed**, "
                        : found_.local              ? " records in the local library**, "
                        : found_.source == "pubmed" ? " records in PubMed**, "
                                                    : " records in Europe PMC**, ";
    answer.text = "**" + std::to_string(found_.total) + where +
                  std::to_string(found_.articles.size()) + " fetched" +
                  (offset_ > 0 ? " from position " + std::to_string(offset_ + 1) : "") +
                  handle_text(outcome_.result_set) + "\n";
    if (!found_.missing.empty()) {
      answer.text +=
          "Listed by PubMed but not delivered: PMID " + text::join(found_.missing, ", ") + "\n";
    }
  }

  // Which part finds nothing, and what to try instead.
  void explain_zero_hits(Answer& answer) const {
    if (found_.total != 0) return;
    add_warnings(answer, {"no_results: " + outcome_.no_results});
    if (!outcome_.zero_hits || outcome_.zero_hits->relaxed_query.empty()) return;
    const query_gen::ZeroHits& diagnosis = *outcome_.zero_hits;
    answer.structured["relaxed_query"] = diagnosis.relaxed_query;
    answer.text += "Try: `" + diagnosis.relaxed_query + "`" +
                   (diagnosis.without_range ? " without date_range" : "") + " (" +
                   std::to_string(diagnosis.relaxed_count) + " records)\n";
  }

  void list(Answer& answer) const {
    const std::string scope = scope_of(args_, outcome_.query, source_of(found_));
    const Json origin =
        found_.source == "pubmed" ? Json::object() : Json({{"source", found_.source}});
    const std::vector<model::Article>& articles = found_.articles;
    add_made_items(
        answer, "articles", articles.size(), args_.paging, 0, scope,
        [&](std::size_t i) { return item_of(articles[i], args_, origin); },
        [&](std::size_t i) { return model::item_id(articles[i]); }, offset_);
    if (answer.structured.contains("next_cursor") || articles.empty()) return;
    // Everything fetched is shown; there may be more.
    const std::size_t next = offset_ + found_.ids.size();
    if (found_.total <= static_cast<long>(next)) return;
    if (!found_.local && next >= limits::kPubMedReachable) return;
    const std::string cursor = make_cursor(next, scope);
    answer.structured["next_cursor"] = cursor;
    answer.text += "More: call again with cursor \"" + cursor + "\"\n";
  }

  const SearchArgs& args_;
  const std::size_t offset_;
  const PubMedSearchOutcome& outcome_;
  const search::SearchOutcome& found_;
};

}  // namespace

mcp::ToolDef pubmed_search(const Services& services) {
  return make_tool<SearchArgs>(
      "pubmed_search",
      [&services](const SearchArgs& args, const mcp::CallContext& ctx) -> Result<Answer> {
        PubMedSearchRequest request = request_of(args);
        EV_CHECK(place_cursor(args, request));
        EV_TRY(const PubMedSearchOutcome outcome, search_pubmed(services, request, ctx));
        return SearchAnswer(args, request, outcome).make();
      });
}

}  // namespace ev::tools
