#include "pipeline/query_gen/diagnosis.hpp"

#include "pipeline/mesh/memory_vocabulary.hpp"
#include "sample_probe.hpp"
#include "support/catch.hpp"

namespace ev::query_gen {

namespace {

struct Ask {
  ListProbe probe{three_articles()};
  ZeroHits operator()(const char* query, const char* range = "") {
    probe.asked.clear();
    const auto found =
        zero_hit_diagnosis(probe.function(), mesh::built_in(), query, Context{}, range);
    INFO(query);
    REQUIRE(found);
    CHECK(probe.asked.size() <= kMostProbes);
    return *found;
  }
};

}  // namespace

TEST_CASE("a conjunct that finds nothing is named and left out") {
  Ask ask;
  const ZeroHits z = ask("metformin[tiab] AND zebrafish[tiab]");
  CHECK(z.culprit == "zebrafish[tiab]");
  CHECK(z.explanation == "`zebrafish[tiab]` finds nothing by itself; relaxed, the query finds 2.");
  CHECK(z.relaxed_query == "metformin[tiab]");
  CHECK(z.relaxed_count == 2);
  CHECK(z.parts.size() == 2);
}

TEST_CASE("a phrase that does not occur is tried as words first") {
  Ask ask;
  const ZeroHits z = ask("metformin[tiab] AND \"disease alzheimer\"[tiab]");
  CHECK(z.relaxed_query == "metformin[tiab] AND disease[tiab] AND alzheimer[tiab]");
  CHECK(z.relaxed_count == 1);
}

TEST_CASE("limits are given up before the subject") {
  Ask ask;
  const ZeroHits z = ask("carvedilol[tiab] AND \"heart failure\"[tiab] AND 2020:2022[dp]");
  CHECK(z.culprit == "2020:2022[dp]");
  CHECK(z.relaxed_query == "carvedilol[tiab] AND \"heart failure\"[tiab]");
  CHECK(z.explanation.find("nothing is left together with") != std::string::npos);
}

TEST_CASE("a date range that leaves nothing is named; the query to try is the one without it") {
  Ask ask;
  const ZeroHits never = ask("carvedilol", "1850:1851[dp]");
  CHECK(never.culprit == "1850:1851[dp]");
  CHECK(never.relaxed_query == "carvedilol");
  CHECK(never.without_range);
  CHECK(never.explanation ==
        "the date range `1850:1851[dp]` finds nothing by itself; without it (leave out "
        "date_range) the query finds 1.");
  const ZeroHits other = ask("carvedilol NOT alzheimer[tiab]", "2020:2022[dp]");
  CHECK(other.culprit == "2020:2022[dp]");
  CHECK(other.relaxed_query == "carvedilol NOT alzheimer[tiab]");
  CHECK(other.explanation.find("leave out date_range") != std::string::npos);
  const ZeroHits kept = ask("metformin[tiab] AND zebrafish[tiab]", "2024:2024[dp]");
  CHECK(kept.culprit == "zebrafish[tiab]");
  CHECK_FALSE(kept.without_range);
  CHECK(kept.relaxed_count == 1);  // counted within the range
}

TEST_CASE("of conjuncts that each find something, the one whose removal gives hits is named") {
  Ask ask;
  const ZeroHits z = ask("metformin[tiab] AND heart[tiab] AND failure[tiab] AND alzheimer[tiab]");
  CHECK(z.culprit == "alzheimer[tiab]");
  CHECK(z.relaxed_query == "metformin[tiab] AND heart[tiab] AND failure[tiab]");
  CHECK(z.relaxed_count == 1);
  CHECK(z.parts.size() == 4);
  const ZeroHits five =
      ask("adults[tiab] AND metformin[tiab] AND in[tiab] AND alzheimer[tiab] AND 2015[dp]");
  CHECK(five.culprit == "2015[dp]");
  // The rarest conjunct is the drug; it is left out last.
  CHECK(ask("carvedilol[tiab] AND metformin[tiab] AND heart[tiab]").culprit == "metformin[tiab]");
}

TEST_CASE("a NOT that removes everything is named") {
  Ask ask;
  const ZeroHits z = ask("carvedilol[tiab] NOT \"heart failure\"[tiab]");
  CHECK(z.culprit == "NOT \"heart failure\"[tiab]");
  CHECK(z.relaxed_query == "carvedilol[tiab]");
}

TEST_CASE("without a better query none is made up") {
  Ask ask;
  CHECK(ask("zebrafish[tiab]").relaxed_query.empty());
  CHECK(ask("zebrafish[tiab] AND unicorn[tiab]").relaxed_query.empty());
  ask("a1 AND b1 AND c1 AND d1 AND e1 AND f1 AND g1 AND h1");
  CHECK_FALSE(zero_hit_diagnosis(ProbeFn{}, mesh::built_in(), "a1", Context{}));
  CHECK_FALSE(zero_hit_diagnosis(ask.probe.function(), mesh::built_in(), "(a1", Context{}));
}

TEST_CASE("a failed count is the error") {
  const ProbeFn broken = [](std::span<const std::string> queries, const Context&) {
    return std::vector<Result<search::Probe>>(queries.size(), Error{.code = Errc::timeout});
  };
  const auto z = zero_hit_diagnosis(broken, mesh::built_in(), "a1 AND b1", Context{});
  REQUIRE_FALSE(z);
  CHECK(z.error().code == Errc::timeout);
}

}  // namespace ev::query_gen
