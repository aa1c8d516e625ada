#include "app/commands.hpp"
#include "pipeline/library/import.hpp"
#include "tools/services.hpp"

#include <nlohmann/json.hpp>

#include <cstdio>
#include <map>
#include <vector>

namespace ev::app {

namespace {

constexpr std::size_t kStoreBatch = 2000;

Json report_json(const library::ImportReport& report) {
  Json malformed = Json::array();
  for (const sources::MalformedRecord& record : report.malformed) {
    malformed.push_back(
        {{"pmid", record.pmid}, {"offset", record.offset}, {"reason", record.reason}});
    if (record.line != 0) malformed.back()["line"] = record.line;
  }
  return {{"format", report.format},         {"records", report.records},
          {"duplicates", report.duplicates}, {"malformed", std::move(malformed)},
          {"deleted", report.deleted},       {"warnings", report.warnings}};
}

void print_notes(const std::string& file, const library::ImportReport& report) {
  for (const std::string& warning : report.warnings) {
    std::fprintf(stderr, "%s: %s\n", file.c_str(), warning.c_str());
  }
  for (const sources::MalformedRecord& record : report.malformed) {
    const bool lined = record.line != 0;
    std::fprintf(stderr, "%s: record%s%s at %s %llu was left out: %s\n", file.c_str(),
                 record.pmid.empty() ? "" : " ", record.pmid.c_str(), lined ? "line" : "byte",
                 static_cast<unsigned long long>(lined ? record.line : record.offset),
                 record.reason.c_str());
  }
  if (!report.duplicates.empty()) {
    std::fprintf(stderr, "%s: %zu PMIDs came more than once%s\n", file.c_str(),
                 report.duplicates.size(),
                 report.format == "PubMed XML" ? "; the highest version counts" : "");
  }
  if (!report.deleted.empty()) {
    std::fprintf(stderr,
                 "%s: the file withdraws %zu PMIDs (DeleteCitation); stored records are kept\n",
                 file.c_str(), report.deleted.size());
  }
}

// Records of all files as one set, in order. Of two versions of a PMID in PubMed XML the later
// handed over counts; rows of other formats all stay.
class Collector {
 public:
  explicit Collector(const tools::Services& services) : services_(services) {}

  Result<void> add(store::StoredArticle article) {
    batch_.push_back(std::move(article));
    return batch_.size() < kStoreBatch ? Result<void>() : flush();
  }

  Result<void> end_file(bool versioned) {
    EV_CHECK(flush());
    if (versioned) keep_last_versions();
    file_begin_ = rows_.size();
    return {};
  }

  // The handle of the set; gives the rows away.
  Result<std::string> finish(const Json& meta) && {
    return services_.result_sets.put(
        {.stage = "records", .meta = dump_json(meta), .rows = std::move(rows_)});
  }
  std::size_t count() const { return rows_.size(); }

 private:
  Result<void> flush() {
    EV_TRY(const std::vector<std::string> keys, services_.articles.put(batch_));
    for (std::size_t i = 0; i < keys.size(); ++i) {
      rows_.push_back({std::move(batch_[i].item_id), keys[i]});
    }
    batch_.clear();
    return {};
  }

  void keep_last_versions() {
    std::size_t kept = file_begin_;
    for (std::size_t i = file_begin_; i < rows_.size(); ++i) {
      const auto [it, fresh] = place_.try_emplace(rows_[i].item_id, kept);
      if (!fresh) {
        rows_[it->second] = std::move(rows_[i]);
      } else if (kept++ != i) {
        rows_[kept - 1] = std::move(rows_[i]);
      }
    }
    rows_.resize(kept);
  }

  const tools::Services& services_;
  std::vector<store::StoredArticle> batch_;
  std::vector<store::ResultRow> rows_;
  std::map<std::string, std::size_t> place_;  // of PubMed XML records in rows_
  std::size_t file_begin_ = 0;
};

int dry_run(const ImportCommand& command, const Context& ctx) {
  std::size_t records = 0;
  for (const auto& file : command.files) {
    const auto sink = [&](std::string_view text) -> Result<void> {
      if (command.jsonl) std::fwrite(text.data(), 1, text.size(), stdout);
      return {};
    };
    const auto report = library::file_to_jsonl(file, {}, sink, ctx);
    if (!report) return report_failure(report.error());
    print_notes(file.string(), *report);
    records += report->records;
  }
  if (!command.jsonl) std::printf("%zu records could be imported\n", records);
  return 0;
}

}  // namespace

int command_import(Program& program, const ImportCommand& command) {
  const Context ctx = program.command_line_context();
  if (command.dry_run) return dry_run(command, ctx);
  Collector collector(program.services());
  Json files = Json::array();
  for (const auto& file : command.files) {
    const auto sink = [&](store::StoredArticle row) { return collector.add(std::move(row)); };
    const auto report = library::import_stored(file, {}, sink, ctx);
    if (!report) return report_failure(report.error());
    print_notes(file.string(), *report);
    const auto stored = collector.end_file(report->format == "PubMed XML");
    if (!stored) return report_failure(stored.error());
    Json entry = report_json(*report);
    entry["file"] = file.filename().string();
    files.push_back(std::move(entry));
  }
  std::size_t malformed = 0;
  for (const Json& file : files) malformed += file.at("malformed").size();
  const std::size_t records = collector.count();
  if (records == 0 && malformed > 0) {
    return report_failure(
        Error{.code = Errc::invalid_argument,
              .message = "none of " + std::to_string(malformed) + " records could be read",
              .recovery = "see the reasons above; --dry-run reads without storing"});
  }
  const auto handle = std::move(collector).finish({{"origin", "import"}});
  if (!handle) return report_failure(handle.error());
  if (command.json) {
    const Json out = {{"result_set", *handle}, {"records", records}, {"files", files}};
    std::fputs((dump_json_pretty(out) + "\n").c_str(), stdout);
  } else {
    std::printf("%zu records imported; result_set %s\n", records, handle->c_str());
  }
  return 0;
}

}  // namespace ev::app
