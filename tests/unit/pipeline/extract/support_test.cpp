#include "pipeline/extract/support.hpp"

#include "helpers.hpp"
#include "support/catch.hpp"

namespace ev::extract {

namespace {

struct Said {
  model::Article article;
  RecordText record;
  doc::Span span;
  explicit Said(const std::string& text)
      : article(article_of(text)), record(article), span{doc::Field::abstract, 0, text.size()} {}
};

}  // namespace

TEST_CASE("numbers count with their sign and only when they lie inside") {
  const Said said("The score changed by \u22122.5 in 1,204 adults and twelve children.");
  CHECK(states_number(said.record, said.span, -2.5));
  CHECK_FALSE(states_number(said.record, said.span, 2.5));
  CHECK(states_number(said.record, said.span, 1204));
  CHECK(states_number(said.record, said.span, 12));
  CHECK_FALSE(states_number(said.record, {doc::Field::abstract, 0, 23}, -2.5));
}

TEST_CASE("words count in their order, without a negation between them") {
  const Said said("Tea did not reduce severe pain in 40 adults.");
  CHECK(states_words(said.record, said.span, "severe pains"));
  CHECK(states_words(said.record, said.span, "pain in 40 adults"));
  CHECK_FALSE(states_words(said.record, said.span, "pain severe"));
  CHECK_FALSE(states_words(said.record, said.span, "Tea did reduce pain"));
  CHECK_FALSE(states_words(said.record, said.span, "pain in 41 adults"));
  CHECK_FALSE(states_words(said.record, said.span, ""));
}

TEST_CASE("options and topics heed negation") {
  const Said said("The trial was not blinded; patients were randomly assigned.");
  CHECK_FALSE(states_option(said.record, said.span, "blinded"));
  CHECK(states_option(said.record, said.span, "not blinded"));
  CHECK(states_option(said.record, said.span, "assigned"));
  CHECK(cue_of(said.record, said.span, "blinding") == TopicCue::denied);
  CHECK(cue_of(said.record, said.span, "random assignment") == TopicCue::stated);
  CHECK(cue_of(said.record, said.span, "funding") == TopicCue::none);
}

}  // namespace ev::extract
