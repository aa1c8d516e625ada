#include "pipeline/extract/chunk.hpp"

#include "pipeline/text/chars.hpp"

namespace ev::extract {

namespace {

bool stops_at(const Line& line, std::size_t token, const Patterns& stops) {
  return stops.match_at(line.tokens, token).has_value();
}

std::string_view gap_after(const Line& line, std::size_t token) {
  const std::size_t end = line.tokens[token].end;
  return line.text.substr(end, line.tokens[token + 1].begin - end);
}

// What stands behind this token ends a phrase.
bool breaks_after(const Line& line, std::size_t token) {
  const std::string_view gap = gap_after(line, token);
  if (gap == " ") return false;
  return gap.find_first_of(",;:()[]<>=?!") != std::string_view::npos ||
         gap.find("--") != std::string_view::npos ||
         (gap.find(". ") != std::string_view::npos && !is_initial(line, token));
}

}  // namespace

bool is_initial(const Line& line, std::size_t token) {
  const doc::Token& letter = line.tokens[token];
  return letter.end - letter.begin == 1 && doc::is_upper(line.text[letter.begin]) &&
         line.text.substr(letter.end, 2) == ". " && letter.end + 2 < line.text.size() &&
         doc::is_lower(line.text[letter.end + 2]);
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

Chunk chunk_right(const Line& line, std::size_t first, const ChunkRule& rule) {
  std::size_t last = first;
  while (last < line.tokens.size() && last - first < rule.max_tokens) {
    if (stops_at(line, last, *rule.stops)) break;
    ++last;
    if (last >= line.tokens.size() || breaks_after(line, last - 1)) break;
  }
  return {first, last};
}

Chunk chunk_left(const Line& line, std::size_t last, const ChunkRule& rule) {
  std::size_t first = last;
  while (first > 0 && last - first < rule.max_tokens) {
    if (first < last && breaks_after(line, first - 1)) break;
    if (first == last && last < line.tokens.size() && breaks_after(line, last - 1)) break;
    if (stops_at(line, first - 1, *rule.stops)) break;
    --first;
  }
  return {first, last};
}

std::vector<Chunk> list_right(const Line& line, std::size_t first, const ChunkRule& rule) {
  std::vector<Chunk> out;
  while (first < line.tokens.size() && out.size() < 8) {
    const Chunk chunk = chunk_right(line, first, rule);
    if (chunk.last == chunk.first) break;
    out.push_back(chunk);
    if (chunk.last >= line.tokens.size()) break;
    const std::string_view gap = gap_after(line, chunk.last - 1);
    const std::string_view next = line.tokens[chunk.last].folded;
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

Chunk trimmed(const Line& line, Chunk chunk) {
  static const Patterns kLead = {
      "the|a|an|either|of|adjunctive|oral|treatment|therapy|one|some|any|"
      "administration|use|combined|combination|only|with|additional|overall|mean|"
      "median|two|three|single|active"};
  static const Patterns kTail = {
      "the|a|an|of|group|groups|treatment|therapy|arm|arms|alone|or|and|only|"
      "patients|one|two|three|regimen|regimens|program|as|significantly|also"};
  while (chunk.last - chunk.first > 1 && stops_at(line, chunk.first, kLead)) ++chunk.first;
  while (chunk.last - chunk.first > 1 && stops_at(line, chunk.last - 1, kTail)) --chunk.last;
  return chunk;
}

bool has_content(const Line& line, const Chunk& chunk) {
  static const Patterns kEmpty = {
      "the|a|an|of|it|this|treatment|therapy|group|groups|study|results|effect|"
      "effects|patients|one|both|either|trial|use|other|data|drug|drugs|analysis|"
      "each|same|significant|change|changes|difference|differences|outcome|"
      "outcomes|subjects|participants|treatments|control|year|years|two|three|"
      "weeks|months|days|all|time|mg|kg|dose|doses|day|daily|week|month"};
  for (std::size_t i = chunk.first; i < chunk.last; ++i) {
    const std::string& word = line.tokens[i].folded;
    const bool number = word.front() >= '0' && word.front() <= '9';
    if (!number && word.size() > 1 && !stops_at(line, i, kEmpty)) return true;
  }
  return false;
}

namespace {

// "PC(20)", "FEV(1)", "kg/m(2)": a short number in a bracket that is glued to its word belongs to
// it. The last token is the word or the number.
std::size_t subscript_end(const Line& line, const doc::Token& last) {
  constexpr std::size_t kLongestWord = 5;  // bytes
  constexpr std::size_t kLongest = 3;
  const std::string_view text = line.text;
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

doc::Span span_of(const Line& line, const Chunk& chunk) {
  return line.span(line.tokens[chunk.first].begin,
                   subscript_end(line, line.tokens[chunk.last - 1]));
}

}  // namespace ev::extract
