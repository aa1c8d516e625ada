#include "pipeline/read/arms/arm_names.hpp"

#include "pipeline/read/arms/arm_tagger.hpp"
#include "pipeline/read/spans/record_features.hpp"
#include "support/catch.hpp"
#include "told.hpp"

#include <algorithm>
#include <string>

namespace ev::read {

namespace {

struct Names {
  Names(const std::string& methods, const std::string& results)
      : article(record(methods, results)) {}
  model::Article article;
  doc::RecordAnalysis analysis{article};
  std::vector<Sentence> sentences = sentences_of(analysis);
  ArmVocabulary vocabulary{analysis.document(), analysis.abbreviations()};
  std::vector<ArmPhrase> phrases =
      arm_phrases(sentences, tagged_arms(record_features(sentences)), vocabulary);
  std::vector<ArmName> names = arm_names(phrases);

  std::string shown(const ArmName& name) const {
    const ArmPhrase& phrase = best_phrase(name);
    const Sentence& s = sentences[phrase.sentence];
    return std::string(s.slice({s.tokens[phrase.first].begin, s.tokens[phrase.last - 1].end}));
  }
};

}  // namespace

TEST_CASE("phrases of one thing are one name, and names of arms are likely") {
  const Names of("Adults were randomized to fenbrol (n = 60) or placebo (n = 58).",
                 "Relapse was rarer with fenbrol than with placebo. Fenbrol was safe.");
  const ArmNames judge(of.sentences, of.names);
  std::vector<std::string> likely;
  for (std::size_t i = 0; i < of.names.size(); ++i) {
    const double odds = judge.probability(i);
    CHECK((odds >= 0 && odds <= 1));
    CHECK(judge.numbers(i).size() == judge.numbers(0).size());
    if (odds > 0.5) likely.push_back(of.shown(of.names[i]));
  }
  std::sort(likely.begin(), likely.end());
  CHECK(likely == std::vector<std::string>{"fenbrol", "placebo"});
  for (const ArmName& name : of.names) {
    double sum = 0;
    for (const ArmPhrase* phrase : name.phrases) sum += phrase->weight;
    CHECK(name.score == sum);
  }
}

}  // namespace ev::read
