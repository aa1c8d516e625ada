#include "pipeline/workflow/same_way_round.hpp"

#include "pipeline/read/arms/arm_words.hpp"
#include "pipeline/synthesis/consistency.hpp"
#include "pipeline/text/document.hpp"
#include "pipeline/workflow/arm_names.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace ev::workflow {

namespace {

using synthesis::StudyResult;

// One arm as it is set against the other of its study.
struct ContrastedArm {
  std::set<std::string> words;      // of its name, without those of groups
  std::set<std::string> own_words;  // that the other arm's name has not
  std::vector<TreatmentName> own;   // treatments that the other arm has not
  bool control = false;             // called a control, the other not
  bool named() const { return !words.empty(); }
  // What the other arm's treatment is added to, or set against.
  bool base() const { return named() && (control || own.empty()); }
};

std::set<std::string> telling_words(std::string_view name) {
  std::set<std::string> out;
  for (const doc::Token& token : doc::tokenize(name)) {
    if (!read::group_words().has(token.folded)) out.insert(read::singular(token.folded));
  }
  return out;
}

bool called_control(const std::set<std::string>& words) {
  return std::any_of(words.begin(), words.end(),
                     [](const std::string& word) { return read::comparator_words().has(word); });
}

std::pair<ContrastedArm, ContrastedArm> contrasted(const StudyResult& study) {
  ContrastedArm a{.words = telling_words(study.intervention.name)};
  ContrastedArm b{.words = telling_words(study.comparator.name)};
  const NamedArm first = named_arm(study.intervention.name);
  const NamedArm second = named_arm(study.comparator.name);
  a.own = without(first.all, second.all);
  b.own = without(second.all, first.all);
  const bool control_a = first.placebo || called_control(a.words);
  const bool control_b = second.placebo || called_control(b.words);
  a.control = control_a && !control_b;
  b.control = control_b && !control_a;
  const auto missing = [](const std::set<std::string>& x, const std::set<std::string>& y) {
    std::set<std::string> out;
    std::set_difference(x.begin(), x.end(), y.begin(), y.end(), std::inserter(out, out.end()));
    return out;
  };
  a.own_words = missing(a.words, b.words);
  b.own_words = missing(b.words, a.words);
  return {std::move(a), std::move(b)};
}

bool match(const ContrastedArm& x, const ContrastedArm& y) {
  if (!x.named() || !y.named()) return false;
  if (x.base() || y.base()) return x.base() && y.base();
  return has_asked(x.own, y.own) || has_asked(y.own, x.own);
}

bool share_words(const ContrastedArm& x, const ContrastedArm& y) {
  return std::any_of(x.own_words.begin(), x.own_words.end(),
                     [&](const std::string& word) { return y.own_words.count(word) > 0; });
}

// Doses of one drug, and other arms that differ in words only.
WayRound by_words(const ContrastedArm& a, const ContrastedArm& b, const ContrastedArm& first,
                  const ContrastedArm& second) {
  const bool straight = share_words(a, first) || share_words(b, second);
  const bool crossed = share_words(a, second) || share_words(b, first);
  if (straight == crossed) return WayRound::untold;
  return crossed ? WayRound::turned : WayRound::as_given;
}

}  // namespace

WayRound way_round(const StudyResult& study, const StudyResult& reference) {
  const auto [a, b] = contrasted(study);
  const auto [first, second] = contrasted(reference);
  if (!first.named() || !second.named() || (!a.named() && !b.named())) return WayRound::as_given;
  if (a.words == first.words && b.words == second.words) return WayRound::as_given;
  if (a.words == second.words && b.words == first.words) return WayRound::turned;
  const bool a_first = match(a, first), b_second = match(b, second);
  const bool a_second = match(a, second), b_first = match(b, first);
  const int straight = (a_first ? 1 : 0) + (b_second ? 1 : 0);
  const int crossed = (a_second ? 1 : 0) + (b_first ? 1 : 0);
  if (crossed == 0) return WayRound::as_given;
  if (straight == crossed) return by_words(a, b, first, second);
  if (straight > crossed) return WayRound::as_given;
  const bool base_first = a.base() && a_second && b.named();
  const bool base_second = b.base() && b_first && a.named();
  return crossed == 2 || base_first || base_second ? WayRound::turned : WayRound::untold;
}

SameWayRound same_way_round(std::vector<StudyResult> studies,
                            std::optional<StudyResult> reference) {
  SameWayRound out;
  if (!reference) {
    const auto named = std::find_if(studies.begin(), studies.end(), [](const StudyResult& study) {
      return !telling_words(study.intervention.name).empty() &&
             !telling_words(study.comparator.name).empty();
    });
    if (named == studies.end()) return {std::move(studies), {}, {}};
    reference = *named;
  }
  for (StudyResult& study : studies) {
    const WayRound way = way_round(study, *reference);
    const std::string stated = study.intervention.name + " against " + study.comparator.name;
    if (way == WayRound::untold) {
      std::string reason = "which way round its arms are cannot be told: " + stated + ", beside " +
                           reference->intervention.name + " against " + reference->comparator.name;
      out.untold.push_back({std::move(study), std::move(reason)});
      continue;
    }
    if (way == WayRound::turned) {
      out.notes.push_back(study.label + ": stated of " + stated + ", turned round");
      study = synthesis::turned(std::move(study));
    }
    out.studies.push_back(std::move(study));
  }
  return out;
}

}  // namespace ev::workflow
