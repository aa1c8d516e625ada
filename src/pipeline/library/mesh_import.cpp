#include "pipeline/library/mesh_import.hpp"

#include "pipeline/library/mesh_reader.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace ev::library {

namespace {

constexpr std::size_t kHead = 64u << 10;
constexpr std::size_t kBatch = 2'000;  // headings per transaction

store::MeshHeadingRow row_of(mesh::Heading heading) {
  store::MeshHeadingRow row;
  row.key = mesh::term_key(heading.name);
  row.ui = std::move(heading.ui);
  row.name = std::move(heading.name);
  row.supplementary_class = heading.supplementary_class;
  row.tree_numbers = std::move(heading.tree_numbers);
  row.qualifiers = std::move(heading.qualifiers);
  row.mapped_to = std::move(heading.mapped_to);
  row.entry_terms.reserve(heading.entry_terms.size());
  for (std::string& term : heading.entry_terms) {
    std::string key = mesh::term_key(term);
    row.entry_terms.push_back({std::move(term), std::move(key)});
  }
  return row;
}

// Reads leave the keys of entry terms empty.
store::MeshHeadingRow with_keys(store::MeshHeadingRow row) {
  for (store::MeshTerm& term : row.entry_terms) term.key = mesh::term_key(term.text);
  return row;
}

class Import {
 public:
  Import(store::MeshTable& table, std::int64_t number, const MeshFileForm& form,
         std::optional<store::MeshImport> earlier, bool replace)
      : table_(table),
        number_(number),
        kind_(form.kind),
        earlier_(std::move(earlier)),
        replace_(replace) {}

  Result<MeshImportReport> run(MeshReader& reader, const std::string& file, const Context& ctx) {
    MeshPiece piece;
    while (true) {
      EV_CHECK(ctx.check());
      EV_TRY(const bool more, reader.next(piece));
      if (!more) break;
      EV_CHECK(take(piece));
    }
    EV_CHECK(flush());
    if (taken_ == 0) {
      return Error{
          .code = Errc::invalid_argument,
          .message = file + " holds no record that can be read" +
                     (report_.malformed.empty() ? ""
                                                : " (" + report_.malformed.front().place + ": " +
                                                      report_.malformed.front().reason + ")")};
    }
    report_.file = file;
    report_.headings = taken_;
    EV_CHECK(settle_earlier(ctx));
    EV_TRY(report_.import, table_.finish(number_));
    return std::move(report_);
  }

 private:
  Result<void> settle_earlier(const Context& ctx) {
    if (!earlier_) return {};
    report_.earlier = earlier_->file;
    if (replace_) {
      report_.dropped = earlier_->headings;
      return {};
    }
    std::int64_t after = 0;
    while (true) {
      EV_CHECK(ctx.check());
      EV_TRY(auto kept, table_.not_in(number_, after, kBatch));
      if (kept.empty()) break;
      after = kept.back().n;
      report_.kept += kept.size();
      for (store::MeshHeadingRow& row : kept) row = with_keys(std::move(row));
      EV_CHECK(table_.add(number_, kept));
    }
    report_.replaced = earlier_->headings - std::min(earlier_->headings, report_.kept);
    if (report_.kept == 0) return {};
    const bool named =
        (", " + earlier_->file + ",").find(", " + report_.file + ",") != std::string::npos;
    return table_.rename(number_, named ? earlier_->file : earlier_->file + ", " + report_.file);
  }

  Result<void> take(MeshPiece& piece) {
    if (piece.heading && piece.reason.empty()) check_kind(piece);
    if (!piece.heading || !piece.reason.empty()) {
      ++report_.malformed_count;
      if (report_.malformed.size() < kMalformedShown) {
        report_.malformed.push_back({piece.place, piece.reason});
      }
      return {};
    }
    ++taken_;
    rows_.push_back(row_of(*std::move(piece.heading)));
    return rows_.size() < kBatch ? Result<void>() : flush();
  }

  void check_kind(MeshPiece& piece) const {
    const bool wanted = kind_ == store::kMeshSupplementary;
    if (piece.heading->supplementary == wanted) return;
    piece.reason = wanted ? "a descriptor among supplementary records"
                          : "a supplementary record among descriptors";
  }

  Result<void> flush() {
    if (!rows_.empty()) EV_CHECK(table_.add(number_, rows_));
    rows_.clear();
    return {};
  }

  store::MeshTable& table_;
  std::int64_t number_;
  std::string kind_;
  std::optional<store::MeshImport> earlier_;
  bool replace_;
  std::vector<store::MeshHeadingRow> rows_;
  std::size_t taken_ = 0;
  MeshImportReport report_;
};

}  // namespace

Result<MeshImportReport> import_mesh(const std::filesystem::path& path, store::MeshTable& table,
                                     const Context& ctx, const MeshMerge& merge) {
  const std::string file = path.filename().string();
  EV_TRY(const auto bytes, sources::open_file_source(path));
  HeadedSource source(*bytes);
  EV_TRY(const std::string_view head, source.head(kHead));
  EV_TRY(const MeshFileForm form, mesh_file_form(head, file));
  EV_TRY(const std::vector<store::MeshImport> imports, table.imports());
  std::optional<store::MeshImport> earlier;
  for (const store::MeshImport& one : imports) {
    if (one.kind == form.kind) earlier = one;
  }
  EV_TRY(const std::int64_t number,
         table.begin(
             {.kind = form.kind, .file = file, .format = form.format, .release = form.release}));
  const auto reader = mesh_reader(form, source);
  const bool replace = merge.replace && !merge.kinds.contains(form.kind);
  auto report = Import(table, number, form, std::move(earlier), replace).run(*reader, file, ctx);
  if (report) return report;
  // Nothing of a file that could not be read to its end is kept. Should clearing fail too, a later
  // import does it.
  const Result<void> cleared = table.abandon(number);
  (void)cleared;
  Error error = report.error();
  if (error.message.find(file) == std::string::npos) error.message = file + ": " + error.message;
  return error;
}

}  // namespace ev::library
