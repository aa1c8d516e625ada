// Time to pool many studies and to read an article of many tables, the best of five rounds:
// synthesis_bench [STUDIES] [TABLES]
#include "base/context.hpp"
#include "pipeline/sources/jats.hpp"
#include "pipeline/synthesis/synthesis.hpp"
#include "pipeline/workflow/full_text_results.hpp"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace {

const ev::SystemClock kClock;
const ev::Context kContext{.clock = &kClock};

std::vector<ev::synthesis::StudyResult> invented_studies(int count) {
  std::vector<ev::synthesis::StudyResult> out;
  for (int i = 0; i < count; ++i) {
    ev::synthesis::StudyResult s{.id = std::to_string(i), .label = "Study", .outcome = "fever"};
    s.randomized = true;
    s.intervention = {.name = "a", .n = 40.0 + i % 90, .events = 5.0 + i % 31};
    s.comparator = {.name = "b", .n = 41.0 + i % 80, .events = 6.0 + (i * 7) % 29};
    out.push_back(std::move(s));
  }
  return out;
}

// 40 rows and 6 columns a table.
std::string invented_article(int tables) {
  std::string out =
      "<article><front><article-meta><abstract><p>We randomized 80 adults to zinc (n=40) or "
      "placebo "
      "(n=40).</p></abstract></article-meta></front><body><sec><title>Results</title>";
  for (int t = 0; t < tables; ++t) {
    out += "<table-wrap><label>Table " + std::to_string(t + 1) +
           "</label><caption><p>Outcomes, mean (SD)</p></caption><table><thead><tr><th>Outcome</th>"
           "<th>Zinc (n = 40)</th><th>Placebo (n = 40)</th><th>Difference (95% CI)</th><th>P</th>"
           "</tr></thead><tbody>";
    for (int r = 0; r < 40; ++r) {
      out += "<tr><td>Outcome " + std::to_string(r) + "</td><td>" + std::to_string(r) +
             ".5 (1.2)</td><td>" + std::to_string(r) +
             ".1 (1.4)</td><td>0.4 (-0.2 to 1.0)</td><td>0.04</td></tr>";
    }
    out += "</tbody></table></table-wrap>";
  }
  return out + "</sec></body></article>";
}

template <class Work>
double best_ms(Work work) {
  double best = 1e18;
  for (int round = 0; round < 5; ++round) {
    const auto start = std::chrono::steady_clock::now();
    work();
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
    best = took.count() < best ? took.count() : best;
  }
  return best;
}

}  // namespace

int main(int argc, char** argv) {
  const int studies = argc > 1 ? std::atoi(argv[1]) : 1000;
  const int tables = argc > 2 ? std::atoi(argv[2]) : 200;
  const auto rows = invented_studies(studies);
  double estimate = 0;
  const double pooling = best_ms([&] {
    const auto made = ev::synthesis::synthesize(rows, {}, kContext);
    estimate = made && made->pooled ? made->pooled->estimate : 0;
  });
  std::printf("%d studies pooled in %.1f ms (estimate %.4f)\n", studies, pooling, estimate);
  const std::string xml = invented_article(tables);
  std::size_t found = 0;
  const double reading = best_ms([&] {
    const auto set = ev::sources::read_jats(xml);
    if (!set) return;
    const auto& text = set->articles.front();
    ev::model::Article record{.pmid = "1"};
    record.abstract = text.sections.empty() ? "" : text.sections.front().text;
    const auto read = ev::workflow::full_text_results(text, record, kContext);
    found = read ? read->size() : 0;
  });
  std::printf("%d tables (%zu bytes) read in %.1f ms, %zu rows\n", tables, xml.size(), reading,
              found);
}
