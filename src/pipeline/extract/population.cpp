// Who was studied: people and animals with what describes them, and the condition a title or aim
// names.
#include "base/text.hpp"
#include "pipeline/extract/noun_phrase.hpp"
#include "pipeline/extract/people_phrase.hpp"
#include "pipeline/extract/pico.hpp"
#include "pipeline/extract/pico_support.hpp"
#include "pipeline/text/chars.hpp"

#include <algorithm>

namespace ev::extract {

namespace {

double population_confidence(const Sentence& sentence, const Chunk& chunk, std::size_t noun) {
  double confidence = sentence.is_title()                     ? 0.75
                      : sentence.role() == doc::Role::methods ? 0.8
                                                              : 0.6;
  if (chunk.last - chunk.first == 1) confidence -= 0.3;
  // "120 women with asthma" says more than "healthy women".
  if (chunk.last > noun + 1) confidence += 0.08;
  const bool counted =
      doc::first_number_from(sentence.numbers, sentence.tokens[chunk.first].begin) <
          sentence.numbers.size() &&
      sentence.numbers[doc::first_number_from(sentence.numbers, sentence.tokens[chunk.first].begin)]
              .begin == sentence.tokens[chunk.first].begin;
  if (counted) confidence += 0.05;
  if (sentence.role() == doc::Role::background) confidence -= 0.25;
  return confidence;
}

// "patients", "subjects", "cases" alone say nothing; "infants" and "nurses" do.
bool is_bare(const Sentence& sentence, const Chunk& chunk) {
  static const Patterns kPlain = {
      "patients|patient|participants|participant|subjects|individuals|people|persons|adults|"
      "population|populations|cases|respondents|users|recipients|consumers|clients|volunteers|"
      "animals|women|men|children|child|person|adult|females|males|woman|man"};
  return chunk.last - chunk.first < 2 && kPlain.match_at(sentence.tokens, chunk.first);
}

// "Six patients relapsed" tells of a few of them, "Sixty patients took part" of all.
bool counts_some(const Sentence& sentence, const Chunk& chunk, std::size_t noun) {
  if (chunk.last > noun + 1 || sentence.role() == doc::Role::methods || sentence.is_title())
    return false;
  const std::size_t index =
      doc::first_number_from(sentence.numbers, sentence.tokens[chunk.first].begin);
  const bool counted = index < sentence.numbers.size() &&
                       sentence.numbers[index].begin == sentence.tokens[chunk.first].begin;
  const bool only_counted = counted && sentence.token_from(sentence.numbers[index].end) >= noun;
  return only_counted && sentence.numbers[index].value < 20;
}

// Said twice, a phrase counts where it says most; what results and conclusions repeat stays where
// it was said first.
void add_surest(Findings& findings, const RecordText& record, const Sentence& sentence,
                const Chunk& chunk, double confidence) {
  const std::string folded = text::fold(sentence.text.substr(
      sentence.tokens[chunk.first].begin,
      sentence.tokens[chunk.last - 1].end - sentence.tokens[chunk.first].begin));
  const bool repeats =
      sentence.role() == doc::Role::results || sentence.role() == doc::Role::conclusions;
  std::erase_if(findings.candidates, [&](const Candidate& candidate) {
    return !repeats && candidate.ground.confidence < confidence &&
           text::fold(candidate.text) == folded;
  });
  add_phrase(findings, record, sentence, chunk, confidence);
}

// "patients" of "adult kidney transplant patients".
std::size_t head_of_described(const Sentence& sentence, std::size_t noun) {
  static const Patterns kDescribe = {"adult|adolescent|elderly|male|female|infant"};
  constexpr std::size_t kReach = 5;
  constexpr WordKinds kEnds = kind::determiner | kind::preposition | kind::conjunction |
                              kind::auxiliary | kind::verb | kind::pronoun | kind::outcome |
                              kind::measure;
  if (!kDescribe.match_at(sentence.tokens, noun)) return noun;
  for (std::size_t i = noun + 1; i < sentence.tokens.size() && i <= noun + kReach; ++i) {
    if ((sentence.kinds[i] & kEnds) != 0 || ends_clause(sentence, i)) return noun;
    if ((sentence.kinds[i] & kSubjects) != 0 && sentence.tokens[i].folded.back() == 's') return i;
  }
  return noun;
}

void add_people(Findings& findings, const RecordText& record, const Sentence& sentence) {
  for (std::size_t noun = 0; noun < sentence.tokens.size();) {
    if ((sentence.kinds[noun] & kSubjects) == 0) {
      ++noun;
      continue;
    }
    std::size_t head = noun;
    while (head + 1 < sentence.tokens.size() && (sentence.kinds[head + 1] & kSubjects) != 0 &&
           sentence.tokens[head + 1].begin == sentence.tokens[head].end + 1) {
      ++head;
    }
    head = head_of_described(sentence, head);
    // "carers of patients with dementia".
    static const Patterns kOf = {"of"};
    const std::size_t next = head + 2;
    if (next < sentence.tokens.size() && kOf.match_at(sentence.tokens, head + 1) &&
        (sentence.kinds[next] & kSubjects) != 0 && (sentence.kinds[head] & kind::person) != 0) {
      head = next;
    }
    // "patient satisfaction", "adult height": the person only describes.
    bool modifies = head + 1 < sentence.tokens.size() &&
                    sentence.tokens[head + 1].begin == sentence.tokens[head].end + 1 &&
                    (sentence.kinds[head + 1] & (kind::outcome | kind::measure)) != 0;
    // "intent-to-treat population".
    static const Patterns kAnalysed = {
        "treat|protocol|safety|efficacy|evaluable|analysis population|populations"};
    if (head > 0 && kAnalysed.match_at(sentence.tokens, head - 1) == head + 1) modifies = true;
    // "child psychotherapy" names no child.
    const bool of_therapy = head + 1 < sentence.tokens.size() &&
                            (sentence.kinds[head + 1] & kind::therapy) != 0 &&
                            sentence.tokens[head].folded == "child";
    modifies = modifies || of_therapy;
    const std::size_t end = modifies ? head + 1 : description_end(sentence, head);
    const Chunk chunk{description_begin(sentence, noun), end};
    if (!modifies && !is_bare(sentence, chunk) && !counts_some(sentence, chunk, head)) {
      add_surest(findings, record, sentence, chunk, population_confidence(sentence, chunk, head));
    }
    noun = std::max(end, head + 1);
  }
}

// "mild to moderate gout" in one piece.
Chunk with_degree(const Sentence& sentence, Chunk chunk) {
  if (chunk.first < 2 || chunk.first >= chunk.last) return chunk;
  const bool joined = degrees().match_at(sentence.tokens, chunk.first - 2) == chunk.first + 1;
  return {joined ? chunk.first - 2 : chunk.first, chunk.last};
}

// "gout in men": people who are nothing but a noun belong to their disease.
Chunk with_people(const Sentence& sentence, const Chunk& chunk) {
  static const Patterns kIn = {
      "in ?older|elderly|young|younger|adult "
      "men|women|children|adults|infants|adolescents|neonates|smokers|athletes"};
  constexpr WordKinds kEnds = kind::determiner | kind::preposition | kind::conjunction |
                              kind::auxiliary | kind::verb | kind::pronoun;
  const auto people = kIn.match_at(sentence.tokens, chunk.last);
  if (!people) return chunk;
  const std::size_t next = *people;
  const bool modifies = next < sentence.tokens.size() && (sentence.kinds[next] & kEnds) == 0 &&
                        !ends_clause(sentence, next);
  return modifies ? chunk : Chunk{chunk.first, next};
}

// "fractures of the ankle": where a condition of one word is.
Chunk with_place(const Sentence& sentence, const Chunk& chunk) {
  static const Patterns kOfPlace = {"of ?the"};
  const auto place = kOfPlace.match_at(sentence.tokens, chunk.last);
  constexpr WordKinds kOther =
      kSubjects | kind::treatment | kind::outcome | kind::generic | kind::preposition;
  if (chunk.last - chunk.first != 1 || !place || *place >= sentence.tokens.size()) return chunk;
  const std::size_t end = *place + 1;
  const bool done = end >= sentence.tokens.size() || ends_clause(sentence, end) ||
                    (sentence.kinds[end] & (kind::preposition | kind::conjunction)) != 0;
  return done && (sentence.kinds[*place] & kOther) == 0 ? Chunk{chunk.first, end} : chunk;
}

// "angina pectoris", "renal failure": a name whose last word is no disease by itself.
bool ends_with_condition(const Sentence& sentence, const Chunk& phrase) {
  static const Patterns kLatin = {"pectoris|gravis|vulgaris|nervosa|erythematosus"};
  static const Patterns kFailing = {"heart|cardiac|renal|kidney|liver|hepatic|respiratory failure"};
  if (phrase.last < phrase.first + 2) return false;
  const std::size_t before = phrase.last - 2;
  return kFailing.match_at(sentence.tokens, before) ||
         ((sentence.kinds[before] & kind::condition) != 0 &&
          kLatin.match_at(sentence.tokens, phrase.last - 1));
}

// "… for the treatment of acute otitis media": a condition named without people.
void add_conditions(Findings& findings, const RecordText& record, const Sentence& sentence) {
  const std::vector<Chunk>& phrases = record.noun_phrases_of(sentence);
  for (const Chunk& phrase : phrases) {
    const WordKinds head = head_kinds(sentence, phrase);
    const bool condition = (head & kind::condition) != 0 || ends_with_condition(sentence, phrase);
    const bool other = (kinds_of(sentence, phrase) & (kSubjects | kind::treatment)) != 0;
    const bool measured = (head & kind::outcome) != 0;
    if (!condition || other || measured) continue;
    // "prevention of influenza": the people do not have it.
    static const Patterns kPrevented = {
        "prevention|preventing|prevent|prevents|prophylaxis|against|vaccination|measures|measure|"
        "incidence|development"};
    const std::size_t from = phrase.first > 3 ? phrase.first - 3 : 0;
    if (find_any(kPrevented, std::span(sentence.tokens).subspan(from, phrase.first - from)))
      continue;
    // "the Tea Study of Gout": a name.
    static const Patterns kStudy = {"study|trial of"};
    const bool name = phrase.first > 1 &&
                      kStudy.match_at(sentence.tokens, phrase.first - 2) == phrase.first &&
                      doc::is_upper(sentence.text[sentence.tokens[phrase.first].begin]);
    if (name) continue;
    const Chunk named = with_people(
        sentence, with_place(sentence, with_degree(sentence, trimmed(sentence, phrase))));
    add_phrase(findings, record, sentence, named, sentence.is_title() ? 0.55 : 0.45);
  }
}

}  // namespace

Findings population_by_rules(const RecordText& record) {
  Findings findings;
  for (const Sentence& sentence : record.sentences()) {
    add_people(findings, record, sentence);
    if (sentence.is_title() || sentence.role() == doc::Role::objective) {
      add_conditions(findings, record, sentence);
    }
  }
  sort_by_confidence(findings);
  return findings;
}

}  // namespace ev::extract
