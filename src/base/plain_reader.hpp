// Reads a struct straight from JSON text, without a document in between, for large imports: the
// counterpart of TextWriter (codec.hpp) for text in the form it writes. Anything else (another
// type, null, an escape or a number it does not know, a member met twice, text that is no JSON)
// only sets failed(): the caller then takes the slow road of parse_json and Reader, which names
// what is wrong. So what is read here must be what that road reads. The text must be valid UTF-8.
// Thread rule: plain values.
#pragma once

#include "base/codec.hpp"

#include <array>
#include <charconv>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace ev {

namespace plain {

// Takes one value off the front of `rest` (blanks around it go too); "" when there is none that is
// whole. What is inside is not looked at but for strings and brackets.
std::string_view take_value(std::string_view& rest);
bool take_char(std::string_view& rest, char c);
// The text of a JSON string with its quotes.
bool read_string(std::string_view value, std::string& out);

}  // namespace plain

class PlainReader {
 public:
  explicit PlainReader(std::string_view object) { split(object); }

  template <class T>
  void operator()(std::string_view name, T& out, const Rule& = {}) {
    for (std::size_t i = 0; i < count_; ++i) {
      if (members_[i].name != name) continue;
      members_[i].used = true;
      // As for Reader: "" is "not given".
      if (members_[i].value != R"("")") failed_ = failed_ || !read(members_[i].value, out);
      return;
    }
  }

  bool failed() const { return failed_; }
  bool has(std::string_view name) const;
  // All members were asked for.
  bool all_used() const;
  // The others are strings, each of them a valid one.
  bool others_are_strings() const;
  // The names of those, as they stand in the text.
  std::vector<std::string> others() const;

 private:
  struct Member {
    std::string_view name;
    std::string_view value;
    bool used = false;
  };
  void split(std::string_view object);
  bool split_members(std::string_view rest);

  template <class T>
  static bool read(std::string_view value, T& out) {
    if constexpr (codec::is_optional<T>::value) {
      typename T::value_type inner{};
      if (!read(value, inner)) return false;
      out = std::move(inner);
      return true;
    } else if constexpr (std::is_same_v<T, std::string>) {
      return plain::read_string(value, out);
    } else if constexpr (NamedEnum<T>) {
      std::string name;
      if (!plain::read_string(value, name)) return false;
      const auto known = from_wire_name<T>(name);
      out = known.value_or(out);
      return known.has_value();
    } else if constexpr (std::is_same_v<T, bool>) {
      out = value == "true";
      return out || value == "false";
    } else if constexpr (std::is_integral_v<T>) {
      const bool padded = value.size() > 1 && value.front() == '0';
      const auto [end, failed] = std::from_chars(value.data(), value.data() + value.size(), out);
      return !padded && value.front() != '-' && failed == std::errc{} &&
             end == value.data() + value.size();
    } else if constexpr (codec::is_vector<T>::value) {
      return read_array(value, out);
    } else if constexpr (codec::is_string_map<T>::value) {
      return read_map(value, out);
    } else {
      PlainReader nested(value);
      describe(nested, out);
      return !nested.failed() && nested.all_used();
    }
  }

  template <class T>
  static bool read_array(std::string_view value, std::vector<T>& out) {
    if (!plain::take_char(value, '[')) return false;
    if (plain::take_char(value, ']')) return value.empty();
    while (true) {
      const std::string_view item = plain::take_value(value);
      if (item.empty() || !read(item, out.emplace_back())) return false;
      if (plain::take_char(value, ',')) continue;
      return plain::take_char(value, ']') && value.empty();
    }
  }

  template <class T>
  static bool read_map(std::string_view value, std::map<std::string, T>& out) {
    const PlainReader members(value);
    for (std::size_t i = 0; i < members.count_; ++i) {
      if (!read(members.members_[i].value, out[std::string(members.members_[i].name)]))
        return false;
    }
    return !members.failed_;
  }

  static constexpr std::size_t kMembers = 64;
  std::array<Member, kMembers> members_;
  std::size_t count_ = 0;
  bool failed_ = false;
};

}  // namespace ev
