#include "pipeline/sample/library.hpp"

#include "base/clock.hpp"
#include "pipeline/mesh/memory_vocabulary.hpp"
#include "pipeline/sources/pubmed_xml.hpp"

#include <utility>

namespace ev::sample {

const std::vector<std::pair<std::string_view, std::string_view>>& embedded_data();

Result<SampleLibrary> SampleLibrary::load(std::string_view article_set, pubmed_query::Date today) {
  static constexpr std::string_view kOpen = "<PubmedArticle>";
  static constexpr std::string_view kClose = "</PubmedArticle>";
  SampleLibrary out;
  out.articles_ = std::make_unique<std::vector<model::Article>>();
  sources::XmlReader reader;
  for (std::size_t at = article_set.find(kOpen); at != std::string_view::npos;
       at = article_set.find(kOpen, at)) {
    const std::size_t end = article_set.find(kClose, at);
    if (end == std::string_view::npos) break;
    const std::string_view bytes = article_set.substr(at, end + kClose.size() - at);
    at = end + kClose.size();
    EV_TRY(model::Article article, reader.read(bytes));
    out.records_.emplace(article.pmid, bytes);
    out.articles_->push_back(std::move(article));
  }
  out.index_ = std::make_unique<pubmed_query::MemoryIndex>(*out.articles_, mesh::built_in(), today);
  return out;
}

std::string_view SampleLibrary::record(const std::string& pmid) const {
  const auto it = records_.find(pmid);
  return it == records_.end() ? std::string_view{} : it->second;
}

std::string_view embedded_file(std::string_view name) {
  for (const auto& [file, content] : embedded_data()) {
    if (file == name) return content;
  }
  return {};
}

pubmed_query::Date date_of(std::chrono::seconds unix_time) {
  return pubmed_query::read_date(iso_date(unix_time)).date;
}

}  // namespace ev::sample
