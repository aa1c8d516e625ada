#include "pipeline/extract/chunk.hpp"

#include "pipeline/text/chars.hpp"

namespace ev::extract {

namespace {

bool stops_at(const Sentence& sentence, std::size_t token, const Patterns& stops) {
  return stops.match_at(sentence.tokens, token).has_value();
}

std::string_view gap_after(const Sentence& sentence, std::size_t token) {
  const std::size_t end = sentence.tokens[token].end;
  return sentence.text.substr(end, sentence.tokens[token + 1].begin - end);
}

// What stands behind this token ends a phrase.
bool breaks_after(const Sentence& sentence, std::size_t token) {
  const std::string_view gap = gap_after(sentence, token);
  if (gap == " ") return false;
  return gap.find_first_of(",;:()[]<>=?!") != std::string_view::npos ||
         gap.find("--") != std::string_view::npos ||
         (gap.find(". ") != std::string_view::npos && !is_initial(sentence, token));
}

}  // namespace

bool is_initial(const Sentence& sentence, std::size_t token) {
  const doc::Token& letter = sentence.tokens[token];
  return letter.end - letter.begin == 1 && doc::is_upper(sentence.text[letter.begin]) &&
         sentence.text.substr(letter.end, 2) == ". " && letter.end + 2 < sentence.text.size() &&
         doc::is_lower(sentence.text[letter.end + 2]);
}

const Patterns& noun_phrase_stops() {
  static const Patterns kStops = {
      "in|on|for|to|with|by|at|from|during|after|before|among|between|than|as|when|while|who|which|"
      "that|"
      "if|then|but|whereas|because|versus|vs|or|and|plus|over|until|within|without|per|via|through|"
      "into|"
      "was|were|is|are|be|been|being|had|has|have|did|does|do|may|might|could|can|should|would|"
      "will|not|"
      "no|we|they|it|there|this|these|those|our|their|its|he|she|respectively|however|also|once|"
      "twice|"
      "daily|weekly|compared|followed|following|according|using|based|both|all|each|every|using|"
      "randomly|"
      "randomized|"
      "randomised|received|receiving|given|treated|assigned|allocated|improves|improve|improved|"
      "reduces|"
      "reduced|reduce|increases|increased|decreased|showed|shows|produced|resulted|significantly"};
  return kStops;
}

const Patterns& description_stops() {
  static const Patterns kStops = {
      "was|were|is|are|be|been|had|has|have|did|does|do|may|might|could|can|should|would|will|not|"
      "we|they|it|"
      "there|received|receive|randomly|randomized|randomised|assigned|allocated|participated|"
      "completed|"
      "underwent|but|whereas|while|because|versus|vs|showed|improves|improved|reduces|reduced|"
      "increases|"
      "entered|enrolled|recruited|attending|after|during|before|compared|according|from|to|by|"
      "using|"
      "treated|responded|demonstrated|reported|experienced|than|took|then|given|studied"};
  return kStops;
}

Chunk chunk_right(const Sentence& sentence, std::size_t first, const ChunkRule& rule) {
  std::size_t last = first;
  while (last < sentence.tokens.size() && last - first < rule.max_tokens) {
    if (stops_at(sentence, last, *rule.stops)) break;
    ++last;
    if (last >= sentence.tokens.size() || breaks_after(sentence, last - 1)) break;
  }
  return {first, last};
}

Chunk chunk_left(const Sentence& sentence, std::size_t last, const ChunkRule& rule) {
  std::size_t first = last;
  while (first > 0 && last - first < rule.max_tokens) {
    if (first < last && breaks_after(sentence, first - 1)) break;
    if (first == last && last < sentence.tokens.size() && breaks_after(sentence, last - 1)) break;
    if (stops_at(sentence, first - 1, *rule.stops)) break;
    --first;
  }
  return {first, last};
}

std::vector<Chunk> list_right(const Sentence& sentence, std::size_t first, const ChunkRule& rule) {
  std::vector<Chunk> out;
  while (first < sentence.tokens.size() && out.size() < 8) {
    const Chunk chunk = chunk_right(sentence, first, rule);
    if (chunk.last == chunk.first) break;
    out.push_back(chunk);
    if (chunk.last >= sentence.tokens.size()) break;
    const std::string_view gap = gap_after(sentence, chunk.last - 1);
    const std::string_view next = sentence.tokens[chunk.last].folded;
    const bool joined =
        next == "and" || next == "or" || next == "versus" || next == "vs" || next == "plus";
    if (joined && gap.find_first_of(";:.([") == std::string_view::npos) {
      first = chunk.last + 1;
    } else if (gap.find(',') != std::string_view::npos && gap.size() <= 2) {
      first = chunk.last;
    } else {
      break;
    }
  }
  return out;
}

Chunk trimmed(const Sentence& sentence, Chunk chunk) {
  static const Patterns kLead = {
      "the|a|an|either|of|adjunctive|oral|treatment|therapy|one|some|any|"
      "administration|use|combined|combination|only|with|additional|overall|mean|"
      "median|two|three|single|active"};
  static const Patterns kTail = {
      "the|a|an|of|group|groups|treatment|therapy|arm|arms|alone|or|and|only|"
      "patients|one|two|three|regimen|regimens|program|as|significantly|also"};
  while (chunk.last - chunk.first > 1 && stops_at(sentence, chunk.first, kLead)) ++chunk.first;
  while (chunk.last - chunk.first > 1 && stops_at(sentence, chunk.last - 1, kTail)) --chunk.last;
  return chunk;
}

bool has_content(const Sentence& sentence, const Chunk& chunk) {
  static const Patterns kEmpty = {
      "the|a|an|of|it|this|treatment|therapy|group|groups|study|results|effect|"
      "effects|patients|one|both|either|trial|use|other|data|drug|drugs|analysis|"
      "each|same|significant|change|changes|difference|differences|outcome|"
      "outcomes|subjects|participants|treatments|control|year|years|two|three|"
      "weeks|months|days|all|time|mg|kg|dose|doses|day|daily|week|month"};
  for (std::size_t i = chunk.first; i < chunk.last; ++i) {
    const std::string& word = sentence.tokens[i].folded;
    const bool number = word.front() >= '0' && word.front() <= '9';
    if (!number && word.size() > 1 && !stops_at(sentence, i, kEmpty)) return true;
  }
  return false;
}

namespace {

// "PC(20)", "FEV(1)", "kg/m(2)": a short number in a bracket that is glued to its word belongs to
// it. The last token is the word or the number.
std::size_t subscript_end(const Sentence& sentence, const doc::Token& last) {
  constexpr std::size_t kLongestWord = 5;  // bytes
  constexpr std::size_t kLongest = 3;
  const std::string_view text = sentence.text;
  if (last.end >= text.size() || (text[last.end] != '(' && text[last.end] != ')')) return last.end;
  const bool inside = text[last.end] == ')';
  std::size_t begin = inside ? last.begin : last.end + 1;
  if (inside && begin > 0 && (text[begin - 1] == '-' || text[begin - 1] == '+')) --begin;
  if (inside && (begin < 2 || text[begin - 1] != '(' || text[begin - 2] == ' ')) return last.end;
  if (!inside && last.end - last.begin > kLongestWord) return last.end;
  const std::size_t close = text.find(')', begin);
  if (close == std::string_view::npos || close == begin || close - begin > kLongest)
    return last.end;
  const std::string_view number = text.substr(begin, close - begin);
  return number.find_first_not_of("0123456789+-") == std::string_view::npos ? close + 1 : last.end;
}

}  // namespace

doc::Span span_of(const Sentence& sentence, const Chunk& chunk) {
  return sentence.span(sentence.tokens[chunk.first].begin,
                       subscript_end(sentence, sentence.tokens[chunk.last - 1]));
}

}  // namespace ev::extract
