#include "llm/ledger.hpp"

#include "support/catch.hpp"
#include "support/fake_clock.hpp"
#include "support/has.hpp"

namespace ev::llm {

using namespace std::chrono_literals;

TEST_CASE("requests are reserved with the most they can cost") {
  test::FakeClock clock;
  const Context ctx{.clock = &clock};
  Run run{.budget = {.calls = 3, .tokens = 1000}};
  Ledger ledger(run, ctx, clock);
  CHECK(ledger.reserve(600));
  const auto second = ledger.reserve(600);
  REQUIRE_FALSE(second);
  CHECK(second.error().code == Errc::budget_exhausted);
  CHECK(has(second.error().message, "400 are left"));
  ledger.settle(600, 100, 50);
  CHECK(run.usage.tokens_in == 100);
  CHECK(ledger.reserve(850));
  ledger.settle(850, 0, 0);
  CHECK(ledger.reserve(1));
  CHECK(has(ledger.reserve(1).error().message, "3 calls"));
  CHECK(run.usage.calls == 3);
}

TEST_CASE("without a budget nothing is refused") {
  test::FakeClock clock;
  const Context ctx{.clock = &clock};
  Run run;
  Ledger ledger(run, ctx, clock);
  for (int i = 0; i < 100; ++i) CHECK(ledger.reserve(1'000'000));
  CHECK(ledger.check());
  CHECK(ledger.context().deadline == TimePoint::max());
}

TEST_CASE("a second of the call is left for its answer") {
  test::FakeClock clock;
  const Context ctx{.clock = &clock, .deadline = clock.now() + 60s};
  Run run;
  {
    const Ledger ledger(run, ctx, clock);
    CHECK(ledger.context().deadline == clock.now() + 59s);
    clock.advance(59s);
    CHECK(ledger.check().error().code == Errc::timeout);
  }
  CHECK(run.usage.seconds == Approx(59));
  const Ledger late(run, ctx, clock);
  CHECK(late.context().deadline == clock.now() + 750ms);
}

TEST_CASE("seconds are counted over all of a call's dealings") {
  test::FakeClock clock;
  const Context ctx{.clock = &clock, .deadline = clock.now() + 60s};
  Run run{.budget = {.seconds = 10}};
  {
    const Ledger first(run, ctx, clock);
    clock.advance(7s);
    CHECK(first.check());
  }
  const Ledger second(run, ctx, clock);
  CHECK(second.context().deadline == clock.now() + 3s);
  clock.advance(3s);
  CHECK(second.check().error().code == Errc::budget_exhausted);
  CHECK(second.blame(Error{.code = Errc::timeout}).code == Errc::budget_exhausted);
  CHECK(second.blame(Error{.code = Errc::llm_auth}).code == Errc::llm_auth);
}

TEST_CASE("a cancelled call is cancelled") {
  test::FakeClock clock;
  std::stop_source stop;
  const Context ctx{.clock = &clock, .stop = stop.get_token()};
  Run run{.budget = {.seconds = 10}};
  const Ledger ledger(run, ctx, clock);
  stop.request_stop();
  CHECK(ledger.check().error().code == Errc::cancelled);
}

}  // namespace ev::llm
