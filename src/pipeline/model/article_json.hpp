// Articles as JSON: the canonical form of the contract (authors and mesh_terms as plain strings)
// plus `author_details`, `mesh_headings` and the other members that keep the record whole, so that
// from_json(to_json(a)) == a. Inline articles of a client may have only the canonical members.
#pragma once

#include "base/json.hpp"
#include "base/result.hpp"
#include "pipeline/model/article.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ev::model {

// The whole record. Text form: same members, no intermediate document (large exports).
Json to_json(const Article& article);
std::string to_json_text(const Article& article);
// A record this program wrote.
Article article_from_json(const Json& value);

// Every member article_from_client reads, but for `id`.
const std::vector<std::string>& article_members();

// An article a client passed in: unknown members are ignored, wrong types are problems with `path`
// as prefix. `pmid` (or `id`/`item_id`) may be missing only if title or abstract is there.
Result<Article> article_from_client(const Json& value, const std::string& path);

// The usual case of article_from_client, without a document in between (large imports): a
// well-formed article whose other members are strings. nullopt otherwise: article_from_client
// then says what is wrong, or reads it. `json` must be valid UTF-8. `others`, if given, gets the
// names of the members that were not read.
std::optional<Article> article_from_plain_text(std::string_view json,
                                               std::vector<std::string>* others = nullptr);

}  // namespace ev::model
