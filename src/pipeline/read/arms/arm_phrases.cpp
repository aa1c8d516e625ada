#include "pipeline/read/arms/arm_phrases.hpp"

#include "pipeline/read/arms/allocation.hpp"
#include "pipeline/text/chars.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>
#include <string>

namespace ev::read {

namespace {

// No arm is called by these alone.
const WordSet& generic_words() {
  static const WordSet kWords = WordSet::listed("generic");
  return kWords;
}

std::string_view gap_before(const Sentence& s, std::size_t i) {
  const std::size_t begin = i == 0 ? 0 : s.tokens[i - 1].end;
  return s.slice({begin, s.tokens[i].begin});
}

// A tagged phrase without the words, numbers and doses at its edges that tell nothing.
std::optional<ArmPhrase> phrase(const Sentence& s, TaggedSpan span,
                                const ArmVocabulary& vocabulary) {
  const auto word = [&](std::size_t i) -> const std::string& { return s.tokens[i].folded; };
  while (span.first < span.last && leading_words().has(word(span.first))) ++span.first;
  // No name ends in these.
  static const WordSet kOpen = WordSet::listed("open end");
  while (span.last > span.first + 1 &&
         (group_words().has(word(span.last - 1)) || word(span.last - 1) == "treated" ||
          kOpen.has(word(span.last - 1))))
    --span.last;
  if (span.first == span.last) return std::nullopt;
  ArmPhrase out{.first = span.first, .last = span.last, .weight = span.odds};
  for (std::size_t i = span.first; i < span.last; ++i) {
    if (doc::is_digit(word(i).front()))
      out.numbers.emplace_back(s.slice({s.tokens[i].begin, s.tokens[i].end}));
  }
  out.key = vocabulary.key_of(s, span.first, span.last);
  const bool tells = std::any_of(out.key.begin(), out.key.end(), [](const std::string& told) {
    return !generic_words().has(told) && told.size() > 1;
  });
  if (!tells) return std::nullopt;
  static const WordSet kJoining("plus with and combination combined added addition");
  static const WordSet kAlone("alone only monotherapy single");
  for (std::size_t i = span.first; i < span.last; ++i) {
    const bool mark =
        i > span.first && gap_before(s, i).find_first_of("+/") != std::string_view::npos;
    out.combined = out.combined || kJoining.has(word(i)) || mark;
    out.alone = out.alone || kAlone.has(word(i));
  }
  out.alone = out.alone || (span.last < s.tokens.size() && kAlone.has(word(span.last)));
  return out;
}

// Names that are set beside each other share a list.
bool goes_on(const Sentence& s, const ArmPhrase& a, const ArmPhrase& b) {
  constexpr std::size_t kFar = 8;
  static const WordSet kJoints("or and versus vs v than compared with against to");
  const Range gap{s.tokens[a.last - 1].end, s.tokens[b.first].begin};
  return b.first - a.last <= kFar && !s.has_any(gap, ";") &&
         (s.has_word(gap, kJoints) || s.has_any(gap, ",/"));
}

// Each list of names among which people are divided.
void add_allocated(const std::vector<Sentence>& sentences, const ArmVocabulary& vocabulary,
                   int lists, std::vector<ArmPhrase>& out) {
  for (std::size_t i = 0; i < sentences.size(); ++i) {
    std::vector<ArmPhrase> names;
    for (const AllocatedName& name : allocated_names(sentences[i])) {
      auto found = phrase(sentences[i], {name.first, name.last, 1}, vocabulary);
      if (!found) continue;
      found->sentence = i;
      found->list = lists;
      names.push_back(std::move(*found));
    }
    if (names.size() < 2) continue;
    ++lists;
    std::move(names.begin(), names.end(), std::back_inserter(out));
  }
}

// Doses of names that are set beside each other and otherwise tell the same.
std::set<std::string> telling_doses(const std::vector<ArmPhrase>& phrases) {
  std::set<std::string> out;
  for (std::size_t i = 0; i < phrases.size(); ++i) {
    for (std::size_t k = i + 1; k < phrases.size() && phrases[k].list == phrases[i].list; ++k) {
      const ArmPhrase& a = phrases[i];
      const ArmPhrase& b = phrases[k];
      const bool told = a.list >= 0 && a.key == b.key && !a.numbers.empty() && !b.numbers.empty() &&
                        a.numbers != b.numbers;
      if (!told) continue;
      for (const auto* numbers : {&a.numbers, &b.numbers})
        out.insert(numbers->begin(), numbers->end());
    }
  }
  return out;
}

// Without the dose behind the name, where it tells nothing.
void trim_dose(const Sentence& s, const std::set<std::string>& doses, ArmPhrase& phrase) {
  const bool told = std::any_of(phrase.numbers.begin(), phrase.numbers.end(),
                                [&](const std::string& n) { return doses.count(n) > 0; });
  while (!told && phrase.last > phrase.first + 1 &&
         (doc::is_digit(s.tokens[phrase.last - 1].folded.front()) ||
          dose_words().has(s.tokens[phrase.last - 1].folded)))
    --phrase.last;
}

}  // namespace

std::vector<ArmPhrase> arm_phrases(const std::vector<Sentence>& sentences,
                                   const std::vector<std::vector<TaggedSpan>>& tagged,
                                   ArmVocabulary& vocabulary) {
  std::vector<ArmPhrase> out;
  int lists = 0;
  for (std::size_t i = 0; i < sentences.size(); ++i) {
    std::optional<std::size_t> last;  // in `out`, of this sentence
    for (const TaggedSpan& span : tagged[i]) {
      auto found = phrase(sentences[i], span, vocabulary);
      if (!found) continue;
      found->sentence = i;
      if (last && goes_on(sentences[i], out[*last], *found)) {
        if (out[*last].list < 0) out[*last].list = lists++;
        found->list = out[*last].list;
      }
      last = out.size();
      out.push_back(std::move(*found));
    }
  }
  add_allocated(sentences, vocabulary, lists, out);
  const std::set<std::string> doses = telling_doses(out);
  vocabulary.tell_by(doses);
  for (ArmPhrase& phrase : out) {
    const Sentence& s = sentences[phrase.sentence];
    if (!doses.empty()) phrase.key = vocabulary.key_of(s, phrase.first, phrase.last);
    trim_dose(s, doses, phrase);
  }
  return out;
}

}  // namespace ev::read
