#include "pipeline/extract/grounding.hpp"

#include "base/text.hpp"
#include "pipeline/extract/convert.hpp"
#include "pipeline/extract/field_match.hpp"
#include "pipeline/extract/support.hpp"
#include "pipeline/text/fold_map.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace ev::extract {

namespace {

constexpr double kAgreed = 0.95;   // rules and model say the same of the same words
constexpr double kProposed = 0.7;  // the model alone

constexpr std::size_t kMostPlaces = 12;  // a short quote may stand in several

// Where the quote stands, in the abstract first.
std::vector<doc::Span> places_of(const RecordText& record, std::string_view quote) {
  const doc::FoldMap folded(quote);
  std::vector<doc::Span> out;
  for (const doc::Field field : {doc::Field::abstract, doc::Field::title}) {
    const std::string_view whole = record.document().text(field);
    for (const auto& [begin, end] : doc::FoldMap(whole).find_all(folded, kMostPlaces)) {
      out.push_back({field, text::byte_of(whole, begin), text::byte_of(whole, end)});
    }
  }
  return out;
}

bool overlaps(const Ground& ground, const doc::Quote& quote) {
  return ground.start && ground.end && ground.text == doc::to_string(quote.field) &&
         *ground.start < quote.end && quote.start < *ground.end;
}

// What a candidate of a rule is as a value of the field; null when it does not fit.
model::Value value_of(const FieldSpec& item, Candidate candidate) {
  Findings one;
  one.candidates.push_back(std::move(candidate));
  return to_cell(item, std::move(one)).value;
}

bool same_value(const model::Value& a, const model::Value& b) {
  if (a.is_number() && b.is_number()) return a.number() == b.number();
  if (a.is_string() && b.is_string()) return text::fold(a.string()) == text::fold(b.string());
  return a == b;
}

class ProposalCheck {
 public:
  ProposalCheck(const RecordText& record, const FieldSpec& field, std::string_view method)
      : record_(record), item_(field), method_(method), rule_(rule_for(field)) {
    item_.array = false;
  }

  struct Verdict {
    model::Value value{};
    Ground ground{};
    Status status = Status::found;
    std::string member{};  // of the proposal that is wrong: "value" or "quote"
    std::string message{};
    std::string hint{};
  };

  Verdict check(const Json& proposed) {
    const auto value = proposed.find("value");
    const auto quote = proposed.find("quote");
    if (value == proposed.end() || value->is_null()) return {.status = Status::not_stated};
    Verdict out = typed(*value);
    if (out.status != Status::found) return out;
    if (quote == proposed.end() || !quote->is_string() ||
        text::trim(quote->get<std::string>()).empty())
      return ungrounded("quote", "is missing", "copy the words of the text that state the value");
    const std::vector<doc::Span> places = places_of(record_, quote->get<std::string>());
    if (places.empty()) {
      return ungrounded("quote", "does not stand in title or abstract",
                        "copy it from the text character by character, without leaving words out");
    }
    // Any place that says the value will do; the first one's problem is told otherwise.
    std::optional<Verdict> first;
    for (const doc::Span& place : places) {
      Verdict verdict = grounded(out, place);
      if (verdict.status == Status::found) return verdict;
      if (!first) first = std::move(verdict);
    }
    return *std::move(first);
  }

 private:
  static Verdict wrong(Status status, std::string member, std::string message, std::string hint) {
    Verdict out{.status = status};
    out.member = std::move(member);
    out.message = std::move(message);
    out.hint = std::move(hint);
    return out;
  }
  static Verdict ungrounded(std::string member, std::string message, std::string hint) {
    return wrong(Status::ungrounded, std::move(member), std::move(message), std::move(hint));
  }
  static Verdict invalid(std::string message, std::string hint) {
    return wrong(Status::invalid, "value", std::move(message), std::move(hint));
  }

  Verdict typed(const Json& value) const {
    Verdict out;
    if (!item_.options.empty()) return typed_option(value);
    switch (item_.type) {
      case Type::string:
        if (!value.is_string() || text::trim(value.get<std::string>()).empty())
          return invalid("must be a string", "send the words of the quote");
        out.value = value.get<std::string>();
        return out;
      case Type::boolean:
        if (!value.is_boolean()) return invalid("must be true or false", "send a boolean");
        out.value = value.get<bool>();
        return out;
      case Type::object:
        return invalid("is read by rules alone", "leave the field out");
      case Type::number:
      case Type::integer:
        break;
    }
    if (!value.is_number()) return invalid("must be a number", "send digits without a unit");
    const double number = value.get<double>();
    const bool whole = number == std::floor(number) && std::abs(number) < 9e15;
    if (number < item_.minimum || number > item_.maximum)
      return invalid("is out of the range of the schema", "send null when the text says no other");
    if (item_.type == Type::integer && !whole)
      return invalid("must be an integer", "send null when the text states none");
    if (whole) {
      out.value = static_cast<std::int64_t>(number);
    } else {
      out.value = number;
    }
    return out;
  }

  Verdict typed_option(const Json& value) const {
    Verdict out;
    const bool known =
        value.is_string() && std::find(item_.options.begin(), item_.options.end(),
                                       value.get<std::string>()) != item_.options.end();
    if (!known)
      return invalid("is none of the allowed values",
                     "use one of " + text::join(item_.options, ", "));
    out.value = value.get<std::string>();
    return out;
  }

  Verdict grounded(Verdict out, const doc::Span& span) {
    out.ground = ground_at(record_, span, kProposed);
    out.ground.method = method_;
    if (rules_agree(out)) {
      out.ground.confidence = kAgreed;
      return out;
    }
    std::string problem = unsupported(out.value, span);
    if (problem.empty()) return out;
    return ungrounded("value", std::move(problem),
                      "quote the words that state it and keep to them, or send null");
  }

  // The rules read the same value from words the quote covers.
  bool rules_agree(const Verdict& verdict) const {
    if (rule_ == nullptr) return false;
    const doc::Quote quote{
        verdict.ground.quote, *verdict.ground.start, *verdict.ground.end,
        verdict.ground.text == "title" ? doc::Field::title : doc::Field::abstract};
    const Findings findings = rule_(record_);
    return std::any_of(findings.candidates.begin(), findings.candidates.end(),
                       [&](const Candidate& candidate) {
                         return overlaps(candidate.ground, quote) && covers(quote, candidate) &&
                                same_value(value_of(item_, candidate), verdict.value);
                       });
  }

  // A number must lie inside the quote; of a sentence a part is enough.
  static bool covers(const doc::Quote& quote, const Candidate& candidate) {
    if (!candidate.number) return true;
    return *candidate.ground.start >= quote.start && *candidate.ground.end <= quote.end;
  }

  std::string unsupported(const model::Value& value, const doc::Span& span) const {
    if (value.is_number()) {
      return states_number(record_, span, value.number()) ? ""
                                                          : "is no number that the quote states";
    }
    if (value.is_bool()) return unsupported_flag(std::get<bool>(value.data), span);
    if (rules_read(value, span)) return {};
    if (!item_.options.empty()) {
      return states_option(record_, span, value.string()) ? ""
                                                          : "has no cue in the quote that is not "
                                                            "negated";
    }
    return states_words(record_, span, value.string()) ? ""
                                                       : "is not said in the words of the quote";
  }

  // The rule, given the quote alone, reads this value.
  bool rules_read(const model::Value& value, const doc::Span& span) const {
    if (rule_ == nullptr) return false;
    model::Article only;
    only.abstract = std::string(record_.document().text(span));
    const Findings findings = rule_(RecordText(only));
    return !findings.candidates.empty() &&
           same_value(value_of(item_, findings.candidates.front()), value);
  }

  std::string unsupported_flag(bool flag, const doc::Span& span) const {
    if (rules_read(model::Value(flag), span)) return {};
    if (rules_read(model::Value(!flag), span)) return "contradicts the quote";
    const TopicCue cue = cue_of(record_, span, item_.name + " " + item_.description);
    if (cue == TopicCue::none) return "is not what the quote is about";
    return (cue == TopicCue::stated) == flag ? "" : "contradicts the quote";
  }

  const RecordText& record_;
  FieldSpec item_;
  std::string method_;
  Rule rule_;
};

void add_problem(GroundedCell& out, const std::string& path, ProposalCheck::Verdict& verdict) {
  out.problems.push_back({.path = path + "." + verdict.member,
                          .code = verdict.status == Status::invalid ? Errc::llm_schema_violation
                                                                    : Errc::llm_ungrounded,
                          .message = verdict.message,
                          .hint = std::move(verdict.hint)});
  out.cell.status = verdict.status;
  out.cell.reason = "the model's " + verdict.member + " " + verdict.message;
}

GroundedCell ground_list(ProposalCheck& check, const Json& proposed, const std::string& path) {
  GroundedCell out;
  out.cell.reason = "the model found no statement";
  model::Value::Array values;
  for (std::size_t i = 0; proposed.is_array() && i < proposed.size(); ++i) {
    ProposalCheck::Verdict verdict = check.check(proposed[i]);
    if (verdict.status == Status::not_stated) continue;
    if (verdict.status != Status::found) {
      add_problem(out, path + "[" + std::to_string(i) + "]", verdict);
      continue;
    }
    if (std::find(values.begin(), values.end(), verdict.value) != values.end()) continue;
    values.push_back(std::move(verdict.value));
    out.cell.grounds.push_back(std::move(verdict.ground));
  }
  if (values.empty()) return out;
  out.cell.status = Status::found;
  out.cell.reason.clear();
  out.cell.value = std::move(values);
  return out;
}

}  // namespace

GroundedCell ground_cell(const RecordText& record, const FieldSpec& field, const Json& proposed,
                         std::string_view method, std::string_view path) {
  ProposalCheck check(record, field, method);
  if (field.array) return ground_list(check, proposed, std::string(path));
  GroundedCell out;
  out.cell.reason = "the model found no statement";
  if (!proposed.is_object()) return out;
  ProposalCheck::Verdict verdict = check.check(proposed);
  if (verdict.status == Status::not_stated) return out;
  if (verdict.status != Status::found) {
    add_problem(out, std::string(path), verdict);
    return out;
  }
  out.cell.status = Status::found;
  out.cell.reason.clear();
  out.cell.value = std::move(verdict.value);
  out.cell.grounds.push_back(std::move(verdict.ground));
  return out;
}

}  // namespace ev::extract
