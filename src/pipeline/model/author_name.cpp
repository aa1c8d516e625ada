#include "pipeline/model/author_name.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <array>

namespace ev::model {

namespace {

constexpr std::array<std::string_view, 10> kNameSuffixes = {"Jr",  "Jr.", "Sr",  "Sr.", "II",
                                                            "III", "IV",  "2nd", "3rd", "4th"};

constexpr std::array<std::string_view, 27> kGroupWords = {
    "group",     "consortium", "collaborators", "collaboration", "collaborative", "investigators",
    "network",   "committee",  "association",   "society",       "organization",  "organisation",
    "institute", "university", "department",    "ministry",      "team",          "study",
    "trial",     "federation", "foundation",    "initiative",    "council",       "centers",
    "centre",    "center",     "authors"};

// Of the letters names are written with: Latin with accents, Greek, Cyrillic.
bool is_capital_letter(char32_t c) {
  if (c < 0x80) return c >= 'A' && c <= 'Z';
  if (c < 0x100) return c >= 0xC0 && c <= 0xDE;
  const bool odd = (c & 1) != 0;
  const bool odd_is_capital = (c >= 0x139 && c <= 0x148) || (c >= 0x179 && c <= 0x17E);
  if (c < 0x250) return odd == odd_is_capital;
  if (c >= 0x1E00 && c <= 0x1EFF) return !odd;
  if (c >= 0x386 && c <= 0x3AB) return c != 0x390;
  return c >= 0x400 && c <= 0x42F;
}

// "J. A." -> "JA", "Jean-Paul" -> "JP".
std::string initials_of(const std::vector<std::string>& given) {
  std::string out;
  for (const std::string& word : given) {
    const bool all = is_initials(word);
    bool take = true;
    for (std::size_t i = 0; i < word.size();) {
      const std::size_t before = i;
      const char32_t c = text::next_code_point(word, i);
      if (c == '.' || c == '-') {
        take = true;
        continue;
      }
      if (take || all) out += word.substr(before, i - before);
      take = false;
    }
  }
  return out;
}

}  // namespace

bool is_name_suffix(std::string_view word) {
  return std::find(kNameSuffixes.begin(), kNameSuffixes.end(), word) != kNameSuffixes.end();
}

bool is_initials(std::string_view word) {
  std::size_t letters = 0;
  bool dots = false;
  for (std::size_t i = 0; i < word.size();) {
    if (word[i] == '.' || word[i] == '-') {
      dots = dots || word[i] == '.';
      ++i;
      continue;
    }
    // Two letters without a dot between: "Al" and "Hà" are names, "AL" are initials.
    if (!is_capital_letter(text::next_code_point(word, i))) return false;
    ++letters;
  }
  return letters > 0 && (letters <= 3 || (dots && letters <= 5));
}

bool names_group(const std::vector<std::string>& words) {
  if (words.size() < 2) return false;
  return std::any_of(words.begin(), words.end(), [](const std::string& word) {
    std::string lower = text::to_lower_ascii(word);
    while (!lower.empty() && (lower.back() == '.' || lower.back() == ',')) lower.pop_back();
    return std::find(kGroupWords.begin(), kGroupWords.end(), lower) != kGroupWords.end();
  });
}

Author person_of_parts(std::string family, const std::vector<std::string>& given,
                       std::string_view suffix) {
  Author author{.last_name = std::move(family)};
  author.initials = initials_of(given);
  const bool short_form = std::all_of(given.begin(), given.end(),
                                      [](const std::string& word) { return is_initials(word); });
  const std::string names = short_form ? author.initials : text::join(given, " ");
  for (const std::string_view part :
       {std::string_view(author.last_name), std::string_view(names), suffix}) {
    if (part.empty()) continue;
    if (!author.name.empty()) author.name += ' ';
    author.name += part;
  }
  return author;
}

}  // namespace ev::model
