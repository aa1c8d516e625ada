#include "tools/scored_records.hpp"

#include "base/text.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace ev::tools {

namespace {

constexpr std::size_t kLeastItemSize = 60;  // characters; no record is shown in fewer
constexpr std::size_t kContributionsShown = 4;

// "filters" holds "filters.designs[0]", which holds nothing of "filters.designs[01]".
bool holds(std::string_view outer, std::string_view inner) {
  if (inner.substr(0, outer.size()) != outer) return false;
  return inner.size() == outer.size() || inner[outer.size()] == '.' || inner[outer.size()] == '[';
}

}  // namespace

void add_problems(std::vector<Problem>& problems, const Error& error) {
  const std::size_t listed = problems.size();
  for (const Problem& problem : error.problems) {
    const auto end = problems.begin() + static_cast<std::ptrdiff_t>(listed);
    const bool named = std::any_of(problems.begin(), end, [&problem](const Problem& other) {
      return holds(other.path, problem.path) || holds(problem.path, other.path);
    });
    if (!named) problems.push_back(problem);
  }
}

void round_numbers(Json& json) {
  if (json.is_number_float()) {
    json = std::round(json.get<double>() * 1e6) / 1e6;
  } else if (json.is_structured()) {
    for (Json& item : json) round_numbers(item);
  }
}

Json article_with_features(const model::Article& article, const Json& features,
                           std::string_view detail) {
  Json original = detail == "full" ? article_json(article, "full") : article_stub(article);
  original["retraction"]["status"] = article.retraction.status;
  Json out = {{"item_id", model::item_id(article)},
              {"original_article", std::move(original)},
              {"extraction", Json::object()}};
  if (!features.is_object()) return out;
  if (const auto it = features.find("extraction"); it != features.end()) {
    make_displayable(out["extraction"] = *it);
  }
  const auto metadata = features.find("extraction_metadata");
  if (detail == "full" && metadata != features.end()) {
    add_cleaned_quotes(out["extraction_metadata"] = *metadata);
  }
  return out;
}

Json sample_size_of(const Json& features) {
  if (!features.is_object()) return nullptr;
  const auto extraction = features.find("extraction");
  if (extraction == features.end() || !extraction->is_object()) return nullptr;
  for (const char* name : {"sample_size", "total_sample_size", "n"}) {
    const auto n = extraction->find(name);
    if (n != extraction->end() && n->is_number()) return *n;
  }
  return nullptr;
}

void add_cleaned_quotes(Json& metadata) {
  if (!metadata.is_structured()) return;
  for (Json& item : metadata) add_cleaned_quotes(item);
  if (!metadata.is_object()) return;
  const auto quote = metadata.find("quote");
  if (quote == metadata.end() || !quote->is_string()) return;
  const std::string& verbatim = quote->get_ref<const std::string&>();
  if (std::string cleaned = text::displayable(verbatim); cleaned != verbatim) {
    metadata["quote_cleaned"] = std::move(cleaned);
  }
}

std::string contributions_line(const Json& payload) {
  std::vector<std::pair<std::string, double>> parts;
  const auto breakdown = payload.find("score_breakdown");
  if (breakdown == payload.end() || !breakdown->is_object()) return {};
  for (const auto& [name, contribution] : breakdown->items()) {
    if (contribution.is_number()) parts.emplace_back(name, contribution.get<double>());
  }
  std::stable_sort(parts.begin(), parts.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  std::string out;
  for (std::size_t i = 0; i < parts.size() && i < kContributionsShown; ++i) {
    out += (i == 0 ? "" : ", ") + text::ellipsize(text::displayable(parts[i].first), 24) + " " +
           short_number(parts[i].second);
  }
  if (parts.size() > kContributionsShown) out += ", …";
  return out;
}

std::string short_number(double value) {
  char out[32];
  std::snprintf(out, sizeof out, "%.3f", value);
  return out;
}

std::size_t items_within(const Paging& paging, std::size_t offset, std::size_t size) {
  const std::size_t most =
      offset + static_cast<std::size_t>(paging.max_response_tokens) * 4 / kLeastItemSize + 1;
  return std::min(size, most);
}

}  // namespace ev::tools
