#include "pipeline/text/sections.hpp"

#include "support/catch.hpp"

#include <string>

namespace ev::doc {

namespace {

std::string block_texts(const model::Article& article) {
  std::string out;
  for (const Block& block : blocks_of(article)) {
    if (!out.empty()) out += "|";
    out += article.abstract.substr(block.begin, block.end - block.begin);
  }
  return out;
}

}  // namespace

TEST_CASE("labels name one role, or two when they join parts") {
  CHECK(roles_of_label("METHODS") == bit(Role::methods));
  CHECK(roles_of_label("Patients and methods") == bit(Role::methods));
  CHECK(roles_of_label("MAIN OUTCOME MEASURES") == bit(Role::methods));
  CHECK(roles_of_label("CONCLUSIONS") == bit(Role::conclusions));
  CHECK(roles_of_label("METHODS AND RESULTS") == (bit(Role::methods) | bit(Role::results)));
  CHECK(roles_of_label("UNLABELLED") == 0);
}

TEST_CASE("the record's sections are used where their offsets hold") {
  model::Article a;
  a.abstract = "AIM: We asked.\nHOW: We looked. \u03B2 rose.\nRESULTS: It was so.";
  a.sections = {{"AIM", "OBJECTIVE", 5, 14}, {"HOW", "METHODS", 20, 38}, {"RESULTS", "", 48, 58}};
  CHECK(block_texts(a) == "We asked.|We looked. \u03B2 rose.|It was so.");
  CHECK(blocks_of(a)[1].roles == bit(Role::methods));
  CHECK(blocks_of(a)[2].roles == bit(Role::results));
}

TEST_CASE("sections with impossible offsets give way to the labels in the text") {
  model::Article a;
  a.abstract = "AIM: We asked.\nMETHODS: We looked.";
  for (const auto& [start, end] :
       {std::pair{6, 14}, std::pair{5, 4000}, std::pair{-1, 3}, std::pair{9, 9}}) {
    a.sections = {{"RESULTS", "", start, end}};
    CHECK(block_texts(a) == "We asked.|We looked.");
    CHECK(blocks_of(a)[1].roles == bit(Role::methods));
  }
  a.sections = {{"AIM", "", 5, 14}, {"METHODS", "", 10, 34}};
  CHECK(block_texts(a) == "We asked.|We looked.");
}

TEST_CASE("text outside the sections is kept, repeated labels are not") {
  model::Article a;
  a.abstract = "Opening words. METHODS: We looked. Closing words.";
  a.sections = {{"METHODS", "", 15, 34}};
  CHECK(block_texts(a) == "Opening words.|We looked.|Closing words.");
}

TEST_CASE("labels inside plain text are recognised in their usual forms") {
  model::Article a;
  a.abstract = "Background: It hurts. Methods: We looked. Results. It was so. CONCLUSIONS: Good.";
  CHECK(block_texts(a) == "It hurts.|We looked.|It was so.|Good.");
  a.abstract =
      "BACKGROUND Pain is common. METHODS We looked. RESULTS 12 of 20 left. CONCLUSION Good.";
  CHECK(block_texts(a) == "Pain is common.|We looked.|12 of 20 left.|Good.");
  a.abstract = "Patients slept. Results were good. Outcome was poor: nobody woke.";
  CHECK(block_texts(a) == a.abstract);
}

TEST_CASE("a label behind a closing bracket and a full stop is found") {
  model::Article a;
  a.abstract = "AIM: We asked (twice). METHODS: We looked (often). RESULTS: It was so.";
  CHECK(block_texts(a) == "We asked (twice).|We looked (often).|It was so.");
}

TEST_CASE("a semicolon behind a full stop ends a labelled section") {
  model::Article a;
  a.abstract = "We looked. ENDPOINTS: Sleep and falls.; It was so.; Tea is good.";
  CHECK(block_texts(a) == "We looked.|Sleep and falls.|It was so.; Tea is good.");
}

TEST_CASE("labels with two parts keep both roles") {
  model::Article a;
  a.abstract = "METHODS AND RESULTS: We looked and it was so.";
  CHECK(blocks_of(a).at(0).roles == (bit(Role::methods) | bit(Role::results)));
}

}  // namespace ev::doc
