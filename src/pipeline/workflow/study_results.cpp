#include "pipeline/workflow/study_results.hpp"

#include "base/text.hpp"
#include "pipeline/extract/design.hpp"
#include "pipeline/model/standing.hpp"
#include "pipeline/read/read_study.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace ev::workflow {

namespace {

using synthesis::ArmNumbers;
using synthesis::StudyResult;

// Decimals of the shortest form; "12.0" counts as none, which only makes a percentage vaguer.
int decimals_of(double value) {
  std::array<char, 32> buffer = {};
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
  const std::string_view shown(buffer.data(), static_cast<std::size_t>(end - buffer.data()));
  const std::size_t point = shown.find('.');
  return point == std::string_view::npos ? 0 : static_cast<int>(shown.size() - point - 1);
}

ArmNumbers numbers_of(const read::StudyReading& reading, const read::ArmCell& cell) {
  ArmNumbers out{.name = reading.arms.at(cell.arm).name,
                 .n = cell.n ? cell.n : reading.arms.at(cell.arm).n,
                 .events = cell.events,
                 .percent = cell.percent,
                 .mean = cell.mean,
                 .sd = cell.sd,
                 .se = cell.se};
  if (cell.percent) out.percent_decimals = decimals_of(*cell.percent);
  return out;
}

std::optional<synthesis::Measure> measure_of(read::Measure measure) {
  return synthesis::parse_measure(wire_name(measure));
}

std::optional<synthesis::StatedEffect> effect_of(const read::ResultRow& row) {
  if (!row.effect || !row.effect->ci_low || !row.effect->ci_high) return std::nullopt;
  const auto measure = measure_of(row.effect->measure);
  if (!measure) return std::nullopt;
  return synthesis::StatedEffect{*measure,
                                 {row.effect->value, *row.effect->ci_low, *row.effect->ci_high,
                                  row.effect->ci_level.value_or(95) / 100}};
}

int completeness(const StudyResult& study) {
  const auto full = [](const ArmNumbers& arm) {
    return arm.n && (arm.events || arm.percent || (arm.mean && (arm.sd || arm.se)));
  };
  return (study.effect ? 2 : 0) + (full(study.intervention) && full(study.comparator) ? 1 : 0);
}

// How people were allocated, where not to parallel groups.
std::string unlike_parallel(const model::Article& article) {
  const std::string text = text::fold(article.title + " " + article.abstract);
  for (const char* word : {"crossover", "cross-over", "cross over"}) {
    if (text.find(word) != std::string::npos) return "crossover";
  }
  for (const char* word :
       {"cluster random", "cluster-random", "randomized clusters", "randomised clusters"}) {
    if (text.find(word) != std::string::npos) return "cluster";
  }
  return "";
}

}  // namespace

std::string study_label(const model::Article& article) {
  if (article.authors.empty()) return "PMID " + model::item_id(article);
  const model::Author& author = article.authors.front();
  const std::string first = author.last_name.empty() ? author.name : author.last_name;
  const std::string year =
      article.publication_date.substr(0, std::min<std::size_t>(4, article.publication_date.size()));
  return first + (year.empty() ? "" : " " + year);
}

std::string why_not_pooled(const model::Article& article) {
  if (model::is_void(article)) return "retracted, or a notice of it";
  const std::string design = extract::study_design(article);
  for (const char* kind : {"systematic review", "meta-analysis", "review", "scoping review",
                           "guideline", "study protocol", "editorial", "letter", "comment"}) {
    if (design == kind) return "a " + design + ", no study with results of its own";
  }
  return "";
}

std::vector<StudyResult> study_results(const model::Article& article) {
  const doc::Document document(article);
  const read::StudyReading reading = read::read_study(document);
  const bool randomized = extract::study_design(article) == "randomized controlled trial";
  std::vector<StudyResult> out;
  for (const read::ResultRow& row : reading.results) {
    out.push_back({.id = model::item_id(article),
                   .label = study_label(article),
                   .outcome = row.outcome,
                   .time = row.time,
                   .intervention = numbers_of(reading, row.intervention),
                   .comparator = numbers_of(reading, row.comparator),
                   .effect = effect_of(row),
                   .quote = document.quote(row.sentence).text,
                   .randomized = randomized,
                   .unlike_parallel = unlike_parallel(article)});
  }
  std::stable_sort(out.begin(), out.end(), [](const StudyResult& a, const StudyResult& b) {
    return completeness(a) > completeness(b);
  });
  return out;
}

}  // namespace ev::workflow
