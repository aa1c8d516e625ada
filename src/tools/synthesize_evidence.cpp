#include "base/file.hpp"
#include "base/hash.hpp"
#include "base/text.hpp"
#include "pipeline/output/evidence_plots.hpp"
#include "pipeline/output/synthesis_csv.hpp"
#include "pipeline/workflow/gather_results.hpp"
#include "pipeline/workflow/synthesize.hpp"
#include "tools/all_tools.hpp"
#include "tools/inline_records.hpp"
#include "tools/make_tool.hpp"
#include "tools/resources.hpp"
#include "tools/synthesis_view.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace ev::tools {

namespace {

constexpr std::size_t kMostOutcomes = 20;
constexpr std::size_t kMostRows = 2000;

struct SynthesizeArgs {
  RecordsIn records;
  std::string question;
  std::vector<std::string> outcomes;
  std::vector<std::string> text;  // empty: all
  std::string measure = "auto";
  std::string model = "random";
  std::string tau2 = "REML";
  std::string ci;
  bool subgroup = false;
  bool mix_designs = false;
  std::vector<Json> rows;
  std::vector<Json> exclude;
  int max_response_tokens = limits::kResponseTokens;
};
template <class V>
void describe(V& v, SynthesizeArgs& a) {
  v("articles", a.records.items, {.max_length = 2000});
  v("result_set", a.records.result_set, {.max_length = 40});
  v("pmids", a.records.pmids, {.max_length = 2000});
  v("question", a.question, {.max_length = 2000});
  v("text", a.text, {.max_length = 3, .one_of = {"abstract", "full", "registry"}});
  v("outcomes", a.outcomes, {.max_length = kMostOutcomes});
  v("measure", a.measure, {.one_of = {"auto", "OR", "RR", "RD", "MD", "SMD", "HR", "generic"}});
  v("model", a.model, {.one_of = {"random", "common"}});
  v("tau2", a.tau2, {.one_of = {"REML", "DL", "PM"}});
  v("ci", a.ci, {.one_of = {"hksj", "wald"}});
  v("subgroup", a.subgroup);
  v("mix_designs", a.mix_designs);
  v("rows", a.rows, {.max_length = kMostRows});
  v("exclude", a.exclude, {.max_length = 2000});
  v("max_response_tokens", a.max_response_tokens, {.min = 200, .max = 1'000'000});
}

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

class Synthesizer {
 public:
  Synthesizer(const Services& services, const SynthesizeArgs& args, const mcp::CallContext& ctx)
      : services_(services), args_(args), ctx_(ctx) {}

  Result<Answer> go() {
    EV_CHECK(load());
    EV_TRY(workflow::SynthesisRequest request, this->request());
    EV_TRY(workflow::GatheredResults gathered, gather());
    request.read = std::move(gathered.rows);
    EV_TRY(const workflow::SynthesisOutcome outcome, workflow::synthesize(request, ctx_));
    Answer answer = synthesis_answer(outcome, args_.max_response_tokens);
    if (!set_.handle.empty()) answer.structured["result_set"] = set_.handle;
    EV_CHECK(add_figures(answer, outcome));
    add_warnings(answer, set_.warnings);
    if (!set_.articles.empty()) add_content_notice(answer);
    return answer;
  }

 private:
  Result<void> load() {
    const RecordsIn& in = args_.records;
    const bool records = in.items || in.pmids || !in.result_set.empty();
    if (!records && !args_.rows.empty()) return {};
    EV_TRY(set_, load_records(services_, in, "articles", ctx_));
    return {};
  }

  Result<workflow::SynthesisRequest> request() const {
    EV_TRY(const std::vector<RowIn> rows, read_all<RowIn>(args_.rows, "rows"));
    EV_TRY(const std::vector<ExcludeIn> excluded, read_all<ExcludeIn>(args_.exclude, "exclude"));
    workflow::SynthesisRequest out{
        .articles = set_.articles, .question = args_.question, .outcomes = args_.outcomes};
    for (std::size_t i = 0; i < rows.size(); ++i) {
      out.rows.push_back(study_of(rows[i], args_.rows[i]));
    }
    for (const ExcludeIn& record : excluded) out.excluded.push_back({record.id, record.reason});
    out.options = {.measure = synthesis::parse_measure(args_.measure),
                   .tau2 = args_.model == "common"
                               ? synthesis::TauMethod::common
                               : synthesis::parse_tau_method(args_.tau2).value(),
                   .by_subgroup = args_.subgroup,
                   .mix_designs = args_.mix_designs};
    if (!args_.ci.empty()) {
      out.options.interval =
          args_.ci == "hksj" ? synthesis::IntervalMethod::hksj : synthesis::IntervalMethod::wald;
    }
    return out;
  }

  Result<workflow::GatheredResults> gather() const {
    const auto asked = [&](const char* place) {
      return args_.text.empty() ||
             std::find(args_.text.begin(), args_.text.end(), place) != args_.text.end();
    };
    return workflow::gather_results(services_.ports(), set_.articles,
                                    {.abstract_text = asked("abstract"),
                                     .full_text = asked("full"),
                                     .registry = asked("registry")},
                                    ctx_);
  }

  // Plots and the table become files beside the exports, named by their content.
  Result<void> add_figures(Answer& answer, const workflow::SynthesisOutcome& outcome) const {
    Json figures = Json::array();
    for (const synthesis::Synthesis& s : outcome.outcomes) {
      const std::vector<std::pair<const char*, std::string>> plots = {
          {"forest", s.studies.empty() ? "" : output::forest_plot(s)},
          {"funnel", s.studies.size() < synthesis::kSmallStudyLeast ? "" : output::funnel_plot(s)},
          {"direction", s.not_poolable.empty() ? "" : output::direction_plot(s)},
          {"studies", s.studies.empty() ? "" : output::metafor_csv(s)}};
      for (const auto& [kind, content] : plots) {
        if (content.empty()) continue;
        EV_TRY(mcp::ResourceLink link, keep(kind, s.outcome, content));
        figures.push_back({{"kind", kind}, {"outcome", s.outcome}, {"uri", link.uri}});
        answer.text += "\n" + link.title + ": `" + link.uri + "`";
        answer.links.push_back(std::move(link));
      }
    }
    answer.structured["figures"] = std::move(figures);
    return {};
  }

  Result<mcp::ResourceLink> keep(std::string_view kind, const std::string& outcome,
                                 const std::string& content) const {
    const std::filesystem::path folder = services_.config.home / "exports";
    EV_CHECK(ensure_private_dir(folder));
    const bool table = kind == "studies";
    const std::string name =
        std::string(kind) + "-" + sha256_hex(content).substr(0, 10) + (table ? ".csv" : ".svg");
    EV_CHECK(write_file_atomically(folder / name, content));
    return mcp::ResourceLink{.uri = export_uri(name),
                             .name = name,
                             .title = table ? "studies of " + outcome + " for metafor"
                                            : std::string(kind) + " plot of " + outcome,
                             .mime_type = table ? "text/csv" : "image/svg+xml"};
  }

  const Services& services_;
  const SynthesizeArgs& args_;
  const mcp::CallContext& ctx_;
  RecordSet set_;
};

}  // namespace

mcp::ToolDef synthesize_evidence(const Services& services) {
  return make_tool<SynthesizeArgs>(
      "synthesize_evidence", [&services](const SynthesizeArgs& args, const mcp::CallContext& ctx) {
        return Synthesizer(services, args, ctx).go();
      });
}

}  // namespace ev::tools
