#include "pipeline/library/bibtex.hpp"

#include "base/limits.hpp"
#include "base/text.hpp"
#include "pipeline/library/author_names.hpp"
#include "pipeline/library/bibtex_entry.hpp"
#include "pipeline/library/line_reader.hpp"
#include "pipeline/library/loose_record.hpp"
#include "pipeline/library/tex_text.hpp"
#include "pipeline/library/values.hpp"

#include <optional>
#include <utility>

namespace ev::library {

namespace {

// Follows the braces of an entry over its lines.
class BraceState {
 public:
  // How much of this line belongs to the entry: up to the brace that closes it; npos = all, and it
  // goes on.
  std::size_t end_in(std::string_view line) {
    for (std::size_t i = 0; i < line.size(); ++i) {
      const char c = line[i];
      if (c == '\\') {
        ++i;
      } else if (c == '{' || (c == '(' && depth_ == 0)) {
        if (depth_++ == 0) round_ = c == '(';
      } else if (c == '}' || (c == ')' && round_ && depth_ == 1)) {
        if (depth_ > 0 && --depth_ == 0) return i + 1;
      }
    }
    return std::string_view::npos;
  }

 private:
  int depth_ = 0;
  bool round_ = false;
};

// An entry begins at "@type{", at the beginning of a line or, between entries, anywhere in it. One
// that is not closed ends at the next line that begins another.
class BibtexSource final : public RecordSource {
 public:
  explicit BibtexSource(sources::ByteSource& source) : lines_(source) {}

  Result<bool> next(std::string& into, RawRecord& record) override {
    const std::size_t begin = into.size();
    while (true) {
      EV_TRY(const bool more, entry(into, record));
      if (!more) return false;
      const std::string_view text = std::string_view(into).substr(begin);
      if (type_ == "string") learn(text, record);
      const bool aside = type_ == "string" || type_ == "comment" || type_ == "preamble";
      if (!aside || !record.problem.empty()) {
        record.names = macros_;
        return true;
      }
      into.resize(begin);
    }
  }
  std::uint64_t bytes_read() const override { return lines_.bytes_read(); }

 private:
  Result<bool> entry(std::string& into, RawRecord& record) {
    record = {};
    const std::size_t begin = into.size();
    BraceState braces;
    bool open = false;
    while (true) {
      Line line;
      const auto more = next_line(line);
      if (!more || !*more) {
        if (open) record.problem = "the entry is not closed: the file is cut off";
        if (open) return true;
        return more;
      }
      std::string type = bibtex_type_of(line.text);
      if (open && !type.empty()) {
        lines_.push_back();
        record.problem = "the entry is not closed before the next begins";
        return true;
      }
      if (!open && type.empty()) {
        cut_before(line, bibtex_entry_in(line.text));
        continue;
      }
      if (!open) {
        open = true;
        type_ = std::move(type);
        record.line = line.number;
        record.offset = line.offset;
      }
      const std::size_t end = braces.end_in(line.text);
      into += line.text.substr(0, end);
      into += '\n';
      if (line.too_long || into.size() - begin > limits::kRecordBytes) {
        record.problem = "the entry is larger than the limit of one record";
        return true;
      }
      if (end != std::string_view::npos) {
        cut_before(line, end);
        return true;
      }
    }
  }

  // What is left of the last line comes before the next one.
  Result<bool> next_line(Line& line) {
    if (!rest_) return lines_.next(line);
    line = *rest_;
    rest_.reset();
    return true;
  }
  void cut_before(Line line, std::size_t at) {
    if (at >= line.text.size()) return;
    line.text.remove_prefix(at);
    line.offset += at;
    rest_ = line;
  }

  // Workers may still read the table that was.
  void learn(std::string_view text, RawRecord& record) {
    auto parsed = bibtex_entry(text, macros_.get());
    if (!parsed) {
      if (record.problem.empty()) record.problem = "@string: " + parsed.error().message;
      return;
    }
    auto next = macros_ == nullptr ? std::make_shared<Names>() : std::make_shared<Names>(*macros_);
    for (auto& [name, value] : parsed->fields) (*next)[name] = std::move(value);
    macros_ = std::move(next);
  }

  LineReader lines_;
  std::optional<Line> rest_;
  std::string type_;
  std::shared_ptr<const Names> macros_;
};

// Whether the brace that opens the name is closed by its last character.
bool is_braced_whole(std::string_view name) {
  if (name.front() != '{' || name.back() != '}') return false;
  int depth = 0;
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (name[i] == '\\') {
      ++i;
      continue;
    }
    depth += name[i] == '{' ? 1 : name[i] == '}' ? -1 : 0;
    if (depth == 0) return i + 1 == name.size();
  }
  return false;
}

// "Doe, Jane and {World Health Organization} and Roe, R.": "and" within braces joins no names.
std::vector<std::string> bibtex_names(std::string_view list) {
  std::vector<std::string> out(1);
  int depth = 0;
  for (std::size_t i = 0; i < list.size(); ++i) {
    depth += list[i] == '{' ? 1 : list[i] == '}' ? -1 : 0;
    const bool blank_before =
        i == 0 || list[i - 1] == ' ' || list[i - 1] == '\n' || list[i - 1] == '\t';
    const bool word = depth == 0 && blank_before &&
                      text::equal_ignoring_ascii_case(list.substr(i, 3), "and") &&
                      (i + 3 < list.size() &&
                       std::string_view(" \n\t").find(list[i + 3]) != std::string_view::npos);
    if (word) {
      out.emplace_back();
      i += 3;
    } else {
      out.back() += list[i];
    }
  }
  return out;
}

void add_bibtex_authors(std::string_view list, LooseRecord& r) {
  for (const std::string& raw : bibtex_names(list)) {
    const std::string_view name = text::trim(raw);
    const std::string plain = squeezed(tex_to_text(name));
    if (plain.empty()) continue;
    if (is_et_al(plain)) {
      r.authors_complete = false;
      continue;
    }
    // A name in braces is one word to BibTeX: a group. "{\"O}zt{\"u}rk" only has accents in them.
    if (is_braced_whole(name) && plain.find(' ') != std::string::npos) {
      r.authors.push_back({.name = plain, .collective = true});
    } else {
      r.authors.push_back(person_of(plain, NameOrder::either));
    }
  }
}

void add_bibtex_keywords(std::string_view value, LooseRecord& r) {
  const char separator = value.find(';') != std::string_view::npos ? ';' : ',';
  for (std::string& keyword : text::split(value, separator))
    r.keywords.push_back(std::move(keyword));
}

// DOIs and URLs are no running text: only the escapes of TeX go.
std::string plain_token(std::string_view raw) {
  std::string out;
  for (std::size_t i = 0; i < raw.size(); ++i) {
    const bool escape = raw[i] == '\\' && i + 1 < raw.size();
    if (!escape && raw[i] != '{' && raw[i] != '}') out += raw[i];
  }
  return squeezed(out);
}

// Where a field goes as it is; nullptr when it takes more.
std::string* place_of(std::string_view name, LooseRecord& r) {
  if (name == "title") return &r.title;
  if (name == "abstract") return &r.abstract;
  if (name == "journal" || name == "journaltitle" || name == "booktitle") return &r.journal;
  if (name == "shortjournal") return &r.journal_abbreviation;
  if (name == "year") return &r.year;
  if (name == "date") return &r.date;
  if (name == "volume") return &r.volume;
  if (name == "number" || name == "issue") return &r.issue;
  if (name == "pages") return &r.first_page;
  if (name == "doi") return &r.doi;
  if (name == "pmid") return &r.pmid;
  if (name == "pmcid" || name == "pmc") return &r.pmcid;
  if (name == "language" || name == "langid") return &r.language;
  if (name == "affiliation") return &r.affiliation;
  return nullptr;
}

// What makes up a date beside the year: a month may be "mar", "3" or "7 mar".
struct BibtexDay {
  std::string month, day;
};

void set_bibtex_date(const BibtexDay& when, LooseRecord& r) {
  if (!r.date.empty() || when.month.empty()) return;
  const bool number = when.month.find_first_not_of("0123456789") == std::string::npos;
  if (number) {
    r.date = r.year + "-" + when.month + (when.day.empty() ? "" : "-" + when.day);
  } else {
    r.date = (when.day.empty() ? "" : when.day + " ") + when.month;
  }
}

void add_bibtex_field(const std::string& name, const std::string& raw, LooseRecord& r,
                      BibtexDay& when) {
  if (name == "author") return add_bibtex_authors(raw, r);
  const std::string value = squeezed(tex_to_text(raw));
  if (value.empty()) return;
  if (std::string* place = place_of(name, r)) {
    if (place->empty()) *place = name == "doi" ? plain_token(raw) : value;
    return;
  }
  if (name == "month" || name == "day") {
    (name == "day" ? when.day : when.month) = value;
  } else if (name == "publication_types") {
    for (std::string& type : text::split(value, ';')) r.types.push_back(std::move(type));
  } else if (name == "url") {
    r.urls.push_back(plain_token(raw));
  } else if (name == "keywords" || name == "keyword") {
    add_bibtex_keywords(value, r);
  } else if (name == "issn" || name == "isbn" || name == "eissn") {
    r.issns += (r.issns.empty() ? "" : " ") + value;
  } else if (name == "eprinttype" || name == "archiveprefix") {
    if (value == "pubmed") r.database = value;
    if (text::equal_ignoring_ascii_case(value, "arxiv")) r.is_preprint = true;
    r.metadata.emplace_back("bibtex_" + name, value);
  } else if (name == "eprint") {
    r.accession = value;
  } else if (name == "publisher" || name == "edition" || name == "note") {
    if (name == "note") r.may_name_ids.push_back(value);
    r.metadata.emplace_back(name, value);
  } else {
    r.metadata.emplace_back(name == "editor" ? "editors" : "bibtex_" + name, value);
  }
}

}  // namespace

std::unique_ptr<RecordSource> bibtex_records(sources::ByteSource& source) {
  return std::make_unique<BibtexSource>(source);
}

Result<model::Article> read_bibtex(std::string_view text, const RawRecord& record, Notes& notes) {
  EV_TRY(const BibtexEntry entry, bibtex_entry(text, record.names.get()));
  LooseRecord r;
  BibtexDay when;
  for (const auto& [name, value] : entry.fields) add_bibtex_field(name, value, r, when);
  if (entry.fields.empty()) {
    return Error{.code = Errc::invalid_argument, .message = "the entry has no field"};
  }
  set_bibtex_date(when, r);
  // The number of a report or patent is its own, not one of an issue.
  if (entry.type == "techreport" || entry.type == "report" || entry.type == "patent") {
    r.metadata.emplace_back("number", std::exchange(r.issue, ""));
  }
  r.is_book = entry.type == "book" || entry.type == "inbook" || entry.type == "incollection";
  r.metadata.emplace_back("reference_type", entry.type);
  r.metadata.emplace_back("record_id", entry.key);
  return article_of(std::move(r), record.line, notes);
}

}  // namespace ev::library
