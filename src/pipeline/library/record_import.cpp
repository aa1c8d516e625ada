#include "pipeline/library/record_import.hpp"

#include "base/hash.hpp"
#include "base/text.hpp"
#include "pipeline/library/line_reader.hpp"
#include "pipeline/library/ordered_pipeline.hpp"
#include "pipeline/library/pmid_set.hpp"
#include "store/import_scratch.hpp"

#include <memory>
#include <optional>

namespace ev::library {

namespace {

constexpr std::size_t kRecordBatchBytes = 256u << 10;
constexpr std::size_t kRecordBatchRecords = 2'000;  // of a few bytes each
constexpr std::size_t kRecordWindow = 16;
constexpr std::size_t kIdDigits = 12;

struct RecordBatch {
  struct Piece {
    RawRecord record;
    std::size_t begin, end;  // in `bytes`
  };
  std::string bytes;
  std::vector<Piece> pieces;
};

struct ParsedBatch {
  struct Item {
    std::string pmid;  // "" = `article` is to be named and made a parcel
    Parcel parcel;
    std::unique_ptr<model::Article> unnamed;
  };
  std::vector<Item> items;
  std::vector<sources::MalformedRecord> malformed;
  Notes notes;
};

// Runs on the reading thread only.
class RecordBatches {
 public:
  explicit RecordBatches(RecordSource& source) : source_(source) {}

  std::optional<RecordBatch> next() {
    if (ended_) return std::nullopt;
    RecordBatch batch;
    while (batch.bytes.size() < kRecordBatchBytes && batch.pieces.size() < kRecordBatchRecords) {
      RawRecord record;
      const std::size_t begin = batch.bytes.size();
      auto more = source_.next(batch.bytes, record);
      if (!more) damage_ = std::move(more).error();
      ended_ = !more || !*more;
      if (ended_) break;
      batch.pieces.push_back({std::move(record), begin, batch.bytes.size()});
    }
    if (batch.pieces.empty()) return std::nullopt;
    return batch;
  }
  const std::optional<Error>& damage() const { return damage_; }

 private:
  RecordSource& source_;
  std::optional<Error> damage_;
  bool ended_ = false;
};

Result<model::Article> parsed(std::string_view bytes, const RawRecord& record,
                              const ParseRecord& parse, Notes& notes) {
  if (!record.problem.empty()) {
    return Error{.code = Errc::invalid_argument, .message = record.problem};
  }
  if (!record.note.empty()) notes.add(record.note, record.line);
  if (text::valid_utf8(bytes)) return parse(bytes, record, notes);
  notes.add(kReadAsLatin1, record.line);
  return parse(latin1_to_utf8(bytes), record, notes);
}

ParsedBatch parse_records(const RecordBatch& batch, const ParseRecord& parse, const Delivery& to) {
  ParsedBatch out;
  out.items.reserve(batch.pieces.size());
  for (const RecordBatch::Piece& piece : batch.pieces) {
    const auto bytes = std::string_view(batch.bytes).substr(piece.begin, piece.end - piece.begin);
    auto article = parsed(bytes, piece.record, parse, out.notes);
    if (!article) {
      out.malformed.push_back(
          {"", piece.record.offset, std::move(article).error().message, piece.record.line});
      continue;
    }
    ParsedBatch::Item item{.pmid = article->pmid};
    if (item.pmid.empty()) {
      article->id = "rec-" + sha256_hex(model::to_json_text(*article)).substr(0, kIdDigits);
      item.unnamed = std::make_unique<model::Article>(*std::move(article));
    } else {
      item.parcel = prepare(*std::move(article), to);
    }
    out.items.push_back(std::move(item));
  }
  return out;
}

// Names records in file order and gathers the report.
class RecordLedger {
 public:
  explicit RecordLedger(store::ImportScratch seen) : seen_(std::move(seen)) {}

  Result<Parcel> admit(ParsedBatch::Item item, const Delivery& to) {
    ++report.records;
    const bool named = item.unnamed == nullptr;
    EV_TRY(const std::int64_t count, times_met(named ? item.pmid : item.unnamed->id));
    if (named) {
      if (count == 2) report.duplicates.push_back(std::move(item.pmid));
      return std::move(item.parcel);
    }
    if (count > 1) item.unnamed->id += "-" + std::to_string(count);
    return prepare(std::move(*item.unnamed), to);
  }

  ImportReport report;
  Notes notes;

 private:
  // This time included.
  Result<std::int64_t> times_met(const std::string& id) {
    const bool fits = PmidSet::fits(id);
    if (fits && pmids_.insert(id)) return 1;
    EV_TRY(const auto before, seen_.number(id));
    const std::int64_t count = before.value_or(fits ? 1 : 0) + 1;
    EV_CHECK(seen_.set_number(id, count));
    return count;
  }

  PmidSet pmids_;
  store::ImportScratch seen_;  // how often, of PMIDs met again and of other ids
};

}  // namespace

Result<ImportReport> import_records(RecordSource& source, const ParseRecord& parse,
                                    const std::string& format, const ImportOptions& options,
                                    const Delivery& to, const Context& ctx) {
  RecordBatches batches(source);
  EV_TRY(store::ImportScratch scratch, store::ImportScratch::open());
  RecordLedger ledger(std::move(scratch));
  std::optional<Error> failed;
  using Pipeline = OrderedPipeline<RecordBatch, ParsedBatch>;
  Pipeline::Steps steps;
  steps.make = [&batches] { return batches.next(); };
  steps.worker = [&parse, &to] {
    return [&parse, &to](RecordBatch batch) { return parse_records(batch, parse, to); };
  };
  steps.take = [&](ParsedBatch batch) {
    auto alive = ctx.check();
    for (auto& m : batch.malformed) ledger.report.malformed.push_back(std::move(m));
    if (alive) alive = check_extent(ledger.report);
    ledger.notes.add_all(batch.notes);
    for (auto& item : batch.items) {
      if (!alive) break;
      auto parcel = ledger.admit(std::move(item), to);
      alive = parcel ? hand_over(*std::move(parcel), to, Rows::records)
                     : Result<void>(std::move(parcel).error());
    }
    if (!alive) failed = std::move(alive).error();
    ctx.report("importing records", static_cast<double>(ledger.report.records), 0);
    return !failed.has_value();
  };
  Pipeline::run(steps, options.threads, kRecordWindow);
  if (failed) return *std::move(failed);
  ImportReport& report = ledger.report;
  report.format = format;
  report.bytes = source.bytes_read();
  report.warnings = ledger.notes.lines();
  if (const auto& damage = batches.damage()) {
    if (ends_import(*damage)) return *damage;
    report.warnings.push_back(damage->message);
  }
  if (report.records == 0 && report.malformed.empty()) {
    report.warnings.push_back("the file holds no record");
  }
  return std::move(report);
}

}  // namespace ev::library
