#include "pipeline/extract/sides.hpp"

#include "base/text.hpp"
#include "pipeline/extract/compared.hpp"
#include "pipeline/text/chars.hpp"

#include <algorithm>

namespace ev::extract {

namespace {

std::vector<std::string> side_words(const std::optional<Candidate>& name) {
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
void add_short_form(std::vector<std::string>& words, const Reading& reading,
                    const std::optional<Candidate>& name) {
  if (!name) return;
  const std::string folded = text::fold(name->text);
  for (const doc::Abbreviation& form : reading.abbreviations()) {
    if (text::fold(reading.document().text(form.long_span)) == folded)
      words.push_back(text::fold(form.short_form));
  }
}

Sides find_sides(const Reading& reading) {
  const Compared& compared = compared_in(reading);
  Sides out{side_words(compared.intervention), side_words(compared.comparator)};
  add_short_form(out.treated, reading, compared.intervention);
  add_short_form(out.control, reading, compared.comparator);
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

const Sides& sides_of(const Reading& reading) {
  return reading.facts().sides.get([&] { return find_sides(reading); });
}

Side side_named(const Sides& sides, Words words) {
  static const Patterns kControl = {"placebo|placebos|sham|untreated|controls",
                                    "control group|groups|subjects|patients|arm", "usual care"};
  static const Patterns kTreated = {
      "active|treatment|treated|intervention|experimental group|groups|treatment|patients|arm"};
  const auto names = [&](const std::vector<std::string>& list) {
    return std::any_of(words.begin(), words.end(), [&](const doc::Token& word) {
      return std::find(list.begin(), list.end(), word.folded) != list.end();
    });
  };
  const bool control = names(sides.control) || find_any(kControl, words).has_value();
  const bool treated = names(sides.treated) || find_any(kTreated, words).has_value();
  if (control && treated) return Side::both;
  if (control) return Side::control;
  return treated ? Side::treated : Side::none;
}

namespace {

// The words behind "than", "compared with": what is compared with.
std::optional<Match> compared_with(const Line& line, const Stretch& stretch, Words words) {
  static const Patterns kThan = {"than|versus|vs|over", "compared|comparison|relative with|to",
                                 "superior|inferior|preferable to"};
  // "Lower than 90 mm Hg": a bound.
  auto than = find_any(kThan, words);
  while (than && than->last < words.size() && doc::is_digit(words[than->last].folded.front()) &&
         words[than->first].folded == "than") {
    than = find_any(kThan, words, than->last);
  }
  if (!than) return std::nullopt;
  const std::size_t base = line.token_from(stretch.begin);
  std::size_t last = than->last;
  while (last < words.size() && last - than->last < 9) {
    const std::size_t token = base + last;
    const std::string_view gap = line.text.substr(
        line.tokens[token - 1].end, line.tokens[token].begin - line.tokens[token - 1].end);
    if (last > than->last && gap.find_first_of(",;(") != gap.npos) break;
    ++last;
  }
  return Match{than->first, last};
}

}  // namespace

std::optional<bool> holds_of_treated(const Sides& sides, const Line& line, const Stretch& stretch,
                                     const Change& change) {
  const Words words = words_in(line, stretch);
  // "Among the control drugs, sleep was longer with milk": of one arm only.
  static const Patterns kWithin = {"among|within"};
  if (kWithin.match_at(words, 0)) return std::nullopt;
  const bool known = !sides.control.empty();
  if (const auto than = compared_with(line, stretch, words)) {
    static const Patterns kBefore = {"baseline|pretreatment|before"};
    const Words other = words.subspan(than->first, than->last - than->first);
    const Side behind = side_named(sides, other);
    if (behind == Side::control) return true;
    if (find_any(kBefore, other)) return std::nullopt;
    const Side before = side_named(sides, words.first(than->first));
    // "Greater with tea and milk than with tea": of two treated arms.
    // "Compared with tea, sleep was longer with water": the names may be swapped.
    constexpr std::size_t kOpening = 2;  // tokens
    if (behind == Side::treated && than->first < kOpening) return std::nullopt;
    if (behind == Side::treated)
      return before == Side::control || (known && before != Side::treated) ? std::optional(false)
                                                                           : std::nullopt;
    if (before == Side::treated) return true;
    if (before == Side::control) return false;
    // "Compared with water, sleep was longer with tea".
    const Side after = side_named(sides, words.subspan(than->last));
    if (after == Side::treated) return true;
    return std::nullopt;
  }
  const Side named = side_named(sides, words);
  if (named == Side::treated) return true;
  if (named == Side::control && change.compares) return false;
  return std::nullopt;
}

}  // namespace ev::extract
