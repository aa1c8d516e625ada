#include "pipeline/research/loop.hpp"

#include "base/codec.hpp"
#include "pipeline/research/plan.hpp"

#include <algorithm>
#include <optional>

namespace ev::research {

namespace {

using std::chrono::seconds;

// What a step has to have left of its call to begin.
constexpr seconds kLeastForSearch{4};
constexpr seconds kLeastForReading{8};
constexpr seconds kLeastForReferences{15};

// Too little time shows as no answer, as a part of the records or as no turn in the queue.
bool cut_by_time(const SearchRun& run) {
  return std::any_of(run.sources.begin(), run.sources.end(), [](const SourceCount& s) {
    return s.status == "timeout" || s.status == "partial" || s.status == "rate_limited";
  });
}

class Loop {
 public:
  Loop(State& state, Effects& effects, seconds call_time, const Context& ctx)
      : state_(state), effects_(effects), ctx_(ctx), end_(ctx.clock->now() + Nanos(call_time)) {
    // The answer has to be out before the protocol's own limit.
    if (ctx.deadline != TimePoint::max())
      end_ = std::min(end_, ctx.deadline - Nanos(kLeastForSearch));
  }

  Result<Ending> go() {
    while (!state_.done()) {
      EV_CHECK(ctx_.check());
      tell();
      const TimePoint start = ctx_.clock->now();
      const Stage stage = state_.stage;
      EV_TRY(std::optional<std::string> data, perform());
      if (!data) return Ending::paused;
      const auto took = ctx_.clock->now() - start;
      const Event event{.stage = stage,
                        .elapsed_ms = static_cast<double>(Nanos(took).count() / 1'000'000),
                        .data = *std::move(data)};
      EV_CHECK(keep(event));
      first_ = false;
    }
    return Ending::finished;
  }

 private:
  Nanos left() const { return end_ - ctx_.clock->now(); }

  void tell() const {
    ctx_.report("round " + std::to_string(state_.round) + ": " + to_string(state_.stage),
                static_cast<double>(state_.events),
                static_cast<double>(state_.events + state_.queue.size() + 1));
  }

  Result<void> keep(const Event& event) {
    if (event.stage != Stage::report) {
      EV_CHECK(effects_.keep(state_, event));
      apply(state_, event);
      return {};
    }
    State after = state_;
    apply(after, event);
    EV_CHECK(effects_.finish(after, event));
    state_ = std::move(after);
    return {};
  }

  // nullopt: the call has no time for it.
  Result<std::optional<std::string>> perform() {
    if (!state_.queue.empty()) return search();
    const bool asks = state_.stage == Stage::references;
    const Nanos least(asks ? kLeastForReferences : kLeastForReading);
    if (!first_ && left() < least && state_.stage != Stage::judge)
      return std::optional<std::string>();
    switch (state_.stage) {
      case Stage::hypothesise:
      case Stage::test:
        return of_reading(effects_.read(state_));
      case Stage::judge:
        return std::optional<std::string>(dump_json(encode(judge(
            state_.findings.value_or(Findings{}), what_is_asked(state_.options.question).rubric,
            subject_of(state_.options), queries_run(state_)))));
      case Stage::rank:
        return of_result(effects_.rank(state_));
      case Stage::references:
        return check();
      default:
        return std::optional<std::string>("{}");
    }
  }

  // A step that the end of the call stopped is made again by the next call.
  template <class T>
  Result<std::optional<std::string>> of_result(const Result<T>& result) const {
    if (result) return std::optional<std::string>(dump_json(encode(*result)));
    if (result.error().code == Errc::timeout && !first_) return std::optional<std::string>();
    return Error(result.error());
  }

  Result<std::optional<std::string>> of_reading(const Result<std::optional<Findings>>& read) const {
    if (read && !*read) return std::optional<std::string>();
    return read ? of_result(Result<Findings>(**read)) : of_result(Result<Findings>(read.error()));
  }

  Result<std::optional<std::string>> search() {
    const seconds whole = std::chrono::duration_cast<seconds>(left());
    if (!first_ && whole < kLeastForSearch) return std::optional<std::string>();
    // The first search of a call has its whole time, whatever the call was given: cut short it
    // would be taken for what the sources have, on a slow machine or line again and again.
    const seconds allowed = first_ ? kSearchTime : std::clamp(whole, seconds(1), kSearchTime);
    const bool may_be_cut = allowed < kSearchTime;
    auto run = effects_.search(state_, state_.queue.front(), allowed);
    if (run) {
      if (may_be_cut && cut_by_time(*run)) return std::optional<std::string>();
      return std::optional<std::string>(dump_json(encode(named(*std::move(run)))));
    }
    const Error& error = run.error();
    if (error.code == Errc::cancelled || state_.searches.empty()) return Error(error);
    if (may_be_cut && error.code == Errc::timeout) return std::optional<std::string>();
    SearchRun failed;
    failed.error = error.message;
    failed.requests = cost_of(state_.queue.front(), state_);
    return std::optional<std::string>(dump_json(encode(named(std::move(failed)))));
  }

  SearchRun named(SearchRun run) const {
    const PlannedSearch& planned = state_.queue.front();
    run.purpose = planned.purpose;
    run.query = planned.query;
    run.about = planned.about;
    return run;
  }

  Result<std::optional<std::string>> check() {
    const auto& all = state_.ranking.references;
    const std::size_t from = state_.checked.references.size();
    const std::size_t n = std::min(kReferencesAtOnce, all.size() - from);
    const bool online = state_.requests + kReferencesCost <= state_.options.max_requests;
    return of_result(effects_.check(state_, std::span(all).subspan(from, n), online));
  }

  State& state_;
  Effects& effects_;
  const Context& ctx_;
  TimePoint end_;
  bool first_ = true;
};

}  // namespace

Result<Ending> go_on(State& state, Effects& effects, std::chrono::seconds call_time,
                     const Context& ctx) {
  return Loop(state, effects, call_time, ctx).go();
}

}  // namespace ev::research
