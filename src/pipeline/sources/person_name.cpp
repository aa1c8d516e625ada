#include "pipeline/sources/person_name.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace ev::sources {

namespace {

using Words = std::vector<std::string>;

Words name_words(std::string_view s) {
  std::string blanks(s);
  for (char& c : blanks) c = static_cast<unsigned char>(c) <= ' ' ? ' ' : c;
  Words out;
  for (std::string& word : text::split(blanks, ' ')) {
    if (!word.empty()) out.push_back(std::move(word));
  }
  return out;
}

bool is_name_suffix(std::string_view word) {
  constexpr std::array<std::string_view, 7> kSuffixes = {"Jr", "Jr.", "Sr", "Sr.",
                                                         "II", "III", "IV"};
  return std::find(kSuffixes.begin(), kSuffixes.end(), word) != kSuffixes.end();
}

// "J.A.", "JA", "J.-P.": capitals only, up to three, or more with full stops between.
bool is_initial_letters(std::string_view word) {
  std::size_t letters = 0;
  bool dots = false;
  for (std::size_t i = 0; i < word.size();) {
    const std::size_t before = i;
    const char32_t c = text::next_code_point(word, i);
    if (c == '.' || c == '-') {
      dots = dots || c == '.';
      continue;
    }
    const std::string_view letter = word.substr(before, i - before);
    const bool capital = c < 0x80 ? c >= 'A' && c <= 'Z' : text::fold(letter) != letter;
    if (!capital) return false;
    ++letters;
  }
  return letters > 0 && (letters <= 3 || (dots && letters <= 5));
}

bool names_group(const Words& words) {
  constexpr std::array<std::string_view, 24> kGroupWords = {
      "group",     "consortium", "collaborators", "collaboration", "collaborative", "investigators",
      "network",   "committee",  "association",   "society",       "organization",  "organisation",
      "institute", "university", "department",    "ministry",      "team",          "study",
      "trial",     "federation", "foundation",    "initiative",    "council",       "authors"};
  if (words.size() < 2) return false;
  return std::any_of(words.begin(), words.end(), [&](const std::string& word) {
    std::string lower = text::to_lower_ascii(word);
    while (!lower.empty() && (lower.back() == '.' || lower.back() == ',')) lower.pop_back();
    return std::find(kGroupWords.begin(), kGroupWords.end(), lower) != kGroupWords.end();
  });
}

// "J. A." -> "JA", "Jean-Paul" -> "JP".
std::string initials_of_given(const Words& given) {
  std::string out;
  for (const std::string& word : given) {
    const bool all = is_initial_letters(word);
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

model::Author person_of_words(std::string family, const Words& given, std::string_view suffix) {
  model::Author author{.last_name = std::move(family)};
  author.initials = initials_of_given(given);
  const bool short_form = std::all_of(given.begin(), given.end(), is_initial_letters);
  const std::string names = short_form ? author.initials : text::join(given, " ");
  for (const std::string_view part :
       {std::string_view(author.last_name), std::string_view(names), suffix}) {
    if (part.empty()) continue;
    if (!author.name.empty()) author.name += ' ';
    author.name += part;
  }
  return author;
}

std::string joined_words(Words::const_iterator from, Words::const_iterator to) {
  return text::join(Words(from, to), " ");
}

model::Author person_without_comma(Words words, std::string_view other_form) {
  std::string suffix;
  if (words.size() > 2 && is_name_suffix(words.back())) {
    suffix = words.back();
    words.pop_back();
  }
  const Words other = name_words(other_form);
  const bool confirmed_last =
      !other.empty() && text::fold(other.back()) == text::fold(words.back());
  std::size_t cut = words.size();
  while (cut > 1 && is_initial_letters(words[cut - 1])) --cut;
  const bool family_first = cut < words.size() && !confirmed_last && !is_initial_letters(words[0]);
  if (family_first) {
    const auto given = words.begin() + static_cast<std::ptrdiff_t>(cut);
    return person_of_words(joined_words(words.begin(), given), {given, words.end()}, suffix);
  }
  if (words.size() == 1) return person_of_words(words.front(), {}, suffix);
  // The family name begins at the first word in small letters ("von", "de la"), else is the last.
  const auto family = std::find_if(words.begin() + 1, words.end() - 1, [](const std::string& w) {
    return w.front() >= 'a' && w.front() <= 'z';
  });
  return person_of_words(joined_words(family, words.end()), {words.begin(), family}, suffix);
}

}  // namespace

model::Author group_author(std::string_view name) {
  return {.name = text::join(name_words(name), " "), .collective = true};
}

model::Author person_of_parts(std::string_view family, std::string_view given,
                              std::string_view suffix) {
  const Words last = name_words(family);
  const Words first = name_words(given);
  if (last.empty()) return first.empty() ? model::Author{} : person_of_printed(given);
  return person_of_words(text::join(last, " "), first, text::trim(suffix));
}

model::Author person_of_printed(std::string_view name, std::string_view other_form) {
  name = text::trim(name);
  while (!name.empty() && (name.back() == ',' || name.back() == ';')) name.remove_suffix(1);
  Words words = name_words(name);
  if (words.empty()) return {};
  const std::size_t comma = name.find(',');
  if (names_group(comma == std::string_view::npos ? words : name_words(name.substr(0, comma)))) {
    return group_author(name);
  }
  if (comma == std::string_view::npos) return person_without_comma(std::move(words), other_form);
  // "Doe, Jane, Jr" and "Doe, Jr, Jane".
  std::string suffix;
  Words given;
  for (std::string& word : name_words(name.substr(comma + 1))) {
    while (!word.empty() && word.back() == ',') word.pop_back();
    if (word.empty()) continue;
    if (suffix.empty() && is_name_suffix(word)) {
      suffix = std::move(word);
    } else {
      given.push_back(std::move(word));
    }
  }
  return person_of_words(text::join(name_words(name.substr(0, comma)), " "), given, suffix);
}

}  // namespace ev::sources
