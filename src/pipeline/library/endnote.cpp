#include "pipeline/library/endnote.hpp"

#include "base/limits.hpp"
#include "base/text.hpp"
#include "pipeline/library/author_names.hpp"
#include "pipeline/library/loose_record.hpp"
#include "pipeline/library/values.hpp"
#include "pipeline/sources/xml_tree.hpp"

#include <algorithm>

namespace ev::library {

namespace {

using sources::XmlNode;

constexpr std::string_view kOpen = "<record";
constexpr std::string_view kClose = "</record>";
constexpr std::size_t kChunkBytes = 256u << 10;

// Cuts at <record …> and </record>; a record that is not closed ends where the next begins.
class EndnoteSource final : public RecordSource {
 public:
  explicit EndnoteSource(sources::ByteSource& source) : source_(source, kChunkBytes) {}

  Result<bool> next(std::string& into, RawRecord& record) override {
    record = {};
    while (true) {
      const std::size_t begin = find_open(0);
      if (begin == std::string::npos) {
        drop(buffer_.size() - std::min(buffer_.size(), kOpen.size()));
        const auto more = fill();
        if (!more || !*more) return more;
        continue;
      }
      drop(begin);
      break;
    }
    record.offset = base_;
    record.line = line_;
    std::size_t seen = kOpen.size();
    while (true) {
      const std::size_t close = buffer_.find(kClose, seen);
      const std::size_t other = find_open(seen);
      if (close != std::string::npos && close < other) return take(into, close + kClose.size());
      if (other != std::string::npos) {
        record.problem = "the record is not closed before the next begins";
        return take(into, other);
      }
      if (buffer_.size() > limits::kRecordBytes) {
        record.problem = "the record is larger than the limit";
        return take(into, buffer_.size() - kClose.size());
      }
      seen = std::max(seen, buffer_.size() - std::min(buffer_.size(), kClose.size()));
      const auto more = fill();
      if (more && *more) continue;
      record.problem = "the record is not closed: the file is cut off";
      return take(into, buffer_.size());
    }
  }
  std::uint64_t bytes_read() const override { return base_ + buffer_.size(); }

 private:
  // "<record>" or "<record attribute=…", not "<records>". npos when none is whole in the buffer.
  std::size_t find_open(std::size_t from) const {
    for (std::size_t at = buffer_.find(kOpen, from); at != std::string::npos;
         at = buffer_.find(kOpen, at + 1)) {
      const std::size_t after = at + kOpen.size();
      if (after == buffer_.size()) return std::string::npos;
      if (std::string_view("> \t\r\n").find(buffer_[after]) != std::string_view::npos) return at;
    }
    return std::string::npos;
  }

  void drop(std::size_t bytes) {
    line_ += static_cast<std::uint64_t>(
        std::count(buffer_.begin(), buffer_.begin() + static_cast<std::ptrdiff_t>(bytes), '\n'));
    base_ += bytes;
    buffer_.erase(0, bytes);
  }

  Result<bool> take(std::string& into, std::size_t bytes) {
    into.append(buffer_, 0, bytes);
    drop(bytes);
    return true;
  }

  Result<bool> fill() {
    EV_TRY(const std::size_t got, source_.add_to(buffer_));
    return got > 0;
  }

  sources::ChunkReader source_;
  std::string buffer_;
  std::uint64_t base_ = 0;
  std::uint64_t line_ = 1;
};

std::vector<std::string> texts_of(const XmlNode* list, std::string_view name) {
  std::vector<std::string> out;
  if (list == nullptr) return out;
  for (const XmlNode& node : list->children) {
    if (node.name == name && !node.text.empty()) out.push_back(node.text);
  }
  return out;
}

void read_authors(const XmlNode& record, LooseRecord& r) {
  const XmlNode* contributors = record.child("contributors");
  if (contributors == nullptr) return;
  for (const std::string& name : texts_of(contributors->child("authors"), "author")) {
    if (is_et_al(name)) {
      r.authors_complete = false;
      continue;
    }
    model::Author author = person_of(name);
    if (!author.name.empty()) r.authors.push_back(std::move(author));
  }
  for (const char* other : {"secondary-authors", "tertiary-authors"}) {
    r.metadata.emplace_back("editors",
                            text::join(texts_of(contributors->child(other), "author"), "; "));
  }
}

void read_urls(const XmlNode& record, LooseRecord& r) {
  const XmlNode* urls = record.child("urls");
  if (urls == nullptr) return;
  r.urls = texts_of(urls->child("related-urls"), "url");
  for (std::string& url : texts_of(urls->child("web-urls"), "url"))
    r.urls.push_back(std::move(url));
  r.metadata.emplace_back("pdf_url", text::join(texts_of(urls->child("pdf-urls"), "url"), " "));
}

// Elements with a place of their own above; the rest goes to metadata.
bool is_placed(std::string_view name) {
  for (const std::string_view known : {"contributors",
                                       "titles",
                                       "periodical",
                                       "pages",
                                       "volume",
                                       "number",
                                       "issue",
                                       "keywords",
                                       "dates",
                                       "isbn",
                                       "accession-num",
                                       "urls",
                                       "electronic-resource-num",
                                       "remote-database-name",
                                       "remote-database-provider",
                                       "abstract",
                                       "language",
                                       "auth-address",
                                       "work-type",
                                       "ref-type",
                                       "rec-number",
                                       "foreign-keys",
                                       "source-app",
                                       "database"}) {
    if (name == known) return true;
  }
  return false;
}

}  // namespace

std::unique_ptr<RecordSource> endnote_records(sources::ByteSource& source) {
  return std::make_unique<EndnoteSource>(source);
}

Result<model::Article> read_endnote(std::string_view bytes, const RawRecord& record, Notes& notes) {
  EV_TRY(const XmlNode node, sources::read_xml_tree(bytes));
  LooseRecord r;
  r.title = node.text_at({"titles", "title"});
  r.journal = node.text_at({"periodical", "full-title"});
  if (r.journal.empty()) r.journal = node.text_at({"titles", "secondary-title"});
  r.journal_abbreviation = node.text_at({"periodical", "abbr-1"});
  if (r.journal_abbreviation.empty())
    r.journal_abbreviation = node.text_at({"titles", "alt-title"});
  read_authors(node, r);
  r.affiliation = node.text_at({"auth-address"});
  r.year = node.text_at({"dates", "year"});
  r.date = node.text_at({"dates", "pub-dates", "date"});
  r.volume = node.text_at({"volume"});
  r.issue = node.text_at({"number"});
  if (r.issue.empty()) r.issue = node.text_at({"issue"});
  r.first_page = node.text_at({"pages"});
  r.doi = node.text_at({"electronic-resource-num"});
  r.accession = node.text_at({"accession-num"});
  r.database = node.text_at({"remote-database-name"});
  if (const std::string provider = node.text_at({"remote-database-provider"}); !provider.empty()) {
    r.database += (r.database.empty() ? "" : "; ") + provider;
  }
  r.abstract = node.text_at({"abstract"});
  r.issns = node.text_at({"isbn"});
  r.language = node.text_at({"language"});
  r.keywords = texts_of(node.child("keywords"), "keyword");
  if (const std::string kind = node.text_at({"work-type"}); !kind.empty()) {
    r.types = text::split(kind, ';');
  }
  read_urls(node, r);
  for (const XmlNode& element : node.children) {
    if (is_placed(element.name) || element.text.empty()) continue;
    r.may_name_ids.push_back(element.text);
    r.metadata.emplace_back(element.name == "notes" ? "note" : "endnote_" + element.name,
                            element.text);
  }
  const XmlNode* type = node.child("ref-type");
  const auto name = type == nullptr ? std::map<std::string, std::string>::const_iterator()
                                    : type->attributes.find("name");
  if (type != nullptr && name != type->attributes.end()) {
    r.is_book = name->second.find("Book") != std::string::npos;
    r.metadata.emplace_back("reference_type", name->second);
  }
  r.metadata.emplace_back("record_id", node.text_at({"rec-number"}));
  return article_of(std::move(r), record.line, notes);
}

}  // namespace ev::library
