#include "store/import_scratch.hpp"

namespace ev::store {

Result<ImportScratch> ImportScratch::open() {
  EV_TRY(Database db, Database::open_temporary());
  EV_CHECK(db.exec(
      "CREATE TABLE number (id TEXT NOT NULL PRIMARY KEY, n INTEGER NOT NULL) WITHOUT ROWID;"
      "CREATE TABLE row (position INTEGER PRIMARY KEY, item_id TEXT NOT NULL, "
      "payload TEXT NOT NULL);"
      "BEGIN"));
  EV_TRY(Stmt find, db.prepare("SELECT n FROM number WHERE id = ?"));
  EV_TRY(Stmt set, db.prepare("INSERT INTO number (id, n) VALUES (?, ?) "
                              "ON CONFLICT (id) DO UPDATE SET n = excluded.n"));
  EV_TRY(Stmt append, db.prepare("INSERT INTO row (position, item_id, payload) VALUES (?, ?, ?)"));
  EV_TRY(Stmt replace, db.prepare("UPDATE row SET item_id = ?2, payload = ?3 WHERE position = ?1"));
  return ImportScratch(std::move(db), {.find = std::move(find),
                                       .set = std::move(set),
                                       .append = std::move(append),
                                       .replace = std::move(replace)});
}

Result<std::optional<std::int64_t>> ImportScratch::number(std::string_view id) {
  Stmt& find = statements_.find;
  EV_TRY(const bool found, find.bind(id).step());
  return found ? std::optional<std::int64_t>(find.integer(0)) : std::nullopt;
}

Result<void> ImportScratch::set_number(std::string_view id, std::int64_t number) {
  return statements_.set.bind(id, number).run();
}

Result<void> ImportScratch::append(const ResultRow& row) {
  return statements_.append.bind(rows_++, row.item_id, row.payload).run();
}

Result<void> ImportScratch::replace(std::int64_t position, const ResultRow& row) {
  return statements_.replace.bind(position, row.item_id, row.payload).run();
}

Result<void> ImportScratch::each_row(const RowVisitor& visit) {
  EV_TRY(Stmt rows, db_.prepare("SELECT item_id, payload FROM row ORDER BY position"));
  while (true) {
    EV_TRY(const bool more, rows.step());
    if (!more) return {};
    EV_CHECK(visit({rows.text(0), rows.text(1)}));
  }
}

}  // namespace ev::store
