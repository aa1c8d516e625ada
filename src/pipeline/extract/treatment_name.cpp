#include "pipeline/extract/treatment_name.hpp"

#include "base/text.hpp"
#include "pipeline/extract/chunk.hpp"
#include "pipeline/extract/drug_units.hpp"
#include "pipeline/extract/phrase.hpp"
#include "pipeline/text/chars.hpp"

#include <algorithm>

namespace ev::extract {

namespace {

// `test and treat" strategy` begins at its first quotation mark.
std::size_t behind_open_quote(const Sentence& sentence, std::size_t begin, std::size_t end) {
  constexpr std::size_t kFarthest = 60;
  const std::string_view name = sentence.text.substr(begin, end - begin);
  if (std::count(name.begin(), name.end(), '"') % 2 == 0 || begin == 0) return begin;
  const std::size_t open = sentence.text.rfind('"', begin - 1);
  return open != std::string_view::npos && begin - open < kFarthest ? open : begin;
}

// Where the figure of "20.7 mmol" stands for a name that begins with its unit.
std::size_t with_figure(const Sentence& sentence, const Chunk& chunk, std::size_t begin) {
  if ((sentence.kinds[chunk.first] & kind::unit) == 0) return begin;
  const auto counts = [&](const doc::Number& number) {
    return number.end + 1 == begin && sentence.text[number.end] == ' ';
  };
  const auto figure = std::find_if(sentence.numbers.begin(), sentence.numbers.end(), counts);
  return figure != sentence.numbers.end() ? figure->begin : begin;
}

// Where the range of "5 to 10 mg" begins.
std::size_t with_range(const Sentence& sentence, std::size_t begin) {
  constexpr std::string_view kTo = " to ";
  if (begin <= kTo.size() || !doc::is_digit(sentence.text[begin]) ||
      sentence.text.substr(begin - kTo.size(), kTo.size()) != kTo)
    return begin;
  const auto ends = [&](const doc::Number& number) { return number.end == begin - kTo.size(); };
  const auto lower = std::find_if(sentence.numbers.begin(), sentence.numbers.end(), ends);
  return lower != sentence.numbers.end() ? lower->begin : begin;
}

// "6.25 mg", "0.2%": no name begins or ends inside a number.
doc::Span whole_numbers(const Sentence& sentence, const Chunk& chunk) {
  const doc::Span words = span_of(sentence, chunk);
  std::size_t begin = with_figure(sentence, chunk, words.begin - sentence.span().begin);
  std::size_t end = words.end - sentence.span().begin;
  const bool decimal = begin > 1 && doc::is_digit(sentence.text[begin]) &&
                       (sentence.text[begin - 1] == '.' || sentence.text[begin - 1] == ',') &&
                       doc::is_digit(sentence.text[begin - 2]);
  if (decimal) {
    begin -= 2;
    while (begin > 0 && doc::is_digit(sentence.text[begin - 1])) --begin;
  }
  begin = behind_open_quote(sentence, with_range(sentence, begin), end);
  if (doc::is_digit(sentence.text[end - 1]) && end < sentence.text.size() &&
      sentence.text[end] == '%')
    ++end;
  if (end > begin + 2 && sentence.text.substr(end - 2, 2) == "'s") end -= 2;
  return sentence.span(begin, end);
}

// "t" of "t.i.d.".
bool begins_schedule(const Sentence& sentence, std::size_t token) {
  const doc::Token& letter = sentence.tokens[token];
  return letter.end == letter.begin + 1 && letter.end + 1 < sentence.text.size() &&
         doc::is_lower(sentence.text[letter.begin]) && sentence.text[letter.end] == '.' &&
         doc::is_lower(sentence.text[letter.end + 1]);
}

// "receive either tea alone", "tea administered": how it was given is no part of the name.
Chunk without_verbs(const Phrase& named) {
  static const Patterns kLead = {"receive|received|receiving|either|corresponding"};
  static const Patterns kTail = {"administered|given|along|combined|divided|received|values"};
  const auto& tokens = named.sentence->tokens;
  Chunk out = named.chunk;
  while (out.first + 1 < out.last && kLead.match_at(tokens, out.first)) ++out.first;
  while (out.first + 1 < out.last &&
         (kTail.match_at(tokens, out.last - 1) || begins_schedule(*named.sentence, out.last - 1))) {
    --out.last;
  }
  return out;
}

bool names_dose(std::string_view name) {
  static const Patterns kDose = {"# mg|mcg|ug|microg|g|ml|iu"};
  return find_any(kDose, doc::tokenize(name)).has_value();
}

}  // namespace

Candidate value_of(const RecordText& record, const Phrase& named, double confidence) {
  Candidate out = quoted(record, whole_numbers(*named.sentence, without_verbs(named)), confidence);
  out.flag = true;
  return out;
}

std::vector<std::string> drugs_in(const RecordText& record, const Candidate& candidate) {
  std::vector<std::string> out;
  const auto add = [&](const Ground& ground) {
    const auto named = ground.span ? phrase_at(record, *ground.span) : std::nullopt;
    const auto names = named ? drug_names(record, *named) : std::vector<std::string>{};
    out.insert(out.end(), names.begin(), names.end());
  };
  add(candidate.ground);
  for (const Ground& ground : candidate.more) add(ground);
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

bool names_placebo(std::string_view name) {
  return text::fold(name).find("placebo") != std::string::npos;
}

std::vector<std::string> telling_words(const RecordText& record, std::string_view name) {
  static const Patterns kPlain = {
      "therapy|therapies|treatment|treatments|group|groups|arm|alone|oral|only|active|regimen|"
      "program|programme|mg|g|day|daily|dose|doses|the|a|an|of|with|and|plus|condition|surgery"};
  std::vector<std::string> out;
  for (const doc::Token& token : doc::tokenize(name)) {
    const doc::Abbreviation* form =
        record.definition_of(name.substr(token.begin, token.end - token.begin));
    const std::vector<doc::Token> words =
        form != nullptr ? doc::tokenize(record.document().text(form->long_span))
                        : std::vector<doc::Token>{token};
    for (std::size_t i = 0; i < words.size(); ++i) {
      const std::string& word = words[i].folded;
      const bool number = word.front() >= '0' && word.front() <= '9';
      if (!number && word.size() > 1 && !kPlain.match_at(words, i)) out.push_back(word);
    }
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

bool is_control(std::string_view name) {
  static const Patterns kControl = {
      "placebo|sham|control|controls|usual|standard|routine|conventional|vehicle|saline|waiting|"
      "wait|waitlist|untreated|attention|observation",
      "no|without"};
  return find_any(kControl, doc::tokenize(name)).has_value();
}

bool is_half_named(std::string_view name) {
  static const Patterns kAdjective = {"standard|usual|conventional|routine|no|without|either"};
  static const Patterns kCounted = {
      "two|three|four|five|six|both|other treatment|treatments|regimens|drugs|doses|arms"};
  const std::vector<doc::Token> words = doc::tokenize(name);
  return (words.size() == 1 && kAdjective.match_at(words, 0)) ||
         (!words.empty() && kCounted.match_at(words, 0) == words.size());
}

bool names_same(const RecordText& record, const Candidate& intervention,
                const Candidate& comparator, bool arms) {
  const std::vector<std::string> given = telling_words(record, intervention.text);
  const std::vector<std::string> compared = telling_words(record, comparator.text);
  if (given == compared) {
    // Two doses of one drug are two arms.
    const bool dosed = arms && intervention.text != comparator.text &&
                       names_dose(intervention.text) && names_dose(comparator.text);
    return !dosed;
  }
  if (given.empty() || is_control(comparator.text)) return false;
  if (std::includes(compared.begin(), compared.end(), given.begin(), given.end())) return true;
  // "RT" beside "RT + CT" is an arm of its own only where arms are named and one adds to the other.
  static const Patterns kAdds = {"plus|and|with|combined|combination"};
  const bool adds = intervention.text.find('+') != std::string::npos ||
                    find_any(kAdds, doc::tokenize(intervention.text)).has_value();
  return !(arms && adds) &&
         std::includes(given.begin(), given.end(), compared.begin(), compared.end());
}

}  // namespace ev::extract
