#include "base/clock.hpp"

#include "base/context.hpp"
#include "support/catch.hpp"
#include "support/fake_clock.hpp"

TEST_CASE("ISO dates and times are UTC") {
  CHECK(ev::iso_date(std::chrono::seconds(0)) == "1970-01-01");
  CHECK(ev::iso_time(std::chrono::seconds(1795258355)) == "2026-11-21T10:52:35Z");
  CHECK(ev::iso_date(std::chrono::seconds(951782400)) == "2000-02-29");
}

TEST_CASE("a context ends by its deadline or by a stop request") {
  ev::test::FakeClock clock;
  std::stop_source stop;
  const ev::Context ctx{
      .clock = &clock, .stop = stop.get_token(), .deadline = clock.now() + std::chrono::seconds(2)};
  CHECK(ctx.check());
  clock.advance(std::chrono::seconds(2));
  CHECK(ctx.check().error().code == ev::Errc::timeout);
  stop.request_stop();
  CHECK(ctx.check().error().code == ev::Errc::cancelled);
}
