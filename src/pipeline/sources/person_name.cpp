#include "pipeline/sources/person_name.hpp"

#include "base/text.hpp"
#include "pipeline/model/author_name.hpp"

#include <algorithm>
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

std::string joined_words(Words::const_iterator from, Words::const_iterator to) {
  return text::join(Words(from, to), " ");
}

model::Author person_without_comma(Words words, std::string_view other_form) {
  std::string suffix;
  if (words.size() > 2 && model::is_name_suffix(words.back())) {
    suffix = words.back();
    words.pop_back();
  }
  const Words other = name_words(other_form);
  const bool confirmed_last =
      !other.empty() && text::fold(other.back()) == text::fold(words.back());
  std::size_t cut = words.size();
  while (cut > 1 && model::is_initials(words[cut - 1])) --cut;
  const bool family_first = cut < words.size() && !confirmed_last && !model::is_initials(words[0]);
  if (family_first) {
    const auto given = words.begin() + static_cast<std::ptrdiff_t>(cut);
    return model::person_of_parts(joined_words(words.begin(), given), {given, words.end()}, suffix);
  }
  if (words.size() == 1) return model::person_of_parts(words.front(), {}, suffix);
  // The family name begins at the first word in small letters ("von", "de la"), else is the last.
  const auto family = std::find_if(words.begin() + 1, words.end() - 1, [](const std::string& w) {
    return w.front() >= 'a' && w.front() <= 'z';
  });
  return model::person_of_parts(joined_words(family, words.end()), {words.begin(), family}, suffix);
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
  return model::person_of_parts(text::join(last, " "), first, text::trim(suffix));
}

model::Author person_of_printed(std::string_view name, std::string_view other_form) {
  name = text::trim(name);
  while (!name.empty() && (name.back() == ',' || name.back() == ';')) name.remove_suffix(1);
  Words words = name_words(name);
  if (words.empty()) return {};
  const std::size_t comma = name.find(',');
  if (model::names_group(comma == std::string_view::npos ? words
                                                         : name_words(name.substr(0, comma)))) {
    return group_author(name);
  }
  if (comma == std::string_view::npos) return person_without_comma(std::move(words), other_form);
  // "Doe, Jane, Jr" and "Doe, Jr, Jane".
  std::string suffix;
  Words given;
  for (std::string& word : name_words(name.substr(comma + 1))) {
    while (!word.empty() && word.back() == ',') word.pop_back();
    if (word.empty()) continue;
    if (suffix.empty() && model::is_name_suffix(word)) {
      suffix = std::move(word);
    } else {
      given.push_back(std::move(word));
    }
  }
  return model::person_of_parts(text::join(name_words(name.substr(0, comma)), " "), given, suffix);
}

}  // namespace ev::sources
