#include "pipeline/read/results/figure_arms.hpp"

#include "support/catch.hpp"
#include "told.hpp"

#include <string>
#include <vector>

namespace ev::read {

namespace {

// The likelier arm of each figure of a sentence, by its first letter.
std::string likelier(const std::string& sentence) {
  const model::Article article =
      record("Adults were randomized to fenbrol (n = 60) or ozalin (n = 58).", sentence);
  const doc::RecordAnalysis analysis(article);
  const std::vector<Arm> arms = read_study(analysis).arms;
  if (arms.size() != 2) return "no arms";
  const std::vector<Sentence> sentences = sentences_of(analysis);
  const Sentence& s = sentences.back();
  const Statistics statistics = statistics_in(s);
  const std::vector<Figure> figures = figures_in(s, statistics);
  const std::vector<ArmMention> mentions =
      ArmMentions(analysis.document(), arms, analysis.abbreviations()).in(s);
  const FigureArms judge({s, figures, mentions, statistics, arms});
  std::string out;
  for (std::size_t i = 0; i < figures.size(); ++i) {
    CHECK(judge.numbers(i, 0, {}).size() == judge.numbers(0, 1, {}).size());
    const double a = judge.probability(i, 0, {}), b = judge.probability(i, 1, {});
    CHECK((a >= 0 && a <= 1 && b >= 0 && b <= 1));
    out += arms[a > b ? 0 : 1].name.front();
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

}  // namespace ev::read
