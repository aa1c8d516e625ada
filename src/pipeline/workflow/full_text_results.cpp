#include "pipeline/workflow/full_text_results.hpp"

#include "base/text.hpp"
#include "pipeline/extract/design.hpp"
#include "pipeline/workflow/study_results.hpp"
#include "pipeline/workflow/table_layout.hpp"
#include "pipeline/workflow/table_results.hpp"

#include <map>
#include <optional>
#include <utility>

namespace ev::workflow {

namespace {

using synthesis::ArmNumbers;
using synthesis::StudyResult;

// The people of arms by their names, as heads of all tables give them.
class ArmSizes {
 public:
  void add(const sources::Table& table, const TableArms& arms) {
    const auto layout = layout_of(table, arms);
    if (!layout) return;
    for (const TableArm& arm : layout->arms) {
      if (!arm.n) continue;
      const auto [it, fresh] = sizes_.try_emplace(text::fold(arm.name), Size{*arm.n, table.label});
      if (!fresh && it->second.n != *arm.n) it->second.n.reset();
    }
  }

  // Gives `arm` its people and says where they stand; "" when nothing was done.
  std::string complete(ArmNumbers& arm, const TableArms& arms) const {
    if (arm.n) return "";
    if (const auto it = sizes_.find(text::fold(arm.name)); it != sizes_.end()) {
      // Tables differ: of whom this one is, is not known.
      if (!it->second.n) return "";
      return take(arm, *it->second.n, it->second.table.empty() ? "a table" : it->second.table);
    }
    const auto known = arms.named_by(arm.name);
    if (!known || !known->arm) return "";
    const auto& n = arms.reading().arms[*known->arm].n;
    return n ? take(arm, *n, "the abstract") : "";
  }

 private:
  struct Size {
    std::optional<double> n;
    std::string table;
  };

  static std::string take(ArmNumbers& arm, double n, const std::string& from) {
    if (arm.events && *arm.events > n) return "";
    arm.n = n;
    return from + " gives the participants of " + arm.name;
  }

  std::map<std::string, Size> sizes_;
};

void complete(StudyResult& row, const ArmSizes& sizes, const TableArms& arms) {
  const std::pair<const char*, ArmNumbers*> both[] = {{"intervention.n", &row.intervention},
                                                      {"comparator.n", &row.comparator}};
  for (const auto& [cell, arm] : both) {
    std::string said = sizes.complete(*arm, arms);
    if (said.empty()) continue;
    row.elsewhere.push_back({cell, std::move(said)});
    row.unsure = "its table does not say how many participants it counts";
  }
}

// What the article says of its values, outside its tables.
ValueWords words_of(const sources::FullText& text) {
  std::string whole;
  for (const sources::FullTextSection& section : text.sections) {
    if (section.part == "body") whole += section.text + ". ";
  }
  return words_of_article(whole);
}

}  // namespace

Result<std::vector<StudyResult>> full_text_results(const sources::FullText& text,
                                                   const model::Article& article,
                                                   const Context& ctx) {
  const TableArms arms(article);
  ArmSizes sizes;
  for (const sources::Table& table : text.tables) {
    EV_CHECK(ctx.check());
    sizes.add(table, arms);
  }
  const ValueWords said = words_of(text);
  const bool randomized = extract::study_design(article) == "randomized controlled trial";
  const std::string design = unlike_parallel(article);
  std::vector<StudyResult> out;
  for (const sources::Table& table : text.tables) {
    EV_CHECK(ctx.check());
    for (StudyResult& row : table_results(table, arms, said)) {
      row.id = model::item_id(article);
      row.label = study_label(article);
      row.randomized = randomized;
      row.unlike_parallel = design;
      row.registrations = article.nct_ids;
      complete(row, sizes, arms);
      out.push_back(std::move(row));
    }
  }
  return out;
}

}  // namespace ev::workflow
