#include "pipeline/model/article.hpp"

#include <charconv>

namespace ev::model {

std::optional<int> year_of(const Article& article) {
  const std::string& date = article.publication_date;
  int year = 0;
  if (date.size() < 4) return std::nullopt;
  const auto [end, failed] = std::from_chars(date.data(), date.data() + 4, year);
  if (failed != std::errc{} || end != date.data() + 4) return std::nullopt;
  return year;
}

const std::string& item_id(const Article& article) {
  return article.pmid.empty() ? article.id : article.pmid;
}

std::vector<std::string> mesh_terms(const Article& article) {
  std::vector<std::string> out;
  out.reserve(article.mesh_headings.size());
  for (const MeshHeading& heading : article.mesh_headings) out.push_back(heading.descriptor);
  return out;
}

}  // namespace ev::model
