#include "pipeline/workflow/gather_results.hpp"

#include "pipeline/workflow/result_conflicts.hpp"
#include "support/catch.hpp"
#include "support/sample_program.hpp"

#include <algorithm>

using namespace ev;
using synthesis::Origin;
using synthesis::StudyResult;

namespace {

StudyResult row(Origin origin, double events, const std::string& outcome = "Nausea") {
  StudyResult out{.id = "1", .outcome = outcome, .origin = origin};
  out.intervention = {.name = "balm", .n = 40, .events = events};
  out.comparator = {.name = "placebo", .n = 41, .events = 9};
  return out;
}

}  // namespace

TEST_CASE("other numbers for the same outcome and arms are marked in both rows") {
  StudyResult a = row(Origin::abstract_text, 12), b = row(Origin::registry, 14, "Nausea, n (%)");
  b.place = "NCT09990001, outcome measure 2";
  StudyResult same = row(Origin::full_text, 12), other = row(Origin::full_text, 3, "Headache");
  StudyResult later = row(Origin::full_text, 5);
  a.time = "6 weeks";
  later.time = "12 weeks";
  std::vector<StudyResult*> rows = {&a, &b, &same, &other, &later};
  workflow::mark_conflicts(rows);
  REQUIRE(a.conflicts.size() == 1);
  CHECK(a.conflicts[0] ==
        "balm: events 12 here, 14 in NCT09990001, outcome measure 2 (Nausea, n (%))");
  CHECK(std::count(b.conflicts.begin(), b.conflicts.end(),
                   "balm: events 14 here, 12 in abstract (Nausea)") == 1);
  CHECK(other.conflicts.empty());
  CHECK(later.conflicts.size() == 1);  // the registry's row tells no time
}

TEST_CASE("what is not read is said, of every place asked for") {
  test::SampleProgram sample;
  const auto& services = sample.program().services();
  model::Article article;
  article.pmid = "90000001";
  article.nct_ids = {"NCT99000001"};
  const std::vector<model::Article> articles = {article};
  const Context ctx{.clock = &services.clock};
  const auto got = workflow::gather_results(services.ports(), articles, {}, ctx);
  REQUIRE(got);
  CHECK(got->rows.empty());
  const auto unread = [&](Origin origin) {
    return std::count_if(got->unread.begin(), got->unread.end(),
                         [&](const workflow::UnreadPlace& u) { return u.origin == origin; });
  };
  CHECK(unread(Origin::full_text) == 1);
  CHECK(unread(Origin::registry) == 1);
  const auto abstracts =
      workflow::gather_results(services.ports(), articles, {true, false, false}, ctx);
  REQUIRE(abstracts);
  CHECK(abstracts->unread.empty());
}
