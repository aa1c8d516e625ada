#include "pipeline/query_gen/question_type.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace ev::query_gen {

namespace {

struct Cue {
  Question question;
  const char* stems;  // at the beginning of a word, separated by '|'
};

// In the order in which they decide: "safety of screening" is about harm.
constexpr auto kCues = std::to_array<Cue>({
    {Question::repurposing, "repurpos|reposition"},
    {Question::harm, "adverse|side effect|safe to|safety|toxic|harm|tolerab|contraindicat"},
    {Question::diagnosis,
     "diagnos|screen|detect|accura|sensitivity and specificity|differentiate|predictive value"},
    {Question::prevention, "prevent|prophyla|reduce the risk|lower the risk|protect against"},
    {Question::prognosis,
     "prognos|surviv|life expectancy|natural history|predict|long term outcome"},
    {Question::aetiology, "aetiolog|etiolog|cause|risk|predispos|susceptib"},
    {Question::mechanism, "mechanis|pathway|how does|how do |signaling|signalling"},
    {Question::therapy, "treat|therap|efficac|effective|help|manage|drug for|drugs for|benefit"},
});

bool has_cue(const std::string& goal, const char* stems) {
  const std::vector<std::string> all = text::split(stems, '|');
  return std::any_of(all.begin(), all.end(), [&goal](const std::string& stem) {
    return goal.find(" " + stem) != std::string::npos;
  });
}

constexpr auto kBiomedical = std::to_array<Facet>({
    {"mechanism",
     "mh:Signal "
     "Transduction|sh:metabolism|sh:pharmacology|tiab:mechanism*|tiab:pathway*|tiab:signaling|"
     "tiab:signalling"},
    {"outcome",
     "mh:Treatment Outcome|mh:Quality of "
     "Life|mh:Mortality|tiab:outcome*|tiab:efficacy|tiab:survival"},
    {"population",
     "mh:Risk Factors|mh:Cohort "
     "Studies|mh:Prevalence|sh:epidemiology|tiab:population|tiab:subgroup*|tiab:cohort*"},
    {"safety",
     "mh:Drug-Related Side Effects and Adverse Reactions|sh:adverse "
     "effects|tiab:adverse|tiab:safety|tiab:toxicity"},
    {"biomarkers", "mh:Biomarkers|sh:genetics|tiab:biomarker*|tiab:predictor*"},
    {"diagnosis", "mh:Sensitivity and Specificity|sh:diagnosis|tiab:diagnos*|tiab:accuracy"},
    {"prevention",
     "mh:Primary Prevention|mh:Secondary Prevention|sh:prevention and control|tiab:prevent*"},
    {"prognosis",
     "mh:Prognosis|mh:Follow-Up Studies|mh:Cohort Studies|tiab:prognos*|tiab:progression"},
    {"experimental models", "mh:Disease Models, Animal|tiab:mouse|tiab:mice|tiab:rats|tiab:vitro"},
    {"reviews", "pt:Systematic Review|pt:Meta-Analysis|pt:Review"},
    {"treatment",
     "sh:drug therapy|sh:therapeutic use|sh:therapy|pt:Clinical Trial|tiab:treatment*|tiab:trial*"},
    {"causes", "mh:Risk Factors|sh:etiology|sh:genetics|tiab:risk factor*|tiab:cause*"},
    {"repurposing", "mh:Drug Repositioning|tiab:repurpos*|tiab:reposition*"},
});

constexpr auto kComputing = std::to_array<Facet>({
    {"performance",
     "mh:Sensitivity and Specificity|mh:ROC "
     "Curve|tiab:accuracy|tiab:performance|tiab:sensitivity|tiab:specificity"},
    {"validation",
     "mh:Reproducibility of Results|mh:Validation Studies as "
     "Topic|tiab:validat*|tiab:benchmark*|tiab:generaliz*"},
    {"clinical use",
     "mh:Decision Support Systems, "
     "Clinical|tiab:workflow*|tiab:deploy*|tiab:implementation|tiab:clinician*"},
    {"bias and explanation",
     "mh:Ethics|tiab:bias|tiab:fairness|tiab:explainab*|tiab:interpretab*|tiab:trust*"},
    {"data", "mh:Electronic Health Records|tiab:dataset*|tiab:registry|tiab:privacy"},
    {"outcome", "mh:Treatment Outcome|mh:Mortality|tiab:outcome*|tiab:survival"},
    {"reviews", "pt:Systematic Review|pt:Meta-Analysis|pt:Review"},
});

std::vector<std::size_t> order_of(std::string_view domain) {
  if (domain == "biology") return {0, 4, 8, 1, 2, 5, 3, 6, 7, 9};
  if (domain == "psychology") return {1, 2, 6, 0, 5, 7, 3, 4, 8, 9};
  return {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
}

std::string_view facet_of(Question question) {
  switch (question) {
    case Question::repurposing:
      return "repurposing";
    case Question::harm:
      return "safety";
    case Question::diagnosis:
      return "diagnosis";
    case Question::prognosis:
      return "prognosis";
    case Question::aetiology:
      return "causes";
    case Question::mechanism:
      return "mechanism";
    case Question::prevention:
      return "prevention";
    case Question::therapy:
      return "treatment";
    case Question::general:
      break;
  }
  return "";
}

StudyFilter clinical_filter(Question question) {
  switch (question) {
    case Question::repurposing:
      return {"mh:Drug Repositioning|tiab:repurpos*|tiab:reposition*|tiab:new indication*",
              "studies of repurposing"};
    case Question::harm:
      return {
          "mh:Drug-Related Side Effects and Adverse Reactions|sh:adverse effects|sh:chemically "
          "induced|tiab:adverse|tiab:safety",
          "safety studies"};
    case Question::diagnosis:
      return {
          "mh:Sensitivity and Specificity|mh:ROC "
          "Curve|tiab:sensitivity|tiab:specificity|tiab:accuracy",
          "diagnostic accuracy studies"};
    case Question::prognosis:
      return {"mh:Cohort Studies|mh:Prognosis|mh:Follow-Up Studies|tiab:cohort*|tiab:prognos*",
              "cohort and prognostic studies"};
    case Question::aetiology:
      return {
          "mh:Cohort Studies|mh:Case-Control Studies|mh:Risk "
          "Factors|tiab:cohort*|tiab:case control|tiab:relative risk*|tiab:odds ratio*",
          "cohort and case-control studies"};
    case Question::mechanism:
      return {
          "mh:Signal "
          "Transduction|sh:metabolism|sh:pharmacology|sh:drug effects|sh:antagonists and "
          "inhibitors|tiab:mechanism*|tiab:pathway*",
          "studies of mechanism"};
    case Question::prevention:
    case Question::therapy:
    case Question::general:
      break;
  }
  return {
      "pt:Randomized Controlled Trial|pt:Clinical Trial|pt:Meta-Analysis|pt:Systematic Review|"
      "tiab:randomi*|tiab:trial",
      "trials and syntheses of trials"};
}

}  // namespace

Question question_of(std::string_view goal) {
  const std::string folded = " " + text::fold(goal);
  for (const Cue& cue : kCues) {
    if (has_cue(folded, cue.stems)) return cue.question;
  }
  return Question::general;
}

const char* to_string(Question question) {
  switch (question) {
    case Question::repurposing:
      return "repurposing";
    case Question::harm:
      return "harm";
    case Question::diagnosis:
      return "diagnosis";
    case Question::prognosis:
      return "prognosis";
    case Question::aetiology:
      return "aetiology";
    case Question::mechanism:
      return "mechanism";
    case Question::prevention:
      return "prevention";
    case Question::therapy:
      return "therapy";
    case Question::general:
      break;
  }
  return "general";
}

std::string branch_sentence(const std::string& domain) {
  if (domain.empty() || domain == "general") {
    return "general: no branch of the vocabulary is preferred";
  }
  static constexpr std::array<std::pair<std::string_view, const char*>, 4> kBranches = {{
      {"medical", "diseases, drugs and procedures (C, D, E, F03)"},
      {"technology", "information science and mathematics (L, G17, H)"},
      {"biology", "processes, chemicals, organisms and anatomy (G, D, B, A)"},
      {"psychology", "psychiatry and psychology (F)"},
  }};
  for (const auto& [name, branches] : kBranches) {
    if (name == domain) return domain + ": ambiguous terms are read as " + branches;
  }
  return domain;
}

StudyFilter study_filter(Question question, std::string_view domain) {
  if (domain == "technology") {
    return {
        "mh:Validation Studies as Topic|pt:Validation Study|mh:Reproducibility of "
        "Results|tiab:validat*|"
        "tiab:benchmark*|tiab:performance",
        "validation and benchmark studies"};
  }
  if (domain == "biology") {
    return {"mh:Disease Models, Animal|tiab:vitro|tiab:vivo|tiab:experiment*",
            "experimental studies"};
  }
  return clinical_filter(question);
}

std::vector<Facet> facets_for(Question question, std::string_view domain, bool computing) {
  if (computing || domain == "technology") return {kComputing.begin(), kComputing.end()};
  std::vector<Facet> out;
  for (const Facet& facet : kBiomedical) {
    if (facet_of(question) == facet.name) out.push_back(facet);
  }
  for (const std::size_t i : order_of(domain)) {
    if (facet_of(question) != kBiomedical[i].name) out.push_back(kBiomedical[i]);
  }
  return out;
}

}  // namespace ev::query_gen
