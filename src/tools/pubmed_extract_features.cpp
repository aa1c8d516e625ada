#include "base/text.hpp"
#include "llm/host_tasks.hpp"
#include "pipeline/extract/extract.hpp"
#include "pipeline/extract/field_match.hpp"
#include "pipeline/extract/finding.hpp"
#include "tools/all_tools.hpp"
#include "tools/extraction_tasks.hpp"
#include "tools/make_tool.hpp"
#include "tools/records.hpp"
#include "tools/scored_records.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>

namespace ev::tools {

namespace {

constexpr std::size_t kCellsInRow = 200;    // characters; the rest is for the record itself
constexpr std::size_t kProblemsNamed = 20;  // in texts; structured content has all

struct ExtractArgs {
  RecordsIn records;
  Json extraction_schema;
  std::string extraction_instructions;
  int batch_size = 5;
  std::string validation_mode = "strict";
  std::string engine = "auto";
  std::string task_id;
  std::vector<Json> completions;
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
  v("extraction_instructions", a.extraction_instructions, {.max_length = 20'000});
  v("batch_size", a.batch_size, {.min = 1, .max = 100});
  v("validation_mode", a.validation_mode, {.one_of = {"strict", "partial", "best_effort"}});
  v("engine", a.engine, {.one_of = {"auto", "rules", "host", "endpoint"}});
  v("task_id", a.task_id, {.max_length = 200});
  v("completions", a.completions);
  describe_paging(v, a.paging);
}

void check_values(const ExtractArgs& args, std::vector<Problem>& problems) {
  if (const auto schema = extract::parse_schema(args.extraction_schema); !schema) {
    add_problems(problems, schema.error());
  }
  const bool answered = !args.completions.empty();
  if (args.engine != "host") {
    const std::string remedy = "; call with engine host, or leave it out";
    if (!args.task_id.empty()) problems.push_back({"task_id", "belongs to engine host" + remedy});
    if (answered) problems.push_back({"completions", "belong to engine host" + remedy});
  } else if (args.task_id.empty() == answered) {
    problems.push_back(answered ? Problem{"task_id",
                                          "is required beside completions; it is in the host_task "
                                          "of the first call"}
                                : Problem{"completions", "are required beside task_id"});
  }
}

// "120", "yes", "a; b (+3)".
std::string cell_text(const Json& value, std::size_t length) {
  if (value.is_boolean()) return value.get<bool>() ? "yes" : "no";
  if (value.is_string()) {
    return text::ellipsize(one_line(value.get<std::string>()), length);
  }
  if (!value.is_array()) return dump_json(value);
  std::string out;
  const std::size_t shown = std::min<std::size_t>(value.size(), 2);
  for (std::size_t i = 0; i < shown; ++i) {
    out += (i == 0 ? "" : "; ") + cell_text(value[i], length / shown);
  }
  if (value.size() > shown) out += " (+" + std::to_string(value.size() - shown) + ")";
  return out;
}

// Alternatives belong to `full`.
Json without_alternatives(Json metadata) {
  for (auto& [field, cell] : metadata.items()) cell.erase("alternatives");
  return metadata;
}

struct Totals {
  std::size_t successful = 0;
  std::size_t partial = 0;
  std::size_t failed = 0;
};

class FeatureExtractor {
 public:
  FeatureExtractor(const Services& services, const ExtractArgs& args, const mcp::CallContext& ctx)
      : services_(services), args_(args), ctx_(ctx) {}

  Result<Answer> go() {
    const TimePoint begun = services_.clock.now();
    EV_TRY(schema_, extract::parse_schema(args_.extraction_schema));
    extract::apply_instructions(schema_, args_.extraction_instructions);
    EV_TRY(set_, load_records(services_, args_.records, "articles", ctx_));
    EV_CHECK(extract_all());
    EV_CHECK(ask_model());
    for (const Json& payload : payloads_) count(payload);
    EV_TRY(const std::string handle, store());
    EV_TRY(const std::size_t offset, cursor_offset(args_.paging.cursor, handle));
    const auto ms =
        std::chrono::duration_cast<std::chrono::milliseconds>(services_.clock.now() - begun);
    Answer answer = head(handle, ms.count());
    if (args_.engine == "host") add_host_task(answer, handle);
    add_rejected(answer);
    std::vector<std::string> warnings = set_.warnings;
    warnings.insert(warnings.end(), warnings_.begin(), warnings_.end());
    add_field_warnings(warnings);
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
      if (payloads_.size() % static_cast<std::size_t>(args_.batch_size) == 0) {
        ctx_.report("extracting features", static_cast<double>(payloads_.size()), total);
      }
    }
    return {};
  }

  void count(const Json& payload) {
    std::size_t found = 0;
    std::size_t any = 0;
    for (const extract::FieldSpec& field : schema_.fields) {
      const Json& cell = payload.at("extraction_metadata").at(field.name);
      found += cell.at("status") == "found" ? 1u : 0u;
      any += payload.at("extraction").at(field.name).is_null() ? 0u : 1u;
    }
    if (any == 0) {
      ++totals_.failed;
    } else if (found == schema_.fields.size()) {
      ++totals_.successful;
    } else {
      ++totals_.partial;
    }
  }

  // Records with open fields; for the host as many as one call may hold.
  std::vector<OpenRecord> open_records(std::size_t limit, std::size_t characters) {
    std::vector<OpenRecord> out;
    std::size_t size = 0;
    open_total_ = 0;
    for (std::size_t i = 0; i < payloads_.size(); ++i) {
      const model::Article& article = set_.articles[i];
      if (article.title.empty() && article.abstract.empty()) continue;
      std::vector<const extract::FieldSpec*> fields = open_fields(schema_, payloads_[i]);
      if (fields.empty()) continue;
      ++open_total_;
      size += text::code_points(article.title) + text::code_points(article.abstract);
      const bool fits = out.empty() || size <= characters;
      if (out.size() < limit && fits) out.push_back({i, std::move(fields)});
    }
    return out;
  }

  std::vector<llm::Task> tasks_for(std::span<const OpenRecord> open) const {
    return extraction_tasks(schema_, args_.extraction_instructions, open, set_.articles);
  }

  Result<void> ask_model() {
    if (args_.engine == "host") {
      // Half of the answer's budget, so that the records' rows have room beside the task.
      open_ = open_records(static_cast<std::size_t>(args_.batch_size),
                           static_cast<std::size_t>(args_.paging.max_response_tokens) * 2);
      return args_.task_id.empty() ? Result<void>() : take_host_answers();
    }
    const bool wanted =
        args_.engine == "endpoint" || (args_.engine == "auto" && services_.llm.can_complete());
    if (!wanted) return {};
    open_ = open_records(payloads_.size(), std::string::npos);
    return open_.empty() ? Result<void>() : ask_endpoint();
  }

  Result<void> take_host_answers() {
    const std::vector<llm::Task> tasks = tasks_for(open_);
    EV_TRY(const llm::HostAnswers got,
           llm::check_host_answers("pubmed_extract_features", tasks, args_.task_id,
                                   Json(args_.completions)));
    for (const llm::Rejection& r : got.rejected) rejected_.push_back(llm::to_json(r));
    for (const llm::HostAnswer& answer : got.answers) {
      take(item_named(answer.item_id), answer.json, "host", answer.path);
    }
    for (const std::string& id : got.missing) {
      warnings_.push_back("no completion for " + id + "; its fields are those of the rules");
    }
    return verdict();
  }

  const OpenRecord& item_named(const std::string& id) const {
    return *std::find_if(open_.begin(), open_.end(), [&](const OpenRecord& open) {
      return model::item_id(set_.articles[open.index]) == id;
    });
  }

  // Returns whether every cell was taken.
  bool take(const OpenRecord& open, const std::string& json, const char* method,
            const std::string& path) {
    const model::Article& article = set_.articles[open.index];
    const std::vector<extract::CellProblem> problems =
        take_answer(article, open, json, method, path, payloads_[open.index]);
    for (const extract::CellProblem& problem : problems) {
      Json entry = tools::to_json(problem);
      entry["item_id"] = model::item_id(article);
      rejected_.push_back(std::move(entry));
    }
    return problems.empty();
  }

  // Strict: what a model said and the record does not fails the call; the record of the rules is
  // unharmed in every mode.
  Result<void> verdict() const {
    if (args_.validation_mode != "strict" || rejected_.empty()) return {};
    Error error{.code = Errc::llm_schema_violation};
    error.message = std::to_string(rejected_.size()) + " of the model's cells cannot be taken:";
    for (const Json& r : rejected_) {
      if (r.value("code", "") == to_string(Errc::llm_ungrounded)) error.code = Errc::llm_ungrounded;
      error.problems.push_back({r.value("path", ""), r.value("message", "")});
      if (error.problems.size() <= kProblemsNamed) {
        error.message += "\n- " + r.value("path", "") + " " + r.value("message", "") + " (" +
                         r.value("hint", "") + ")";
      }
    }
    error.path = error.problems.front().path;
    error.recovery =
        "correct these cells (null when the record does not state the value) and send the "
        "completions again, or call with validation_mode partial to keep the others";
    return error;
  }

  Result<void> ask_endpoint() {
    llm::Run run;
    run.batch_size = args_.batch_size;
    const std::vector<OpenRecord> all = open_;
    EV_CHECK(ask_round(tasks_for(all), all, run, true));
    tokens_used_ = run.usage.tokens_in + run.usage.tokens_out;
    return verdict();
  }

  // The records whose cells were not taken are asked once more, with what was wrong.
  Result<void> ask_round(std::vector<llm::Task> tasks, std::span<const OpenRecord> open,
                         llm::Run& run, bool repairs) {
    const auto answers = services_.llm.complete(tasks, ctx_, run);
    std::vector<llm::Task> again;
    std::vector<OpenRecord> again_open;
    for (std::size_t i = 0; i < answers.size(); ++i) {
      if (!answers[i]) {
        EV_CHECK(note_failure(answers[i].error(), tasks[i].item_id));
        continue;
      }
      const std::size_t before = rejected_.size();
      if (take(open[i], answers[i]->json, "endpoint", tasks[i].item_id) || !repairs) continue;
      llm::Task task = std::move(tasks[i]);
      task.input += "Not taken of the last answer:\n";
      for (std::size_t k = before; k < rejected_.size(); ++k) {
        task.input += "- " + rejected_[k].value("path", "") + " " +
                      rejected_[k].value("message", "") + "; " + rejected_[k].value("hint", "") +
                      "\n";
      }
      rejected_.resize(before);
      again.push_back(std::move(task));
      again_open.push_back(open[i]);
    }
    return again.empty() ? Result<void>() : ask_round(std::move(again), again_open, run, false);
  }

  // Who asked for the endpoint and strictness is told; otherwise the rules' cells stand.
  Result<void> note_failure(const Error& error, const std::string& id) {
    const bool asked = args_.engine == "endpoint" && args_.validation_mode == "strict";
    if (asked || error.code == Errc::cancelled) return error;
    if (failures_++ == 0) {
      warnings_.push_back("the model could not help with " + id + " (" +
                          std::string(to_string(error.code)) + "): " + error.message +
                          "; fields are those of the rules");
    }
    return {};
  }

  void add_host_task(Answer& answer, const std::string& handle) const {
    if (!args_.task_id.empty()) {
      if (open_total_ > open_.size()) {
        answer.text += std::to_string(open_total_ - open_.size()) +
                       " more records have open fields: call again with result_set " + handle +
                       " and engine host.\n";
      }
      return;
    }
    if (open_.empty()) return;
    const llm::HostTask host = llm::make_host_task("pubmed_extract_features", tasks_for(open_));
    answer.structured["host_task"] = Json(llm::to_json(host));
    answer.text += "host_task " + host.task_id + ": answer it and call again with the same " +
                   "arguments, task_id and completions [{\"item_id\": …, \"result\": {…}}].\n" +
                   host.instructions + "\nSchema: " + host.json_schema + "\n";
    for (const llm::HostItem& item : host.items) answer.text += item.id + "\n" + item.text + "\n";
  }

  void add_rejected(Answer& answer) const {
    if (rejected_.empty()) return;
    answer.structured["rejected"] = rejected_;
    answer.text += "Not taken of the model's cells: " + std::to_string(rejected_.size()) + "\n";
    for (std::size_t i = 0; i < std::min(rejected_.size(), kProblemsNamed); ++i) {
      answer.text += "- " +
                     text::ellipsize(one_line(rejected_[i].value("path", "") + " " +
                                              rejected_[i].value("message", "")),
                                     160) +
                     "\n";
    }
  }

  Result<std::string> store() {
    Json arguments = {{"result_set", set_.handle}, {"extraction_schema", args_.extraction_schema}};
    if (!args_.extraction_instructions.empty()) {
      arguments["extraction_instructions"] = args_.extraction_instructions;
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
    if (unknown.empty() || !open_.empty()) return;
    warnings.push_back("no rule knows " +
                       std::string(unknown.size() == 1 ? "the field " : "the fields ") +
                       text::join(unknown, ", ") +
                       "; null everywhere. Use a usual name or describe it in "
                       "extraction_instructions as \"name: definition\"");
  }

  std::string engine_name() const {
    if (args_.engine == "host") return "host";
    return args_.engine != "rules" && !open_.empty() ? "endpoint" : "rules";
  }
  std::string engine_text() const {
    if (engine_name() == "endpoint") return "rules and " + services_.llm.model();
    return engine_name() == "host" && !args_.task_id.empty() ? "rules and the host's model"
                                                             : "rules";
  }

  Json field_counts() const {
    Json out = Json::object();
    for (const extract::FieldSpec& field : schema_.fields) {
      std::size_t found = 0;
      for (const Json& payload : payloads_) {
        found += payload.at("extraction").at(field.name).is_null() ? 0u : 1u;
      }
      out[field.name] = found;
    }
    return out;
  }

  Answer head(const std::string& handle, std::int64_t ms) const {
    Answer answer;
    Json counts = field_counts();
    answer.text = "**" + std::to_string(payloads_.size()) + " records** by " + engine_text() +
                  ": " + std::to_string(totals_.successful) + " complete, " +
                  std::to_string(totals_.partial) + " partial, " + std::to_string(totals_.failed) +
                  " without any value; result_set `" + handle +
                  "` (next: pubmed_score_articles). Found per field:";
    for (const auto& [field, n] : counts.items()) {
      answer.text += " " + text::displayable(field) + " " + dump_json(n);
    }
    answer.text += "\n";
    answer.structured = {{"result_set", handle},
                         {"extraction_metadata",
                          {{"total_processed", payloads_.size()},
                           {"successful_extractions", totals_.successful},
                           {"partial_extractions", totals_.partial},
                           {"failed_extractions", totals_.failed},
                           {"processing_time_ms", ms},
                           {"tokens_used", tokens_used_},
                           {"engine", engine_name()},
                           {"found_per_field", std::move(counts)}}}};
    return answer;
  }

  std::vector<Item> items(std::size_t offset) const {
    std::vector<Item> out(payloads_.size());
    const std::size_t end = items_within(args_.paging, offset, out.size());
    for (std::size_t i = 0; i < out.size(); ++i) {
      out[i].id = model::item_id(set_.articles[i]);
      if (i >= offset && i < end) out[i] = item(set_.articles[i], payloads_[i]);
    }
    return out;
  }

  Item item(const model::Article& article, const Json& payload) const {
    Item out{.id = model::item_id(article)};
    out.row = row(article, payload);
    out.line = line(article, payload);
    if (args_.paging.detail == "row") {
      out.shown = out.row;
      return out;
    }
    out.shown = article_with_features(article, payload, args_.paging.detail);
    if (args_.paging.detail == "standard") {
      Json& metadata = out.shown["extraction_metadata"];
      metadata = without_alternatives(payload.at("extraction_metadata"));
      add_cleaned_quotes(metadata);
    }
    return out;
  }

  Json row(const model::Article& article, const Json& payload) const {
    const Json& extraction = payload.at("extraction");
    Json cells = Json::object();
    std::size_t size = 0;
    for (const extract::FieldSpec& field : schema_.fields) {
      const Json& value = extraction.at(field.name);
      if (value.is_null()) continue;
      const Json shown =
          value.is_number() || value.is_boolean() ? value : Json(cell_text(value, 60));
      size += field.name.size() + text::code_points(dump_json(shown)) + 4;
      if (size > kCellsInRow) break;
      cells[field.name] = shown;
    }
    Json members = {{"item_id", model::item_id(article)}, {"extraction", std::move(cells)}};
    if (Json n = sample_size_of(payload); !n.is_null()) members["n"] = std::move(n);
    return article_row(article, main_finding_of(article), members);
  }

  std::string line(const model::Article& article, const Json& payload) const {
    std::string out = "- " + id_text(article) + " " + text::ellipsize(one_line(article.title), 90) +
                      flags_text(article) + " —";
    std::size_t missing = 0;
    const Json& metadata = payload.at("extraction_metadata");
    for (const extract::FieldSpec& field : schema_.fields) {
      const Json& value = payload.at("extraction").at(field.name);
      if (value.is_null()) {
        ++missing;
        continue;
      }
      std::string cell =
          " " + text::ellipsize(one_line(field.name), 60) + ": " + cell_text(value, 70);
      if (metadata.at(field.name).at("status") == "conflict") cell += " [conflict]";
      if (text::code_points(out) + text::code_points(cell) > kLineCharacters - 20) {
        out += " …";
        break;
      }
      out += cell + ".";
    }
    if (missing > 0) out += " " + std::to_string(missing) + " not stated.";
    return out;
  }

  const Services& services_;
  const ExtractArgs& args_;
  const mcp::CallContext& ctx_;
  extract::Schema schema_;
  RecordSet set_;
  std::vector<Json> payloads_;
  Totals totals_;
  std::vector<OpenRecord> open_;  // what a model is asked
  std::size_t open_total_ = 0;
  std::vector<Json> rejected_;
  std::vector<std::string> warnings_;
  std::size_t failures_ = 0;
  long tokens_used_ = 0;
};

}  // namespace

mcp::ToolDef pubmed_extract_features(const Services& services) {
  return make_tool<ExtractArgs>("pubmed_extract_features",
                                [&services](const ExtractArgs& args, const mcp::CallContext& ctx) {
                                  return FeatureExtractor(services, args, ctx).go();
                                });
}

}  // namespace ev::tools
