// Where a laboratory's store is: a postgresql:// address as libpq reads it, apart from the
// password, which comes from a setting or a file and is shown nowhere. Thread rule: plain values.
#pragma once

#include "base/result.hpp"

#include <filesystem>
#include <string>
#include <string_view>

namespace ev::store {

struct PostgresAddress {
  std::string uri;  // without a password
  // Neither: libpq's own ways (PGPASSFILE, ~/.pgpass, a certificate, peer).
  std::string password;
  std::filesystem::path password_file;  // read whenever a session is opened; its first line
  std::string shown;                    // for messages: user, host and database
  std::string schema = "evidence_mcp";
};

bool is_postgres_uri(std::string_view text);
// invalid_argument for what libpq cannot read, and for an address that holds a password: settings
// are shown by `doctor`, addresses stand in configurations of hosts.
Result<PostgresAddress> parse_postgres_address(const std::string& uri);

}  // namespace ev::store
