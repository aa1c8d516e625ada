// The invented records of the built-in sample: their bytes as efetch would send them, read into
// articles, and an index over them. Thread rule: immutable after construction.
#pragma once

#include "base/result.hpp"
#include "pipeline/model/article.hpp"
#include "pipeline/pubmed_query/memory_index.hpp"

#include <chrono>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace ev::sample {

class SampleLibrary {
 public:
  // `article_set` is a PubmedArticleSet; the view must stay valid.
  static Result<SampleLibrary> load(std::string_view article_set, pubmed_query::Date today);

  SampleLibrary(SampleLibrary&&) = default;
  const std::vector<model::Article>& articles() const { return *articles_; }
  const pubmed_query::MemoryIndex& index() const { return *index_; }
  // The record's own bytes; empty for an unknown PMID.
  std::string_view record(const std::string& pmid) const;

 private:
  SampleLibrary() = default;
  std::unique_ptr<std::vector<model::Article>> articles_;  // the index refers to them
  std::map<std::string, std::string_view> records_;
  std::unique_ptr<pubmed_query::MemoryIndex> index_;
};

// The content of an embedded file of sample/data, "" when there is none of that name.
std::string_view embedded_file(std::string_view name);

pubmed_query::Date date_of(std::chrono::seconds unix_time);

}  // namespace ev::sample
