#include "pipeline/extract/arm_finder.hpp"

#include "base/text.hpp"
#include "pipeline/extract/noun_phrase.hpp"
#include "pipeline/extract/title_treatment.hpp"
#include "pipeline/extract/treatment_partners.hpp"
#include "pipeline/text/chars.hpp"

#include <algorithm>

namespace ev::extract {

namespace {

constexpr std::size_t kMostArms = 8;

const ChunkRule& arm_name() {
  static const ChunkRule kRule{.stops = &noun_phrase_stops(), .max_tokens = 8};
  return kRule;
}

bool is_comparator(const Sentence& sentence, const Chunk& name) {
  static const Patterns kControl = {
      "placebo|sham|control|controls|usual|standard|routine|conventional|vehicle|saline|waiting|"
      "wait|"
      "waitlist|untreated|observation",
      "no <1> treatment|intervention|therapy|supplement|supplementation|prophylaxis|drug"};
  // "usual care plus tea" is what was tried: what is added decides.
  static const Patterns kAdded = {"plus", "supplemented|augmented|combined|enhanced by|with"};
  auto words = std::span(sentence.tokens).subspan(name.first, name.last - name.first);
  if (const auto added = find_any(kAdded, words); added && added->last < words.size())
    words = words.subspan(added->last);
  return find_any(kControl, words).has_value();
}

struct NamedNumber {
  double value = 0;
  doc::Span span;
};

// The "n = 60" or bare count ("60 patients") among the bytes [begin, end) of a bracket.
std::optional<NamedNumber> number_in_bracket(const Sentence& sentence, std::size_t begin,
                                             std::size_t end) {
  for (std::size_t i = doc::first_number_from(sentence.numbers, begin); i < sentence.numbers.size();
       ++i) {
    const doc::Number& number = sentence.numbers[i];
    if (number.end > end) break;
    if (!number.integer || number.percent || number.value < 2) continue;
    // "(CT; n = 60)".
    std::size_t from = sentence.text.substr(0, number.begin).find_last_of("([;,") + 1;
    from = doc::skip_blanks(sentence.text, std::max(from, begin));
    if (from > number.begin) continue;
    const std::string_view before = sentence.text.substr(from, number.begin - from);
    const std::size_t letter = before.find_last_of("nN");
    const bool equals = letter != std::string_view::npos &&
                        before.find_first_not_of("nN =\u2009\u00A0") == std::string_view::npos &&
                        before.find('=') != std::string_view::npos;
    if (equals) return NamedNumber{number.value, sentence.span(from + letter, number.end)};
    const std::size_t next = sentence.token_from(number.end);
    const bool people = next < sentence.tokens.size() && sentence.tokens[next].end <= end &&
                        (sentence.kinds[next] & (kind::person | kind::animal)) != 0;
    if (before.empty() && people)
      return NamedNumber{number.value, sentence.span(number.begin, number.end)};
  }
  return std::nullopt;
}

// The bracket that opens right behind byte `at`, as the bytes inside it.
std::optional<std::pair<std::size_t, std::size_t>> bracket_after(const Sentence& sentence,
                                                                 std::size_t at) {
  const std::size_t open = doc::skip_blanks(sentence.text, at);
  if (open >= sentence.text.size() || (sentence.text[open] != '(' && sentence.text[open] != '['))
    return {};
  const std::size_t close = sentence.text.find_first_of(")]", open);
  if (close == std::string_view::npos) return {};
  return std::pair{open + 1, close};
}

// "tea plus honey", "tea supplemented by honey" go on behind the joint.
Chunk with_addition(const Sentence& sentence, Chunk chunk) {
  static const Patterns kAdded = {"supplemented|augmented|combined|enhanced by|with"};
  if (chunk.last <= chunk.first || chunk.last + 1 >= sentence.tokens.size()) return chunk;
  // "5 mg folic acid and 250 mg vitamin B6".
  static const Patterns kDose = {"and # mg|g|microg|ug|mcg|ml|iu"};
  const bool dosed = doc::is_digit(sentence.tokens[chunk.first].folded.front()) &&
                     kDose.match_at(sentence.tokens, chunk.last) &&
                     sentence.text[sentence.tokens[chunk.last - 1].end] == ' ';
  if (dosed) return {chunk.first, chunk_right(sentence, chunk.last + 1, arm_name()).last};
  // "combined preparations of tea 1 g and honey", but not "tea combination and honey".
  static const Patterns kCombined = {"combined|combination"};
  const auto words = std::span(sentence.tokens).subspan(chunk.first, chunk.last - chunk.first - 1);
  const Chunk partner = sentence.tokens[chunk.last].folded == "and"
                            ? chunk_right(sentence, chunk.last + 1, arm_name())
                            : Chunk{};
  const bool of_two = (kinds_of(sentence, partner) & kind::drug) != 0 &&
                      sentence.text[sentence.tokens[chunk.last - 1].end] == ' ';
  if (of_two && find_any(kCombined, words)) return {chunk.first, partner.last};
  // "tea 200 ml twice daily plus honey".
  static const Patterns kOften = {"once|twice|thrice ?a daily|day|weekly|nightly", "daily|weekly"};
  if (const auto often = kOften.match_at(sentence.tokens, chunk.last);
      often && *often + 1 < sentence.tokens.size() && sentence.tokens[*often].folded == "plus") {
    return {chunk.first, chunk_right(sentence, *often + 1, arm_name()).last};
  }
  const bool plus = sentence.tokens[chunk.last].folded == "plus" ||
                    kAdded.match_at(sentence.tokens, chunk.last - 1).has_value();
  if (!plus) return chunk;
  const Chunk more = chunk_right(sentence, chunk.last + 1, arm_name());
  return more.last > more.first ? Chunk{chunk.first, more.last} : chunk;
}

// "standard care, including advice, or tea": what it includes is no arm.
bool is_aside(const Sentence& sentence, std::size_t token) {
  static const Patterns kAside = {"including|such|ie|eg|i"};
  return token < sentence.tokens.size() && kAside.match_at(sentence.tokens, token).has_value();
}

// "tea, a hot drink, or water": another name of the one before it.
bool is_apposition(const Sentence& sentence, std::size_t token) {
  static const Patterns kArticle = {"a|an|the"};
  static const Patterns kClass = {
      "antagonist|blocker|inhibitor|agonist|drug|agent|antihistamine|vasodilator|diuretic|"
      "antidepressant|antipsychotic|antibiotic|analogue|analog|derivative|compound|hormone"};
  constexpr std::size_t kLongest = 12;
  if (token >= sentence.tokens.size() || !kArticle.match_at(sentence.tokens, token)) return false;
  const std::size_t comma = sentence.text.find(", ", sentence.tokens[token].end);
  if (comma == std::string_view::npos) return false;
  const std::size_t last = std::min(sentence.token_from(comma), token + kLongest);
  return find_any(kClass, std::span(sentence.tokens).first(last), token).has_value();
}

std::size_t behind_comma(const Sentence& sentence, std::size_t token) {
  const std::size_t comma = sentence.text.find(", ", sentence.tokens[token].end);
  return comma == std::string_view::npos ? sentence.tokens.size() : sentence.token_from(comma);
}

bool names_arm(const Sentence& sentence, const Chunk& name) {
  if (name.first >= name.last) return false;
  if (!has_content(sentence, name) && !is_comparator(sentence, name)) return false;
  // "randomized to placebo or four doses" counts arms, it names none.
  static const Patterns kCounts = {"one|two|three|four|five|six|each|same"};
  static const Patterns kArms = {"treatment|treatments|group|groups|arms|conditions|regimens"};
  const bool counts = kCounts.match_at(sentence.tokens, name.first).has_value();
  if (counts && (name.last - name.first == 1 || kArms.match_at(sentence.tokens, name.first + 1)))
    return false;
  if (is_aside(sentence, name.first) || is_never_given(sentence, name)) return false;
  const WordKinds head = head_kinds(sentence, name);
  const bool treats = (kinds_of(sentence, name) & kind::treatment) != 0;
  constexpr WordKinds kNot = kind::person | kind::animal | kind::time | kind::unit;
  return treats || (head & kNot) == 0;
}

Arm arm_at(const Sentence& sentence, const Chunk& name, const std::optional<NamedNumber>& n) {
  Arm arm{.name = span_of(sentence, name),
          .n = {},
          .n_span = {},
          .comparator = is_comparator(sentence, name)};
  if (n) {
    arm.n = n->value;
    arm.n_span = n->span;
  }
  return arm;
}

// "tea 500 mg twice daily (n = 60)": where the words on how much and how often end, if a bracket
// or a joint follows them.
std::size_t behind_dose(const Sentence& sentence, std::size_t token, std::size_t end) {
  static const Patterns kDose = {
      "#",
      "mg|g|mcg|ug|ml|iu|units|kg|d|once|twice|thrice|three|two|four|times|a|per|each|every|"
      "daily|"
      "day|days|weekly|week|weeks|nightly|month|months|h|hour|hours|bid|tid|qid|qd|od|bd|b|t|i|"
      "for|orally|subcutaneously|intravenously|intramuscularly|topically|intranasally|po|sc|iv|im",
      "by mouth|injection|infusion"};
  static const Patterns kJoint = {"or|versus|vs"};
  constexpr std::size_t kLongest = 12;  // tokens
  std::size_t last = token;
  while (last < sentence.tokens.size() && last < token + kLongest) {
    const auto next = kDose.match_at(sentence.tokens, last);
    const std::size_t before = last == token ? end : sentence.tokens[last - 1].end;
    const std::string_view gap = sentence.text.substr(before, sentence.tokens[last].begin - before);
    if (!next || gap.find_first_of(";:()[]") != std::string_view::npos) break;
    last = *next;
  }
  if (last == token || bracket_after(sentence, end)) return end;
  const std::size_t behind = sentence.tokens[last - 1].end;
  const bool plain =
      sentence.text.substr(end, behind - end).find_first_of(";:()[]") == std::string_view::npos;
  const bool joint = last < sentence.tokens.size() && kJoint.match_at(sentence.tokens, last) &&
                     sentence.text.substr(behind, sentence.tokens[last].begin - behind) == " ";
  const bool comma = sentence.text.substr(behind, 2) == ", ";
  return plain && (joint || comma || bracket_after(sentence, behind)) ? behind : end;
}

// "tea 1,000 mg": the comma of a number parts nothing.
Chunk with_whole_number(const Sentence& sentence, const Chunk& chunk) {
  if (chunk.last <= chunk.first || chunk.last >= sentence.tokens.size()) return chunk;
  const doc::Token& before = sentence.tokens[chunk.last - 1];
  const doc::Token& after = sentence.tokens[chunk.last];
  const bool one_number = doc::is_digit(before.folded.front()) &&
                          doc::is_digit(after.folded.front()) && after.folded.size() == 3 &&
                          sentence.text.substr(before.end, after.begin - before.end) == ",";
  return one_number ? Chunk{chunk.first, chunk_right(sentence, chunk.last, arm_name()).last}
                    : chunk;
}

// "tea 500 mg": what is given, without how much of it.
Chunk without_dose(const Sentence& sentence, const Chunk& name) {
  for (std::size_t i = name.first + 1; i + 1 < name.last; ++i) {
    if (doc::is_digit(sentence.tokens[i].folded.front())) return {name.first, i};
  }
  return name;
}

// "tea (1 cup) and honey (2 g) or water": the other arm is still to come, so that "and" adds.
bool has_other_arm(const Sentence& sentence, std::size_t token) {
  constexpr std::size_t kNear = 14;
  static const Patterns kOr = {"or|versus|vs"};
  const std::size_t reach = std::min(token + kNear, sentence.tokens.size());
  return token < reach && find_any(kOr, std::span(sentence.tokens).first(reach), token).has_value();
}

// Behind "tea, a hot drink, 20 ml daily (n = 60) or".
std::size_t behind_apposition(const Sentence& sentence, std::size_t token) {
  static const Patterns kOr = {"or|versus|vs"};
  constexpr std::size_t kDose = 16;
  const std::size_t at = behind_comma(sentence, token);
  if (at >= sentence.tokens.size() || !doc::is_digit(sentence.tokens[at].folded.front())) return at;
  const std::size_t reach = std::min(at + kDose, sentence.tokens.size());
  const auto joint = find_any(kOr, std::span(sentence.tokens).first(reach), at);
  return joint ? joint->last : at;
}

// "a combination of tea, mint and honey" lists what one arm gets.
bool lists_one_arm(const Sentence& sentence, std::size_t at, const Chunk& words) {
  static const Patterns kCombination = {"combination of"};
  return words.last < sentence.tokens.size() &&
         sentence.text[sentence.tokens[words.last - 1].end] == ',' &&
         find_any(kCombination, std::span(sentence.tokens).first(words.last), at);
}

Chunk without_route(const Sentence& sentence, Chunk name) {
  static const Patterns kRoute = {
      "orally|subcutaneously|intravenously|intramuscularly|topically|intranasally"};
  while (name.last > name.first + 1 && kRoute.match_at(sentence.tokens, name.last - 1)) --name.last;
  return name;
}

// "tea 20 ml (daily) (n = 60)": the first number of the brackets behind `end`, which moves along.
std::optional<NamedNumber> number_behind(const Sentence& sentence, std::size_t& end) {
  std::optional<NamedNumber> n;
  for (auto bracket = bracket_after(sentence, end); bracket && !n;
       bracket = bracket_after(sentence, end)) {
    n = number_in_bracket(sentence, bracket->first, bracket->second);
    end = bracket->second + 1;
  }
  return n;
}

// "tea (n = 60), lemonade (n = 61) or water (n = 58)", beginning at token `at`.
std::vector<Arm> arms_listed(const Sentence& s, std::size_t at) {
  static const Patterns kJoint = {"or|versus|vs|and"};
  static const Patterns kLead = {"to|either|receive|receiving|the|a|an|in"};
  std::vector<Arm> out;
  bool goes_on = false;
  bool closed = false;
  bool joined = false;
  while (at < s.tokens.size() && out.size() < kMostArms) {
    if (out.size() == 1 && is_apposition(s, at)) {
      at = behind_apposition(s, at);
      joined = true;
    }
    while (at < s.tokens.size() && kLead.match_at(s.tokens, at)) ++at;
    if (is_aside(s, at)) at = behind_comma(s, at);
    if (at < s.tokens.size() && kJoint.match_at(s.tokens, at)) {
      joined = true;
      ++at;
    }
    if (at >= s.tokens.size()) break;
    // "either no further treatment or tea".
    const bool none = s.tokens[at].folded == "no";
    const Chunk words = with_whole_number(s, chunk_right(s, none ? at + 1 : at, arm_name()));
    if (out.empty() && lists_one_arm(s, at, words)) break;
    Chunk whole = with_addition(s, words);
    Chunk name = none ? whole : trimmed(s, whole);
    if (none) name.first = at;
    name = without_route(s, name);
    if (!names_arm(s, name) && !names_arm(s, without_dose(s, name))) break;
    std::size_t end = behind_dose(s, whole.last, s.tokens[whole.last - 1].end);
    const std::optional<NamedNumber> n = number_behind(s, end);
    const bool counted = n.has_value();
    Arm arm = arm_at(s, name, n);
    if (goes_on) {
      arm.name.begin = out.front().name.begin;
      out.assign(1, std::move(arm));
    } else {
      out.push_back(std::move(arm));
    }
    at = s.token_from(end);
    if (at >= s.tokens.size()) break;
    const std::string_view gap = s.text.substr(end, s.tokens[at].begin - end);
    if (gap.find_first_of(".:(") != std::string_view::npos) break;
    const bool comma = gap.find_first_of(",;") != std::string_view::npos;
    const bool joint = kJoint.match_at(s.tokens, at).has_value();
    // "tea and honey" is one drink unless its members are counted.
    const bool adds = joint && s.tokens[at].folded == "and" && !counted && !comma;
    goes_on = adds && end > s.tokens[whole.last - 1].end && has_other_arm(s, at + 1);
    if (adds && !goes_on) break;
    // Behind "or" stands the last one.
    if (closed && (!joint || s.tokens[at].folded == "and")) break;
    closed = joint && !adds;
    joined = joined || joint;
    if (!joint && !comma) break;
    if (joint) ++at;
  }
  // "randomized to tea, mint was given to": a comma joins no two.
  const bool bare = out.size() == 2 && !joined && !out.front().n;
  if (out.size() < 2 || bare) out.clear();
  return out;
}

// "more than in those treated with either tea or mint": only some of the arms.
bool stands_behind_than(const Sentence& sentence, std::size_t token) {
  constexpr std::size_t kNear = 4;
  static const Patterns kThan = {"than", "compared with|to"};
  const std::size_t from = token > kNear ? token - kNear : 0;
  return find_any(kThan, std::span(sentence.tokens).first(token), from).has_value();
}

std::vector<Arm> from_allocation(const Sentence& sentence) {
  static const Patterns kAllocated = {
      "random* <4> to receive|undergo|take|drink|use ?either",
      "assigned|allocated|randomized|randomised <1> to <2> treatment|therapy|monotherapy <4> with "
      "?either",
      "randomi*ed|randomly treated|treatment ?with ?either",
      "assigned|allocated|randomized|randomised ?in ?a # ?to # ?ratio to ?receive ?either",
      "assigned|allocated|randomized|randomised <3> to|into ?one ?of ?receive ?either",
      "received|treated|given|immunization|immunizations|vaccination|infusion|infusions|injection|"
      "injections <1> either",
      "to receive|take either",
      "randomi*ed between ?either",
      "compared|comparing|comparison of"};
  std::vector<Arm> best;
  std::size_t from = 0;
  while (const auto match = find_any(kAllocated, sentence, from)) {
    from = std::max(match->last, from + 1);
    if (stands_behind_than(sentence, match->first)) continue;
    std::vector<Arm> arms = arms_listed(sentence, match->last);
    const bool counted = !arms.empty() && arms.front().n.has_value();
    const bool better = best.empty() || (counted && !best.front().n);
    if (!arms.empty() && better) best = std::move(arms);
  }
  return best;
}

// The number before this token stands behind "and" or a comma, a treatment behind it.
bool joins_list(const Sentence& sentence, std::size_t token) {
  if (token < 2 || (sentence.kinds[token] & kind::treatment) == 0) return false;
  const std::string& before = sentence.tokens[token - 2].folded;
  return before == "and" || before == "or";
}

// "60 patients received tea and 58 received water".
std::vector<Arm> from_recipients(const Sentence& sentence) {
  static const Patterns kGot = {
      "<3> received|receive|took|drank|underwent|got",
      "<3> were|was ?randomly given|assigned|allocated|randomized|randomised|treated ?to ?with "
      "?receive",
      "<2> to receive", "<2> to"};
  std::vector<Arm> out;
  if (!kGot.telling_words().admits_any(sentence.words)) return out;
  for (const doc::Number& number : sentence.numbers) {
    if (!number.integer || number.percent || number.value < 2 || number.hyphen_after) continue;
    const std::size_t after = sentence.token_from(number.end);
    auto got =
        after < sentence.tokens.size() ? kGot.match_at(sentence.tokens, after) : std::nullopt;
    // "12 were given placebo and 14 mint": the verb is said once.
    if (!got && !out.empty() && after < sentence.tokens.size() && joins_list(sentence, after))
      got = after;
    if (!got) continue;
    const std::size_t to = std::max(number.end, sentence.tokens[*got - 1].end);
    const std::string_view gap = sentence.text.substr(number.end, to - number.end);
    if (gap.find_first_of(",;:()") != std::string_view::npos) continue;
    const Chunk whole = with_addition(sentence, chunk_right(sentence, *got, arm_name()));
    const Chunk name = trimmed(sentence, whole);
    static const Patterns kGroup = {"group|arm"};
    const bool treats =
        name.first < name.last &&
        ((kinds_of(sentence, whole) & kind::treatment) != 0 || is_comparator(sentence, whole) ||
         find_any(kGroup,
                  std::span(sentence.tokens).subspan(whole.first, whole.last - whole.first)));
    if (!names_arm(sentence, name) || !(treats || out.size() == 1)) continue;
    out.push_back(
        arm_at(sentence, name, NamedNumber{number.value, sentence.span(number.begin, number.end)}));
  }
  if (out.size() < 2) out.clear();
  return out;
}

// The name that ends before token `last`, a bracket or not in between.
Chunk words_before(const Sentence& sentence, std::size_t last) {
  constexpr std::size_t kMost = 5;
  std::size_t first = last;
  while (first > 0 && last - first < kMost) {
    const std::size_t end = sentence.tokens[first - 1].end;
    const bool breaks =
        first < last &&
        sentence.text.substr(end, sentence.tokens[first].begin - end).find_first_of(",;:()[].") !=
            std::string_view::npos;
    constexpr WordKinds kEnds = kind::verb | kind::auxiliary | kind::pronoun | kind::preposition;
    if (breaks || (sentence.kinds[first - 1] & kEnds) != 0 ||
        noun_phrase_stops().match_at(sentence.tokens, first - 1)) {
      break;
    }
    --first;
  }
  return {first, last};
}

bool is_bracket(char c) {
  return c == '(' || c == ')' || c == '[' || c == ']';
}

// "the tea group (n = 60)", "tea (n = 60)".
std::vector<Arm> from_counted_groups(const Sentence& sentence) {
  std::vector<Arm> out;
  for (const doc::Number& number : sentence.numbers) {
    constexpr std::size_t kFarthest = 60;  // bytes from the bracket to the number in it
    const std::size_t from = number.begin - std::min(number.begin, kFarthest);
    std::size_t behind = number.begin;
    while (behind > from && !is_bracket(sentence.text[behind - 1])) --behind;
    if (behind == from || behind == 1) continue;
    const std::size_t open = behind - 1;
    if (sentence.text[open] == ')' || sentence.text[open] == ']') continue;
    const std::size_t close = sentence.text.find_first_of(")]", number.end);
    if (close == std::string_view::npos) continue;
    const auto n = number_in_bracket(sentence, open + 1, close);
    if (!n || n->span.end != sentence.span(0, number.end).end) continue;
    const std::size_t last = sentence.token_from(open);
    if (last == 0) continue;
    const Chunk whole = words_before(sentence, last);
    Chunk chunk = trimmed(sentence, whole);
    // "Group 1 (n = 20)" is a name, "patients (n = 120)" the whole sample.
    static const Patterns kNumbered = {"group|arm #|a|b|c|d|i|ii|iii|iv"};
    const bool numbered =
        last >= whole.first + 2 && kNumbered.match_at(sentence.tokens, last - 2).has_value();
    if (numbered) chunk = {last - 2, last};
    // "Group A (tea; n = 20)": what is given names it better.
    const Chunk given =
        trimmed(sentence, chunk_right(sentence, sentence.token_from(open + 1), arm_name()));
    const bool told = numbered && given.first < given.last &&
                      sentence.tokens[given.last - 1].end < n->span.begin - sentence.span().begin &&
                      names_arm(sentence, given);
    if (told) chunk = given;
    // "a programme for gout (n = 20)": the end of a longer name.
    static const Patterns kTail = {"for|of|on"};
    const bool tail = whole.first > 0 && kTail.match_at(sentence.tokens, whole.first - 1);
    if (tail && !numbered) continue;
    if (numbered || names_arm(sentence, chunk)) out.push_back(arm_at(sentence, chunk, n));
  }
  if (out.size() < 2 || out.size() > kMostArms) out.clear();
  return out;
}

std::vector<Arm> from_title(const Sentence& sentence) {
  static const Patterns kVersus = {"versus|vs", "compared with|to"};
  const auto match = find_any(kVersus, sentence);
  if (!match || match->first == 0) return {};
  const Chunk whole = behind_design(sentence, chunk_left(sentence, match->first, arm_name()));
  const Chunk left = with_partner_before(sentence, trimmed(sentence, whole));
  const Chunk right = with_partner_behind(
      sentence, trimmed(sentence, chunk_right(sentence, match->last, arm_name())));
  if (!names_arm(sentence, left) || !names_arm(sentence, right)) return {};
  return {arm_at(sentence, left, {}), arm_at(sentence, right, {})};
}

bool same_name(const RecordText& record, const Arm& a, const Arm& b) {
  return text::fold(record.document().text(a.name)) == text::fold(record.document().text(b.name));
}

// Two arms of one name are two mentions.
bool are_distinct(const RecordText& record, const std::vector<Arm>& arms) {
  for (std::size_t i = 0; i < arms.size(); ++i) {
    for (std::size_t k = i + 1; k < arms.size(); ++k) {
      if (same_name(record, arms[i], arms[k])) return false;
    }
  }
  return !arms.empty();
}

int worth(const std::vector<Arm>& arms) {
  const auto counted =
      std::count_if(arms.begin(), arms.end(), [](const Arm& arm) { return arm.n.has_value(); });
  return counted == static_cast<long>(arms.size()) ? 2 : counted > 0 ? 1 : 0;
}

}  // namespace

std::vector<Arm> find_arms(const RecordText& record) {
  using Finder = std::vector<Arm> (*)(const Sentence&);
  std::vector<Arm> best;
  for (const Finder finder : {&from_allocation, &from_recipients, &from_counted_groups}) {
    for (const Sentence& sentence : record.sentences()) {
      if (sentence.is_title() || (sentence.labelled() && sentence.role() == doc::Role::background))
        continue;
      std::vector<Arm> arms = finder(sentence);
      if (!are_distinct(record, arms)) continue;
      if (best.empty() || worth(arms) > worth(best)) best = std::move(arms);
    }
    if (!best.empty() && worth(best) == 2) return best;
  }
  for (const Sentence& sentence : record.sentences()) {
    if (!best.empty() || !sentence.is_title()) continue;
    std::vector<Arm> arms = from_title(sentence);
    if (are_distinct(record, arms)) best = std::move(arms);
  }
  return best;
}

}  // namespace ev::extract
