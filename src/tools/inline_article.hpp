// What one inline row states under names other than the record's own: its date, its retraction.
// Clients write `year`, `pub_date`, `is_retracted`; here these become the members that
// model::article_from_client reads, and members that nobody reads are kept to be named. Thread
// rule: plain values.
#pragma once

#include "base/json.hpp"
#include "pipeline/model/retraction_status.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ev::tools {

class InlineStatements {
 public:
  // One level of a row: the row itself, the record in it … Of dates the last read counts, of
  // retractions the gravest.
  void read(const Json& level);
  // A level whose other members are the client's own (an evidence object's `metadata`).
  void read_free(const Json& level);
  // Into the record, whose title and abstract get line ends of one character, with the offsets of
  // its sections moved to fit.
  void complete(Json& article) const;
  // Names of members that are not known, and of those whose value says nothing; each once.
  const std::vector<std::string>& unread() const { return unread_; }

 private:
  void add_unread(std::string what);
  void read_date(const Json& level);
  void read_retraction(const Json& level);
  void claim(model::RetractionStatus status, std::string_view member);

  std::string date_;
  std::optional<model::RetractionStatus> status_;
  std::string member_;  // that gave the status
  std::vector<std::string> unread_;
};

// One warning for all rows, none when everything was read. `rows` are (path, unread members).
std::vector<std::string> unread_warning(
    const std::vector<std::pair<std::string, std::vector<std::string>>>& rows);

}  // namespace ev::tools
