#include "pipeline/library/stored_article.hpp"

#include "base/hash.hpp"
#include "base/json.hpp"
#include "base/text.hpp"
#include "pipeline/model/article_json.hpp"
#include "pipeline/pubmed_query/search_keys.hpp"
#include "pipeline/pubmed_query/search_text.hpp"

#include <nlohmann/json.hpp>

#include <chrono>
#include <utility>

namespace ev::library {

static_assert(store::kIndexParts == pubmed_query::kParts);

store::IndexColumns index_text(const model::Article& article) {
  store::IndexText out;
  out.parts = pubmed_query::search_lines(article);
  out.keys = pubmed_query::keys_of(article);
  return store::index_columns(out);
}

store::StoredArticle stored_article(const model::Article& article, Place place) {
  store::StoredArticle out{.item_id = model::item_id(article),
                           .json = model::to_json_text(article),
                           .replaces_latest = place == Place::latest};
  out.key = sha256_hex(out.json);
  if (out.replaces_latest) out.text = index_text(article);
  return out;
}

Result<std::vector<model::Article>> load_articles(store::LatestRecords& articles,
                                                  const std::vector<std::string>& ids,
                                                  const Context& ctx) {
  constexpr auto kAnyAge = std::chrono::hours(24 * 365 * 100);
  EV_TRY(const auto rows, articles.latest(ids, kAnyAge, ctx));
  std::vector<model::Article> out;
  out.reserve(rows.size());
  for (const store::StoredArticle& row : rows) {
    EV_CHECK(ctx.check());
    EV_TRY(const Json json, parse_json(row.json, "a stored record"));
    out.push_back(model::article_from_json(json));
  }
  return out;
}

}  // namespace ev::library
