#include "pipeline/read/results/outcome_tagger.hpp"

#include "pipeline/read/results/outcome.hpp"

#include <algorithm>

namespace ev::read {

namespace {

const nlp::Model& outcome_model() {
  static const nlp::Model kModel =
      nlp::stored_model("weights/outcomes.txt", {"outcomes", 1, kSpanLabels});
  return kModel;
}

// How likely a phrase has to be: less where the grammar names some of the same words.
constexpr double kLeast = 0.5, kLeastNamed = 0.25;

enum class What : std::uint32_t { nothing, arm, figure, test };

// What each word belongs to.
std::vector<What> belongings(const OutcomeSentence& of) {
  const Sentence& s = of.sentence;
  std::vector<What> out(s.tokens.size(), What::nothing);
  const auto set = [&](Range at, What what) {
    for (std::size_t i = s.token_from(at.begin); i < s.tokens.size() && s.tokens[i].begin < at.end;
         ++i)
      out[i] = what;
  };
  for (const ArmMention& m : of.mentions) set(m.at, What::arm);
  for (const Figure& f : of.figures) set(f.at, What::figure);
  for (const PValue& p : of.statistics.p_values) set(p.at, What::test);
  for (const StatedEffect& e : of.statistics.effects) set(e.at, What::test);
  return out;
}

void add_belongings(const OutcomeSentence& of, std::vector<nlp::Features>& words) {
  const std::vector<What> what = belongings(of);
  const auto at = [&](std::size_t i, int step) -> std::uint32_t {
    const auto to = static_cast<std::ptrdiff_t>(i) + step;
    if (to < 0 || to >= static_cast<std::ptrdiff_t>(what.size())) return 8;
    return static_cast<std::uint32_t>(what[static_cast<std::size_t>(to)]);
  };
  for (std::size_t i = 0; i < words.size(); ++i) {
    for (int step = -2; step <= 2; ++step)
      words[i].push_back(
          nlp::feature(kOwnFeatures + static_cast<std::uint32_t>(step + 2), at(i, step)));
  }
}

// What stands between a word and the figures whose outcome is sought.
nlp::Feature between(const OutcomeSentence& of, const doc::Token& token, Range place) {
  if (token.begin >= place.begin && token.begin < place.end)
    return nlp::feature(kOwnFeatures + 8, 1);
  const bool before = token.begin < place.begin;
  const Range gap = before ? Range{token.end, place.begin} : Range{place.end, token.begin};
  const auto figures = std::count_if(of.figures.begin(), of.figures.end(), [&](const Figure& f) {
    return f.at.begin >= gap.begin && f.at.end <= gap.end;
  });
  const bool mentions = std::any_of(
      of.mentions.begin(), of.mentions.end(),
      [&](const ArmMention& m) { return m.at.begin >= gap.begin && m.at.end <= gap.end; });
  const bool closed = !gap.empty() && of.sentence.has_any(gap, ";:");
  const auto distance = of.sentence.token_from(gap.end) - of.sentence.token_from(gap.begin);
  const std::uint32_t words = distance <= 1    ? 0
                              : distance <= 3  ? 1
                              : distance <= 7  ? 2
                              : distance <= 15 ? 3
                                               : 4;
  return nlp::feature(kOwnFeatures + 8,
                      2U + (before ? 1U : 0U) + (mentions ? 2U : 0U) + (closed ? 4U : 0U),
                      words * 4 + static_cast<std::uint32_t>(std::min<std::ptrdiff_t>(figures, 3)));
}

// How the words between two places are divided: brackets, commas, verbs, other results.
void add_structure(const OutcomeSentence& of, const doc::Token& token, Range place,
                   nlp::Features& out) {
  const Sentence& s = of.sentence;
  if (token.begin >= place.begin && token.begin < place.end) return;
  const bool before = token.begin < place.begin;
  const Range gap = before ? Range{token.end, place.begin} : Range{place.end, token.begin};
  if (gap.empty()) return;
  static const WordSet kVerbs(
      "was were is had have has occurred increased decreased reduced fell rose improved achieved "
      "developed experienced showed resulted");
  const std::string_view text = s.slice(gap);
  const auto count = [&](char mark) {
    return static_cast<std::uint32_t>(
        std::min<std::ptrdiff_t>(std::count(text.begin(), text.end(), mark), 3));
  };
  std::uint32_t verbs = 0, tests = 0;
  for (std::size_t i = s.token_from(gap.begin);
       i < s.tokens.size() && s.tokens[i].begin < gap.end && verbs < 2; ++i)
    verbs += kVerbs.has(s.tokens[i].folded) ? 1 : 0;
  for (const PValue& p : of.statistics.p_values)
    tests += p.at.begin >= gap.begin && p.at.end <= gap.end && tests < 2 ? 1 : 0;
  const std::uint32_t side = before ? 1 : 0;
  const std::size_t mark = text.find_first_of("(),;:");
  const std::uint32_t first =
      mark == std::string_view::npos ? 0 : static_cast<std::uint32_t>(text[mark]);
  const bool inside = s.in_bracket(place.begin), here = s.in_bracket(token.begin);
  out.push_back(nlp::feature(kOwnFeatures + 10, side, first * 4 + count('(')));
  out.push_back(nlp::feature(kOwnFeatures + 11, side, count('(') * 4 + count(')')));
  out.push_back(nlp::feature(kOwnFeatures + 12, side, count(',') * 4 + verbs));
  out.push_back(
      nlp::feature(kOwnFeatures + 13, side, tests * 4 + (inside ? 2U : 0U) + (here ? 1U : 0U)));
  out.push_back(nlp::feature(kOwnFeatures + 14, side, verbs * 4 + count(')')));
}

}  // namespace

std::vector<nlp::Features> outcome_features(const OutcomeSentence& of, Range place,
                                            const std::optional<Range>& by_grammar) {
  std::vector<nlp::Features> words = of.words;
  add_belongings(of, words);
  const std::vector<doc::Token>& tokens = of.sentence.tokens;
  for (std::size_t i = 0; i < words.size(); ++i) {
    words[i].push_back(between(of, tokens[i], place));
    add_structure(of, tokens[i], place, words[i]);
    const bool named =
        by_grammar && tokens[i].begin >= by_grammar->begin && tokens[i].begin < by_grammar->end;
    const bool first = named && (i == 0 || tokens[i - 1].begin < by_grammar->begin);
    const bool behind = by_grammar && i > 0 && tokens[i].begin >= by_grammar->end &&
                        tokens[i - 1].begin < by_grammar->end;
    words[i].push_back(nlp::feature(kOwnFeatures + 9, first        ? 1
                                                      : named      ? 2
                                                      : behind     ? 3
                                                      : by_grammar ? 4
                                                                   : 5));
  }
  return words;
}

std::optional<Range> tagged_outcome(const OutcomeSentence& of, Range place,
                                    const std::optional<Range>& by_grammar) {
  const auto best = likeliest_span(outcome_model(), outcome_features(of, place, by_grammar));
  if (!best) return std::nullopt;
  const std::vector<doc::Token>& tokens = of.sentence.tokens;
  const Range phrase{tokens[best->first].begin, tokens[best->last - 1].end};
  const bool named = by_grammar && phrase.begin < by_grammar->end && by_grammar->begin < phrase.end;
  if (best->odds < (named ? kLeastNamed : kLeast)) return std::nullopt;
  return trimmed_outcome(of.sentence, phrase, of.mentions);
}

}  // namespace ev::read
