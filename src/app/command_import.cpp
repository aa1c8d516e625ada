#include "app/commands.hpp"
#include "base/memory.hpp"
#include "pipeline/library/import.hpp"
#include "store/import_scratch.hpp"
#include "tools/services.hpp"

#include <nlohmann/json.hpp>

#include <cstdio>
#include <future>
#include <utility>
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

// Records of all files as one set, in order: the rows wait in a temporary file. A later version of
// a record stands in the place of the earlier one. One batch is stored while the next is gathered.
class Collector {
 public:
  Collector(const tools::Services& services, store::ImportScratch scratch)
      : services_(services), scratch_(std::move(scratch)) {}

  Result<void> add(store::StoredArticle article, library::Rows rows) {
    batch_.push_back(std::move(article));
    kinds_.push_back(rows);
    return batch_.size() < kStoreBatch ? Result<void>() : store_batch();
  }

  // What has been added up to now is searchable then.
  Result<void> flush() {
    EV_CHECK(store_batch());
    return finish_storing();
  }

  // The handle of the set.
  Result<std::string> finish(const Json& meta) {
    return services_.result_sets.put(
        {.stage = "records", .meta = dump_json(meta)},
        [this](const store::RowVisitor& visit) { return scratch_.each_row(visit); });
  }
  std::int64_t count() const { return scratch_.rows(); }

 private:
  using Keys = std::vector<std::string>;

  Result<void> store_batch() {
    EV_CHECK(finish_storing());
    stored_ = std::exchange(batch_, {});
    stored_kinds_ = std::exchange(kinds_, {});
    storing_ = std::async(std::launch::async, [this] { return services_.articles.put(stored_); });
    return {};
  }

  Result<void> finish_storing() {
    if (!storing_.valid()) return {};
    EV_TRY(Keys keys, storing_.get());
    for (std::size_t i = 0; i < keys.size(); ++i) {
      EV_CHECK(place({std::move(stored_[i].item_id), std::move(keys[i])}, stored_kinds_[i]));
    }
    return {};
  }

  Result<void> place(const store::ResultRow& row, library::Rows rows) {
    if (rows == library::Rows::records) return scratch_.append(row);
    EV_TRY(const auto earlier, scratch_.number(row.item_id));
    if (earlier) return scratch_.replace(*earlier, row);
    EV_CHECK(scratch_.set_number(row.item_id, scratch_.rows()));
    return scratch_.append(row);
  }

  const tools::Services& services_;
  store::ImportScratch scratch_;  // its numbers: places of records that have versions
  std::vector<store::StoredArticle> batch_;
  std::vector<library::Rows> kinds_;          // of the batch
  std::vector<store::StoredArticle> stored_;  // being stored
  std::vector<library::Rows> stored_kinds_;
  std::future<Result<Keys>>
      storing_;  // the last member: its end is waited for before the others go
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
  expect_much_memory();
  const Context ctx = program.command_line_context();
  if (command.dry_run) return dry_run(command, ctx);
  auto scratch = store::ImportScratch::open();
  if (!scratch) return report_failure(scratch.error());
  Collector collector(program.services(), *std::move(scratch));
  Json files = Json::array();
  for (const auto& file : command.files) {
    const auto sink = [&](store::StoredArticle row, library::Rows rows) {
      return collector.add(std::move(row), rows);
    };
    const auto report = library::import_stored(file, {}, sink, ctx);
    if (!report) return report_failure(report.error());
    print_notes(file.string(), *report);
    const auto stored = collector.flush();
    if (!stored) return report_failure(stored.error());
    Json entry = report_json(*report);
    entry["file"] = file.filename().string();
    files.push_back(std::move(entry));
  }
  std::size_t malformed = 0;
  for (const Json& file : files) malformed += file.at("malformed").size();
  const std::int64_t records = collector.count();
  if (records == 0 && malformed > 0) {
    return report_failure(
        Error{.code = Errc::invalid_argument,
              .message = "none of " + std::to_string(malformed) + " records could be read",
              .recovery = "see the reasons above; --dry-run reads without storing"});
  }
  const auto handle = collector.finish({{"origin", "import"}});
  if (!handle) return report_failure(handle.error());
  if (command.json) {
    const Json out = {{"result_set", *handle}, {"records", records}, {"files", files}};
    std::fputs((dump_json_pretty(out) + "\n").c_str(), stdout);
  } else {
    std::printf("%lld records imported; result_set %s\n", static_cast<long long>(records),
                handle->c_str());
  }
  return 0;
}

}  // namespace ev::app
