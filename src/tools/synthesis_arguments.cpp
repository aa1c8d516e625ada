#include "tools/synthesis_arguments.hpp"

#include <nlohmann/json.hpp>

namespace ev::tools {

namespace {

struct ArmIn {
  std::string name;
  std::optional<double> n, events, percent, mean, sd, se;
};
template <class V>
void describe(V& v, ArmIn& a) {
  v("name", a.name, {.max_length = 300});
  v("n", a.n, {.min = 0});
  v("events", a.events, {.min = 0});
  v("percent", a.percent, {.min = 0, .max = 100});
  v("mean", a.mean);
  v("sd", a.sd, {.min = 0});
  v("se", a.se, {.min = 0});
}

struct EffectIn {
  std::string measure = "generic";
  double value = 0, ci_low = 0, ci_high = 0, ci_level = 95;
};
template <class V>
void describe(V& v, EffectIn& a) {
  v("measure", a.measure, {.one_of = {"OR", "RR", "RD", "MD", "SMD", "HR", "generic"}});
  v("value", a.value, {.required = true});
  v("ci_low", a.ci_low, {.required = true});
  v("ci_high", a.ci_high, {.required = true});
  v("ci_level", a.ci_level, {.min = 50, .max = 99.99});
}

struct RowIn {
  std::string study, outcome, time, subgroup;
  ArmIn intervention, comparator;
  std::optional<EffectIn> effect;
  bool randomized = true;
};
template <class V>
void describe(V& v, RowIn& a) {
  v("study", a.study, {.required = true, .max_length = 200});
  v("outcome", a.outcome, {.required = true, .max_length = 300});
  v("time", a.time, {.max_length = 200});
  v("subgroup", a.subgroup, {.max_length = 200});
  v("intervention", a.intervention);
  v("comparator", a.comparator);
  v("effect", a.effect);
  v("randomized", a.randomized);
}

struct ExcludeIn {
  std::string id, reason;
};
template <class V>
void describe(V& v, ExcludeIn& a) {
  v("id", a.id, {.required = true, .max_length = 200});
  v("reason", a.reason, {.required = true, .max_length = 500});
}

struct SignIn {
  std::string outcome, name;
  workflow::GradeDomain domain = workflow::GradeDomain::risk_of_bias;
  workflow::GradeJudgement judgement = workflow::GradeJudgement::not_judged;
};
template <class V>
void describe(V& v, SignIn& a) {
  v("outcome", a.outcome, {.required = true, .max_length = 300});
  v("domain", a.domain, {.required = true});
  v("judgement", a.judgement, {.required = true});
  v("name", a.name, {.required = true, .max_length = 200});
}

// All problems of all rows, each with its path.
template <class T>
Result<std::vector<T>> read_all(const std::vector<Json>& items, const std::string& member) {
  std::vector<T> out;
  std::vector<Problem> problems;
  for (std::size_t i = 0; i < items.size(); ++i) {
    const std::string path = member + "[" + std::to_string(i) + "]";
    if (!items[i].is_object()) {
      problems.push_back({path, "must be an object, got " + codec::type_name(items[i])});
      continue;
    }
    Reader reader(items[i], path, problems);
    describe(reader, out.emplace_back());
    reader.finish();
  }
  if (problems.empty()) return out;
  Error error{
      .code = Errc::invalid_argument,
      .message = "Invalid " + member,
      .recovery = "correct the named " + member + "; the tool's description has their form"};
  error.problems = std::move(problems);
  return error;
}

int decimals_in(const Json& row, const char* arm) {
  const auto it = row.find(arm);
  if (it == row.end() || !it->is_object() || !it->contains("percent")) return 0;
  const Json& percent = it->at("percent");
  const std::string shown = percent.is_string() ? percent.get<std::string>() : percent.dump();
  const std::size_t point = shown.find('.');
  return point == std::string::npos ? 0 : static_cast<int>(shown.size() - point - 1);
}

synthesis::ArmNumbers numbers_of(const ArmIn& arm, int decimals) {
  return {arm.name, arm.n, arm.events, arm.percent, arm.mean, arm.sd, arm.se, decimals};
}

synthesis::StudyResult study_of(const RowIn& row, const Json& given) {
  synthesis::StudyResult out{
      .id = row.study,
      .label = row.study,
      .outcome = row.outcome,
      .time = row.time,
      .subgroup = row.subgroup,
      .intervention = numbers_of(row.intervention, decimals_in(given, "intervention")),
      .comparator = numbers_of(row.comparator, decimals_in(given, "comparator")),
      .origin = synthesis::Origin::user,
      .randomized = row.randomized};
  if (row.effect) {
    out.effect = synthesis::StatedEffect{
        synthesis::parse_measure(row.effect->measure).value_or(synthesis::Measure::generic),
        {row.effect->value, row.effect->ci_low, row.effect->ci_high, row.effect->ci_level / 100}};
  }
  return out;
}

}  // namespace

Result<workflow::SynthesisRequest> synthesis_request(const SynthesizeArgs& args,
                                                     std::span<const model::Article> articles) {
  EV_TRY(const std::vector<RowIn> rows, read_all<RowIn>(args.rows, "rows"));
  EV_TRY(const std::vector<ExcludeIn> excluded, read_all<ExcludeIn>(args.exclude, "exclude"));
  workflow::SynthesisRequest out{
      .articles = articles, .question = args.question, .outcomes = args.outcomes};
  for (std::size_t i = 0; i < rows.size(); ++i) {
    out.rows.push_back(study_of(rows[i], args.rows[i]));
  }
  for (const ExcludeIn& record : excluded) out.excluded.push_back({record.id, record.reason});
  out.options = {.measure = synthesis::parse_measure(args.measure),
                 .tau2 = args.model == "common" ? synthesis::TauMethod::common
                                                : synthesis::parse_tau_method(args.tau2).value(),
                 .by_subgroup = args.subgroup,
                 .mix_designs = args.mix_designs};
  if (!args.ci.empty()) {
    out.options.interval =
        args.ci == "hksj" ? synthesis::IntervalMethod::hksj : synthesis::IntervalMethod::wald;
  }
  return out;
}

Result<std::vector<workflow::JudgementToSign>> judgements_to_sign(const SynthesizeArgs& args) {
  EV_TRY(const std::vector<SignIn> given, read_all<SignIn>(args.sign, "sign"));
  std::vector<workflow::JudgementToSign> out;
  for (const SignIn& one : given) out.push_back({one.outcome, one.domain, one.judgement, one.name});
  return out;
}

}  // namespace ev::tools
