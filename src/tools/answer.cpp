#include "tools/answer.hpp"

#include "base/hash.hpp"
#include "base/text.hpp"
#include "pipeline/extract/design.hpp"
#include "pipeline/model/article_json.hpp"
#include "tools/untrusted.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>

namespace ev::tools {

namespace {

constexpr std::size_t kCharactersPerToken = 4;
constexpr std::size_t kDeferredIdsListed = 100;
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

struct Sizes {
  std::vector<std::size_t> shown, row, line;
};

Sizes measure(const std::vector<Item>& items) {
  Sizes sizes;
  for (const Item& item : items) {
    sizes.shown.push_back(text::code_points(dump_json(item.shown)) + 1);
    sizes.row.push_back(text::code_points(dump_json(item.row)) + 1);
    sizes.line.push_back(text::code_points(item.line) + 1);
  }
  return sizes;
}

// How many items fit as rows, counted from `offset`; at least one.
std::size_t rows_that_fit(const Sizes& sizes, std::size_t offset, Budget budget) {
  std::size_t end = offset;
  while (end < sizes.row.size()) {
    const std::size_t json_size = std::min(sizes.row[end], sizes.shown[end]);
    if (end > offset && !budget.fits(json_size, sizes.line[end])) break;
    budget.structured += json_size;
    budget.text += sizes.line[end];
    ++end;
  }
  return end;
}

// Of [offset, end), how many of the first can be shown in full while the rest stay rows.
std::size_t shown_that_fit(const Sizes& sizes, std::size_t offset, std::size_t end,
                           const Budget& budget) {
  std::size_t total = budget.structured;
  for (std::size_t i = offset; i < end; ++i) total += std::min(sizes.row[i], sizes.shown[i]);
  std::size_t split = offset;
  while (split < end) {
    total += sizes.shown[split] - std::min(sizes.row[split], sizes.shown[split]);
    if (total > budget.limit && split > offset) break;
    ++split;
  }
  return split;
}

std::string scope_tag(std::string_view scope) {
  return sha256_hex(scope).substr(0, 8);
}

std::vector<std::string> flags_of(const model::Article& article) {
  std::vector<std::string> flags;
  if (article.retraction.status != "none" && !article.retraction.status.empty()) {
    flags.push_back(article.retraction.status);
  }
  if (article.is_preprint) flags.emplace_back("preprint");
  if (article.abstract.empty()) flags.emplace_back("no_abstract");
  if (addresses_a_model(article)) flags.emplace_back("injection_suspected");
  return flags;
}

std::string first_author(const model::Article& article) {
  if (article.authors.empty()) return {};
  const model::Author& first = article.authors.front();
  std::string name = first.last_name.empty() ? first.name : first.last_name + " " + first.initials;
  if (article.authors.size() > 1) name += " et al.";
  return text::displayable(name);
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

void add_items(Answer& answer, const char* member, const std::vector<Item>& items,
               const Paging& paging, std::size_t offset, std::string_view scope, std::size_t base) {
  Json& list = answer.structured[member] = Json::array();
  if (offset >= items.size()) return;
  const Sizes sizes = measure(items);
  constexpr std::size_t kReserve = 400;  // deferred, cursor, notices
  const Budget budget{
      .limit = static_cast<std::size_t>(paging.max_response_tokens) * kCharactersPerToken,
      .structured = text::code_points(dump_json(answer.structured)) + kReserve,
      .text = text::code_points(answer.text) + kReserve};
  const std::size_t end = rows_that_fit(sizes, offset, budget);
  const std::size_t split =
      paging.detail == "row" ? offset : shown_that_fit(sizes, offset, end, budget);
  for (std::size_t i = offset; i < end; ++i) {
    list.push_back(i < split ? items[i].shown : items[i].row);
    answer.text += items[i].line + "\n";
  }
  if (paging.detail != "row" && split < end) {
    answer.structured["shown_as_rows"] = end - split;
    answer.text +=
        "(" + std::to_string(end - split) +
        " of these as rows in the structured answer: raise max_response_tokens for more)\n";
  }
  if (end == items.size()) return;
  Json deferred = Json::array();
  for (std::size_t i = end; i < items.size() && i < end + kDeferredIdsListed; ++i) {
    deferred.push_back(items[i].id);
  }
  answer.structured["deferred"] = std::move(deferred);
  answer.structured["deferred_count"] = items.size() - end;
  const std::string cursor = make_cursor(base + end, scope);
  answer.structured["next_cursor"] = cursor;
  answer.text +=
      std::to_string(items.size() - end) + " more: call again with cursor \"" + cursor + "\"\n";
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

Json article_row(const model::Article& article, std::string_view finding) {
  Json row = {{"pmid", article.pmid},
              {"title", text::ellipsize(text::displayable(article.title), 140)}};
  if (const std::string author = first_author(article); !author.empty())
    row["first_author"] = author;
  const std::string& journal =
      article.journal_abbreviation.empty() ? article.journal : article.journal_abbreviation;
  if (!journal.empty()) row["journal"] = text::ellipsize(text::displayable(journal), 50);
  if (const auto year = model::year_of(article)) row["year"] = *year;
  if (const std::string design = extract::study_design(article); !design.empty())
    row["design"] = design;
  if (!finding.empty()) row["finding"] = text::ellipsize(text::displayable(finding), 160);
  if (const auto flags = flags_of(article); !flags.empty()) row["flags"] = flags;
  return row;
}

Json article_json(const model::Article& article, std::string_view detail) {
  if (detail == "row") return article_row(article);
  Json json = model::to_json(article);
  clean_text_members(json);
  if (addresses_a_model(article)) json["injection_suspected"] = true;
  if (detail == "full") return json;
  for (const LeftOut& out : kLeftOut) json.erase(std::string(out.member));
  for (const std::string_view member : kOnlyInFull) json.erase(std::string(member));
  cut_authors(json);
  return json;
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

std::string article_line(const model::Article& article) {
  std::string line;
  if (const std::string author = first_author(article); !author.empty()) line += author + " ";
  if (const auto year = model::year_of(article)) line += "(" + std::to_string(*year) + ") ";
  const std::string title = text::displayable(article.title);
  line += text::ellipsize(title.empty() ? "[no title]" : title, 180);
  const std::string& journal =
      article.journal_abbreviation.empty() ? article.journal : article.journal_abbreviation;
  if (!journal.empty()) line += " *" + text::ellipsize(text::displayable(journal), 50) + "*";
  line += " PMID " + article.pmid;
  for (const std::string& flag : flags_of(article)) {
    std::string upper = flag;
    std::transform(upper.begin(), upper.end(), upper.begin(), [](char c) {
      return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    });
    std::replace(upper.begin(), upper.end(), '_', ' ');
    line += " [" + upper + "]";
  }
  return line;
}

Json article_stub(const model::Article& article) {
  return {{"pmid", article.pmid}, {"title", text::displayable(article.title)}};
}

void add_warnings(Answer& answer, const std::vector<std::string>& warnings) {
  if (warnings.empty()) return;
  Json& list = answer.structured["warnings"];
  if (!list.is_array()) list = Json::array();
  for (const std::string& warning : warnings) {
    list.push_back(text::displayable(warning));
    answer.text += "Warning: " + text::displayable(warning) + "\n";
  }
}

void add_content_notice(Answer& answer) {
  answer.structured["content_notice"] = kContentNotice;
  answer.text += std::string(kContentNotice) + "\n";
}

mcp::ToolResult finish(Answer answer) {
  return {.structured = dump_json(answer.structured),
          .text = std::move(answer.text),
          .is_error = false};
}

}  // namespace ev::tools
