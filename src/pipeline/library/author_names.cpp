#include "pipeline/library/author_names.hpp"

#include "base/text.hpp"
#include "pipeline/library/values.hpp"
#include "pipeline/model/author_name.hpp"

#include <algorithm>

namespace ev::library {

namespace {

bool is_capital(char c) {
  return c >= 'A' && c <= 'Z';
}

std::vector<std::string> words_of(std::string_view s) {
  std::vector<std::string> out;
  for (std::string& word : text::split(squeezed(s), ' ')) {
    if (!word.empty()) out.push_back(std::move(word));
  }
  return out;
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
  if (words.size() > 2 && model::is_name_suffix(words.back())) {
    suffix = words.back();
    words.pop_back();
  }
  std::size_t first_initial = words.size();
  while (first_initial > 1 && model::is_initials(words[first_initial - 1])) --first_initial;
  if (first_initial < words.size()) {
    const auto cut = words.begin() + static_cast<std::ptrdiff_t>(first_initial);
    return model::person_of_parts(joined(words.begin(), cut), {cut, words.end()}, suffix);
  }
  if (order == NameOrder::family_first || words.size() == 1) {
    return model::person_of_parts(words.front(), {words.begin() + 1, words.end()}, suffix);
  }
  // The family name begins at the first word in small letters ("von", "de la"), else is the last.
  auto family = std::find_if(words.begin() + 1, words.end() - 1,
                             [](const std::string& w) { return w[0] >= 'a' && w[0] <= 'z'; });
  return model::person_of_parts(joined(family, words.end()), {words.begin(), family}, suffix);
}

// "Last FM" or "Last F. M.": a family name and only initials behind.
bool is_short_form(std::string_view name) {
  const std::vector<std::string> words = words_of(name);
  return words.size() >= 2 && words.size() <= 6 && !model::is_initials(words.front()) &&
         model::is_initials(words.back());
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
  if (given.size() > 1 && model::is_name_suffix(given.back())) {
    suffix = given.back();
    given.pop_back();
  }
  return model::person_of_parts(squeezed(full_name.substr(0, comma)), given, suffix);
}

model::Author person_of(std::string_view name, NameOrder order) {
  std::string clean = squeezed(name);
  while (!clean.empty() && (clean.back() == ',' || clean.back() == ';')) clean.pop_back();
  std::vector<std::string> words = words_of(clean);
  if (words.empty()) return {};
  const std::size_t comma = clean.find(',');
  if (comma == std::string::npos) {
    if (model::names_group(words)) return group_of(clean);
    return of_words(std::move(words), order);
  }
  const std::string family = squeezed(std::string_view(clean).substr(0, comma));
  std::string_view rest = std::string_view(clean).substr(comma + 1);
  if (model::names_group(words_of(family))) return group_of(clean);
  // "Last, First, Jr" and "Last, Jr, First".
  std::vector<std::string> given;
  std::string suffix;
  for (const std::string& part : text::split(rest, ',')) {
    for (std::string& word : words_of(part)) {
      if (model::is_name_suffix(word) && suffix.empty() &&
          (!given.empty() || rest.find(',') != std::string_view::npos)) {
        suffix = std::move(word);
      } else {
        given.push_back(std::move(word));
      }
    }
  }
  return model::person_of_parts(family, given, suffix);
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
