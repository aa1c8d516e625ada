#include "pipeline/library/jsonl.hpp"

#include "base/json.hpp"
#include "base/text.hpp"
#include "pipeline/library/line_reader.hpp"
#include "pipeline/library/values.hpp"
#include "pipeline/model/article_json.hpp"
#include "pipeline/sources/retraction.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <vector>

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

// Members that say when a record appeared, the most precise first.
constexpr std::array<const char*, 4> kDateMembers = {"pub_date", "date", "publication_year",
                                                     "year"};

bool is_date(std::string_view member) {
  return std::find(kDateMembers.begin(), kDateMembers.end(), member) != kDateMembers.end();
}

void read_date(const Json& object, model::Article& a) {
  for (const char* name : kDateMembers) {
    if (a.publication_date.empty()) {
      a.publication_date = loose_date(text_of_member(object, name), "").iso;
    }
  }
}

// A value must not go without a word.
void note_others(const std::vector<std::string>& names, const RawRecord& record, Notes& notes) {
  constexpr std::string_view kRead[] = {"id", "record_id"};
  const std::vector<std::string>& own = model::article_members();
  for (const std::string& name : names) {
    if (is_date(name) || std::find(own.begin(), own.end(), name) != own.end() ||
        std::find(std::begin(kRead), std::end(kRead), name) != std::end(kRead)) {
      continue;
    }
    notes.add("the member \"" + text::ellipsize(text::displayable(name), 60) +
                  "\" is none of a record's and was not read",
              record.line);
  }
}

Result<model::Article> read_slowly(std::string_view line, std::vector<std::string>& names) {
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
  read_date(json, a);
  for (const auto& [name, value] : json.items()) names.push_back(name);
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
  std::vector<std::string> others;
  if (line.find("\"record_id\"") == std::string_view::npos) {
    plain = model::article_from_plain_text(line, &others);
    if (std::any_of(others.begin(), others.end(), is_date)) plain.reset();
  }
  EV_TRY(model::Article a,
         plain ? Result<model::Article>(*std::move(plain)) : read_slowly(line, others));
  note_others(others, record, notes);
  check_sections(a, record, notes);
  if (a.retraction.status == model::RetractionStatus::none) sources::judge_retraction(a);
  return a;
}

}  // namespace ev::library
