#include "pipeline/library/tagged_lines.hpp"

#include "base/text.hpp"

namespace ev::library {

namespace {

bool is_upper(char c) {
  return c >= 'A' && c <= 'Z';
}
bool is_tag_char(char c) {
  return is_upper(c) || (c >= '0' && c <= '9');
}

bool is_blank(std::string_view line) {
  return text::trim(line).empty();
}

void append_line(std::string& into, std::string_view line) {
  into += line;
  into += '\n';
}

constexpr const char* kTooLong = "a line is longer than the limit of one record";

class RisSource final : public RecordSource {
 public:
  explicit RisSource(sources::ByteSource& source) : lines_(source) {}

  Result<bool> next(std::string& into, RawRecord& record) override {
    bool open = false;
    bool stray = false;
    record = {};
    while (true) {
      Line line;
      const auto more = lines_.next(line);
      if (!more || !*more) {
        if (open) record.note = "the last record is not closed by ER: the file may be cut off";
        if (open) return true;
        return more;
      }
      const std::string_view tag = ris_tag(line.text, open ? gap_ : 0);
      if (!open && tag != "TY") {
        stray = stray || !is_blank(line.text) || line.too_long;
        continue;
      }
      if (tag == "TY" && open) {
        lines_.push_back();
        record.note = "a record is not closed by ER before the next begins";
        return true;
      }
      if (tag == "TY") {
        open = true;
        gap_ = ris_gap(line.text);
        record.line = line.number;
        record.offset = line.offset;
        if (stray) record.note = "lines outside of records were left out before this one";
      }
      if (line.too_long) record.problem = kTooLong;
      if (tag == "ER") return true;
      append_line(into, line.text);
    }
  }
  std::uint64_t bytes_read() const override { return lines_.bytes_read(); }

 private:
  LineReader lines_;
  std::size_t gap_ = 2;
};

class MedlineSource final : public RecordSource {
 public:
  explicit MedlineSource(sources::ByteSource& source) : lines_(source) {}

  Result<bool> next(std::string& into, RawRecord& record) override {
    bool open = false;
    bool after_blank = false;
    record = {};
    while (true) {
      Line line;
      const auto more = lines_.next(line);
      if (!more || !*more) {
        if (open) return true;
        return more;
      }
      if (is_blank(line.text) && !line.too_long) {
        after_blank = true;
        continue;
      }
      const std::string_view tag = medline_tag(line.text);
      const bool indented = !line.text.empty() && line.text.front() == ' ';
      if (open && (tag == "PMID" || (after_blank && !indented))) {
        lines_.push_back();
        return true;
      }
      if (!open) {
        open = true;
        record.line = line.number;
        record.offset = line.offset;
        if (tag.empty()) record.problem = "the text belongs to no record";
      }
      after_blank = false;
      if (line.too_long) record.problem = kTooLong;
      append_line(into, line.text);
    }
  }
  std::uint64_t bytes_read() const override { return lines_.bytes_read(); }

 private:
  LineReader lines_;
};

}  // namespace

std::size_t ris_gap(std::string_view line) {
  std::size_t i = 2;
  while (i < line.size() && line[i] == ' ') ++i;
  return i < line.size() && line[i] == '-' ? i - 2 : std::string_view::npos;
}

std::string_view ris_tag(std::string_view line, std::size_t gap) {
  if (line.size() < 4 || !is_upper(line[0]) || !is_tag_char(line[1])) return {};
  const std::size_t found = ris_gap(line);
  if (gap == 0 ? found != 1 && found != 2 : found != gap) return {};
  const std::size_t after = found + 3;
  if (after < line.size() && line[after] != ' ' && line[after] != '\t') return {};
  return line.substr(0, 2);
}

std::string_view medline_tag(std::string_view line) {
  if (line.size() < 5 || line[4] != '-' || !is_upper(line[0])) return {};
  if (line.size() > 5 && line[5] != ' ') return {};
  std::size_t end = 0;
  while (end < 4 && is_tag_char(line[end])) ++end;
  for (std::size_t i = end; i < 4; ++i) {
    if (line[i] != ' ') return {};
  }
  return end < 2 ? std::string_view() : line.substr(0, end);
}

std::string_view tagged_value(std::string_view line) {
  const std::size_t hyphen = line.find('-');
  return hyphen == std::string_view::npos ? std::string_view()
                                          : text::trim(line.substr(hyphen + 1));
}

void each_line(std::string_view record, std::uint64_t first_line,
               const std::function<void(std::string_view, std::uint64_t)>& f) {
  while (!record.empty()) {
    const std::size_t end = record.find('\n');
    f(record.substr(0, end), first_line++);
    if (end == std::string_view::npos) return;
    record.remove_prefix(end + 1);
  }
}

std::unique_ptr<RecordSource> ris_records(sources::ByteSource& source) {
  return std::make_unique<RisSource>(source);
}

std::unique_ptr<RecordSource> medline_records(sources::ByteSource& source) {
  return std::make_unique<MedlineSource>(source);
}

}  // namespace ev::library
