// One `describe(v, T&)` per struct does reading, writing and the schema check:
//
//   template <class V> void describe(V& v, SearchArgs& a) {
//     v("search_query", a.search_query, {.required = true, .max_length = 4000});
//     v("max_results", a.max_results, {.min = 1, .max = 1000});
//   }
//
// Reader collects every problem with its path and remedy; ObjectWriter makes a Json value;
// TextWriter makes JSON text without a document in between (large exports). Absent optionals, empty
// strings and empty arrays are not written unless Rule::always. Thread rule: plain values.
//
// Leniency fixed for every tool: null and "" mean "not given"; a number may be a decimal string, an
// integer a float without fraction; nothing else is converted.
#pragma once

#include "base/json.hpp"
#include "base/named_enum.hpp"
#include "base/result.hpp"
#include "base/text.hpp"

#include <nlohmann/json.hpp>

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace ev {

struct Rule {
  bool required = false;
  double min = -std::numeric_limits<double>::infinity();
  double max = std::numeric_limits<double>::infinity();
  std::size_t max_length = 0;  // code points of a string, items of an array; 0 = no limit
  std::vector<std::string_view> one_of{};  // allowed strings (of the value, or of each array item)
  std::string_view alias{};                // another accepted name
  // What to give in place of strings that are often tried: {given, its replacement}.
  std::span<const std::pair<std::string_view, std::string_view>> instead{};
  std::string_view remedy{};  // appended to a problem of this field
  bool always = false;        // write even when empty
  bool paged = false;  // more than `max` is read as `max`, with a note: the rest comes page by page
};

namespace codec {

template <class T>
struct is_optional : std::false_type {};
template <class T>
struct is_optional<std::optional<T>> : std::true_type {};
template <class T>
struct is_vector : std::false_type {};
template <class T>
struct is_vector<std::vector<T>> : std::true_type {};
template <class T>
struct is_string_map : std::false_type {};
template <class T>
struct is_string_map<std::map<std::string, T>> : std::true_type {};

template <class T>
inline constexpr bool is_scalar =
    std::is_arithmetic_v<T> || std::is_same_v<T, std::string> || std::is_same_v<T, Json> ||
    std::is_same_v<T, OrderedJson> || NamedEnum<T>;

std::string type_name(const Json& value);
std::optional<double> number_of(const Json& value);  // numbers and decimal strings
bool not_given(const Json& value);                   // null or ""
std::string nearest(std::string_view name, const std::vector<std::string>& known);
std::string quoted_list(const std::vector<std::string_view>& names);
std::string number_text(double value);

// Drops problems from `begin` on whose path an earlier one has: a member that could not be read has
// said so, and what stands in its place says nothing.
void drop_repeated(std::vector<Problem>& problems, std::size_t begin);

}  // namespace codec

// Reads a struct out of a JSON object and lists all problems. Unknown members are problems too,
// with the nearest known name as the remedy.
class Reader {
 public:
  Reader(const Json& object, std::string path, std::vector<Problem>& problems,
         std::vector<std::string>* notes = nullptr)
      : object_(&object), path_(std::move(path)), problems_(&problems), notes_(notes) {}

  template <class T>
  void operator()(const char* name, T& out, const Rule& rule = {}) {
    known_.emplace_back(name);
    if (!rule.alias.empty()) known_.emplace_back(rule.alias);
    const Json* value = find(name);
    std::string path = join_path(name);
    if (value == nullptr && !rule.alias.empty()) {
      value = find(std::string(rule.alias));
      if (value != nullptr) path = join_path(std::string(rule.alias));
    }
    if (value == nullptr || (codec::not_given(*value) && !std::is_same_v<T, Json>)) {
      if (rule.required) add(path, "is required", rule);
      return;
    }
    read(*value, out, rule, path);
  }

  // Call once after describe(): reports members nobody asked for.
  void finish() {
    for (const auto& [name, value] : object_->items()) {
      bool found = false;
      for (const std::string& known : known_) found = found || known == name;
      if (found) continue;
      const std::string near = codec::nearest(name, known_);
      problems_->push_back(
          {join_path(name),
           "is not a known field" + (near.empty() ? "; known: " + text::join(known_, ", ")
                                                  : "; did you mean " + near + "?")});
    }
  }

 private:
  const Json* find(const std::string& name) const {
    const auto it = object_->find(name);
    return it == object_->end() ? nullptr : &*it;
  }
  std::string join_path(const std::string& name) const {
    return path_.empty() ? name : path_ + "." + name;
  }
  void add(const std::string& path, std::string message, const Rule& rule) {
    if (!rule.remedy.empty()) message += "; " + std::string(rule.remedy);
    problems_->push_back({path, std::move(message)});
  }
  void add_type(const std::string& path, std::string_view expected, const Json& got,
                const Rule& rule) {
    add(path, "must be " + std::string(expected) + ", got " + codec::type_name(got), rule);
  }

  template <class T>
  void read(const Json& value, T& out, const Rule& rule, const std::string& path) {
    if constexpr (codec::is_optional<T>::value) {
      typename T::value_type inner{};
      const std::size_t before = problems_->size();
      read(value, inner, rule, path);
      if (problems_->size() == before) out = std::move(inner);
    } else if constexpr (std::is_same_v<T, Json> || std::is_same_v<T, OrderedJson>) {
      out = value;
    } else if constexpr (std::is_same_v<T, bool>) {
      if (value.is_boolean()) {
        out = value.get<bool>();
      } else {
        add_type(path, "true or false", value, rule);
      }
    } else if constexpr (std::is_arithmetic_v<T>) {
      read_number(value, out, rule, path);
    } else if constexpr (std::is_same_v<T, std::string>) {
      read_string(value, out, rule, path);
    } else if constexpr (NamedEnum<T>) {
      read_enum(value, out, rule, path);
    } else if constexpr (codec::is_vector<T>::value) {
      read_array(value, out, rule, path);
    } else if constexpr (codec::is_string_map<T>::value) {
      if (!value.is_object()) return add_type(path, "an object", value, rule);
      for (const auto& [key, item] : value.items()) {
        typename T::mapped_type inner{};
        Rule item_rule = rule;
        item_rule.required = false;
        read(item, inner, item_rule, path + "." + key);
        out.insert_or_assign(key, std::move(inner));
      }
    } else {
      if (!value.is_object()) return add_type(path, "an object", value, rule);
      Reader nested(value, path, *problems_);
      describe(nested, out);
      nested.finish();
    }
  }

  template <class T>
  void read_number(const Json& value, T& out, const Rule& rule, const std::string& path) {
    const std::optional<double> number = codec::number_of(value);
    if (!number)
      return add_type(path, std::is_integral_v<T> ? "an integer" : "a number", value, rule);
    if (std::is_integral_v<T> && *number != std::floor(*number)) {
      return add(path, "must be an integer, got " + codec::number_text(*number), rule);
    }
    if (rule.paged && notes_ != nullptr && *number > rule.max) {
      notes_->push_back(path + ": at most " + codec::number_text(rule.max) + " at once, not " +
                        codec::number_text(*number) + "; next_cursor leads to what follows");
      out = static_cast<T>(rule.max);
      return;
    }
    if (*number < rule.min || *number > rule.max) {
      std::string range =
          rule.max == std::numeric_limits<double>::infinity()
              ? "at least " + codec::number_text(rule.min)
          : rule.min == -std::numeric_limits<double>::infinity()
              ? "at most " + codec::number_text(rule.max)
              : "between " + codec::number_text(rule.min) + " and " + codec::number_text(rule.max);
      return add(path, "must be " + range + ", got " + codec::number_text(*number), rule);
    }
    if constexpr (std::is_integral_v<T>) {
      if (*number < static_cast<double>(std::numeric_limits<T>::min()) ||
          *number >= static_cast<double>(std::numeric_limits<T>::max())) {
        return add(path, "is too large", rule);
      }
    }
    out = static_cast<T>(*number);
  }

  void read_string(const Json& value, std::string& out, const Rule& rule, const std::string& path) {
    if (!value.is_string()) return add_type(path, "a string", value, rule);
    out = value.get<std::string>();
    if (!rule.one_of.empty()) {
      for (const std::string_view allowed : rule.one_of) {
        if (allowed == out) return;
      }
      std::string message = "must be one of " + codec::quoted_list(rule.one_of) + ", got \"" +
                            text::ellipsize(out, 60) + "\"";
      for (const auto& [given, replacement] : rule.instead) {
        if (text::equal_ignoring_ascii_case(given, out))
          message += "; in its place: " + std::string(replacement);
      }
      return add(path, std::move(message), rule);
    }
    if (rule.max_length != 0 && text::code_points(out) > rule.max_length) {
      add(path, "is longer than " + std::to_string(rule.max_length) + " characters", rule);
    }
  }

  template <NamedEnum E>
  void read_enum(const Json& value, E& out, Rule rule, const std::string& path) {
    constexpr auto kNames = wire_names(E{});
    rule.one_of.assign(kNames.begin(), kNames.end());
    const std::size_t before = problems_->size();
    std::string name;
    read_string(value, name, rule, path);
    if (problems_->size() == before) out = *from_wire_name<E>(name);
  }

  template <class T>
  void read_array(const Json& value, std::vector<T>& out, const Rule& rule,
                  const std::string& path) {
    if (!value.is_array()) return add_type(path, "an array", value, rule);
    if (rule.max_length != 0 && value.size() > rule.max_length) {
      return add(path,
                 "has " + std::to_string(value.size()) + " items, at most " +
                     std::to_string(rule.max_length) + " are allowed",
                 rule);
    }
    Rule item_rule = rule;
    item_rule.required = false;
    item_rule.max_length = 0;
    for (std::size_t i = 0; i < value.size(); ++i) {
      T item{};
      read(value[i], item, item_rule, path + "[" + std::to_string(i) + "]");
      out.push_back(std::move(item));
    }
  }

  const Json* object_;
  std::string path_;
  std::vector<Problem>* problems_;
  std::vector<std::string>* notes_;  // what was read otherwise than given; null = nobody asks
  std::vector<std::string> known_;
};

// Reads a struct that came from a client. `what` names the whole in the error ("pubmed_search"). A
// struct may have a `check_values(const T&, std::vector<Problem>&)` beside its describe(): what
// ranges and enums cannot say is checked there, so that one answer names every problem.
template <class T>
Result<T> decode(const Json& value, std::string_view what,
                 std::vector<std::string>* notes = nullptr) {
  Error error{.code = Errc::invalid_argument};
  T out{};
  if (!value.is_object()) {
    error.problems.push_back({"", "must be an object, got " + codec::type_name(value)});
  } else {
    Reader reader(value, "", error.problems, notes);
    describe(reader, out);
    reader.finish();
    if constexpr (requires { check_values(out, error.problems); }) {
      const std::size_t unreadable = error.problems.size();
      check_values(std::as_const(out), error.problems);
      codec::drop_repeated(error.problems, unreadable);
    }
  }
  if (error.problems.empty()) return out;
  error.message = "Invalid arguments for " + std::string(what) + ":";
  for (const Problem& p : error.problems) {
    error.message +=
        "\n- " + (p.path.empty() ? std::string("arguments") : p.path) + " " + p.message;
  }
  error.path = error.problems.front().path;
  error.recovery = "correct the listed arguments and call again";
  return error;
}

// Reads a struct the program wrote itself; unknown members are ignored (an older or newer version
// wrote).
class StoredReader {
 public:
  explicit StoredReader(const Json& object) : object_(&object) {}
  template <class T>
  void operator()(const char* name, T& out, const Rule& = {}) {
    const auto it = object_->find(name);
    if (it != object_->end()) read(*it, out);
  }

 private:
  template <class T>
  static void read(const Json& value, T& out) {
    if constexpr (codec::is_optional<T>::value) {
      if (value.is_null()) return;
      typename T::value_type inner{};
      read(value, inner);
      out = std::move(inner);
    } else if constexpr (codec::is_vector<T>::value) {
      for (const Json& item : value) {
        typename T::value_type inner{};
        read(item, inner);
        out.push_back(std::move(inner));
      }
    } else if constexpr (codec::is_string_map<T>::value) {
      for (const auto& [key, item] : value.items()) read(item, out[key]);
    } else if constexpr (codec::is_scalar<T>) {
      if constexpr (std::is_same_v<T, std::string>) {
        if (value.is_string()) out = value.get<std::string>();
      } else if constexpr (NamedEnum<T>) {
        if (value.is_string()) out = from_wire_name<T>(value.get<std::string>()).value_or(out);
      } else if constexpr (std::is_same_v<T, bool>) {
        if (value.is_boolean()) out = value.get<bool>();
      } else if constexpr (std::is_arithmetic_v<T>) {
        if (value.is_number()) out = value.get<T>();
      } else {
        out = value;
      }
    } else if (value.is_object()) {
      StoredReader nested(value);
      describe(nested, out);
    }
  }
  const Json* object_;
};

template <class T>
T decode_stored(const Json& value) {
  T out{};
  if (value.is_object()) {
    StoredReader reader(value);
    describe(reader, out);
  }
  return out;
}

class ObjectWriter {
 public:
  template <class T>
  void operator()(const char* name, const T& value, const Rule& rule = {}) {
    if (!rule.always && empty(value)) return;
    out_[name] = write(value);
  }
  Json take() { return std::move(out_); }

  template <class T>
  static bool empty(const T& value) {
    if constexpr (codec::is_optional<T>::value) {
      return !value.has_value();
    } else if constexpr (std::is_same_v<T, std::string> || codec::is_vector<T>::value ||
                         codec::is_string_map<T>::value) {
      return value.empty();
    } else if constexpr (std::is_same_v<T, Json> || std::is_same_v<T, OrderedJson>) {
      return value.is_null();
    } else {
      return false;
    }
  }

  template <class T>
  static Json write(const T& value) {
    if constexpr (codec::is_optional<T>::value) {
      return value ? write(*value) : Json(nullptr);
    } else if constexpr (codec::is_vector<T>::value) {
      Json array = Json::array();
      for (const auto& item : value) array.push_back(write(item));
      return array;
    } else if constexpr (codec::is_string_map<T>::value) {
      Json object = Json::object();
      for (const auto& [key, item] : value) object[key] = write(item);
      return object;
    } else if constexpr (NamedEnum<T>) {
      return Json(wire_name(value));
    } else if constexpr (codec::is_scalar<T>) {
      return Json(value);
    } else {
      ObjectWriter nested;
      // describe() takes a mutable reference so that one function serves both directions.
      describe(nested, const_cast<T&>(value));
      return nested.out_;
    }
  }

 private:
  Json out_ = Json::object();
};

template <class T>
Json encode(const T& value) {
  return ObjectWriter::write(value);
}

class TextWriter {
 public:
  explicit TextWriter(std::string& out) : out_(&out) {}
  template <class T>
  void operator()(const char* name, const T& value, const Rule& rule = {}) {
    if (!rule.always && ObjectWriter::empty(value)) return;
    *out_ += first_ ? "\"" : ",\"";
    first_ = false;
    *out_ += name;
    *out_ += "\":";
    write(value);
  }

  template <class T>
  void write(const T& value) {
    if constexpr (codec::is_optional<T>::value) {
      if (value) {
        write(*value);
      } else {
        *out_ += "null";
      }
    } else if constexpr (codec::is_vector<T>::value) {
      *out_ += '[';
      bool first = true;
      for (const auto& item : value) {
        if (!first) *out_ += ',';
        first = false;
        write(item);
      }
      *out_ += ']';
    } else if constexpr (codec::is_string_map<T>::value) {
      *out_ += '{';
      bool first = true;
      for (const auto& [key, item] : value) {
        if (!first) *out_ += ',';
        first = false;
        append_json_string(*out_, key);
        *out_ += ':';
        write(item);
      }
      *out_ += '}';
    } else if constexpr (std::is_same_v<T, std::string>) {
      append_json_string(*out_, value);
    } else if constexpr (NamedEnum<T>) {
      append_json_string(*out_, wire_name(value));
    } else if constexpr (std::is_same_v<T, bool>) {
      *out_ += value ? "true" : "false";
    } else if constexpr (std::is_integral_v<T>) {
      *out_ += std::to_string(value);
    } else if constexpr (codec::is_scalar<T>) {
      *out_ += dump_json(Json(value));
    } else {
      *out_ += '{';
      TextWriter nested(*out_);
      describe(nested, const_cast<T&>(value));
      *out_ += '}';
    }
  }

 private:
  std::string* out_;
  bool first_ = true;
};

template <class T>
std::string encode_text(const T& value) {
  std::string out;
  TextWriter(out).write(value);
  return out;
}

}  // namespace ev
