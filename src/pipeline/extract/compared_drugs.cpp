#include "pipeline/extract/compared_drugs.hpp"

#include "pipeline/extract/title_treatment.hpp"

#include <algorithm>

namespace ev::extract {

namespace {

using Names = std::vector<std::string>;

constexpr double kEnoughVotes = 3;
constexpr double kAsMany = 0.6;  // of a third drug's votes to the pair's
constexpr std::size_t kNowhere = std::string::npos;

struct Vote {
  Names left;
  Names right;
  double weight = 0;
};

struct Duel {
  Names first;
  Names second;
  double votes = 0;
};

struct Tally {
  std::vector<Duel> duels;
  std::vector<NamedUnit> units;  // each with its best place
  double placebo_votes = 0;
};

bool is_countable(const Sentence& sentence) {
  return sentence.is_title() || sentence.role() != doc::Role::background || !sentence.labelled();
}

// "(n = 20)", "groups", "between tea and mint": two that stand side by side are two arms.
double weight_of_and(const Sentence& sentence, const DrugUnit& left, const DrugUnit& right) {
  static const Patterns kBetween = {"between|comparing|compare|compared|comparison|comparative"};
  static const Patterns kArms = {"groups|arms|groups|respectively"};
  static const Patterns kCounted = {"n #"};
  const auto tokens = std::span(sentence.tokens);
  const std::size_t from = left.words.first > 8 ? left.words.first - 8 : 0;
  if (find_any(kBetween, tokens.first(left.words.first), from)) return 2;
  if (kArms.match_at(sentence.tokens, right.words.last)) return 2;
  const std::size_t gap = right.words.first - left.words.last;
  if (find_any(kCounted, tokens.subspan(left.words.last, gap))) return 2;
  return sentence.is_title() ? 1 : 0;
}

// "zorblat, tea or mint": a name before it that no list knows.
bool stands_behind_comma(const Sentence& sentence, const DrugUnit& unit) {
  // "a converting enzyme inhibitor, zorblat, or".
  static const Patterns kClass = {
      "inhibitor|antagonist|blocker|agonist|drug|agent|antihistamine|diuretic|antibiotic"};
  const std::size_t first = unit.words.first;
  if (first == 0 || kClass.match_at(sentence.tokens, first - 1)) return false;
  const std::size_t end = sentence.tokens[first - 1].end;
  return sentence.text.substr(end, sentence.tokens[first].begin - end) == ", ";
}

// "to compare tea versus mint" says what the study is about.
bool is_aim(const Sentence& sentence) {
  static const Patterns kCompare = {"compare|comparing|comparison"};
  const doc::Role role = sentence.role();
  return role != doc::Role::results && role != doc::Role::conclusions &&
         find_any(kCompare, sentence).has_value();
}

double weight_of(const Sentence& sentence, const DrugUnit& left, const DrugUnit& right) {
  static const Patterns kAllots = {"receive|received|receiving|treated|given|treatment"};
  static const Patterns kRandom = {"random*|assigned|allocated|either"};
  // "tea, mint or coffee" sets nobody against one other.
  if (left.joint == Joint::listed) return 0;
  const bool member = right.joint == Joint::either && stands_behind_comma(sentence, left);
  if (member) return 1;
  switch (right.joint) {
    case Joint::against:
    case Joint::than:
    case Joint::compared:
      return is_aim(sentence) ? 3 : 2;
    case Joint::either:
      if (find_any(kRandom, sentence)) return 3;
      return find_any(kAllots, sentence) ? 2 : sentence.is_title() ? 1.5 : 0.5;
    case Joint::with_next:
      return weight_of_and(sentence, left, right);
    case Joint::unlike:
      return 1;
    default:
      return 0;
  }
}

bool is_only_placebo(const Names& names) {
  return names.size() == 1 && names.front() == "placebo";
}

void add_vote(Tally& tally, const Vote& vote) {
  if (vote.weight == 0 || vote.left == vote.right) return;
  if (is_only_placebo(vote.left) || is_only_placebo(vote.right)) {
    tally.placebo_votes += vote.weight;
    return;
  }
  const bool swapped = vote.right < vote.left;
  const Names& first = swapped ? vote.right : vote.left;
  const Names& second = swapped ? vote.left : vote.right;
  for (Duel& duel : tally.duels) {
    if (duel.first != first || duel.second != second) continue;
    duel.votes += vote.weight;
    return;
  }
  tally.duels.push_back({first, second, vote.weight});
}

void add_place(Tally& tally, const Sentence& sentence, const DrugUnit& unit, std::size_t mentions) {
  const Phrase here{&sentence, unit.words};
  const auto known =
      std::find_if(tally.units.begin(), tally.units.end(),
                   [&](const NamedUnit& one) { return one.unit.names == unit.names; });
  if (known == tally.units.end()) {
    tally.units.push_back({.unit = {here, unit.names},
                           .mentions = mentions,
                           .short_form = unit.short_form,
                           .with_placebo = unit.with_placebo});
    return;
  }
  known->mentions += mentions;
  known->with_placebo = known->with_placebo || unit.with_placebo;
  if (unit.short_form) return;
  Phrase& place = known->unit.named;
  const auto length = [](const Phrase& one) { return one.chunk.last - one.chunk.first; };
  const bool shorter = !place.sentence->is_title() && length(here) < length(place);
  if (known->short_form || shorter) place = here;
  known->short_form = false;
}

// What stands alone counts; placebo beside it stands for what others add.
std::size_t mentions_of(const DrugUnit& unit, bool joined) {
  const bool base = unit.with_placebo && unit.names.size() == 1;
  return joined || base ? 0 : 1;
}

// "treated with tea and honey": both may be given together.
void add_together(Tally& tally, const Sentence& sentence, const DrugUnit& left,
                  const DrugUnit& right) {
  DrugUnit both{.words = {left.words.first, right.words.last}};
  both.short_form = left.short_form || right.short_form;
  std::set_union(left.names.begin(), left.names.end(), right.names.begin(), right.names.end(),
                 std::back_inserter(both.names));
  add_place(tally, sentence, both, 1);
}

Tally tally_votes(const RecordText& record) {
  Tally out;
  for (const Sentence& sentence : record.sentences()) {
    const std::vector<DrugUnit>& units = drug_units(record, sentence);
    for (std::size_t i = 0; i < units.size(); ++i) {
      const bool joined = i + 1 < units.size() && units[i + 1].joint == Joint::with_next;
      const bool after = i > 0 && units[i].joint == Joint::with_next;
      const double weight = after ? weight_of(sentence, units[i - 1], units[i]) : 0;
      if (after && weight <= 1) add_together(out, sentence, units[i - 1], units[i]);
      add_place(out, sentence, units[i], mentions_of(units[i], joined || after));
      if (i > 0 && is_countable(sentence))
        add_vote(out,
                 {units[i - 1].names, units[i].names, weight_of(sentence, units[i - 1], units[i])});
    }
  }
  return out;
}

const Phrase* place_of(const Tally& tally, const Names& names) {
  const auto known = std::find_if(tally.units.begin(), tally.units.end(),
                                  [&](const NamedUnit& one) { return one.unit.names == names; });
  return known == tally.units.end() ? nullptr : &known->unit.named;
}

bool is_part(const Names& part, const Names& whole) {
  return std::includes(whole.begin(), whole.end(), part.begin(), part.end());
}

bool is_within(const Names& names, const Duel& duel) {
  return is_part(names, duel.first) || is_part(names, duel.second);
}

bool shares_name(const Names& a, const Names& b) {
  return std::any_of(a.begin(), a.end(), [&](const std::string& name) {
    return std::binary_search(b.begin(), b.end(), name);
  });
}

// A third drug that is set against one of the two about as often: more than two are compared.
bool is_contested(const Tally& tally, const Duel& best) {
  return std::any_of(tally.duels.begin(), tally.duels.end(), [&](const Duel& other) {
    // "tea 5 mg and milk or mint and milk": the middle two are parts of what is compared.
    const bool inner = best.first.size() > 1 && best.second.size() > 1 &&
                       is_within(other.first, best) && is_within(other.second, best);
    return &other != &best && !inner && other.votes >= kAsMany * best.votes;
  });
}

// Where the title names the first of these.
std::size_t place_in(const RecordText& record, const Sentence& sentence, const Names& names) {
  static const Patterns kControlled = {"controlled"};
  for (const DrugUnit& unit : drug_units(record, sentence)) {
    // "a tea-controlled trial of mint" studies mint.
    if (kControlled.match_at(sentence.tokens, unit.words.last)) continue;
    if (is_part(names, unit.names) || is_part(unit.names, names)) return unit.words.first;
  }
  return kNowhere;
}

// The title speaks of another drug before these two, or sets one of them against more than one.
bool is_beside_title(const RecordText& record, const Duel& duel) {
  const auto in_duel = [&](const DrugUnit& unit) {
    return shares_name(unit.names, duel.first) || shares_name(unit.names, duel.second);
  };
  for (const Sentence& sentence : record.sentences()) {
    if (!sentence.is_title()) break;
    const std::vector<DrugUnit>& units = drug_units(record, sentence);
    for (std::size_t i = 0; i < units.size(); ++i) {
      const bool set_apart = units[i].joint == Joint::against || units[i].joint == Joint::compared;
      const bool goes_on = i + 1 < units.size() && (units[i + 1].joint == Joint::with_next ||
                                                    units[i + 1].joint == Joint::listed);
      if (set_apart && goes_on && in_duel(units[i]) && !in_duel(units[i + 1])) return true;
    }
    const auto named = std::find_if(units.begin(), units.end(), [](const DrugUnit& unit) {
      return !is_only_placebo(unit.names);
    });
    if (named == units.end() || in_duel(*named)) continue;
    const bool joined = std::any_of(named, units.end(), [&](const DrugUnit& unit) {
      return unit.joint == Joint::either && in_duel(unit);
    });
    return !joined;
  }
  return false;
}

enum class Order { first, second, first_in_text, second_in_text };

// Which of the two is studied: what adds to the other, then whom the title names first, then the
// text.
Order order_of(const RecordText& record, const Duel& duel) {
  if (is_part(duel.first, duel.second)) return Order::second;
  if (is_part(duel.second, duel.first)) return Order::first;
  for (const Sentence& sentence : record.sentences()) {
    if (!is_countable(sentence)) continue;
    const std::size_t first = place_in(record, sentence, duel.first);
    const std::size_t second = place_in(record, sentence, duel.second);
    if (first == second) continue;
    if (sentence.is_title()) return second < first ? Order::second : Order::first;
    return second < first ? Order::second_in_text : Order::first_in_text;
  }
  return Order::first_in_text;
}

// The unit with the words that belong to its name.
Phrase whole_name(const Phrase& place) {
  static const Patterns kForm = {
      "extended|slow|sustained|controlled|immediate|modified|low|high release|dose",
      "transdermal|intravenous|oral|inhaled|topical|intranasal|subcutaneous|isosorbide|glyceryl"};
  static const Patterns kSalt = {
      "bismuth|acetate|maleate|tartrate|citrate|valerate|succinate|fumarate|propionate|mononitrate|"
      "dinitrate|hydrochloride|sulfate|sulphate|xr|er|sr|cr|xl|cd|gits|retard|xt|la"};
  const Sentence& sentence = *place.sentence;
  Chunk out = place.chunk;
  while (kSalt.match_at(sentence.tokens, out.last) &&
         sentence.tokens[out.last].begin == sentence.tokens[out.last - 1].end + 1) {
    ++out.last;
  }
  for (const std::size_t back : {std::size_t{2}, std::size_t{1}}) {
    if (out.first >= back && kForm.match_at(sentence.tokens, out.first - back) == out.first) {
      out.first -= back;
      break;
    }
  }
  return {&sentence, whole_treatment(sentence, out)};
}

std::optional<DrugComparison> rivals_of(const RecordText& record, const Tally& tally) {
  const auto best =
      std::max_element(tally.duels.begin(), tally.duels.end(),
                       [](const Duel& a, const Duel& b) { return a.votes < b.votes; });
  if (best == tally.duels.end() || best->votes < kEnoughVotes || is_contested(tally, *best) ||
      is_beside_title(record, *best))
    return std::nullopt;
  const Phrase* first = place_of(tally, best->first);
  const Phrase* second = place_of(tally, best->second);
  if (first == nullptr || second == nullptr) return std::nullopt;
  const ComparedDrug one{whole_name(*first), best->first};
  const ComparedDrug other{whole_name(*second), best->second};
  const Order order = order_of(record, *best);
  const bool second_studied = order == Order::second || order == Order::second_in_text;
  return DrugComparison{.studied = second_studied ? other : one,
                        .compared = second_studied ? one : other,
                        .votes = best->votes,
                        .ordered = order == Order::first || order == Order::second};
}

}  // namespace

DrugPicture drug_picture(const RecordText& record) {
  Tally tally = tally_votes(record);
  DrugPicture out{
      .comparison = rivals_of(record, tally), .placebo_votes = tally.placebo_votes, .units = {}};
  for (NamedUnit& one : tally.units) {
    one.unit.named = whole_name(one.unit.named);
    out.units.push_back(std::move(one));
  }
  return out;
}

}  // namespace ev::extract
