// Our figures against those of the R package metafor (tests/oracle/metafor.R) over every data set
// of metadat that has 2×2 counts, means or effects with variances, k = 1, 2 and zero cells
// included.
#include "base/text.hpp"
#include "pipeline/synthesis/pooling.hpp"
#include "pipeline/synthesis/small_study.hpp"
#include "pipeline/synthesis/two_by_two.hpp"
#include "support/catch.hpp"

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <map>
#include <optional>
#include <string>
#include <vector>

using namespace ev::synthesis;

namespace {

constexpr double kTolerance = 1e-4;

using Row = std::vector<std::string>;

std::vector<Row> rows_of(const std::string& file) {
  const char* root = std::getenv("EV_SOURCE_DIR");
  REQUIRE(root);
  std::ifstream in(std::string(root) + "/tests/fixtures/synthesis/" + file);
  REQUIRE(in);
  std::vector<Row> out;
  std::string line;
  for (int number = 0; std::getline(in, line); ++number) {
    if (number < 2) continue;  // where it comes from; titles
    Row row;
    std::size_t from = 0;
    for (std::size_t tab; (tab = line.find('\t', from)) != std::string::npos; from = tab + 1) {
      row.push_back(line.substr(from, tab - from));
    }
    row.push_back(line.substr(from));
    out.push_back(std::move(row));
  }
  return out;
}

double number(const Row& row, std::size_t column) {
  return std::stod(row.at(column));
}

// The rows of studies.tsv by data set.
const std::map<std::string, std::vector<Row>>& studies() {
  static const auto kStudies = [] {
    std::map<std::string, std::vector<Row>> out;
    for (const Row& row : rows_of("studies.tsv")) {
      std::vector<Row>& set = out[row[0] + "\t" + row[1]];
      set.push_back(row);
    }
    return out;
  }();
  return kStudies;
}

std::string kind_of(Measure measure) {
  switch (measure) {
    case Measure::odds_ratio:
    case Measure::risk_ratio:
    case Measure::risk_difference:
      return "counts";
    case Measure::mean_difference:
    case Measure::standardized_mean_difference:
      return "moments";
    default:
      return "effects";
  }
}

Counts counts_of(const Row& r) {
  return {number(r, 2), number(r, 3), number(r, 4), number(r, 5)};
}

std::vector<Effect> effects_of(const std::string& set, Measure measure) {
  std::vector<Effect> out;
  for (const Row& r : studies().at(set + "\t" + kind_of(measure))) {
    if (measure == Measure::generic) {
      out.push_back({number(r, 2), number(r, 3)});
      continue;
    }
    const auto effect = kind_of(measure) == "counts"
                            ? effect_of(measure, counts_of(r))
                            : effect_of(measure, Moments{number(r, 2), number(r, 3), number(r, 4),
                                                         number(r, 5), number(r, 6), number(r, 7)});
    INFO(set << " " << to_string(measure));
    REQUIRE(effect);
    out.push_back(*effect);
  }
  return out;
}

struct Compared {
  std::size_t figures = 0;
  double largest = 0;
  std::vector<std::string> apart;

  void add(const Row& row, const std::string& name, double ours, const std::string& theirs) {
    if (theirs.empty()) return;
    const double expected = std::stod(theirs);
    const double gap = std::abs(ours - expected) / std::max(1.0, std::abs(expected));
    ++figures;
    largest = std::max(largest, gap);
    if (!(gap <= kTolerance)) {
      apart.push_back(row[0] + " " + row[1] + " " + row[2] + " " + row[3] + " " + name + ": " +
                      std::to_string(ours) + " against " + theirs);
    }
  }
};

void require_none_apart(const Compared& compared, std::size_t least) {
  for (const std::string& problem : compared.apart) UNSCOPED_INFO(problem);
  UNSCOPED_INFO(compared.figures << " figures, largest difference " << compared.largest);
  CHECK(compared.apart.empty());
  CHECK(compared.figures >= least);
}

}  // namespace

TEST_CASE("Pooled estimates, intervals and heterogeneity agree with metafor") {
  Compared compared;
  for (const Row& row : rows_of("fits.tsv")) {
    const Measure measure = parse_measure(row[1]).value();
    const PoolingOptions options{
        .tau2 = row[2] == "EE" ? TauMethod::common : parse_tau_method(row[2]).value(),
        .interval = row[3] == "knha" ? IntervalMethod::hksj : IntervalMethod::wald};
    const auto pooled = pool(effects_of(row[0], measure), options);
    INFO(row[0] << " " << row[1] << " " << row[2] << " " << row[3]);
    REQUIRE(pooled);
    CHECK(static_cast<double>(pooled->k) == number(row, 4));
    const std::vector<std::pair<const char*, double>> ours = {{"estimate", pooled->estimate},
                                                              {"se", pooled->se},
                                                              {"ci_low", pooled->ci.low},
                                                              {"ci_high", pooled->ci.high},
                                                              {"p", pooled->p},
                                                              {"tau2", pooled->tau2},
                                                              {"i2", pooled->i2},
                                                              {"h2", pooled->h2},
                                                              {"q", pooled->q},
                                                              {"q_p", pooled->q_p}};
    for (std::size_t i = 0; i < ours.size(); ++i) {
      compared.add(row, ours[i].first, ours[i].second, row.at(5 + i));
    }
    if (pooled->prediction) {
      compared.add(row, "pi_low", pooled->prediction->low, row.at(15));
      compared.add(row, "pi_high", pooled->prediction->high, row.at(16));
    }
  }
  require_none_apart(compared, 10'000);
}

TEST_CASE("Mantel-Haenszel and Peto estimates agree with metafor") {
  Compared compared;
  for (const Row& row : rows_of("tables.tsv")) {
    std::vector<Counts> tables;
    for (const Row& study : studies().at(row[0] + "\tcounts")) tables.push_back(counts_of(study));
    const auto pooled =
        row[2] == "Peto" ? peto(tables) : mantel_haenszel(parse_measure(row[1]).value(), tables);
    if (row[3].empty()) {
      CHECK_FALSE(pooled);
      continue;
    }
    INFO(row[0] << " " << row[1] << " " << row[2]);
    REQUIRE(pooled);
    compared.add(row, "estimate", pooled->estimate, row[3]);
    compared.add(row, "se", pooled->se, row[4]);
  }
  require_none_apart(compared, 300);
}

TEST_CASE("Egger's test and trim and fill agree with metafor") {
  Compared compared;
  for (const Row& row : rows_of("small.tsv")) {
    const std::vector<Effect> effects = effects_of(row[0], parse_measure(row[1]).value());
    INFO(row[0] << " " << row[1]);
    const auto test = egger(effects);
    REQUIRE(test);
    compared.add(row, "egger_t", test->statistic, row[2]);
    compared.add(row, "egger_p", test->p, row[3]);
    const auto filled = trim_and_fill(effects, {.tau2 = TauMethod::reml});
    REQUIRE(filled);
    CHECK(static_cast<double>(filled->filled) == number(row, 4));
    CHECK(filled->on_the_left == (row[5] == "1"));
    compared.add(row, "estimate", filled->pooled.estimate, row[6]);
    compared.add(row, "se", filled->pooled.se, row[7]);
    compared.add(row, "tau2", filled->pooled.tau2, row[8]);
  }
  require_none_apart(compared, 300);
}
