#include "pipeline/sources/clinicaltrials_results.hpp"

#include "base/text.hpp"
#include "pipeline/sources/catalog.hpp"
#include "pipeline/sources/clinicaltrials.hpp"
#include "pipeline/sources/clinicaltrials_record.hpp"
#include "pipeline/sources/json_reply.hpp"
#include "pipeline/sources/pubmed.hpp"

#include <nlohmann/json.hpp>

#include <charconv>
#include <cmath>

namespace ev::sources {

namespace {

// What read_study() needs for arms and design, and the results without participant flow.
constexpr const char* kResultFields =
    "protocolSection.identificationModule|protocolSection.statusModule|"
    "protocolSection.descriptionModule.briefSummary|protocolSection.designModule|"
    "protocolSection.conditionsModule|protocolSection.armsInterventionsModule|"
    "protocolSection.referencesModule.references|resultsSection.baselineCharacteristicsModule|"
    "resultsSection.outcomeMeasuresModule|resultsSection.adverseEventsModule|HasResults";

std::string posted_text(const Json& value, MemberPath path) {
  return on_one_line(without_markdown_escapes(text_at(value, path)));
}

std::vector<ResultGroup> groups_in(const Json& value, MemberPath path) {
  std::vector<ResultGroup> out;
  each_at(value, path, [&](const Json& group) {
    out.push_back({.id = text_at(group, {"id"}),
                   .title = posted_text(group, {"title"}),
                   .description = posted_text(group, {"description"})});
  });
  return out;
}

std::vector<PostedCount> counts_in(const Json& value) {
  std::vector<PostedCount> out;
  each_at(value, {"denoms"}, [&](const Json& denominator) {
    const std::string units = posted_text(denominator, {"units"});
    each_at(denominator, {"counts"}, [&](const Json& count) {
      out.push_back({text_at(count, {"groupId"}), units, scalar_at(count, {"value"})});
    });
  });
  return out;
}

ResultClass class_of(const Json& value) {
  ResultClass out{.title = posted_text(value, {"title"}), .counts = counts_in(value)};
  each_at(value, {"categories"}, [&](const Json& category) {
    ResultCategory one{.title = posted_text(category, {"title"})};
    each_at(category, {"measurements"}, [&](const Json& m) {
      one.values.push_back({text_at(m, {"groupId"}), scalar_at(m, {"value"}),
                            scalar_at(m, {"spread"}), scalar_at(m, {"lowerLimit"}),
                            scalar_at(m, {"upperLimit"})});
    });
    out.categories.push_back(std::move(one));
  });
  return out;
}

StatisticalAnalysis analysis_of(const Json& value) {
  StatisticalAnalysis out{.groups = texts_at(value, {"groupIds"}),
                          .method = posted_text(value, {"statisticalMethod"}),
                          .p = scalar_at(value, {"pValue"}),
                          .param = posted_text(value, {"paramType"}),
                          .value = scalar_at(value, {"paramValue"}),
                          .low = scalar_at(value, {"ciLowerLimit"}),
                          .high = scalar_at(value, {"ciUpperLimit"}),
                          .level = scalar_at(value, {"ciPctValue"}),
                          .one_sided = text_at(value, {"ciNumSides"}) == "ONE_SIDED",
                          .non_inferiority = text_at(value, {"nonInferiorityType"})};
  for (const char* member : {"estimateComment", "groupDescription", "statisticalComment"}) {
    const std::string words = posted_text(value, {member});
    if (!words.empty()) out.description += (out.description.empty() ? "" : " ") + words;
  }
  return out;
}

OutcomeMeasure measure_of(const Json& value) {
  OutcomeMeasure out{.type = text_at(value, {"type"}),
                     .title = posted_text(value, {"title"}),
                     .time_frame = posted_text(value, {"timeFrame"}),
                     .param = text_at(value, {"paramType"}),
                     .dispersion = posted_text(value, {"dispersionType"}),
                     .unit = posted_text(value, {"unitOfMeasure"}),
                     .population = posted_text(value, {"populationDescription"}),
                     .groups = groups_in(value, {"groups"}),
                     .counts = counts_in(value)};
  each_at(value, {"classes"}, [&](const Json& c) { out.classes.push_back(class_of(c)); });
  each_at(value, {"analyses"}, [&](const Json& a) { out.analyses.push_back(analysis_of(a)); });
  return out;
}

AtRisk at_risk(const Json& value, const char* group, const char* affected, const char* all) {
  return {text_at(value, {group}), number_at(value, {affected}), number_at(value, {all})};
}

void read_adverse_events(const Json& module, RegistryResults& out) {
  out.adverse_time_frame = posted_text(module, {"timeFrame"});
  out.adverse_groups = groups_in(module, {"eventGroups"});
  each_at(module, {"eventGroups"}, [&](const Json& g) {
    out.deaths.push_back(at_risk(g, "id", "deathsNumAffected", "deathsNumAtRisk"));
    out.serious.push_back(at_risk(g, "id", "seriousNumAffected", "seriousNumAtRisk"));
    out.other.push_back(at_risk(g, "id", "otherNumAffected", "otherNumAtRisk"));
  });
  for (const char* list : {"seriousEvents", "otherEvents"}) {
    each_at(module, {list}, [&](const Json& event) {
      AdverseEvent one{.term = posted_text(event, {"term"}),
                       .organ_system = posted_text(event, {"organSystem"}),
                       .serious = std::string_view(list) == "seriousEvents"};
      each_at(event, {"stats"}, [&](const Json& s) {
        one.groups.push_back(at_risk(s, "groupId", "numAffected", "numAtRisk"));
      });
      out.adverse_events.push_back(std::move(one));
    });
  }
}

void read_baseline(const Json& module, RegistryResults& out) {
  out.baseline = counts_in(module);
  const std::vector<ResultGroup> groups = groups_in(module, {"groups"});
  for (PostedCount& count : out.baseline) {
    for (const ResultGroup& group : groups) {
      if (group.id == count.group) {
        count.group = group.title;
        break;
      }
    }
  }
}

net::RequestPlan results_plan(const Config& config, const std::string& path) {
  net::RequestPlan plan;
  plan.source = "clinicaltrials";
  plan.policy = ClinicalTrials(config).info().policy;
  plan.url = service_url(config, "clinicaltrials") + path;
  plan.classify = classify_clinicaltrials;
  plan.ttl = kRecordFreshness;
  return plan;
}

}  // namespace

std::optional<double> posted_number(std::string_view posted) {
  std::string digits;
  for (const char c : text::trim(posted)) {
    if (c != ',') digits += c;
  }
  double value = 0;
  const char* end = digits.data() + digits.size();
  const auto [at, error] = std::from_chars(digits.data(), end, value);
  if (digits.empty() || error != std::errc() || at != end || !std::isfinite(value)) {
    return std::nullopt;
  }
  return value;
}

std::optional<RegistryResults> read_registry_results(const Json& study) {
  const Json& section = member_at(study, {"resultsSection"});
  auto record = read_study(study);
  if (!record || !section.is_object()) return std::nullopt;
  RegistryResults out{.study = *std::move(record)};
  read_baseline(member_at(section, {"baselineCharacteristicsModule"}), out);
  each_at(section, {"outcomeMeasuresModule", "outcomeMeasures"},
          [&](const Json& measure) { out.outcomes.push_back(measure_of(measure)); });
  read_adverse_events(member_at(section, {"adverseEventsModule"}), out);
  return out;
}

net::RequestPlan plan_posted_results(const Config& config,
                                     const std::vector<std::string>& numbers) {
  net::RequestPlan plan = results_plan(config, "/studies");
  plan.params = {{"filter.ids", text::join(numbers, ",")},
                 {"fields", "NCTId|HasResults"},
                 {"pageSize", std::to_string(kStudiesAsked)}};
  plan.keep = kept_when_read(parse_posted_results);
  return plan;
}

Result<std::vector<std::string>> parse_posted_results(std::string_view body) {
  auto document = parse_json_leniently(body, "ClinicalTrials.gov's reply");
  if (!document) return changed_form("clinicaltrials", document.error().message);
  if (!member_at(*document, {"studies"}).is_array()) {
    return changed_form("clinicaltrials", "ClinicalTrials.gov's reply has no studies");
  }
  std::vector<std::string> out;
  each_at(*document, {"studies"}, [&](const Json& study) {
    std::string number =
        nct_number_in(text_at(study, {"protocolSection", "identificationModule", "nctId"}));
    if (!number.empty() && flag_at(study, {"hasResults"}).value_or(false)) {
      out.push_back(std::move(number));
    }
  });
  return out;
}

net::RequestPlan plan_registry_results(const Config& config, std::string_view number) {
  net::RequestPlan plan = results_plan(config, "/studies/" + std::string(number));
  plan.params = {{"fields", kResultFields}};
  plan.keep = kept_when_read(parse_registry_results);
  return plan;
}

Result<RegistryResults> parse_registry_results(std::string_view body) {
  auto document = parse_json_leniently(body, "ClinicalTrials.gov's reply");
  if (!document) return changed_form("clinicaltrials", document.error().message);
  if (!read_study(*document)) {
    return changed_form("clinicaltrials", "ClinicalTrials.gov's reply is no study");
  }
  if (auto results = read_registry_results(*document)) return *std::move(results);
  return Error{.code = Errc::not_found, .message = "the registration has no results posted"};
}

}  // namespace ev::sources
