// The tables of a laboratory's store as numbered steps (store_version = steps done), in a schema of
// their own. A step, once released, is never changed. Any number of machines may open an empty
// database at once: one makes the tables, the others wait. A store of a newer program is refused
// untouched; a role that may not make tables can use those that are there.
#pragma once

#include "store/postgres_address.hpp"
#include "store/sql_session.hpp"

#include <cstdint>

namespace ev::store {

std::int64_t postgres_schema_version();
// 0 = there are no tables yet.
Result<std::int64_t> stored_schema_version(SqlSession& db, const PostgresAddress& address);
// Refuses tables of a newer program.
Result<void> check_postgres_schema(SqlSession& db, const PostgresAddress& address);
Result<void> migrate_postgres(SqlSession& db, const PostgresAddress& address);

}  // namespace ev::store
