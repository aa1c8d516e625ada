#include "pipeline/extract/extract.hpp"

#include "base/text.hpp"
#include "pipeline/extract/convert.hpp"
#include "pipeline/extract/field_match.hpp"

namespace ev::extract {

namespace {

// The last guard of the promise: a quote that does not stand at its offsets never leaves.
bool is_grounded(const doc::Document& document, const Ground& ground) {
  if (ground.quote.empty()) return false;
  if (!ground.start || !ground.end) return ground.method == "record";
  const doc::Field field = ground.text == "title" ? doc::Field::title : doc::Field::abstract;
  return text::slice(document.text(field), static_cast<std::size_t>(*ground.start),
                     static_cast<std::size_t>(*ground.end)) == ground.quote;
}

void check_grounds(const doc::Document& document, Cell& cell) {
  std::erase_if(cell.alternatives,
                [&](const Candidate& c) { return !is_grounded(document, c.ground); });
  for (const Ground& ground : cell.grounds) {
    if (is_grounded(document, ground)) continue;
    cell = Cell{.status = Status::ungrounded, .reason = "no verbatim quote supports the value"};
    return;
  }
}

}  // namespace

Extraction extract(const model::Article& article, const Schema& schema) {
  const Reading reading(article);
  Extraction out;
  out.has_text = !reading.lines().empty();
  for (const FieldSpec& field : schema.fields) {
    const Rule rule = rule_for(field);
    Cell cell;
    if (rule == nullptr) {
      cell.reason = "no rule for this field";
    } else {
      cell = to_cell(field, rule(reading));
      check_grounds(reading.document(), cell);
    }
    out.cells.emplace_back(field.name, std::move(cell));
  }
  return out;
}

}  // namespace ev::extract
