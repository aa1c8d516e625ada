#include "pipeline/workflow/asked_comparison.hpp"

#include "support/catch.hpp"

using namespace ev;
using namespace ev::workflow;

namespace {

ComparisonFit fit(const char* question, const char* first, const char* second,
                  bool control = false) {
  synthesis::StudyResult s{.id = "1"};
  s.intervention.name = first;
  s.comparator.name = second;
  return fit_of(question::read_question(question), s, control);
}

}  // namespace

TEST_CASE("Arms fit when they differ in what is asked for") {
  const char* q = "Is omeprazole better than ranitidine for healing?";
  CHECK(fit(q, "omeprazole 20 mg", "ranitidine group") == ComparisonFit::as_asked);
  CHECK(fit(q, "ranitidine", "omeprazole") == ComparisonFit::turned);
  CHECK(fit(q, "pantoprazole", "ranitidine") == ComparisonFit::other);
  CHECK(fit(q, "omeprazole", "placebo") == ComparisonFit::other);
  CHECK(fit(q, "omeprazole and amoxicillin", "ranitidine") == ComparisonFit::other);
  CHECK(fit(q, "omeprazole and amoxicillin", "ranitidine and amoxicillin") ==
        ComparisonFit::as_asked);
  CHECK(fit(q, "omeprazole 20 mg", "omeprazole 40 mg") == ComparisonFit::other);
}

TEST_CASE("A member of a class that is asked for fits, and two members are two treatments") {
  CHECK(fit("Do beta blockers reduce mortality compared with placebo?", "carvedilol", "placebo") ==
        ComparisonFit::as_asked);
  CHECK(fit("Is carvedilol better than metoprolol for mortality?", "metoprolol", "carvedilol") ==
        ComparisonFit::turned);
  CHECK(fit("Do beta blockers reduce mortality compared with placebo?", "carvedilol",
            "metoprolol") == ComparisonFit::other);
}

TEST_CASE("Without a comparator in the question only a control fits") {
  const char* q = "Does sumatriptan relieve headache?";
  CHECK(fit(q, "sumatriptan", "placebo") == ComparisonFit::as_asked);
  CHECK(fit(q, "placebo", "sumatriptan") == ComparisonFit::turned);
  CHECK(fit(q, "sumatriptan", "ibuprofen") == ComparisonFit::other);
  CHECK(fit(q, "sumatriptan", "usual care", true) == ComparisonFit::as_asked);
}

TEST_CASE("A placebo that is asked for is a placebo") {
  const char* q = "Does sumatriptan relieve headache compared with placebo?";
  CHECK(fit(q, "sumatriptan", "placebo group", true) == ComparisonFit::as_asked);
  CHECK(fit(q, "sumatriptan", "no treatment", true) == ComparisonFit::other);
}

TEST_CASE("An outcome has the words asked for, at the time asked for, and not the opposite") {
  CHECK(is_outcome("pain", "pain at rest"));
  CHECK(is_outcome("rates of relapse", "relapses"));
  CHECK(is_outcome("pain free at 2 hours", "pain-free patients", "2 h"));
  CHECK_FALSE(is_outcome("pain free at 2 hours", "pain-free patients", "24 h"));
  CHECK_FALSE(is_outcome("pain", "pain relief"));
  CHECK_FALSE(is_outcome("mortality", "composite endpoint of mortality or admission"));
  CHECK(is_outcome("mortality or admission", "composite endpoint of mortality or admission"));
  CHECK_FALSE(is_outcome("pain", "nausea"));
  CHECK_FALSE(is_outcome("", "pain"));
}
