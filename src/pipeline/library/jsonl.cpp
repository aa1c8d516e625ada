#include "pipeline/library/jsonl.hpp"

#include "base/json.hpp"
#include "base/text.hpp"
#include "pipeline/library/line_reader.hpp"
#include "pipeline/model/article_json.hpp"
#include "pipeline/sources/retraction.hpp"

#include <nlohmann/json.hpp>

#include <optional>

namespace ev::library {

namespace {

class JsonlSource final : public RecordSource {
 public:
  explicit JsonlSource(sources::ByteSource& source) : lines_(source) {}

  Result<bool> next(std::string& into, RawRecord& record) override {
    record = {};
    Line line;
    while (true) {
      const auto more = lines_.next(line);
      if (!more || !*more) return more;
      if (line.too_long || !text::trim(line.text).empty()) break;
    }
    record.line = line.number;
    record.offset = line.offset;
    if (line.too_long) record.problem = "the line is longer than the limit of one record";
    into += line.text;
    return true;
  }
  std::uint64_t bytes_read() const override { return lines_.bytes_read(); }

 private:
  LineReader lines_;
};

// A whole number or a text; "" otherwise.
std::string text_of_member(const Json& object, const char* name) {
  const auto it = object.find(name);
  if (it == object.end()) return "";
  if (it->is_number_integer()) return dump_json(*it);
  return it->is_string() ? it->get<std::string>() : "";
}

}  // namespace

std::unique_ptr<RecordSource> jsonl_records(sources::ByteSource& source) {
  return std::make_unique<JsonlSource>(source);
}

namespace {

Result<model::Article> read_slowly(std::string_view line) {
  EV_TRY(Json json, parse_json(line, "article"));
  if (json.is_object()) {
    if (const auto it = json.find("pmid"); it != json.end() && it->is_number_integer()) {
      *it = dump_json(*it);
    }
  }
  EV_TRY(model::Article a, model::article_from_client(json, "article"));
  if (std::string id = text_of_member(json, "record_id"); !id.empty()) {
    a.metadata.try_emplace("record_id", std::move(id));
  }
  return a;
}

// Every stage that quotes relies on sections within the abstract.
void check_sections(model::Article& a, const RawRecord& record, Notes& notes) {
  if (a.sections.empty()) return;
  const auto length = static_cast<int>(text::code_points(a.abstract));
  const std::size_t dropped = std::erase_if(a.sections, [&](const model::Section& s) {
    return s.start < 0 || s.start >= s.end || s.end > length;
  });
  if (dropped > 0) notes.add("sections outside the abstract were left out", record.line);
}

}  // namespace

Result<model::Article> read_json_line(std::string_view line, const RawRecord& record,
                                      Notes& notes) {
  std::optional<model::Article> plain;
  if (line.find("\"record_id\"") == std::string_view::npos) {
    plain = model::article_from_plain_text(line);
  }
  EV_TRY(model::Article a, plain ? Result<model::Article>(*std::move(plain)) : read_slowly(line));
  check_sections(a, record, notes);
  if (a.retraction.status == model::RetractionStatus::none) sources::judge_retraction(a);
  return a;
}

}  // namespace ev::library
