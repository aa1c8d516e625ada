#include "pipeline/appraise/porter.hpp"

#include "support/catch.hpp"

using ev::appraise::porter_stem;

TEST_CASE("words lose their suffixes as Porter's examples do") {
  struct Row {
    const char* word;
    const char* stem;
  };
  const Row rows[] = {{"caresses", "caress"},
                      {"ponies", "poni"},
                      {"ties", "ti"},
                      {"caress", "caress"},
                      {"cats", "cat"},
                      {"feed", "feed"},
                      {"agreed", "agre"},
                      {"plastered", "plaster"},
                      {"bled", "bled"},
                      {"motoring", "motor"},
                      {"sing", "sing"},
                      {"conflated", "conflat"},
                      {"troubled", "troubl"},
                      {"sized", "size"},
                      {"hopping", "hop"},
                      {"tanned", "tan"},
                      {"falling", "fall"},
                      {"hissing", "hiss"},
                      {"fizzed", "fizz"},
                      {"failing", "fail"},
                      {"filing", "file"},
                      {"happy", "happi"},
                      {"sky", "sky"},
                      {"relational", "relat"},
                      {"conditional", "condit"},
                      {"valency", "valenc"},
                      {"digitizer", "digit"},
                      {"operator", "oper"},
                      {"feudalism", "feudal"},
                      {"decisiveness", "decis"},
                      {"hopefulness", "hope"},
                      {"callousness", "callous"},
                      {"formality", "formal"},
                      {"sensitivity", "sensit"},
                      {"sensibility", "sensibl"},
                      {"triplicate", "triplic"},
                      {"formative", "form"},
                      {"formalize", "formal"},
                      {"electrical", "electr"},
                      {"hopeful", "hope"},
                      {"goodness", "good"},
                      {"revival", "reviv"},
                      {"allowance", "allow"},
                      {"inference", "infer"},
                      {"airliner", "airlin"},
                      {"adjustable", "adjust"},
                      {"defensible", "defens"},
                      {"irritant", "irrit"},
                      {"replacement", "replac"},
                      {"adjustment", "adjust"},
                      {"dependent", "depend"},
                      {"adoption", "adopt"},
                      {"homologou", "homolog"},
                      {"communism", "commun"},
                      {"activate", "activ"},
                      {"angularity", "angular"},
                      {"homologous", "homolog"},
                      {"effective", "effect"},
                      {"bowdlerize", "bowdler"},
                      {"probate", "probat"},
                      {"rate", "rate"},
                      {"cease", "ceas"},
                      {"controll", "control"},
                      {"roll", "roll"},
                      {"archaeology", "archaeolog"}};
  for (const Row& row : rows) {
    CAPTURE(row.word);
    CHECK(porter_stem(row.word) == row.stem);
  }
}

TEST_CASE("short words, numbers and other scripts come back as they are") {
  CHECK(porter_stem("is") == "is");
  CHECK(porter_stem("il6s") == "il6s");
  CHECK(porter_stem("β") == "β");
  CHECK(porter_stem("") == "");
}
