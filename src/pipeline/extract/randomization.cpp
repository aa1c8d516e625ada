#include "pipeline/extract/design.hpp"
#include "pipeline/extract/phrase.hpp"

#include <algorithm>

namespace ev::extract {

namespace {

constexpr double kDoubtful = 0.48;  // a value that models are asked about again

// "random", "randomized", "randomisation" but not "randomness"; "Mendelian" and "non" are looked
// for by the caller.
const Patterns& title_trials() {
  static const Patterns kPatterns = {"randomi*|randomly",
                                     "rct",
                                     "double blind|blinded|masked",
                                     "placebo controlled",
                                     "controlled trial",
                                     "random allocation"};
  return kPatterns;
}

const Patterns& reports_of_allocation() {
  static const Patterns kPatterns = {
      "randomly|randomised|randomized <2> assigned|allocated|divided|distributed|received|receive|"
      "receiving|treated|given|assigning|allocating|separated|grouped|categorized|selected|"
      "enrolled",
      "were|was|been|and|we|who|subjects|patients|women|men|participants|then <1> "
      "randomi*ed|randomized|"
      "randomised <2> "
      "to|into|between|in|for|either|by|on|with|after|at|as|within|using|and|from|before|"
      "prior|who|during",
      "were|was|been|we <2> randomized|randomised",
      "randomized|randomised to|into|between",
      "randomized|randomised <5> trial|study|design|crossover|comparison|evaluation|investigation",
      "receive|received randomly",
      "random|randomized|randomised order|sequence|fashion|manner|allocation|assignment|basis|"
      "permuted|design",
      "assigned|allocated|assignment|allocation|divided <3> at|by "
      "random|randomization|randomisation",
      "at random to|into|in|either",
      "randomization|randomisation to|was|were|into|code|list",
      "by randomization|randomisation",
      "after|before|at|from|following|since randomization|randomisation",
      "# <3> randomized|randomised",
      "randomized|randomised # <2> patients|subjects|women|men|participants",
      "trial|investigators|we|study randomized|randomised",
      "cluster randomized|randomised|randomly",
      "were|was randomly examined|studied|tested"};
  return kPatterns;
}

const Patterns& blinded_comparisons() {
  static const Patterns kPatterns = {
      "double blind|blinded|masked <6> trial|study|crossover|cross|placebo|"
      "comparison|design|controlled|fashion|manner|comparative",
      "placebo controlled",
      "double blind|blinded|masked",
      "triple blind",
      "received|receive|given|with|to|treated <8> or <1> placebo",
      "or|versus|vs|and <1> placebo n",
      "crossover|cross over <2> comparison|evaluation|study|trial|design <8> versus|vs|and",
      "placebo|control <8> double blind|masked"};
  return kPatterns;
}

// Treatments given for comparison's sake without a word on how people were allocated: most such
// studies are randomized, so the value is marked as doubtful.
const Patterns& comparisons_of_treatments() {
  static const Patterns kPatterns = {
      "crossover study|trial|design|evaluation|comparison|fashion|manner",
      "cross over study|trial|design|evaluation|comparison|fashion|manner",
      "treated|received|receiving|given|assigned <8> either <14> or|and",
      "between|in|each|both|across|among <2> treatment|intervention|experimental "
      "groups|arms|conditions",
      "treatment|intervention condition|conditions|arm|arms",
      "experimental arm|arms",
      "in|each|both|per|to <1> treatment|intervention|experimental group",
      "active treatment|drug|therapy|arm",
      "group 1|a|i <16> treated|received|receiving|given <40> group 2|b|ii <16> "
      "treated|received|receiving|given",
      "untreated|unsupplemented|placebo|treated <4> served as <2> controls|control"};
  return kPatterns;
}

// What says that nobody was allocated, or that no people were.
const Patterns& observations() {
  static const Patterns kPatterns = {"retrospective*",
                                     "case control",
                                     "cohort|cohorts",
                                     "observational",
                                     "historical",
                                     "registry|registries",
                                     "non|not randomi*ed",
                                     "nonrandomi*ed",
                                     "quasi",
                                     "survey|surveys|surveyed",
                                     "cross sectional",
                                     "open label <2> pilot",
                                     "single arm",
                                     "phase i|1",
                                     "matched controls",
                                     "case report|reports|series",
                                     "in vitro",
                                     "cadaver|cadavers|cadaveric",
                                     "records <3> reviewed",
                                     "review|reviewed"};
  return kPatterns;
}

const Patterns& syntheses() {
  static const Patterns kPatterns = {"systematic* ?literature review*",
                                     "meta analy*",
                                     "metaanaly*",
                                     "review",
                                     "overview",
                                     "reviews",
                                     "pooled analysis",
                                     "study|trial protocol",
                                     "protocol for",
                                     "mendelian randomi*ation"};
  return kPatterns;
}

// What titles of syntheses say, but also those of a trial that names others or counts costs.
const Patterns& likely_syntheses() {
  static const Patterns kPatterns = {"trials", "cost effectiveness"};
  return kPatterns;
}

// The people of this record were drawn by lot.
bool randomized_its_own(const RecordText& record) {
  static const Patterns kOwn = {
      "we randomi*ed",
      "patients|subjects|participants|women|men|children|adults|volunteers <8> were|was <2> "
      "randomi*ed|randomly",
      "were randomly assigned|allocated to", "this|the|is|was ?a <6> randomi*ed <3> trial|study"};
  return std::any_of(
      record.sentences().begin(), record.sentences().end(),
      [](const Sentence& sentence) { return !sentence.is_title() && find_any(kOwn, sentence); });
}

std::optional<Match> says_synthesis(const RecordText& record, const Sentence& title) {
  if (const auto match = find_any(syntheses(), title)) return match;
  const auto likely = find_any(likely_syntheses(), title);
  return likely && !randomized_its_own(record) ? likely : std::nullopt;
}

bool is_excluded_before(const Sentence& sentence, std::size_t token) {
  if (token == 0) return false;
  const std::string& before = sentence.tokens[token - 1].folded;
  return before == "non" || before == "mendelian" || before == "not" || before == "future" ||
         before == "large" || before == "larger" || before == "quasi" || before == "further";
}

// "after randomly assigned treatment" says of what was given that it was drawn, "in the Tea trial
// where adults were randomly allocated" tells of another study.
bool is_told_in_passing(const Sentence& sentence, const Match& match) {
  static const Patterns kGiven = {
      "randomly assigned|allocated <1> treatment|treatments|therapy|"
      "pharmacotherapy|drug|medication"};
  static const Patterns kOf = {"of|the|their|taking|to|after|during|on"};
  static const Patterns kOther = {"in the <3> trial|study where",
                                  "in the <3> trial|study in which"};
  const std::size_t at = match.first;
  const bool given =
      kGiven.match_at(sentence.tokens, at) && at > 0 && kOf.match_at(sentence.tokens, at - 1);
  return given || find_any(kOther, std::span(sentence.tokens).first(at));
}

bool is_plan(const Sentence& sentence, const Match& match) {
  static const Patterns kFuture = {"needed|required|warranted|necessary|justified|awaited",
                                   "should be <3> in|by|with",
                                   "further <2> trials|studies|research"};
  return sentence.role() == doc::Role::conclusions &&
         find_any(kFuture, sentence, match.first).has_value();
}

// "randomized trials have shown" speaks of others, "two randomized studies were carried out" does
// not.
bool is_plural(const Sentence& sentence, const Match& match) {
  static const Patterns kOwn = {
      "studies|trials were ?then carried|performed|conducted|undertaken|done",
      "crossover|parallel trials|studies examined|evaluated|compared|assessed|investigated"};
  if (find_any(kOwn, sentence, match.first)) return false;
  for (std::size_t i = match.first; i < sentence.tokens.size() && i < match.last + 4; ++i) {
    const std::string& word = sentence.tokens[i].folded;
    if (word == "trials" || word == "rcts" || word == "studies") return true;
    if (word == "trial" || word == "study") return false;
  }
  return false;
}

std::optional<Design> find_in(const Sentence& sentence, const Patterns& patterns,
                              double confidence) {
  static const Patterns kSampling = {"selected|sample|samples|sampled|sampling"};
  static const Patterns kDenied = {"not|never <1> randomi*|randomly"};
  std::size_t from = 0;
  while (const auto match = find_any(patterns, sentence, from)) {
    from = match->first + 1;
    const auto words = std::span(sentence.tokens).subspan(match->first, match->last - match->first);
    const bool sampled = find_any(kSampling, words).has_value();
    const bool denied = find_any(kDenied, words).has_value();
    if (sampled || denied || is_excluded_before(sentence, match->first) ||
        is_plural(sentence, *match) || is_plan(sentence, *match) ||
        is_told_in_passing(sentence, *match)) {
      continue;
    }
    Design design;
    design.span =
        sentence.span(sentence.tokens[match->first].begin, sentence.tokens[match->last - 1].end);
    design.confidence = confidence;
    return design;
  }
  return std::nullopt;
}

bool is_labelled_background(const Sentence& sentence) {
  return sentence.labelled() && sentence.role() == doc::Role::background;
}

std::optional<Design> find_allocation(const RecordText& record) {
  for (const Sentence& sentence : record.sentences()) {
    if (!sentence.is_title()) continue;
    if (auto design = find_in(sentence, title_trials(), 0.95)) return design;
  }
  for (const Sentence& sentence : record.sentences()) {
    if (sentence.is_title() || is_labelled_background(sentence)) continue;
    if (auto design = find_in(sentence, reports_of_allocation(), 0.93)) return design;
  }
  if (tells_of_many_studies(record)) return std::nullopt;
  for (const Sentence& sentence : record.sentences()) {
    if (sentence.is_title() || sentence.role() == doc::Role::background) continue;
    if (auto design = find_in(sentence, blinded_comparisons(), 0.8)) return design;
  }
  return std::nullopt;
}

std::optional<Design> find_comparison(const RecordText& record) {
  static const Patterns kCase = {"case crossover", "case cross over"};
  std::optional<Design> found;
  for (const Sentence& sentence : record.sentences()) {
    if (find_any(observations(), sentence) || find_any(kCase, sentence)) return std::nullopt;
    if (found || (!sentence.is_title() && sentence.role() == doc::Role::background)) continue;
    found = find_in(sentence, comparisons_of_treatments(), kDoubtful);
  }
  return found;
}

// Cells do not cross over: "in vitro and in two randomized crossover trials".
bool tells_of_crossover(const RecordText& record) {
  static const Patterns kCrossover = {"random* <4> crossover", "random* <4> cross over"};
  return std::any_of(
      record.sentences().begin(), record.sentences().end(),
      [](const Sentence& sentence) { return find_any(kCrossover, sentence).has_value(); });
}

std::optional<Randomization> from_record(const model::Article& article) {
  bool typed = false;
  for (const std::string& type : article.publication_types) {
    if (type == "Randomized Controlled Trial") {
      Design evidence{
          .record_field = "publication_types", .record_value = type, .confidence = 0.98};
      return Randomization{true, std::move(evidence)};
    }
    typed = typed || type == "Meta-Analysis" || type == "Systematic Review" || type == "Review" ||
            type == "Case Reports" || type == "Observational Study" || type == "Editorial" ||
            type == "Clinical Trial Protocol";
    if (typed) {
      Design evidence{
          .record_field = "publication_types", .record_value = type, .confidence = 0.95};
      return Randomization{false, std::move(evidence)};
    }
  }
  return std::nullopt;
}

// "The trial was not randomized."
std::optional<Randomization> find_denial(const RecordText& record) {
  static const Patterns kDenied = {"not|non randomi*ed|randomly", "nonrandomi*ed",
                                   "without randomi*ation"};
  for (const Sentence& sentence : record.sentences()) {
    const auto match = find_any(kDenied, sentence);
    const bool aside =
        sentence.role() == doc::Role::background || sentence.role() == doc::Role::conclusions;
    if (!match || (aside && !sentence.is_title())) continue;
    Design evidence;
    evidence.span =
        sentence.span(sentence.tokens[match->first].begin, sentence.tokens[match->last - 1].end);
    evidence.confidence = 0.85;
    return Randomization{false, std::move(evidence)};
  }
  return std::nullopt;
}

std::optional<Randomization> decide_randomization(const RecordText& record) {
  if (auto told = from_record(record.article())) return told;
  std::optional<Design> allocation = find_allocation(record);
  const SubjectsFinding subjects = find_subjects(record);
  if (!allocation && subjects.species == Species::human && !tells_of_many_studies(record))
    allocation = find_comparison(record);
  if (!allocation) return find_denial(record);
  const bool cells = subjects.species == Species::in_vitro && !tells_of_crossover(record);
  if (subjects.species == Species::animal || cells) {
    return Randomization{false, subjects.evidence};
  }
  for (const Sentence& sentence : record.sentences()) {
    if (!sentence.is_title()) continue;
    if (const auto match = says_synthesis(record, sentence)) {
      Design evidence;
      evidence.span =
          sentence.span(sentence.tokens[match->first].begin, sentence.tokens[match->last - 1].end);
      evidence.confidence = 0.85;
      return Randomization{false, evidence};
    }
  }
  return Randomization{true, *std::move(allocation)};
}

}  // namespace

bool tells_of_many_studies(const RecordText& record) {
  static const Patterns kMany = {
      "several|many|numerous|two|three|four|five|these|various|large|all|both|some|most <3> "
      "studies|trials",
      "another|other|one trial|study", "studies|trials program|programme"};
  static const Patterns kOwn = {"we|our|randomly",
                                "were|was <1> randomi*ed|assigned|allocated|enrolled|recruited",
                                "this|the present|current study|trial"};
  int many = 0;
  for (const Sentence& sentence : record.sentences()) {
    if (sentence.is_title()) continue;
    if (sentence.labelled() || find_any(kOwn, sentence)) return false;
    if (find_any(kMany, sentence)) ++many;
  }
  return many >= 2;
}

bool tells_of_allocation(const RecordText& record) {
  return find_allocation(record).has_value();
}

std::optional<Randomization> find_randomization(const RecordText& record) {
  return record.facts().randomization.get([&] { return decide_randomization(record); });
}

}  // namespace ev::extract
