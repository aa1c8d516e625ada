// What is read of stated results, as JSON lines for scoring: stated_results FILE…, where a file is
// a study of ClinicalTrials.gov (.json) or JATS (.xml). One line a row.
#include "base/file.hpp"
#include "base/json.hpp"
#include "pipeline/sources/clinicaltrials_results.hpp"
#include "pipeline/sources/jats.hpp"
#include "pipeline/workflow/full_text_results.hpp"
#include "pipeline/workflow/registry_results.hpp"
#include "tools/synthesis_view.hpp"

#include <nlohmann/json.hpp>

#include <fstream>
#include <iostream>
#include <iterator>

namespace {

using ev::Json;
using ev::synthesis::StudyResult;

void print(const std::string& file, const std::vector<StudyResult>& rows) {
  for (const StudyResult& row : rows) {
    Json out = {{"file", file},
                {"id", row.id},
                {"outcome", row.outcome},
                {"time", row.time},
                {"intervention", ev::tools::arm_json(row.intervention)},
                {"comparator", ev::tools::arm_json(row.comparator)},
                {"place", row.place},
                {"quote", row.quote},
                {"method", row.method}};
    if (row.effect) {
      const auto& effect = row.effect->interval;
      out["effect"] = {std::string(to_string(row.effect->measure)), effect.estimate, effect.low,
                       effect.high, effect.level};
    }
    std::cout << ev::dump_json(out) << "\n";
  }
}

// As much of a record as reading its arms needs.
ev::model::Article record_of(const ev::sources::FullText& text) {
  ev::model::Article out{.pmid = text.pmid, .title = text.title, .pmcid = text.pmcid};
  for (const auto& section : text.sections) {
    if (section.part != "abstract") continue;
    if (!out.abstract.empty()) out.abstract += "\n";
    if (!section.title().empty()) out.abstract += section.title() + ": ";
    out.abstract += section.text;
  }
  return out;
}

}  // namespace

const ev::SystemClock kClock;
const ev::Context kContext{.clock = &kClock};

int main(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    const std::string file = argv[i];
    std::ifstream in(file, std::ios::binary);
    const std::string text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
    if (file.ends_with(".json")) {
      const auto results = ev::sources::parse_registry_results(text);
      if (!results) {
        std::cerr << file << ": " << results.error().message << "\n";
        continue;
      }
      print(file, ev::workflow::registry_results(*results));
      continue;
    }
    const auto set = ev::sources::read_jats(text);
    if (!set) {
      std::cerr << file << ": " << set.error().message << "\n";
      continue;
    }
    for (const ev::sources::FullText& article : set->articles) {
      const auto rows = ev::workflow::full_text_results(article, record_of(article), kContext);
      if (rows) print(file, *rows);
    }
  }
}
