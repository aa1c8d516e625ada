#include "pipeline/output/synthesis_csv.hpp"

#include "base/codec.hpp"
#include "pipeline/output/export_parts.hpp"

#include <optional>
#include <string>
#include <vector>

namespace ev::output {

namespace {

std::string number(const std::optional<double>& value) {
  // Quoted, but a sign makes no formula of a number.
  return "\"" + (value ? codec::number_text(*value) : std::string()) + "\"";
}

std::string row_of(const synthesis::Synthesis& s, const synthesis::PooledStudy& study) {
  const synthesis::ArmNumbers& a = study.study.intervention;
  const synthesis::ArmNumbers& b = study.study.comparator;
  const auto& counts = study.made.counts;
  const auto counted = [&counts](double value) {
    return counts ? std::optional(value) : std::optional<double>();
  };
  const synthesis::Counts c = counts.value_or(synthesis::Counts{});
  const std::vector<std::string> cells = {csv_cell(export_line(study.study.label)),
                                          number(counts ? counted(c.events) : a.events),
                                          number(counts ? counted(c.n) : a.n),
                                          number(counts ? counted(c.events_comparator) : b.events),
                                          number(counts ? counted(c.n_comparator) : b.n),
                                          number(a.mean),
                                          number(a.sd),
                                          number(b.mean),
                                          number(b.sd),
                                          number(study.made.effect.y),
                                          number(study.made.effect.v),
                                          csv_cell(std::string(to_string(s.measure))),
                                          number(study.weight),
                                          csv_cell(export_line(study.study.quote))};
  std::string out;
  for (std::size_t i = 0; i < cells.size(); ++i) out += (i == 0 ? "" : ",") + cells[i];
  return out + "\r\n";
}

}  // namespace

std::string metafor_csv(const synthesis::Synthesis& s) {
  std::string out =
      R"("slab","ai","n1i","ci","n2i","m1i","sd1i","m2i","sd2i","yi","vi","measure","weight","quote")"
      "\r\n";
  for (const synthesis::PooledStudy& study : s.studies) out += row_of(s, study);
  return out;
}

}  // namespace ev::output
