#include "pipeline/extract/design.hpp"

#include "pipeline/extract/phrase.hpp"
#include "pipeline/extract/trial_record.hpp"

#include <algorithm>

namespace ev::extract {

namespace {

struct TextRule {
  StudyDesign design;
  Patterns title;     // in the title
  Patterns abstract;  // in a sentence that is not background
};

const std::vector<TextRule>& before_trials() {
  static const std::vector<TextRule> kRules = {
      {StudyDesign::meta_analysis,
       {"meta analys*", "metaanalys*", "meta analytic", "meta regression"},
       {"we|was|were|this|a|our performed|conducted|did|present <4> meta analysis",
        "this meta analysis",
        "meta analysis|analyses was|were performed|conducted|undertaken|done"}},
      {StudyDesign::systematic_review,
       {"systematic* <2> review*", "scoping review", "umbrella review", "cochrane review",
        "systematic* overview", "evidence synthesis"},
       {"this|a|our|we <3> systematic* <1> review", "searched <5> medline|pubmed|embase|cochrane",
        "medline|pubmed|embase|cochrane <12> searched|search", "databases <4> searched"}},
      {StudyDesign::cohort_study,
       {},
       {"cohort study|analysis derived|nested from|in|within a|the <3> trial"}},
      {StudyDesign::study_protocol,
       {"study|trial|review protocol", "protocol for|of a|an|the <6> trial|study",
        "rationale and design", "design and rationale"},
       {}}};
  return kRules;
}

const TextRule& review_rule() {
  static const TextRule kRule = {
      StudyDesign::review,
      {"review", "overview", "spotlight on", "current concepts|status|practice", "state of the art",
       "past present and future"},
      {"this|the|present|our <1> review", "in this review|chapter|overview",
       "this|the|present review|chapter|overview <2> "
       "reviews|discusses|describes|summarizes|summarises|"
       "presents|examines|focuses|provides|outlines|considers|highlights|addresses|explores",
       "literature|evidence <2> reviewed|review|examined|surveyed",
       "review of the|current|recent <5> literature|evidence|data|studies",
       "research|practice <3> literature|evidence <2> was|were examined|considered|summarized"}};
  return kRule;
}

// Words of reviews that reports of one's own patients use as well.
const std::vector<TextRule>& likely_reviews() {
  static const std::vector<TextRule> kRules = {
      {StudyDesign::review,
       {"reviewed", "perspective|perspectives", "advances in", "lessons from|learned"},
       {"in this article",
        "this|the|present article|paper <2> "
        "reviews|discusses|describes|summarizes|summarises|"
        "presents|examines|focuses|provides|outlines|considers|highlights|addresses|explores",
        "we|authors|author review|discuss|summarize|summarise|outline|highlight",
        "is|are|was|were|been reviewed|discussed|summarized"}}};
  return kRules;
}

// "Thirty-two children", "70 consecutive patients"; a review cites the numbers of others.
bool counts_people(const Sentence& sentence) {
  return std::any_of(sentence.numbers.begin(), sentence.numbers.end(),
                     [&](const doc::Number& number) {
                       const std::size_t next = sentence.token_from(number.end);
                       if (!number.integer || number.percent || number.value < 2) return false;
                       for (std::size_t i = next; i < sentence.tokens.size() && i < next + 2; ++i) {
                         if ((sentence.kinds[i] & kind::person) != 0) return true;
                       }
                       return false;
                     });
}

bool reports_own_people(const RecordText& record) {
  return std::any_of(
      record.sentences().begin(), record.sentences().end(), [](const Sentence& sentence) {
        const bool labelled = sentence.labelled() && (sentence.role() == doc::Role::methods ||
                                                      sentence.role() == doc::Role::results);
        return labelled || counts_people(sentence);
      });
}

// Titles that reviews like, but studies have too.
const Patterns& review_titles() {
  static const Patterns kTitles = {"update|updated",
                                   "what is",
                                   "management of",
                                   "role of",
                                   "recent",
                                   "treatment of <6> and",
                                   "implications",
                                   "new <3> drugs|agents|treatments|therapies",
                                   "approach|approaches to",
                                   "combining",
                                   "pathogenesis of",
                                   "should <6> be used|given|treated|prescribed|avoided|offered"};
  return kTitles;
}

// Over prose without a study of its own they name what it goes through.
const Patterns& likely_review_titles() {
  static const Patterns kTitles = {
      "strategy|strategies",
      "considerations|consideration|facts|issues|principles|options|challenges|controversies|"
      "dilemmas|concepts|perspectives",
      "diagnosis|evaluation|assessment|prevention and <1> treatment|management|therapy",
      "treatment|therapy|pharmacotherapy|prevention|pharmacology|pharmacokinetics|"
      "pathophysiology|mechanisms of",
      "drug|medical|current|pharmacologic|pharmacological therapy|treatment|pharmacotherapy",
      "how to"};
  return kTitles;
}

// What only a study of one's own says.
const Patterns& own_study() {
  static const Patterns kOwn = {
      "was|were|been <2> measured|performed|enrolled|recruited|included|studied|treated|"
      "randomi*ed|assessed|evaluated|analyzed|analysed|investigated|examined|compared|collected|"
      "obtained|administered|followed|determined|observed|identified|found|selected|tested|used",
      "we|authors found|report|studied|treated|examined|investigated|measured|evaluated|compared|"
      "describe|present|conducted|performed|analyzed|analysed|identified|used|tested|assessed",
      "this|our|present study|trial|series|patient|case",
      "# <2> patients|subjects|participants|women|men|children|cases|adults|infants",
      "p # #",
      "mean|median # #"};
  return kOwn;
}

// Prose without a study of its own.
bool tells_of_no_study(const RecordText& record) {
  std::size_t sentences = 0;
  for (const Sentence& sentence : record.sentences()) {
    if (sentence.is_title()) continue;
    ++sentences;
    const bool of_study = sentence.labelled() && (sentence.role() == doc::Role::methods ||
                                                  sentence.role() == doc::Role::results);
    if (of_study || find_any(own_study(), sentence)) return false;
  }
  return sentences >= 4;
}

// "Severe rash with carbamazepine" and no abstract: somebody saw a case.
std::optional<Design> observed_harm(const RecordText& record) {
  static const Patterns kJoint = {"with|after|during|from", "associated with", "induced by",
                                  "due|secondary to", "caused by"};
  if (record.has_abstract() || record.sentences().empty()) return std::nullopt;
  const Sentence& title = record.sentences().front();
  const auto joint = find_any(kJoint, title);
  if (!joint || joint->first == 0 || joint->last >= title.tokens.size()) return std::nullopt;
  constexpr WordKinds kHarm = kind::condition | kind::outcome;
  const bool harm = (title.kinds[joint->first - 1] & kHarm) != 0;
  const bool drug = (title.kinds[joint->last] & kind::drug) != 0;
  if (!harm || !drug || title.tokens.size() > 8) return std::nullopt;
  return Design{.kind = StudyDesign::case_report,
                .record_field = {},
                .record_value = {},
                .span = title.span(),
                .confidence = 0.45};
}

// A title like a review's over nothing that speaks of a study.
std::optional<Design> narrative_review(const RecordText& record) {
  if (record.sentences().empty() || !record.sentences().front().is_title()) return std::nullopt;
  const Sentence& title = record.sentences().front();
  const bool no_study = tells_of_no_study(record);
  auto titled = find_any(review_titles(), title);
  if (!titled && no_study) titled = find_any(likely_review_titles(), title);
  if (!titled || (record.has_abstract() && !no_study)) return std::nullopt;
  const std::size_t begin = title.tokens[titled->first].begin;
  return Design{.kind = StudyDesign::review,
                .record_field = {},
                .record_value = {},
                .span = title.span(begin, title.tokens[titled->last - 1].end),
                .confidence = no_study ? 0.6 : 0.45};
}

// Guidelines and reports of single patients.
std::vector<TextRule> report_rules() {
  return {
      {StudyDesign::guideline,
       {"guideline|guidelines", "consensus statement|conference", "position statement|paper",
        "practice parameter*", "expert consensus", "recommendations of|from",
        "recommendations for <3> management|diagnosis|treatment|prevention|practice|care|screening|"
        "use|reporting"},
       {}},
      {StudyDesign::case_series,
       {"case series", "report of # cases", "report of two|three|four|five|six|seven cases",
        "series|results|experience of|in|with # "
        "patients|cases|children|adults"},
       {"case series", "# patients|cases <1> are|were reported|described|presented",
        "was|were performed|used|applied|treated <3> in two|three|four|five|six|seven|eight|nine "
        "<1> patients|cases|children|infants|women|men",
        "we|authors report|describe|present <9> two|three|four|five|six|seven|eight|nine|ten <4> "
        "cases|patients|children|infants|women|men|adolescents|siblings",
        "we report|describe|present # <3> cases|patients"}},
      {StudyDesign::case_report,
       {"case report|reports", "a case of", "case study", "report of a|one case",
        "in a|an <3> patient|woman|man|child|boy|girl|infant|neonate|adolescent|player",
        "in an|a adult", "report of <3> case",
        "in two|three patients|cases|siblings|brothers|sisters", "a # year|month|day|yr old",
        "report and <3> review", "of a case", "an unusual <3> case|cause"},
       {"we|authors|i report|describe|present|reported|presented a|the|an|one|on|here <6> "
        "case|patient|woman|man|"
        "boy|girl|infant|female|male|neonate|child",
        "case report", "a|an|this|old # <1> year|yr|month|day old",
        "a|an # year|yr|month|day|y old", "is reported|described|presented <3> case", "a case of",
        "case of a"}}};
}

std::vector<TextRule> observation_rules() {
  return {{StudyDesign::qualitative_study,
           {"qualitative study|analysis|research|evaluation", "focus groups|group"},
           {"focus groups|group were|was|with|of|discussion|discussions|interviews",
            "semi structured interviews", "semistructured interviews", "thematic analysis"}},
          {StudyDesign::non_randomized_trial,
           {"non randomi*ed", "nonrandomi*ed", "quasi experimental", "single arm",
            "open label <3> trial|study"},
           {"non randomi*ed", "nonrandomi*ed", "quasi experimental", "single arm"}},
          {StudyDesign::case_control_study,
           {"case control|referent|crossover"},
           {"case control|referent|crossover"}},
          {StudyDesign::cross_sectional_study,
           {"cross sectional", "survey", "prevalence of", "questionnaire"},
           {"cross sectional", "this|a|our survey",
            "questionnaire|questionnaires <2> sent|mailed|returned"}},
          {StudyDesign::cohort_study,
           {"cohort", "retrospective", "prospective", "longitudinal", "registry"},
           {"cohort study|studies|analysis",
            "retrospective* <2> review|analysis|study|reviewed|analyzed|analysed|"
            "evaluated|cohort|collected|identified|studied|examined|compared",
            "prospective* <3> study|cohort|followed|evaluated|studied|collected|enrolled|registry",
            "prospective* <1> analysis", "longitudinal <2> study|cohort|data|analysis",
            "we followed", "this|our|the|a cohort", "charts|records <4> reviewed",
            "population based", "national|nationwide cohort|registry",
            "assessed|analyzed|analysed|reviewed|evaluated|studied|compared retrospectively"}},
          {StudyDesign::observational_study,
           {"observational study|analysis"},
           {"observational study|analysis|data", "claims data|database|databases",
            "pharmacy|medical|insurance|administrative claims"}},
          {StudyDesign::diagnostic_accuracy_study,
           {"diagnostic accuracy|performance|value", "accuracy of", "sensitivity and specificity"},
           {"diagnostic accuracy", "sensitivity <4> specificity"}},
          {StudyDesign::clinical_trial,
           {"phase i|ii|iii|iv|1|2|3|4", "pilot study|trial", "clinical trial", "open label",
            "open study"},
           {"phase i|ii|iii|iv|1|2|3 <2> trial|study", "open label", "pilot study",
            "a|an|this|our|present|controlled|comparative|prospective <2> clinical trial",
            "crossover|cross over study|design|trial", "pharmacokinetic study"}},
          review_rule()};
}

const std::vector<TextRule>& after_trials() {
  static const std::vector<TextRule> kRules = [] {
    std::vector<TextRule> out = report_rules();
    for (TextRule& rule : observation_rules()) out.push_back(std::move(rule));
    return out;
  }();
  return kRules;
}

std::optional<Design> from_types(const model::Article& article,
                                 std::span<const model::DesignTerm> terms, double confidence) {
  for (const model::DesignTerm& known : terms) {
    for (const std::string& type : article.publication_types) {
      if (type != known.term) continue;
      return Design{.kind = known.design,
                    .record_field = "publication_types",
                    .record_value = type,
                    .confidence = confidence};
    }
  }
  return std::nullopt;
}

std::optional<Design> from_mesh(const model::Article& article) {
  for (const model::DesignTerm& known : model::design_headings()) {
    for (const model::MeshHeading& heading : article.mesh_headings) {
      if (heading.descriptor != known.term) continue;
      return Design{.kind = known.design,
                    .record_field = "mesh_terms",
                    .record_value = heading.descriptor,
                    .confidence = 0.8};
    }
  }
  return std::nullopt;
}

std::optional<Design> text_match(const Sentence& sentence, const Patterns& patterns,
                                 StudyDesign kind, double confidence) {
  const auto match = find_any(patterns, sentence);
  if (!match) return std::nullopt;
  Design design{.kind = kind};
  design.span =
      sentence.span(sentence.tokens[match->first].begin, sentence.tokens[match->last - 1].end);
  design.confidence = confidence;
  return design;
}

// "We report an unusual gout": what is reported is an illness, not a method.
std::optional<Design> reported_illness(const Sentence& sentence) {
  static const Patterns kReports = {"we report|describe|present a|an|the"};
  static const Pattern kWork(
      "method*|approach*|model*|algorithm*|system*|tool*|technique*|framework*|study|studies|trial*"
      "|"
      "analys*|review*|results|data|experience|design|protocol*|procedure*|assay*|effect*|use|"
      "findings|first|scale|program*|database|test|strategy|series|outcome*|efficacy|comparison");
  constexpr std::size_t kReach = 8;  // tokens
  const auto match = find_any(kReports, sentence);
  if (!match) return std::nullopt;
  const std::size_t end = std::min(match->last + kReach, sentence.tokens.size());
  for (std::size_t i = match->last; i < end; ++i) {
    if (kWork.match_at(sentence.tokens, i)) return std::nullopt;
    if ((sentence.kinds[i] & (kind::condition | kind::person)) == 0) continue;
    Design design{.kind = StudyDesign::case_report};
    design.span = sentence.span(sentence.tokens[match->first].begin, sentence.tokens[i].end);
    design.confidence = 0.75;
    return design;
  }
  return std::nullopt;
}

std::optional<Design> from_text(const RecordText& record, const std::vector<TextRule>& rules) {
  for (const TextRule& rule : rules) {
    for (const Sentence& sentence : record.sentences()) {
      if (!sentence.is_title()) continue;
      if (auto design = text_match(sentence, rule.title, rule.design, 0.9)) return design;
    }
  }
  for (const TextRule& rule : rules) {
    for (const Sentence& sentence : record.sentences()) {
      if (sentence.is_title()) continue;
      const bool aside = sentence.role() == doc::Role::background &&
                         rule.design != StudyDesign::review &&
                         rule.design != StudyDesign::case_report;
      if (aside) continue;
      if (auto design = text_match(sentence, rule.abstract, rule.design, 0.75)) return design;
      if (rule.design != StudyDesign::case_report) continue;
      if (auto design = reported_illness(sentence)) return design;
    }
  }
  return std::nullopt;
}

std::optional<Design> from_subjects(const RecordText& record) {
  SubjectsFinding finding = find_subjects(record);
  if (finding.species == Species::animal) finding.evidence.kind = StudyDesign::animal_study;
  if (finding.species == Species::in_vitro) finding.evidence.kind = StudyDesign::in_vitro_study;
  if (!finding.evidence.kind) return std::nullopt;
  return finding.evidence;
}

std::optional<Design> from_randomization(const RecordText& record) {
  auto randomization = find_randomization(record);
  if (!randomization || !randomization->is_rct) return std::nullopt;
  randomization->evidence.kind = StudyDesign::randomized_controlled_trial;
  return randomization->evidence;
}

std::optional<Design> decide_design(const RecordText& record) {
  const model::Article& article = record.article();
  if (auto design = registered_design(article)) return design;
  if (auto design = from_types(article, model::settling_publication_types(), 0.98)) return design;
  std::optional<Design> loose = from_types(article, model::loose_publication_types(), 0.9);
  if (auto design = from_text(record, before_trials())) return design;
  if (loose && loose->kind == StudyDesign::review) return loose;
  if (auto design = from_randomization(record)) return design;
  if (auto design = from_subjects(record); design && design->confidence >= 0.85) return design;
  if (loose && loose->kind != StudyDesign::observational_study &&
      loose->kind != StudyDesign::clinical_trial)
    return loose;
  if (const auto again = find_reanalysis(record)) {
    return Design{.kind = StudyDesign::randomized_controlled_trial,
                  .record_field = {},
                  .record_value = {},
                  .span = again->span,
                  .confidence = 0.75};
  }
  auto exact = from_text(record, after_trials());
  if (exact && exact->kind == StudyDesign::clinical_trial && tells_of_many_studies(record))
    exact.reset();
  if (loose) {
    const bool refines = exact && (exact->kind == StudyDesign::cohort_study ||
                                   exact->kind == StudyDesign::case_control_study ||
                                   exact->kind == StudyDesign::cross_sectional_study ||
                                   exact->kind == StudyDesign::non_randomized_trial);
    return refines ? exact : loose;
  }
  if (exact) return exact;
  if (!reports_own_people(record)) {
    if (auto design = from_text(record, likely_reviews())) return design;
  }
  if (tells_of_many_studies(record)) {
    return Design{.kind = StudyDesign::review,
                  .record_field = {},
                  .record_value = {},
                  .span = record.sentences().front().span(),
                  .confidence = 0.65};
  }
  if (auto design = from_mesh(article)) return design;
  if (auto design = from_subjects(record)) return design;
  if (auto design = observed_harm(record)) return design;
  return narrative_review(record);
}

}  // namespace

std::optional<Reanalysis> find_reanalysis(const RecordText& record) {
  static const Patterns kOfTrials = {
      "retrospective*|pooled|post|secondary|combined <3> analysis|analyses|comparison of|from <4> "
      "randomi*ed|controlled <6> trial|trials|studies",
      "retrospective* <8> data from <4> randomi*ed|controlled <6> trial|trials|studies",
      "pooled|combined ?the data|results of|from <4> randomi*ed|controlled <6> trials|studies",
      "analysis|analyses of <2> # <6> randomi*ed|controlled <6> trials|studies"};
  for (const Sentence& sentence : record.sentences()) {
    if (sentence.role() == doc::Role::background || sentence.role() == doc::Role::conclusions)
      continue;
    const auto match = find_any(kOfTrials, sentence);
    if (!match) continue;
    return Reanalysis{.span = sentence.span(sentence.tokens[match->first].begin,
                                            sentence.tokens[match->last - 1].end),
                      .several = sentence.tokens[match->last - 1].folded != "trial"};
  }
  return std::nullopt;
}

Allocation allocation_in(const RecordText& record) {
  // "Case-crossover" is no trial, "patients could cross over to tea" is no such design.
  static const Patterns kCrossover = {
      "crossover",
      "crossed over",
      "cross over <3> study|studies|trial|trials|design|manner|fashion|comparison",
      "two|three|four|double|random*|blind|controlled <2> cross over",
      "latin square",
      "his|her|their|its own control|controls"};
  static const Patterns kCase = {"case crossover", "case cross over", "crossover to|from"};
  static const Patterns kCluster = {"cluster random*", "randomi*ed clusters", "group randomi*ed"};
  for (const Sentence& sentence : record.sentences()) {
    if (!sentence.is_title() && sentence.role() == doc::Role::background) continue;
    if (find_any(kCluster, sentence)) return Allocation::cluster;
    if (find_any(kCrossover, sentence) && !find_any(kCase, sentence)) return Allocation::crossover;
  }
  return Allocation::parallel;
}

Allocation allocation_of(const model::Article& article) {
  return allocation_in(RecordText(article));
}

std::optional<Design> find_design(const RecordText& record) {
  return record.facts().design.get([&] { return decide_design(record); });
}

std::optional<StudyDesign> design_of(const model::Article& article) {
  const auto design = find_design(RecordText(article));
  return design ? design->kind : std::nullopt;
}

std::string study_design(const RecordText& record) {
  const auto design = find_design(record);
  return design && design->kind ? std::string(wire_name(*design->kind)) : std::string();
}

std::string study_design(const model::Article& article) {
  return study_design(RecordText(article));
}

}  // namespace ev::extract
