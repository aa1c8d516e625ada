#include "pipeline/extract/field_match.hpp"

#include "pipeline/extract/phrase.hpp"
#include "pipeline/text/chars.hpp"

#include <algorithm>
#include <span>
#include <string>
#include <utility>

namespace ev::extract {

namespace {

struct Name {
  const char* pattern;
  Rule rule;
};

// One concept per row, without the words of kDropped. The longest match wins, the earlier row among
// equals.
constexpr Name kNames[] = {
    {"sample size|count|n", find_sample_size},
    {"number|total|count participants|patients|subjects|people|individuals", find_sample_size},
    {"participant|participants|patient|patients|subject|subjects|enrollment|enrolment "
     "count|number|total|size|n",
     find_sample_size},
    {"enrollment|enrolment|n|participants", find_sample_size},
    {"n|number|total|count ?total ?participants|patients|subjects|people|individuals "
     "randomized|randomised|randomly ?assigned|allocated",
     find_number_randomized},
    {"randomized|randomised n|number|count|participants|patients|subjects|total ?n|number|count",
     find_number_randomized},
    {"dataset|data size", find_dataset_size},
    {"number samples|records|images|data ?points", find_dataset_size},
    {"arm|group size|sizes|n", find_arm_sizes},
    {"arms|groups size|sizes", find_arm_sizes},
    {"arms|groups sample size|sizes", find_arm_sizes},
    {"participants|patients|subjects|n|number ?participants|patients|subjects per|each arm|group",
     find_arm_sizes},
    {"n|size|sizes per|by arm|group", find_arm_sizes},
    {"control|controls|comparator ?group|arm ?sample|participant|participants|patient|patients "
     "n|size|count|number",
     find_control_size},
    {"n|number|size|count ?participants|patients|subjects control|controls|comparator ?group|arm",
     find_control_size},
    {"placebo ?group|arm ?sample|participant|participants|patient|patients n|size|count|number",
     find_placebo_size},
    {"n|number|size|count ?participants|patients|subjects placebo ?group|arm", find_placebo_size},
    {"intervention|treatment|experimental group|arm "
     "?sample|participant|participants|patient|patients n|size|count|number",
     find_intervention_size},
    {"intervention|treatment|experimental n", find_intervention_size},
    {"n|number|size|count participants|patients|subjects intervention|treatment|experimental "
     "?group|arm",
     find_intervention_size},
    {"n intervention|treatment|experimental ?group|arm", find_intervention_size},
    {"arms|groups ?names|labels", find_arm_names},
    {"study|trial|treatment|comparison|intervention arms|groups", find_arm_names},
    {"evidence level|grade|class", find_evidence_level},
    {"level|grade|class evidence", find_evidence_level},
    {"is|was rct|randomized|randomised", find_is_rct},
    {"randomized|randomised|randomization|randomisation|rct", find_is_rct},
    {"study design|type|kind", find_study_design},
    {"design", find_study_design},
    {"publication|article type", find_study_design},
    {"evidence type", find_study_design},
    {"methodology|methods|method|approach", find_methodology},
    {"phase", find_phase},
    {"trial phase", find_phase},
    {"blinding|masking|blinded", find_blinding},
    {"double blind|blinded|masked|blinding", find_double_blind},
    {"open label|labelled|labeled", find_open_label},
    {"placebo control|controlled", find_placebo_controlled},
    {"multicenter|multicentre|multicentric", find_multicenter},
    {"multi center|centre|site", find_multicenter},
    {"species|organism|organisms", find_species},
    {"model organism", find_species},
    {"p value|values", find_p_values},
    {"pvalue|pvalues|p", find_p_values},
    {"statistical|statistically significance|significant", find_significance},
    {"significance|significant", find_significance},
    {"confidence interval|intervals", find_confidence_intervals},
    {"ci|ci95", find_confidence_intervals},
    {"ci|ci95|interval ?95 lower|low|lo ?bound|limit", find_lower_bound},
    {"lower|low ?95 ci|ci95|confidence ?interval ?bound|limit", find_lower_bound},
    {"lower bound|limit ?95 confidence|ci ?interval", find_lower_bound},
    {"ci|ci95|interval ?95 upper|high|hi ?bound|limit", find_upper_bound},
    {"upper|high ?95 ci|ci95|confidence ?interval ?bound|limit", find_upper_bound},
    {"upper bound|limit ?95 confidence|ci ?interval", find_upper_bound},
    {"effect measure|type|metric", find_effect_measure},
    {"effect size|sizes|estimate|estimates|value", find_effect_size},
    {"treatment|intervention effect ?size|estimate", find_effect_size},
    {"point estimate", find_effect_size},
    {"odds ratio|ratios", find_odds_ratio},
    {"or", find_odds_ratio},
    {"hazard|hazards ratio|ratios", find_hazard_ratio},
    {"hr", find_hazard_ratio},
    {"risk ratio|ratios", find_risk_ratio},
    {"relative risk|risks", find_risk_ratio},
    {"rr", find_risk_ratio},
    {"?incidence rate ratio|ratios", find_rate_ratio},
    {"irr", find_rate_ratio},
    {"mean difference|differences", find_mean_difference},
    {"md", find_mean_difference},
    {"standardized|standardised mean difference|differences", find_standardized_difference},
    {"smd", find_standardized_difference},
    {"number needed treat", find_number_needed_to_treat},
    {"nnt", find_number_needed_to_treat},
    {"percentages|percentage|percent", find_percentages},
    {"percentages|percentage|percent|proportion|proportions per|by arm|group", find_percentages},
    {"proportion|proportions", find_percentages},
    {"?overall|objective response|responder rate|rates|percent|percentage|proportion",
     find_response_rate},
    {"rate|percent|percentage|proportion responders|response", find_response_rate},
    {"responders", find_response_rate},
    {"means|averages", find_means},
    {"mean|average values|value", find_means},
    {"mean|means|average|averages ?value|values per|by arm|group", find_means},
    {"effect|result direction", find_direction},
    {"direction effect", find_direction},
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
    {"primary|main ?efficacy outcome|endpoint|outcomes|endpoints ?measure|measures",
     find_primary_outcome},
    {"secondary ?efficacy outcome|endpoint|outcomes|endpoints ?measure|measures",
     find_secondary_outcomes},
    {"outcome|outcomes|endpoint|endpoints ?measures|measure", find_outcomes},
    {"condition|disease|indication|diagnosis|disorder", find_condition},
    {"duration|length", find_duration},
    {"treatment|study|trial|intervention|therapy|exposure duration|length|period", find_duration},
    {"duration|length treatment|intervention|therapy|exposure", find_duration},
    {"follow up", find_follow_up},
    {"mean|average follow up ?duration|time|period|length", find_mean_follow_up},
    {"median follow up ?duration|time|period|length", find_median_follow_up},
    {"follow up duration|time|period|length", find_follow_up},
    {"duration|length|period follow up", find_follow_up},
    {"followup ?duration|time|period|length", find_follow_up},
    {"dose|dosage|dosing|doses", find_dose},
    {"drug|treatment|intervention dose|dosage", find_dose},
    {"route", find_route},
    {"administration route", find_route},
    {"route administration", find_route},
    {"age|ages", find_age},
    {"mean|average age", find_true_mean_age},
    {"age mean|average", find_true_mean_age},
    {"median age", find_median_age},
    {"age median", find_median_age},
    {"age range", find_age_range},
    {"minimum|min|lowest age", find_minimum_age},
    {"age minimum|min", find_minimum_age},
    {"maximum|max|highest age", find_maximum_age},
    {"age maximum|max", find_maximum_age},
    {"female|females|women percent|percentage|proportion|share", find_female_share},
    {"percent|percentage|proportion|share female|females|women", find_female_share},
    {"male|males|men percent|percentage|proportion|share", find_male_share},
    {"percent|percentage|proportion|share male|males|men", find_male_share},
    {"sex|sexes|gender|genders", find_sex},
    {"trial|study ?registry|registration id|ids|number|numbers|registration|identifier",
     find_registration},
    {"registration|registry|nct|registered|preregistration|preregistered", find_registration},
    {"nct|registration|registry id|ids|number|numbers|identifier", find_registration},
    {"funding|funder|funders|sponsor|sponsors|grants", find_funding},
    {"funding source|sources|agency|agencies|body", find_funding},
    {"source|sources funding", find_funding},
    {"conflict|conflicts", find_conflicts},
    {"conflict|conflicts interest|interests", find_conflicts},
    {"competing interests|interest", find_conflicts},
    {"coi|disclosures", find_conflicts},
    {"country|countries|location", find_country},
    {"data availability|available|sharing", find_data_availability},
    {"availability data", find_data_availability},
    {"code|software availability|available", find_code_availability},
    {"availability code", find_code_availability},
    {"open source|code", find_code_availability},
    {"code", find_code_availability},
    {"year", find_year},
    {"publication year", find_year},
    {"year publication", find_year},
    {"journal|venue", find_journal},
    {"title", find_title},
    {"doi", find_doi},
    {"pmid", find_pmid},
    {"pubmed id", find_pmid},
    {"author|authors", find_authors},
    {"publication|published date", find_publication_date},
    {"date publication|published", find_publication_date},
    {"retracted|retraction", find_retraction},
    {"keywords", find_keywords},
    {"mesh ?terms|headings", find_mesh_terms},
    {"technology|technical domain|area|field", find_technology_domain},
    {"technology", find_technology_domain},
    {"benchmarks|benchmark|datasets|dataset", find_benchmarks},
    {"performance|accuracy ?relative|absolute improvement|gain|gains", find_performance},
    {"performance", find_performance},
    {"accuracy", find_accuracy},
    {"sensitivity", find_sensitivity},
    {"specificity", find_specificity},
    {"auc|auroc", find_area_under_curve},
    {"computational|compute|computing cost|costs|requirements|resources", find_computational_cost},
    {"runtime|computation|latency", find_computational_cost},
    {"key|main contribution|contributions", find_contribution},
    {"contribution|contributions|novelty|innovation", find_contribution}};

// Words that ask for nothing else than the rest of the name does.
constexpr const char* kNeutral =
    "value|values|reported|stated|mentioned|described|study|studies|trial|paper|article|abstract|"
    "main|key|name|names|text|detail|details|information|info|summary|statement|list|any|if|used|"
    "brief|short|is|was|were|are|has|and|or";

// And beside one rule only: "total participants" is the sample size, "total dose" is not the dose.
struct Beside {
  Rule rule;
  const char* words;
};
constexpr Beside kBeside[] = {
    {find_sample_size, "total|overall|number|included|enrolled|recruited|human|whole|all"},
    {find_arm_names, "compared|treatment|intervention"},
    {find_arm_sizes, "sample|each"},
    {find_is_rct, "controlled|allocation"},
    {find_study_design, "research|clinical|overall"},
    {find_methodology, "research|approach|algorithm|technical|overall"},
    {find_phase, "clinical|development"},
    {find_blinding, "type|level|status"},
    {find_double_blind, "design|status"},
    {find_open_label, "design|status"},
    {find_placebo_controlled, "design|status"},
    {find_multicenter, "design|status"},
    {find_species, "studied"},
    {find_significance, "result|results|difference|effect"},
    {find_number_randomized, "total|overall|included|enrolled|all"},
    {find_response_rate, "treatment|clinical|overall|percent|percentage"},
    {find_evidence_level, "stated"},
    {find_confidence_intervals, "95|percent|effect|estimate|size|interval|intervals"},
    {find_lower_bound, "95|percent|effect|estimate|confidence|bound|limit"},
    {find_upper_bound, "95|percent|effect|estimate|confidence|bound|limit"},
    {find_effect_measure, "kind"},
    {find_percentages, "each"},
    {find_direction, "overall|effects"},
    {find_conclusion, "author|authors|overall|final|finding"},
    {find_key_findings, "overall|author|authors"},
    {find_limitations, "author|authors|acknowledged|potential|important"},
    {find_objective, "research|primary|overall"},
    {find_adverse_events, "profile|outcomes|outcome|endpoints|observed|findings|results"},
    {find_population, "patient|patients|participants|studied|included|sample|description|target"},
    {find_intervention, "group|arm|experimental|studied|tested|investigated|given|description"},
    {find_comparator, "condition|treatment|intervention|description"},
    {find_primary_outcome, "description|definition|variable"},
    {find_secondary_outcomes, "description|definition|variable|variables"},
    {find_outcomes, "measured|assessed|studied|variables|description"},
    {find_condition, "medical|health|clinical|target|studied|patient|patients"},
    {find_duration, "total|overall"},
    {find_follow_up, "total|length|time"},
    {find_dose, "regimen|administered|medication"},
    {find_age, "participant|participants|patient|patients|subjects|population"},
    {find_true_mean_age, "participant|participants|patient|patients|subjects|population"},
    {find_median_age, "participant|participants|patient|patients|subjects|population"},
    {find_age_range, "participant|participants|patient|patients|subjects|population"},
    {find_sex, "participant|participants|patient|patients|subjects|population"},
    {find_registration, "clinical|clinicaltrials|gov"},
    {find_funding, "research|financial|support|received|disclosure"},
    {find_conflicts, "author|authors|declared|declaration|disclosure"},
    {find_country, "countries"},
    {find_data_availability, "open|public|publicly"},
    {find_code_availability, "public|publicly|software"},
    {find_year, "publication|published"},
    {find_journal, "publication|title"},
    {find_title, "publication"},
    {find_retraction, "status"},
    {find_keywords, "author"},
    {find_benchmarks, "evaluation"},
    {find_performance, "percent|percentage|model|results"},
    {find_contribution, "scientific|technical|novelty"}};

// Words between the telling ones.
constexpr const char* kDropped = "of|the|a|an|in|for|on|to|at|with|from|that|which|who|as|this|be";

// In a description they ask for a part of what the name asks for.
constexpr const char* kParts =
    "placebo|control|controls|comparator|excluded|discontinued|withdrew|withdrawn|dropout|dropouts|"
    "dropped|screened|female|females|women|male|males|men|minimum|maximum|youngest|oldest";

struct Unit {
  const char* words;
  const char* unit;  // as units_agree() has it
  bool time;
};
constexpr Unit kUnits[] = {{"hours|hour", "hour", true},
                           {"days|day", "day", true},
                           {"weeks|week|wk|wks", "week", true},
                           {"months|month", "month", true},
                           {"years|year|yr|yrs", "year", true},
                           {"mg", "mg", false},
                           {"g|grams", "g", false},
                           {"mcg|ug", "mcg", false},
                           {"ml", "ml", false},
                           {"iu", "iu", false}};

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

using Tokens = std::vector<doc::Token>;

// The tokens of a name or definition that tell something.
Tokens telling_tokens(std::string_view words) {
  static const Pattern kWords(kDropped);
  Tokens tokens = doc::tokenize(words);
  std::erase_if(tokens, [](const doc::Token& token) {
    return kWords.match_at(std::span(&token, 1), 0).has_value();
  });
  return tokens;
}

const Pattern* beside(Rule rule) {
  static const std::vector<std::pair<Rule, Pattern>> kWords = [] {
    std::vector<std::pair<Rule, Pattern>> words;
    for (const Beside& entry : kBeside) words.emplace_back(entry.rule, Pattern(entry.words));
    return words;
  }();
  for (const auto& [known, words] : kWords) {
    if (known == rule) return &words;
  }
  return nullptr;
}

const Unit* unit_named(const Tokens& tokens, std::size_t at) {
  static const std::vector<Pattern> kWords = [] {
    std::vector<Pattern> words;
    for (const Unit& unit : kUnits) words.emplace_back(unit.words);
    return words;
  }();
  for (std::size_t i = 0; i < kWords.size(); ++i) {
    if (kWords[i].match_at(tokens, at)) return &kUnits[i];
  }
  return nullptr;
}

bool is_measured_in(Rule rule, const Unit& unit) {
  if (!unit.time) return rule == find_dose;
  static constexpr Rule kTimes[] = {find_duration,         find_follow_up,   find_mean_follow_up,
                                    find_median_follow_up, find_age,         find_true_mean_age,
                                    find_median_age,       find_minimum_age, find_maximum_age};
  return std::find(std::begin(kTimes), std::end(kTimes), rule) != std::end(kTimes);
}

struct Best {
  Rule rule = nullptr;
  std::size_t length = 0;
  std::string unit;
  std::string unknown;  // the first telling word that the rule does not account for
};

// All tokens that the rule's patterns match anywhere: "intervention or exposure".
std::vector<bool> covered_by(Rule rule, const Tokens& tokens) {
  std::vector<bool> covered(tokens.size(), false);
  for (const NamedRule& entry : named_rules()) {
    if (entry.rule != rule) continue;
    for (std::size_t at = 0; at < tokens.size(); ++at) {
      const auto end = entry.name.match_at(tokens, at);
      for (std::size_t i = at; end && i < *end; ++i) covered[i] = true;
    }
  }
  return covered;
}

void account_for_the_rest(Best& best, const Tokens& tokens) {
  static const Pattern kWords(kNeutral);
  const std::vector<bool> covered = covered_by(best.rule, tokens);
  const Pattern* allowed = beside(best.rule);
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    static const Pattern kStudy("study|studies|trial");
    // The year of a study is not the year of its report.
    const bool neutral =
        kWords.match_at(tokens, i) && !(best.rule == find_year && kStudy.match_at(tokens, i));
    if (covered[i] || neutral || (allowed && allowed->match_at(tokens, i))) {
      continue;
    }
    const Unit* unit = unit_named(tokens, i);
    if (unit != nullptr && is_measured_in(best.rule, *unit) && best.unit.empty()) {
      best.unit = unit->unit;
      continue;
    }
    best.unknown = tokens[i].folded;
    return;
  }
}

// The longest match that leaves nothing unaccounted for, else the longest.
Best best_match(const Tokens& tokens) {
  Best best;
  for (const NamedRule& entry : named_rules()) {
    for (std::size_t at = 0; at < tokens.size(); ++at) {
      const auto end = entry.name.match_at(tokens, at);
      if (!end || *end == at) continue;
      Best found{.rule = entry.rule, .length = *end - at, .unit = {}, .unknown = {}};
      account_for_the_rest(found, tokens);
      const bool whole = found.unknown.empty();
      const bool best_is_whole = best.rule != nullptr && best.unknown.empty();
      const bool better = whole == best_is_whole ? found.length > best.length : whole;
      if (better) best = std::move(found);
    }
  }
  return best;
}

// Definitions put the thing first: its first clause is looked at.
Tokens first_clause(std::string_view description) {
  std::string_view clause = description.substr(0, description.find_first_of(".,;(:\n"));
  if (const std::size_t condition = clause.find(" if "); condition != std::string_view::npos)
    clause = clause.substr(0, condition);
  return telling_tokens(clause);
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

FieldRule unaccounted(const std::string& word, const char* where) {
  return {.rule = nullptr,
          .unit = {},
          .reason = "no rule for this field: none knows the word \"" + word + "\" of its " + where};
}

// What the definition of a known name says more closely: a part of the study, a kind of effect.
FieldRule as_described(FieldRule found, const FieldSpec& field) {
  static const Patterns kPart = {kParts};
  static const Patterns kWhole = {"total|all|overall|both|whole"};
  const Tokens tokens = first_clause(field.description);
  const bool counts = found.rule == find_sample_size || found.rule == find_age ||
                      found.rule == find_mean_age || found.rule == find_true_mean_age ||
                      found.rule == find_duration || found.rule == find_follow_up ||
                      found.rule == find_percentages;
  const auto part = find_any(kPart, tokens);
  if (counts && part && !find_any(kWhole, tokens))
    return unaccounted(tokens[part->first].folded, "definition");
  if (found.rule != find_effect_size) return found;
  std::vector<Rule> kinds;
  for (const NamedRule& entry : named_rules()) {
    const bool kind = entry.rule == find_odds_ratio || entry.rule == find_hazard_ratio ||
                      entry.rule == find_risk_ratio || entry.rule == find_rate_ratio ||
                      entry.rule == find_standardized_difference;
    const auto match = kind ? entry.name.find(tokens) : std::nullopt;
    if (match && match->last - match->first > 1 &&
        std::find(kinds.begin(), kinds.end(), entry.rule) == kinds.end()) {
      kinds.push_back(entry.rule);
    }
  }
  if (kinds.size() == 1) found.rule = kinds.front();
  return found;
}

// Of what a name may mean the type decides: outcome, size and count between the number and the
// words; a number of years is a mean, not one end of a range.
Rule by_type(Rule rule, Type type) {
  if (type != Type::number && type != Type::integer) return rule;
  if (rule == find_effect_measure) return find_effect_size;
  return rule == find_age ? find_mean_age : rule;
}

}  // namespace

FieldRule match_field(const FieldSpec& field) {
  const Best named = best_match(telling_tokens(spaced(field.name)));
  if (named.rule != nullptr && !named.unknown.empty()) return unaccounted(named.unknown, "name");
  if (named.rule != nullptr && fits(field, named.rule)) {
    return as_described({by_type(named.rule, field.type), named.unit, {}}, field);
  }
  const FieldRule none{.rule = nullptr, .unit = {}, .reason = "no rule for this field"};
  if (field.description.empty()) return none;
  const Best described = best_match(first_clause(field.description));
  if (described.length < 2 || !fits(field, described.rule)) return none;
  if (!described.unknown.empty()) return unaccounted(described.unknown, "definition");
  return {by_type(described.rule, field.type), described.unit, {}};
}

Rule rule_for(const FieldSpec& field) {
  return match_field(field).rule;
}

bool units_agree(std::string_view stated, std::string_view asked) {
  const Tokens tokens = doc::tokenize(stated);
  const Unit* unit = tokens.empty() ? nullptr : unit_named(tokens, 0);
  return unit != nullptr && asked == unit->unit;
}

}  // namespace ev::extract
