#include "base/text.hpp"
#include "pipeline/extract/extract.hpp"
#include "pipeline/extract/field_match.hpp"
#include "pipeline/workflow/extraction_models.hpp"
#include "pipeline/workflow/extraction_tasks.hpp"
#include "tools/all_tools.hpp"
#include "tools/extraction_view.hpp"
#include "tools/inline_records.hpp"
#include "tools/make_tool.hpp"
#include "tools/model_answers.hpp"
#include "tools/scored_records.hpp"

#include <nlohmann/json.hpp>

#include <chrono>

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

class FeatureExtractor {
 public:
  FeatureExtractor(const Services& services, const ExtractArgs& args, const mcp::CallContext& ctx)
      : services_(services), args_(args), ctx_(ctx) {}

  Result<Answer> go() {
    const TimePoint begun = services_.clock.now();
    EV_TRY(schema_, extract::parse_schema(args_.extraction_schema));
    extract::apply_instructions(schema_, args_.model.extraction_instructions);
    EV_TRY(set_, load_records(services_, args_.records, "articles", ctx_));
    EV_CHECK(extract_all());
    ModelWishes wishes = args_.model;
    // Half of the answer's budget, so that the records' rows have room beside the task.
    wishes.task_characters = static_cast<std::size_t>(args_.paging.max_response_tokens) * 2;
    ModelRound models(services_, wishes, ctx_, schema_, set_.articles, payloads_);
    EV_CHECK(models.run());
    EV_TRY(const std::string handle, store());
    EV_TRY(const std::size_t offset, cursor_offset(args_.paging.cursor, handle));
    const auto ms =
        std::chrono::duration_cast<std::chrono::milliseconds>(services_.clock.now() - begun);
    Answer answer = head(models, handle, ms.count());
    describe_help(answer, models, handle);
    std::vector<std::string> warnings = set_.warnings;
    if (!schema_.unchecked.empty()) {
      warnings.push_back("not checked of the values: " + text::join(schema_.unchecked, ", "));
    }
    warnings.insert(warnings.end(), models.warnings().begin(), models.warnings().end());
    if (!models.has_open_records()) add_field_warnings(warnings);
    add_warnings(answer, warnings);
    add_content_notice(answer);
    add_items(answer, "extractions", items(offset), args_.paging, offset, handle);
    return answer;
  }

 private:
  Result<void> extract_all() {
    payloads_.reserve(set_.articles.size());
    const extract::Plan plan = extract::plan_for(schema_);
    const auto total = static_cast<double>(set_.articles.size());
    for (std::size_t i = 0; i < set_.articles.size(); ++i) {
      EV_CHECK(ctx_.check());
      payloads_.push_back(extract::to_json(extract::extract(set_.articles[i], plan)));
      keep_model_cells(set_.features[i], set_.meta.value("schema", Json()), args_.extraction_schema,
                       payloads_.back());
      if (payloads_.size() % static_cast<std::size_t>(args_.model.batch_size) == 0) {
        ctx_.report("extracting features", static_cast<double>(payloads_.size()), total);
      }
    }
    return {};
  }

  Result<std::string> store() {
    Json arguments = {{"result_set", set_.handle}, {"extraction_schema", args_.extraction_schema}};
    if (!args_.model.extraction_instructions.empty()) {
      arguments["extraction_instructions"] = args_.model.extraction_instructions;
    }
    const Json meta = {
        {"call", {{"tool", "pubmed_extract_features"}, {"arguments", std::move(arguments)}}},
        {"schema", args_.extraction_schema}};
    std::vector<std::pair<std::string, Json>> rows;
    rows.reserve(payloads_.size());
    for (std::size_t i = 0; i < payloads_.size(); ++i) {
      rows.emplace_back(model::item_id(set_.articles[i]), payloads_[i]);
    }
    return store_derived(services_, "features", set_.handle, meta, rows);
  }

  // In how many records each field was found; what no rule knows is said once, not per record.
  void add_field_warnings(std::vector<std::string>& warnings) const {
    std::vector<std::string> unknown;
    for (const extract::FieldSpec& field : schema_.fields) {
      if (extract::rule_for(field) == nullptr) unknown.push_back(field.name);
    }
    if (unknown.empty()) return;
    warnings.push_back("no rule knows " +
                       std::string(unknown.size() == 1 ? "the field " : "the fields ") +
                       text::join(unknown, ", ") +
                       "; null everywhere. Use a usual name or describe it in "
                       "extraction_instructions as \"name: definition\"");
  }

  Answer head(const ModelRound& models, const std::string& handle, std::int64_t ms) const {
    Answer answer;
    Json counts = found_per_field(schema_, payloads_);
    const ExtractionTotals totals = extraction_totals(schema_, payloads_);
    answer.text = "**" + std::to_string(payloads_.size()) + " records** by " +
                  models.engine_text() + ": " + std::to_string(totals.successful) + " complete, " +
                  std::to_string(totals.partial) + " partial, " + std::to_string(totals.failed) +
                  " without any value; result_set `" + handle +
                  "` (next: pubmed_score_articles). Found per field:";
    for (const auto& [field, n] : counts.items()) {
      answer.text += " " + text::displayable(field) + " " + dump_json(n);
    }
    answer.text += "\n";
    answer.structured = {{"result_set", handle},
                         {"extraction_metadata",
                          {{"total_processed", payloads_.size()},
                           {"successful_extractions", totals.successful},
                           {"partial_extractions", totals.partial},
                           {"failed_extractions", totals.failed},
                           {"processing_time_ms", ms},
                           {"tokens_used", models.tokens_used()},
                           {"engine", models.engine()},
                           {"found_per_field", std::move(counts)}}}};
    return answer;
  }

  void describe_help(Answer& answer, const ModelRound& models, const std::string& handle) const {
    const ModelWishes& in = args_.model;
    const std::size_t more = models.open_total() - models.asked();
    if (in.engine == "host" && !in.task_id.empty() && more > 0) {
      answer.text += std::to_string(more) +
                     " more records have open fields: call again with result_set " + handle +
                     " and engine host.\n";
    }
    if (in.engine == "auto" && models.asked() == 0 && more > 0) {
      answer.text += "Records with open fields: " + std::to_string(more) +
                     "; engine host gives a task for your own model.\n";
    }
    add_model_help(answer, models.help());
  }

  std::vector<Item> items(std::size_t offset) const {
    std::vector<Item> out(payloads_.size());
    const std::size_t end = items_within(args_.paging, offset, out.size());
    for (std::size_t i = 0; i < out.size(); ++i) {
      out[i].id = model::item_id(set_.articles[i]);
      if (i >= offset && i < end) {
        out[i] = extraction_item(schema_, set_.articles[i], payloads_[i], args_.paging.detail);
      }
    }
    return out;
  }

  const Services& services_;
  const ExtractArgs& args_;
  const mcp::CallContext& ctx_;
  extract::Schema schema_;
  RecordSet set_;
  std::vector<Json> payloads_;
};

}  // namespace

mcp::ToolDef pubmed_extract_features(const Services& services) {
  return make_tool<ExtractArgs>("pubmed_extract_features",
                                [&services](const ExtractArgs& args, const mcp::CallContext& ctx) {
                                  return FeatureExtractor(services, args, ctx).go();
                                });
}

}  // namespace ev::tools
