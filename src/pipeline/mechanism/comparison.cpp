#include "pipeline/mechanism/comparison.hpp"

#include "base/text.hpp"
#include "pipeline/extract/phrase.hpp"
#include "pipeline/extract/record_text.hpp"
#include "pipeline/extract/statistics.hpp"
#include "pipeline/mechanism/compared_words.hpp"
#include "pipeline/mechanism/comparison_words.hpp"
#include "pipeline/mechanism/content_words.hpp"
#include "pipeline/mechanism/outcome_clause.hpp"
#include "pipeline/mechanism/provenance.hpp"
#include "pipeline/mechanism/statement.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <tuple>
#include <utility>

namespace ev::mechanism {
namespace {

constexpr std::size_t kSentencesTried = 3;

double role_score(const extract::Sentence& sentence, std::size_t index, std::size_t count) {
  switch (sentence.role()) {
    case doc::Role::results:
      return sentence.labelled() ? 1.2 : 0.9;
    case doc::Role::conclusions:
      return 0.4;
    case doc::Role::background:
    case doc::Role::objective:
    case doc::Role::methods:
      return sentence.labelled() ? -1.5 : -1.0;
    default:
      return 3 * index >= count ? 0.6 : 0;
  }
}

double statement_score(const extract::Sentence& sentence) {
  static const extract::Patterns kAims = {"aim|objective|purpose|whether",
                                          "to determine|evaluate|compare|assess|investigate",
                                          "we evaluated|assessed|investigated|examined|compared|"
                                          "hypothesized|hypothesised",
                                          "was|were defined as"};
  static const extract::Patterns kMeasured = {
      "were|was measured|assessed|recorded|evaluated|randomized|randomised|assigned"};
  static const extract::Patterns kBefore = {"at|the baseline", "baseline"};
  static const extract::Patterns kAlike = {
      "no|not|similar|comparable <30> before|prior ?to ?the intervention|treatment|surgery|study",
      "no|not|similar|comparable <3> baseline"};
  double score = 0;
  if (const auto before = extract::find_any(kBefore, sentence.tokens); before && before->first == 0)
    score -= 1;
  if (extract::find_any(kAlike, sentence.tokens)) score -= 1;
  const bool compares = std::any_of(sentence.tokens.begin(), sentence.tokens.end(),
                                    [](const auto& t) { return comparing_word(t.folded) != 0; });
  if (compares || denies_difference(sentence.tokens, 0, sentence.tokens.size())) score += 0.8;
  if (!extract::p_values_in(sentence).empty()) score += 0.5;
  if (extract::find_any(kAims, sentence.tokens)) score -= 1.5;
  if (extract::find_any(kMeasured, sentence.tokens)) score -= 0.8;
  return score;
}

// "There was no significant difference between the two groups." says of the sentence before that
// its outcome did not differ; with an outcome of its own it does not.
bool takes_back(const extract::Sentence& sentence) {
  static const extract::Patterns kNone = {
      "no|not|nor|neither <3> difference|differences|different|differ|significant|significance"};
  static const extract::Patterns kFrame = {
      "these|this|those|there|the|our|it|that|between|among|in|of|at|any|but|however|was|were|is|"
      "are|did|found|observed|noted|seen|detected|reached|statistical|statistically|significant|"
      "significantly|significance|difference|differences|different|differ|no|not|group|groups|arm|"
      "arms|two|three|both|treatments|treatment|study|results|result|indicate|show|showed|time|"
      "point|points|measurement|either|each|follow|up|all|p|ns|and|or|to|from|with|regimens|"
      "week|weeks|month|months|day|days|year|years|hour|hours|after|surgery|treatment|for|"
      "variables|parameters|outcomes|outcome"};
  if (!extract::find_any(kNone, sentence.tokens)) return false;
  return std::all_of(sentence.tokens.begin(), sentence.tokens.end(), [](const auto& token) {
    return kFrame.match_at(std::span(&token, 1), 0) ||
           (token.folded.front() >= '0' && token.folded.front() <= '9');
  });
}

std::set<std::string> stems_of(const extract::Sentence& sentence) {
  std::set<std::string> stems;
  for (const doc::Token& t : sentence.tokens) stems.insert(stem_of(t.folded));
  return stems;
}

// … with what its short forms stand for.
std::set<std::string> told_in(const extract::Sentence& sentence, const ComparedWords& words) {
  std::set<std::string> stems = stems_of(sentence);
  for (const auto& [form, meant] : words.short_forms) {
    if (stems.count(form) > 0) stems.insert(meant.begin(), meant.end());
  }
  return stems;
}

// Pairs of the outcome's words that stand side by side there too.
double share_of_pairs(const extract::Sentence& sentence, const ComparedWords& w) {
  std::set<std::pair<std::string, std::string>> wanted;
  const auto telling = [&](const std::string& word) { return !is_function_word(word); };
  for (std::size_t i = 1; i < w.outcome_words.size(); ++i) {
    if (telling(w.outcome_words[i - 1]) && telling(w.outcome_words[i]))
      wanted.insert({stem_of(w.outcome_words[i - 1]), stem_of(w.outcome_words[i])});
  }
  if (wanted.empty()) return 0;
  std::set<std::pair<std::string, std::string>> found;
  for (std::size_t i = 1; i < sentence.tokens.size(); ++i) {
    std::pair<std::string, std::string> pair{stem_of(sentence.tokens[i - 1].folded),
                                             stem_of(sentence.tokens[i].folded)};
    if (wanted.count(pair) > 0) found.insert(std::move(pair));
  }
  return static_cast<double>(found.size()) / static_cast<double>(wanted.size());
}

// "At 1 year" asked for: 1 told at that time, -1 told at another one.
int told_at(const extract::Sentence& sentence, const ComparedWords& w) {
  const auto unit_of = [](std::string_view word) -> std::string_view {
    for (const std::string_view unit : {"week", "month", "day", "year", "hour", "minute"}) {
      if (word.starts_with(unit) && word.size() <= unit.size() + 1) return unit;
    }
    return {};
  };
  const auto times_of = [&](const auto& word_at, std::size_t size) {
    std::set<std::pair<std::string, std::string_view>> out;
    for (std::size_t i = 1; i < size; ++i) {
      const std::string_view unit = unit_of(word_at(i));
      const std::string_view before = word_at(i - 1);
      if (!unit.empty() && before.front() >= '0' && before.front() <= '9')
        out.insert({std::string(before), unit});
    }
    return out;
  };
  const auto asked = times_of([&](std::size_t i) { return std::string_view(w.outcome_words[i]); },
                              w.outcome_words.size());
  if (asked.empty()) return 0;
  const auto told =
      times_of([&](std::size_t i) { return std::string_view(sentence.tokens[i].folded); },
               sentence.tokens.size());
  if (told.empty()) return 0;
  for (const auto& time : told) {
    if (asked.count(time) > 0) return 1;
  }
  return -1;
}

double fit(const extract::Sentence& sentence, const ComparedWords& w, std::size_t index,
           std::size_t count) {
  const std::set<std::string> stems = told_in(sentence, w);
  const std::size_t named = shared_count(w.outcome, stems);
  const double all = static_cast<double>(std::max<std::size_t>(1, w.outcome.size()));
  const double wanted =
      static_cast<double>(std::max<std::size_t>(1, w.outcome.size() + w.measures.size()));
  double score = 3 * static_cast<double>(named) / all +
                 0.5 * static_cast<double>(shared_count(w.measures, stems)) / wanted;
  if (named == 0 && !w.outcome.empty()) score -= 1;
  score += role_score(sentence, index, count) + statement_score(sentence);
  if (shared_count(w.intervention, stems) > 0) score += 0.25;
  if (shared_count(w.comparator, stems) > 0) score += 0.25;
  score += 0.6 * share_of_pairs(sentence, w) + 0.6 * told_at(sentence, w);
  static const extract::Patterns kContrast = {"than|versus|vs|compared|comparison",
                                              "between <3> groups|arms|treatments|group|conditions",
                                              "groups ?did ?not differ*"};
  if (extract::find_any(kContrast, sentence.tokens)) score += 0.5;
  return score;
}

// One record read for a comparison.
class RecordReading {
 public:
  RecordReading(const model::Article& article, const Comparison& comparison)
      : record_(article), words_(words_of(comparison, record_)) {
    out_.id = record_id(article);
    add_arms_short_forms(words_, record_);
    for (const extract::Sentence& sentence : record_.sentences()) {
      if (!sentence.is_title()) sentences_.push_back(&sentence);
    }
    for (std::size_t i = 0; i < sentences_.size(); ++i)
      ranked_.emplace_back(fit(*sentences_[i], words_, i, sentences_.size()), sentences_[i]);
    std::stable_sort(ranked_.begin(), ranked_.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
  }

  // Of a record that was chosen by the caller: the sentence that fits best and says a direction;
  // where none says one, none was found.
  ComparisonFinding best_sentence() {
    if (ranked_.empty() || words_.outcome.empty()) return out_;
    if (!names_an_arm()) {
      take(ranked_.front(), EffectDirection::unclear);
      return out_;
    }
    for (std::size_t i = 0; i < std::min(kSentencesTried, ranked_.size()); ++i) {
      const EffectDirection direction = direction_of(*ranked_[i].second);
      if (direction == EffectDirection::unclear) continue;
      take(ranked_[i], direction);
      return out_;
    }
    take(ranked_.front(), EffectDirection::unclear);
    return out_;
  }

 private:
  // A trial of other treatments says nothing, however much it speaks of the outcome.
  bool names_an_arm() const {
    std::set<std::string> arms = words_.shared;
    arms.insert(words_.intervention.begin(), words_.intervention.end());
    arms.insert(words_.comparator.begin(), words_.comparator.end());
    std::erase_if(arms, [](const std::string& word) { return word.front() <= '9'; });
    return arms.empty() || std::any_of(record_.sentences().begin(), record_.sentences().end(),
                                       [&](const extract::Sentence& sentence) {
                                         return shared_count(arms, stems_of(sentence)) > 0;
                                       });
  }

  EffectDirection direction_of(const extract::Sentence& sentence) const {
    const EffectDirection direction = direction_in(sentence, words_);
    if (direction == EffectDirection::unclear) return direction;
    const auto next = std::find(sentences_.begin(), sentences_.end(), &sentence) + 1;
    return next != sentences_.end() && takes_back(**next) ? EffectDirection::no_difference
                                                          : direction;
  }

  void take(const std::pair<double, const extract::Sentence*>& sentence,
            EffectDirection direction) {
    out_.quote = record_.document().quote(sentence.second->span());
    out_.direction = direction;
    out_.names_outcome = shared_count(words_.outcome, stems_of(*sentence.second)) > 0;
  }

  const extract::RecordText record_;
  ComparedWords words_;
  std::vector<const extract::Sentence*> sentences_;
  std::vector<std::pair<double, const extract::Sentence*>> ranked_;
  ComparisonFinding out_;
};

}  // namespace

ComparisonFinding compare_in(const model::Article& article, const Comparison& comparison) {
  return RecordReading(article, comparison).best_sentence();
}

}  // namespace ev::mechanism
