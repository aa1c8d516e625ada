#include "pipeline/extract/convert.hpp"

#include "base/text.hpp"
#include "pipeline/extract/rules.hpp"

#include <algorithm>
#include <cmath>

namespace ev::extract {

namespace {

constexpr std::size_t kAlternatives = 3;

struct Choice {
  std::string_view word;
  std::string_view stands_for;
};

// Short forms that callers put into enums.
constexpr Choice kShortForms[] = {{"rct", "randomized controlled trial"},
                                  {"sr", "systematic review"},
                                  {"ma", "meta-analysis"},
                                  {"observational", "cohort study"},
                                  {"observational", "case-control study"},
                                  {"observational", "cross-sectional study"},
                                  {"preclinical", "animal study"},
                                  {"preclinical", "in vitro study"},
                                  {"up", "increased"},
                                  {"positive", "increased"},
                                  {"increase", "increased"},
                                  {"down", "decreased"},
                                  {"negative", "decreased"},
                                  {"decrease", "decreased"},
                                  {"none", "no_difference"},
                                  {"null", "no_difference"},
                                  {"no effect", "no_difference"},
                                  {"no change", "no_difference"},
                                  {"both", kBothSexes},
                                  {"mixed", kBothSexes},
                                  {"all", kBothSexes},
                                  {"any", kBothSexes},
                                  {"men and women", kBothSexes},
                                  {"women and men", kBothSexes},
                                  {"both sexes", kBothSexes},
                                  {"women", "female"},
                                  {"f", "female"},
                                  {"men", "male"},
                                  {"m", "male"}};

std::vector<std::string> words_of(std::string_view s) {
  std::string spaced(s);
  std::replace(spaced.begin(), spaced.end(), '_', ' ');
  std::vector<std::string> out;
  for (doc::Token& token : doc::tokenize(spaced)) out.push_back(std::move(token.folded));
  return out;
}

// All words of the option occur in the text ("cohort" in "cohort study").
bool names(std::string_view text, std::string_view option) {
  const std::vector<std::string> have = words_of(text);
  const std::vector<std::string> want = words_of(option);
  return !want.empty() && std::all_of(want.begin(), want.end(), [&](const std::string& word) {
    return std::any_of(have.begin(), have.end(), [&](const std::string& w) {
      return w == word || (word.size() > 3 && w.size() > 3 && (w + "s" == word || word + "s" == w));
    });
  });
}

std::optional<std::string> option_for(const FieldSpec& field, const Candidate& candidate) {
  const std::string* best = nullptr;
  const bool both = candidate.text == kBothSexes;
  for (const std::string& option : field.options) {
    // "female" names only one of them.
    const bool whole = !both || (names(option, "female") && names(option, "male"));
    if (whole && names(candidate.text, option) && (best == nullptr || option.size() > best->size()))
      best = &option;
  }
  if (best != nullptr) return *best;
  for (const Choice& choice : kShortForms) {
    if (text::fold(candidate.text) != choice.stands_for) continue;
    for (const std::string& option : field.options) {
      if (text::fold(option) == choice.word) return option;
    }
  }
  if (!candidate.flag) return std::nullopt;
  for (const std::string& option : field.options) {
    const std::string folded = text::fold(option);
    if (folded == "yes" || folded == "true") {
      if (*candidate.flag) return option;
    } else if ((folded == "no" || folded == "false") && !*candidate.flag) {
      return option;
    }
  }
  return std::nullopt;
}

struct Converted {
  model::Value value;
  std::string problem;  // why it does not fit
};

Converted convert(const FieldSpec& field, const Candidate& candidate) {
  if (!field.options.empty()) {
    if (auto option = option_for(field, candidate)) return {*std::move(option), {}};
    return {{}, "\"" + text::ellipsize(candidate.text, 80) + "\" is none of the allowed values"};
  }
  switch (field.type) {
    case Type::string:
      return {candidate.text, {}};
    case Type::boolean:
      if (candidate.flag) return {*candidate.flag, {}};
      return {true, {}};  // what the field names is stated
    case Type::object:
      return {{}, "no object is read for this field"};
    case Type::number:
    case Type::integer:
      break;
  }
  if (!candidate.number) return {{}, "no number is stated"};
  const double number = *candidate.number;
  if (number < field.minimum || number > field.maximum)
    return {{}, "the stated number is out of range"};
  if (number == std::floor(number) && std::abs(number) < 9e15) {
    return {static_cast<std::int64_t>(number), {}};
  }
  if (field.type == Type::integer) return {{}, "the stated number is not an integer"};
  return {number, {}};
}

bool same_arm(const Ground& a, const Ground& b) {
  return a.arm.has_value() == b.arm.has_value() && (!a.arm || a.arm->start == b.arm->start);
}

// The same value is taken once, or once for each arm.
bool is_there(const Cell& cell, const model::Value::Array& values, const model::Value& value,
              const Ground& ground) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (values[i] == value && same_arm(cell.grounds[i], ground)) return true;
  }
  return false;
}

void fill_array(Cell& cell, const FieldSpec& field, std::vector<Candidate>& candidates,
                bool each_counts) {
  model::Value::Array values;
  for (Candidate& candidate : candidates) {
    Converted converted = convert(field, candidate);
    if (converted.value.is_null()) {
      cell.reason = converted.problem;
      if (cell.alternatives.size() < kAlternatives)
        cell.alternatives.push_back(std::move(candidate));
      continue;
    }
    if (!each_counts && is_there(cell, values, converted.value, candidate.ground)) continue;
    values.push_back(std::move(converted.value));
    cell.grounds.push_back(std::move(candidate.ground));
  }
  if (values.empty()) {
    cell.status = Status::invalid;
    return;
  }
  cell.status = Status::found;
  cell.reason.clear();
  cell.value = std::move(values);
}

void fill_scalar(Cell& cell, const FieldSpec& field, std::vector<Candidate>& candidates) {
  for (Candidate& candidate : candidates) {
    if (cell.status == Status::found) {
      if (cell.alternatives.size() < kAlternatives)
        cell.alternatives.push_back(std::move(candidate));
      continue;
    }
    Converted converted = convert(field, candidate);
    if (converted.value.is_null()) {
      if (cell.reason.empty()) cell.reason = converted.problem;
      if (cell.alternatives.size() < kAlternatives)
        cell.alternatives.push_back(std::move(candidate));
      continue;
    }
    cell.status = Status::found;
    cell.value = std::move(converted.value);
    cell.unit = candidate.unit;
    cell.grounds.push_back(std::move(candidate.ground));
    for (Ground& ground : candidate.more) cell.grounds.push_back(std::move(ground));
  }
  if (cell.status != Status::found) {
    cell.status = Status::invalid;
    // "P = NS" has no number: nothing invalid was said.
    if (cell.reason == "no number is stated") cell.status = Status::not_stated;
    return;
  }
  cell.reason.clear();
}

}  // namespace

Cell to_cell(const FieldSpec& field, Findings findings) {
  Cell cell;
  if (findings.single && !field.array) {
    if (!convert(field, *findings.single).value.is_null()) findings.undecided.clear();
    std::erase_if(findings.candidates,
                  [&](const Candidate& c) { return c.text == findings.single->text; });
    findings.candidates.insert(findings.candidates.begin(), *std::move(findings.single));
  }
  if (findings.candidates.empty()) {
    cell.reason = findings.reason.empty() ? "not stated in title, abstract or record fields"
                                          : findings.reason;
    return cell;
  }
  if (field.array) {
    fill_array(cell, field, findings.candidates, findings.each_counts);
  } else if (!findings.undecided.empty()) {
    cell.reason = findings.undecided + "; what else is stated are alternatives";
    const std::size_t kept = std::min(kAlternatives, findings.candidates.size());
    for (std::size_t i = 0; i < kept; ++i)
      cell.alternatives.push_back(std::move(findings.candidates[i]));
  } else {
    fill_scalar(cell, field, findings.candidates);
  }
  if (cell.status == Status::found) cell.reason = std::move(findings.caveat);
  if (cell.status == Status::found && !findings.conflict.empty()) {
    cell.status = Status::conflict;
    cell.reason = std::move(findings.conflict);
  }
  return cell;
}

}  // namespace ev::extract
