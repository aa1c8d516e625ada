#include "pipeline/appraise/word_stem.hpp"

#include "support/catch.hpp"

using ev::appraise::word_stem;

TEST_CASE("words lose their suffixes as English stemmers cut them") {
  struct Row {
    const char* word;
    const char* stem;
  };
  const Row rows[] = {{"caresses", "caress"},
                      {"ponies", "poni"},
                      {"ties", "tie"},
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
                      {"formative", "format"},
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
                      {"communism", "communism"},
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
                      {"archaeology", "archaeolog"},
                      {"epidemiological", "epidemiolog"},
                      {"epidemiology", "epidemiolog"},
                      {"viruses", "virus"},
                      {"generic", "generic"},
                      {"generating", "generat"},
                      {"dying", "die"},
                      {"venous", "venous"}};
  for (const Row& row : rows) {
    CAPTURE(row.word);
    CHECK(word_stem(row.word) == row.stem);
  }
}

TEST_CASE("short words, numbers and other scripts come back as they are") {
  CHECK(word_stem("is") == "is");
  CHECK(word_stem("il6s") == "il6s");
  CHECK(word_stem("β") == "β");
  CHECK(word_stem("") == "");
}
