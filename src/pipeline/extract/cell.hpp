// What extraction yields: candidates found by a rule, and the cell made of them for one field.
// Every value stands on a verbatim quote; offsets are code points into the title or abstract and
// absent where the quote is a record field's own text. Thread rule: plain values.
#pragma once

#include "pipeline/extract/record_text.hpp"
#include "pipeline/model/value.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ev::extract {

enum class Status { found, not_stated, ungrounded, invalid, conflict };
const char* to_string(Status status);

struct Ground {
  std::string quote;
  std::string text;  // title | abstract | the record field that says so
  std::optional<int> start;
  std::optional<int> end;
  std::string method = "rule";          // record | rule
  double confidence = 0;                // 0-1
  std::optional<doc::Span> span;        // the same place in bytes, where the rule knows it
  std::optional<doc::Quote> long_form;  // what the quote abbreviates, as the record defines it
  std::optional<doc::Quote> arm;        // the arm of the study that a number belongs to
};

// One reading of a field in the three forms a schema may ask for.
struct Candidate {
  std::string text;
  std::optional<double> number;
  std::optional<bool> flag;
  Ground ground;
  std::string unit;            // of `number`: "weeks", "mg"
  std::vector<Ground> more{};  // of a text joined from several, all but the first
};

// What a rule found for a field, best first.
struct Findings {
  std::vector<Candidate> candidates;
  std::string conflict;  // why the best candidate cannot be trusted, "" = nothing speaks against it
  std::string reason;    // why there is none, beyond "not stated"
  // What a single value is, where another one leads a list.
  std::optional<Candidate> single;
  // Why none of the candidates may stand as a single value; lists take them all.
  std::string undecided;
  std::string caveat;        // what a reader has to know of a value that is less than stated
  bool each_counts = false;  // equal values are of different things: a list takes them all
};

struct Cell {
  Status status = Status::not_stated;
  model::Value value;
  std::vector<Ground> grounds;  // one, or parallel to the array or to the parts of a joined text
  std::vector<Candidate> alternatives;
  std::string unit;
  std::string reason;  // for everything but `found`, and the caveat of what is
};

struct Extraction {
  std::vector<std::pair<std::string, Cell>> cells;  // in the order of the schema
  bool has_text = false;
};

// Grounds from a span of the document or from a field of the record.
Ground ground_at(const RecordText& record, const doc::Span& span, double confidence);
Ground ground_in_record(std::string field, std::string quote, double confidence);
// A candidate whose text is the quote itself.
Candidate quoted(const RecordText& record, const doc::Span& span, double confidence);

}  // namespace ev::extract
