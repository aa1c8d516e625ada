#include "pipeline/extract/field_match.hpp"

#include "pipeline/extract/phrase.hpp"
#include "pipeline/text/chars.hpp"

#include <string>

namespace ev::extract {

namespace {

struct Name {
  const char* pattern;
  Rule rule;
};

// One concept per row. The longest match wins, the earlier row among equals.
constexpr Name kNames[] = {
    {"sample size|count|n", find_sample_size},
    {"number|total|count <2> participants|patients|subjects", find_sample_size},
    {"participant|participants|patient|patients|subject|subjects|enrollment|enrolment "
     "count|number|total|size|n",
     find_sample_size},
    {"enrollment|enrolment|n|participants", find_sample_size},
    {"dataset|data size", find_dataset_size},
    {"number of samples|records|images|data", find_dataset_size},
    {"arm|group size|sizes|n", find_arm_sizes},
    {"arms|groups size|sizes", find_arm_sizes},
    {"arms|groups sample size|sizes", find_arm_sizes},
    {"participants|patients|subjects|n|number <3> per|each arm|group", find_arm_sizes},
    {"n|size|sizes per|by arm|group", find_arm_sizes},
    {"arms|groups ?names|labels", find_arm_names},
    {"study|trial|treatment|comparison|intervention arms|groups", find_arm_names},
    {"is|was rct|randomized|randomised", find_is_rct},
    {"randomized|randomised|randomization|randomisation|rct", find_is_rct},
    {"study design|type|kind", find_study_design},
    {"design", find_study_design},
    {"publication|article type", find_study_design},
    {"evidence level|type", find_study_design},
    {"methodology|methods|method|approach", find_methodology},
    {"phase", find_phase},
    {"trial phase", find_phase},
    {"blinding|masking|blinded", find_blinding},
    {"species|organism|organisms|animal", find_species},
    {"model organism", find_species},
    {"p value|values", find_p_values},
    {"pvalue|pvalues|p", find_p_values},
    {"statistical|statistically significance|significant", find_significance},
    {"significance|significant", find_significance},
    {"confidence interval|intervals", find_confidence_intervals},
    {"ci|ci95", find_confidence_intervals},
    {"effect measure|type|metric", find_effect_measure},
    {"effect size|sizes|estimate|estimates|value", find_effect_size},
    {"odds|hazard|risk|rate ratio|ratios", find_effect_size},
    {"mean difference|differences", find_effect_size},
    {"or|hr|rr|smd|md", find_effect_size},
    {"percentages|percentage|percent", find_percentages},
    {"response|event rate|rates", find_percentages},
    {"percentages|percentage|percent|proportion|proportions <1> per|by arm|group",
     find_percentages},
    {"proportion|proportions", find_percentages},
    {"means|averages", find_means},
    {"mean|average values|value", find_means},
    {"mean|means|average|averages <1> per|by arm|group", find_means},
    {"effect|result direction", find_direction},
    {"direction of effect", find_direction},
    {"direction", find_direction},
    {"conclusion|conclusions|interpretation", find_conclusion},
    {"main|key conclusion|conclusions", find_conclusion},
    {"main|key|principal|primary finding|result|message", find_conclusion},
    {"key|main|principal|major findings|results", find_key_findings},
    {"findings|results|finding|claims", find_key_findings},
    {"limitations|limitation|weaknesses|caveats", find_limitations},
    {"objective|objectives|aim|aims|purpose|goal|hypothesis", find_objective},
    {"research|study question|aim|objective", find_objective},
    {"adverse|side events|event|effects|effect|reactions", find_adverse_events},
    {"safety|harms|toxicity|tolerability", find_adverse_events},
    {"population|populations", find_population},
    {"study|patient|target population", find_population},
    {"patient|patients|participant|participants characteristics|description", find_population},
    {"intervention|interventions|treatment|treatments|drug|drugs|exposure|therapy",
     find_intervention},
    {"comparator|comparators|comparison|control|controls ?group|arm", find_comparator},
    {"primary|main outcome|endpoint|outcomes|endpoints", find_primary_outcome},
    {"outcome|outcomes|endpoint|endpoints ?measures|measure", find_outcomes},
    {"condition|disease|indication|diagnosis|disorder", find_condition},
    {"duration|length", find_duration},
    {"treatment|study|trial|intervention duration|length|period", find_duration},
    {"follow up", find_follow_up},
    {"follow up <2> duration|time|period|length", find_follow_up},
    {"followup", find_follow_up},
    {"dose|dosage|dosing|doses", find_dose},
    {"drug|treatment dose|dosage", find_dose},
    {"route", find_route},
    {"administration route", find_route},
    {"age|ages", find_age},
    {"mean|median|average age", find_mean_age},
    {"age mean|median|average", find_mean_age},
    {"sex|gender", find_sex},
    {"trial|study ?registry|registration id|ids|number|numbers|registration", find_registration},
    {"registration|registry|nct|registered|preregistration", find_registration},
    {"nct|registration|registry id|ids|number|numbers", find_registration},
    {"funding|funder|funders|sponsor|sponsors|grants", find_funding},
    {"funding source|sources|agency", find_funding},
    {"conflict|conflicts", find_conflicts},
    {"conflict|conflicts of interest|interests", find_conflicts},
    {"competing interests|interest", find_conflicts},
    {"coi|disclosures", find_conflicts},
    {"country|countries|location", find_country},
    {"data availability|available|sharing", find_data_availability},
    {"code|software availability|available", find_code_availability},
    {"open source|code", find_code_availability},
    {"code", find_code_availability},
    {"year", find_year},
    {"publication year", find_year},
    {"journal|venue", find_journal},
    {"keywords", find_keywords},
    {"mesh ?terms|headings", find_mesh_terms},
    {"technology|technical domain|area|field", find_technology_domain},
    {"technology", find_technology_domain},
    {"benchmarks|benchmark|datasets|dataset", find_benchmarks},
    {"benchmarks|benchmark|datasets|dataset used", find_benchmarks},
    {"performance|accuracy <1> improvement|gain|gains", find_performance},
    {"performance|accuracy|auc|auroc|sensitivity|specificity", find_performance},
    {"computational|compute|computing cost|costs|requirements|resources", find_computational_cost},
    {"runtime|computation|latency", find_computational_cost},
    {"key|main contribution|contributions", find_contribution},
    {"contribution|contributions|novelty|innovation", find_contribution}};

struct NamedRule {
  Pattern name;
  Rule rule;
};

const std::vector<NamedRule>& named_rules() {
  static const std::vector<NamedRule> kRules = [] {
    std::vector<NamedRule> rules;
    for (const Name& name : kNames) rules.push_back({name.pattern, name.rule});
    return rules;
  }();
  return kRules;
}

// "sampleSize", "sample_size", "Sample size" alike.
std::string spaced(std::string_view name) {
  std::string out;
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (i > 0 && doc::is_upper(name[i]) && doc::is_lower(name[i - 1])) out += ' ';
    out += name[i] == '_' ? ' ' : name[i];
  }
  return out;
}

struct Best {
  Rule rule = nullptr;
  std::size_t length = 0;
};

Best best_match(std::string_view text) {
  const std::vector<doc::Token> tokens = doc::tokenize(spaced(text));
  Best best;
  for (const NamedRule& entry : named_rules()) {
    const auto match = entry.name.find(tokens);
    if (match && match->last - match->first > best.length) {
      best = {entry.rule, match->last - match->first};
    }
  }
  return best;
}

// Numbers and yes/no fields cannot hold what these rules find.
bool fits(const FieldSpec& field, Rule rule) {
  if (field.type == Type::string) return true;
  const bool sentences = rule == find_conclusion || rule == find_key_findings ||
                         rule == find_limitations || rule == find_objective ||
                         rule == find_contribution || rule == find_population ||
                         rule == find_condition;
  return !sentences;
}

}  // namespace

Rule rule_for(const FieldSpec& field) {
  const Best by_name = best_match(field.name);
  if (by_name.rule != nullptr && fits(field, by_name.rule)) {
    // Of outcome, size and count the type decides between the number and the words.
    if (by_name.rule == find_effect_measure && field.type == Type::number) return find_effect_size;
    return by_name.rule;
  }
  if (field.description.empty()) return nullptr;
  // Definitions put the thing first: only their beginning is looked at.
  const std::vector<doc::Token> tokens = doc::tokenize(field.description);
  const std::size_t end =
      tokens.empty() ? 0 : tokens[std::min<std::size_t>(tokens.size(), 8) - 1].end;
  const Best by_description = best_match(std::string_view(field.description).substr(0, end));
  if (by_description.length < 2 || !fits(field, by_description.rule)) return nullptr;
  return by_description.rule;
}

}  // namespace ev::extract
