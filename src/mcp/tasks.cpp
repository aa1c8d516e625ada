#include "mcp/tasks.hpp"

#include "base/hash.hpp"
#include "base/limits.hpp"
#include "base/log.hpp"

#include <algorithm>
#include <exception>
#include <utility>

namespace ev::mcp {

namespace {

constexpr std::int64_t kKeepProgressEvery = 2;  // seconds
constexpr std::string_view kNeedsTasks = R"({"extensions":{"io.modelcontextprotocol/tasks":{}}})";

// Random, in the usual form of a version 4 UUID.
std::string new_task_id() {
  std::string hex = random_hex(16);
  hex[12] = '4';
  hex[16] = "89ab"[static_cast<unsigned char>(hex[16]) % 4];
  for (const std::size_t at : {20u, 16u, 12u, 8u}) hex.insert(at, "-");
  return hex;
}

std::string error_member(const RpcError& error) {
  std::string out = R"("error":{"code":)" + std::to_string(error.code) + R"(,"message":)";
  append_json_string(out, error.message);
  if (!error.data.empty()) out += R"(,"data":)" + error.data;
  return out + "}";
}

RpcError no_such_task(const std::string& id) {
  return bad_params("no task has the id " + id + "; tasks are kept for an hour");
}

// The row of one tasks/* method. Whether the client knows tasks comes before everything else.
Method task_method(std::string_view name,
                   std::function<Answer(const std::string& id, const JsonPtr& params)> serve) {
  auto row = [serve = std::move(serve)](const Request& request) -> Outcome {
    const Json* const meta = member(request.params.get(), "_meta");
    if (!read_capabilities(member(meta, kCapabilitiesKey)).tasks) {
      return missing_capability("The tasks extension is not declared", kNeedsTasks);
    }
    const std::string* const id = as_string(member(request.params.get(), "taskId"));
    if (id == nullptr) return bad_params("taskId must be a string");
    return Job{.label = std::string(request.method),
               .run = [serve, id = *id,
                       params = request.params](const CallContext&) { return serve(id, params); },
               .fail = fail_as_protocol_error};
  };
  return {.name = name, .serve = std::move(row)};
}

}  // namespace

Feature Tasks::feature() {
  return {.methods = {task_method("tasks/get", [this](const std::string& id,
                                                      const JsonPtr&) { return get(id); }),
                      task_method("tasks/update",
                                  [this](const std::string& id, const JsonPtr& params) {
                                    const Json* const responses =
                                        member(params.get(), "inputResponses");
                                    if (!is_object(responses)) {
                                      return Answer(bad_params("inputResponses must be an object"));
                                    }
                                    return update(id, JsonPtr(params, responses));
                                  }),
                      task_method("tasks/cancel", [this](const std::string& id,
                                                         const JsonPtr&) { return cancel(id); })},
          .eras = Eras::modern,
          .extension = R"("io.modelcontextprotocol/tasks":{})"};
}

Answer Tasks::start(Later later, const CallContext& ctx, decltype(Job::fail) fail) {
  auto live = std::make_shared<Live>();
  live->task = {.id = new_task_id(), .created = now(), .updated = now()};
  live->later = std::move(later);
  live->fail = fail;
  live->ctx = ctx;
  live->ctx.stop = live->stopping.get_token();
  live->ctx.deadline = clock_.now() + Nanos(kTaskTimeout);
  // Progress and log messages belong to requests; a task has its status message.
  live->ctx.log_to_client = {};
  std::weak_ptr<Live> weak = live;
  live->ctx.progress = [this, weak](std::string_view stage, double done, double total) {
    const auto alive = weak.lock();
    if (!alive) return;
    std::string message(stage);
    if (total > 0) {
      message += " " + std::to_string(static_cast<long>(done)) + "/" +
                 std::to_string(static_cast<long>(total));
    }
    report(alive, std::move(message));
  };
  if (auto kept = store_->put(live->task.id, to_stored(live->task)); !kept) {
    return fail(kept.error(), ctx.tag);
  }
  const Members answer{task_members(live->task, TaskView::created), "task"};
  state_.lock()->live[live->task.id] = live;
  submit(live);
  return answer;
}

void Tasks::submit(const std::shared_ptr<Live>& live) {
  std::shared_ptr<WorkerPool> pool;
  {
    auto state = state_.lock();
    if (state->ending) return;
    if (state->pool == nullptr) {
      state->pool = std::make_shared<WorkerPool>(workers_, limits::kQueuedCallBytes);
    }
    pool = state->pool;
  }
  const std::size_t weight = limits::kQueuedCallBytes / 1'000;  // a thousand may wait
  if (pool->submit([this, live] { run(live); }, weight)) return;
  settle(live,
         live->fail(Error{.code = Errc::rate_limited,
                          .message = "The server is busy: too many tasks are waiting already.",
                          .retry_after_s = 10,
                          .recovery = "wait for running tasks to end, then call again"},
                    live->ctx.tag));
}

Answer Tasks::guarded_work(const Live& live, const CallContext& ctx) const {
  std::string what = "unknown exception";
  try {
    Answer answer = live.later.work(ctx);
    while (auto* const later = std::get_if<Later>(&answer)) {
      const Later next = std::move(*later);
      answer = next.work(ctx);
    }
    return answer;
  } catch (const std::exception& e) {
    what = e.what();
  } catch (...) {
  }
  return live.fail(Error{.code = Errc::internal, .message = what}, ctx.tag);
}

void Tasks::run(const std::shared_ptr<Live>& live) {
  if (live->stopping.stop_requested()) return;
  // `ctx` is changed by update() only while nothing runs.
  settle(live, guarded_work(*live, live->ctx));
}

void Tasks::settle(const std::shared_ptr<Live>& live, const Answer& answer) {
  if (const auto* const members = std::get_if<Members>(&answer)) {
    change(*live, "completed", R"("result":{)" + members->json + "}");
  } else if (const auto* const error = std::get_if<RpcError>(&answer)) {
    change(*live, "failed", error_member(*error));
  } else if (const auto* const asking = std::get_if<Asking>(&answer)) {
    for (const InputRequest& request : asking->requests) {
      if (offered(request.kind, live->ctx.client)) continue;
      change(*live, "failed",
             error_member(missing_capability("The task needs to ask what the client does not offer",
                                             needed_capability(request.kind))));
      return;
    }
    live->ctx.state = asking->state;
    {
      auto state = state_.lock();
      live->asked = asking->requests;
    }
    change(*live, "input_required", R"("inputRequests":)" + input_requests_json(asking->requests));
  }
}

bool Tasks::change(Live& live, std::string status, std::string outcome) {
  TaskRecord task;
  {
    auto state = state_.lock();
    if (live.task.ended()) return false;  // an end is final
    live.task.status = std::move(status);
    live.task.outcome = std::move(outcome);
    live.task.updated = std::max(now(), live.task.updated);
    task = live.task;
  }
  const auto kept = store_->put(task.id, to_stored(task));
  if (!kept) log(Level::error, "task_not_kept", {{"what", kept.error().message}});
  if (!task.ended()) return true;
  // Kept first: whoever does not find it here any more finds it there.
  std::shared_ptr<Live> last;
  auto state = state_.lock();
  const auto it = state->live.find(task.id);
  if (it != state->live.end() && kept) {
    last = std::move(it->second);
    state->live.erase(it);
  }
  return true;
}

void Tasks::report(const std::shared_ptr<Live>& live, std::string message) {
  TaskRecord task;
  {
    auto state = state_.lock();
    if (live->task.ended()) return;
    live->task.message = std::move(message);
    live->task.updated = std::max(now(), live->task.updated);
    if (live->task.updated < live->kept + kKeepProgressEvery) return;
    live->kept = live->task.updated;
    task = live->task;
  }
  // Another process may have been asked to cancel it.
  const auto kept = stored(task.id);
  if (kept && kept->status == "cancelled") {
    change(*live, "cancelled", {});
    live->stopping.request_stop();
    return;
  }
  [[maybe_unused]] const auto ignored = store_->put(task.id, to_stored(task));
  {
    auto state = state_.lock();
    if (!live->task.ended()) return;
    task = live->task;
  }
  // It ended while this was written: the end has the last word.
  [[maybe_unused]] const auto again = store_->put(task.id, to_stored(task));
}

Result<TaskRecord> Tasks::stored(const std::string& id) const {
  EV_TRY(const std::optional<std::string> json, store_->get(id));
  if (!json) return Error{.code = Errc::not_found, .message = "no such task"};
  EV_TRY(TaskRecord task, from_stored(id, *json));
  if (task.created * 1'000 + kTaskTtlMs < now() * 1'000) {
    return Error{.code = Errc::not_found, .message = "the task has expired"};
  }
  return task;
}

Answer Tasks::get(const std::string& id) const {
  {
    auto state = state_.lock();
    const auto it = state->live.find(id);
    if (it != state->live.end()) return Members{task_members(it->second->task, TaskView::detailed)};
  }
  auto task = stored(id);
  if (!task) return no_such_task(id);
  const auto silence = std::chrono::seconds(now() - task->updated);
  if (!task->ended() && silence > kTaskTimeout) {
    task->status = "failed";
    task->outcome =
        error_member({kInternalError,
                      "The process that ran this task ended before it did; call the tool again"});
  }
  return Members{task_members(*task, TaskView::detailed)};
}

Answer Tasks::update(const std::string& id, const JsonPtr& responses) {
  std::shared_ptr<Live> live;
  std::vector<InputRequest> left;
  {
    auto state = state_.lock();
    const auto it = state->live.find(id);
    if (it != state->live.end()) live = it->second;
    if (live && live->task.status == "input_required") {
      for (const InputRequest& request : live->asked) {
        const Json* const given = member(responses.get(), request.key);
        if (given == nullptr) {
          left.push_back(request);
        } else {
          live->ctx.inputs.put(request.key, JsonPtr(responses, given));
        }
      }
      live->asked = left;
    } else if (live) {
      return Members{};  // nothing is being asked
    }
  }
  if (live == nullptr) {
    auto task = stored(id);
    if (!task) return no_such_task(id);
    if (task->ended()) return Members{};
    return RpcError{kInternalError, "The task waits in another process of this server"};
  }
  if (!left.empty()) {
    change(*live, "input_required", R"("inputRequests":)" + input_requests_json(left));
  } else if (change(*live, "working", {})) {
    submit(live);
  }
  return Members{};
}

Answer Tasks::cancel(const std::string& id) {
  std::shared_ptr<Live> live;
  {
    auto state = state_.lock();
    const auto it = state->live.find(id);
    if (it != state->live.end()) live = it->second;
  }
  if (live != nullptr) {
    change(*live, "cancelled", {});
    live->stopping.request_stop();
    return Members{};
  }
  auto task = stored(id);
  if (!task) return no_such_task(id);
  if (task->ended()) return Members{};
  // Its own process sees this when it next reports.
  task->status = "cancelled";
  task->outcome.clear();
  task->updated = now();
  if (auto kept = store_->put(id, to_stored(*task)); !kept) {
    return RpcError{kInternalError, "The cancellation could not be written down"};
  }
  return Members{};
}

void Tasks::end_all() {
  std::map<std::string, std::shared_ptr<Live>> live;
  {
    auto state = state_.lock();
    state->ending = true;
    live = state->live;
  }
  for (const auto& [id, task] : live) {
    change(*task, "failed",
           error_member(
               {kInternalError, "The server ended before the task did; call the tool again"}));
    task->stopping.request_stop();
  }
}

bool Tasks::wait_idle(std::chrono::steady_clock::time_point deadline) {
  const std::shared_ptr<WorkerPool> pool = state_.lock()->pool;
  return pool == nullptr || pool->wait_idle(deadline);
}

void Tasks::stop() {
  end_all();
  const std::shared_ptr<WorkerPool> pool = state_.lock()->pool;
  if (pool != nullptr) pool->stop();
}

}  // namespace ev::mcp
