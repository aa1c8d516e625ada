#include "store/connection.hpp"

#include "store/migrations.hpp"

namespace ev::store {

Result<Database> Connection::open_store(const std::filesystem::path& file) {
  EV_TRY(Database db, Database::open(file));
  EV_CHECK(check_compatible(db));
  EV_CHECK(db.use_wal());
  EV_CHECK(migrate(db));
  EV_CHECK(db.use_word_relevance());
  return db;
}

}  // namespace ev::store
