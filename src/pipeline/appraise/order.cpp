#include "pipeline/appraise/order.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>
#include <optional>
#include <utility>

namespace ev::appraise {

namespace {

bool is_numeric_id(const std::string& s) {
  return !s.empty() && std::all_of(s.begin(), s.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// Numeric ids of usual length as numbers that compare like them: the shorter id is the less.
std::optional<std::uint64_t> number_of_id(const std::string& s) {
  constexpr std::size_t kMostDigits = 16;
  if (s.size() > kMostDigits || !is_numeric_id(s)) return std::nullopt;
  std::uint64_t number = 0;
  for (const char c : s) number = number * 10 + static_cast<std::uint64_t>(c - '0');
  return static_cast<std::uint64_t>(s.size()) << 58u | number;
}

int year_or_none(const model::Article& article) {
  return model::year_of(article).value_or(0);
}

// The greater the value the less the number.
std::uint64_t descending(double value) {
  const auto bits = std::bit_cast<std::uint64_t>(value + 0.0);  // there is one zero
  constexpr std::uint64_t kSign = std::uint64_t{1} << 63u;
  return (bits & kSign) != 0 ? bits : ~(bits | kSign);
}

unsigned bits(std::uint64_t number) {
  return static_cast<unsigned>(std::bit_width(number));
}

// What is sorted of a value: as much of its number as has room, counted from the least.
constexpr unsigned kKeyBits = 32;
struct Entry {
  std::uint32_t key = 0;
  std::uint32_t position = 0;
};

// By digits from the last to the first (LSD radix sort), since scores under 33 sets of weights and
// rankings of whole libraries are sorted here; digits that all share are passed over.
void sort_by_key(std::vector<Entry>& entries) {
  constexpr unsigned kBits = 11;
  constexpr std::size_t kDigits = 3;
  constexpr std::uint32_t kLast = (1u << kBits) - 1;
  std::vector<std::array<std::uint32_t, kLast + 1>> counts(kDigits);
  for (const Entry& entry : entries) {
    for (unsigned d = 0; d < kDigits; ++d) ++counts[d][entry.key >> d * kBits & kLast];
  }
  std::vector<Entry> sorted(entries.size());
  for (unsigned d = 0; d < kDigits; ++d) {
    auto& count = counts[d];
    if (count[entries.front().key >> d * kBits & kLast] == entries.size()) continue;
    std::exclusive_scan(count.begin(), count.end(), count.begin(), std::uint32_t{0});
    for (const Entry& entry : entries) sorted[count[entry.key >> d * kBits & kLast]++] = entry;
    entries.swap(sorted);
  }
}

// Values may differ in what their keys leave out.
void sort_within_keys(const std::vector<Entry>& entries, std::span<const double> values,
                      Positions& positions) {
  const auto before = [&values](std::uint32_t a, std::uint32_t b) {
    return descending(values[a]) < descending(values[b]);
  };
  for (std::size_t begin = 0; begin < entries.size();) {
    std::size_t end = begin + 1;
    while (end < entries.size() && entries[end].key == entries[begin].key) ++end;
    const auto first = positions.begin() + static_cast<std::ptrdiff_t>(begin);
    const auto last = positions.begin() + static_cast<std::ptrdiff_t>(end);
    if (end - begin > 1 && !std::is_sorted(first, last, before))
      std::stable_sort(first, last, before);
    begin = end;
  }
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
  const int year_of_a = year_or_none(*a.article);
  const int year_of_b = year_or_none(*b.article);
  if (year_of_a != year_of_b) return year_of_a > year_of_b;
  return identity_less(identity(*a.article), identity(*b.article));
}

Positions positions_of(std::size_t count) {
  Positions out(count);
  std::iota(out.begin(), out.end(), std::uint32_t{0});
  return out;
}

Positions by_identity(Articles articles) {
  std::vector<std::pair<std::uint64_t, std::uint32_t>> numbered;
  Positions others;
  numbered.reserve(articles.size());
  for (std::uint32_t i = 0; i < articles.size(); ++i) {
    if (const auto number = number_of_id(identity(*articles[i]))) {
      numbered.emplace_back(*number, i);
    } else {
      others.push_back(i);
    }
  }
  std::sort(numbered.begin(), numbered.end());
  std::stable_sort(others.begin(), others.end(), [&](std::uint32_t a, std::uint32_t b) {
    return identity_less(identity(*articles[a]), identity(*articles[b]));
  });
  // What is too long for a number comes behind all that is not, as it is to.
  Positions out;
  out.reserve(articles.size());
  for (const auto& [number, i] : numbered) out.push_back(i);
  out.insert(out.end(), others.begin(), others.end());
  return out;
}

Positions newest_first(Articles articles, Positions positions) {
  std::vector<double> years;
  years.reserve(articles.size());
  for (const model::Article* article : articles) years.push_back(year_or_none(*article));
  return best_first(years, std::move(positions));
}

Positions best_first(std::span<const double> values, Positions positions) {
  if (positions.size() < 2) return positions;
  std::vector<std::uint64_t> numbers;
  numbers.reserve(positions.size());
  for (const std::uint32_t p : positions) numbers.push_back(descending(values[p]));
  const auto [least, most] = std::minmax_element(numbers.begin(), numbers.end());
  const unsigned rest = std::max(kKeyBits, bits(*most - *least)) - kKeyBits;
  std::vector<Entry> entries;
  entries.reserve(positions.size());
  for (std::size_t i = 0; i < positions.size(); ++i)
    entries.push_back({static_cast<std::uint32_t>((numbers[i] - *least) >> rest), positions[i]});
  sort_by_key(entries);
  for (std::size_t i = 0; i < positions.size(); ++i) positions[i] = entries[i].position;
  if (rest > 0) sort_within_keys(entries, values, positions);
  return positions;
}

}  // namespace ev::appraise
