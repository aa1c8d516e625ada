// How records reach the caller of an import: as articles, as rows for the store, as records for the
// mirror or as lines of JSON, made on the parsing threads. Thread rule: prepare() on any thread,
// hand_over() on the caller's.
#pragma once

#include "pipeline/library/import.hpp"
#include "pipeline/library/stored_article.hpp"
#include "pipeline/model/article_json.hpp"
#include "store/mirror_shard.hpp"

#include <functional>
#include <memory>
#include <string>
#include <utility>

namespace ev::library {

struct MirrorSink {
  std::function<store::MirrorRecord(const model::Article&)> make;
  std::function<Result<void>(store::MirrorRecord)> take;
};

struct Delivery {
  const ArticleSink* articles = nullptr;  // one of the four is set
  const StoredSink* stored = nullptr;
  const TextSink* lines = nullptr;
  const MirrorSink* mirror = nullptr;
};

struct Parcel {
  std::unique_ptr<model::Article> article;  // null once one of the others is made
  store::StoredArticle stored;
  std::string line;
  store::MirrorRecord record = {};
};

inline Parcel prepare(model::Article article, const Delivery& to) {
  if (to.lines != nullptr) return {.line = model::to_json_text(article) + "\n"};
  if (to.stored != nullptr) return {.stored = stored_article(article, Place::latest)};
  if (to.mirror != nullptr) return {.record = to.mirror->make(article)};
  return {.article = std::make_unique<model::Article>(std::move(article))};
}

inline Result<void> hand_over(Parcel parcel, const Delivery& to, Rows rows) {
  if (to.lines != nullptr) return (*to.lines)(parcel.line);
  if (to.stored != nullptr) return (*to.stored)(std::move(parcel.stored), rows);
  if (to.mirror != nullptr) return to.mirror->take(std::move(parcel.record));
  return (*to.articles)(std::move(*parcel.article));
}

}  // namespace ev::library
