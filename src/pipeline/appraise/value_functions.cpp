#include "pipeline/appraise/value_functions.hpp"

#include "base/text.hpp"
#include "pipeline/appraise/study_design.hpp"
#include "pipeline/appraise/terms.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace ev::appraise {

namespace {

using model::Value;

constexpr double kLogScaleMax = 10'000;

Valued scored(double score) {
  return {.score = std::clamp(score, 0.0, 1.0)};
}

Valued direct(const Value& raw) {
  if (raw.is_bool()) return scored(std::get<bool>(raw.data) ? 1 : 0);
  const auto number = number_of(raw);
  if (!number) return {};
  Valued out = scored(*number);
  out.clipped = *out.score != *number;
  return out;
}

Valued log_scale(const Function& function, const Value& raw) {
  const auto number = number_of(raw);
  if (!number) return {};
  if (*number <= 0) return scored(0);
  return scored(std::log10(*number) / std::log10(function.max.value_or(kLogScaleMax)));
}

Valued linear(const Function& function, const Value& raw) {
  const auto number = number_of(raw);
  if (!number || !function.min || !function.max) return {};
  return scored((*number - *function.min) / (*function.max - *function.min));
}

Valued boolean(const Value& raw) {
  if (raw.is_bool()) return scored(std::get<bool>(raw.data) ? 1 : 0);
  if (raw.is_string()) {
    const std::string s = text::fold(text::trim(raw.string()));
    if (s == "true" || s == "yes") return scored(1);
    if (s == "false" || s == "no") return scored(0);
  }
  const auto number = number_of(raw);
  if (number && (*number == 0 || *number == 1)) return scored(*number);
  return {};
}

// Every string of a text or list, numbers and booleans as written.
std::vector<std::string> strings_of(const Value& raw) {
  if (raw.is_string()) return {raw.string()};
  if (raw.is_bool()) return {std::get<bool>(raw.data) ? "true" : "false"};
  if (raw.is_number()) {
    char buffer[64];
    const auto [end, failed] = std::to_chars(std::begin(buffer), std::end(buffer), raw.number());
    return {std::string(buffer, end)};
  }
  std::vector<std::string> out;
  if (raw.is_array()) {
    for (const Value& item : raw.array()) {
      for (std::string& s : strings_of(item)) out.push_back(std::move(s));
    }
  }
  return out;
}

Valued categorical(const Function& function, const Value& raw) {
  Valued best;
  for (const std::string& label : strings_of(raw)) {
    std::optional<double> level;
    std::string name;
    if (function.map.empty()) {
      if (const auto design = design_of_text(label)) {
        level = level_of_evidence(*design);
        name = std::string(wire_name(*design));
      }
    } else {
      const std::string folded = text::fold(text::trim(label));
      for (const auto& [key, value] : function.map) {
        if (text::fold(text::trim(key)) != folded) continue;
        level = value;
        name = key;
      }
    }
    if (level && (!best.score || *level > *best.score)) best = {.score = level, .matched = {name}};
  }
  return best;
}

// Tokens between spaces, so that a keyword is found only at word boundaries and never across two
// items.
std::string spaced_tokens(const std::string& s) {
  std::string out = " ";
  for (const std::string& line : text::split(s, '\n')) {
    for (const std::string& token : folded_tokens(line)) out += token + " ";
    out += "\n ";
  }
  return out;
}

Valued keyword_match(const std::vector<std::string>& keywords, const std::string& s) {
  const std::string haystack = spaced_tokens(s);
  Valued out{.score = 0};
  double asked = 0;
  for (const std::string& keyword : keywords) {
    std::string needle = " ";
    for (const std::string& token : folded_tokens(keyword)) needle += token + " ";
    if (needle == " ") continue;
    asked += 1;
    if (haystack.find(needle) != std::string::npos) out.matched.push_back(keyword);
  }
  if (asked == 0) return {};
  out.score = static_cast<double>(out.matched.size()) / asked;
  return out;
}

Valued recency(const Function& function, const Value& raw, const PartialDate& as_of) {
  std::string written = raw.is_string() ? raw.string() : std::string();
  if (raw.is_number()) written = std::to_string(static_cast<long>(raw.number()));
  const auto date = parse_date(written);
  if (!date) return {};
  return scored(std::exp2(-age_years(*date, as_of) / function.half_life_years));
}

Valued citation_impact(const Value& raw) {
  const auto ratio = number_of(raw);
  return ratio && *ratio >= 0 ? scored(*ratio / (*ratio + 1)) : Valued{};
}

}  // namespace

Valued valued_by(const std::optional<TextQuality>& quality) {
  if (!quality) return {};
  Valued out = scored(quality->score);
  out.matched.assign(quality->met.begin(), quality->met.end());
  return out;
}

std::optional<double> number_of(const Value& value) {
  if (value.is_number()) return value.number();
  if (!value.is_string()) return std::nullopt;
  const std::string_view s = text::trim(value.string());
  double out = 0;
  const auto [end, failed] = std::from_chars(s.data(), s.data() + s.size(), out);
  if (failed != std::errc{} || end != s.data() + s.size() || !std::isfinite(out))
    return std::nullopt;
  return out;
}

std::string text_of(const Value& value) {
  return text::join(strings_of(value), "\n");
}

std::vector<std::string> query_keywords(const std::string& query) {
  std::vector<std::string> out;
  for (std::string& token : folded_tokens(query)) {
    if (!is_stop_word(token) && std::find(out.begin(), out.end(), token) == out.end()) {
      out.push_back(std::move(token));
    }
  }
  return out;
}

Valued value_of(FunctionKind kind, const Function& function,
                const std::vector<std::string>& keywords, const Value& raw,
                const Candidate& candidate, const PartialDate& as_of) {
  if (raw.is_null()) return {};
  switch (kind) {
    case FunctionKind::direct:
      return direct(raw);
    case FunctionKind::categorical_score:
      return categorical(function, raw);
    case FunctionKind::log_scale:
      return log_scale(function, raw);
    case FunctionKind::linear:
      return linear(function, raw);
    case FunctionKind::boolean:
      return boolean(raw);
    case FunctionKind::recency:
      return recency(function, raw, as_of);
    case FunctionKind::keyword_match:
      return keyword_match(keywords, text_of(raw));
    case FunctionKind::text_quality:
      return valued_by(text_quality(*candidate.article));
    case FunctionKind::citation_impact:
      return citation_impact(raw);
    case FunctionKind::text_similarity:
    case FunctionKind::relevance:
      break;
  }
  return {};
}

}  // namespace ev::appraise
