#include "pipeline/sources/pubmed_xml_split.hpp"

#include "base/limits.hpp"
#include "base/text.hpp"

#include <algorithm>
#include <functional>

namespace ev::sources {

namespace {

constexpr std::size_t kChunk = 128u << 10;
constexpr std::size_t kNowhere = std::string::npos;
constexpr std::size_t kLongestTag = 4096;

bool ends_name(char c) {
  return c == '>' || c == '/' || c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

std::string_view name_at(std::string_view s, std::size_t from) {
  std::size_t end = from;
  while (end < s.size() && !ends_name(s[end])) ++end;
  return s.substr(from, end - from);
}

}  // namespace

RecordSplitter::RecordSplitter(ByteSource& source, std::vector<std::string> names)
    : source_(source, kChunk), names_(std::move(names)) {}

// Reads one more chunk; false at the end of the stream.
Result<bool> RecordSplitter::fill() {
  if (ended_) return false;
  if (pos_ > kChunk) {
    buffer_.erase(0, pos_);
    base_ += pos_;
    pos_ = 0;
  }
  auto got = source_.add_to(buffer_);
  if (!got) {
    ended_ = true;
    return std::move(got).error();
  }
  ended_ = *got == 0;
  return !ended_;
}

// Position of `what`, relative to pos_ so that fill() may move the buffer; npos at the end of the
// stream.
Result<std::size_t> RecordSplitter::find(std::string_view what, std::size_t from) {
  while (true) {
    const std::size_t at = buffer_.find(what, pos_ + from);
    if (at != kNowhere) return at - pos_;
    const std::size_t seen = buffer_.size() - pos_;
    from = std::max(from, seen < what.size() ? 0 : seen - what.size() + 1);
    EV_TRY(const bool more, fill());
    if (!more) return kNowhere;
  }
}

Result<std::size_t> RecordSplitter::need(std::size_t bytes) {
  while (buffer_.size() - pos_ < bytes) {
    EV_TRY(const bool more, fill());
    if (!more) break;
  }
  return buffer_.size() - pos_;
}

Result<bool> RecordSplitter::skip_past(std::string_view what, std::size_t from) {
  EV_TRY(const std::size_t at, find(what, from));
  pos_ = at == kNowhere ? buffer_.size() : pos_ + at + what.size();
  return at != kNowhere;
}

// `<!DOCTYPE name [ … ]>`: the internal subset may hold '>'.
Result<bool> RecordSplitter::skip_doctype(std::size_t from) {
  EV_TRY(const std::size_t close, find(">", from));
  if (close == kNowhere) return skip_past(">", from);
  const std::size_t open = buffer_.find('[', pos_ + from);
  if (open == kNowhere || open > pos_ + close) return skip_past(">", close);
  EV_TRY(const std::size_t end, find("]", open - pos_));
  return skip_past(">", end == kNowhere ? close : end);
}

void RecordSplitter::finish(XmlPiece& piece, XmlPiece::Kind kind, std::size_t end,
                            std::string reason) {
  piece.kind = kind;
  piece.offset = base_ + pos_;
  piece.bytes = std::string_view(buffer_).substr(pos_, end);
  piece.reason = std::move(reason);
  pos_ += end;
}

Result<bool> RecordSplitter::record(std::string_view name, XmlPiece& piece) {
  const std::string tag(name);
  const std::boyer_moore_horspool_searcher searcher(tag.begin(), tag.end());
  std::size_t from = 1 + tag.size();
  while (true) {
    const auto begin = buffer_.cbegin() + static_cast<std::ptrdiff_t>(pos_ + from);
    const auto hit = std::search(begin, buffer_.cend(), searcher);
    const auto at = static_cast<std::size_t>(hit - buffer_.cbegin()) - pos_;
    // The character after the name must be in the buffer to tell PubmedArticle from
    // PubmedArticleSet.
    if (hit == buffer_.cend() || pos_ + at + tag.size() >= buffer_.size()) {
      from = std::max(from, std::min(at, buffer_.size() - pos_ - std::min(tag.size(), at)));
      if (buffer_.size() - pos_ > limits::kXmlRecordBytes) {
        finish(piece, XmlPiece::Kind::malformed, buffer_.size() - pos_, "the record is too large");
        return true;
      }
      EV_TRY(const bool more, fill());
      if (more) continue;
      finish(piece, XmlPiece::Kind::malformed, buffer_.size() - pos_, "the record is cut off");
      return true;
    }
    const char before = buffer_[pos_ + at - 1];
    const bool closing = before == '/' && buffer_[pos_ + at - 2] == '<';
    const bool whole_name = ends_name(buffer_[pos_ + at + tag.size()]);
    if (closing && whole_name) {
      EV_TRY(const std::size_t end, find(">", at));
      const bool whole = end != kNowhere;
      finish(piece, whole ? XmlPiece::Kind::record : XmlPiece::Kind::malformed,
             whole ? end + 1 : buffer_.size() - pos_, whole ? "" : "the record is cut off");
      return true;
    }
    const bool next_record = before == '<' && whole_name;
    const bool set_closed =
        closing && std::string_view(buffer_).substr(pos_ + at, 16) == tag + "Set";
    if (next_record || set_closed) {
      finish(piece, XmlPiece::Kind::malformed, at - (closing ? 2 : 1), "the record is not closed");
      return true;
    }
    from = at + tag.size();
  }
}

// Looks at the markup at pos_; `found` when it was a piece.
Result<bool> RecordSplitter::markup(XmlPiece& piece, bool& found) {
  EV_CHECK(need(kLongestTag));
  const std::string_view rest = std::string_view(buffer_).substr(pos_);
  if (rest.substr(0, 4) == "<!--") return skip_past("-->", 4);
  if (rest.substr(0, 2) == "<?") return skip_past("?>", 2);
  if (rest.substr(0, 2) == "<!") return skip_doctype(2);
  const bool closing = rest.substr(0, 2) == "</";
  const std::string name(name_at(rest, closing ? 2 : 1));
  if (closing) {
    root_closed_ = root_closed_ || name == root_;
    return skip_past(">", 1);
  }
  if (root_.empty()) root_ = name;
  if (std::find(names_.begin(), names_.end(), name) != names_.end()) {
    found = true;
    EV_TRY(const bool read, record(name, piece));
    root_closed_ = root_closed_ || (name == root_ && piece.kind == XmlPiece::Kind::record);
    return read;
  }
  if (name == "DeleteCitation" || name == "DeleteDocument") {
    EV_TRY(const std::size_t end, find("</" + name, 1));
    found = true;
    finish(piece, XmlPiece::Kind::deleted, end == kNowhere ? buffer_.size() - pos_ : end, "");
    return true;
  }
  EV_TRY(const std::size_t end, find(">", 1));
  if (end != kNowhere && buffer_[pos_ + end - 1] == '/')
    root_closed_ = root_closed_ || name == root_;
  EV_CHECK(skip_past(">", 1));
  if (name == "ERROR" && error_.empty()) {
    EV_TRY(const std::size_t stop, find("<", 0));
    error_ = text::trim(std::string_view(buffer_).substr(pos_, stop));
  }
  return true;
}

Result<bool> RecordSplitter::next(XmlPiece& piece) {
  while (true) {
    EV_TRY(const std::size_t at, find("<", 0));
    if (at == kNowhere) return false;
    pos_ += at;
    bool found = false;
    EV_CHECK(markup(piece, found));
    if (found) return true;
  }
}

std::string pmid_of(std::string_view record) {
  std::size_t at = record.find("<PMID");
  if (at == kNowhere) return "";
  at = record.find('>', at);
  if (at == kNowhere) return "";
  std::size_t end = ++at;
  while (end < record.size() && record[end] >= '0' && record[end] <= '9') ++end;
  return std::string(record.substr(at, end - at));
}

}  // namespace ev::sources
