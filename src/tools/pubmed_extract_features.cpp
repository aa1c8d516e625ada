#include "base/text.hpp"
#include "pipeline/extract/extract.hpp"
#include "pipeline/extract/field_match.hpp"
#include "pipeline/extract/finding.hpp"
#include "tools/all_tools.hpp"
#include "tools/make_tool.hpp"
#include "tools/records.hpp"
#include "tools/scored_records.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>

namespace ev::tools {

namespace {

constexpr std::size_t kCellsInRow = 200;  // characters; the rest is for the record itself

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
  if (args.engine == "host" || args.engine == "endpoint") {
    problems.push_back({"engine", "\"" + args.engine +
                                      "\" is not available in this version; call again with engine "
                                      "rules (or without engine)"});
  }
  if (!args.completions.empty()) {
    problems.push_back({"completions",
                        "belong to engine host, which is not available in this version; leave them "
                        "out"});
  }
  if (!args.task_id.empty()) {
    problems.push_back(
        {"task_id",
         "belongs to engine host, which is not available in this version; leave it out"});
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
    EV_TRY(const std::string handle, store());
    EV_TRY(const std::size_t offset, cursor_offset(args_.paging.cursor, handle));
    const auto ms =
        std::chrono::duration_cast<std::chrono::milliseconds>(services_.clock.now() - begun);
    Answer answer = head(handle, ms.count());
    std::vector<std::string> warnings = set_.warnings;
    add_field_warnings(warnings);
    add_warnings(answer, warnings);
    add_content_notice(answer);
    add_items(answer, "extractions", items(offset), args_.paging, offset, handle);
    return answer;
  }

 private:
  Result<void> extract_all() {
    payloads_.reserve(set_.articles.size());
    const auto total = static_cast<double>(set_.articles.size());
    for (const model::Article& article : set_.articles) {
      EV_CHECK(ctx_.check());
      const extract::Extraction extraction = extract::extract(article, schema_);
      count(extraction);
      payloads_.push_back(extract::to_json(extraction));
      if (payloads_.size() % static_cast<std::size_t>(args_.batch_size) == 0) {
        ctx_.report("extracting features", static_cast<double>(payloads_.size()), total);
      }
    }
    return {};
  }

  void count(const extract::Extraction& extraction) {
    const auto found = static_cast<std::size_t>(std::count_if(
        extraction.cells.begin(), extraction.cells.end(),
        [](const auto& cell) { return cell.second.status == extract::Status::found; }));
    const bool any = std::any_of(extraction.cells.begin(), extraction.cells.end(),
                                 [](const auto& cell) { return !cell.second.value.is_null(); });
    if (!extraction.has_text || !any) {
      ++totals_.failed;
    } else if (found == extraction.cells.size()) {
      ++totals_.successful;
    } else {
      ++totals_.partial;
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
    if (unknown.empty()) return;
    warnings.push_back("no rule knows " +
                       std::string(unknown.size() == 1 ? "the field " : "the fields ") +
                       text::join(unknown, ", ") +
                       "; null everywhere. Use a usual name or describe it in "
                       "extraction_instructions as \"name: definition\"");
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
    answer.text = "**" + std::to_string(payloads_.size()) +
                  " records** by rules: " + std::to_string(totals_.successful) + " complete, " +
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
                           {"tokens_used", 0},
                           {"engine", "rules"},
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
};

}  // namespace

mcp::ToolDef pubmed_extract_features(const Services& services) {
  return make_tool<ExtractArgs>("pubmed_extract_features",
                                [&services](const ExtractArgs& args, const mcp::CallContext& ctx) {
                                  return FeatureExtractor(services, args, ctx).go();
                                });
}

}  // namespace ev::tools
