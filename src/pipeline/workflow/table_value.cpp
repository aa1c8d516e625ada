#include "pipeline/workflow/table_value.hpp"

namespace ev::workflow {

using synthesis::ArmNumbers;

namespace {

ValueWords with_part(ValueWords words, Part part) {
  words.mean = words.mean || part == Part::mean;
  words.percent = words.percent || part == Part::percent;
  words.count = words.count || part == Part::n;
  return words;
}

}  // namespace

void ValueParts::add(Part part, const std::string& text, const ValueWords& words) {
  twice_ = twice_ || !cells_.emplace(part, std::pair{read_cell(text), words}).second;
  if (!text.empty()) shown_ += (shown_.empty() ? "" : " | ") + text;
}

std::optional<Stated> ValueParts::stated(std::array<ValueWords, 4> said, std::optional<double> n,
                                         const ValueWords& article) const {
  if (twice_) return std::nullopt;
  const bool spread = there(Part::sd) || there(Part::se);
  const bool other = there(Part::whole) || there(Part::mean) || there(Part::percent);
  if (const PrintedCell* people = number(Part::n); people != nullptr && other) {
    if (!there(Part::percent)) n = people->first.value;
  }
  std::optional<ArmNumbers> out;
  if (const PrintedCell* mean = number(Part::mean); mean != nullptr && spread) {
    out = mean_and_spread(*mean, n);
  } else if (there(Part::n) && there(Part::percent)) {
    out = count_and_percent(n);
  } else if (const auto cell = only(); cell != cells_.end()) {
    said[0] = said[0].says_spread() ? said[0] : with_part(said[0], cell->first);
    said[1] = cell->second.second;
    out = arm_numbers(cell->second.first, said, n, article);
  }
  if (!out) return std::nullopt;
  return Stated{*std::move(out), shown_};
}

const PrintedCell* ValueParts::number(Part part) const {
  const auto it = cells_.find(part);
  const bool plain = it != cells_.end() && it->second.first.shape == PrintedCell::Shape::number;
  return plain ? &it->second.first : nullptr;
}

// The one cell that states a value by itself.
ValueParts::Cells::const_iterator ValueParts::only() const {
  for (const Part part : {Part::whole, Part::mean, Part::percent, Part::n}) {
    if (const auto it = cells_.find(part); it != cells_.end()) return it;
  }
  return cells_.end();
}

std::optional<ArmNumbers> ValueParts::mean_and_spread(const PrintedCell& mean,
                                                      std::optional<double> n) const {
  if (there(Part::sd) && there(Part::se)) return std::nullopt;
  const PrintedCell* spread = number(there(Part::sd) ? Part::sd : Part::se);
  if (spread == nullptr || spread->first.value < 0) return std::nullopt;
  ArmNumbers out{.n = n, .mean = mean.first.value};
  (there(Part::sd) ? out.sd : out.se) = spread->first.value;
  return out;
}

std::optional<ArmNumbers> ValueParts::count_and_percent(std::optional<double> n) const {
  const PrintedCell* count = number(Part::n);
  const PrintedCell* share = number(Part::percent);
  if (count == nullptr || share == nullptr) return std::nullopt;
  PrintedCell cell = *count;
  cell.shape = PrintedCell::Shape::bracket;
  cell.second = share->first;
  cell.second_percent = true;
  return arm_numbers(cell, {}, n);
}

}  // namespace ev::workflow
