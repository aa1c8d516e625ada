#include "store/postgres_address.hpp"

#include "support/catch.hpp"

using ev::store::parse_postgres_address;

TEST_CASE("an address is shown without what only libpq needs to know") {
  const auto address =
      parse_postgres_address("postgresql://ann@db.lab:5433/evidence?sslmode=verify-full");
  REQUIRE(address);
  CHECK(address->shown == "postgresql://ann@db.lab:5433/evidence");
  CHECK(address->password.empty());
  CHECK(ev::store::is_postgres_uri("postgres://h/d"));
  CHECK_FALSE(ev::store::is_postgres_uri("/var/lib/evidence.db"));
}

TEST_CASE("a password in an address is refused and not repeated") {
  for (const char* uri : {"postgresql://ann:s3cret@db/evidence",
                          "postgresql://db/e?password=s3cret", "postgresql://ann:s3cret@db:port/e",
                          "postgresql://ann:s3cret@[db/e", "host=db password=s3cret"}) {
    INFO(uri);
    const auto address = parse_postgres_address(uri);
    REQUIRE_FALSE(address);
    CHECK(address.error().code == ev::Errc::invalid_argument);
    CHECK((address.error().message + address.error().recovery).find("s3cret") == std::string::npos);
  }
}
