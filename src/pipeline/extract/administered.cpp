#include "pipeline/extract/administered.hpp"

#include <algorithm>

namespace ev::extract {

namespace {

// The word stands where what is given stands.
bool gives_word(const Sentence& sentence, std::size_t token) {
  constexpr std::size_t kBefore = 4;
  static const Patterns kGives = {
      "random*|assigned|allocated|receive*|administ*|given|treat*|therapy|taking|took|oral|"
      "dose|doses|mg|mcg|ml|infusion|injection|plus|use|using|under*|versus|vs|placebo|"
      "intervention|without|offered|attended|compar*|efficacy|effectiveness|safety"};
  static const Patterns kBehind = {
      "group|groups|arm|therapy|treatment|tablets|capsules|recipients|once|twice|daily",
      "supplementation|versus|vs", "# mg|mcg|ml|g"};
  const std::size_t from = token > kBefore ? token - kBefore : 0;
  return find_any(kGives, std::span(sentence.tokens).subspan(from, token - from)).has_value() ||
         kBehind.match_at(sentence.tokens, token + 1).has_value();
}

// Not what was done, but what was found or thought.
bool tells_of_findings(const Sentence& sentence) {
  return sentence.role() == doc::Role::results || sentence.role() == doc::Role::background ||
         sentence.role() == doc::Role::conclusions;
}

// "plimbat (PLT)": the short form behind the word, or the word.
std::string short_form(const RecordText& record, const std::string& word) {
  for (const Sentence& sentence : record.sentences()) {
    for (std::size_t i = 0; i + 1 < sentence.tokens.size(); ++i) {
      const doc::Token& next = sentence.tokens[i + 1];
      const bool bracket = sentence.tokens[i].folded == word &&
                           sentence.text.substr(sentence.tokens[i].end, 2) == " (" &&
                           next.end < sentence.text.size() && sentence.text[next.end] == ')';
      if (bracket) return next.folded;
    }
  }
  return word;
}

}  // namespace

bool is_given(const RecordText& record, const Phrase& named) {
  const std::string& head = named.sentence->tokens[named.chunk.last - 1].folded;
  const std::string form = short_form(record, head);
  for (const Sentence& sentence : record.sentences()) {
    for (std::size_t i = 0; i < sentence.tokens.size() && !sentence.is_title(); ++i) {
      const std::string& word = sentence.tokens[i].folded;
      if ((word == head || word == form) && gives_word(sentence, i)) return true;
    }
  }
  return false;
}

bool is_had_anyway(const RecordText& record, const Phrase& named) {
  static const Patterns kHad = {"receiving|taking <3> treatment|therapy",
                                "regular|stable|current|background|concomitant treatment|therapy"};
  static const Patterns kGiven = {"randomi*ed|randomly|assigned|allocated"};
  const Sentence& sentence = *named.sentence;
  const std::size_t from = named.chunk.first > 12 ? named.chunk.first - 12 : 0;
  const auto before = std::span(sentence.tokens).subspan(from, named.chunk.first - from);
  if (find_any(kHad, before) && !find_any(kGiven, sentence)) return true;
  if (kHad.match_at(sentence.tokens, named.chunk.first)) return true;
  if (sentence.is_title() || !tells_of_findings(sentence)) return false;
  const std::string& head = sentence.tokens[named.chunk.last - 1].folded;
  return std::none_of(
      record.sentences().begin(), record.sentences().end(), [&](const Sentence& other) {
        const bool tells = other.is_title() || !tells_of_findings(other);
        return tells && std::any_of(other.tokens.begin(), other.tokens.end(),
                                    [&](const doc::Token& token) { return token.folded == head; });
      });
}

bool is_given_to_both(const Phrase& named) {
  static const Patterns kOr = {"or|versus|vs"};
  const Sentence& sentence = *named.sentence;
  const Chunk& chunk = named.chunk;
  const bool either =
      std::any_of(sentence.tokens.begin(), sentence.tokens.begin() + static_cast<long>(chunk.first),
                  [](const doc::Token& token) { return token.folded == "either"; });
  if (!either) return false;
  const auto joint = find_any(kOr, sentence, chunk.last);
  if (!joint) return false;
  const auto begin = sentence.tokens.begin();
  const auto same = [](const doc::Token& a, const doc::Token& b) { return a.folded == b.folded; };
  return std::search(begin + static_cast<long>(joint->last), sentence.tokens.end(),
                     begin + static_cast<long>(chunk.first), begin + static_cast<long>(chunk.last),
                     same) != sentence.tokens.end();
}

}  // namespace ev::extract
