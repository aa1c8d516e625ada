// What an import has to remember of every record it has met, on disk instead of in memory: a number
// for each id, and the rows of the result set to be. Lies in a private temporary file that is gone
// with the object. Thread rule: one thread at a time.
#pragma once

#include "store/database.hpp"
#include "store/result_sets.hpp"

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

namespace ev::store {

class ImportScratch {
 public:
  static Result<ImportScratch> open();

  Result<std::optional<std::int64_t>> number(std::string_view id);
  Result<void> set_number(std::string_view id, std::int64_t number);

  Result<void> append(const ResultRow& row);
  Result<void> replace(std::int64_t position, const ResultRow& row);
  std::int64_t rows() const { return rows_; }  // also the position of the next one
  // All rows by position; may be called any number of times.
  Result<void> each_row(const RowVisitor& visit);

 private:
  struct Statements {
    Stmt find, set, append, replace;
  };
  ImportScratch(Database db, Statements statements)
      : db_(std::move(db)), statements_(std::move(statements)) {}

  Database db_;
  Statements statements_;
  std::int64_t rows_ = 0;
};

}  // namespace ev::store
