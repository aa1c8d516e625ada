// Tables: CSV (RFC 4180: quoted cells may hold delimiters, quotes and line breaks; also with ; or
// |) and TSV, whose first line names the columns in any case and with the usual synonyms. Columns
// without a field are kept in metadata under their own name. Thread rule: one thread per source;
// the rest is pure.
//
// A row with more cells than columns is malformed: its cells cannot be told apart. A quote that is
// never closed costs its row only; from there on a line break always ends a row.
#pragma once

#include "pipeline/library/record_source.hpp"
#include "pipeline/sources/byte_source.hpp"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ev::library {

struct Table {
  char delimiter = ',';
  std::vector<std::string> columns;  // as written
};

// The header in the first bytes of a file; nullopt when they do not look like one. `named`: the
// file's name says that it is a table, so that one known column is enough.
std::optional<Table> table_of(std::string_view head, bool named);

// Cells of one row, without quotes.
std::vector<std::string> cells_of(std::string_view row, char delimiter);

// Rows after the header.
std::unique_ptr<RecordSource> csv_records(sources::ByteSource& source, char delimiter);
ParseRecord csv_parser(const Table& table);

}  // namespace ev::library
