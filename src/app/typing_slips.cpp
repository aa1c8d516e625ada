#include "app/typing_slips.hpp"

#include <algorithm>

namespace ev::app {

std::size_t typing_slips(std::string_view a, std::string_view b) {
  // Rows of the table for a's first i - 2, i - 1 and i letters.
  std::vector<std::size_t> before(b.size() + 1);
  std::vector<std::size_t> last(b.size() + 1);
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j < last.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t other = last[j - 1] + (a[i - 1] == b[j - 1] ? 0u : 1u);
      row[j] = std::min({other, last[j] + 1, row[j - 1] + 1});
      const bool exchanged = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (exchanged) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    before.swap(last);
    last.swap(row);
  }
  return last[b.size()];
}

std::string meant_word(std::string_view given, const std::vector<std::string>& known) {
  const std::size_t allowed = std::max<std::size_t>(1, given.size() / 3);
  std::size_t least = allowed + 1;
  std::string best;
  for (const std::string& word : known) {
    // Longer or shorter by more than the slips allowed: nothing to compute, however long it is.
    if (std::max(word.size(), given.size()) - std::min(word.size(), given.size()) > allowed)
      continue;
    const std::size_t slips = typing_slips(given, word);
    if (slips >= least) continue;
    least = slips;
    best = word;
  }
  return best;
}

}  // namespace ev::app
