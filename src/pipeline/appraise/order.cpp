#include "pipeline/appraise/order.hpp"

#include <algorithm>

namespace ev::appraise {

namespace {

bool is_numeric_id(const std::string& s) {
  return !s.empty() && std::all_of(s.begin(), s.end(), [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

const std::string& identity(const model::Article& article) {
  if (const std::string& id = model::item_id(article); !id.empty()) return id;
  return article.doi.empty() ? article.title : article.doi;
}

bool identity_less(const std::string& a, const std::string& b) {
  const bool a_numeric = is_numeric_id(a);
  const bool b_numeric = is_numeric_id(b);
  if (a_numeric != b_numeric) return a_numeric;
  if (a_numeric && a.size() != b.size()) return a.size() < b.size();
  return a < b;
}

bool ranks_before(const SortKey& a, const SortKey& b) {
  if (a.score != b.score) return a.score > b.score;
  if (a.relevance != b.relevance) return a.relevance > b.relevance;
  if (a.year != b.year) return a.year > b.year;
  return identity_less(*a.identity, *b.identity);
}

}  // namespace ev::appraise
