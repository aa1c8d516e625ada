// The two halves of a reader of reference files: a RecordSource cuts the stream into records (one
// thread, in file order), a parser turns the bytes of one record into an Article (several threads).
// What is odd but readable goes to Notes; a record that cannot be read is an error of the parser or
// a `problem` of the source, and is reported with its line.
#pragma once

#include "base/result.hpp"
#include "pipeline/model/article.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>

namespace ev::library {

using Names = std::map<std::string, std::string, std::less<>>;

struct RawRecord {
  std::uint64_t line = 0;              // of its first byte, from 1
  std::uint64_t offset = 0;            // of its first byte in the uncompressed text
  std::string problem;                 // not empty: the record cannot be read
  std::string note;                    // about its frame: it is read nevertheless
  std::shared_ptr<const Names> names;  // BibTeX: the @string macros known here
};

class RecordSource {
 public:
  virtual ~RecordSource() = default;
  // Appends the bytes of the next record to `into`. False at the end. Errors of the byte source
  // come through; what was read before them has been returned.
  virtual Result<bool> next(std::string& into, RawRecord& record) = 0;
  virtual std::uint64_t bytes_read() const = 0;
};

// Remarks on records, counted by text: a file may have thousands of one kind.
class Notes {
 public:
  void add(std::string_view text, std::uint64_t line) { ++at(text, line).count; }
  void add_all(const Notes& other) {
    for (const auto& [text, note] : other.notes_) {
      at(text, note.line).count += note.count;
    }
  }
  // "line 12: no ER line (and 3 more records)".
  std::vector<std::string> lines() const {
    std::vector<std::string> out;
    for (const auto& [text, note] : notes_) {
      out.push_back(
          "line " + std::to_string(note.line) + ": " + text +
          (note.count > 1 ? " (and " + std::to_string(note.count - 1) + " more records)" : ""));
    }
    return out;
  }

 private:
  struct Note {
    std::uint64_t line = 0;  // of the first
    std::size_t count = 0;
  };
  // Of more kinds than anybody would read the rest is one.
  Note& at(std::string_view text, std::uint64_t line) {
    constexpr std::size_t kKinds = 500;
    const auto known = notes_.find(text);
    if (known != notes_.end()) return known->second;
    const std::string_view kind = notes_.size() < kKinds ? text : "other remarks";
    return notes_.try_emplace(std::string(kind), Note{line, 0}).first->second;
  }
  std::map<std::string, Note, std::less<>> notes_;
};

using ParseRecord =
    std::function<Result<model::Article>(std::string_view bytes, const RawRecord&, Notes&)>;

}  // namespace ev::library
