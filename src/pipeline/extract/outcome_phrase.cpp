#include "pipeline/extract/outcome_phrase.hpp"

#include "pipeline/extract/noun_phrase.hpp"
#include "pipeline/text/chars.hpp"

#include <algorithm>
#include <iterator>

namespace ev::extract {

namespace {

constexpr std::size_t kMostTokens = 30;      // tokens
constexpr std::size_t kLongestBracket = 40;  // bytes
constexpr WordKinds kFunctional = kind::preposition | kind::conjunction | kind::determiner |
                                  kind::adverb | kind::pronoun | kind::auxiliary;

std::string_view gap_before(const Sentence& sentence, std::size_t token) {
  const std::size_t end = token > 0 ? sentence.tokens[token - 1].end : 0;
  return sentence.text.substr(end, sentence.tokens[token].begin - end);
}

bool ends_phrase(std::string_view gap) {
  return gap.find_first_of(";:?!=<>[]\"") != std::string_view::npos ||
         gap.find(". ") != std::string_view::npos;
}

bool is_and(const Sentence& sentence, std::size_t token) {
  return sentence.tokens[token].folded == "and" || sentence.tokens[token].folded == "or";
}

// "change in", "time to", "from baseline": a preposition inside a name.
bool joins_inside(const Sentence& sentence, std::size_t token) {
  static const Patterns kInside = {
      "of|per",
      "change|changes|improvement|improvements|reduction|reductions|decrease|decreases|increase|"
      "increases|rise|decline|difference|differences|gain|fall in",
      "time|response|responses|resistance|adherence|sensitivity|early to", "from baseline",
      "death|deaths|mortality|relief|freedom|recovery from"};
  if (kInside.match_at(sentence.tokens, token) == token + 1) return true;
  if (token > 0 && kInside.match_at(sentence.tokens, token - 1) == token + 1) return true;
  if (kInside.match_at(sentence.tokens, token)) return true;
  // "death from cardiac causes"
  if (token > 1 && sentence.tokens[token].folded == "causes" &&
      sentence.tokens[token - 2].folded == "from")
    return true;
  // "effects on arteries and on veins"
  if (sentence.tokens[token].folded == "on" && token > 0 &&
      sentence.tokens[token - 1].folded == "and")
    return true;
  // "ratio between thickness and diameter"
  return sentence.tokens[token].folded == "between" && token > 0 &&
         (sentence.kinds[token - 1] & (kind::generic | kind::measure)) != 0;
}

bool is_verb(const Sentence& sentence, std::size_t token) {
  const WordKinds k = sentence.kinds[token];
  constexpr WordKinds kNoun = kind::outcome | kind::measure | kind::condition | kind::generic;
  return (k & (kind::auxiliary | kind::pronoun)) != 0 ||
         ((k & kind::verb) != 0 && (k & kNoun) == 0);
}

// "cytokines measured by", "pain treated with": what was done to it.
bool is_done(const Sentence& sentence, std::size_t token) {
  const WordKinds k = sentence.kinds[token];
  if ((k & kind::participle) == 0 || (k & (kind::outcome | kind::condition)) != 0) return false;
  return token + 1 >= sentence.tokens.size() || !gap_before(sentence, token + 1).starts_with(" ") ||
         (sentence.kinds[token + 1] & (kind::preposition | kind::conjunction)) != 0;
}

// "the change (in points) in pain": the word before the bracket decides.
bool joins_past_bracket(const Sentence& sentence, std::size_t token, std::size_t before) {
  static const Patterns kChanges = {
      "change|changes|improvement|reduction|decrease|increase|"
      "difference|rise|decline|fall"};
  return sentence.tokens[token].folded == "in" && before > 0 &&
         kChanges.match_at(sentence.tokens, before - 1).has_value();
}

bool is_inside(const Sentence& sentence, std::size_t token) {
  if (token > 0 && gap_before(sentence, token) == "-") return true;  // "factor-I" is no pronoun
  if (is_and(sentence, token) || joins_inside(sentence, token)) return true;
  if (is_verb(sentence, token) || is_done(sentence, token)) return false;
  const WordKinds k = sentence.kinds[token];
  if ((k & kind::determiner) != 0) return true;
  return (k & (kind::preposition | kind::conjunction)) == 0;
}

bool names_thing(const Sentence& sentence, std::size_t token) {
  return (sentence.kinds[token] & kFunctional) == 0 || (sentence.kinds[token] & kind::outcome) != 0;
}

// Past a bracket that stands before this token ("pain (VAS) and sleep"); the token itself when none
// does, nothing when the phrase ends with the bracket.
std::optional<std::size_t> past_bracket(const Sentence& sentence, std::size_t token) {
  const std::string_view gap = gap_before(sentence, token);
  const std::size_t open = gap.find('(');
  if (open == std::string_view::npos) return token;
  if (gap.starts_with("(")) return token;  // "FEV(1)"
  const std::size_t begin = sentence.tokens[token - 1].end + open;
  const std::size_t close = sentence.text.find(')', begin);
  if (close == std::string_view::npos || close - begin > kLongestBracket) return std::nullopt;
  const std::size_t next = sentence.token_from(close);
  if (next >= sentence.tokens.size()) return std::nullopt;
  const std::string_view after =
      sentence.text.substr(close + 1, sentence.tokens[next].begin - close - 1);
  return ends_phrase(after) ? std::nullopt : std::optional(next);
}

bool says_something(const Sentence& sentence, const Chunk& chunk) {
  // "the results of therapy", "the development of these changes": told elsewhere.
  static const Patterns kElsewhere = {"these|those|this|such"};
  static const Patterns kEmptyHead = {
      "results|efficacy|effectiveness|course|dose|doses|dosage|basis"};
  static const Patterns kRisk = {"?the risk|risks ?factor|factors"};  // of what?
  if (kEmptyHead.match_at(sentence.tokens, chunk.first)) return false;
  if (kRisk.match_at(sentence.tokens, chunk.first) == chunk.last) return false;
  for (std::size_t i = chunk.first; i < chunk.last; ++i)
    if (kElsewhere.match_at(sentence.tokens, i)) return false;
  // "patients of two clinics": patients.
  std::size_t of = chunk.first;
  while (of < chunk.last && sentence.tokens[of].folded != "of") ++of;
  const WordKinds head = head_kinds(sentence, {chunk.first, of});
  if ((head & (kind::person | kind::animal | kind::unit)) != 0) return false;
  if ((head & kind::treatment) != 0 && (head & (kind::outcome | kind::measure)) == 0) return false;
  return !outcomes_in(sentence, chunk).empty();
}

// "mass and the relation": the last member without what names nothing.
Chunk without_empty_member(const Sentence& sentence, const Chunk& chunk) {
  for (std::size_t i = chunk.last; i-- > chunk.first + 1;) {
    if (!is_and(sentence, i)) continue;
    return outcomes_in(sentence, {i + 1, chunk.last}).empty() ? Chunk{chunk.first, i} : chunk;
  }
  return chunk;
}

// "survival of frail, old nurses": whose it is is left out when the comma parts the two.
Chunk without_people(const Sentence& sentence, const Chunk& chunk) {
  constexpr WordKinds kEnds = kind::preposition | kind::conjunction | kind::auxiliary | kind::verb;
  constexpr std::size_t kMostWords = 6;
  std::size_t of = chunk.last;
  while (of > chunk.first && sentence.tokens[of - 1].folded != "of") --of;
  if (of <= chunk.first + 1 || chunk.last >= sentence.tokens.size() ||
      gap_before(sentence, chunk.last) != ", ") {
    return chunk;
  }
  for (std::size_t i = chunk.last; i < std::min(sentence.tokens.size(), chunk.last + kMostWords);
       ++i) {
    if ((sentence.kinds[i] & kind::person) != 0) return {chunk.first, of - 1};
    if ((sentence.kinds[i] & kEnds) != 0) break;
  }
  return chunk;
}

Chunk without_loose_ends(const Sentence& sentence, Chunk chunk) {
  // "pressure of newly" diagnosed patients.
  static const Patterns kOpen = {"newly|recently|previously"};
  const auto trim = [&] {
    while (chunk.last > chunk.first && (!names_thing(sentence, chunk.last - 1) ||
                                        kOpen.match_at(sentence.tokens, chunk.last - 1)))
      --chunk.last;
  };
  chunk = without_people(sentence, chunk);
  trim();
  chunk = without_empty_member(sentence, chunk);
  trim();
  // "eradication 8 weeks after": when it was measured is left out.
  if (chunk.last > chunk.first + 2 && (sentence.kinds[chunk.last - 1] & kind::time) != 0 &&
      doc::is_digit(sentence.tokens[chunk.last - 2].folded.front())) {
    chunk.last -= 2;
  }
  // "activity (PRA" of a phrase that its length cut.
  if (chunk.last > chunk.first + 1 &&
      sentence.text[sentence.tokens[chunk.last - 1].begin - 1] == '(')
    --chunk.last;
  // "survival of nurses": of those treated.
  static const Patterns kOfPeople = {
      "of the|these|all patients|subjects|participants|women|men|children",
      "of patients|subjects|participants|women|men|children"};
  for (std::size_t of = chunk.first + 1; of + 1 < chunk.last; ++of) {
    if (kOfPeople.match_at(sentence.tokens, of) == chunk.last &&
        sentence.kinds[of - 1] != kind::generic) {
      const bool counts = (sentence.kinds[of - 1] & kind::outcome) == 0;
      if (!counts) chunk.last = of;
      break;
    }
  }
  const auto is_prefix = [&](std::size_t token) {  // "no-reflow"
    return token + 1 < chunk.last && gap_before(sentence, token + 1) == "-";
  };
  while (chunk.last > chunk.first && !names_thing(sentence, chunk.first) && !is_prefix(chunk.first))
    ++chunk.first;
  // "3-year survival".
  if (chunk.first > 0 && chunk.first < chunk.last && gap_before(sentence, chunk.first) == "-" &&
      doc::is_digit(sentence.tokens[chunk.first - 1].folded.front())) {
    --chunk.first;
  }
  const bool cut = chunk.last < sentence.tokens.size() && gap_before(sentence, chunk.last) == "-";
  return !cut && says_something(sentence, chunk) ? chunk : Chunk{chunk.first, chunk.first};
}

// Words that tell no outcome from another.
bool is_vague(const Sentence& sentence, std::size_t token) {
  static const Patterns kVague = {
      "confirmed|clinical|upper|lower|overall|mean|median|total|various|several|selected|certain|"
      "both|efficacy|effectiveness|safety|tolerability|acceptability|primary|secondary|main|"
      "outcomes|outcome|endpoint|endpoints|measures|measure|extension|extent|severity|incidence|"
      "frequency|rate|rates|risk|prevalence|occurrence|presence|percentage|proportion|number|"
      "change|changes|improvement|improvements|reduction|increase|decrease|regression|progression|"
      "development|level|levels|concentration|concentrations|degree|symptoms|onset|"
      "duration|control|prevention|population|factors|parameters|blood|plasma|serum|side|adverse|"
      "compliance|adherence|ability|"
      "variables|characteristics|values|profile|status|baseline|between|early|effect|effects"};
  return kVague.match_at(sentence.tokens, token).has_value();
}

bool spells_short_form(const Sentence& sentence, std::size_t token) {
  const std::string_view word = sentence.text.substr(
      sentence.tokens[token].begin, sentence.tokens[token].end - sentence.tokens[token].begin);
  return word.size() > 1 && std::count_if(word.begin(), word.end(), doc::is_upper) > 1;
}

// "After a week, pain was measured", "…, and pain was measured": where the clause begins.
std::size_t clause_begin(const Sentence& sentence, std::size_t first, std::size_t last) {
  static const Patterns kIntroduces = {"after|at|before|during|on|following"};
  const auto comma = [&](std::size_t token) {
    return token > 0 && gap_before(sentence, token).find(',') != std::string_view::npos;
  };
  if (first == 0 || (sentence.tokens[first].folded == "and" && comma(first))) return first;
  if (!kIntroduces.match_at(sentence.tokens, 0)) return last;
  while (first < last && !comma(first)) ++first;
  return first;
}

}  // namespace

Chunk outcome_phrase_at(const Sentence& sentence, std::size_t first) {
  const std::size_t most = std::min(sentence.tokens.size(), first + kMostTokens);
  std::size_t last = first;  // behind the last word that may end the phrase
  std::size_t comma = 0;     // where the list begins that no "and" has closed yet
  bool closing = false;      // the word is the first behind ", and"
  for (std::size_t i = first; i < most; ++i) {
    if (i > first) {
      const std::string_view gap = gap_before(sentence, i);
      const bool initial = gap == ". " && sentence.tokens[i - 1].folded.size() == 1;  // "H. pylori"
      if (!initial && ends_phrase(gap)) break;
      const auto next = past_bracket(sentence, i);
      if (!next) break;
      const bool bracket = *next != i;
      i = *next;
      if (i >= most) break;
      const std::string_view before =
          bracket ? sentence.text.substr(0, sentence.tokens[i].begin) : gap;
      const bool listed = bracket ? before.ends_with(", ") : gap.find(',') != gap.npos;
      // ", a new drug": an apposition.
      if (listed && (sentence.tokens[i].folded == "a" || sentence.tokens[i].folded == "an")) break;
      if (listed && comma == 0) comma = last;
    }
    if (!is_inside(sentence, i) && !joins_past_bracket(sentence, i, last)) break;
    if (is_and(sentence, i)) {
      closing = comma != 0;
      continue;
    }
    if (!names_thing(sentence, i)) continue;
    if (closing) comma = 0;
    closing = false;
    last = i + 1;
  }
  return without_loose_ends(sentence, {first, comma != 0 ? comma : last});
}

Chunk outcome_phrase_before(const Sentence& sentence, std::size_t last) {
  std::size_t first = last;
  while (first > 0 && last - first < kMostTokens) {
    const std::size_t token = first - 1;
    const std::string_view gap = first < last ? gap_before(sentence, first) : " ";
    const bool initial = gap == ". " && sentence.tokens[token].folded.size() == 1;  // "H. pylori"
    if (!initial && gap.find_first_of(";:?!=<>[]().\"") != std::string_view::npos) break;
    if (!is_inside(sentence, token)) break;
    first = token;
  }
  if (first == last) return {last, last};
  first = clause_begin(sentence, first, last);
  return first == last ? Chunk{last, last} : without_loose_ends(sentence, {first, last});
}

std::vector<std::vector<std::string>> outcomes_in(const Sentence& sentence, const Chunk& phrase) {
  // "from before delivery to 12 hours after it": when it was measured tells no outcome.
  static const Patterns kWhen = {
      "from before|baseline|admission|entry|birth|randomization|randomisation|enrollment|enrolment",
      "between baseline|admission|entry|randomization|randomisation|enrollment|enrolment"};
  std::vector<std::vector<std::string>> out(1);
  std::vector<std::string> vague;  // of a phrase without other words: "symptoms"
  bool when = false;
  for (std::size_t i = phrase.first; i < phrase.last; ++i) {
    const bool comma =
        i > phrase.first && gap_before(sentence, i).find(',') != std::string_view::npos;
    when = (when && !comma) || kWhen.match_at(sentence.tokens, i).has_value();
    if (when) continue;
    if ((comma || is_and(sentence, i)) && !out.back().empty()) out.emplace_back();
    if (is_and(sentence, i) || !names_thing(sentence, i)) continue;
    const doc::Token& token = sentence.tokens[i];
    constexpr WordKinds kOther = kind::time | kind::unit | kind::person | kind::animal;
    if ((sentence.kinds[i] & kOther) != 0 || doc::is_digit(token.folded.front())) continue;
    constexpr WordKinds kThing = kind::outcome | kind::measure | kind::condition;
    const bool thing = (sentence.kinds[i] & kThing) != 0;
    if (!thing && (sentence.kinds[i] & (kind::generic | kind::treatment)) != 0) continue;
    if (is_vague(sentence, i)) {
      static const Patterns kTells = {"symptoms|regression|progression|risk"};
      if (kTells.match_at(sentence.tokens, i)) vague.push_back(token.folded);
      continue;
    }
    if (token.folded.size() > 3 || spells_short_form(sentence, i))
      out.back().push_back(token.folded);
  }
  std::erase_if(out, [](const auto& words) { return words.empty(); });
  if (out.empty() && !vague.empty()) out.push_back(std::move(vague));
  return out;
}

}  // namespace ev::extract
