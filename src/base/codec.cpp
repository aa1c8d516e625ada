#include "base/codec.hpp"

#include <algorithm>
#include <charconv>
#include <cstdio>

namespace ev::codec {

std::string type_name(const Json& value) {
  if (value.is_string())
    return "the string \"" + text::ellipsize(value.get<std::string>(), 40) + "\"";
  if (value.is_number() || value.is_boolean()) return dump_json(value);
  if (value.is_null()) return "null";
  return value.is_array() ? "an array" : "an object";
}

std::optional<double> number_of(const Json& value) {
  if (value.is_number()) return value.get<double>();
  if (!value.is_string()) return std::nullopt;
  const std::string& s = value.get_ref<const std::string&>();
  double out = 0;
  const auto [end, failed] = std::from_chars(s.data(), s.data() + s.size(), out);
  if (failed != std::errc{} || end != s.data() + s.size() || !std::isfinite(out))
    return std::nullopt;
  return out;
}

bool not_given(const Json& value) {
  return value.is_null() || (value.is_string() && value.get_ref<const std::string&>().empty());
}

std::string nearest(std::string_view name, const std::vector<std::string>& known) {
  std::string best;
  std::size_t least = 4;
  for (const std::string& candidate : known) {
    const std::size_t distance = text::edit_distance(name, candidate, 3);
    if (distance < least) {
      least = distance;
      best = candidate;
    }
  }
  if (!best.empty()) return best;
  // "max_results" of "max_results_per_source", "query" of "search_query".
  const std::string whole(name);
  for (const std::string& candidate : known) {
    if (candidate.starts_with(whole + "_") || candidate.ends_with("_" + whole)) return candidate;
  }
  return {};
}

void drop_repeated(std::vector<Problem>& problems, std::size_t begin) {
  const auto first = problems.begin() + static_cast<std::ptrdiff_t>(begin);
  const auto said = [&](const Problem& problem) {
    return std::any_of(problems.begin(), first,
                       [&](const Problem& earlier) { return earlier.path == problem.path; });
  };
  problems.erase(std::remove_if(first, problems.end(), said), problems.end());
}

std::string quoted_list(const std::vector<std::string_view>& names) {
  std::string out;
  for (const std::string_view name : names) {
    if (!out.empty()) out += ", ";
    out += "\"" + std::string(name) + "\"";
  }
  return out;
}

std::string number_text(double value) {
  char out[64];
  std::snprintf(out, sizeof out, "%.15g", value);
  return out;
}

}  // namespace ev::codec
