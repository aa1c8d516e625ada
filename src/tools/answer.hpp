// Answers and their size. Lists are fitted into `max_response_tokens` (4 characters ~ 1 token):
// records are shown in the detail asked for, then as rows, then only as `deferred` ids with
// `next_cursor`. The text block is complete but is not the JSON again: compact Markdown, answer
// first.
#pragma once

#include "base/json.hpp"
#include "base/limits.hpp"
#include "base/result.hpp"
#include "mcp/tool.hpp"
#include "pipeline/model/article.hpp"
#include "pipeline/workflow/record_summary.hpp"
#include "tools/services.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ev::tools {

struct Answer {
  Json structured;  // an object
  std::string text;
  std::vector<mcp::ResourceLink> links{};  // what can be read beside it
  // No answer yet: what the user is to be asked first, and a mark that comes back with it.
  std::vector<mcp::InputRequest> asks{};
  std::string state{};
};

// "; result_set `rs-…`" behind what is counted; nothing when the records could not be kept.
std::string handle_text(const std::string& handle);

// Members every list-yielding tool has; describe() them with describe_paging(v, args).
struct Paging {
  std::string detail = "standard";  // row | standard | full
  int max_response_tokens = limits::kResponseTokens;
  std::string cursor;
};
template <class V>
void describe_paging(V& v, Paging& p) {
  v("detail", p.detail, {.one_of = {"row", "standard", "full"}});
  v("max_response_tokens", p.max_response_tokens, {.min = 200, .max = 1'000'000});
  v("cursor", p.cursor, {.max_length = 200});
}

// 120 and 100 tokens, in code points of JSON and of text.
inline constexpr std::size_t kRowCharacters = 480;
inline constexpr std::size_t kLineCharacters = 400;

// Characters, with what parts an item from the next.
struct ItemSizes {
  std::size_t shown = 0;
  std::size_t row = 0;
  std::size_t line = 0;
  std::size_t least() const { return std::min(shown, row); }
};

// One item of a list in its two sizes and its line of text.
struct Item {
  std::string id;
  Json shown;  // in the detail asked for
  Json row;    // <= kRowCharacters
  std::string line;
  std::optional<ItemSizes> sizes{};  // once they are counted
};

// Puts items[offset…] into answer.structured[member] as far as the budget goes (what is already in
// `answer` counts: add warnings and notices first), sets `deferred` (the first ids that fit) and
// `next_cursor`, appends the lines to answer.text. At least one item is always shown, as a row when
// it does not fit whole. `scope` ties cursors to this list (a handle). `base`: position of
// items[0] in the whole list, when only a part of it is at hand; `beyond`: how many come behind it.
void add_items(Answer& answer, const char* member, std::vector<Item> items, const Paging& paging,
               std::size_t offset, std::string_view scope, std::size_t base = 0,
               std::size_t beyond = 0);

// Most ids that `deferred` lists.
inline constexpr std::size_t kDeferredIdsListed = 100;

// What is left of the budget while items are made for an answer, its head being there.
class ItemRoom {
 public:
  ItemRoom(const Answer& answer, const Paging& paging);
  bool left() const { return structured_ > 0 && text_ > 0; }
  void take(Item& item);  // counts it

 private:
  std::size_t structured_;  // characters
  std::size_t text_;
};

// add_items() over a list of which only what may be shown is made, by `make(i)`, and only what may
// be listed as deferred is named, by `id(i)`. `base`: position of item 0 in the whole list.
template <class Make, class Id>
void add_made_items(Answer& answer, const char* member, std::size_t count, const Paging& paging,
                    std::size_t offset, std::string_view scope, Make make, Id id,
                    std::size_t base = 0) {
  std::vector<Item> items;
  std::size_t next = std::min(offset, count);
  for (ItemRoom room(answer, paging); next < count && room.left(); ++next) {
    items.push_back(make(next));
    room.take(items.back());
  }
  for (const std::size_t end = std::min(count, next + kDeferredIdsListed); next < end; ++next)
    items.push_back({.id = id(next)});
  add_items(answer, member, std::move(items), paging, 0, scope, base + offset, count - next);
}

// Offset in a cursor made for `scope`; invalid_argument when it belongs to something else.
Result<std::size_t> cursor_offset(const std::string& cursor, std::string_view scope);
std::string make_cursor(std::size_t offset, std::string_view scope);

// The article as a row: ids, title, first author, journal, year, design, flags and the `members` a
// stage adds (an object), within kRowCharacters: journal and author are cut first, then finding and
// title, then they are left out; ids, flags and the stage's members stay.
Json article_row(const model::Article& article, const RowText& text, const Flags& flags,
                 const Json& members = Json::object());
Json article_row(const model::Article& article, std::string_view finding = {},
                 const Json& members = Json::object());
// The canonical record for `standard` (author lists over 10 cut to first 3 + last with
// author_count; no affiliations, references, grants, chemicals, qualifiers, comments, other
// abstracts) or `full` (whole).
Json article_json(const model::Article& article, std::string_view detail);
Json article_json(const model::Article& article, std::string_view detail, const Flags& flags);
// Leaves letters about the record out of its `related`: a landmark paper has dozens; corrections,
// notices and versions stay.
void drop_comments(Json& record);
// Adds the left-out members named in `fields` (affiliations references grants chemicals
// mesh_qualifiers comments_corrections other_abstracts citation_count).
void add_fields(Json& json, const model::Article& article, const std::vector<std::string>& fields);
// "Smith J et al. (2024) Title *Journal* PMID 1 [RETRACTED]", text made displayable and one line.
// Title and journal give way to `most`; author, year, id and flags stay.
inline constexpr std::size_t kLineOfArticle = 230;
std::string article_line(const model::Article& article, std::size_t most = kLineOfArticle);
std::string article_line(const model::Article& article, const Flags& flags,
                         std::size_t most = kLineOfArticle);
// `before` + article_line + `after` within kLineCharacters; a long `after` is cut at its end.
std::string fitted_line(std::string_view before, const model::Article& article,
                        std::string_view after);
std::string fitted_line(std::string_view before, const model::Article& article, const Flags& flags,
                        std::string_view after);
// " [EXPRESSION OF CONCERN]" of "expression_of_concern".
std::string flag_text(std::string_view flag);
// " [RETRACTED] [PREPRINT]", "" when there is nothing to flag.
std::string flags_text(const Flags& flags);
// {"pmid": …}, for a record without one {"item_id": …}.
Json id_member(const model::Article& article);
// {pmid or item_id, title, injection_suspected?} for nested original_article.
Json article_stub(const model::Article& article);

// Adds `warnings`, when there are any, to structured and text, each once.
void add_warnings(Answer& answer, const std::vector<std::string>& warnings);
// The one sentence on untrusted text, once per answer that shows record text.
void add_content_notice(Answer& answer);
// Before it, where records are those of the built-in sample.
inline constexpr std::string_view kSampleNotice =
    "Built-in sample: every record is invented, none is a real publication.";
void add_sample_notice(Json& structured);

// Structured and text as a tool result.
mcp::ToolResult finish(Answer answer);

}  // namespace ev::tools
