#include "base/text.hpp"
#include "pipeline/extract/design.hpp"
#include "pipeline/extract/lookup.hpp"
#include "pipeline/extract/rules.hpp"
#include "pipeline/text/scopes.hpp"

#include <algorithm>

namespace ev::extract {

namespace {

Ground ground_of(const RecordText& record, const Design& design) {
  if (design.span) return ground_at(record, *design.span, design.confidence);
  return ground_in_record(design.record_field, design.record_value, design.confidence);
}

// "Randomized crossover trial": the name of a trial with how it divides its people.
std::string with_allocation(const RecordText& record, const Design& design) {
  const std::string name(wire_name(*design.kind));
  const bool random = design.kind == StudyDesign::randomized_controlled_trial;
  if (!random && design.kind != StudyDesign::clinical_trial) return name;
  const Allocation allocation = allocation_in(record);
  if (allocation == Allocation::parallel) return name;
  if (allocation == Allocation::cluster) return random ? "cluster randomized trial" : name;
  return random ? "randomized crossover trial" : "crossover trial";
}

constexpr const char* kOpenLabel = "open label|labelled|labeled";

// "not double-blind", not "no harm in the double-blind phase".
bool is_denied_at(const Sentence& sentence, std::size_t token) {
  static const Pattern kNot("not|non|nor|neither|never");
  constexpr std::size_t kReach = 2;
  for (std::size_t back = 1; back <= kReach && back <= token; ++back) {
    if (kNot.match_at(sentence.tokens, token - back)) return true;
  }
  return false;
}

// What the text says of the study's own design; what speaks for it counts before what speaks
// against it ("double-blind … with an open-label extension"); "not double-blind" speaks against.
Findings yes_or_no(const RecordText& record, const Patterns& yes, const Patterns& no) {
  static const Patterns kOthers = {
      "needed|warranted|required|future|further|previous|previously|earlier|prior|recent|"
      "trials|studies"};
  Findings findings;
  Findings denials;
  for (const bool flag : {true, false}) {
    for (const Sentence& sentence : record.sentences()) {
      if (sentence.role() == doc::Role::background || sentence.role() == doc::Role::conclusions)
        continue;
      const auto match = find_any(flag ? yes : no, sentence);
      if (!match || find_any(kOthers, sentence)) continue;
      const doc::Span span =
          sentence.span(sentence.tokens[match->first].begin, sentence.tokens[match->last - 1].end);
      const bool denied = flag && is_denied_at(sentence, match->first);
      if (!denied && doc::scope_at(sentence.text, sentence.tokens, match->first).negated) continue;
      Candidate candidate = quoted(record, denied ? sentence.span() : span, 0.9);
      candidate.flag = flag && !denied;
      (denied ? denials : findings).candidates.push_back(std::move(candidate));
    }
    if (!findings.candidates.empty()) return findings;
  }
  return denials;
}

}  // namespace

Findings find_study_design(const RecordText& record) {
  const auto design = find_design(record);
  if (!design) return {};
  Candidate candidate{.text = std::string(wire_name(*design->kind)),
                      .ground = ground_of(record, *design)};
  // No trial of the usual kind, but drawn by lot all the same.
  if (design->kind == StudyDesign::animal_study && tells_of_allocation(record))
    candidate.text = "randomized animal study";
  // The trials were others' or are told of elsewhere.
  if (design->kind == StudyDesign::randomized_controlled_trial && design->record_field.empty()) {
    if (const auto again = find_reanalysis(record)) {
      candidate.text = again->several ? "pooled analysis of randomized controlled trials"
                                      : "secondary analysis of a randomized controlled trial";
      candidate.ground = ground_at(record, again->span, design->confidence);
    }
  }
  if (candidate.text == wire_name(*design->kind)) candidate.text = with_allocation(record, *design);
  candidate.flag = true;
  return {.candidates = {std::move(candidate)}};
}

Findings find_is_rct(const RecordText& record) {
  const auto randomization = find_randomization(record);
  Candidate candidate;
  if (randomization) {
    candidate.flag = randomization->is_rct;
    candidate.text = randomization->is_rct ? "randomized" : "not randomized";
    candidate.ground = ground_of(record, randomization->evidence);
    return {.candidates = {std::move(candidate)}};
  }
  const auto design = find_design(record);
  const bool other =
      design && design->kind != StudyDesign::clinical_trial && design->confidence >= 0.75;
  if (!other) return {.reason = "randomization is not mentioned"};
  candidate.flag = design->kind == StudyDesign::randomized_controlled_trial;  // as a registry says
  candidate.text = *candidate.flag ? "randomized" : "not randomized";
  candidate.ground = ground_of(record, *design);
  return {.candidates = {std::move(candidate)}};
}

Findings find_phase(const RecordText& record) {
  for (const std::string& type : record.article().publication_types) {
    const std::size_t at = type.find("Phase ");
    if (at == std::string::npos) continue;
    Candidate candidate{.text = "Phase " + type.substr(at + 6)};
    candidate.ground = ground_in_record("publication_types", type, 0.97);
    return {.candidates = {std::move(candidate)}};
  }
  static const Patterns kPhases = {"phase i|ii|iii|iv|1|2|3|4|1b|2a|2b|ib|iia|iib i|ii|iii|1|2|3",
                                   "phase i|ii|iii|iv|1|2|3|4|1b|2a|2b|ib|iia|iib|iiib|3b"};
  Findings findings = all_matches(record, kPhases, {.confidence = 0.9});
  // "phase 2 of the study" and "phases of sleep" name parts, not trials.
  std::erase_if(findings.candidates, [&](const Candidate& c) {
    return text::starts_with_ignoring_ascii_case(c.text, "phases");
  });
  return findings;
}

Findings find_blinding(const RecordText& record) {
  static const Patterns kBlinding = {
      "not ?double|single blind|blinded|masked",
      "double|single|triple|quadruple|observer|assessor|evaluator|investigator "
      "blind|blinded|masked|blinding|masking",
      "open label|labelled|labeled",
      "open <1> multicenter|multicentre|parallel|randomi*ed|prospective|comparative|noncomparative|"
      "crossover|uncontrolled <4> study|trial",
      "non blinded|blind",
      "unblinded|unmasked",
      "were|was blinded|masked to"};
  static const Patterns kOpen = {kOpenLabel, "unblinded|unmasked|non|not|open"};
  Findings findings = all_matches(record, kBlinding, {.confidence = 0.9, .skip_background = true});
  for (Candidate& candidate : findings.candidates) {
    candidate.flag = !find_any(kOpen, doc::tokenize(candidate.text)).has_value();
  }
  return findings;
}

Findings find_double_blind(const RecordText& record) {
  static const Patterns kYes = {"double|triple|quadruple blind|blinded|masked|blinding|masking"};
  static const Patterns kNo = {kOpenLabel, "single blind|blinded|masked|blinding|masking",
                               "unblinded|unmasked", "non blind|blinded|masked"};
  return yes_or_no(record, kYes, kNo);
}

Findings find_open_label(const RecordText& record) {
  static const Patterns kYes = {kOpenLabel, "unblinded|unmasked", "non blind|blinded|masked"};
  static const Patterns kNo = {"double|triple|quadruple|single blind|blinded|masked"};
  Findings open = yes_or_no(record, kYes, {});
  Findings blind = yes_or_no(record, kNo, {});
  std::erase_if(blind.candidates, [](const Candidate& c) { return c.flag == false; });
  if (!open.candidates.empty() && !blind.candidates.empty()) {
    open.undecided = "both blind and open parts are told of";
    return open;
  }
  for (Candidate& candidate : blind.candidates) candidate.flag = false;
  return open.candidates.empty() ? blind : open;
}

Findings find_placebo_controlled(const RecordText& record) {
  static const Patterns kYes = {"placebo controlled|control"};
  return yes_or_no(record, kYes, {});
}

Findings find_multicenter(const RecordText& record) {
  for (const std::string& type : record.article().publication_types) {
    if (type != "Multicenter Study") continue;
    Candidate candidate{.text = type, .flag = true};
    candidate.ground = ground_in_record("publication_types", type, 0.97);
    return {.candidates = {std::move(candidate)}};
  }
  static const Patterns kYes = {
      "multicenter|multicentre|multicentric|multisite|multihospital",
      "multi center|centre|centered|centred|centric|site",
      "two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|multiple|several "
      "?clinical|medical|academic|study|hospital|trauma|cancer centers|centres|hospitals"};
  static const Patterns kNo = {"single center|centre|centered|centred", "monocentric|monocentre",
                               "one center|centre|hospital"};
  return yes_or_no(record, kYes, kNo);
}

Findings find_species(const RecordText& record) {
  struct Name {
    std::string_view descriptor;
    std::string_view species;
  };
  static constexpr Name kNames[] = {{"Humans", "human"},
                                    {"Rats", "rat"},
                                    {"Mice", "mouse"},
                                    {"Rabbits", "rabbit"},
                                    {"Dogs", "dog"},
                                    {"Cats", "cat"},
                                    {"Swine", "pig"},
                                    {"Sheep", "sheep"},
                                    {"Cattle", "cattle"},
                                    {"Guinea Pigs", "guinea pig"},
                                    {"Macaca mulatta", "rhesus macaque"},
                                    {"Zebrafish", "zebrafish"},
                                    {"Drosophila melanogaster", "fruit fly"},
                                    {"Caenorhabditis elegans", "nematode"}};
  Findings findings;
  for (const Name& name : kNames) {
    for (const model::MeshHeading& heading : record.article().mesh_headings) {
      if (heading.descriptor != name.descriptor) continue;
      Candidate candidate{.text = std::string(name.species)};
      candidate.ground = ground_in_record("mesh_terms", heading.descriptor, 0.97);
      findings.candidates.push_back(std::move(candidate));
    }
  }
  if (!findings.candidates.empty()) return findings;
  const SubjectsFinding subjects = find_subjects(record);
  if (subjects.species == Species::not_stated) return {};
  Candidate candidate{.ground = ground_of(record, subjects.evidence)};
  candidate.text = subjects.species == Species::human ? "human" : candidate.ground.quote;
  findings.candidates.push_back(std::move(candidate));
  return findings;
}

}  // namespace ev::extract
