#include "tools/answer.hpp"

#include "base/hash.hpp"
#include "base/text.hpp"
#include "pipeline/extract/design.hpp"
#include "pipeline/model/article_json.hpp"
#include "pipeline/text/model_address.hpp"
#include "pipeline/workflow/untrusted.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>

namespace ev::tools {

namespace {

constexpr std::size_t kCharactersPerToken = 4;
constexpr std::size_t kDeferredIdsAtLeast = 5;
constexpr std::size_t kReserve = 250;  // deferred, its count, the cursor and the two closing lines
constexpr std::size_t kAuthorsShown = 10;

// Sizes in characters of what the model will see: the larger of the two forms counts.
struct Budget {
  std::size_t limit;
  std::size_t structured;
  std::size_t text;
  bool fits(std::size_t json_size, std::size_t line_size) const {
    return structured + json_size <= limit && text + line_size <= limit;
  }
};

// In characters; most items of a long list are not filled in.
std::size_t json_size(const Json& json) {
  return json.is_null() ? 4 : text::code_points(dump_json(json));
}

ItemSizes sizes_of(const Item& item) {
  // What is small is shown as its row.
  const std::size_t shown = json_size(item.shown) + 1;
  const std::size_t row = item.row == item.shown ? shown : json_size(item.row) + 1;
  return {shown, row, text::code_points(item.line) + 1};
}

using Sizes = std::vector<ItemSizes>;

Sizes measure(const std::vector<Item>& items) {
  Sizes sizes;
  sizes.reserve(items.size());
  for (const Item& item : items) sizes.push_back(item.sizes ? *item.sizes : sizes_of(item));
  return sizes;
}

Budget budget_of(const Answer& answer, const Paging& paging) {
  return {.limit = static_cast<std::size_t>(paging.max_response_tokens) * kCharactersPerToken,
          .structured = text::code_points(dump_json(answer.structured)) + kReserve,
          .text = text::code_points(answer.text) + kReserve};
}

// How many items fit as rows, counted from `offset`; at least one.
std::size_t rows_that_fit(const Sizes& sizes, std::size_t offset, Budget budget) {
  std::size_t end = offset;
  while (end < sizes.size()) {
    const std::size_t least = sizes[end].least();
    if (end > offset && !budget.fits(least, sizes[end].line)) break;
    budget.structured += least;
    budget.text += sizes[end].line;
    ++end;
  }
  return end;
}

// Of [offset, end), how many of the first can be shown in full while the rest stay rows.
std::size_t shown_that_fit(const Sizes& sizes, std::size_t offset, std::size_t end,
                           const Budget& budget) {
  std::size_t total = budget.structured;
  for (std::size_t i = offset; i < end; ++i) total += sizes[i].least();
  std::size_t split = offset;
  while (split < end) {
    total += sizes[split].shown - sizes[split].least();
    if (total > budget.limit) break;
    ++split;
  }
  return split;
}

// The ids that follow, as many as fit; the cursor leads to all of them.
Json deferred_ids(const std::vector<Item>& items, std::size_t end, std::size_t room) {
  Json ids = Json::array();
  for (std::size_t i = end; i < items.size() && ids.size() < kDeferredIdsListed; ++i) {
    const std::size_t size = text::code_points(items[i].id) + 3;
    if (size > room && ids.size() >= kDeferredIdsAtLeast) break;
    room -= std::min(room, size);
    ids.push_back(items[i].id);
  }
  return ids;
}

std::string scope_tag(std::string_view scope) {
  return sha256_hex(scope).substr(0, 8);
}

std::string first_author(const model::Article& article) {
  if (article.authors.empty()) return {};
  const model::Author& first = article.authors.front();
  std::string name = first.last_name.empty() ? first.name : first.last_name + " " + first.initials;
  if (article.authors.size() > 1) name += " et al.";
  return one_line(name);
}

std::string journal_name(const model::Article& article) {
  return one_line(article.journal_abbreviation.empty() ? article.journal
                                                       : article.journal_abbreviation);
}

// Cuts a text member until the row fits, but not below `least` characters.
void shorten(Json& row, const char* member, std::size_t least) {
  const auto it = row.find(member);
  if (it == row.end() || !it->is_string()) return;
  const std::string whole = it->get<std::string>();
  std::size_t keep = text::code_points(whole);
  for (std::size_t size = json_size(row); size > kRowCharacters && keep > least;
       size = json_size(row)) {
    keep -= std::min(keep - least, size - kRowCharacters);
    *it = text::ellipsize(whole, keep);
  }
}

void fit_row(Json& row) {
  shorten(row, "journal", 24);
  shorten(row, "first_author", 24);
  shorten(row, "finding", 60);
  shorten(row, "title", 60);
  for (const char* member : {"journal", "finding", "first_author"}) {
    if (json_size(row) <= kRowCharacters) return;
    row.erase(member);
  }
  shorten(row, "title", 0);
}

void clean_text_members(Json& json) {
  for (const char* member : {"title", "abstract", "vernacular_title"}) {
    if (const auto it = json.find(member); it != json.end() && it->is_string()) {
      *it = text::displayable(it->get_ref<const std::string&>());
    }
  }
}

// Members of the whole record that the standard form leaves out, by the name of the `fields` value
// that brings them back.
struct LeftOut {
  std::string_view field;
  std::string_view member;
};
constexpr LeftOut kLeftOut[] = {
    {"affiliations", "author_details"},
    {"references", "references"},
    {"grants", "grants"},
    {"chemicals", "chemicals"},
    {"mesh_qualifiers", "mesh_headings"},
    {"comments_corrections", "comments_corrections"},
    {"other_abstracts", "other_abstracts"},
    {"citation_count", "citation_count"},
};
constexpr std::string_view kOnlyInFull[] = {
    "author_details", "authors_complete",       "issns",   "languages", "coi_statement",
    "registry_ids",   "supplementary_concepts", "is_book", "metadata"};

void cut_authors(Json& json) {
  const auto it = json.find("authors");
  if (it == json.end() || it->size() <= kAuthorsShown) return;
  json["author_count"] = it->size();
  *it = Json::array({(*it)[0], (*it)[1], (*it)[2], it->back()});
}

}  // namespace

std::string handle_text(const std::string& handle) {
  return handle.empty() ? "" : "; result_set `" + handle + "`";
}

ItemRoom::ItemRoom(const Answer& answer, const Paging& paging) {
  const Budget budget = budget_of(answer, paging);
  structured_ = budget.limit - std::min(budget.limit, budget.structured) + 1;
  text_ = budget.limit - std::min(budget.limit, budget.text) + 1;
}

void ItemRoom::take(Item& item) {
  if (!item.sizes) item.sizes = sizes_of(item);
  structured_ -= std::min(structured_, item.sizes->least());
  text_ -= std::min(text_, item.sizes->line);
}

void add_items(Answer& answer, const char* member, std::vector<Item> items, const Paging& paging,
               std::size_t offset, std::string_view scope, std::size_t base, std::size_t beyond) {
  Json& list = answer.structured[member] = Json::array();
  if (offset >= items.size()) return;
  Sizes sizes = measure(items);
  const Budget budget = budget_of(answer, paging);
  // Before more rows, the first item whole.
  if (paging.detail != "row" && budget.fits(sizes[offset].shown, sizes[offset].line)) {
    sizes[offset].row = sizes[offset].shown;
  }
  const std::size_t end = rows_that_fit(sizes, offset, budget);
  const std::size_t split =
      paging.detail == "row" ? offset : shown_that_fit(sizes, offset, end, budget);
  std::size_t used = budget.structured;
  std::size_t as_rows = 0;
  for (std::size_t i = offset; i < end; ++i) {
    const bool whole = i < split || (paging.detail != "row" && sizes[i].shown <= sizes[i].row);
    as_rows += whole ? 0 : 1;
    list.push_back(std::move(whole ? items[i].shown : items[i].row));
    used += whole ? sizes[i].shown : sizes[i].row;
    answer.text += items[i].line + "\n";
  }
  if (paging.detail != "row" && as_rows > 0) {
    answer.structured["shown_as_rows"] = as_rows;
    answer.text +=
        "(" + std::to_string(as_rows) +
        " of these as rows in the structured answer: raise max_response_tokens for more)\n";
  }
  const std::size_t left = items.size() - end + beyond;
  if (left == 0) return;
  answer.structured["deferred"] =
      deferred_ids(items, end, budget.limit - std::min(budget.limit, used));
  answer.structured["deferred_count"] = left;
  const std::string cursor = make_cursor(base + end, scope);
  answer.structured["next_cursor"] = cursor;
  answer.text += std::to_string(left) + " more: call again with cursor \"" + cursor + "\"\n";
}

std::string make_cursor(std::size_t offset, std::string_view scope) {
  return "c" + std::to_string(offset) + "-" + scope_tag(scope);
}

Result<std::size_t> cursor_offset(const std::string& cursor, std::string_view scope) {
  if (cursor.empty()) return std::size_t{0};
  const std::size_t dash = cursor.find('-');
  std::size_t offset = 0;
  if (cursor.front() == 'c' && dash != std::string::npos) {
    const auto [end, failed] = std::from_chars(cursor.data() + 1, cursor.data() + dash, offset);
    if (failed == std::errc{} && end == cursor.data() + dash &&
        cursor.substr(dash + 1) == scope_tag(scope)) {
      return offset;
    }
  }
  return Error{
      .code = Errc::invalid_argument,
      .message = "cursor \"" + text::ellipsize(cursor, 40) + "\" does not belong to this list",
      .path = "cursor",
      .recovery = "repeat the call that gave the cursor with the same arguments, or leave it out"};
}

Json id_member(const model::Article& article) {
  const bool is_pubmed = !article.pmid.empty() || article.id.empty();
  return {{is_pubmed ? "pmid" : "item_id", model::item_id(article)}};
}

Json article_row(const model::Article& article, std::string_view finding, const Json& members) {
  return article_row(article, {extract::study_design(article), std::string(finding)},
                     flags_of(article), members);
}

Json article_row(const model::Article& article, const RowText& text, const Flags& flags,
                 const Json& members) {
  Json row = id_member(article);
  row["title"] = text::ellipsize(one_line(article.title), 140);
  if (const std::string author = first_author(article); !author.empty())
    row["first_author"] = text::ellipsize(author, 50);
  if (const std::string journal = journal_name(article); !journal.empty())
    row["journal"] = text::ellipsize(journal, 50);
  if (const auto year = model::year_of(article)) row["year"] = *year;
  if (!text.design.empty()) row["design"] = text.design;
  if (!text.finding.empty()) row["finding"] = text::ellipsize(one_line(text.finding), 160);
  if (!flags.empty()) row["flags"] = flags;
  row.update(members);
  fit_row(row);
  return row;
}

Json article_json(const model::Article& article, std::string_view detail) {
  return article_json(article, detail, flags_of(article));
}

Json article_json(const model::Article& article, std::string_view detail, const Flags& flags) {
  if (detail == "row") return article_row(article, {extract::study_design(article)}, flags);
  Json json = model::to_json(article);
  clean_text_members(json);
  if (is_suspected(flags)) json["injection_suspected"] = true;
  if (detail == "full") return json;
  for (const LeftOut& out : kLeftOut) json.erase(std::string(out.member));
  for (const std::string_view member : kOnlyInFull) json.erase(std::string(member));
  cut_authors(json);
  drop_comments(json);
  return json;
}

void drop_comments(Json& json) {
  const auto related = json.find("related");
  if (related == json.end()) return;
  Json kept = Json::array();
  for (Json& relation : *related) {
    if (relation.value("type", "") != "has_comment") kept.push_back(std::move(relation));
  }
  if (kept.empty()) {
    json.erase("related");
  } else {
    *related = std::move(kept);
  }
}

void add_fields(Json& json, const model::Article& article, const std::vector<std::string>& fields) {
  if (fields.empty()) return;
  const Json whole = model::to_json(article);
  for (const LeftOut& out : kLeftOut) {
    if (std::find(fields.begin(), fields.end(), out.field) == fields.end()) continue;
    const std::string member(out.member);
    const auto it = whole.find(member);
    // Asked for and absent is said, not left to guessing.
    json[member] = it != whole.end()            ? *it
                   : member == "citation_count" ? Json(nullptr)
                                                : Json::array();
  }
}

std::string flag_text(std::string_view flag) {
  std::string upper(flag);
  std::transform(upper.begin(), upper.end(), upper.begin(), [](char c) {
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  });
  std::replace(upper.begin(), upper.end(), '_', ' ');
  return " [" + upper + "]";
}

std::string flags_text(const Flags& flags) {
  std::string out;
  for (const std::string& flag : flags) out += flag_text(flag);
  return out;
}

std::string article_line(const model::Article& article, std::size_t most) {
  return article_line(article, flags_of(article), most);
}

std::string article_line(const model::Article& article, const Flags& flags, std::size_t most) {
  constexpr std::size_t kLeastTitle = 30;
  constexpr std::size_t kTitleBesideJournal = 100;
  std::string head;
  if (const std::string author = first_author(article); !author.empty())
    head += text::ellipsize(markdown_line(author), 30) + " ";
  if (const auto year = model::year_of(article)) head += "(" + std::to_string(*year) + ") ";
  const std::string tail = " " + id_text(article) + flags_text(flags);
  const std::size_t fixed = text::code_points(head) + text::code_points(tail);
  std::size_t room = most > fixed + kLeastTitle ? most - fixed : kLeastTitle;
  std::string title = markdown_line(article.title);
  if (title.empty()) title = "[no title]";
  std::string journal = journal_name(article);
  if (!journal.empty()) journal = " *" + text::ellipsize(markdown_line(journal), 50) + "*";
  const std::size_t beside = std::min(text::code_points(title), kTitleBesideJournal);
  if (text::code_points(journal) + beside > room) journal.clear();
  room -= text::code_points(journal);
  return head + text::ellipsize(title, std::min<std::size_t>(room, 180)) + journal + tail;
}

std::string fitted_line(std::string_view before, const model::Article& article,
                        std::string_view after) {
  return fitted_line(before, article, flags_of(article), after);
}

std::string fitted_line(std::string_view before, const model::Article& article, const Flags& flags,
                        std::string_view after) {
  constexpr std::size_t kLeastArticle = 150;
  const std::size_t room = kLineCharacters - std::min<std::size_t>(text::code_points(before), 40);
  const std::size_t wanted = text::code_points(after);
  const std::size_t most = room - std::min(room - kLeastArticle, wanted);
  const std::string line = std::string(before) + article_line(article, flags, most);
  const std::size_t used = text::code_points(line);
  const std::size_t left = used < kLineCharacters ? kLineCharacters - used : 0;
  const std::string rest = text::ellipsize(after, left);
  // What is cut loses the blank that kept it apart.
  const bool joined = !rest.empty() && rest.front() != ' ' && after.front() == ' ';
  return line + (joined ? " " : "") + rest;
}

Json article_stub(const model::Article& article) {
  Json stub = id_member(article);
  stub["title"] = text::displayable(article.title);
  if (addresses_a_model(article)) stub["injection_suspected"] = true;
  return stub;
}

void add_warnings(Answer& answer, const std::vector<std::string>& warnings) {
  if (warnings.empty()) return;
  Json& list = answer.structured["warnings"];
  if (!list.is_array()) list = Json::array();
  for (const std::string& warning : warnings) {
    const Json shown = text::displayable(warning);
    if (std::find(list.begin(), list.end(), shown) != list.end()) continue;
    answer.text += "Warning: " + shown.get<std::string>() + "\n";
    list.push_back(shown);
  }
}

void add_content_notice(Answer& answer) {
  answer.structured["content_notice"] = kContentNotice;
  answer.text += std::string(kContentNotice) + "\n";
}

void add_sample_notice(Json& structured) {
  const std::string notice = structured.value("content_notice", "");
  structured["content_notice"] = std::string(kSampleNotice) + (notice.empty() ? "" : " " + notice);
}

namespace {

// Members whose text is this program's own or the caller's.
bool speaks_for_itself(std::string_view member) {
  return member == "host_task" || member == "content_notice" || member == "warnings" ||
         member == "query" || member == "claim" || member == "question";
}

bool is_marked(const Json& object) {
  const auto flags = object.find("flags");
  return object.contains("injection_suspected") ||
         (flags != object.end() && flags->is_array() &&
          std::find(flags->begin(), flags->end(), "injection_suspected") != flags->end());
}

// The path of the first text that addresses a model and stands in no object that says so.
std::string unmarked(const Json& json, const std::string& path) {
  if (json.is_string()) {
    return text::addresses_a_model(json.get_ref<const std::string&>()) ? path : std::string();
  }
  if (json.is_object() && is_marked(json)) return {};
  for (const auto& [name, item] : json.items()) {
    if (json.is_object() && speaks_for_itself(name)) continue;
    if (item.is_primitive() && !item.is_string()) continue;
    const std::string below = json.is_array() ? path + "[" + name + "]"
                              : path.empty()  ? name
                                              : path + "." + name;
    if (std::string found = unmarked(item, below); !found.empty()) return found;
  }
  return {};
}

// Records say it of themselves; full texts, works cited, entities and whatever else is shown beside
// them is marked here.
void mark_addresses(Answer& answer) {
  if (!answer.structured.contains("content_notice")) return;
  const std::string path = unmarked(answer.structured, "");
  if (path.empty()) return;
  add_warnings(answer, {"injection_suspected: text that addresses a language model, in " + path});
}

}  // namespace

mcp::ToolResult finish(Answer answer) {
  mark_addresses(answer);
  if (!answer.asks.empty()) {
    return {.asks = std::move(answer.asks), .state = std::move(answer.state)};
  }
  return {.structured = dump_json(answer.structured),
          .text = std::move(answer.text),
          .is_error = false,
          .links = std::move(answer.links)};
}

}  // namespace ev::tools
