#include "pipeline/appraise/trial_preference.hpp"

#include <algorithm>
#include <initializer_list>
#include <map>
#include <span>
#include <string>

namespace ev::appraise {

namespace {

using Id = Corpus::Id;

struct TrialCue {
  const char* word;
  double strength;
};
// What the report of a trial says somewhere.
constexpr TrialCue kOfTrials[] = {{"randomized", 0.8}, {"randomised", 0.8}, {"randomly", 0.7},
                                  {"rct", 0.8},        {"placebo", 0.7},    {"blind", 0.5},
                                  {"crossover", 0.5},  {"trial", 0.4}};
// What the index terms of a trial say: "Double-Blind Method", "Cross-Over Studies", "Random
// Allocation".
constexpr TrialCue kIndexedTrials[] = {{"blind", 0.6}, {"cross", 0.6}, {"allocation", 0.6}};
// What other studies in people say.
constexpr TrialCue kOfStudies[] = {{"patients", 0.5},      {"cohort", 0.5},   {"prospective", 0.5},
                                   {"retrospective", 0.5}, {"compared", 0.5}, {"comparison", 0.5},
                                   {"versus", 0.5},        {"efficacy", 0.5}, {"baseline", 0.5},
                                   {"incidence", 0.5},     {"risk", 0.5},     {"weeks", 0.5},
                                   {"months", 0.5},        {"years", 0.5}};
// Index terms tell the sexes and ages of the people studied.
constexpr TrialCue kIndexedPeople[] = {{"male", 0.3},      {"female", 0.3}, {"adult", 0.3},
                                       {"aged", 0.3},      {"middle", 0.3}, {"child", 0.3},
                                       {"adolescent", 0.3}};
constexpr double kStudyBelief = 0.8;
// What the title of something else says.
constexpr TrialCue kOfOthers[] = {{"review", 0.8}, {"editorial", 0.8}, {"rats", 0.7},
                                  {"mice", 0.7},   {"guideline", 0.6}, {"report", 0.3}};

enum Place : std::size_t { kTitle = 0, kIndex = 2, kAnywhere = kFields };

using Cues = std::span<const TrialCue>;

std::vector<Id> words_of(const Corpus& corpus, std::initializer_list<Cues> kinds) {
  std::vector<Id> out;
  std::vector<std::string> unknown;
  for (const Cues cues : kinds) {
    for (const TrialCue& cue : cues) {
      for (const Id id : corpus.vocabulary().find(cue.word, unknown)) out.push_back(id);
    }
  }
  return out;
}

// Words that share a stem are one cue, as strong as the strongest of them.
std::map<Id, double> strengths(const Corpus& corpus, Cues cues) {
  std::map<Id, double> out;
  std::vector<std::string> unknown;
  for (const TrialCue& cue : cues) {
    for (const Id id : corpus.vocabulary().find(cue.word, unknown))
      out[id] = std::max(out[id], cue.strength);
  }
  return out;
}

// Noisy or: by document, the chance that none of the cues tells.
std::vector<double> untold(const Corpus& corpus, const Postings& postings, Cues cues, Place place) {
  std::vector<double> out(corpus.size(), 1.0);
  for (const auto& [id, strength] : strengths(corpus, cues)) {
    for (const Posting& p : postings.of(id)) {
      if (place != kAnywhere) {
        const auto terms = corpus.terms(p.document, place);
        if (std::find(terms.begin(), terms.end(), id) == terms.end()) continue;
      }
      out[p.document] *= 1 - strength;
    }
  }
  return out;
}

}  // namespace

bool asks_for_trials(std::string_view query) {
  for (const std::string& token : folded_tokens(query)) {
    if (token.rfind("randomi", 0) == 0 || token == "rct" || token == "rcts" || token == "trial" ||
        token == "trials") {
      return true;
    }
  }
  return false;
}

std::vector<double> trial_factors(const Corpus& corpus, double weight) {
  const Postings postings = corpus.postings(
      words_of(corpus, {kOfTrials, kIndexedTrials, kOfStudies, kIndexedPeople, kOfOthers}));
  const auto none = [&](Cues cues, Place place) { return untold(corpus, postings, cues, place); };
  const std::vector<double> no_trial = none(kOfTrials, kAnywhere);
  const std::vector<double> no_indexed_trial = none(kIndexedTrials, kIndex);
  const std::vector<double> no_study = none(kOfStudies, kAnywhere);
  const std::vector<double> no_people = none(kIndexedPeople, kIndex);
  const std::vector<double> no_other = none(kOfOthers, kTitle);
  std::vector<double> factors(corpus.size());
  for (std::size_t d = 0; d < factors.size(); ++d) {
    const double trial = 1 - no_trial[d] * no_indexed_trial[d];
    const double study = 1 - no_study[d] * no_people[d];
    factors[d] = 1 - weight + weight * std::max(trial, kStudyBelief * study) * no_other[d];
  }
  return factors;
}

}  // namespace ev::appraise
