#include "pipeline/mechanism/comparison.hpp"

#include "pipeline/extract/phrase.hpp"
#include "pipeline/extract/reading.hpp"
#include "pipeline/extract/statistics.hpp"
#include "pipeline/mechanism/comparison_words.hpp"
#include "pipeline/mechanism/content_words.hpp"
#include "pipeline/mechanism/outcome_clause.hpp"
#include "pipeline/mechanism/provenance.hpp"
#include "pipeline/mechanism/statement.hpp"
#include "pipeline/model/standing.hpp"
#include "pipeline/text/chars.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <tuple>
#include <utility>

namespace ev::mechanism {
namespace {

constexpr std::size_t kSentencesTried = 3;

std::set<std::string> outcome_stems(std::string_view text, bool measures) {
  std::set<std::string> out;
  for (const doc::Token& t : doc::tokenize(text)) {
    if (is_measure_word(t.folded) ? measures : !is_common_outcome_word(t.folded))
      out.insert(stem_of(t.folded));
  }
  return out;
}

std::set<std::string> without(std::set<std::string> words, const std::set<std::string>& others) {
  for (const std::string& w : others) words.erase(w);
  return words;
}

std::size_t shared_count(const std::set<std::string>& a, const std::set<std::string>& b) {
  return static_cast<std::size_t>(
      std::count_if(a.begin(), a.end(), [&](const std::string& w) { return b.count(w) > 0; }));
}

bool names_control(std::string_view arm) {
  static const extract::Patterns kControls = {"control|controls|placebo|sham",
                                              "usual|standard care", "no treatment|intervention"};
  return extract::find_any(kControls, doc::tokenize(arm)).has_value();
}

// What stands before the first bracket that describes more than it names.
std::string_view head_of(std::string_view arm) {
  constexpr std::size_t kLong = 60;       // bytes: a description more than a name
  constexpr std::size_t kShortForm = 15;  // "(GDFR)" names
  if (arm.size() < kLong) return arm;
  for (std::size_t at = arm.find(" ("); at != std::string_view::npos; at = arm.find(" (", at + 1)) {
    const std::size_t close = std::min(arm.find(')', at), arm.size());
    if (close - at < kShortForm) continue;
    const std::string_view head = arm.substr(0, at);
    return outcome_stems(head, false).empty() && !names_control(head) ? arm : head;
  }
  return arm;
}

// "without tourniquet" names what the other arm has.
std::string_view before_denial(std::string_view arm) {
  for (const doc::Token& t : doc::tokenize(arm)) {
    if (t.folded == "without" || t.folded == "no" || t.folded == "not")
      return arm.substr(0, t.begin);
  }
  return arm;
}

// "a" of "chemotherapy (group A)": one letter or number, or letters as in "group GS".
std::string label_of(std::string_view arm) {
  constexpr std::size_t kLongest = 3;
  const std::vector<doc::Token> tokens = doc::tokenize(arm);
  for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
    const std::string& word = tokens[i].folded;
    if ((word == "group" || word == "arm" || word == "phase") &&
        tokens[i + 1].folded.size() <= kLongest && !is_common_outcome_word(tokens[i + 1].folded))
      return tokens[i + 1].folded;
    // A capital letter that is a word elsewhere: A, I, H for hours.
    if (word == "group" && tokens[i + 1].folded.size() == 1 &&
        doc::is_upper(arm[tokens[i + 1].begin]))
      return tokens[i + 1].folded;
  }
  return {};
}

ComparedWords words_of(const Comparison& c) {
  ComparedWords out;
  const std::set<std::string> intervention =
      outcome_stems(before_denial(head_of(c.intervention)), false);
  const std::set<std::string> comparator =
      outcome_stems(before_denial(head_of(c.comparator)), false);
  out.against_control = names_control(c.comparator) && !names_control(c.intervention);
  out.intervention_label = label_of(c.intervention);
  out.comparator_label = label_of(c.comparator);
  if (out.intervention_label == out.comparator_label) {
    out.intervention_label.clear();
    out.comparator_label.clear();
  }
  out.intervention = without(intervention, comparator);
  out.comparator = without(comparator, intervention);
  out.outcome = outcome_stems(c.outcome, false);
  out.measures = outcome_stems(c.outcome, true);
  for (const std::string& w : out.outcome) out.measures.erase(w);
  for (const doc::Token& t : doc::tokenize(c.outcome)) out.outcome_words.push_back(t.folded);
  return out;
}

double role_score(const extract::Line& line, std::size_t index, std::size_t count) {
  switch (line.role()) {
    case doc::Role::results:
      return line.sentence.labelled ? 1.2 : 0.9;
    case doc::Role::conclusions:
      return 0.4;
    case doc::Role::background:
    case doc::Role::objective:
    case doc::Role::methods:
      return line.sentence.labelled ? -1.5 : -1.0;
    default:
      return 3 * index >= count ? 0.6 : 0;
  }
}

double statement_score(const extract::Line& line) {
  static const extract::Patterns kAims = {"aim|objective|purpose|whether",
                                          "to determine|evaluate|compare|assess|investigate",
                                          "we evaluated|assessed|investigated|examined|compared|"
                                          "hypothesized|hypothesised",
                                          "was|were defined as"};
  static const extract::Patterns kMeasured = {
      "were|was measured|assessed|recorded|evaluated|randomized|randomised|assigned"};
  static const extract::Patterns kBefore = {"at|the baseline", "baseline"};
  static const extract::Patterns kAlike = {
      "no|not|similar|comparable <30> before|prior ?to ?the intervention|treatment|surgery|study"};
  double score = 0;
  if (const auto before = extract::find_any(kBefore, line.tokens); before && before->first == 0)
    score -= 1;
  if (extract::find_any(kAlike, line.tokens)) score -= 1;
  const bool compares = std::any_of(line.tokens.begin(), line.tokens.end(),
                                    [](const auto& t) { return comparing_word(t.folded) != 0; });
  if (compares || denies_difference(line.tokens, 0, line.tokens.size())) score += 0.8;
  if (!extract::p_values_in(line).empty()) score += 0.5;
  if (extract::find_any(kAims, line.tokens)) score -= 1.5;
  if (extract::find_any(kMeasured, line.tokens)) score -= 0.8;
  return score;
}

// "There was no significant difference between the two groups." says of the sentence before that
// its outcome did not differ; with an outcome of its own it does not.
bool takes_back(const extract::Line& line) {
  static const extract::Patterns kNone = {
      "no|not|nor|neither <3> difference|differences|different|differ|significant|significance"};
  static const extract::Patterns kFrame = {
      "these|this|those|there|the|our|it|that|between|among|in|of|at|any|but|however|was|were|is|"
      "are|did|found|observed|noted|seen|detected|reached|statistical|statistically|significant|"
      "significantly|significance|difference|differences|different|differ|no|not|group|groups|arm|"
      "arms|two|three|both|treatments|treatment|study|results|result|indicate|show|showed|time|"
      "point|points|measurement|either|each|follow|up|all|p|ns|and|or|to|from|with|regimens"};
  if (!extract::find_any(kNone, line.tokens)) return false;
  return std::all_of(line.tokens.begin(), line.tokens.end(), [](const auto& token) {
    return kFrame.match_at(std::span(&token, 1), 0) ||
           (token.folded.front() >= '0' && token.folded.front() <= '9');
  });
}

std::set<std::string> stems_of(const extract::Line& line) {
  std::set<std::string> stems;
  for (const doc::Token& t : line.tokens) stems.insert(stem_of(t.folded));
  return stems;
}

double fit(const extract::Line& line, const ComparedWords& w, std::size_t index,
           std::size_t count) {
  const std::set<std::string> stems = stems_of(line);
  const std::size_t named = shared_count(w.outcome, stems);
  const double all = static_cast<double>(std::max<std::size_t>(1, w.outcome.size()));
  const double wanted =
      static_cast<double>(std::max<std::size_t>(1, w.outcome.size() + w.measures.size()));
  double score = 3 * static_cast<double>(named) / all +
                 0.5 * static_cast<double>(shared_count(w.measures, stems)) / wanted;
  if (named == 0 && !w.outcome.empty()) score -= 1;
  score += role_score(line, index, count) + statement_score(line);
  if (shared_count(w.intervention, stems) > 0) score += 0.25;
  if (shared_count(w.comparator, stems) > 0) score += 0.25;
  return score;
}

}  // namespace

const char* to_string(EffectDirection direction) {
  switch (direction) {
    case EffectDirection::increased:
      return "increased";
    case EffectDirection::decreased:
      return "decreased";
    case EffectDirection::no_difference:
      return "no_difference";
    case EffectDirection::unclear:
      return "unclear";
  }
  return "unclear";
}

// "In patients with or without B", "association of A with B": B is no outcome here.
bool only_groups_by_outcome(std::string_view sentence, const std::set<std::string>& outcome) {
  const std::vector<doc::Token> tokens = doc::tokenize(sentence);
  for (std::size_t i = 1; i < tokens.size(); ++i) {
    if (content_stems(tokens[i].folded).empty() ||
        outcome.count(*content_stems(tokens[i].folded).begin()) == 0)
      continue;
    const std::string_view before = tokens[i - 1].folded;
    const std::string_view second = i > 1 ? std::string_view(tokens[i - 2].folded) : "";
    if (before == "without" || (before == "with" && second.starts_with("patient"))) return true;
    if (before == "between" && (second.starts_with("associat") || second.starts_with("correlat")))
      return true;
  }
  return false;
}

// "Lower with C than with A or B": neither was set against the other.
bool both_behind_comparison(std::string_view sentence, const std::set<std::string>& intervention,
                            const std::set<std::string>& comparator) {
  const std::vector<doc::Token> tokens = doc::tokenize(sentence);
  bool compared = false;
  for (std::size_t i = 1; i < tokens.size(); ++i) {
    const std::string_view w = tokens[i].folded;
    const std::set<std::string> stems = content_stems(w);
    const bool arm = !stems.empty() && (intervention.count(*stems.begin()) > 0 ||
                                        comparator.count(*stems.begin()) > 0);
    if (arm) return compared;
    compared = compared || w == "than" || w == "compared" || w == "versus";
  }
  return false;
}

// The outcome and the intervention with a comparing word, in a record that names the comparator,
// and not set against a third thing.
bool compares_one_arm(const doc::Quote& quote, const std::set<std::string>& intervention) {
  static const extract::Patterns kComparing = {
      "more|less|fewer|greater|higher|lower|larger|smaller|similar|comparable|differ|difference"};
  const std::vector<doc::Token> tokens = doc::tokenize(quote.text);
  for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
    const std::set<std::string> next = content_stems(tokens[i + 1].folded);
    if (tokens[i].folded == "than" && !next.empty() && intervention.count(*next.begin()) > 0)
      return false;
  }
  return extract::find_any(kComparing, tokens).has_value();
}

ComparisonFinding compare_in(const model::Article& article, const Comparison& comparison) {
  const Provenance provenance = provenance_of(article);
  ComparisonFinding out{.id = record_id(article),
                        .design = provenance.design,
                        .weight = provenance.weight,
                        .plan = provenance.plan};
  const extract::Reading reading(article);
  const ComparedWords words = words_of(comparison);
  std::vector<const extract::Line*> lines;
  for (const extract::Line& line : reading.lines()) {
    if (!line.is_title()) lines.push_back(&line);
  }
  std::vector<std::pair<double, const extract::Line*>> ranked;
  for (std::size_t i = 0; i < lines.size(); ++i)
    ranked.emplace_back(fit(*lines[i], words, i, lines.size()), lines[i]);
  std::stable_sort(ranked.begin(), ranked.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  if (ranked.empty() || words.outcome.empty()) return out;
  const extract::Line* chosen = ranked.front().second;
  out.score = ranked.front().first;
  // The sentence that fits best and says a direction; where none says one, none was found.
  for (std::size_t i = 0; i < std::min(kSentencesTried, ranked.size()); ++i) {
    EffectDirection direction = direction_in(*ranked[i].second, words);
    if (direction == EffectDirection::unclear) continue;
    const auto next = std::find(lines.begin(), lines.end(), ranked[i].second) + 1;
    if (next != lines.end() && takes_back(**next)) direction = EffectDirection::no_difference;
    out.direction = direction;
    chosen = ranked[i].second;
    out.score = ranked[i].first;
    break;
  }
  out.quote = reading.document().quote(chosen->span());
  const std::set<std::string> said = stems_of(*chosen);
  out.names_outcome = shared_count(words.outcome, said) > 0;
  // By all their words: doses of one drug share its name.
  const std::set<std::string> intervention = outcome_stems(comparison.intervention, false);
  const std::set<std::string> comparator = outcome_stems(comparison.comparator, false);
  // "with A, B or C" lists arms, "than", "versus" set one against the other.
  static const extract::Patterns kSets = {
      "than|versus|vs|compared|whereas|while|against|superior|inferior|similar"};
  const std::set<std::string> outcome = outcome_stems(comparison.outcome, false);
  const bool whole =
      shared_count(outcome, said) == outcome.size() && shared_count(intervention, said) > 0;
  out.groups_only = only_groups_by_outcome(out.quote.text, outcome);
  out.names_all = whole && !out.groups_only &&
                  !both_behind_comparison(out.quote.text, intervention, comparator) &&
                  shared_count(comparator, said) > 0 &&
                  extract::find_any(kSets, doc::tokenize(out.quote.text)).has_value();
  for (const extract::Line& line : reading.lines()) {
    const std::set<std::string> stems = stems_of(line);
    out.names_intervention = out.names_intervention || shared_count(intervention, stems) > 0;
    out.names_comparator = out.names_comparator || shared_count(comparator, stems) > 0;
  }
  out.names_one_arm = whole && !out.groups_only && out.names_comparator &&
                      compares_one_arm(out.quote, intervention);
  return out;
}

Result<ComparisonResult> test_comparison(const Comparison& comparison,
                                         std::span<const model::Article> articles,
                                         const Context& ctx) {
  ComparisonResult out;
  std::map<EffectDirection, std::vector<double>> weights;
  for (const model::Article& article : articles) {
    EV_CHECK(ctx.check());
    if (is_void(article)) {
      out.excluded_retracted.push_back(record_id(article));
      continue;
    }
    ++out.records_read;
    ComparisonFinding finding = compare_in(article, comparison);
    if (articles.size() > 1 && !(finding.names_outcome && finding.names_intervention)) {
      ++out.not_about;
      continue;
    }
    if (articles.size() > 1 && (finding.plan || finding.groups_only))
      finding.direction = EffectDirection::unclear;
    out.findings.push_back(std::move(finding));
  }
  const auto says = [](const ComparisonFinding& f) {
    return f.direction == EffectDirection::unclear ? 0 : f.names_all ? 2 : f.names_one_arm ? 1 : 0;
  };
  int most = 0;
  for (const ComparisonFinding& f : out.findings) most = std::max(most, says(f));
  const auto decides = [&](const ComparisonFinding& f) { return most > 0 && says(f) == most; };
  for (const ComparisonFinding& f : out.findings) {
    if (f.direction != EffectDirection::unclear && says(f) == most)
      weights[f.direction].push_back(f.weight);
  }
  double best = 0;
  for (auto& [direction, list] : weights) {
    std::sort(list.begin(), list.end());
    double sum = 0;
    for (const double w : list) sum += w;
    if (sum == best) out.direction = EffectDirection::unclear;
    if (sum <= best) continue;
    best = sum;
    out.direction = direction;
  }
  std::sort(out.excluded_retracted.begin(), out.excluded_retracted.end());
  std::stable_sort(out.findings.begin(), out.findings.end(),
                   [&](const ComparisonFinding& a, const ComparisonFinding& b) {
                     return std::make_tuple(!decides(a), a.direction != out.direction, -a.weight,
                                            -a.score, std::string_view(a.id)) <
                            std::make_tuple(!decides(b), b.direction != out.direction, -b.weight,
                                            -b.score, std::string_view(b.id));
                   });
  return out;
}

}  // namespace ev::mechanism
