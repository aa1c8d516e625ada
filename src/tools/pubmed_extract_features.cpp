#include "base/text.hpp"
#include "pipeline/extract/schema.hpp"
#include "pipeline/workflow/feature_extraction.hpp"
#include "tools/all_tools.hpp"
#include "tools/extraction_view.hpp"
#include "tools/inline_records.hpp"
#include "tools/make_tool.hpp"
#include "tools/model_answers.hpp"
#include "tools/scored_records.hpp"

#include <nlohmann/json.hpp>

namespace ev::tools {

namespace {

struct ExtractArgs {
  RecordsIn records;
  Json extraction_schema;
  ModelWishes model;
  Paging paging;
};
template <class V>
void describe(V& v, ExtractArgs& a) {
  v("articles", a.records.items);
  v("result_set", a.records.result_set);
  v("pmids", a.records.pmids);
  v("extraction_schema", a.extraction_schema,
    {.required = true,
     .remedy = "give {\"sample_size\": \"number\", \"study_design\": \"string\"}"});
  v("extraction_instructions", a.model.extraction_instructions, {.max_length = 20'000});
  v("batch_size", a.model.batch_size, {.min = 1, .max = 100});
  v("validation_mode", a.model.validation_mode, {.one_of = {"strict", "partial", "best_effort"}});
  v("engine", a.model.engine, {.one_of = {"auto", "rules", "host", "endpoint"}});
  v("task_id", a.model.task_id, {.max_length = 200});
  v("completions", a.model.completions);
  describe_paging(v, a.paging);
}

void check_values(const ExtractArgs& args, std::vector<Problem>& problems) {
  if (const auto schema = extract::parse_schema(args.extraction_schema); !schema) {
    add_problems(problems, schema.error());
  }
  check_host_call(args.model.engine, args.model.task_id, !args.model.completions.empty(), problems);
}

class ExtractionAnswer {
 public:
  ExtractionAnswer(const ExtractArgs& args, const ExtractionOutcome& outcome)
      : args_(args), out_(outcome) {}

  Result<Answer> make() const {
    EV_TRY(const std::size_t offset, cursor_offset(args_.paging.cursor, out_.result_set));
    Answer answer = head();
    describe_help(answer);
    add_warnings(answer, out_.warnings);
    add_content_notice(answer);
    add_made_items(
        answer, "extractions", out_.payloads.size(), args_.paging, offset, out_.result_set,
        [this](std::size_t i) {
          return extraction_item(out_.schema, out_.set.articles[i], out_.payloads[i],
                                 args_.paging.detail);
        },
        [this](std::size_t i) { return model::item_id(out_.set.articles[i]); });
    return answer;
  }

 private:
  Answer head() const {
    Answer answer;
    Json counts = found_per_field(out_.schema, out_.payloads);
    const ExtractionTotals totals = extraction_totals(out_.schema, out_.payloads);
    answer.text = "**" + std::to_string(out_.payloads.size()) + " records** by " +
                  out_.engine_text + ": " + std::to_string(totals.successful) + " complete, " +
                  std::to_string(totals.partial) + " partial, " + std::to_string(totals.failed) +
                  " without any value; result_set `" + out_.result_set +
                  "` (next: pubmed_score_articles). Found per field:";
    for (const auto& [field, n] : counts.items()) {
      answer.text += " " + text::displayable(field) + " " + dump_json(n);
    }
    answer.text += "\n";
    answer.structured = {{"result_set", out_.result_set},
                         {"extraction_metadata",
                          {{"total_processed", out_.payloads.size()},
                           {"successful_extractions", totals.successful},
                           {"partial_extractions", totals.partial},
                           {"failed_extractions", totals.failed},
                           {"processing_time_ms", out_.elapsed_ms},
                           {"tokens_used", out_.help.tokens_used},
                           {"engine", out_.engine},
                           {"found_per_field", std::move(counts)}}}};
    return answer;
  }

  void describe_help(Answer& answer) const {
    const ModelWishes& in = args_.model;
    const std::size_t more = out_.open_total - out_.asked;
    if (in.engine == "host" && !in.task_id.empty() && more > 0) {
      answer.text += std::to_string(more) +
                     " more records have open fields: call again with result_set " +
                     out_.result_set + " and engine host.\n";
    }
    if (in.engine == "auto" && out_.asked == 0 && more > 0) {
      answer.text += "Records with open fields: " + std::to_string(more) +
                     "; engine host gives a task for your own model.\n";
    }
    if (out_.help.host_task) add_host_task(answer, *out_.help.host_task);
    add_rejected(answer, out_.help.rejected);
  }

  const ExtractArgs& args_;
  const ExtractionOutcome& out_;
};

}  // namespace

mcp::ToolDef pubmed_extract_features(const Services& services) {
  return make_tool<ExtractArgs>(
      "pubmed_extract_features",
      [&services](const ExtractArgs& args, const mcp::CallContext& ctx) -> Result<Answer> {
        ExtractionRequest request{.extraction_schema = args.extraction_schema, .model = args.model};
        EV_TRY(request.records, records_request(args.records, "articles"));
        // Half of the answer's budget, so that the records' rows have room beside the task.
        request.model.task_characters =
            static_cast<std::size_t>(args.paging.max_response_tokens) * 2;
        EV_TRY(const ExtractionOutcome outcome,
               extract_features(services, std::move(request), ctx));
        return ExtractionAnswer(args, outcome).make();
      });
}

}  // namespace ev::tools
