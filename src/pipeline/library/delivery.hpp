// How records reach the caller of an import: as articles or as lines of JSON, made on the parsing
// threads. Thread rule: prepare() on any thread, hand_over() on the caller's.
#pragma once

#include "pipeline/library/import.hpp"
#include "pipeline/model/article_json.hpp"

#include <string>
#include <utility>

namespace ev::library {

struct Delivery {
  const ArticleSink* articles = nullptr;  // one of the two is set
  const TextSink* lines = nullptr;
};

struct Parcel {
  model::Article article;  // empty once the line is made
  std::string line;
};

inline Parcel prepare(model::Article article, const Delivery& to) {
  if (to.lines == nullptr) return {std::move(article), {}};
  return {{}, model::to_json_text(article) + "\n"};
}

inline Result<void> hand_over(Parcel parcel, const Delivery& to) {
  return to.lines == nullptr ? (*to.articles)(std::move(parcel.article)) : (*to.lines)(parcel.line);
}

}  // namespace ev::library
