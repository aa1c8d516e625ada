#include "pipeline/identity/title_match.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace ev::identity {

namespace {

using Words = std::vector<std::string>;

constexpr double kSimilar = 0.5;
constexpr double kNear = 0.85;
constexpr std::size_t kExtendedWords = 6;
constexpr std::size_t kAlignedCells = 40'000;  // a "title" of thousands of words is not aligned

// Words of a and b between two places where they agree.
struct Gap {
  std::size_t a_begin, a_end, b_begin, b_end;
};

// Longest common subsequence; titles are short.
std::vector<Gap> gaps_between(const Words& a, const Words& b) {
  const std::size_t width = b.size() + 1;
  std::vector<std::uint16_t> length((a.size() + 1) * width, 0);
  for (std::size_t i = a.size(); i-- > 0;) {
    for (std::size_t j = b.size(); j-- > 0;) {
      length[i * width + j] =
          a[i] == b[j] ? static_cast<std::uint16_t>(length[(i + 1) * width + j + 1] + 1)
                       : std::max(length[(i + 1) * width + j], length[i * width + j + 1]);
    }
  }
  std::vector<Gap> gaps;
  Gap gap{0, 0, 0, 0};
  std::size_t i = 0;
  std::size_t j = 0;
  const auto close = [&] {
    gap.a_end = i;
    gap.b_end = j;
    if (gap.a_end > gap.a_begin || gap.b_end > gap.b_begin) gaps.push_back(gap);
  };
  while (i < a.size() && j < b.size()) {
    if (a[i] == b[j]) {
      close();
      gap = {++i, 0, ++j, 0};
    } else if (length[(i + 1) * width + j] >= length[i * width + j + 1]) {
      ++i;
    } else {
      ++j;
    }
  }
  i = a.size();
  j = b.size();
  close();
  return gaps;
}

std::string joined(const Words& words, std::size_t begin, std::size_t end) {
  std::string out;
  for (std::size_t i = begin; i < end; ++i) out += words[i];
  return out;
}

bool is_small(const std::string& word) {
  constexpr std::array<std::string_view, 16> kSmall = {"a",  "an", "the", "of",  "in",   "on",
                                                       "to", "or", "and", "for", "with", "by",
                                                       "s",  "at", "as",  "from"};
  return std::find(kSmall.begin(), kSmall.end(), word) != kSmall.end();
}

bool all_small(const Words& words, std::size_t begin, std::size_t end) {
  return std::all_of(words.begin() + static_cast<long>(begin),
                     words.begin() + static_cast<long>(end), is_small);
}

bool opposite(const std::string& a, const std::string& b) {
  const auto has = [](const std::string& s, std::string_view part) {
    return s.find(part) != std::string::npos;
  };
  return has(a, "hyper") != has(b, "hyper") || has(a, "hypo") != has(b, "hypo");
}

// The same word but for one letter, in long words two.
bool misspelt(const std::string& a, const std::string& b) {
  const std::size_t shorter = std::min(a.size(), b.size());
  if (shorter < 4 || opposite(a, b)) return false;
  const std::size_t limit = shorter >= 8 && a.substr(0, 2) == b.substr(0, 2) ? 2 : 1;
  return text::edit_distance(a, b, limit) <= limit;
}

enum class GapKind { harmless, inserted, replaced };

GapKind kind_of(const Gap& gap, const Words& a, const Words& b) {
  const std::string left = joined(a, gap.a_begin, gap.a_end);
  const std::string right = joined(b, gap.b_begin, gap.b_end);
  if (left == right || misspelt(left, right)) return GapKind::harmless;
  if (all_small(a, gap.a_begin, gap.a_end) && all_small(b, gap.b_begin, gap.b_end)) {
    return GapKind::harmless;
  }
  // Databases cut long titles, in the middle of a word, too.
  const bool at_end = gap.a_end == a.size() && gap.b_end == b.size();
  if (at_end && a.size() > 12 && !left.empty() && !right.empty() &&
      (left.rfind(right, 0) == 0 || right.rfind(left, 0) == 0)) {
    return GapKind::harmless;
  }
  return left.empty() || right.empty() ? GapKind::inserted : GapKind::replaced;
}

TitleMatch near_match(const Title& a, const Title& b, bool near) {
  bool inserted = false;
  bool replaced = a.words.size() * b.words.size() > kAlignedCells;
  if (replaced) return near ? TitleMatch::reworded : TitleMatch::similar;
  for (const Gap& gap : gaps_between(a.words, b.words)) {
    const GapKind kind = kind_of(gap, a.words, b.words);
    inserted = inserted || kind == GapKind::inserted;
    replaced = replaced || kind == GapKind::replaced;
  }
  if (!inserted && !replaced) return TitleMatch::typo;
  if (!near) return TitleMatch::similar;
  return replaced ? TitleMatch::reworded : TitleMatch::more_words;
}

bool extends(const Title& a, const Title& b) {
  const Title& shorter = a.letters.size() <= b.letters.size() ? a : b;
  const Title& longer = a.letters.size() <= b.letters.size() ? b : a;
  return shorter.words.size() >= kExtendedWords &&
         (longer.letters.starts_with(shorter.letters) || longer.letters.ends_with(shorter.letters));
}

}  // namespace

std::vector<std::uint32_t> trigrams(std::string_view letters) {
  std::vector<std::uint32_t> out;
  if (letters.size() < 3) return out;
  out.reserve(letters.size() - 2);
  const auto byte = [&letters](std::size_t i) {
    return static_cast<std::uint32_t>(static_cast<unsigned char>(letters[i]));
  };
  for (std::size_t i = 0; i + 2 < letters.size(); ++i) {
    out.push_back(byte(i) << 16U | byte(i + 1) << 8U | byte(i + 2));
  }
  std::sort(out.begin(), out.end());
  return out;
}

double overlap(const std::vector<std::uint32_t>& a, const std::vector<std::uint32_t>& b) {
  if (a.empty() || b.empty()) return 0;
  std::size_t common = 0;
  for (auto x = a.begin(), y = b.begin(); x != a.end() && y != b.end();) {
    if (*x == *y) ++common;
    const bool step_x = *x <= *y;
    const bool step_y = *y <= *x;
    if (step_x) ++x;
    if (step_y) ++y;
  }
  return 2.0 * static_cast<double>(common) / static_cast<double>(a.size() + b.size());
}

TitleMatch match_titles(const Title& a, const Title& b, double trigram_overlap) {
  if (a.letters.empty() || b.letters.empty()) return TitleMatch::different;
  if (a.letters == b.letters) return TitleMatch::same;
  if (extends(a, b)) return TitleMatch::extended;
  if (trigram_overlap < kSimilar) return TitleMatch::different;
  return near_match(a, b, trigram_overlap >= kNear);
}

bool other_numbers(const Title& a, const Title& b) {
  if (a.digits == b.digits) return false;
  // "Spanish title; English title" holds its numbers twice.
  return !(extends(a, b) && (a.digits == b.digits + b.digits || b.digits == a.digits + a.digits));
}

}  // namespace ev::identity
