#include "pipeline/extract/named_arms.hpp"

#include "pipeline/extract/arms.hpp"
#include "pipeline/extract/chunk.hpp"
#include "pipeline/extract/noun_phrase.hpp"
#include "pipeline/extract/title_treatment.hpp"
#include "pipeline/extract/treatment_name.hpp"
#include "pipeline/text/chars.hpp"

#include <algorithm>

namespace ev::extract {

namespace {

// "laparoscopic" beside "open repair of hernia", where the record says "laparoscopic repair of
// hernia" elsewhere: the words from the half name to the other arm's last word. Nothing when the
// name is whole or never completed.
std::optional<Phrase> completed(const RecordText& record, const Phrase& half, const Phrase& other) {
  const Sentence& sentence = *half.sentence;
  const std::size_t words = half.chunk.last - half.chunk.first;
  const std::string& noun = other.sentence->tokens[other.chunk.last - 1].folded;
  const bool whole = (head_kinds(sentence, half.chunk) & kind::drug) != 0 ||
                     sentence.tokens[half.chunk.last - 1].folded == noun ||
                     is_control(sentence.text.substr(sentence.tokens[half.chunk.first].begin,
                                                     sentence.tokens[half.chunk.last - 1].end -
                                                         sentence.tokens[half.chunk.first].begin));
  if (whole || other.chunk.last - other.chunk.first < 2) return std::nullopt;
  for (const Sentence& at : record.sentences()) {
    for (std::size_t i = 0; i + words < at.tokens.size(); ++i) {
      const bool same =
          std::equal(at.tokens.begin() + static_cast<long>(i),
                     at.tokens.begin() + static_cast<long>(i + words),
                     sentence.tokens.begin() + static_cast<long>(half.chunk.first),
                     [](const doc::Token& a, const doc::Token& b) { return a.folded == b.folded; });
      if (!same) continue;
      const Chunk rest =
          chunk_right(at, i, {.stops = &noun_phrase_stops(), .max_tokens = words + 3});
      for (std::size_t k = i + words; k < rest.last; ++k) {
        if (at.tokens[k].folded == noun) return Phrase{&at, {i, k + 1}};
      }
    }
  }
  return std::nullopt;
}

// Half names made whole where the record does it, each by the name of the other. Whether one was.
bool complete_names(const RecordText& record, std::vector<NamedArm>& arms) {
  if (arms.size() != 2) return false;
  const Phrase first = arms[0].named;
  const Phrase second = arms[1].named;
  const auto left = completed(record, first, second);
  const auto right = completed(record, second, first);
  if (left) arms[0].named = *left;
  if (right) arms[1].named = *right;
  return left || right;
}

// "laparoscopic" that nothing completes.
bool is_adjective(const Sentence& sentence, const Chunk& chunk) {
  const std::string& word = sentence.tokens[chunk.last - 1].folded;
  const auto ends = [&](std::string_view tail) {
    return word.size() > tail.size() &&
           word.compare(word.size() - tail.size(), tail.size(), tail) == 0;
  };
  return chunk.last - chunk.first == 1 && (sentence.kinds[chunk.first] & kind::drug) == 0 &&
         (ends("scopic") || ends("al") || ends("ive") || ends("ary") || ends("ous"));
}

// "a haloperidol-controlled trial".
bool controls_in_title(const RecordText& record, const Phrase& named) {
  static const Patterns kControlled = {"controlled"};
  const std::string& name = named.sentence->tokens[named.chunk.first].folded;
  for (const Sentence& sentence : record.sentences()) {
    if (!sentence.is_title()) break;
    const auto told = find_any(kControlled, sentence);
    if (told && told->first > 0 && sentence.tokens[told->first - 1].folded == name) return true;
  }
  return false;
}

// "zorblat 20 mg": what has a dose is given, whatever it is called.
bool is_dosed(const Sentence& sentence, const Chunk& chunk) {
  constexpr WordKinds kNot = kind::person | kind::condition | kind::time | kind::generic;
  static const Pattern kDose("# mg|mcg|ug|microg|ml|iu");
  if (chunk.last <= chunk.first || (sentence.kinds[chunk.first] & kNot) != 0) return false;
  for (std::size_t i = chunk.first + 1; i < chunk.last; ++i) {
    if (kDose.match_at(sentence.tokens, i)) return has_content(sentence, {chunk.first, i});
  }
  return false;
}

// Two words or more and no date: "October 1997".
bool are_names(const std::vector<NamedArm>& arms) {
  return std::all_of(arms.begin(), arms.end(), [](const NamedArm& arm) {
    const Sentence& sentence = *arm.named.sentence;
    const Chunk& chunk = arm.named.chunk;
    const bool words =
        std::all_of(sentence.tokens.begin() + static_cast<long>(chunk.first),
                    sentence.tokens.begin() + static_cast<long>(chunk.last),
                    [](const doc::Token& token) { return !doc::is_digit(token.folded.front()); });
    return words &&
           (chunk.last - chunk.first > 1 || (sentence.kinds[chunk.first] & kind::treatment) != 0);
  });
}

// "group II used tea": what the group got.
Chunk behind_group(const Sentence& sentence, const Chunk& chunk) {
  static const Patterns kGroup = {"group|groups|arm"};
  static const Patterns kGot = {"used|received|took|had|given|underwent"};
  if (chunk.last <= chunk.first || !kGroup.match_at(sentence.tokens, chunk.first)) return chunk;
  const auto got = find_any(kGot, std::span(sentence.tokens).first(chunk.last), chunk.first);
  return got && got->last < chunk.last ? Chunk{got->last, chunk.last} : chunk;
}

}  // namespace

std::vector<NamedArm> named_arms(const RecordText& record) {
  std::vector<NamedArm> out;
  for (const Arm& arm : arms_of(record).arms()) {
    const auto named = phrase_at(record, arm.name);
    if (!named) return {};
    NamedArm one{.named = *named, .comparator = arm.comparator};
    one.named.chunk =
        whole_treatment(*named->sentence, behind_group(*named->sentence, named->chunk));
    const Chunk& chunk = one.named.chunk;
    const bool open = (head_kinds(*named->sentence, chunk) & kind::participle) != 0;
    one.comparator = (arm.comparator && !open) || controls_in_title(record, one.named);
    out.push_back(one);
  }
  const bool share_noun = complete_names(record, out);
  for (NamedArm& arm : out) {
    const Sentence& sentence = *arm.named.sentence;
    static const Patterns kSaysNothing = {
        "intervention|experimental|active|study|treatment|bedtime|morning|evening|daytime|tablet|"
        "tablets|capsule|capsules|pill|pills",
        "strategy|treatment|protocol|regimen|group|arm|cohort a|b|c|d|1|2|3|i|ii|iii"};
    const bool empty =
        kSaysNothing.match_at(sentence.tokens, arm.named.chunk.first) == arm.named.chunk.last;
    arm.empty = empty && !arm.comparator;
    arm.valid = arm.comparator || is_dosed(sentence, arm.named.chunk) ||
                (!empty && names_treatment(sentence, arm.named.chunk) &&
                 !is_adjective(sentence, arm.named.chunk));
  }
  // "laparoscopic repair" is a treatment, and so is the other repair.
  const bool one_treats =
      std::any_of(out.begin(), out.end(), [](const NamedArm& a) { return a.valid; });
  if (share_noun && one_treats) {
    for (NamedArm& arm : out) arm.valid = true;
  }
  // What is set against placebo is a treatment, whatever its name, and so is the one arm among
  // drugs that no list knows.
  const auto is_drug = [](const NamedArm& arm) {
    static const Patterns kAdds = {"plus"};
    const Sentence& sentence = *arm.named.sentence;
    const auto words =
        std::span(sentence.tokens)
            .subspan(arm.named.chunk.first, arm.named.chunk.last - arm.named.chunk.first);
    return arm.valid && ((head_kinds(sentence, arm.named.chunk) & kind::drug) != 0 ||
                         find_any(kAdds, words).has_value());
  };
  const auto drugs = static_cast<std::size_t>(std::count_if(out.begin(), out.end(), is_drug));
  const bool controlled =
      (out.size() > 1 && drugs > 0 && drugs + 1 >= out.size()) ||
      (out.size() == 2 && one_treats && are_names(out)) ||
      std::any_of(out.begin(), out.end(), [](const NamedArm& arm) { return arm.comparator; });
  for (NamedArm& arm : out) {
    constexpr WordKinds kNot = kind::person | kind::animal | kind::condition | kind::outcome |
                               kind::measure | kind::time | kind::unit | kind::generic |
                               kind::verb | kind::participle;
    const bool other = (head_kinds(*arm.named.sentence, arm.named.chunk) & kNot) != 0;
    if (controlled && !other && !arm.empty && has_content(*arm.named.sentence, arm.named.chunk))
      arm.valid = true;
  }
  return out;
}

}  // namespace ev::extract
