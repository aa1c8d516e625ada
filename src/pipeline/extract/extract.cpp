#include "pipeline/extract/extract.hpp"

#include "pipeline/extract/convert.hpp"
#include "pipeline/extract/results_field.hpp"
#include "pipeline/extract/rule_traits.hpp"
#include "pipeline/extract/trial_record.hpp"

#include <algorithm>

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

// "duration_weeks" takes no months: a number that the text does not state is never computed.
void keep_unit(Findings& findings, const std::string& unit) {
  const auto other = [&](const Candidate& c) { return !units_agree(c.unit, unit); };
  if (findings.candidates.empty()) return;
  const std::string stated = findings.candidates.front().text;
  if (findings.single && other(*findings.single)) findings.single.reset();
  std::erase_if(findings.candidates, other);
  if (findings.candidates.empty())
    findings.reason = "stated as \"" + stated + "\", not in " + unit + "s";
}

// Where each arm has its own value one of them is no single value of the study.
void refuse_one_of_many(Findings& findings, Rule rule) {
  const auto& all = findings.candidates;
  const bool differ = std::any_of(
      all.begin(), all.end(), [&](const Candidate& c) { return c.number != all.front().number; });
  if (traits_of(rule).by_arm && differ) findings.undecided = "several are stated";
}

Findings findings_for(const FieldSpec& field, const FieldRule& known, const RecordText& record) {
  if (auto registered = in_trial_record(known.rule, record.article())) return *registered;
  Findings findings = known.rule(record);
  if (!known.unit.empty()) keep_unit(findings, known.unit);
  if (!field.array) refuse_one_of_many(findings, known.rule);
  return findings;
}

}  // namespace

Plan plan_for(const Schema& schema) {
  Plan plan{.schema = &schema, .rules = {}};
  for (const FieldSpec& field : schema.fields) plan.rules.push_back(match_field(field));
  return plan;
}

Extraction extract(const model::Article& article, const Schema& schema) {
  return extract(article, plan_for(schema));
}

Extraction extract(const model::Article& article, const Plan& plan) {
  const RecordText record(article);
  Extraction out;
  out.has_text = !record.sentences().empty();
  for (std::size_t i = 0; i < plan.rules.size(); ++i) {
    const FieldSpec& field = plan.schema->fields[i];
    Cell cell;
    if (field.type == Type::object) {
      cell = results_cell(record);
      check_grounds(record.document(), cell);
    } else if (plan.rules[i].rule == nullptr) {
      cell.reason = plan.rules[i].reason;
    } else {
      cell = to_cell(field, findings_for(field, plan.rules[i], record));
      check_grounds(record.document(), cell);
    }
    out.cells.emplace_back(field.name, std::move(cell));
  }
  return out;
}

}  // namespace ev::extract
