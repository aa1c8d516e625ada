#include "pipeline/extract/type_words.hpp"

#include "base/text.hpp"

#include <array>
#include <utility>

namespace ev::extract {

namespace {

constexpr std::array<std::pair<std::string_view, Type>, 18> kTypeNames = {
    {{"string", Type::string},
     {"str", Type::string},
     {"text", Type::string},
     {"date", Type::string},
     {"datetime", Type::string},
     {"url", Type::string},
     {"uri", Type::string},
     {"number", Type::number},
     {"float", Type::number},
     {"double", Type::number},
     {"decimal", Type::number},
     {"num", Type::number},
     {"integer", Type::integer},
     {"int", Type::integer},
     {"long", Type::integer},
     {"boolean", Type::boolean},
     {"bool", Type::boolean},
     {"object", Type::object}}};

bool is_null(std::string_view name) {
  return text::equal_ignoring_ascii_case(name, "null") ||
         text::equal_ignoring_ascii_case(name, "none");
}

// What stands inside "array[…]", "list<…>" or before "[]"; none when it is no list.
std::optional<std::string_view> item_of(std::string_view words) {
  if (words.size() > 2 && words.substr(words.size() - 2) == "[]")
    return words.substr(0, words.size() - 2);
  for (const std::string_view list : {"array", "list"}) {
    if (!text::starts_with_ignoring_ascii_case(words, list)) continue;
    const std::string_view rest = text::trim(words.substr(list.size()));
    if (rest.empty()) return "string";
    const bool closed = rest.size() > 2 && ((rest.front() == '[' && rest.back() == ']') ||
                                            (rest.front() == '<' && rest.back() == '>'));
    if (closed) return rest.substr(1, rest.size() - 2);
  }
  return std::nullopt;
}

// "integer|null" is the integer; several of anything else are choices.
std::optional<TypeWords> read_choices(std::string_view words) {
  TypeWords out;
  for (const std::string& option : text::split(words, '|')) {
    const std::string_view trimmed = text::trim(option);
    if (trimmed.empty()) return std::nullopt;
    if (!is_null(trimmed)) out.options.emplace_back(trimmed);
  }
  if (out.options.size() != 1) return out;
  const std::string only = std::move(out.options.front());
  return read_type_words(only);
}

}  // namespace

const char* to_string(Type type) {
  static constexpr std::array kWords = {"string", "number", "integer", "boolean", "object"};
  return kWords[static_cast<std::size_t>(type)];
}

std::optional<Type> type_of(std::string_view name) {
  for (const auto& [word, type] : kTypeNames) {
    if (text::equal_ignoring_ascii_case(name, word)) return type;
  }
  return std::nullopt;
}

std::optional<TypeWords> read_type_words(std::string_view words) {
  words = text::trim(words);
  if (!words.empty() && words.back() == '?') words = text::trim(words.substr(0, words.size() - 1));
  if (const auto type = type_of(words)) return TypeWords{.type = *type};
  if (const auto item = item_of(words)) {
    auto out = read_type_words(*item);
    if (!out || out->array) return std::nullopt;
    out->array = true;
    return out;
  }
  if (words.find('|') == std::string_view::npos) return std::nullopt;
  return read_choices(words);
}

}  // namespace ev::extract
