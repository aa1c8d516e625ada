#include "pipeline/workflow/feature_extraction.hpp"

#include "base/text.hpp"
#include "pipeline/extract/extract.hpp"
#include "pipeline/extract/field_match.hpp"
#include "pipeline/extract/results_field.hpp"
#include "pipeline/text/read_part.hpp"
#include "pipeline/workflow/extraction_tasks.hpp"

#include <chrono>

namespace ev::workflow {

namespace {

class FeatureExtraction {
 public:
  FeatureExtraction(const Services& services, ExtractionRequest request, const Context& ctx)
      : services_(services), request_(std::move(request)), ctx_(ctx) {}

  Result<ExtractionOutcome> go() {
    const TimePoint begun = services_.clock.now();
    EV_TRY(out_.schema, extract::parse_schema(request_.extraction_schema));
    extract::apply_instructions(out_.schema, request_.model.extraction_instructions);
    EV_TRY(out_.set, resolve_records(services_, std::move(request_.records), ctx_));
    EV_CHECK(extract_all());
    ModelRound models(services_, request_.model, ctx_, out_.schema, out_.set.articles,
                      out_.payloads);
    EV_CHECK(models.run());
    EV_TRY(out_.result_set, or_unkept(store(), out_.set.warnings));
    out_.elapsed_ms =
        std::chrono::duration_cast<std::chrono::milliseconds>(services_.clock.now() - begun)
            .count();
    tell(models);
    return std::move(out_);
  }

 private:
  Result<void> extract_all() {
    const std::vector<model::Article>& articles = out_.set.articles;
    out_.payloads.reserve(articles.size());
    const extract::Plan plan = extract::plan_for(out_.schema);
    const Json schema_before = out_.set.meta.schema();
    for (std::size_t i = 0; i < articles.size(); ++i) {
      EV_CHECK(ctx_.check());
      out_.payloads.push_back(extract::to_json(extract::extract(articles[i], plan)));
      keep_model_cells(out_.set.features[i].payload(), schema_before, request_.extraction_schema,
                       out_.payloads.back());
      if (out_.payloads.size() % static_cast<std::size_t>(request_.model.batch_size) == 0) {
        ctx_.report("extracting features", static_cast<double>(out_.payloads.size()),
                    static_cast<double>(articles.size()));
      }
    }
    return {};
  }

  Result<std::string> store() const {
    Json arguments = {{"result_set", out_.set.handle},
                      {"extraction_schema", request_.extraction_schema}};
    if (!request_.model.extraction_instructions.empty())
      arguments["extraction_instructions"] = request_.model.extraction_instructions;
    const Json meta = {
        {"call", {{"tool", "pubmed_extract_features"}, {"arguments", std::move(arguments)}}},
        {"schema", request_.extraction_schema}};
    store::ResultSet set{.stage = "features", .base = out_.set.handle, .meta = dump_json(meta)};
    for (std::size_t i = 0; i < out_.payloads.size(); ++i)
      set.rows.push_back({model::item_id(out_.set.articles[i]), dump_json(out_.payloads[i])});
    return services_.result_sets.put(std::move(set));
  }

  void tell(const ModelRound& models) {
    out_.engine = models.engine();
    out_.engine_text = models.engine_text();
    out_.help = models.help();
    out_.help.tokens_used = models.tokens_used();
    out_.open_total = models.open_total();
    out_.asked = models.asked();
    out_.warnings = out_.set.warnings;
    if (auto cut = doc::cut_records_warning(out_.set.articles))
      out_.warnings.push_back(*std::move(cut));
    if (!out_.schema.unchecked.empty()) {
      out_.warnings.push_back("not checked of the values: " +
                              text::join(out_.schema.unchecked, ", "));
    }
    out_.warnings.insert(out_.warnings.end(), models.warnings().begin(), models.warnings().end());
    if (!models.has_open_records()) warn_of_unknown_fields();
  }

  // What no rule knows is said once, not per record.
  void warn_of_unknown_fields() {
    std::vector<std::string> unknown;
    for (const extract::FieldSpec& field : out_.schema.fields) {
      const bool rows = field.array && field.name == extract::kResultsField;
      if (!rows && extract::rule_for(field) == nullptr) unknown.push_back(field.name);
    }
    if (unknown.empty()) return;
    out_.warnings.push_back("no rule knows " +
                            std::string(unknown.size() == 1 ? "the field " : "the fields ") +
                            text::join(unknown, ", ") +
                            "; null everywhere. Use a usual name or describe it in "
                            "extraction_instructions as \"name: definition\"");
  }

  const Services& services_;
  ExtractionRequest request_;
  const Context& ctx_;
  ExtractionOutcome out_;
};

}  // namespace

Result<ExtractionOutcome> extract_features(const Services& services, ExtractionRequest request,
                                           const Context& ctx) {
  return FeatureExtraction(services, std::move(request), ctx).go();
}

}  // namespace ev::workflow
