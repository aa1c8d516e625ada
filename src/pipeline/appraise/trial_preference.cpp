#include "pipeline/appraise/trial_preference.hpp"

#include <algorithm>
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
// What other studies in people say.
constexpr TrialCue kOfStudies[] = {{"patients", 0.5},      {"cohort", 0.5},   {"prospective", 0.5},
                                   {"retrospective", 0.5}, {"compared", 0.5}, {"comparison", 0.5},
                                   {"versus", 0.5},        {"efficacy", 0.5}, {"baseline", 0.5},
                                   {"incidence", 0.5},     {"risk", 0.5},     {"weeks", 0.5},
                                   {"months", 0.5},        {"years", 0.5}};
constexpr double kStudyBelief = 0.5;
// What the title of something else says.
constexpr TrialCue kOfOthers[] = {{"review", 0.8}, {"editorial", 0.8}, {"rats", 0.7},
                                  {"mice", 0.7},   {"guideline", 0.6}, {"meta", 0.5},
                                  {"report", 0.3}};

// Noisy or: by document, the chance that none of the cues tells.
std::vector<double> untold(const Corpus& corpus, std::span<const TrialCue> cues, bool titles_only) {
  std::vector<double> out(corpus.size(), 1.0);
  std::vector<std::string> unknown;
  for (const TrialCue& cue : cues) {
    for (const Id id : corpus.vocabulary().find(cue.word, unknown)) {
      for (const Posting& p : corpus.index().of(id)) {
        if (titles_only) {
          const auto title = corpus.terms(p.document, 0);
          if (std::find(title.begin(), title.end(), id) == title.end()) continue;
        }
        out[p.document] *= 1 - cue.strength;
      }
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

void prefer_trials(const Corpus& corpus, double weight, std::vector<double>& scores) {
  const std::vector<double> no_trial = untold(corpus, kOfTrials, false);
  const std::vector<double> no_study = untold(corpus, kOfStudies, false);
  const std::vector<double> no_other = untold(corpus, kOfOthers, true);
  for (std::size_t d = 0; d < scores.size(); ++d) {
    const double belief = std::max(1 - no_trial[d], kStudyBelief * (1 - no_study[d]));
    scores[d] *= 1 - weight + weight * belief * no_other[d];
  }
}

}  // namespace ev::appraise
