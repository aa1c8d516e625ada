#include "base/file.hpp"
#include "base/hash.hpp"
#include "base/text.hpp"
#include "pipeline/extract/design.hpp"
#include "pipeline/model/article_json.hpp"
#include "pipeline/output/exports.hpp"
#include "pipeline/output/html.hpp"
#include "pipeline/output/report.hpp"
#include "pipeline/workflow/untrusted.hpp"
#include "tools/all_tools.hpp"
#include "tools/inline_records.hpp"
#include "tools/make_tool.hpp"
#include "tools/resources.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <numeric>

namespace ev::tools {

namespace {

constexpr std::size_t kIdsNamed = 10;  // of the records a warning is about

struct ExportArgs {
  std::string result_set;
  std::string format;
  int max_response_tokens = limits::kResponseTokens;
};
template <class V>
void describe(V& v, ExportArgs& a) {
  v("result_set", a.result_set, {.required = true, .max_length = 100});
  v("format", a.format,
    {.required = true, .one_of = {"ris", "bibtex", "csl_json", "nbib", "csv", "html"}});
  v("max_response_tokens", a.max_response_tokens, {.min = 200, .max = 1'000'000});
}

class Exporter {
 public:
  Exporter(const Services& services, const ExportArgs& args, const mcp::CallContext& ctx)
      : services_(services), args_(args), ctx_(ctx), info_(*output::export_format(args.format)) {}

  Result<Answer> go() {
    EV_TRY(set_, load_set(services_, args_.result_set, ctx_));
    EV_CHECK(put_in_order());
    EV_TRY(warnings_, warnings());
    EV_TRY(const std::string content, content_of());
    Answer answer{.structured = {{"result_set", set_.handle},
                                 {"format", info_.name},
                                 {"records", set_.articles.size()},
                                 {"file_name", file_name()},
                                 {"mime_type", info_.mime_type},
                                 {"size", content.size()},
                                 {"sha256", sha256_hex(content)}}};
    answer.text = "**" + std::to_string(set_.articles.size()) + " records** of `" + set_.handle +
                  "` as " + std::string(info_.label) + ", " + std::to_string(content.size()) +
                  " bytes";
    EV_TRY(const bool inside, deliver(answer, content));
    if (inside) answer.text += fenced(content);
    return answer;
  }

 private:
  Result<std::string> content_of() const {
    if (info_.format == output::ExportFormat::html) {
      EV_TRY(const Json rows, page());
      std::string text = output::html_result_set(rows);
      EV_CHECK(ctx_.check());
      return text;
    }
    EV_TRY(const std::vector<output::ExportRecord> written, records());
    const auto keep_going = [this] { return ctx_.check().has_value(); };
    std::string text = output::export_text(info_.format, written, keep_going);
    EV_CHECK(ctx_.check());
    return text;
  }

  // Ranked sets are stored in rank order; scored ones are put in the order of their scores.
  Result<void> put_in_order() {
    order_.resize(set_.articles.size());
    std::iota(order_.begin(), order_.end(), std::size_t{0});
    ranked_ = !order_.empty();
    scored_ = ranked_;
    std::vector<double> places(order_.size());
    for (std::size_t i = 0; i < order_.size(); ++i) {
      EV_CHECK(ctx_.check());
      const auto rank = set_.ranks[i].rank();
      const auto score = score_of(i);
      ranked_ = ranked_ && rank.has_value();
      scored_ = scored_ && score.has_value();
      places[i] = ranked_ ? *rank : -score.value_or(0);
    }
    // Where the ranks broke off, the places before are ranks and not scores.
    if (scored_ && !ranked_) {
      for (std::size_t i = 0; i < order_.size(); ++i) places[i] = -*score_of(i);
    }
    if (!ranked_ && !scored_) return {};
    std::stable_sort(order_.begin(), order_.end(),
                     [&places](std::size_t a, std::size_t b) { return places[a] < places[b]; });
    return {};
  }

  std::optional<double> score_of(std::size_t i) const {
    const auto boosted = set_.ranks[i].final_score();
    return boosted ? boosted : set_.scores[i].total();
  }

  static const Json& extraction_of(const Json& features) {
    return output::member(features, "extraction");
  }

  Result<std::vector<output::ExportRecord>> records() const {
    std::vector<output::ExportRecord> out;
    out.reserve(order_.size());
    for (std::size_t place = 0; place < order_.size(); ++place) {
      EV_CHECK(ctx_.check());
      const std::size_t i = order_[place];
      output::ExportRecord record{.article = &set_.articles[i], .score = score_of(i)};
      if (ranked_ || scored_) record.rank = static_cast<int>(place) + 1;
      const Json& extraction = extraction_of(set_.features[i].payload());
      if (extraction.is_object()) {
        for (const auto& [field, value] : extraction.items()) {
          record.features.emplace_back(field, output::value_text(value));
        }
      }
      out.push_back(std::move(record));
    }
    return out;
  }

  // The rows of the report, as `run` makes them.
  Json page_row(std::size_t place) const {
    const std::size_t i = order_[place];
    Json row = {{"rank", place + 1},
                {"article", model::to_json(set_.articles[i])},
                {"design", extract::study_design(set_.articles[i])}};
    for (const Json& payload :
         {set_.features[i].payload(), set_.scores[i].payload(), set_.ranks[i].payload()}) {
      if (!payload.is_object()) continue;
      for (const auto& [name, value] : payload.items()) {
        if (name != "rank") row[name] = value;
      }
    }
    return row;
  }

  Result<Json> page() const {
    Json rows = Json::array();
    int with_abstract = 0;
    int preprints = 0;
    int trials = 0;
    int retracted = 0;
    for (std::size_t place = 0; place < order_.size(); ++place) {
      EV_CHECK(ctx_.check());
      const model::Article& a = set_.articles[order_[place]];
      with_abstract += a.abstract.empty() ? 0 : 1;
      preprints += a.is_preprint ? 1 : 0;
      trials += a.trial ? 1 : 0;
      retracted += a.retraction.status == model::RetractionStatus::retracted ? 1 : 0;
      rows.push_back(page_row(place));
    }
    Json counts = {{"records", order_.size()}, {"with_abstract", with_abstract}};
    if (preprints > 0) counts["preprints"] = preprints;
    if (trials > 0) counts["trials"] = trials;
    if (retracted > 0) counts["retracted"] = retracted;
    Json out = {{"title", "Records of " + set_.handle}, {"result_set", set_.handle},
                {"sample", services_.config.sample},    {"ranked", ranked_ || scored_},
                {"counts", std::move(counts)},          {"articles", std::move(rows)}};
    // What was asked, and what was searched for, when the set's stages say so.
    const std::string question = set_.meta.query();
    const std::string search = set_.meta.search();
    if (!question.empty() || !search.empty()) {
      out["title"] = text::ellipsize(question.empty() ? search : question, 200);
    }
    if (!search.empty()) out["query"] = search;
    return out;
  }

  std::string file_name() const {
    const std::string prefix = services_.config.sample ? "sample-" : "";
    return prefix + set_.handle + "." + std::string(info_.extension);
  }

  std::string named(const std::vector<std::string>& ids) const {
    std::vector<std::string> shown(
        ids.begin(), ids.begin() + static_cast<std::ptrdiff_t>(std::min(ids.size(), kIdsNamed)));
    return text::join(shown, ", ") + (ids.size() > kIdsNamed ? " …" : "");
  }

  Result<std::vector<std::string>> warnings() const {
    std::vector<std::string> out = set_.warnings;
    std::vector<std::string> retracted, doubted, unnumbered, hostile;
    for (const std::size_t i : order_) {
      EV_CHECK(ctx_.check());
      const model::Article& a = set_.articles[i];
      if (a.retraction.status == model::RetractionStatus::retracted)
        retracted.push_back(model::item_id(a));
      if (a.retraction.status == model::RetractionStatus::expression_of_concern)
        doubted.push_back(model::item_id(a));
      if (a.pmid.empty()) unnumbered.push_back(model::item_id(a));
      if (addresses_a_model(a)) hostile.push_back(model::item_id(a));
    }
    if (order_.empty()) out.push_back("the result set holds no record");
    if (!retracted.empty()) {
      out.push_back(std::to_string(retracted.size()) +
                    " of the records retracted, which their entries say: " + named(retracted));
    }
    if (!doubted.empty()) {
      out.push_back(std::to_string(doubted.size()) +
                    " of the records under an expression of concern, which their entries say: " +
                    named(doubted));
    }
    if (info_.format == output::ExportFormat::nbib && !unnumbered.empty()) {
      out.push_back(std::to_string(unnumbered.size()) +
                    " records have no PMID and carry none here; programs that expect PubMed "
                    "records only may leave them out: " +
                    named(unnumbered));
    }
    if (!hostile.empty()) {
      out.push_back("injection_suspected: texts that address a language model in " +
                    named(hostile));
    }
    return out;
  }

  // A fence that the content does not hold.
  std::string fenced(const std::string& content) const {
    std::string fence = "```";
    while (content.find(fence) != std::string::npos) fence += '`';
    const bool ends = content.empty() || content.back() == '\n';
    return fence + std::string(info_.extension) + "\n" + content + (ends ? "" : "\n") + fence +
           "\n";
  }

  // Inside the answer when it fits, else as a file. The texts around it are put in place first, so
  // that both forms are measured whole.
  Result<bool> deliver(Answer& answer, const std::string& content) {
    Answer inside = answer;
    inside.text += ":\n";
    add_warnings(inside, warnings_);
    add_content_notice(inside);
    inside.structured["content"] = content;
    const std::size_t room = static_cast<std::size_t>(args_.max_response_tokens) * 4;
    const std::size_t fences = 20;
    const bool fits = text::code_points(dump_json(inside.structured)) <= room &&
                      text::code_points(inside.text) + text::code_points(content) + fences <= room;
    if (fits) {
      answer = std::move(inside);
      return true;
    }
    const std::filesystem::path folder = services_.config.home / "exports";
    EV_CHECK(ensure_private_dir(folder));
    const std::filesystem::path path = folder / file_name();
    EV_CHECK(write_file_atomically(path, content));
    answer.structured["path"] = path.string();
    answer.structured["uri"] = export_uri(file_name());
    answer.links = {{.uri = export_uri(file_name()),
                     .name = file_name(),
                     .title = std::string(info_.label) + " of " + set_.handle,
                     .mime_type = std::string(info_.mime_type)}};
    answer.text += "\nToo long for an answer, so it is a file: " + path.string() + "\nSHA-256 " +
                   answer.structured["sha256"].get<std::string>() + "\n";
    add_warnings(answer, warnings_);
    add_content_notice(answer);
    return false;
  }

  const Services& services_;
  const ExportArgs& args_;
  const mcp::CallContext& ctx_;
  const output::FormatInfo& info_;
  RecordSet set_;
  std::vector<std::size_t> order_;
  std::vector<std::string> warnings_;
  bool ranked_ = false;
  bool scored_ = false;
};

}  // namespace

mcp::ToolDef export_results(const Services& services) {
  return make_tool<ExportArgs>("export_results",
                               [&services](const ExportArgs& args, const mcp::CallContext& ctx) {
                                 return Exporter(services, args, ctx).go();
                               });
}

}  // namespace ev::tools
