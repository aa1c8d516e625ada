#include "pipeline/extract/main_outcome.hpp"

#include "base/text.hpp"
#include "pipeline/extract/contrast.hpp"
#include "pipeline/extract/memo.hpp"
#include "pipeline/extract/noun_phrase.hpp"
#include "pipeline/extract/outcome_phrase.hpp"
#include "pipeline/extract/pico_support.hpp"
#include "pipeline/extract/rules.hpp"

#include <algorithm>
#include <iterator>

namespace ev::extract {

namespace {

constexpr double kSureOfAim = 0.5;
constexpr double kSureOfMethods = 0.4;

// An outcome and where it stands.
using MaybePhrase = std::optional<Phrase>;

MaybePhrase phrase_behind(const Patterns& cues, const Line& line) {
  // "with emphasis on", "data on": no effect.
  static const Patterns kOther = {
      "emphasis|based|focus|focusing|depending|dependent|data|information|top|while on"};
  std::size_t from = 0;
  while (const auto match = find_any(cues, line, from)) {
    from = match->first + 1;
    if (match->last >= line.tokens.size() || kOther.match_at(line.tokens, match->last - 2))
      continue;
    const Chunk phrase = outcome_phrase_at(line, match->last);
    if (phrase.last > phrase.first) return Phrase{&line, phrase};
  }
  return std::nullopt;
}

// The same, where the cue's last word begins the phrase: "efficacy in the cure of gout".
MaybePhrase phrase_with(const Patterns& cues, const Line& line) {
  const auto match = find_any(cues, line);
  if (!match) return std::nullopt;
  const Chunk phrase = outcome_phrase_at(line, match->last - 1);
  return phrase.last > phrase.first + 1 ? MaybePhrase(Phrase{&line, phrase}) : std::nullopt;
}

// What an aim or a title says an effect is sought on: the first phrase of any cue.
MaybePhrase aimed_at(const Line& line) {
  static const Patterns kOn = {
      "effect|effects|impact|influence|influences|efficacy|effectiveness|action|actions <20> "
      "on|upon"};
  static const Patterns kWhether = {
      "whether|if <14> "
      "improve|improves|improved|reduce|reduces|reduced|prevent|prevents|prevented|decrease|"
      "decreases|decreased|increase|increases|increased|lower|lowers|lowered|affect|affects|"
      "affected|influence|influences|enhance|enhances|alter|alters|delay|delays"};
  static const Patterns kDoing = {
      "efficacy|effectiveness|effect|effects|effective|value|benefit|usefulness <16> in|for|at "
      "reducing|preventing|improving|relieving|controlling|lowering|decreasing|increasing|"
      "promoting|achieving|alleviating|eradicating|enhancing|inducing|delaying"};
  static const Patterns kProcess = {
      "efficacy|effectiveness|effect|effects|effective|therapy|regimen|regimens|treatment|"
      "comparison|versus|vs <26> in|for ?the "
      "cure|eradication|relief|healing|reduction|regression|progression|remission|conversion"};
  static const Patterns kMeasured = {
      "evaluate|evaluated|evaluates|assess|assessed|assesses|examine|examined|examines|"
      "investigate|investigated|study|studied|analyze|analyzed|analyse|analysed|compare|compared|"
      "compares|determine|determined|measure|measured the "
      "incidence|pharmacokinetics|pharmacodynamics|bioavailability|bioequivalence|frequency|"
      "occurrence|risk"};
  static const Patterns kPrevent = {"to prevent", "for|the prevention of"};
  MaybePhrase first;
  const auto keep = [&](const MaybePhrase& named) {
    if (named && (!first || named->chunk.first < first->chunk.first)) first = named;
  };
  keep(phrase_behind(kOn, line));
  keep(phrase_behind(kWhether, line));
  keep(phrase_behind(kDoing, line));
  keep(phrase_with(kProcess, line));
  keep(phrase_with(kMeasured, line));
  if (line.is_title()) keep(phrase_behind(kPrevent, line));
  return first;
}

// "Regression of left ventricular mass with tea".
MaybePhrase title_begins_with(const Line& line) {
  static const Patterns kOf = {
      "risk|incidence|prevalence|rate|rates|regression|progression|prevention|reduction|"
      "eradication|cure|healing|control of"};
  if (!kOf.match_at(line.tokens, 0)) return std::nullopt;
  const Chunk phrase = outcome_phrase_at(line, 0);
  return phrase.last > phrase.first + 2 ? MaybePhrase(Phrase{&line, phrase}) : std::nullopt;
}

// "immunogenicity of a vaccine": what is treated with tells no outcome.
Chunk without_treatment(const Line& line, const Chunk& phrase) {
  std::size_t of = phrase.first;
  while (of < phrase.last && line.tokens[of].folded != "of") ++of;
  const bool treatment = (kinds_of(line, {of, phrase.last}) & kind::treatment) != 0;
  return treatment && of > phrase.first ? Chunk{phrase.first, of} : phrase;
}

// "We measured plasma ferritin", "to assess the reliability of scales": the thing itself.
MaybePhrase seeks_thing(const Line& line) {
  static const Patterns kSeeks = {
      "evaluate|evaluated|assess|assessed|examine|examined|investigate|investigated|determine|"
      "determined|measure|measured|analyze|analyzed|analyse|analysed ?the",
      "looked at ?the"};
  static const Patterns kNoOutcome = {
      "efficacy|effectiveness|effect|effects|safety|tolerability|role|use|usefulness|value|"
      "relationship|relationships|relation|association|influence|impact|outcome|outcomes|benefit|"
      "hypothesis|response|responses|factors"};
  for (std::size_t from = 0; const auto match = find_any(kSeeks, line, from);) {
    from = match->last;
    if (match->last >= line.tokens.size()) break;
    const Chunk phrase = outcome_phrase_at(line, match->last);
    std::size_t head = phrase.first;
    while (head < phrase.last && line.tokens[head].folded != "of" &&
           line.tokens[head].folded != "and") {
      ++head;
    }
    bool told = head > phrase.first;
    for (std::size_t i = phrase.first; i < head; ++i)
      told = told && !kNoOutcome.match_at(line.tokens, i);
    if (told && (line.kinds[head - 1] & (kind::outcome | kind::measure)) != 0)
      return Phrase{&line, without_treatment(line, phrase)};
  }
  return std::nullopt;
}

bool states_aim(const Line& line) {
  // Another aim, or that of a trial this record is only a part of.
  static const Patterns kOther = {"secondary", "also", "ongoing"};
  if (find_any(kOther, line)) return false;
  if (line.role() == doc::Role::objective) return true;
  if (line.sentence.labelled || line.is_title()) return false;
  if (line.role() == doc::Role::results || line.role() == doc::Role::conclusions) return false;
  static const Patterns kAims = {
      "aim|aims|purpose|objective|objectives|goal of|was|were|is",
      "we|study|trial|report|paper "
      "<3> investigated|evaluated|assessed|examined|compared|studied|tested|determined|examines|"
      "compares|investigates|evaluates",
      "to determine|evaluate|assess|compare|investigate|examine",
      "were|was <1> compared|studied|"
      "investigated|evaluated|assessed"};
  return find_any(kAims, line).has_value();
}

bool names_measured(const Phrase& phrase) {
  constexpr WordKinds kMeasured = kind::outcome | kind::measure | kind::condition;
  return (kinds_of(*phrase.line, phrase.chunk) & kMeasured) != 0;
}

// "Outcome measures included pain and sleep", "Pain and sleep were measured at 4 weeks".
MaybePhrase measured_first(const Line& line) {
  static const Patterns kMeasures = {
      "outcome|outcomes|endpoint|endpoints|point|points ?measure|measures ?studied|assessed|"
      "measured|variables ?after|at <2> was|were|included|include"};
  // "Efficacy was determined by the change in pain".
  static const Patterns kJudged = {
      "efficacy|effectiveness <1> was|were <1> "
      "determined|assessed|evaluated|measured|judged|defined by|as|using"};
  static const Patterns kChanges = {"evaluate|assess|determine|detect|measure ?any changes|change"};
  if (auto named = phrase_behind(kMeasures, line)) return named;
  if (auto named = phrase_behind(kJudged, line); named && names_measured(*named)) return named;
  if (auto named = phrase_with(kChanges, line)) return named;
  static const Patterns kWere = {
      "was|were <1> measured|assessed|recorded|determined|evaluated|monitored|compared|"
      "estimated|examined|established"};
  const auto match = find_any(kWere, line);
  if (!match || match->first == 0) return std::nullopt;
  const Chunk phrase = outcome_phrase_before(line, match->first);
  return phrase.last > phrase.first ? MaybePhrase(Phrase{&line, phrase}) : std::nullopt;
}

// "were determined at baseline and after 4 weeks" is told of the study itself wherever it stands.
bool states_methods(const Line& line) {
  if (tells_harm(line)) return false;
  if (line.role() == doc::Role::methods) return true;
  static const Patterns kTimes = {"baseline <8> weeks|week|months|month|days|treatment",
                                  "before and after"};
  return line.role() == doc::Role::background && !line.sentence.labelled &&
         find_any(kTimes, line).has_value();
}

MaybePhrase inferred_outcome(const Reading& reading, double& confidence) {
  confidence = kSureOfAim;
  for (const Line& line : reading.lines()) {
    if (!states_aim(line)) continue;
    if (auto named = aimed_at(line)) return named;
  }
  for (const Line& line : reading.lines()) {
    if (!line.is_title()) continue;
    if (auto named = title_begins_with(line)) return named;
    if (auto named = aimed_at(line)) return named;
  }
  for (const Line& line : reading.lines()) {
    if (!states_aim(line) || line.role() == doc::Role::methods) continue;
    if (auto named = seeks_thing(line)) return named;
  }
  confidence = kSureOfMethods;
  for (const Line& line : reading.lines()) {
    if (!states_methods(line)) continue;
    if (auto named = measured_first(line)) return named;
  }
  return std::nullopt;
}

bool alike(std::string_view a, std::string_view b) {
  constexpr std::size_t kStem = 6;  // letters: "dyspepsia", "dyspeptic"
  if (a == b) return true;
  const std::size_t stem = std::min(a.size(), b.size());
  if (stem >= kStem) return a.substr(0, kStem) == b.substr(0, kStem);
  return stem > 2 && a.substr(0, stem) == b.substr(0, stem) && a.size() + b.size() == 2 * stem + 1;
}

// The word, the short forms whose long form holds it, and what a short form ends with in full.
std::vector<std::string> ways_to_say(const Reading& reading, const std::string& word) {
  std::vector<std::string> out = {word};
  if (word == "eradication" || word == "cure") out = {word, "eradicated", "cured"};
  if (word == "recurrence" || word == "relapse") out = {word, "recurrence", "recurred", "relapse"};
  for (const doc::Abbreviation& form : reading.abbreviations()) {
    const auto words = doc::tokenize(reading.document().text(form.long_span));
    const std::string folded = text::fold(form.short_form);
    if (folded == word && !words.empty()) out.push_back(words.back().folded);
    const bool holds = std::any_of(words.begin(), words.end(), [&](const doc::Token& token) {
      return alike(token.folded, word);
    });
    if (holds && folded != word) out.push_back(folded);
  }
  return out;
}

void name_members(MainOutcome& outcome, const Reading& reading, const Phrase& phrase) {
  for (const auto& words : outcomes_in(*phrase.line, phrase.chunk)) {
    auto& member = outcome.members.emplace_back();
    for (const std::string& word : words) member.push_back(ways_to_say(reading, word));
  }
}

MainOutcome find_main_outcome(const Reading& reading) {
  MainOutcome out{.named = outcomes_called_primary(reading), .members = {}};
  out.called_primary = !out.named.candidates.empty();
  if (out.called_primary) {
    const auto& span = out.named.candidates.front().ground.span;
    if (const auto at = span ? phrase_at(reading, *span) : std::nullopt)
      name_members(out, reading, *at);
    return out;
  }
  double confidence = 0;
  const MaybePhrase inferred = inferred_outcome(reading, confidence);
  if (!inferred) return out;
  add_phrase(out.named, reading, *inferred->line, inferred->chunk, confidence);
  out.named.reason.clear();
  out.named.caveat = confidence == kSureOfAim
                         ? "inferred from the aim: no sentence calls an outcome primary"
                         : "inferred from what the methods measure first: no sentence calls an "
                           "outcome primary";
  name_members(out, reading, *inferred);
  return out;
}

// What happens to what is treated: the word alone tells the outcome.
bool is_process(std::string_view word) {
  static constexpr std::string_view kProcesses[] = {"eradication", "cure",       "healing",
                                                    "survival",    "recurrence", "remission"};
  return std::find(std::begin(kProcesses), std::end(kProcesses), word) != std::end(kProcesses);
}

bool speaks_of(std::span<const doc::Token> text,
               const std::vector<std::vector<std::string>>& words) {
  std::size_t said = 0;
  bool last = false;
  for (const std::vector<std::string>& ways : words) {
    last = std::any_of(text.begin(), text.end(), [&](const doc::Token& token) {
      return std::any_of(ways.begin(), ways.end(),
                         [&](const std::string& way) { return alike(token.folded, way); });
    });
    said += last ? 1 : 0;
    if (last && is_process(ways.front())) return true;
  }
  return 2 * said >= words.size() && (last || (said > 0 && words.size() == 2));
}

}  // namespace

const MainOutcome& main_outcome(const Reading& reading) {
  return once(reading.memo().main_outcome, [&] { return find_main_outcome(reading); });
}

int speaks_of_main_outcome(const Reading& reading, std::span<const doc::Token> words) {
  const MainOutcome& outcome = main_outcome(reading);
  for (std::size_t i = 0; i < outcome.members.size(); ++i) {
    if (speaks_of(words, outcome.members[i])) return i == 0 ? 2 : 1;
  }
  return 0;
}

int speaks_of_main_outcome(const Reading& reading, const Line& line) {
  auto& by_line = reading.memo().on_main_outcome;
  by_line.resize(reading.lines().size());
  auto& kept = by_line[static_cast<std::size_t>(&line - reading.lines().data())];
  return once(kept, [&] { return speaks_of_main_outcome(reading, line.tokens); });
}

Findings find_primary_outcome(const Reading& reading) {
  return main_outcome(reading).named;
}

}  // namespace ev::extract
