#include "pipeline/extract/comparison_reconciliation.hpp"

#include "base/text.hpp"
#include "pipeline/extract/arms.hpp"
#include "pipeline/extract/compared_drugs.hpp"
#include "pipeline/extract/noun_phrase.hpp"
#include "pipeline/extract/regimen_completion.hpp"
#include "pipeline/extract/treatment_name.hpp"

#include <algorithm>

namespace ev::extract {

namespace {

constexpr double kSureOfComparison = 0.82;
constexpr double kEnoughToReplace = 4;  // votes that outweigh a therapy
constexpr double kPlaceboArm = 2;       // votes that make placebo an arm of its own
constexpr double kSureOfControl = 0.6;

using DrugNames = std::vector<std::string>;

bool holds_all(const DrugNames& whole, const DrugNames& part) {
  return std::includes(whole.begin(), whole.end(), part.begin(), part.end());
}

std::size_t joined_size(const DrugNames& a, const DrugNames& b) {
  DrugNames all;
  std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(all));
  return all.size();
}

Candidate candidate_of(const RecordText& record, const ComparedDrug& rival) {
  return value_of(record, rival.named, kSureOfComparison);
}

// "6 of the placebo group (n = 24)".
bool has_placebo_arm(const RecordText& record) {
  const std::vector<Arm>& arms = arms_of(record).arms();
  return std::any_of(arms.begin(), arms.end(), [&](const Arm& arm) {
    return arm.n && names_placebo(record.document().text(arm.name));
  });
}

// A control that stays whatever drugs are set against each other: placebo where it is an arm, usual
// care and its like.
bool is_own_arm(const RecordText& record, const std::optional<Candidate>& comparator,
                const DrugPicture& picture) {
  if (!comparator) return false;
  if (names_placebo(comparator->text))
    return picture.placebo_votes >= kPlaceboArm || has_placebo_arm(record);
  return drugs_in(record, *comparator).empty() && is_control(comparator->text) &&
         comparator->ground.confidence > kSureOfControl;
}

// A title's "tea and mint versus tea or mint".
bool is_half_of(const RecordText& record, const std::optional<Candidate>& comparator,
                const DrugNames& whole) {
  const auto named = comparator ? phrase_at(record, *comparator->ground.span) : std::nullopt;
  return named && named->sentence->is_title() && holds_all(whole, drug_names(record, *named));
}

Compared held_against(const RecordText& record, Compared chosen, const DrugPicture& picture) {
  const std::optional<DrugComparison>& comparison = picture.comparison;
  if (!comparison) return chosen;
  const DrugNames& studied = comparison->studied.names;
  const DrugNames& compared = comparison->compared.names;
  const DrugNames given =
      chosen.intervention ? drugs_in(record, *chosen.intervention) : DrugNames{};
  const bool first = given == studied;
  const bool swapped = given == compared && comparison->ordered;
  if (first || (given == compared && !swapped)) {
    const ComparedDrug& other = first ? comparison->compared : comparison->studied;
    const bool named = chosen.comparator && drugs_in(record, *chosen.comparator) == other.names;
    if (!named && !is_own_arm(record, chosen.comparator, picture))
      chosen.comparator = candidate_of(record, other);
    return chosen;
  }
  // A therapy that names no drug says what several places have to outweigh.
  const bool control = is_own_arm(record, chosen.comparator, picture);
  const bool any = chosen.intervention || control;
  if (any && given.empty() && comparison->votes < kEnoughToReplace) return chosen;
  const bool both = holds_all(given, studied) && holds_all(given, compared);
  // More than these two are studied.
  if (both && given.size() > joined_size(studied, compared)) return chosen;
  if (both && (control || is_half_of(record, chosen.comparator, given))) return chosen;
  chosen.intervention = candidate_of(record, comparison->studied);
  if (!control) chosen.comparator = candidate_of(record, comparison->compared);
  return chosen;
}

// Half of what is always given together is made whole: "tea" where all say "tea and honey".
Compared completed_combination(const RecordText& record, Compared chosen,
                               const std::vector<NamedUnit>& units) {
  constexpr std::size_t kOften = 2;
  constexpr std::size_t kOutweighs = 2;
  if (!chosen.intervention) return chosen;
  const DrugNames given = drugs_in(record, *chosen.intervention);
  if (given.empty()) return chosen;
  const DrugNames compared = chosen.comparator ? drugs_in(record, *chosen.comparator) : DrugNames{};
  std::size_t alone = 0;
  bool is_base = false;
  const NamedUnit* whole = nullptr;
  for (const NamedUnit& one : units) {
    if (one.unit.names == given) {
      alone = one.mentions;
      // "tea plus placebo" beside "tea plus honey".
      is_base = one.with_placebo && chosen.comparator && names_placebo(chosen.comparator->text);
    }
    const bool more = one.unit.names.size() > given.size() && holds_all(one.unit.names, given);
    if (more && (whole == nullptr || one.mentions > whole->mentions)) whole = &one;
  }
  if (whole == nullptr || whole->mentions < kOften) return chosen;
  const bool titled = whole->unit.named.sentence->is_title();
  if (!is_base && whole->mentions < (titled ? 1 : kOutweighs) * alone) return chosen;
  const bool set_apart = std::any_of(compared.begin(), compared.end(), [&](const auto& name) {
    return std::binary_search(whole->unit.names.begin(), whole->unit.names.end(), name);
  });
  if (!set_apart) chosen.intervention = candidate_of(record, whole->unit);
  return chosen;
}

// "once versus twice daily": what is given is the same, and placebo only blinds.
bool contrasts_schedules(const RecordText& record) {
  static const Patterns kSchedules = {
      "once|daily|twice|bid|tid|qid|day|week|morning|bedtime <2> versus|vs|and|or|with|compared "
      "<4> "
      "once|twice|daily|bid|tid|qid|day|week|evening|morning|thrice|three"};
  return std::any_of(record.sentences().begin(), record.sentences().end(),
                     [](const Sentence& sentence) {
                       return sentence.is_title() && find_any(kSchedules, sentence).has_value();
                     });
}

Compared without_blinding(const RecordText& record, Compared chosen, const DrugPicture& picture) {
  const bool blinds = chosen.comparator && names_placebo(chosen.comparator->text) &&
                      picture.placebo_votes < kPlaceboArm && contrasts_schedules(record);
  if (blinds) chosen.comparator.reset();
  return chosen;
}

// "tea | tea plus honey": what adds to the other is what is tried.
Compared in_order(const RecordText& record, Compared chosen) {
  static const Patterns kPlus = {"plus", "in addition to", "combined with"};
  if (!chosen.intervention || !chosen.comparator || is_control(chosen.comparator->text))
    return chosen;
  const std::string& text = chosen.comparator->text;
  const std::vector<doc::Token> words = doc::tokenize(text);
  const auto plus = find_any(kPlus, words);
  const std::vector<doc::Token> given = doc::tokenize(chosen.intervention->text);
  if (!plus || plus->first == 0 || find_any(kPlus, given)) return chosen;
  const auto base =
      telling_words(record, std::string_view(text).substr(0, words[plus->first - 1].end));
  const auto tried = telling_words(record, chosen.intervention->text);
  if (!base.empty() && std::includes(tried.begin(), tried.end(), base.begin(), base.end()))
    std::swap(chosen.intervention, chosen.comparator);
  return chosen;
}

// "unopposed tea | tea combined with honey": what is given alone is the base of the other.
Compared with_base_compared(const RecordText& record, Compared chosen) {
  static const Patterns kAlone = {"unopposed|alone|only|monotherapy"};
  static const Patterns kCombined = {"combined|combination|plus|and|with"};
  if (!chosen.intervention || !chosen.comparator || is_control(chosen.comparator->text))
    return chosen;
  const std::vector<doc::Token> given = doc::tokenize(chosen.intervention->text);
  const std::vector<doc::Token> compared = doc::tokenize(chosen.comparator->text);
  if (!find_any(kAlone, given) || find_any(kCombined, given) || !find_any(kCombined, compared))
    return chosen;
  auto base = telling_words(record, chosen.intervention->text);
  std::erase_if(base, [](const std::string& word) { return word == "unopposed"; });
  if (!base.empty() && holds_all(telling_words(record, chosen.comparator->text), base))
    std::swap(chosen.intervention, chosen.comparator);
  return chosen;
}

// "usual" beside "strict glucose control", where the record says "usual glucose control" elsewhere.
std::optional<Candidate> with_noun(const RecordText& record, const Candidate& half,
                                   const Candidate& whole) {
  constexpr std::size_t kMostWords = 4;
  const std::string adjective = text::fold(half.text);
  const std::string noun = doc::tokenize(whole.text).back().folded;
  for (const Sentence& sentence : record.sentences()) {
    for (std::size_t i = 0; i < sentence.tokens.size(); ++i) {
      if (sentence.tokens[i].folded != adjective) continue;
      const Chunk words =
          chunk_right(sentence, i, {.stops = &noun_phrase_stops(), .max_tokens = kMostWords});
      for (std::size_t k = i + 1; k < words.last; ++k) {
        if (sentence.tokens[k].folded == noun)
          return value_of(record, {&sentence, {i, k + 1}}, half.ground.confidence);
      }
    }
  }
  return std::nullopt;
}

// "standard | strict glucose control": the usual is what the other is compared with, by its whole
// name or not at all.
Compared without_half_name(const RecordText& record, Compared chosen) {
  if (!chosen.intervention || !is_half_named(chosen.intervention->text)) return chosen;
  const Candidate half = *chosen.intervention;
  chosen.intervention.reset();
  if (!chosen.comparator || names_placebo(chosen.comparator->text)) return chosen;
  std::swap(chosen.intervention, chosen.comparator);
  chosen.comparator = with_noun(record, half, *chosen.intervention);
  return chosen;
}

// "HRT" as "hormone replacement therapy", where the record says so.
void spell_out(const RecordText& record, std::optional<Candidate>& named) {
  if (!named) return;
  static const Patterns kPlain = {"treatment|therapy|group|arm"};
  const std::vector<doc::Token> words = doc::tokenize(named->text);
  const bool short_form = words.size() == 1 || (words.size() == 2 && kPlain.match_at(words, 1));
  if (!short_form) return;
  const doc::Abbreviation* form =
      record.definition_of(std::string_view(named->text).substr(0, words.front().end));
  if (form == nullptr) return;
  const double confidence = named->ground.confidence;
  named = quoted(record, form->long_span, confidence);
  named->flag = true;
}

// "ST, BT" as "student tea, bedtime tea", where the record says so of each.
void spell_out_list(const RecordText& record, std::optional<Candidate>& named) {
  constexpr std::size_t kMostArms = 4;
  if (!named || named->text.find_first_of("+/") != std::string::npos) return;
  const std::vector<doc::Token> words = doc::tokenize(named->text);
  if (words.size() < 2 || words.size() > kMostArms) return;
  std::vector<Candidate> arms;
  for (const doc::Token& word : words) {
    const doc::Abbreviation* form = record.definition_of(
        std::string_view(named->text).substr(word.begin, word.end - word.begin));
    if (form == nullptr) return;
    arms.push_back(quoted(record, form->long_span, named->ground.confidence));
  }
  named = std::move(arms.front());
  named->flag = true;
  for (Candidate& arm : std::span(arms).subspan(1)) {
    named->text += ", " + arm.text;
    named->more.push_back(std::move(arm.ground));
  }
}

}  // namespace

Compared reconciled(const RecordText& record, Compared chosen) {
  const DrugPicture picture = drug_picture(record);
  chosen = held_against(record, std::move(chosen), picture);
  chosen = completed_combination(record, std::move(chosen), picture.units);
  chosen = in_order(record, without_blinding(record, std::move(chosen), picture));
  chosen = with_base_compared(record, without_half_name(record, std::move(chosen)));
  chosen = with_whole_regimens(record, std::move(chosen));
  spell_out(record, chosen.intervention);
  spell_out(record, chosen.comparator);
  spell_out_list(record, chosen.intervention);
  return chosen;
}

}  // namespace ev::extract
