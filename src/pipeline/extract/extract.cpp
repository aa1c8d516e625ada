#include "pipeline/extract/extract.hpp"

#include "pipeline/extract/convert.hpp"
#include "pipeline/extract/field_match.hpp"
#include "pipeline/extract/trial_record.hpp"

namespace ev::extract {

namespace {

bool stands_at(const doc::Document& document, doc::Field field, int start, int end,
               std::string_view quote) {
  return document.slice(field, static_cast<std::size_t>(start), static_cast<std::size_t>(end)) ==
         quote;
}

// The last guard of the promise: a quote that does not stand at its offsets never leaves.
bool is_grounded(const doc::Document& document, const Ground& ground) {
  if (ground.quote.empty()) return false;
  for (const auto* beside : {&ground.long_form, &ground.arm}) {
    if (*beside &&
        !stands_at(document, (*beside)->field, (*beside)->start, (*beside)->end, (*beside)->text)) {
      return false;
    }
  }
  if (!ground.start || !ground.end) return ground.method == "record";
  const doc::Field field = ground.text == "title" ? doc::Field::title : doc::Field::abstract;
  return stands_at(document, field, *ground.start, *ground.end, ground.quote);
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

Plan plan_for(const Schema& schema) {
  Plan plan{.schema = &schema, .rules = {}};
  for (const FieldSpec& field : schema.fields) plan.rules.push_back(rule_for(field));
  return plan;
}

Extraction extract(const model::Article& article, const Schema& schema) {
  return extract(article, plan_for(schema));
}

Extraction extract(const model::Article& article, const Plan& plan) {
  const Reading reading(article);
  Extraction out;
  out.has_text = !reading.lines().empty();
  for (std::size_t i = 0; i < plan.rules.size(); ++i) {
    const FieldSpec& field = plan.schema->fields[i];
    Cell cell;
    if (plan.rules[i] == nullptr) {
      cell.reason = "no rule for this field";
    } else {
      auto registered = in_trial_record(plan.rules[i], article);
      cell = to_cell(field, registered ? *std::move(registered) : plan.rules[i](reading));
      check_grounds(reading.document(), cell);
    }
    out.cells.emplace_back(field.name, std::move(cell));
  }
  return out;
}

}  // namespace ev::extract
