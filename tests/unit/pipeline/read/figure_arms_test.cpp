#include "pipeline/read/results/figure_arms.hpp"

#include "pipeline/read/results/figure_pairs.hpp"
#include "pipeline/read/spans/record_features.hpp"
#include "support/catch.hpp"
#include "told.hpp"

#include <string>
#include <vector>

namespace ev::read {

namespace {

// The last sentence of a record of two arms with all that is read of it.
struct TwoArms {
  explicit TwoArms(const std::string& text)
      : article(record("Adults were randomized to fenbrol (n = 60) or ozalin (n = 58).", text)) {
    mentions = ArmMentions(analysis.document(), arms, analysis.abbreviations()).in(s);
    REQUIRE(arms.size() == 2);
  }
  FigureSentence of() const { return {s, figures, mentions, statistics, arms}; }

  model::Article article;
  doc::RecordAnalysis analysis{article};
  std::vector<Arm> arms = read_study(analysis).arms;
  std::vector<Sentence> sentences = sentences_of(analysis);
  RecordFeatures features = record_features(sentences);
  const Sentence& s = sentences.back();
  Statistics statistics = statistics_in(s);
  std::vector<Figure> figures =
      figures_in(s, number_roles(s, features.back(), statistics), statistics);
  std::vector<ArmMention> mentions;
};

// The likelier arm of each figure of a sentence, by its first letter.
std::string likelier(const std::string& sentence) {
  const TwoArms two(sentence);
  const FigureArms judge(two.of());
  FigureGroup group;
  for (std::size_t i = 0; i < two.figures.size(); ++i) group.push_back(i);
  std::string out;
  for (std::size_t i = 0; i < group.size(); ++i) {
    CHECK(judge.numbers(group, i, 0, {}).size() == judge.numbers(group, 0, 1, {}).size());
    const double a = judge.probability(group, i, 0, {}), b = judge.probability(group, i, 1, {});
    CHECK((a >= 0 && a <= 1 && b >= 0 && b <= 1));
    out += two.arms[a > b ? 0 : 1].name.front();
  }
  return out;
}

// The figures of a sentence that are likelier than not of one outcome: "0-1 2-3".
std::string pairs(const std::string& sentence) {
  const TwoArms two(sentence);
  const FigurePairs judge(two.of());
  std::string out;
  for (std::size_t i = 0; i < two.figures.size(); ++i) {
    for (std::size_t j = i + 1; j < two.figures.size(); ++j) {
      if (judge.probability(i, j) > 0.5)
        out += (out.empty() ? "" : " ") + std::to_string(i) + "-" + std::to_string(j);
    }
  }
  return out;
}

}  // namespace

TEST_CASE("a figure is likeliest of the arm that stands beside it") {
  CHECK(likelier("Relapse occurred in 20% of the fenbrol group and 50% of the ozalin group.") ==
        "fo");
  CHECK(likelier("Relapse occurred in 50% of the ozalin group and 20% of the fenbrol group.") ==
        "of");
  CHECK(likelier("Relapse rates with fenbrol and ozalin were 20% and 50%, respectively.") == "fo");
  CHECK(likelier("Relapse was more frequent with ozalin than with fenbrol (50% vs 20%).") == "of");
}

TEST_CASE("figures of one outcome are told from those of another") {
  CHECK(pairs("Relapse occurred in 20% with fenbrol and in 50% with ozalin.") == "0-1");
  CHECK(pairs("Relapse (20% vs 50%) and nausea (5% vs 9%) were less frequent with fenbrol than "
              "with ozalin.") == "0-1 2-3");
}

}  // namespace ev::read
