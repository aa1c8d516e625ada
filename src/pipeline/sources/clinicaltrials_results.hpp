// Results posted at ClinicalTrials.gov (API v2, `resultsSection`), as they stand: every value with
// its group, never added up over groups. Values are text as posted ("12.5", "NA", "<0.1"); whoever
// computes with them reads them with posted_number(). Markdown escapes are undone. Pure; thread
// rule: any thread.
#pragma once

#include "base/config.hpp"
#include "base/json.hpp"
#include "base/result.hpp"
#include "net/request.hpp"
#include "pipeline/model/article.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ev::sources {

struct ResultGroup {
  std::string id;  // within one outcome measure, or within the adverse events
  std::string title;
  std::string description;
};

struct PostedValue {
  std::string group;  // ResultGroup::id
  std::string value, spread, low, high;
};

// How many were analysed; `units` is mostly "Participants", but may be "eyes" or "lesions".
struct PostedCount {
  std::string group;
  std::string units;
  std::string count;
};

struct ResultCategory {
  std::string title;
  std::vector<PostedValue> values;
};

struct ResultClass {
  std::string title;
  std::vector<PostedCount> counts;  // where they differ from those of the measure
  std::vector<ResultCategory> categories;
};

struct StatisticalAnalysis {
  std::vector<std::string> groups;
  std::string method;            // "ANCOVA"
  std::string p;                 // "<0.001"
  std::string param;             // "Odds Ratio (OR)"
  std::string value, low, high;  // estimate and interval
  std::string level;             // "95"
  bool one_sided = false;
  std::string non_inferiority;  // SUPERIORITY, NON_INFERIORITY, EQUIVALENCE, OTHER …
  std::string description;      // what is said about groups and estimate, in one text
};

struct OutcomeMeasure {
  std::string type;  // PRIMARY, SECONDARY, OTHER_PRE_SPECIFIED, POST_HOC
  std::string title;
  std::string time_frame;
  std::string param;       // MEAN, COUNT_OF_PARTICIPANTS …
  std::string dispersion;  // "Standard Deviation" …
  std::string unit;
  std::string population;
  std::vector<ResultGroup> groups;
  std::vector<PostedCount> counts;
  std::vector<ResultClass> classes;
  std::vector<StatisticalAnalysis> analyses;
};

struct AtRisk {
  std::string group;
  std::optional<double> affected, at_risk;
};

struct AdverseEvent {
  std::string term;
  std::string organ_system;
  bool serious = false;
  std::vector<AtRisk> groups;
};

struct RegistryResults {
  model::Article study;               // the registration as read_study() reads it
  std::vector<PostedCount> baseline;  // by title of the group
  std::vector<OutcomeMeasure> outcomes;
  std::string adverse_time_frame;
  std::vector<ResultGroup> adverse_groups;
  std::vector<AtRisk> deaths, serious, other;  // people with any; by group
  std::vector<AdverseEvent> adverse_events;
};

// nullopt for what is no study, or has no results section.
std::optional<RegistryResults> read_registry_results(const Json& study);
// "12.5", "1,204", "-0.4"; nullopt for "NA", "<0.1" and everything else.
std::optional<double> posted_number(std::string_view text);

// Which of these studies have results: one small page for at most kStudiesAsked numbers.
inline constexpr std::size_t kStudiesAsked = 100;
net::RequestPlan plan_posted_results(const Config& config, const std::vector<std::string>& numbers);
Result<std::vector<std::string>> parse_posted_results(std::string_view body);
// One study with its results.
net::RequestPlan plan_registry_results(const Config& config, std::string_view number);
// Errors: upstream_changed; not_found (a study without results).
Result<RegistryResults> parse_registry_results(std::string_view body);

}  // namespace ev::sources
