#include "pipeline/extract/finding.hpp"
#include "pipeline/extract/lookup.hpp"
#include "pipeline/extract/main_result.hpp"
#include "pipeline/extract/rules.hpp"
#include "pipeline/text/scopes.hpp"

#include <algorithm>

namespace ev::extract {

Findings find_conclusion(const Reading& reading) {
  const auto passage = concluding_passage(reading);
  if (!passage) return {};
  return {.candidates = {quoted(reading, passage->span, passage->score)}};
}

Findings find_key_findings(const Reading& reading) {
  Findings findings;
  for (const FindingSentence& sentence : finding_sentences(reading)) {
    add_distinct(findings, quoted(reading, sentence.span, sentence.score));
  }
  if (findings.candidates.empty()) return find_conclusion(reading);
  return findings;
}

Findings find_limitations(const Reading& reading) {
  // Limits of the study at hand; that more research is needed is said everywhere and limits
  // nothing.
  static const Patterns kLimits = {
      "limitation|limitations of|include|includes|included|was|were|is|are",
      "our|study|main|major|key|several|important|some limitation|limitations",
      "limited by",
      "limits|limit the|our|its generali*ability|interpretation|conclusions|inference*|findings",
      "small sample ?size|sizes",
      "small number|numbers of patients|participants|subjects|studies|trials|cases|events",
      "interpreted|viewed|taken with ?great|some caution",
      "interpreted cautiously",
      "cannot|not <1> generali*ed",
      "limited generali*ability",
      "underpowered",
      "not|insufficient* <2> powered",
      "insufficient|lacked|lack <2> power",
      "lack|absence of <2> control|blinding|randomi*ation|long|data|follow",
      "short <1> follow",
      "short duration",
      "retrospective design|nature",
      "high|unclear|moderate risk of bias",
      "low|poor|limited <2> quality|certainty",
      "heterogeneity <4> limit*|studies|trials|precluded",
      "recall|selection|publication|reporting bias",
      "residual confounding",
      "missing data",
      "high|large dropout|attrition|drop"};
  static const Patterns kCalls = {
      "larger|longer|adequately|well <4> studies|trials|study|trial <6> "
      "needed|required|warranted|necessary"};
  const Lookup lookup{.confidence = 0.75, .skip_background = true, .skip_title = true};
  Findings findings = all_sentences(reading, kLimits, lookup);
  std::erase_if(findings.candidates, [&](const Candidate& c) {
    const doc::Sentence* sentence =
        c.ground.start ? reading.document().sentence_at(
                             doc::Field::abstract,
                             reading.document().byte_of(doc::Field::abstract,
                                                        static_cast<std::size_t>(*c.ground.start)))
                       : nullptr;
    return sentence != nullptr && sentence->role == doc::Role::methods;
  });
  Lookup weaker = lookup;
  weaker.confidence = 0.5;
  if (findings.candidates.empty()) findings = all_sentences(reading, kCalls, weaker);
  return findings;
}

Findings find_objective(const Reading& reading) {
  Findings findings;
  for (const Line& line : reading.lines()) {
    if (line.is_title() || line.role() != doc::Role::objective) continue;
    add_distinct(findings, quoted(reading, line.span(), line.sentence.labelled ? 0.95 : 0.75));
  }
  return findings;
}

Findings find_adverse_events(const Reading& reading) {
  static const Patterns kHarms = {
      "adverse event|events|effect|effects|reaction|reactions|experiences",
      "side effect|effects",
      "toxicity|toxicities|toxic",
      "well tolerated",
      "safety",
      "tolerability",
      "hypoglycemi*|hypoglycaemi* <6> events|episodes",
      "withdrew|discontinued|withdrawals <4> adverse|side|due|because",
      "complications"};
  Findings findings = all_sentences(
      reading, kHarms, {.confidence = 0.75, .skip_background = true, .skip_title = true});
  std::erase_if(findings.candidates, [&](const Candidate& candidate) {
    // Methods only announce what will be counted.
    for (const Line& line : reading.lines()) {
      if (line.text == candidate.text) return line.role() == doc::Role::methods;
    }
    return false;
  });
  return findings;
}

namespace {

constexpr const char* kNoDifference = "no_difference";

bool tells_difference(const Reading& reading) {
  static const Patterns kDifference = {
      "significant <2> difference|differences|improvement|reduction|increase|decrease|benefit"};
  return std::any_of(reading.lines().begin(), reading.lines().end(), [](const Line& line) {
    const auto told = find_any(kDifference, line);
    return told && line.role() == doc::Role::results &&
           !doc::scope_at(line.text, line.tokens, told->first).negated;
  });
}

}  // namespace

Findings find_direction(const Reading& reading) {
  static const Patterns kNone = {
      "no|not <3> significant|significantly|statistically <4> difference|differences|"
      "different|effect|differ|change|changes|affected|improvement|reduction|increase",
      "no difference|differences|effect|change|changes|benefit|association|improvement",
      "did not differ|change|affect|improve|reduce|increase|alter",
      "similar in|between|to",
      "reduced|decreased|lowered|increased|improved|rose|fell equally|similarly",
      "to a similar|comparable|equal extent|degree",
      "not different|superior|affected|associated"};
  static const Patterns kUp = {
      "increased|increase|increases|higher|greater|improved|improvement|improves|elevated|"
      "enhanced|longer|superior|rose|gained|more"};
  static const Patterns kDown = {
      "decreased|decrease|decreases|lower|reduced|reduction|reduces|fewer|shorter|less|"
      "diminished|declined|inferior|fell|suppressed|attenuated"};
  // "less than 40 %", "higher than 5": a bound.
  static const Patterns kBounds = {
      "less|more|greater|higher|lower|fewer|longer|shorter than #",
      "less|more|greater|higher|lower|fewer|longer|shorter than or equal to #",
      "less|more than half|one|two|three"};
  // "the lower lobe", "upper and lower limbs", "lower back": a place of the body.
  static const Patterns kPlaces = {
      "lower ?right|left lobe|lobes|limb|limbs|extremity|extremities|leg|legs|back|abdomen|"
      "abdominal|respiratory|airway|airways|urinary|tract|gastrointestinal|esophageal|oesophageal|"
      "eyelid|eyelids|lid|lip|jaw|jaws|incisors|molars|quadrant|quadrants|body|motor|uterine|third|"
      "zone|zones|lung|segment"};
  const auto first_change = [&](const Patterns& words, const Line& line) {
    std::size_t from = 0;
    while (const auto match = find_any(words, line, from)) {
      auto other = kPlaces.match_at(line.tokens, match->first);
      if (!other) other = kBounds.match_at(line.tokens, match->first);
      // "500 m or less".
      const bool ends_bound = match->first > 0 && line.tokens[match->first - 1].folded == "or";
      if (!other && !ends_bound) return match;
      from = other ? *other : match->last;
    }
    return std::optional<Match>();
  };
  Findings findings;
  bool primary = false;
  for (const Line& line : reading.lines()) {
    const bool stated = line.role() == doc::Role::results || line.role() == doc::Role::conclusions;
    if (!stated || findings.candidates.size() >= 6) continue;
    const char* label = nullptr;
    std::optional<Match> match = find_any(kNone, line);
    if (match) {
      label = kNoDifference;
    } else {
      const auto up = first_change(kUp, line);
      const auto down = first_change(kDown, line);
      match = up && (!down || up->first < down->first) ? up : down;
      if (match)
        label = match->first == (up ? up->first : line.tokens.size()) ? "increased" : "decreased";
    }
    if (label == nullptr) continue;
    const doc::Scope scope = doc::scope_at(line.text, line.tokens, match->first);
    const bool negated = scope.negated && std::string_view(label) != kNoDifference;
    Candidate candidate{.text = negated ? kNoDifference : label,
                        .ground = ground_at(reading, line.span(), 0.65)};
    // What a sentence on the primary outcome says stands for the study.
    const bool first = is_on_primary_outcome(line) && !primary;
    if (first) candidate.ground.confidence = 0.8;
    findings.candidates.insert(first ? findings.candidates.begin() : findings.candidates.end(),
                               std::move(candidate));
    primary = primary || first;
  }
  const bool differ =
      std::any_of(findings.candidates.begin(), findings.candidates.end(),
                  [&](const Candidate& c) { return c.text != findings.candidates.front().text; });
  if (differ && !primary) findings.undecided = "outcomes go in different directions";
  // "A significant difference in favour of tea" names no direction, but speaks against none.
  const bool none =
      !findings.candidates.empty() && findings.candidates.front().text == kNoDifference;
  if (none && !primary && tells_difference(reading))
    findings.undecided = "some outcome differs significantly";
  return findings;
}

}  // namespace ev::extract
