#include "pipeline/answer/sentence_reading.hpp"

#include "pipeline/answer/clause_limits.hpp"
#include "pipeline/answer/clause_reading.hpp"
#include "pipeline/answer/figures.hpp"
#include "pipeline/answer/other_contrasts.hpp"

#include <algorithm>
#include <vector>

namespace ev::answer {
namespace {

using question::QuestionFrame;

// The clause that says most: with arm and outcome of its own before others.
const ClauseFinding* fullest(const std::vector<ClauseFinding>& found) {
  const auto rank = [](const ClauseFinding& f) {
    return (f.own_arm         ? 4
            : f.inherited_arm ? 2
                              : 0) -
           (f.inherited_outcome ? 1 : 0) - (f.doubtful_subject ? 3 : 0);
  };
  const ClauseFinding* best = nullptr;
  for (const ClauseFinding& f : found) {
    if (best == nullptr || rank(f) > rank(*best)) best = &f;
  }
  return best;
}

// "A raised B, C did not": what is said of each arm by itself is a contrast of the two.
std::optional<ClauseFinding> contrast_of(const std::vector<ClauseFinding>& found) {
  const ClauseFinding* given = nullptr;
  const ClauseFinding* against = nullptr;
  for (const ClauseFinding& f : found) {
    if (f.said == Said::of_contrast) return std::nullopt;
    (f.said == Said::of_given ? given : against) = &f;
  }
  if (given == nullptr || against == nullptr) return std::nullopt;
  // Said of the comparator, a direction stands turned: as that of what is given against it.
  const int apart = given->direction + against->direction;
  if (apart == 0 && given->direction != 0) return std::nullopt;  // both changed: by how much?
  ClauseFinding out = *given;
  out.direction = apart > 0 ? 1 : apart < 0 ? -1 : 0;
  out.said = Said::of_contrast;
  return out;
}

bool says_too_little(const QuestionFrame& frame, const SentenceFinding& found,
                     const SentencePlaces& places) {
  constexpr double kSignificant = 0.05;
  const ClauseFinding& said = found.said;
  if (said.only_tends || said.doubtful_subject) return true;
  if (places.both_by_reference && said.direction != 0) return true;  // which of them it is said of
  if (frame.against_active() && said.said != Said::of_contrast) return true;
  if (frame.against_active() && said.by == By::association) return true;  // "occurred" ranks none
  // "All drugs lowered it compared with baseline" sets none against the other.
  if (frame.against_active() && places.comparator.empty() && !places.controls.empty()) return true;
  // One arm against a third.
  const bool one = places.intervention.empty() != places.comparator.empty();
  const bool third = !places.others.empty() || places.intervention.empty();
  if (frame.against_active() && one && third) return true;
  return said.direction != 0 && found.p_value && *found.p_value > kSignificant;
}

// What its clauses say together; nullopt: nothing.
std::optional<SentenceFinding> found_in(const QuestionFrame& frame, const SentenceWords& s,
                                        const SentenceRead& read) {
  std::vector<ClauseFinding> found;
  for (const std::optional<ClauseFinding>& of_clause : read.of_clauses) {
    if (of_clause) found.push_back(*of_clause);
  }
  if (found.empty()) return std::nullopt;
  const SentencePlaces& places = read.places;
  std::optional<ClauseFinding> both;
  if (frame.against_active()) both = contrast_of(found);
  SentenceFinding out{.said = both ? *both : *fullest(found)};
  out.intervention = best_directness(places.intervention);
  out.comparator = best_directness(places.comparator);
  constexpr double kByTopic = 0.5;
  out.outcome = places.efficacy.empty() ? best_directness(places.outcomes) : kByTopic;
  out.p_value = p_value_in(s);
  return out;
}

bool tells_no_result_of_its_own(const SentenceWords& s, const SentenceRead& read) {
  return std::any_of(read.clauses.begin(), read.clauses.end(), [&](const ClauseView& clause) {
    // Rates of those without it that no rule has set against each other: none counts for more of
    // it.
    if (!read.finding && are_rates_of_freedom(s, clause.outcome)) return true;
    if (!read.finding && changes_in_all_groups(s, clause)) return true;
    return clause.own_outcome && (tells_no_result(s, clause) || is_at_baseline(s, clause));
  });
}

}  // namespace

SentenceRead read_sentence(const QuestionFrame& frame, const SentenceWords& s,
                           const RecordWords& record) {
  SentenceRead out{.places = find_places(frame, s, record)};
  out.clauses = clauses_of(s, out.places);
  for (const ClauseView& clause : out.clauses)
    out.of_clauses.push_back(read_clause(frame, s, out.places, clause));
  out.finding = found_in(frame, s, out);
  if (out.finding && is_of_other_contrast(frame, s, out.places, *out.finding, record)) {
    out.finding.reset();
    out.is_ruled_out = true;
    return out;
  }
  const bool too_little = out.finding && says_too_little(frame, *out.finding, out.places);
  const bool doubtful = too_little && out.finding->said.doubtful_subject;
  if (too_little) out.finding.reset();
  const bool both = !out.places.given.empty() && !out.places.against.empty();
  if (frame.against_active() && out.places.arms.empty())  // "between the two groups"
    out.is_ruled_out = true;
  else if (too_little && both && doubtful)  // "A and B were superior to C"
    out.is_ruled_out = true;
  else if (too_little)
    out.is_ruled_out = !frame.against_active() || out.places.both_by_reference;
  else
    out.is_ruled_out = tells_no_result_of_its_own(s, out);
  return out;
}

}  // namespace ev::answer
