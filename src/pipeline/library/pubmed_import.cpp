#include "pipeline/library/pubmed_import.hpp"

#include "base/text.hpp"
#include "pipeline/library/line_reader.hpp"
#include "pipeline/library/ordered_pipeline.hpp"
#include "pipeline/library/pmid_set.hpp"
#include "pipeline/sources/byte_source.hpp"
#include "pipeline/sources/pubmed_xml_split.hpp"
#include "store/import_scratch.hpp"

#include <algorithm>
#include <memory>
#include <optional>

namespace ev::library {

namespace {

using sources::XmlPiece;

// Below the size from which malloc maps fresh pages for every block.
constexpr std::size_t kBatchBytes = 96u << 10;
constexpr std::size_t kWindow = 24;

// Raw records, copied out of the splitter's buffer.
struct RawBatch {
  struct Piece {
    XmlPiece::Kind kind;
    std::uint64_t offset;
    std::size_t begin, end;  // in `bytes`
    std::string reason;
  };
  std::string bytes;
  std::vector<Piece> pieces;
};

struct ParsedXml {
  struct Item {
    std::string pmid;
    int version = 1;
    Parcel parcel;
  };
  std::vector<Item> items;
  std::vector<sources::MalformedRecord> malformed;
  std::vector<std::string> deleted;
  std::vector<std::string> not_utf8;  // PMIDs
};

// Runs on the reading thread only.
class BatchReader {
 public:
  explicit BatchReader(sources::ByteSource& source) : splitter_(source) {}

  std::optional<RawBatch> next() {
    if (ended_) return std::nullopt;
    RawBatch batch;
    batch.bytes.reserve(kBatchBytes + kBatchBytes / 4);
    XmlPiece piece;
    while (batch.bytes.size() < kBatchBytes) {
      auto more = splitter_.next(piece);
      if (!more) damage_ = std::move(more).error();
      ended_ = !more || !*more;
      if (ended_) break;
      const std::size_t begin = batch.bytes.size();
      batch.bytes += piece.bytes;
      batch.pieces.push_back({piece.kind, piece.offset, begin, batch.bytes.size(), piece.reason});
    }
    if (batch.pieces.empty()) return std::nullopt;
    return batch;
  }

  const sources::RecordSplitter& splitter() const { return splitter_; }
  const std::optional<Error>& damage() const { return damage_; }

 private:
  sources::RecordSplitter splitter_;
  std::optional<Error> damage_;
  bool ended_ = false;
};

ParsedXml parse_batch(const RawBatch& batch, sources::XmlReader& reader, const Delivery& to) {
  ParsedXml out;
  out.items.reserve(batch.pieces.size());
  for (const RawBatch::Piece& piece : batch.pieces) {
    const auto bytes = std::string_view(batch.bytes).substr(piece.begin, piece.end - piece.begin);
    if (piece.kind == XmlPiece::Kind::deleted) {
      for (std::string& pmid : sources::deleted_pmids(bytes))
        out.deleted.push_back(std::move(pmid));
      continue;
    }
    if (piece.kind == XmlPiece::Kind::malformed) {
      out.malformed.push_back({sources::pmid_of(bytes), piece.offset, piece.reason});
      continue;
    }
    const bool utf8 = text::valid_utf8(bytes);
    auto article = reader.read(utf8 ? bytes : std::string_view(latin1_to_utf8(bytes)));
    if (article && !utf8) out.not_utf8.push_back(article->pmid);
    if (!article) {
      out.malformed.push_back({sources::pmid_of(bytes), piece.offset, article.error().message});
      continue;
    }
    std::string pmid = article->pmid;
    const int version = sources::version_of(*article);
    out.items.push_back({std::move(pmid), version, prepare(*std::move(article), to)});
  }
  return out;
}

bool is_known_root(const std::string& root) {
  return root == "PubmedArticleSet" || root == "PubmedBookArticleSet" ||
         root == "MedlineCitationSet" || root == "DeleteCitation";
}

// Collects what the batches report and lets each PMID through by its version.
class Ledger {
 public:
  explicit Ledger(store::ImportScratch versions) : versions_(std::move(versions)) {}

  // Whether the record is to be handed over.
  Result<bool> admit(const std::string& pmid, int version) {
    const bool fits = PmidSet::fits(pmid);
    if (fits && met_.insert(pmid)) {
      if (version != kPlain) EV_CHECK(versions_.set_number(pmid, version));
      ++report.records;
      return true;
    }
    EV_TRY(const auto noted, versions_.number(pmid));
    if (!fits && !noted) {
      EV_CHECK(versions_.set_number(pmid, version));
      ++report.records;
      return true;
    }
    const std::int64_t known = noted.value_or(kPlain);
    if (known < kMetAgain) report.duplicates.push_back(pmid);
    const std::int64_t highest = known % kMetAgain;
    EV_CHECK(versions_.set_number(pmid, kMetAgain + std::max<std::int64_t>(highest, version)));
    return version >= highest;
  }

  void note(ParsedXml& batch) {
    for (auto& m : batch.malformed) report.malformed.push_back(std::move(m));
    for (auto& d : batch.deleted) report.deleted.push_back(std::move(d));
    if (not_utf8_ == 0 && !batch.not_utf8.empty()) first_not_utf8_ = batch.not_utf8.front();
    not_utf8_ += batch.not_utf8.size();
  }

  void warn_of_bytes() {
    if (not_utf8_ == 0) return;
    report.warnings.push_back(
        "PMID " + first_not_utf8_ + ": " + std::string(kReadAsLatin1) +
        (not_utf8_ > 1 ? " (and " + std::to_string(not_utf8_ - 1) + " more records)" : ""));
  }

  ImportReport report;

 private:
  // Added to the version of a PMID that came more than once.
  static constexpr std::int64_t kMetAgain = std::int64_t{1} << 32;

  static constexpr int kPlain = 1;  // the version of nearly all records

  std::size_t not_utf8_ = 0;  // records
  std::string first_not_utf8_;
  PmidSet met_;
  // The highest version of each PMID that came with another one, more than once, or does not fit.
  store::ImportScratch versions_;
};

Result<ImportReport> closing(Ledger& ledger, const BatchReader& reader, const std::string& name) {
  ImportReport& report = ledger.report;
  const std::optional<Error>& damage = reader.damage();
  if (damage && ends_import(*damage)) return *damage;
  const std::string& root = reader.splitter().root();
  const bool nothing = report.records == 0 && report.malformed.empty() && report.deleted.empty();
  if (nothing && !damage && !is_known_root(root)) {
    return Error{.code = Errc::invalid_argument,
                 .message = name + " is not PubMed XML (" +
                            (root.empty() ? "no XML element" : "root element " + root) + ")",
                 .path = "path",
                 .recovery = "save the records from PubMed as XML, or use efetch with retmode=xml"};
  }
  report.format = "PubMed XML";
  report.bytes = reader.splitter().bytes_read();
  ledger.warn_of_bytes();
  if (damage) report.warnings.push_back(damage->message);
  if (!damage && !reader.splitter().root_closed()) {
    report.warnings.push_back(name + " ends before its root element is closed: it may be cut off");
  }
  return std::move(report);
}

}  // namespace

Result<ImportReport> import_pubmed_xml(sources::ByteSource& source, const std::string& name,
                                       const ImportOptions& options, const Delivery& to,
                                       const Context& ctx) {
  BatchReader reader(source);
  EV_TRY(store::ImportScratch scratch, store::ImportScratch::open());
  Ledger ledger(std::move(scratch));
  std::optional<Error> failed;
  using Pipeline = OrderedPipeline<RawBatch, ParsedXml>;
  Pipeline::Steps steps;
  steps.make = [&reader] { return reader.next(); };
  steps.worker = [&options, &to] {
    auto xml = std::make_shared<sources::XmlReader>(options.xml);
    return [xml, &to](RawBatch batch) { return parse_batch(batch, *xml, to); };
  };
  steps.take = [&](ParsedXml batch) {
    auto alive = ctx.check();
    ledger.note(batch);
    if (alive) alive = check_extent(ledger.report);
    for (auto& item : batch.items) {
      if (!alive) break;
      const auto admitted = ledger.admit(item.pmid, item.version);
      if (!admitted) {
        alive = admitted.error();
      } else if (*admitted) {
        alive = hand_over(std::move(item.parcel), to, Rows::versions);
      }
    }
    if (!alive) failed = std::move(alive).error();
    ctx.report("importing records", static_cast<double>(ledger.report.records), 0);
    return !failed.has_value();
  };
  Pipeline::run(steps, options.threads, kWindow);
  if (failed) return *std::move(failed);
  return closing(ledger, reader, name);
}

}  // namespace ev::library
