#include "pipeline/appraise/repeats.hpp"

#include "base/text.hpp"
#include "pipeline/appraise/terms.hpp"

#include <cstdlib>
#include <map>
#include <string>

namespace ev::appraise {

namespace {

constexpr std::size_t kTitleWords = 4;

std::string title_key(const model::Article& article) {
  const std::vector<std::string> words = folded_tokens(article.title);
  return words.size() < kTitleWords ? std::string() : text::join(words, " ");
}

bool may_be_one(const model::Article& a, const model::Article& b) {
  if (!a.pmid.empty() && !b.pmid.empty() && a.pmid != b.pmid) return false;
  const auto x = model::year_of(a);
  const auto y = model::year_of(b);
  return !x || !y || std::abs(*x - *y) <= 1;
}

}  // namespace

std::vector<std::optional<std::size_t>> possible_repeats(
    std::span<const model::Article* const> articles) {
  std::vector<std::optional<std::size_t>> out(articles.size());
  std::map<std::string, std::vector<std::size_t>> seen;  // by DOI and by title
  for (std::size_t i = 0; i < articles.size(); ++i) {
    const model::Article& article = *articles[i];
    for (const std::string& key :
         {article.doi.empty() ? std::string() : "doi " + text::to_lower_ascii(article.doi),
          title_key(article)}) {
      if (key.empty()) continue;
      std::vector<std::size_t>& earlier = seen[key];
      for (const std::size_t k : earlier) {
        if (k != i && may_be_one(*articles[k], article) && (!out[i] || k < *out[i])) out[i] = k;
      }
      earlier.push_back(i);
    }
  }
  return out;
}

}  // namespace ev::appraise
