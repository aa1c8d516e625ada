#include "pipeline/extract/change_words.hpp"

#include <algorithm>

namespace ev::extract {

const Patterns& says_no_difference() {
  static const Patterns kNone = {
      "no|not|nor|neither <3> significant|significantly|statistically <4> difference|differences|"
      "different|effect|differ|change|changes|affected|improvement|reduction|increase",
      "no difference|differences|effect|change|changes|benefit|association|improvement",
      "did not ?statistically ?significantly differ|change|affect|improve|reduce|increase|alter",
      "similar in|between|to",
      "reduced|decreased|lowered|increased|improved|rose|fell equally|similarly",
      "to a similar|comparable|equal extent|degree",
      "not different|superior|affected|associated"};
  return kNone;
}

// The same of two arms: "similar reductions in both groups", "equally effective".
const Patterns& says_equal() {
  static const Patterns kEqual = {
      "similar|comparable|equivalent|identical|equal|equally|similarly <6> "
      "between|both|to|two|groups|effective|extent|among|all|with",
      "was|were|is|are|appeared|appear <3> similar|comparable|equivalent|bioequivalent",
      "as effective|efficacious <6> as",
      "neither differ|differed|varied",
      "unaffected by",
      "no <3> benefit|benefits|advantage|additional|effect",
      "without <3> benefit|advantage|effect",
      "not|nor <3> benefit|superior|differ|differed|different|vary|effective|efficacious|improve|"
      "reduce|affect|influence|prevent"};
  return kEqual;
}

const Patterns& ups() {
  static const Patterns kUp = {
      "increased|increase|increases|higher|greater|improved|improvement|improvements|improves|"
      "elevated|enhanced|longer|superior|rose|gained|more"};
  return kUp;
}

const Patterns& downs() {
  static const Patterns kDown = {
      "decreased|decrease|decreases|lower|lowered|reduced|reduction|reductions|reduces|fewer|"
      "shorter|less|smaller|diminished|declined|inferior|fell|suppressed|attenuated|prevented"};
  return kDown;
}

namespace {

// "patients with decreased serum magnesium"
bool describes_people(Words words, std::size_t at) {
  return at > 1 && words[at - 1].folded == "with" &&
         (word_kinds(words[at - 2]) & kind::person) != 0;
}

}  // namespace

// "the lower lobe", "upper and lower limbs", "lower back": a place of the body. "less than 40 %",
// "500 m or less": a bound.
std::optional<Match> first_change(const Patterns& changes, Words words) {
  static const Patterns kOther = {
      "lower ?right|left lobe|lobes|limb|limbs|extremity|extremities|leg|legs|back|abdomen|"
      "abdominal|respiratory|airway|airways|urinary|tract|gastrointestinal|esophageal|oesophageal|"
      "eyelid|eyelids|lid|lip|jaw|jaws|incisors|molars|quadrant|quadrants|body|motor|uterine|third|"
      "zone|zones|lung|segment",
      "less|more|greater|higher|lower|fewer|longer|shorter than ?or ?equal ?to #",
      "less|more than half|one|two|three"};
  for (std::size_t from = 0; const auto match = find_any(changes, words, from);) {
    const auto other = kOther.match_at(words, match->first);
    const bool ends_bound = match->first > 0 && words[match->first - 1].folded == "or";
    if (!other && !ends_bound && !describes_people(words, match->first)) return match;
    from = other ? *other : match->last;
  }
  return std::nullopt;
}

namespace {

// "greater reduction", "less of an increase", "the reduction was greater": two words, one sense.
std::optional<Change> compared_change(Words words) {
  static const Patterns kMoreDown = {
      "greater|larger|more|bigger|further|higher|better|significant <3> "
      "reduction|reductions|decrease|decreases|decline|declines|fall|drop|lowering|regression",
      "reduction|reductions|decrease|decreases|decline|fall|drop|lowering|regression <12> "
      "greater|larger|more|higher|better",
      "reduced|decreased|lowered|fell|declined|reduces|decreases|lowers|suppresses <8> "
      "more|further",
      "reduced|decreased|lowered|fell|declined|reduces|decreases|lowers|suppresses <8> "
      "to a greater|larger|higher extent|degree"};
  static const Patterns kLessDown = {
      "smaller|less|lesser|lower <2> reduction|reductions|decrease|decreases|decline|fall|drop",
      "reduction|reductions|decrease|decreases|decline|fall|drop <12> smaller|less|lower"};
  static const Patterns kMoreUp = {
      "greater|larger|more|bigger|further|higher <3> increase|increases|improvement|improvements|"
      "rise|gain|gains",
      "increase|increases|improvement|improvements|rise|gain <12> greater|larger|more|higher"};
  static const Patterns kLessUp = {
      "smaller|less|lesser|lower <2> increase|increases|rise|gain|gains",
      "increase|increases|rise <12> smaller|less|lower"};
  struct Sense {
    const Patterns* patterns;
    bool up;
  };
  const Sense senses[] = {
      {&kLessDown, true}, {&kLessUp, false}, {&kMoreDown, false}, {&kMoreUp, true}};
  std::optional<Change> best;
  for (const Sense& sense : senses) {
    const auto match = find_any(*sense.patterns, words);
    if (!match || (best && match->first >= best->word)) continue;
    best = Change{sense.up, match->first, words[match->first].folded != "significant"};
  }
  return best;
}

}  // namespace

std::optional<Match> better_than(Words words) {
  static const Patterns kBetter = {"more effective|efficacious|effectively", "superior",
                                   "better <8> than",
                                   "greater|better|stronger <2> antihypertensive|hypotensive|"
                                   "lowering effect|effects|efficacy|action|response"};
  return find_any(kBetter, words);
}

std::optional<Change> better_at(Words words) {
  static const Patterns kWanted = {
      "eradication|eradicating|cure|curing|healing|response|responses|remission|survival|success|"
      "adherence|cessation|raising|increasing|improving|elevating"};
  static const Patterns kUnwanted = {
      "reducing|relieving|lowering|preventing|decreasing|prevention|reduction|alleviating|relief|"
      "suppressing|suppression|inhibiting|antihypertensive|hypotensive"};
  constexpr std::size_t kBefore = 14;  // tokens
  constexpr std::size_t kBehind = 22;
  const auto better = better_than(words);
  if (!better) return std::nullopt;
  const std::size_t from = better->first > kBefore ? better->first - kBefore : 0;
  const Words near = words.subspan(from, std::min(better->last + kBehind, words.size()) - from);
  if (find_any(kUnwanted, near)) return Change{false, better->first, true};
  if (find_any(kWanted, near)) return Change{true, better->first, true};
  return std::nullopt;
}

namespace {

bool says_better(Words words) {
  static const Patterns kBetter = {
      "effective|efficacious|effectively|superior|better|inferior|"
      "worse|efficacy"};
  return find_any(kBetter, words).has_value();
}

// "The mean reductions were 12 and 13": of each arm.
bool counts_changes(Words words) {
  static const Patterns kCounts = {
      "mean|average|median|overall <2> "
      "reduction|reductions|decrease|decreases|increase|increases|improvement|improvements <14> "
      "was|were|averaged <5> #"};
  return find_any(kCounts, words).has_value();
}

}  // namespace

std::optional<Change> change_in(Words words) {
  // "Less inhibited": of what is hindered more is left, of what is influenced nobody knows.
  static const Patterns kHindered = {
      "less|more inhibited|influenced|affected|altered|impaired|disturbed|suppressed|blunted",
      "influenced|affected|altered|impaired|disturbed less|more"};
  if (find_any(kHindered, words)) return std::nullopt;
  if (auto change = compared_change(words)) return change;
  if (auto change = better_at(words)) return change;
  if (says_better(words) || counts_changes(words)) return std::nullopt;
  static const Patterns kCompares = {
      "higher|greater|longer|superior|more|lower|fewer|shorter|less|smaller|inferior"};
  const auto up = first_change(ups(), words);
  const auto down = first_change(downs(), words);
  if (!up && !down) return std::nullopt;
  const bool up_compares = up && kCompares.match_at(words, up->first);
  const bool down_compares = down && kCompares.match_at(words, down->first);
  // "Rose with tea and fell with water": each of its own arm, or of two things.
  if (up && down && up_compares == down_compares) return std::nullopt;
  const bool is_up = up && (!down || up_compares);
  return Change{is_up, is_up ? up->first : down->first, up_compares || down_compares};
}

bool says_equal_efficacy(Words words) {
  static const Patterns kEqual = {
      "as effective|efficacious|effectively|potent <8> as",
      "equally|similarly|comparably effective|efficacious|efficient|effectively|active|potent",
      "similar|comparable|equivalent|equal|same|identical <3> "
      "efficacy|effectiveness|efficacies|potency",
      "efficacy|effectiveness|efficacies <8> similar|comparable|equivalent|equal|same",
      "no <4> difference|differences <10> efficacy|effectiveness",
      "not <2> differ|different <10> efficacy|effectiveness",
      "similar|comparable|equivalent|same <3> "
      "antihypertensive|therapeutic|clinical|hypotensive|antianginal|analgesic <3> "
      "effect|effects|action|response",
      "effects ?of <6> comparable|similar|equivalent to|with",
      "was|were|is|are bioequivalent",
      "was|were|is|are therapeutically equivalent"};
  static const Patterns kBetter = {"better|superior|greater|more <8> than",
                                   "twice|thrice|half|times|fold|not as"};
  // "1 mg is as effective as 2 mg": one dose of what is studied.
  static const Patterns kDoses = {"as effective|efficacious|effectively as ?the #",
                                  "both|all|two|three <2> doses|strengths"};
  return find_any(kEqual, words) && !find_any(kBetter, words) && !find_any(kDoses, words);
}

}  // namespace ev::extract
