#include "pipeline/library/author_names.hpp"

#include "base/text.hpp"
#include "pipeline/library/values.hpp"

#include <algorithm>

namespace ev::library {

namespace {

bool is_capital(char c) {
  return c >= 'A' && c <= 'Z';
}

// Of the letters names are written with: Latin with accents, Greek, Cyrillic.
bool is_capital_letter(char32_t c) {
  if (c < 0x80) return is_capital(static_cast<char>(c));
  if (c < 0x100) return c >= 0xC0 && c <= 0xDE;
  const bool odd = (c & 1) != 0;
  const bool odd_is_capital = (c >= 0x139 && c <= 0x148) || (c >= 0x179 && c <= 0x17E);
  if (c < 0x250) return odd == odd_is_capital;
  if (c >= 0x1E00 && c <= 0x1EFF) return !odd;
  if (c >= 0x386 && c <= 0x3AB) return c != 0x390;
  return c >= 0x400 && c <= 0x42F;
}

bool is_suffix(std::string_view word) {
  for (const std::string_view known :
       {"Jr", "Jr.", "Sr", "Sr.", "II", "III", "IV", "2nd", "3rd", "4th"}) {
    if (word == known) return true;
  }
  return false;
}

std::vector<std::string> words_of(std::string_view s) {
  std::vector<std::string> out;
  for (std::string& word : text::split(squeezed(s), ' ')) {
    if (!word.empty()) out.push_back(std::move(word));
  }
  return out;
}

// "J.A.", "JA", "J.-P.", "J": nothing but single letters. A name in capitals is longer.
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

model::Author assembled(std::string family, const std::vector<std::string>& given,
                        const std::string& suffix) {
  model::Author author{.last_name = std::move(family)};
  author.initials = initials_of(given);
  const bool short_names =
      std::all_of(given.begin(), given.end(), [](const std::string& w) { return is_initials(w); });
  const std::string names = short_names ? author.initials : text::join(given, " ");
  for (const std::string_view part :
       {std::string_view(author.last_name), std::string_view(names), std::string_view(suffix)}) {
    if (part.empty()) continue;
    if (!author.name.empty()) author.name += ' ';
    author.name += part;
  }
  return author;
}

bool names_a_group(const std::vector<std::string>& words) {
  for (const std::string& word : words) {
    std::string lower = text::to_lower_ascii(word);
    while (!lower.empty() && (lower.back() == '.' || lower.back() == ',')) lower.pop_back();
    for (const std::string_view known :
         {"group",         "consortium",   "collaborators", "collaboration", "collaborative",
          "investigators", "network",      "committee",     "association",   "society",
          "organization",  "organisation", "institute",     "university",    "department",
          "ministry",      "team",         "study",         "trial",         "federation",
          "foundation",    "initiative",   "council",       "centers",       "centre",
          "center"}) {
      if (lower == known) return true;
    }
  }
  return false;
}

model::Author group_of(std::string_view name) {
  return {.name = squeezed(name), .collective = true};
}

std::string joined(std::vector<std::string>::const_iterator from,
                   std::vector<std::string>::const_iterator to) {
  return text::join(std::vector<std::string>(from, to), " ");
}

// Without a comma: "van der Berg JA Jr", or "Jane Q Doe" when that order may be meant.
model::Author of_words(std::vector<std::string> words, NameOrder order) {
  std::string suffix;
  if (words.size() > 2 && is_suffix(words.back())) {
    suffix = words.back();
    words.pop_back();
  }
  std::size_t first_initial = words.size();
  while (first_initial > 1 && is_initials(words[first_initial - 1])) --first_initial;
  if (first_initial < words.size()) {
    const auto cut = words.begin() + static_cast<std::ptrdiff_t>(first_initial);
    return assembled(joined(words.begin(), cut), {cut, words.end()}, suffix);
  }
  if (order == NameOrder::family_first || words.size() == 1) {
    return assembled(words.front(), {words.begin() + 1, words.end()}, suffix);
  }
  // The family name begins at the first word in small letters ("von", "de la"), else is the last.
  auto family = std::find_if(words.begin() + 1, words.end() - 1,
                             [](const std::string& w) { return w[0] >= 'a' && w[0] <= 'z'; });
  return assembled(joined(family, words.end()), {words.begin(), family}, suffix);
}

// "Last FM" or "Last F. M.": a family name and only initials behind.
bool is_short_form(std::string_view name) {
  const std::vector<std::string> words = words_of(name);
  return words.size() >= 2 && words.size() <= 6 && !is_initials(words.front()) &&
         is_initials(words.back());
}

// "Adams D. D.Baker J.de Cooper M." lost its line ends: a word of two letters or more follows a
// full stop at once.
std::vector<std::string> split_run_together(std::string_view s) {
  std::vector<std::string> out;
  std::size_t from = 0;
  for (std::size_t i = 1; i + 2 < s.size(); ++i) {
    const auto next = static_cast<unsigned char>(s[i + 1]);
    const auto after = static_cast<unsigned char>(s[i + 2]);
    const bool letter =
        (next >= 'a' && next <= 'z') || (next >= 'A' && next <= 'Z') || next >= 0x80;
    const bool word = (after >= 'a' && after <= 'z') || after >= 0x80;
    if (s[i] != '.' || !is_capital(s[i - 1]) || !letter || !word) continue;
    out.emplace_back(s.substr(from, i + 1 - from));
    from = i + 1;
  }
  out.emplace_back(s.substr(from));
  return out;
}

std::vector<std::string> split_at_word(std::string_view s, std::string_view word) {
  std::vector<std::string> out;
  std::size_t from = 0;
  const std::string lower = text::to_lower_ascii(s);
  for (std::size_t at = lower.find(word); at != std::string::npos; at = lower.find(word, from)) {
    out.emplace_back(s.substr(from, at - from));
    from = at + word.size();
  }
  out.emplace_back(s.substr(from));
  return out;
}

std::vector<std::string> names_in(const std::string& list) {
  if (list.find(';') != std::string::npos) return text::split(list, ';');
  if (list.find('\n') != std::string::npos) return text::split(list, '\n');
  std::vector<std::string> names = split_at_word(list, " and ");
  if (names.size() > 2 || (names.size() == 2 && names[0].find(',') == std::string::npos))
    return names;
  // Commas between names of the short form: "Smith J, Doe A and Roe B".
  std::vector<std::string> parts;
  for (const std::string& name : names) {
    for (std::string& part : text::split(name, ',')) parts.push_back(std::move(part));
  }
  if (parts.size() > 1 && std::all_of(parts.begin(), parts.end(), [](const std::string& part) {
        return is_short_form(part) || is_et_al(part) || squeezed(part).empty();
      })) {
    return parts;
  }
  return names.size() == 1 ? split_run_together(list) : names;
}

}  // namespace

bool is_et_al(std::string_view name) {
  std::string lower = text::to_lower_ascii(squeezed(name));
  while (!lower.empty() && (lower.back() == '.' || lower.back() == ',')) lower.pop_back();
  return lower == "et al" || lower == "others" || lower == "and others" || lower == "...";
}

model::Author medline_person(std::string_view full_name) {
  const std::size_t comma = full_name.find(',');
  std::vector<std::string> given =
      words_of(comma == std::string_view::npos ? "" : full_name.substr(comma + 1));
  std::string suffix;
  if (given.size() > 1 && is_suffix(given.back())) {
    suffix = given.back();
    given.pop_back();
  }
  return assembled(squeezed(full_name.substr(0, comma)), given, suffix);
}

model::Author person_of(std::string_view name, NameOrder order) {
  std::string clean = squeezed(name);
  while (!clean.empty() && (clean.back() == ',' || clean.back() == ';')) clean.pop_back();
  std::vector<std::string> words = words_of(clean);
  if (words.empty()) return {};
  const std::size_t comma = clean.find(',');
  if (comma == std::string::npos) {
    if (names_a_group(words)) return group_of(clean);
    return of_words(std::move(words), order);
  }
  const std::string family = squeezed(std::string_view(clean).substr(0, comma));
  std::string_view rest = std::string_view(clean).substr(comma + 1);
  if (names_a_group(words_of(family)) && words_of(family).size() > 1) return group_of(clean);
  // "Last, First, Jr" and "Last, Jr, First".
  std::vector<std::string> given;
  std::string suffix;
  for (const std::string& part : text::split(rest, ',')) {
    for (std::string& word : words_of(part)) {
      if (is_suffix(word) && suffix.empty() &&
          (!given.empty() || rest.find(',') != std::string_view::npos)) {
        suffix = std::move(word);
      } else {
        given.push_back(std::move(word));
      }
    }
  }
  return assembled(family, given, suffix);
}

std::vector<model::Author> people_of(std::string_view list, bool& complete) {
  std::vector<model::Author> out;
  std::string names(list);
  for (const std::string& name : names_in(names)) {
    std::string_view one = text::trim(name);
    if (one.substr(0, 4) == "and ") one.remove_prefix(4);
    if (is_et_al(one)) {
      complete = false;
      continue;
    }
    for (const std::string_view tail : {std::string_view(" et al."), std::string_view(" et al")}) {
      if (one.size() <= tail.size() || one.substr(one.size() - tail.size()) != tail) continue;
      one.remove_suffix(tail.size());
      complete = false;
    }
    model::Author author = person_of(one);
    if (!author.name.empty()) out.push_back(std::move(author));
  }
  return out;
}

}  // namespace ev::library
