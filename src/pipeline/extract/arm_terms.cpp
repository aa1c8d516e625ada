#include "pipeline/extract/arm_terms.hpp"

#include "base/text.hpp"
#include "pipeline/extract/compared.hpp"
#include "pipeline/text/chars.hpp"

#include <algorithm>

namespace ev::extract {

namespace {

std::vector<std::string> words_of_arm(const std::optional<Candidate>& name) {
  static const Patterns kPlain = {
      "therapy|treatment|treatments|group|groups|dose|doses|daily|with|plus|regimen|regimens|based|"
      "control|course|week|acid|patients|following|after|alone"};
  std::vector<std::string> out;
  if (!name) return out;
  const std::vector<doc::Token> words = doc::tokenize(name->text);
  for (std::size_t i = 0; i < words.size(); ++i) {
    const bool number = doc::is_digit(words[i].folded.front());
    if (!number && words[i].folded.size() > 2 && !kPlain.match_at(words, i))
      out.push_back(words[i].folded);
  }
  return out;
}

// "CT" of "chamomile tea".
void add_short_form(std::vector<std::string>& words, const RecordText& record,
                    const std::optional<Candidate>& name) {
  if (!name) return;
  const std::string folded = text::fold(name->text);
  for (const doc::Abbreviation& form : record.abbreviations()) {
    if (text::fold(record.document().text(form.long_span)) == folded)
      words.push_back(text::fold(form.short_form));
  }
}

ArmTerms find_arm_terms(const RecordText& record) {
  const Compared& compared = compared_in(record);
  ArmTerms out{words_of_arm(compared.intervention), words_of_arm(compared.comparator)};
  add_short_form(out.treated, record, compared.intervention);
  add_short_form(out.control, record, compared.comparator);
  const std::vector<std::string> treated = out.treated;
  const auto drop = [](std::vector<std::string>& from, const std::vector<std::string>& shared) {
    std::erase_if(from, [&](const std::string& word) {
      return std::find(shared.begin(), shared.end(), word) != shared.end();
    });
  };
  drop(out.treated, out.control);
  drop(out.control, treated);
  return out;
}

}  // namespace

const ArmTerms& arm_terms_of(const RecordText& record) {
  return record.facts().arm_terms.get([&] { return find_arm_terms(record); });
}

ContrastedArm arm_named_in(const ArmTerms& terms, Words words) {
  static const Patterns kControl = {"placebo|placebos|sham|untreated|controls",
                                    "control group|groups|subjects|patients|arm", "usual care"};
  static const Patterns kTreated = {
      "active|treatment|treated|intervention|experimental group|groups|treatment|patients|arm"};
  const auto names = [&](const std::vector<std::string>& list) {
    return std::any_of(words.begin(), words.end(), [&](const doc::Token& word) {
      return std::find(list.begin(), list.end(), word.folded) != list.end();
    });
  };
  const bool control = names(terms.control) || find_any(kControl, words).has_value();
  const bool treated = names(terms.treated) || find_any(kTreated, words).has_value();
  if (control && treated) return ContrastedArm::both;
  if (control) return ContrastedArm::control;
  return treated ? ContrastedArm::treated : ContrastedArm::none;
}

namespace {

// The words behind "than", "compared with": what is compared with.
std::optional<Match> compared_with(const Sentence& sentence, const ByteRange& range, Words words) {
  static const Patterns kThan = {"than|versus|vs|over", "compared|comparison|relative with|to",
                                 "superior|inferior|preferable to"};
  // "Lower than 90 mm Hg": a bound.
  auto than = find_any(kThan, words);
  while (than && than->last < words.size() && doc::is_digit(words[than->last].folded.front()) &&
         words[than->first].folded == "than") {
    than = find_any(kThan, words, than->last);
  }
  if (!than) return std::nullopt;
  const std::size_t base = sentence.token_from(range.begin);
  std::size_t last = than->last;
  while (last < words.size() && last - than->last < 9) {
    const std::size_t token = base + last;
    const std::string_view gap =
        sentence.text.substr(sentence.tokens[token - 1].end,
                             sentence.tokens[token].begin - sentence.tokens[token - 1].end);
    if (last > than->last && gap.find_first_of(",;(") != gap.npos) break;
    ++last;
  }
  return Match{than->first, last};
}

}  // namespace

std::optional<bool> holds_of_treated(const ArmTerms& terms, const Sentence& sentence,
                                     const ByteRange& range, const Change& change) {
  const Words words = words_in(sentence, range);
  // "Among the control drugs, sleep was longer with milk": of one arm only.
  static const Patterns kWithin = {"among|within"};
  if (kWithin.match_at(words, 0)) return std::nullopt;
  const bool known = !terms.control.empty();
  if (const auto than = compared_with(sentence, range, words)) {
    static const Patterns kBefore = {"baseline|pretreatment|before"};
    const Words other = words.subspan(than->first, than->last - than->first);
    const ContrastedArm behind = arm_named_in(terms, other);
    if (behind == ContrastedArm::control) return true;
    if (find_any(kBefore, other)) return std::nullopt;
    const ContrastedArm before = arm_named_in(terms, words.first(than->first));
    // "Greater with tea and milk than with tea": of two treated arms.
    // "Compared with tea, sleep was longer with water": the names may be swapped.
    constexpr std::size_t kOpening = 2;  // tokens
    if (behind == ContrastedArm::treated && than->first < kOpening) return std::nullopt;
    if (behind == ContrastedArm::treated)
      return before == ContrastedArm::control || (known && before != ContrastedArm::treated)
                 ? std::optional(false)
                 : std::nullopt;
    if (before == ContrastedArm::treated) return true;
    if (before == ContrastedArm::control) return false;
    // "Compared with water, sleep was longer with tea".
    const ContrastedArm after = arm_named_in(terms, words.subspan(than->last));
    if (after == ContrastedArm::treated) return true;
    return std::nullopt;
  }
  const ContrastedArm named = arm_named_in(terms, words);
  if (named == ContrastedArm::treated) return true;
  if (named == ContrastedArm::control && change.compares) return false;
  return std::nullopt;
}

}  // namespace ev::extract
