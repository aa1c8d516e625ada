// Tasks: long calls that a client of 2026-07-28 fetches later instead of waiting for them
// (extension io.modelcontextprotocol/tasks: tasks/get, tasks/update, tasks/cancel). Only a client
// that declares the extension gets one. A task is kept before its id is given out and after every
// change, so any process of the server can answer for it; it runs in the process that made it, and
// one whose process ended without a word counts as failed after kTaskTimeout. Thread rule: any
// thread; work runs on threads of its own, started by the first task.
#pragma once

#include "base/clock.hpp"
#include "base/guarded.hpp"
#include "base/worker_pool.hpp"
#include "mcp/method.hpp"
#include "mcp/task_record.hpp"
#include "mcp/task_store.hpp"

#include <chrono>
#include <map>
#include <memory>
#include <string>

namespace ev::mcp {

inline constexpr std::chrono::minutes kTaskTimeout{30};

class Tasks {
 public:
  Tasks(std::shared_ptr<TaskStore> store, const Clock& clock, int workers)
      : store_(std::move(store)), clock_(clock), workers_(workers) {}
  ~Tasks() { stop(); }
  // The object must outlive the feature.
  Feature feature();
  // Makes a task of `later`, which was met in the call `ctx`, and returns the result that says so.
  Answer start(Later later, const CallContext& ctx, decltype(Job::fail) fail);
  // Stops all work; what is unfinished counts as failed. Called before the threads are waited for.
  void end_all();
  // Waits until all work has ended; false when some did not by `deadline`.
  bool wait_idle(std::chrono::steady_clock::time_point deadline);
  void stop();

 private:
  struct Live {
    TaskRecord task;
    Later later;
    CallContext ctx;
    decltype(Job::fail) fail = nullptr;
    std::stop_source stopping;
    std::vector<InputRequest> asked;  // not answered yet
    std::int64_t kept = 0;            // when progress was last written down
  };
  struct State {
    std::map<std::string, std::shared_ptr<Live>> live;
    std::shared_ptr<WorkerPool> pool;
    bool ending = false;
  };

  Answer get(const std::string& id) const;
  Answer update(const std::string& id, const JsonPtr& responses);
  Answer cancel(const std::string& id);
  void submit(const std::shared_ptr<Live>& live);
  void run(const std::shared_ptr<Live>& live);
  Answer guarded_work(const Live& live, const CallContext& ctx) const;
  void settle(const std::shared_ptr<Live>& live, const Answer& answer);
  void report(const std::shared_ptr<Live>& live, std::string message);
  // Changes a task that has not ended, keeps it, and forgets it here once it has ended.
  bool change(Live& live, std::string status, std::string outcome);
  Result<TaskRecord> stored(const std::string& id) const;
  std::int64_t now() const { return clock_.unix_time().count(); }

  const std::shared_ptr<TaskStore> store_;
  const Clock& clock_;
  const int workers_;
  mutable Guarded<State> state_;
};

}  // namespace ev::mcp
