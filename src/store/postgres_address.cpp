#include "store/postgres_address.hpp"

#include "store/postgres_library.hpp"

#include <libpq-fe.h>
#include <map>
#include <memory>

namespace ev::store {

namespace {

struct FreeOptions {
  void operator()(PQconninfoOption* options) const noexcept { pq().PQconninfoFree(options); }
};

std::string shown_address(const std::map<std::string, std::string>& given) {
  const auto part = [&given](const char* name) {
    const auto found = given.find(name);
    return found == given.end() ? std::string() : found->second;
  };
  std::string out = "postgresql://";
  if (!part("user").empty()) out += part("user") + "@";
  out += part("host").empty() ? part("hostaddr") : part("host");
  if (!part("port").empty()) out += ":" + part("port");
  return out + "/" + part("dbname");
}

}  // namespace

bool is_postgres_uri(std::string_view text) {
  return text.substr(0, 13) == "postgresql://" || text.substr(0, 11) == "postgres://";
}

Result<PostgresAddress> parse_postgres_address(const std::string& uri) {
  const Error unreadable{
      .code = Errc::invalid_argument,
      .message = "is no address of a PostgreSQL database",
      .recovery = "write postgresql://user@host:port/database?sslmode=verify-full"};
  if (!is_postgres_uri(uri)) return unreadable;
  if (!pq().problem.empty()) {
    return Error{.code = Errc::store_unavailable,
                 .message = "cannot be used: " + pq().problem,
                 .source = "store",
                 .recovery = "install libpq (Debian: libpq5)"};
  }
  char* why = nullptr;
  const std::unique_ptr<PQconninfoOption, FreeOptions> options(
      pq().PQconninfoParse(uri.c_str(), &why));
  // libpq's words may repeat what stands where a password would.
  if (why != nullptr) pq().PQfreemem(why);
  if (options == nullptr) return unreadable;
  std::map<std::string, std::string> given;
  for (const PQconninfoOption* o = options.get(); o->keyword != nullptr; ++o) {
    if (o->val != nullptr) given.emplace(o->keyword, o->val);
  }
  if (given.count("password") != 0 || given.count("sslpassword") != 0) {
    return Error{.code = Errc::invalid_argument,
                 .message = "holds a password, which others could see",
                 .recovery =
                     "put it into EVIDENCE_MCP_STORE_PASSWORD, or into a file that "
                     "EVIDENCE_MCP_STORE_PASSWORD_FILE names"};
  }
  return PostgresAddress{.uri = uri, .shown = shown_address(given)};
}

}  // namespace ev::store
