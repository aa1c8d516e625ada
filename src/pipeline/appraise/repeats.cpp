#include "pipeline/appraise/repeats.hpp"

#include "base/text.hpp"
#include "pipeline/appraise/folded_words.hpp"

#include <cstdlib>
#include <string>
#include <string_view>
#include <unordered_map>

namespace ev::appraise {

namespace {

constexpr std::size_t kTitleWords = 4;

std::string title_key(const model::Article& article, FoldedWords& words) {
  words.read(article.title);
  std::string key;
  if (words.size() < kTitleWords) return key;
  for (const std::string_view word : words) (key += ' ') += word;
  return key;
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
  std::unordered_map<std::string, std::vector<std::size_t>> seen;  // by DOI and by title
  FoldedWords words;
  for (std::size_t i = 0; i < articles.size(); ++i) {
    const model::Article& article = *articles[i];
    for (const std::string& key :
         {article.doi.empty() ? std::string() : "doi " + text::to_lower_ascii(article.doi),
          title_key(article, words)}) {
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
