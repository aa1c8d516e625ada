#include "base/file.hpp"
#include "base/hash.hpp"
#include "base/text.hpp"
#include "pipeline/output/prisma_flow.hpp"
#include "pipeline/output/synthesis_csv.hpp"
#include "pipeline/output/synthesis_report.hpp"
#include "pipeline/workflow/evidence_profile.hpp"
#include "pipeline/workflow/gather_results.hpp"
#include "pipeline/workflow/search_log.hpp"
#include "pipeline/workflow/synthesize.hpp"
#include "tools/all_tools.hpp"
#include "tools/findings_view.hpp"
#include "tools/inline_records.hpp"
#include "tools/kept_files.hpp"
#include "tools/make_tool.hpp"
#include "tools/resources.hpp"
#include "tools/synthesis_arguments.hpp"
#include "tools/synthesis_view.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>

namespace ev::tools {

namespace {

class Synthesizer {
 public:
  Synthesizer(const Services& services, const SynthesizeArgs& args, const mcp::CallContext& ctx)
      : services_(services), args_(args), ctx_(ctx) {}

  Result<Answer> go() {
    EV_CHECK(load());
    EV_TRY(workflow::SynthesisRequest request, synthesis_request(args_, set_.articles));
    EV_TRY(workflow::GatheredResults gathered, gather());
    request.read = std::move(gathered.rows);
    EV_TRY(const workflow::SynthesisOutcome outcome, workflow::synthesize(request, ctx_));
    EV_TRY(const auto profiles, profiles_of(outcome));
    // The files and the flow are in every answer; what room they leave is the synthesis's.
    Answer beside{.structured = Json::object()};
    EV_CHECK(add_figures(beside, outcome));
    std::string flow;
    EV_TRY(flow, add_flow(beside, outcome));
    EV_CHECK(add_report(beside, outcome, profiles, std::move(flow)));
    const std::size_t taken = std::max(dump_json(beside.structured).size(), beside.text.size());
    const std::size_t room = static_cast<std::size_t>(args_.max_response_tokens) * 4;
    Answer answer = synthesis_answer(outcome, profiles, room > taken ? room - taken : 0);
    answer.structured.update(beside.structured);
    answer.text += beside.text;
    answer.links = std::move(beside.links);
    if (!set_.handle.empty()) answer.structured["result_set"] = set_.handle;
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

  // Each outcome's certainty, with what a person has signed, now or before.
  Result<Profiles> profiles_of(const workflow::SynthesisOutcome& outcome) const {
    EV_TRY(const std::vector<workflow::JudgementToSign> given, judgements_to_sign(args_));
    Profiles out;
    std::set<std::string> known;
    for (const synthesis::Synthesis& s : outcome.outcomes) {
      if (!s.pooled) {
        out.emplace_back();
        continue;
      }
      known.insert(s.outcome);
      auto& profile = out.emplace_back(
          workflow::evidence_profile(s, set_.articles, outcome.frame ? &*outcome.frame : nullptr));
      EV_CHECK(workflow::add_signatures(services_, *profile));
      for (const workflow::JudgementToSign& one : given) {
        if (one.outcome == s.outcome) EV_CHECK(workflow::sign(services_, *profile, one));
      }
    }
    for (const workflow::JudgementToSign& one : given) {
      if (known.count(one.outcome) > 0) continue;
      return Error{
          .code = Errc::invalid_argument,
          .message = "no pooled outcome is called \"" + text::displayable(one.outcome) + "\"",
          .path = "sign",
          .recovery = "sign outcomes of this call by the names in its answer"};
    }
    return out;
  }

  // Where the records came from and went, counted; files for a report. The diagram, "" without
  // records.
  Result<std::string> add_flow(Answer& answer, const workflow::SynthesisOutcome& outcome) const {
    if (set_.articles.empty()) return std::string();
    research::Selection selection = selection_of(outcome, set_.articles, !args_.exclude.empty());
    EV_TRY(const workflow::SearchLog log, workflow::search_log_of(services_, set_.handle, ctx_));
    selection.searches = log.searches;
    if (!log.searches.empty()) selection.deduplication = research::deduplication_method();
    const std::vector<research::Box> boxes = research::prisma_boxes(selection);
    answer.structured["flow"] = flow_json(boxes);
    std::string diagram = output::prisma_flow(boxes);
    EV_CHECK(add_file(answer, "flow", "the question", diagram));
    EV_CHECK(add_file(answer, "flow_boxes", "the question", research::prisma_csv(boxes)));
    if (log.searches.empty()) return diagram;
    const auto items = research::search_report(selection);
    answer.structured["search_report"] = search_report_json(items);
    EV_CHECK(add_file(answer, "search_report", "the question", search_report_markdown(items)));
    return diagram;
  }

  // Plots and the table become files beside the exports, named by their content.
  Result<void> add_figures(Answer& answer, const workflow::SynthesisOutcome& outcome) const {
    answer.structured["figures"] = Json::array();
    for (const synthesis::Synthesis& s : outcome.outcomes) {
      for (const output::Plot& plot : output::plots_of(s))
        EV_CHECK(add_file(answer, plot.kind, s.outcome, plot.svg));
      if (!s.studies.empty())
        EV_CHECK(add_file(answer, "studies", s.outcome, output::metafor_csv(s)));
    }
    return {};
  }

  // All of it on one page.
  Result<void> add_report(Answer& answer, const workflow::SynthesisOutcome& outcome,
                          const Profiles& profiles, std::string flow) const {
    output::SynthesisPage page{.title = args_.question.empty() ? "Synthesis" : args_.question,
                               .sample = services_.config.sample,
                               .outcomes = outcome.outcomes,
                               .flow = std::move(flow)};
    for (const auto& profile : profiles)
      page.certainty.push_back(profile ? certainty_text(*profile) : "");
    return add_file(answer, "synthesis", "the question", output::synthesis_report(page));
  }

  // `kind`: of kKeptFiles.
  Result<void> add_file(Answer& answer, std::string_view kind, const std::string& outcome,
                        const std::string& content) const {
    if (content.empty()) return {};
    const KeptFile& file =
        *std::find_if(kKeptFiles.begin(), kKeptFiles.end(),
                      [kind](const KeptFile& known) { return known.kind == kind; });
    const std::filesystem::path folder = services_.config.home / "exports";
    EV_CHECK(ensure_private_dir(folder));
    const std::string name = std::string(kind) + "-" + sha256_hex(content).substr(0, kKeptHash) +
                             std::string(file.ending);
    EV_CHECK(write_file_atomically(folder / name, content));
    mcp::ResourceLink link{.uri = export_uri(name),
                           .name = name,
                           .title = std::string(file.title) + " of " + outcome,
                           .mime_type = std::string(file.mime_type)};
    answer.structured["figures"].push_back(
        {{"kind", kind}, {"outcome", outcome}, {"uri", link.uri}});
    answer.text += "\n" + link.title + ": `" + link.uri + "`";
    answer.links.push_back(std::move(link));
    return {};
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
