#include "pipeline/library/mesh_reader.hpp"

#include "base/limits.hpp"
#include "base/text.hpp"
#include "pipeline/mesh/memory_vocabulary.hpp"
#include "pipeline/sources/mesh_xml.hpp"
#include "pipeline/sources/pubmed_xml_split.hpp"
#include "store/mesh_table.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

namespace ev::library {

namespace {

using sources::ByteSource;

constexpr std::size_t kLineChunk = 256u << 10;
constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
constexpr std::string_view kNewRecord = "*NEWRECORD";

bool is_number(std::string_view s) {
  return !s.empty() && s.find_first_not_of("0123456789") == std::string_view::npos;
}

// "…recordset_20260101.dtd" in the document type, else the year in "desc2026.xml".
std::string release_of(std::string_view head, std::string_view file_name) {
  const std::size_t at = head.find("recordset_20");
  const std::string_view day = at == std::string_view::npos ? "" : head.substr(at + 10, 8);
  if (day.size() == 8 && is_number(day)) {
    return std::string(day.substr(0, 4)) + "-" + std::string(day.substr(4, 2)) + "-" +
           std::string(day.substr(6, 2));
  }
  for (std::size_t i = 0; i + 4 <= file_name.size(); ++i) {
    const std::string_view year = file_name.substr(i, 4);
    const bool ends = i + 4 == file_name.size() || !is_number(file_name.substr(i + 4, 1));
    const bool begins = i == 0 || !is_number(file_name.substr(i - 1, 1));
    if (begins && ends && is_number(year) && year.starts_with("20")) return std::string(year);
  }
  return "";
}

std::string_view without_mark(std::string_view head) {
  if (head.starts_with(kByteOrderMark)) head.remove_prefix(kByteOrderMark.size());
  return head;
}

// Lines of any length up to limits::kLineBytes, without their ends.
class Lines {
 public:
  explicit Lines(ByteSource& source) : source_(source) {}

  Result<bool> next(std::string_view& line) {
    while (true) {
      const std::size_t end = buffer_.find('\n', seen_);
      if (end != std::string::npos || (ended_ && pos_ < buffer_.size())) {
        const std::size_t stop = end == std::string::npos ? buffer_.size() : end;
        line = std::string_view(buffer_).substr(pos_, stop - pos_);
        if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
        if (number_++ == 0) line = without_mark(line);
        pos_ = std::min(buffer_.size(), stop + 1);
        seen_ = pos_;
        return true;
      }
      if (ended_) return false;
      EV_CHECK(fill());
    }
  }
  std::string place() const { return "line " + std::to_string(number_); }

 private:
  Result<void> fill() {
    buffer_.erase(0, pos_);
    pos_ = 0;
    seen_ = buffer_.size();
    if (buffer_.size() > limits::kLineBytes) {
      return Error{.code = Errc::invalid_argument,
                   .message = place() + " is longer than any line of a MeSH file"};
    }
    buffer_.resize(seen_ + kLineChunk);
    const auto got = source_.read(buffer_.data() + seen_, kLineChunk);
    buffer_.resize(seen_ + (got ? *got : 0));
    if (!got) return got.error();
    ended_ = *got == 0;
    return {};
  }

  ByteSource& source_;
  std::string buffer_;
  std::size_t pos_ = 0;
  std::size_t seen_ = 0;  // no line end before
  std::size_t number_ = 0;
  bool ended_ = false;
};

class XmlReader final : public MeshReader {
 public:
  explicit XmlReader(ByteSource& source)
      : splitter_(source, {"DescriptorRecord", "SupplementalRecord", "QualifierRecord"}) {}

  Result<bool> next(MeshPiece& piece) override {
    sources::XmlPiece raw;
    EV_TRY(const bool more, splitter_.next(raw));
    if (!more) {
      if (splitter_.root_closed()) return false;
      return Error{.code = Errc::upstream_changed,
                   .message = "the file is cut off",
                   .recovery = "download it again"};
    }
    piece = {.place = "byte " + std::to_string(raw.offset), .reason = raw.reason};
    if (raw.kind != sources::XmlPiece::Kind::record) return true;
    Result<mesh::Heading> heading = sources::parse_mesh_record(raw.bytes);
    if (heading) {
      piece.heading = *std::move(heading);
    } else {
      piece.reason = heading.error().message;
    }
    return true;
  }

 private:
  sources::RecordSplitter splitter_;
};

class TsvReader final : public MeshReader {
 public:
  explicit TsvReader(ByteSource& source) : lines_(source) {}

  Result<bool> next(MeshPiece& piece) override {
    std::string_view line;
    while (true) {
      EV_TRY(const bool more, lines_.next(line));
      if (!more) return false;
      if (std::exchange(header_, false) || text::trim(line).empty()) continue;
      break;
    }
    piece = {.place = lines_.place()};
    Result<mesh::Heading> heading =
        text::valid_utf8(line) ? mesh::parse_tsv_line(line) : Error{.message = "is not UTF-8"};
    if (heading) {
      piece.heading = *std::move(heading);
    } else {
      piece.reason = heading.error().message;
    }
    return true;
  }

 private:
  Lines lines_;
  bool header_ = true;
};

// Older files are Latin-1.
std::string as_utf8(std::string_view value) {
  if (text::valid_utf8(value)) return std::string(value);
  std::string out;
  for (const char c : value) text::append_utf8(out, static_cast<unsigned char>(c));
  return out;
}

std::string first_part(std::string_view value) {
  return std::string(text::trim(value.substr(0, value.find('|'))));
}

void add_words(std::vector<std::string>& to, std::string_view value) {
  for (const std::string& word : text::split(value, ' ')) {
    if (!word.empty()) to.push_back(word);
  }
}

class AsciiReader final : public MeshReader {
 public:
  explicit AsciiReader(ByteSource& source) : lines_(source) {}

  Result<bool> next(MeshPiece& piece) override {
    std::string_view line;
    while (!open_) {
      EV_TRY(const bool more, lines_.next(line));
      if (!more) return false;
      open_ = text::trim(line) == kNewRecord;
    }
    piece = {.heading = mesh::Heading{}, .place = lines_.place()};
    open_ = false;
    while (true) {
      EV_TRY(const bool more, lines_.next(line));
      if (!more) break;
      open_ = text::trim(line) == kNewRecord;
      if (open_) break;
      take(line, *piece.heading);
    }
    finish(piece);
    return true;
  }

 private:
  static void take(std::string_view line, mesh::Heading& heading) {
    const std::size_t sign = line.find(" = ");
    if (sign == std::string_view::npos) return;
    const std::string_view field = text::trim(line.substr(0, sign));
    const std::string value = as_utf8(text::trim(line.substr(sign + 3)));
    if (field == "MH" || field == "SH") {
      heading.name = value;
    } else if (field == "ENTRY" || field == "PRINT ENTRY") {
      heading.entry_terms.push_back(first_part(value));
    } else if (field == "QX") {  // of a qualifier
      heading.entry_terms.push_back(first_part(value));
    } else if (field == "MN") {
      heading.tree_numbers.push_back(value);
    } else if (field == "AQ") {
      add_words(heading.qualifiers, value);
    } else if (field == "QA") {
      heading.qualifiers = {value};
    } else if (field == "UI") {
      heading.ui = value;
    }
  }

  static void finish(MeshPiece& piece) {
    std::vector<std::string>& terms = piece.heading->entry_terms;
    std::erase(terms, std::string());
    if (piece.heading->name.empty()) {
      piece.reason = "the record has no heading (MH)";
    } else if (piece.heading->ui.empty()) {
      piece.reason = "the record \"" + piece.heading->name + "\" has no unique identifier (UI)";
    }
    if (!piece.reason.empty()) piece.heading.reset();
  }

  Lines lines_;
  bool open_ = false;  // the line that opens a record was read
};

Error no_mesh(std::string_view file_name, const std::string& why) {
  return Error{.code = Errc::invalid_argument,
               .message = std::string(file_name) + " is no MeSH file this program can read: " + why,
               .recovery =
                   "give NLM's desc*.xml, supp*.xml or qual*.xml, d*.bin or q*.bin, or a "
                   "tab-separated file with the header ui, heading, tree_numbers, entry_terms; "
                   "each may be gzip-compressed"};
}

Result<MeshFileForm> xml_form(std::string_view head, std::string_view file_name) {
  using Names = std::pair<std::string_view, std::string_view>;
  constexpr std::array<Names, 3> kSets = {{{"<DescriptorRecordSet", store::kMeshDescriptors},
                                           {"<SupplementalRecordSet", store::kMeshSupplementary},
                                           {"<QualifierRecordSet", store::kMeshQualifiers}}};
  for (const auto& [element, kind] : kSets) {
    if (head.find(element) == std::string_view::npos) continue;
    return MeshFileForm{MeshFileForm::Syntax::xml, std::string(kind), "MeSH XML",
                        release_of(head, file_name)};
  }
  return no_mesh(file_name,
                 "it is XML, but holds no DescriptorRecordSet, SupplementalRecordSet or "
                 "QualifierRecordSet");
}

Result<MeshFileForm> ascii_form(std::string_view head, std::string_view file_name) {
  MeshFileForm form{MeshFileForm::Syntax::ascii, std::string(store::kMeshDescriptors),
                    "NLM ASCII MeSH", release_of("", file_name)};
  const std::string_view record = head.substr(0, head.find(kNewRecord, kNewRecord.size()));
  if (record.find("\nNM = ") != std::string_view::npos) {
    return no_mesh(file_name, "supplementary records are read from supp*.xml");
  }
  const bool qualifiers = record.find("\nSH = ") != std::string_view::npos &&
                          record.find("\nMH = ") == std::string_view::npos;
  if (qualifiers) form.kind = store::kMeshQualifiers;
  return form;
}

}  // namespace

Result<MeshFileForm> mesh_file_form(std::string_view head, std::string_view file_name) {
  const std::string_view text = text::trim(without_mark(head));
  if (text.empty()) return no_mesh(file_name, "it is empty");
  if (text.starts_with(kNewRecord)) return ascii_form(text, file_name);
  if (text.front() == '<') return xml_form(text, file_name);
  const std::string_view line = text.substr(0, text.find('\n'));
  if (!mesh::is_tsv_header(line)) {
    return no_mesh(file_name,
                   "its first line is neither XML, nor *NEWRECORD, nor the header of a "
                   "tab-separated vocabulary");
  }
  // The first record tells which kind the file holds.
  const std::size_t first = line.size() == text.size() ? text.size() : line.size() + 1;
  const bool supplementary = text.substr(first).starts_with('C');
  return MeshFileForm{
      MeshFileForm::Syntax::tsv,
      std::string(supplementary ? store::kMeshSupplementary : store::kMeshDescriptors), "TSV",
      release_of("", file_name)};
}

std::unique_ptr<MeshReader> mesh_reader(const MeshFileForm& form, sources::ByteSource& source) {
  switch (form.syntax) {
    case MeshFileForm::Syntax::xml:
      return std::make_unique<XmlReader>(source);
    case MeshFileForm::Syntax::ascii:
      return std::make_unique<AsciiReader>(source);
    case MeshFileForm::Syntax::tsv:
      break;
  }
  return std::make_unique<TsvReader>(source);
}

Result<std::string_view> HeadedSource::head(std::size_t size) {
  while (head_.size() < size) {
    const std::size_t before = head_.size();
    head_.resize(size);
    const auto got = rest_.read(head_.data() + before, size - before);
    head_.resize(before + (got ? *got : 0));
    if (!got) return got.error();
    if (*got == 0) break;
  }
  return std::string_view(head_);
}

Result<std::size_t> HeadedSource::read(char* into, std::size_t size) {
  if (used_ == head_.size()) return rest_.read(into, size);
  const std::size_t n = std::min(size, head_.size() - used_);
  std::memcpy(into, head_.data() + used_, n);
  used_ += n;
  return n;
}

}  // namespace ev::library
