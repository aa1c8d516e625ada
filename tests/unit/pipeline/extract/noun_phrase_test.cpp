#include "pipeline/extract/noun_phrase.hpp"

#include "helpers.hpp"
#include "pipeline/extract/pico_support.hpp"
#include "support/catch.hpp"

namespace ev::extract {

namespace {

std::string phrases(const std::string& told) {
  const model::Article article = article_of(told);
  const RecordText record(article);
  std::string out;
  for (const Sentence& sentence : record.sentences()) {
    for (const Chunk& chunk : noun_phrases(sentence)) {
      out += (out.empty() ? "" : "|") + folded_text(sentence, chunk);
    }
  }
  return out;
}

}  // namespace

TEST_CASE("noun phrases end at function words, verbs and punctuation") {
  CHECK(phrases("The severe night pain was reduced by warm tea.") == "severe night pain|warm tea");
  CHECK(phrases("Patients treated with oral tea, juice or milk slept.") ==
        "patients|oral tea|juice|milk slept");
  CHECK(phrases("Sustained-release tea improved the quality of life.") ==
        "sustained release tea|quality|life");
  CHECK(phrases("") == "");
}

TEST_CASE("a complement follows its joint") {
  const model::Article article = article_of("The quality of the family life fell.");
  const RecordText record(article);
  const Sentence& sentence = record.sentences().front();
  const std::vector<Chunk> chunks = noun_phrases(sentence);
  REQUIRE(chunks.size() >= 2);
  const Chunk of = complement_of(sentence, chunks, 0, "of");
  CHECK(of.last > of.first);
  CHECK(complement_of(sentence, chunks, 0, "in").last == 0);
}

}  // namespace ev::extract
