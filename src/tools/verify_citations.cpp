#include "base/limits.hpp"
#include "base/text.hpp"
#include "pipeline/citations/reference.hpp"
#include "pipeline/citations/reference_parts.hpp"
#include "pipeline/citations/verify.hpp"
#include "pipeline/search/any_id.hpp"
#include "pipeline/workflow/records.hpp"
#include "tools/all_tools.hpp"
#include "tools/evidence.hpp"
#include "tools/make_tool.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <set>

namespace ev::tools {

namespace {

// References checked in one call; the others follow by cursor.
constexpr std::size_t kReferencesAtOnce = 50;
constexpr std::size_t kShownReference = 300;

struct VerifyArgs {
  std::vector<Json> references;
  Paging paging;
};
template <class V>
void describe(V& v, VerifyArgs& a) {
  v("references", a.references, {.required = true, .max_length = 1000});
  v("max_response_tokens", a.paging.max_response_tokens, {.min = 200, .max = 1'000'000});
  v("cursor", a.paging.cursor, {.max_length = 200});
}

constexpr std::string_view kFields[] = {
    "id",      "pmid",      "pmcid",           "doi",  "nct_id", "nct",     "url",    "title",
    "authors", "author",    "first_author",    "year", "date",   "journal", "volume", "issue",
    "pages",   "reference", "publication_date"};

bool is_text_or_number(const Json& value) {
  return value.is_string() || value.is_number() || value.is_null();
}

void check_object(const Json& object, const std::string& path, std::vector<Problem>& problems) {
  bool any = false;
  for (const auto& [name, value] : object.items()) {
    const bool known = std::find(std::begin(kFields), std::end(kFields), name) != std::end(kFields);
    const bool list = name == "authors" && value.is_array();
    if (!known) {
      problems.push_back({path + "." + name, "is not a field of a reference"});
    } else if (!list && !is_text_or_number(value)) {
      problems.push_back({path + "." + name, "must be text, got " + codec::type_name(value)});
    } else if (list) {
      for (const Json& author : value) {
        if (!author.is_string()) {
          problems.push_back({path + "." + name, "must be a list of names"});
          break;
        }
      }
    }
    any = any || (known && !codec::not_given(value));
  }
  if (!any) problems.push_back({path, "says nothing about the reference"});
}

void check_values(const VerifyArgs& args, std::vector<Problem>& problems) {
  for (std::size_t i = 0; i < args.references.size(); ++i) {
    const std::string path = "references[" + std::to_string(i) + "]";
    const Json& one = args.references[i];
    if (dump_json(one).size() > limits::kReferenceBytes) {
      problems.push_back({path, "is longer than " + std::to_string(limits::kReferenceBytes) +
                                    " bytes, which is no single reference"});
    } else if (one.is_object()) {
      check_object(one, path, problems);
    } else if (one.is_string() ? text::trim(one.get<std::string>()).empty()
                               : !one.is_number_unsigned()) {
      problems.push_back({path, "must be a reference or an object with its fields"});
    }
  }
}

std::string scalar(const Json& object, const char* name) {
  const auto it = object.find(name);
  if (it == object.end() || it->is_null()) return "";
  return it->is_string() ? std::string(text::trim(it->get<std::string>())) : dump_json(*it);
}

void add_id(const Json& object, const char* name, const char* label,
            citations::Reference& reference) {
  std::string value = scalar(object, name);
  if (value.empty()) return;
  const bool digits = value.find_first_not_of("0123456789") == std::string::npos;
  if (digits && std::string_view(label) == "PMCID:") value = "PMC" + value;
  search::AnyId id = search::read_any_id(value);
  if (!id.problem.empty()) id = search::read_any_id(label + value);
  if (id.problem.empty()) reference.ids.push_back(id.id);
}

std::optional<int> year_of_text(const std::string& text) {
  const std::optional<int> first = model::year_of({.publication_date = text});
  return first ? first : citations::place_in(text).year;  // "March 2019"
}

citations::Reference reference_of(const Json& object) {
  citations::Reference out;
  if (const std::string printed = scalar(object, "reference"); !printed.empty()) {
    out = citations::read_reference(printed);
  }
  add_id(object, "pmid", "PMID:", out);
  add_id(object, "pmcid", "PMCID:", out);
  add_id(object, "doi", "DOI:", out);
  add_id(object, "nct_id", "", out);
  add_id(object, "nct", "", out);
  add_id(object, "id", "", out);
  add_id(object, "url", "", out);
  std::sort(out.ids.begin(), out.ids.end());
  out.ids.erase(std::unique(out.ids.begin(), out.ids.end()), out.ids.end());
  const auto set = [&](std::string& field, std::initializer_list<const char*> names) {
    for (const char* name : names) {
      if (std::string value = scalar(object, name); !value.empty()) field = std::move(value);
    }
  };
  set(out.title, {"title"});
  set(out.journal, {"journal"});
  set(out.volume, {"volume"});
  set(out.issue, {"issue"});
  set(out.pages, {"pages"});
  for (const char* name : {"publication_date", "date", "year"}) {
    if (const auto year = year_of_text(scalar(object, name))) out.year = year;
  }
  std::vector<std::string> authors;
  if (const auto it = object.find("authors"); it != object.end() && it->is_array()) {
    for (const Json& author : *it) authors.push_back(author.get<std::string>());
  }
  for (const char* name : {"authors", "author", "first_author"}) {
    const auto it = object.find(name);
    if (authors.empty() && it != object.end() && it->is_string()) {
      authors.push_back(it->get<std::string>());
    }
  }
  if (!authors.empty()) out.authors = std::move(authors);
  return out;
}

citations::Reference reference_given(const Json& given) {
  if (given.is_object()) return reference_of(given);
  return citations::read_reference(given.is_string() ? given.get<std::string>() : dump_json(given));
}

// The reference as it was given, in one line.
std::string shown_reference(const Json& given) {
  std::string text;
  if (given.is_string()) {
    text = given.get<std::string>();
  } else if (given.is_object()) {
    for (const auto& [name, value] : given.items()) {
      if (value.is_null()) continue;
      text += (text.empty() ? "" : "; ") + name + ": " +
              (value.is_string() ? value.get<std::string>() : dump_json(value));
    }
  } else {
    text = dump_json(given);
  }
  return text::ellipsize(one_line(text), kShownReference);
}

Json record_json(const model::Article& a) {
  Json out = article_row(a);
  out.erase("finding");
  if (!a.doi.empty()) out["doi"] = a.doi;
  if (const std::string url = main_url(a); !url.empty()) out["url"] = url;
  const model::Retraction& r = a.retraction;
  if (r.status != model::RetractionStatus::none) {
    out["retraction"] = {{"status", r.status}, {"sources", r.sources}};
    if (!r.notice_pmid.empty()) out["retraction"]["notice_pmid"] = r.notice_pmid;
    if (!r.date.empty()) out["retraction"]["date"] = r.date;
  }
  return out;
}

Json differences_json(const std::vector<citations::Difference>& all) {
  Json out = Json::array();
  for (const citations::Difference& d : all) {
    out.push_back({{"field", d.field},
                   {"given", text::ellipsize(one_line(d.given), kShownReference)},
                   {"found", text::ellipsize(one_line(d.found), kShownReference)}});
  }
  return out;
}

std::string differences_text(const std::vector<citations::Difference>& all) {
  std::string out;
  for (const citations::Difference& d : all) {
    out += "\n  " + d.field + ": given \"" + text::ellipsize(markdown_line(d.given), 100) +
           "\", is \"" + text::ellipsize(markdown_line(d.found), 100) + "\"";
  }
  return out;
}

class Verifying {
 public:
  Verifying(const Services& services, const VerifyArgs& args, const mcp::CallContext& ctx)
      : services_(services), args_(args), ctx_(ctx) {}

  Result<Answer> go() {
    EV_TRY(const std::size_t from, cursor_offset(args_.paging.cursor, scope()));
    const std::size_t all = args_.references.size();
    const std::size_t end = std::min(all, from + kReferencesAtOnce);
    std::vector<citations::Reference> page;
    for (std::size_t i = from; i < end; ++i) page.push_back(reference_given(args_.references[i]));
    EV_TRY(citations::Verification done, citations::verify(services_.ports(), page, ctx_));
    EV_TRY(const std::string handle, or_unkept(keep(done), done.warnings));
    Answer answer = head(done, handle, from, end);
    const std::vector<Item> items = items_of(done, from);
    Paging paging = args_.paging;
    paging.detail = "standard";
    add_items(answer, "references", items, paging, 0, scope(), from);
    // What follows this window has not been looked at yet.
    if (end < all && !answer.structured.contains("next_cursor")) {
      const std::string next = make_cursor(end, scope());
      answer.structured["next_cursor"] = next;
      answer.structured["deferred_count"] = all - end;
      answer.text += std::to_string(all - end) + " more: call again with cursor \"" + next + "\"\n";
    } else if (end < all) {
      const std::size_t left = answer.structured["deferred_count"].get<std::size_t>();
      answer.structured["deferred_count"] = left + all - end;
    }
    return answer;
  }

 private:
  std::string scope() const {
    std::string out;
    for (const Json& one : args_.references) out += dump_json(one) + "\n";
    return out;
  }

  Result<std::string> keep(const citations::Verification& done) {
    std::vector<model::Article> records;
    std::set<std::string> seen;
    for (const citations::Verified& one : done.references) {
      if (!one.record || !seen.insert(model::item_id(*one.record)).second) continue;
      records.push_back(*one.record);
    }
    if (records.empty()) return std::string();
    const Json meta = {
        {"call",
         {{"tool", "verify_citations"}, {"arguments", {{"references", args_.references}}}}}};
    return store_records(services_, records, meta);
  }

  Answer head(const citations::Verification& done, const std::string& handle, std::size_t from,
              std::size_t end) const {
    std::map<std::string, int> counts;
    for (const citations::Verified& one : done.references) ++counts[to_string(one.status)];
    Answer answer;
    Json errors = Json::array();
    for (const Error& error : done.errors) {
      Json one = {{"code", ev::to_string(error.code)},
                  {"source", error.source},
                  {"message", text::displayable(error.message)}};
      if (!error.recovery.empty()) one["recovery"] = error.recovery;
      errors.push_back(std::move(one));
    }
    answer.structured = {
        {"summary", counts}, {"total", args_.references.size()}, {"errors", std::move(errors)}};
    std::vector<std::string> parts;
    for (const char* status : {"verified", "mismatch", "retracted", "not_found", "unverifiable"}) {
      if (counts.count(status) == 0) continue;
      std::string name = status;
      std::replace(name.begin(), name.end(), '_', ' ');
      parts.push_back(std::to_string(counts[status]) + " " + name);
    }
    if (parts.empty()) parts.emplace_back("no references");
    answer.text = "**" + text::join(parts, ", ") + "**";
    if (from > 0 || end < args_.references.size()) {
      answer.text += " (references " + std::to_string(from + 1) + " to " + std::to_string(end) +
                     " of " + std::to_string(args_.references.size()) + ")";
    }
    if (!handle.empty()) {
      answer.structured["result_set"] = handle;
      answer.text += "; records found: result_set `" + handle + "`";
    }
    answer.text += "\n";
    add_warnings(answer, done.warnings);
    if (!handle.empty()) add_content_notice(answer);
    return answer;
  }

  std::vector<Item> items_of(const citations::Verification& done, std::size_t from) const {
    std::vector<Item> items;
    for (std::size_t i = 0; i < done.references.size(); ++i) {
      items.push_back(item_of(done.references[i], args_.references[from + i], from + i + 1));
    }
    return items;
  }

  static Item item_of(const citations::Verified& one, const Json& given, std::size_t number) {
    const std::string status = to_string(one.status);
    const citations::Comparison& c = one.comparison;
    Json row = {{"index", number},
                {"reference", text::ellipsize(shown_reference(given), 100)},
                {"status", status}};
    if (one.record) row["found"] = id_member(*one.record);
    Json shown = {{"index", number}, {"reference", shown_reference(given)}, {"status", status}};
    const std::string reason = text::ellipsize(one_line(one.reason), 600);
    if (!reason.empty()) shown["reason"] = reason;
    if (!c.agree.empty()) shown["compared"] = c.agree;
    if (!c.differ.empty()) shown["differs"] = differences_json(c.differ);
    if (!c.notes.empty()) shown["notes"] = differences_json(c.notes);
    if (c.title_similarity) shown["title_similarity"] = *c.title_similarity;
    if (one.record) shown["found"] = record_json(*one.record);
    if (one.suggestion) shown["suggestion"] = record_json(*one.suggestion);
    return {.id = std::to_string(number),
            .shown = std::move(shown),
            .row = std::move(row),
            .line = line_of(one, given, number)};
  }

  static std::string line_of(const citations::Verified& one, const Json& given,
                             std::size_t number) {
    std::string status = to_string(one.status);
    std::replace(status.begin(), status.end(), '_', ' ');
    std::string out = std::to_string(number) + ". **" + status + "** " +
                      text::ellipsize(markdown_line(shown_reference(given)), 120);
    if (!one.reason.empty()) out += "\n  " + text::ellipsize(markdown_line(one.reason), 300);
    out += differences_text(one.comparison.differ);
    if (one.record) out += "\n  record: " + article_line(*one.record, 200);
    if (one.suggestion) out += "\n  suggestion: " + article_line(*one.suggestion, 200);
    return out;
  }

  const Services& services_;
  const VerifyArgs& args_;
  const mcp::CallContext& ctx_;
};

}  // namespace

mcp::ToolDef verify_citations(const Services& services) {
  return make_tool<VerifyArgs>(
      "verify_citations",
      [&services](const VerifyArgs& args, const mcp::CallContext& ctx) -> Result<Answer> {
        return Verifying(services, args, ctx).go();
      });
}

}  // namespace ev::tools
