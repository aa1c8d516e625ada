#include "pipeline/library/stored_article.hpp"

#include "base/hash.hpp"
#include "base/text.hpp"
#include "pipeline/model/article_json.hpp"
#include "pipeline/pubmed_query/search_keys.hpp"
#include "pipeline/pubmed_query/search_text.hpp"

#include <utility>

namespace ev::library {

static_assert(store::kIndexParts == pubmed_query::kParts);

store::IndexText index_text(const model::Article& article) {
  store::IndexText out;
  out.parts.resize(pubmed_query::kParts);
  const pubmed_query::SearchText text = pubmed_query::search_text(article);
  for (std::size_t i = 0; i < text.size(); ++i) {
    for (const pubmed_query::Words& segment : text[i]) {
      if (!out.parts[i].empty()) out.parts[i] += '\n';
      out.parts[i] += text::join(segment, " ");
    }
  }
  out.keys = pubmed_query::keys_of(article);
  return out;
}

store::StoredArticle stored_article(const model::Article& article, Place place) {
  store::StoredArticle out{.item_id = article.pmid,
                           .json = model::to_json_text(article),
                           .replaces_latest = place == Place::latest};
  out.key = sha256_hex(out.json);
  if (out.replaces_latest) out.text = index_text(article);
  return out;
}

}  // namespace ev::library
