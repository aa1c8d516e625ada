#include "pipeline/mechanism/compared_words.hpp"

#include "pipeline/extract/phrase.hpp"
#include "pipeline/mechanism/comparison_words.hpp"
#include "pipeline/mechanism/content_words.hpp"
#include "pipeline/text/chars.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

namespace ev::mechanism {

std::set<std::string> outcome_stems(std::string_view text, bool measures) {
  std::set<std::string> out;
  for (const doc::Token& t : doc::tokenize(text)) {
    if (is_measure_word(t.folded) ? measures : !is_common_outcome_word(t.folded))
      out.insert(stem_of(t.folded));
  }
  return out;
}

std::size_t shared_count(const std::set<std::string>& a, const std::set<std::string>& b) {
  return static_cast<std::size_t>(
      std::count_if(a.begin(), a.end(), [&](const std::string& w) { return b.count(w) > 0; }));
}

namespace {

std::set<std::string> without(std::set<std::string> words, const std::set<std::string>& others) {
  for (const std::string& w : others) words.erase(w);
  return words;
}

bool names_control(std::string_view arm) {
  static const extract::Patterns kControls = {
      "control|controls|placebo|sham", "usual|standard|routine|conventional care",
      "no treatment|intervention", "untreated|vehicle|waiting|waitlist|wait"};
  const std::vector<doc::Token> tokens = doc::tokenize(arm);
  const bool none = !tokens.empty() && (tokens[0].folded == "no" || tokens[0].folded == "without" ||
                                        tokens[0].folded == "not" || tokens[0].folded == "non");
  return none || extract::find_any(kControls, tokens).has_value();
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

// Short forms of the record that stand for words of the outcome ("DOR" for the duration of
// response).
void add_short_forms(ComparedWords& words, const extract::RecordText& record) {
  const auto text_of = [&](const doc::Span& span) { return record.document().text(span); };
  for (const doc::Abbreviation& a : record.abbreviations()) {
    const std::vector<doc::Token> form = doc::tokenize(a.short_form);
    if (form.size() != 1) continue;
    const std::string key = stem_of(form.front().folded);
    std::set<std::string> covered;
    std::size_t all = 0;
    std::size_t known = 0;
    for (const doc::Token& t : doc::tokenize(text_of(a.long_span))) {
      if (is_function_word(t.folded)) continue;
      const std::string stem = stem_of(t.folded);
      ++all;
      const bool outcome = words.outcome.count(stem) > 0;
      if (outcome) covered.insert(stem);
      known += outcome || words.measures.count(stem) > 0 ? 1 : 0;
    }
    if (known == all && !covered.empty()) words.short_forms[key] = std::move(covered);
  }
}

// The arm that a long form of the record names: it holds all the words that tell the arm from the
// other one, or none besides them, and ends in one of the arm's words ("endoscopic purple banding"
// for "purple banding", not "purple banding plus zetolane"). 1 the intervention, -1 the comparator.
int arm_named_by(std::string_view long_form, const ComparedWords& words) {
  static const extract::Patterns kOther = {"no|non|without|not|plus|and|with|combined|combination"};
  const std::vector<doc::Token> tokens = doc::tokenize(long_form);
  if (names_control(long_form) || extract::find_any(kOther, tokens)) return 0;
  if (long_form.find_first_of("+/") != std::string_view::npos) return 0;
  std::set<std::string> said;
  std::string last;
  for (const doc::Token& t : tokens) {
    if (is_function_word(t.folded) || is_common_outcome_word(t.folded)) continue;
    last = stem_of(t.folded);
    said.insert(last);
  }
  const bool first = shared_count(words.intervention, said) > 0;
  if (said.empty() || first == (shared_count(words.comparator, said) > 0)) return 0;
  const std::set<std::string>& own = first ? words.intervention : words.comparator;
  const auto of_arm = [&](const std::string& w) {
    return own.count(w) > 0 || words.shared.count(w) > 0;
  };
  const bool whole = std::all_of(own.begin(), own.end(), [&](const std::string& w) {
    return said.count(w) > 0 || (w.front() >= '0' && w.front() <= '9');
  });
  if (!of_arm(last) || !(whole || std::all_of(said.begin(), said.end(), of_arm))) return 0;
  return first ? 1 : -1;
}

}  // namespace

ComparedWords words_of(const Comparison& c, const extract::RecordText& record) {
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
  for (const std::string& w : intervention) {
    if (comparator.count(w) > 0) out.shared.insert(w);
  }
  out.outcome = outcome_stems(c.outcome, false);
  out.measures = outcome_stems(c.outcome, true);
  for (const std::string& w : out.outcome) out.measures.erase(w);
  for (const doc::Token& t : doc::tokenize(c.outcome)) out.outcome_words.push_back(t.folded);
  add_short_forms(out, record);
  return out;
}

void add_arms_short_forms(ComparedWords& words, const extract::RecordText& record) {
  constexpr std::size_t kShortest = 2;  // "P" stands for probabilities
  std::set<std::string> forms[2];
  for (const doc::Abbreviation& a : record.abbreviations()) {
    const std::vector<doc::Token> form = doc::tokenize(a.short_form);
    if (form.size() != 1 || form.front().folded.size() < kShortest ||
        is_function_word(form.front().folded) || is_common_outcome_word(form.front().folded))
      continue;
    const int arm = arm_named_by(record.document().text(a.long_span), words);
    if (arm != 0) forms[arm > 0 ? 0 : 1].insert(stem_of(form.front().folded));
  }
  words.intervention.merge(forms[0]);
  words.comparator.merge(forms[1]);
}

}  // namespace ev::mechanism
