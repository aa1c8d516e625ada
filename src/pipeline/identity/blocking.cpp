#include "pipeline/identity/blocking.hpp"

#include "pipeline/model/article_json.hpp"

#include <algorithm>
#include <numeric>
#include <string>
#include <string_view>
#include <tuple>

namespace ev::identity {

namespace {

constexpr std::size_t kTitleLetters = 22;

// FNV-1a: the same on every platform.
class Key {
 public:
  explicit Key(char kind) { add(std::string_view(&kind, 1)); }
  Key& add(std::string_view s) {
    for (const char c : s) mix(static_cast<unsigned char>(c));
    mix(0x1F);
    return *this;
  }
  std::uint64_t value() const { return hash_; }

 private:
  void mix(unsigned char byte) { hash_ = (hash_ ^ byte) * 0x100000001B3ULL; }
  std::uint64_t hash_ = 0xCBF29CE484222325ULL;
};

struct Entry {
  std::uint64_t key;
  std::uint32_t rank;  // in content order
  std::uint32_t record;
  bool operator<(const Entry& other) const {
    return std::tie(key, rank, record) < std::tie(other.key, other.rank, other.record);
  }
};

void add_keys(const Fingerprint& f, std::uint32_t record, std::uint32_t rank,
              std::vector<Entry>& out) {
  const auto add = [&](const Key& key) { out.push_back({key.value(), rank, record}); };
  const std::string_view letters = f.title.letters;
  if (!letters.empty()) {
    add(Key('b').add(letters.substr(0, kTitleLetters)));
    if (letters.size() > kTitleLetters) {
      add(Key('e').add(letters.substr(letters.size() - kTitleLetters)));
    }
  }
  const std::string year = f.year ? std::to_string(*f.year) : "";
  for (const Pages::Range& range : f.pages.ranges) {
    const std::string page = std::to_string(range.begin);
    if (!f.volume.empty()) add(Key('v').add(page).add(f.volume).add(year));
    if (!f.first_author.empty()) add(Key('a').add(page).add(f.first_author));
  }
  for (const Identifier& id : f.ids) add(Key('i').add(label(id)));
}

}  // namespace

std::vector<Pair> candidate_pairs(std::span<const Fingerprint> prints,
                                  std::span<const std::uint32_t> order) {
  std::vector<Entry> entries;
  entries.reserve(prints.size() * 7);
  for (std::uint32_t i = 0; i < prints.size(); ++i) add_keys(prints[i], i, order[i], entries);
  std::sort(entries.begin(), entries.end());
  std::vector<Pair> pairs;
  for (std::size_t begin = 0; begin < entries.size();) {
    std::size_t end = begin;
    while (end < entries.size() && entries[end].key == entries[begin].key) ++end;
    const std::size_t reach = end - begin > kBlock ? kNeighbours : end - begin;
    for (std::size_t i = begin; i < end; ++i) {
      for (std::size_t j = i + 1; j < end && j - i <= reach; ++j) {
        const auto [low, high] = std::minmax(entries[i].record, entries[j].record);
        if (low != high) pairs.push_back({low, high});
      }
    }
    begin = end;
  }
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  return pairs;
}

std::vector<std::uint32_t> content_order(std::span<const model::Article> articles,
                                         std::span<const Fingerprint> prints) {
  std::vector<std::uint32_t> sorted(articles.size());
  std::iota(sorted.begin(), sorted.end(), 0U);
  const auto key = [&](std::uint32_t i) {
    const Fingerprint& f = prints[i];
    return std::tie(f.title.letters, f.first_author, f.year, f.volume, f.pmid, f.doi,
                    articles[i].pages, articles[i].journal, articles[i].id, articles[i].title);
  };
  std::sort(sorted.begin(), sorted.end(), [&](std::uint32_t a, std::uint32_t b) {
    const auto x = key(a);
    const auto y = key(b);
    if (x != y) return x < y;
    // Rare: everything of a record, down to metadata.
    return articles[a] != articles[b] &&
           model::to_json_text(articles[a]) < model::to_json_text(articles[b]);
  });
  std::vector<std::uint32_t> rank(articles.size());
  for (std::uint32_t i = 0; i < sorted.size(); ++i) rank[sorted[i]] = i;
  return rank;
}

}  // namespace ev::identity
