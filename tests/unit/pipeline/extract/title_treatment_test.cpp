#include "pipeline/extract/title_treatment.hpp"

#include "helpers.hpp"
#include "support/catch.hpp"

namespace ev::extract {

namespace {

std::string words_of_chunk(const Sentence& sentence, const Chunk& chunk) {
  if (chunk.last <= chunk.first) return "-";
  const std::size_t begin = sentence.tokens[chunk.first].begin;
  return std::string(sentence.text.substr(begin, sentence.tokens[chunk.last - 1].end - begin));
}

std::string titled(const std::string& title) {
  const model::Article article = article_of("We studied adults.", title);
  const RecordText record(article);
  const Sentence& sentence = record.sentences().front();
  const TitleTreatments found = title_treatments(sentence);
  return words_of_chunk(sentence, found.first) + "|" + words_of_chunk(sentence, found.second);
}

}  // namespace

TEST_CASE("a title names what was tried in a few forms") {
  CHECK(titled("Effects of aspirin on sleep in adults") == "aspirin|-");
  CHECK(titled("Aspirin for the prevention of insomnia: a trial") == "Aspirin|-");
  CHECK(titled("Treatment of insomnia with melatonin tablets") == "melatonin tablets|-");
  CHECK(titled("Prednisone versus ibuprofen in gout") == "Prednisone|ibuprofen");
  CHECK(titled("Daily interruption of sedative infusions in adults") ==
        "Daily interruption of sedative infusions|-");
}

TEST_CASE("a drug behind the people, an unknown name before its effect, a class of drugs") {
  CHECK(titled("Vaginal bleeding in women taking low-dose aspirin tablets") ==
        "low-dose aspirin tablets|-");
  CHECK(titled("Zorblat effect on spasticity in adults") == "Zorblat|-");
  CHECK(titled("Beta-adrenergic blocking agents in heart failure") ==
        "Beta-adrenergic blocking agents|-");
  CHECK(titled("Early dexamethasone-attempting to prevent asthma") == "-|-");
  CHECK(titled("Weight of adults with insulin-dependent diabetes mellitus") == "-|-");
}

TEST_CASE("what follows the treatment in a title is cut off") {
  CHECK(titled("Zorblat for prevention of nausea with use of emergency pills") == "Zorblat|-");
  CHECK(titled("A trial of the implantable zorblat against aspirin").substr(0, 19) ==
        "implantable zorblat");
  CHECK(titled("Effect of zorblat inhaled by different devices on sleep") == "zorblat|-");
  CHECK(titled("Nurse management of patients with minor illnesses") == "-|-");
  CHECK(titled("Comparison of antiarrhythmic drug therapy with aspirin in adults") ==
        "antiarrhythmic drug therapy|aspirin");
  CHECK(titled("Clinical study of pain sensation in adults") == "-|-");
}

TEST_CASE("a treatment joined to what it acts on, half a name before versus") {
  CHECK(titled("Oral insulin administration and sleep duration in adults") ==
        "Oral insulin administration|-");
  CHECK(titled("Trial of therapeutic versus subtherapeutic aspirin in gout") ==
        "-|subtherapeutic "
        "aspirin");
}

TEST_CASE("a title that names a condition or half a treatment names none") {
  CHECK(titled("The treatment of insomnia in general practice") == "-|-");
  CHECK(titled("Mortality of adults with asthma in two towns") == "-|-");
  CHECK(titled("Oral versus injected vitamin therapy for gout").substr(0, 2) == "-|");
}

TEST_CASE("what is said of the treatment is no part of its name") {
  CHECK(titled("Tolerance of aspirin compared to ibuprofen in gout") == "aspirin|ibuprofen");
  CHECK(titled("First results of the aspirin versus ibuprofen trial").substr(0, 8) == "aspirin|");
  CHECK(titled("Bioequivalence of aspirin tablets in adults") == "aspirin tablets|-");
  CHECK(titled("A time-to-therapy analysis in adults") == "-|-");
}

TEST_CASE("a title that asks and one that combines name the treatment") {
  CHECK(titled("Does zorblat reduce aspirin-induced bleeding?") == "zorblat|-");
  CHECK(titled("Effect of combination ibuprofen with aspirin in adults") ==
        "combination ibuprofen with aspirin|-");
}

}  // namespace ev::extract
