#include "pipeline/workflow/full_text_results.hpp"

#include "support/catch.hpp"
#include "support/fake_clock.hpp"

#include <chrono>
#include <string>

using namespace ev;
using synthesis::StudyResult;

namespace {

model::Article trial() {
  model::Article out;
  out.pmid = "90001";
  out.title = "Balm against placebo for sore knees: a randomized trial";
  out.abstract =
      "METHODS: In this randomized trial, 83 patients were randomly assigned to balm (n = 42) or "
      "placebo (n = 41). RESULTS: Pain was lower with balm than with placebo.";
  out.publication_types = {"Randomized Controlled Trial"};
  return out;
}

std::vector<StudyResult> rows(const std::string& tables, const model::Article& record = trial()) {
  const auto set = sources::read_jats("<article><body><sec><title>Results</title>" + tables +
                                      "</sec></body></article>");
  REQUIRE(set);
  const auto got = workflow::full_text_results(set->articles.front(), record, Context{});
  REQUIRE(got);
  return *got;
}

std::string table(const std::string& caption, const std::string& head, const std::string& body) {
  return "<table-wrap><label>Table 2</label><caption><p>" + caption +
         "</p></caption><table><thead>" + head + "</thead><tbody>" + body +
         "</tbody></table></table-wrap>";
}

const std::string kHead =
    "<tr><th>Outcome</th><th>Balm (n = 42)</th><th>Placebo (n = 41)</th><th>P</th></tr>";

}  // namespace

TEST_CASE("rows under a head that says n and labels that say what values are") {
  const auto got = rows(
      table("Outcomes at six weeks", kHead,
            "<tr><td>Pain, mean (SD)</td><td>3.1 (1.2)</td><td>4.6 (1.4)</td><td>0.01</td></tr>"
            "<tr><td>Rash</td><td>3 (7.1%)</td><td>1 (2.4%)</td><td>0.3</td></tr>"
            "<tr><td>Stiffness</td><td>3.3 ± 1.0</td><td>4.4 ± 1.1</td><td>0.3</td></tr>"));
  REQUIRE(got.size() == 2);  // what ± means is not said of the third
  CHECK(got[0].outcome == "Pain, mean (SD)");
  CHECK(got[0].intervention.mean == 3.1);
  CHECK(got[0].intervention.sd == 1.2);
  CHECK(got[0].intervention.n == 42);
  CHECK(got[0].comparator.name == "Placebo");
  CHECK(got[0].against_control);
  CHECK(got[0].randomized);
  CHECK(got[0].place == "Table 2");
  CHECK(got[0].quote ==
        "Table 2 | Pain, mean (SD) | Balm (n = 42): 3.1 (1.2) | Placebo (n = 41): 4.6 (1.4)");
  CHECK(got[1].intervention.events == 3);
  CHECK(got[1].comparator.n == 41);
}

TEST_CASE("rows without values head those below; times are no outcomes, baseline is no result") {
  const auto got = rows(table("Values are mean ± SD", kHead,
                              "<tr><td><bold>Pain</bold></td><td/><td/><td/></tr>"
                              "<tr><td>Baseline</td><td>6.0 ± 1.2</td><td>6.1 ± 1.4</td><td/></tr>"
                              "<tr><td>Week 6</td><td>3.1 ± 1.2</td><td>4.6 ± 1.4</td><td/></tr>"
                              "<tr><td><bold>Stiffness</bold></td><td/><td/><td/></tr>"
                              "<tr><td>Week 6</td><td>2.1 ± 0.2</td><td>2.6 ± 0.4</td><td/></tr>"));
  REQUIRE(got.size() == 2);
  CHECK(got[0].outcome == "Pain");
  CHECK(got[0].time == "Week 6");
  CHECK(got[0].intervention.mean == 3.1);
  CHECK(got[1].outcome == "Stiffness");
}

TEST_CASE("arms over columns of means and deviations, at two times") {
  const auto got =
      rows(table("Outcomes",
                 "<tr><th rowspan='2'/><th colspan='2'>Balm</th><th colspan='2'>Placebo</th></tr>"
                 "<tr><th>Mean</th><th>SD</th><th>Mean</th><th>SD</th></tr>",
                 "<tr><td>Pain</td><td>3.1</td><td>1.2</td><td>4.6</td><td>1.4</td></tr>"));
  REQUIRE(got.size() == 1);
  CHECK(got[0].intervention.sd == 1.2);
  CHECK(got[0].comparator.mean == 4.6);
  // The table says no n: the abstract's is taken, said, and not sure.
  CHECK(got[0].comparator.n == 41);
  REQUIRE(got[0].elsewhere.size() == 2);
  CHECK(got[0].elsewhere[1].quote == "the abstract gives the participants of Placebo");
  CHECK_FALSE(got[0].unsure.empty());
}

TEST_CASE("arms in rows") {
  const auto got =
      rows(table("Duration of pain in days", "<tr><th/><th>n</th><th>Mean</th><th>SD</th></tr>",
                 "<tr><td>Balm</td><td>40</td><td>5.1</td><td>2.2</td></tr>"
                 "<tr><td>Placebo</td><td>39</td><td>7.6</td><td>2.4</td></tr>"));
  REQUIRE(got.size() == 1);
  CHECK(got[0].outcome == "Duration of pain in days");
  CHECK(got[0].intervention.n == 40);
  CHECK(got[0].comparator.sd == 2.4);
}

TEST_CASE("an effect is taken when the arms tell which way round it is") {
  const std::string head =
      "<tr><th/><th>Balm (n = 42)</th><th>Placebo (n = 41)</th><th>OR (95% CI)</th></tr>";
  const auto got = rows(table(
      "n (%)", head,
      "<tr><td>Relief</td><td>30 (71)</td><td>12 (29)</td><td>6.0 (2.3 to 15.6)</td></tr>"
      "<tr><td>No change</td><td>20 (48)</td><td>20 (49)</td><td>1.0 (0.4 to 2.2)</td></tr>"));
  REQUIRE(got.size() == 2);
  REQUIRE(got[0].effect);
  CHECK(got[0].effect->interval.low == 2.3);
  CHECK_FALSE(got[1].effect);
}

TEST_CASE("tables of other people, and of before the treatment, give nothing") {
  CHECK(rows(table("Outcomes", "<tr><th/><th>Men (n = 40)</th><th>Women (n = 43)</th></tr>",
                   "<tr><td>Pain, mean (SD)</td><td>3 (1)</td><td>4 (1)</td></tr>"))
            .empty());
  CHECK(rows(table("Baseline characteristics", kHead,
                   "<tr><td>Age, mean (SD)</td><td>60 (8)</td><td>61 (8)</td><td/></tr>"))
            .empty());
  // Figures about both arms are no third arm.
  const auto got = rows(table(
      "Mean (SD)", "<tr><th/><th>Balm</th><th>Placebo</th><th>t</th><th>Effect size</th></tr>",
      "<tr><td>Pain</td><td>3.1 (1.2)</td><td>4.6 (1.4)</td><td>2.3 (1.1)</td><td>0.5</td></tr>"));
  CHECK(got.size() == 1);
}

TEST_CASE("two hundred tables are read within a second") {
  std::string body, all;
  for (int i = 0; i < 40; ++i) {
    body += "<tr><td>Item " + std::to_string(i) +
            ", mean (SD)</td><td>3.1 (1.2)</td><td>4.6 (1.4)</td><td>0.01</td></tr>";
  }
  for (int i = 0; i < 200; ++i) all += table("Outcomes", kHead, body);
  const auto begin = std::chrono::steady_clock::now();
  CHECK(rows(all).size() == 8000);
  // Unoptimised builds take several times as long.
  CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(20));
}

TEST_CASE("groups that only their people tell are read, and the row says that it is unsure") {
  model::Article silent;
  silent.pmid = "90002";
  silent.abstract = "Balance was trained for six weeks.";
  const std::string tables =
      table("Values are mean (SD)",
            "<tr><th rowspan=\"3\"/><th colspan=\"2\">QRS (n=15)</th><th colspan=\"2\">XYZ "
            "(n=10)</th></tr>"
            "<tr><th colspan=\"2\"><hr/></th><th colspan=\"2\"><hr/></th></tr>"
            "<tr><th>Pretest</th><th>Posttest</th><th>Pretest</th><th>Posttest</th></tr>",
            "<tr><td>Balance</td><td>1.67 (0.04)</td><td>2.80 (0.17)<sup>**</sup></td>"
            "<td>1.30 (0.24)</td><td>1.40 (0.58)</td></tr>");
  const auto got = rows(tables, silent);
  REQUIRE(got.size() == 1);
  CHECK(got[0].time == "Posttest");
  CHECK(got[0].intervention.name == "QRS");
  CHECK(got[0].intervention.mean == 2.80);
  CHECK(got[0].intervention.n == 15);
  CHECK(got[0].comparator.sd == 0.58);
  CHECK_FALSE(got[0].unsure.empty());
  // Where the record names its arms, groups of other names are none.
  CHECK(rows(tables).empty());
  // Nor are columns without people, nor men and women.
  const std::string body = "<tr><td>Angle</td><td>1.5 (0.4)</td><td>2.5 (0.4)</td></tr>";
  const std::string said = "Values are mean (SD)";
  CHECK(rows(table(said, "<tr><th/><th>Left</th><th>Right</th></tr>", body), silent).empty());
  CHECK(rows(table(said, "<tr><th/><th>Men (n=5)</th><th>Women (n=6)</th></tr>", body), silent)
            .empty());
}

TEST_CASE("people stand in a row of heads, or in the first row") {
  const std::string body = "<tr><td>Fever</td><td>8</td><td>40</td><td>20</td><td>80</td></tr>";
  const auto heads = rows(
      table("Incidence of fever",
            "<tr><th/><th colspan=\"2\">Balm</th><th colspan=\"2\">Placebo</th></tr>"
            "<tr><th>No. of patients</th><th colspan=\"2\">20</th><th colspan=\"2\">25</th></tr>"
            "<tr><th/><th>n°</th><th>%</th><th>n°</th><th>%</th></tr>",
            body));
  REQUIRE(heads.size() == 1);
  CHECK(heads[0].intervention.n == 20);
  CHECK(heads[0].intervention.events == 8);
  CHECK(heads[0].comparator.n == 25);
  CHECK(heads[0].unsure.empty());
  const auto below = rows(table("Incidence of fever, n (%)",
                                "<tr><th>Event</th><th>Balm</th><th>Placebo</th></tr>",
                                "<tr><td>Any</td><td>(n = 20)</td><td>(n = 25)</td></tr>"
                                "<tr><td>Fever</td><td>8 (40)</td><td>20 (80)</td></tr>"));
  REQUIRE(below.size() == 1);
  CHECK(below[0].intervention.n == 20);
  CHECK(below[0].comparator.events == 20);
}

TEST_CASE("what the article says of its values is asked last") {
  const std::string plus = table("Outcomes at six weeks", kHead,
                                 "<tr><td>Pain</td><td>3.1 ± 1.2 (1 to 6)</td><td>4.6 ± 1.4</td>"
                                 "<td/></tr><tr><td>Rash</td><td>3 (7.1)</td><td>1 (2.4)</td><td/>"
                                 "</tr>");
  const std::string methods = "</sec><sec><title>Statistics</title><p>";
  const auto said = rows(plus + methods + "Data are presented as mean ± SD or n (%).</p>");
  REQUIRE(said.size() == 2);
  CHECK(said[0].intervention.sd == 1.2);
  CHECK(said[1].intervention.events == 3);  // 3 (7.1) of 42 is a share, whatever is said of means
  const auto both =
      rows(plus + methods + "Data are presented as mean ± SD. Costs are given as mean ± SEM.</p>");
  REQUIRE(both.size() == 1);
  CHECK(both[0].outcome == "Rash");
}

TEST_CASE("arms in the second column of labels, under an outcome that reaches over them") {
  const auto got = rows(table(
      "Values are mean ± SD",
      "<tr><th>Outcome</th><th>Treatment</th><th>Baseline</th><th>Week 3</th></tr>",
      "<tr><td rowspan=\"2\">Pain</td><td>Balm</td><td>5.0 ± 2.0</td><td>3.0 ± 1.0</td></tr>"
      "<tr><td>Placebo</td><td>5.1 ± 2.0</td><td>4.5 ± 1.5</td></tr>"
      "<tr><td rowspan=\"2\">Stiffness</td><td>Balm</td><td>2.0 ± 1.0</td><td>1.2 ± 0.3</td></tr>"
      "<tr><td>Placebo</td><td>2.1 ± 1.0</td><td>1.9 ± 0.4</td></tr>"));
  REQUIRE(got.size() == 2);
  CHECK(got[0].outcome == "Pain");
  CHECK(got[0].time == "Week 3");
  CHECK(got[0].intervention.mean == 3.0);
  CHECK(got[0].comparator.mean == 4.5);
  CHECK(got[1].outcome == "Stiffness");
  CHECK(got[1].comparator.sd == 0.4);
}

TEST_CASE("intervals and P values in columns of their own under an arm are no second value of it") {
  const auto got = rows(table(
      "Response",
      "<tr><th/><th colspan=\"3\">Balm (n = 42)</th><th colspan=\"3\">Placebo (n = 41)</th></tr>"
      "<tr><th/><th>n (%)</th><th>95% CI</th><th>P</th><th>n (%)</th><th>95% "
      "CI</th><th>P</th></tr>",
      "<tr><td>Relief</td><td>21 (50.0)</td><td>(34.2, 65.8)</td><td>0.9</td><td>10 (24.4)</td>"
      "<td>(12.4, 40.3)</td><td>0.01</td></tr>"));
  REQUIRE(got.size() == 1);
  CHECK(got[0].intervention.events == 21);
  CHECK(got[0].comparator.events == 10);
  CHECK(got[0].comparator.n == 41);
}

TEST_CASE("what only looks like arms and their values is left") {
  // Comparisons of arms are no arms.
  CHECK(rows(table("Mean (95% CI) differences",
                   "<tr><th/><th>Balm vs placebo</th><th>Salve versus placebo</th></tr>",
                   "<tr><td>Pain</td><td>1.1 (1.0, 1.2)</td><td>0.9 (0.8, 1.1)</td></tr>"))
            .empty());
  // Nor are times with their people.
  CHECK(rows(table("Share with relief, %",
                   "<tr><th/><th>Balm (n = 42)</th><th>Follow-up 2 C3 (n = 40)</th>"
                   "<th>Follow-up 3 C4 (n = 40)</th></tr>",
                   "<tr><td>Relief</td><td>50%</td><td>60%</td><td>70%</td></tr>"))
            .empty());
  // A mean share and its deviation count nobody.
  CHECK(rows(table("Knowledge", kHead,
                   "<tr><td>Knows</td><td>62% (33%)</td><td>67% (31%)</td><td/></tr>"))
            .empty());
  // A short form explained in the notes does not say what values are.
  const std::string body = "<tr><td>From home</td><td>70 (15.6)</td><td>42 (56.7)</td><td/></tr>";
  const std::string open =
      "<table-wrap><label>Table 1</label><caption><p>Admissions</p></caption>"
      "<table><thead>" +
      kHead + "</thead><tbody>" + body + "</tbody></table><table-wrap-foot><p>";
  CHECK(rows(open + "CI, confidence interval; SD, standard deviation.</p></table-wrap-foot>"
                    "</table-wrap>")
            .empty());
  CHECK(rows(open + "Values are mean (SD).</p></table-wrap-foot></table-wrap>").size() == 1);
}
