#include "llm/completer.hpp"

#include "base/json.hpp"
#include "base/log.hpp"
#include "llm/answer_json.hpp"
#include "llm/failure.hpp"
#include "llm/json_schema.hpp"
#include "llm/ledger.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <deque>
#include <map>
#include <memory>
#include <utility>

namespace ev::llm {

namespace {

constexpr std::size_t kWave = 4;  // requests under way at once
constexpr double kBytesPerToken = 4;

// The endpoint is at fault, not the task: no other task will fare better.
bool concerns_all(Errc code) {
  switch (code) {
    case Errc::llm_unreachable:
    case Errc::llm_auth:
    case Errc::llm_model_not_found:
    case Errc::llm_overloaded:
    case Errc::rate_limited:
    case Errc::budget_exhausted:
    case Errc::timeout:
    case Errc::offline:
    case Errc::cancelled:
      return true;
    default:
      return false;
  }
}

bool alike(const Task& a, const Task& b) {
  return a.prompt_version == b.prompt_version && a.instructions == b.instructions &&
         a.schema == b.schema;
}

Error truncated(const Task& task) {
  return Error{.code = Errc::llm_truncated,
               .message = "the model's answer was cut off at its limit of " +
                          std::to_string(task.max_tokens) + " tokens",
               .source = kSource,
               .recovery =
                   "ask for fewer fields or give a shorter text; a reasoning model spends "
                   "the same tokens on its thoughts"};
}

// The results of a batch by number; numbers that occur twice are left out, since one of them is
// another text's.
std::map<std::string, Json> numbered_results(std::string_view answer) {
  std::map<std::string, Json> out;
  std::map<std::string, int> seen;
  for (const Json& object : objects_in(answer)) {
    const auto results = object.find("results");
    if (results == object.end() || !results->is_array()) continue;
    for (const Json& entry : *results) {
      if (!entry.is_object() || !entry.contains("item") || !entry.contains("result")) continue;
      const Json& item = entry.at("item");
      const std::string number = item.is_string() ? item.get<std::string>() : dump_json(item);
      if (++seen[number] == 1) out[number] = entry.at("result");
    }
    break;
  }
  for (const auto& [number, times] : seen) {
    if (times > 1) out.erase(number);
  }
  return out;
}

}  // namespace

class Completer::Session {
 public:
  Session(Completer& completer, std::span<const Task> tasks, const Context& ctx, Run& run)
      : completer_(completer), ctx_(ctx), run_(run), ledger_(run, ctx, completer.clock_) {
    for (const Task& task : tasks) {
      items_.push_back(std::make_unique<Item>());
      items_.back()->task = &task;
    }
    if (const auto known = completer.known_mode()) {
      mode_ = *known;
      proven_ = true;
    }
  }

  std::vector<Result<Completion>> run() {
    prepare();
    while (!waiting_.empty() && !ended_) {
      if (const auto may = ledger_.check(); !may) {
        ended_ = may.error();
        break;
      }
      send(take_wave());
    }
    std::vector<Result<Completion>> out;
    for (const auto& item : items_) out.push_back(result_of(*item));
    return out;
  }

 private:
  struct Item {
    const Task* task = nullptr;
    Json schema{};
    long tokens_in = 0;
    long tokens_out = 0;
    bool repaired = false;
    std::optional<Result<Completion>> result{};
  };

  // One request: several items the first time, one item later.
  struct Ask {
    std::vector<Item*> items;
    Prompt prompt{};
    Mode mode{};  // it was sent with
    long reserved = 0;
  };

  // --- before the first request
  // -------------------------------------------------------------------
  void prepare() {
    for (const auto& item : items_) {
      if (!read_schema(*item) || answer_from_cache(*item)) continue;
      const std::string key = task_key(*item->task, "");
      if (const auto [twin, is_new] = twins_.emplace(key, item.get()); is_new) enqueue(*item);
    }
    for (Ask& ask : waiting_) ask.prompt = prompt_for(ask.items);
  }

  static bool read_schema(Item& item) {
    auto schema = parse_json(item.task->schema, "schema");
    auto checked = schema ? check_schema(*schema) : Result<void>(schema.error());
    if (checked) {
      item.schema = *std::move(schema);
      return true;
    }
    item.result = Error{.code = Errc::internal,
                        .message = item.task->purpose + ": " + checked.error().message};
    return false;
  }

  bool answer_from_cache(Item& item) {
    const auto kept = completer_.cache_.answer(*item.task);
    if (!kept) return false;
    const auto json = parse_json(kept->json, "kept answer");
    if (!json || !violations(item.schema, *json).empty()) return false;
    ++run_.usage.from_cache;
    item.result = Completion{
        .json = kept->json, .from_cache = true, .repaired = kept->repaired, .rung = kept->rung};
    report();
    return true;
  }

  // Into the last request when there is room for its kind.
  void enqueue(Item& item) {
    const auto most = static_cast<std::size_t>(std::max(1, run_.batch_size));
    if (!waiting_.empty()) {
      std::vector<Item*>& last = waiting_.back().items;
      if (last.size() < most && alike(*last.front()->task, *item.task)) {
        last.push_back(&item);
        return;
      }
    }
    waiting_.push_back({.items = {&item}});
  }

  static Prompt prompt_for(const std::vector<Item*>& items) {
    std::vector<const Task*> tasks;
    for (const Item* item : items) tasks.push_back(item->task);
    return ask(tasks);
  }

  // --- sending
  // -------------------------------------------------------------------------------------- While it
  // is not known what the endpoint accepts, one request finds out for all.
  std::vector<Ask> take_wave() {
    std::vector<Ask> wave;
    const std::size_t most = proven_ ? kWave : 1;
    while (!waiting_.empty() && wave.size() < most) {
      Ask& next = waiting_.front();
      next.reserved = estimated_tokens(next.prompt) + next.prompt.max_tokens;
      if (const auto may = ledger_.reserve(next.reserved); !may) {
        if (!wave.empty()) break;
        if (next.items.size() > 1) {
          split(std::exchange(next, {}), true);
          continue;
        }
        ended_ = may.error();
        break;
      }
      next.mode = mode_;
      wave.push_back(std::move(next));
      waiting_.pop_front();
    }
    return wave;
  }

  void send(std::vector<Ask> wave) {
    std::vector<net::RequestPlan> plans;
    for (const Ask& ask : wave) {
      plans.push_back(completer_.api_.plan(completer_.endpoint_, ask.prompt, ask.mode));
    }
    const auto replies = completer_.http_.send_all(plans, ledger_.context());
    for (std::size_t i = 0; i < wave.size(); ++i) settle(std::move(wave[i]), replies[i]);
  }

  // Each item of a request becomes a request of its own.
  void split(Ask ask, bool replaces_front) {
    if (replaces_front) waiting_.pop_front();
    for (auto item = ask.items.rbegin(); item != ask.items.rend(); ++item) {
      waiting_.push_front({.items = {*item}, .prompt = prompt_for({*item})});
    }
  }

  // --- replies
  // --------------------------------------------------------------------------------------
  void settle(Ask ask, const Result<net::HttpResponse>& response) {
    if (!response) {
      ledger_.settle(ask.reserved, 0, 0);
      return fail(ask, ledger_.blame(to_error(Error(response.error()), completer_.endpoint_)));
    }
    Reply reply = completer_.api_.parse(completer_.endpoint_, ask.prompt, *response);
    count(ask, reply);
    log_reply(ask, reply);
    if (reply.error) return on_error(std::move(ask), reply);
    proven_ = true;
    if (ask.mode == mode_) completer_.remember(mode_);
    if (ask.items.size() > 1) return read_batch(ask, reply);
    read_one(*ask.items.front(), reply.text, reply.truncated, ask.mode.rung);
  }

  void count(const Ask& ask, Reply& reply) {
    const bool ran = !reply.error || reply.tokens_in > 0;
    if (ran && reply.tokens_in == 0) reply.tokens_in = estimated_tokens(ask.prompt);
    if (ran && reply.tokens_out == 0) {
      reply.tokens_out =
          static_cast<long>(static_cast<double>(reply.text.size()) / kBytesPerToken) + 1;
    }
    ledger_.settle(ask.reserved, reply.tokens_in, reply.tokens_out);
    const auto share = static_cast<long>(ask.items.size());
    for (std::size_t i = 0; i < ask.items.size(); ++i) {
      const long rest = i == 0 ? 1 : 0;  // the first carries what does not divide
      ask.items[i]->tokens_in += reply.tokens_in / share + rest * (reply.tokens_in % share);
      ask.items[i]->tokens_out += reply.tokens_out / share + rest * (reply.tokens_out % share);
    }
  }

  void log_reply(const Ask& ask, const Reply& reply) const {
    log(Level::info, "llm",
        {{"call", ctx_.tag},
         {"purpose", ask.items.front()->task->purpose},
         {"items", ask.items.size()},
         {"rung", to_string(ask.mode.rung)},
         {"tokens_in", reply.tokens_in},
         {"tokens_out", reply.tokens_out},
         {"outcome", reply.error ? to_string(reply.error->code) : "answered"}});
  }

  void on_error(Ask ask, const Reply& reply) {
    if (reply.objection != Objection::none) {
      // Another request of the same wave may have learned it already.
      if (ask.mode != mode_ || give_way(mode_, reply.objection)) {
        waiting_.push_front(std::move(ask));
        return;
      }
    }
    if (reply.error->code == Errc::llm_context_overflow && ask.items.size() > 1) {
      return split(std::move(ask), false);
    }
    fail(ask, *reply.error);
  }

  void fail(const Ask& ask, const Error& error) {
    for (Item* item : ask.items) finish(*item, error);
    // What no request has got past yet will stop the others too.
    const bool hopeless = error.code == Errc::upstream_changed && !proven_;
    if ((concerns_all(error.code) || hopeless) && !ended_) ended_ = error;
  }

  void read_one(Item& item, std::string_view text, bool cut_off, Rung rung) {
    Result<std::string> answer = read_answer(text, item.schema);
    if (answer) return accept(item, *std::move(answer), rung);
    Error error = answer.error();
    error.source = kSource;
    if (cut_off) return finish(item, truncated(*item.task));
    if (error.code == Errc::llm_refused) return finish(item, std::move(error));
    if (!item.repaired) return ask_again_for(item, text, error);
    if (error.code == Errc::llm_schema_violation && item.task->by_member) {
      return accept_part(item, fitting_part(item.schema, objects_in(text).front()), rung);
    }
    finish(item, std::move(error));
  }

  // Not kept in the cache: the next call may get a whole answer.
  void accept_part(Item& item, FittingPart part, Rung rung) {
    finish(item, Completion{.json = part.kept.empty() ? "{}" : std::move(part.kept),
                            .tokens_in = item.tokens_in,
                            .tokens_out = item.tokens_out,
                            .repaired = true,
                            .rung = rung,
                            .left_out = std::move(part.left_out)});
  }

  void ask_again_for(Item& item, std::string_view text, const Error& why) {
    item.repaired = true;
    ++run_.usage.repairs;
    waiting_.push_front({.items = {&item}, .prompt = ask_again(*item.task, text, why)});
  }

  void read_batch(const Ask& ask, const Reply& reply) {
    const std::map<std::string, Json> results = numbered_results(reply.text);
    for (std::size_t i = ask.items.size(); i-- > 0;) {
      Item& item = *ask.items[i];
      const auto found = results.find(std::to_string(i + 1));
      if (found == results.end()) {
        waiting_.push_front({.items = {&item}, .prompt = prompt_for({&item})});
      } else {
        read_one(item, dump_json(found->second), false, ask.mode.rung);
      }
    }
  }

  void accept(Item& item, std::string json, Rung rung) {
    completer_.cache_.keep(*item.task, {.json = json, .rung = rung, .repaired = item.repaired});
    finish(item, Completion{.json = std::move(json),
                            .tokens_in = item.tokens_in,
                            .tokens_out = item.tokens_out,
                            .repaired = item.repaired,
                            .rung = rung});
  }

  void finish(Item& item, Result<Completion> result) {
    item.result = std::move(result);
    report();
  }

  void report() {
    ctx_.report("asking the model", static_cast<double>(++done_),
                static_cast<double>(items_.size()));
  }

  // --- after the last
  // -------------------------------------------------------------------------------
  Result<Completion> result_of(const Item& item) const {
    if (item.result) return *item.result;
    const auto twin = twins_.find(task_key(*item.task, ""));
    if (twin != twins_.end() && twin->second->result) {
      Result<Completion> out = *twin->second->result;
      if (out) {
        out->tokens_in = out->tokens_out = 0;
        out->from_cache = true;
      }
      return out;
    }
    if (ended_) return *ended_;
    return Error{.code = Errc::internal, .message = "a task was left without an answer"};
  }

  Completer& completer_;
  const Context& ctx_;
  Run& run_;
  Ledger ledger_;
  std::vector<std::unique_ptr<Item>> items_;
  std::map<std::string, Item*> twins_;  // the first task of each key
  std::deque<Ask> waiting_;
  Mode mode_;
  bool proven_ = false;  // a request with mode_ (or a better one) has been answered
  std::optional<Error> ended_;
  std::size_t done_ = 0;
};

Completer::Completer(const Api& api, ModelEndpoint endpoint, AnswerCache cache, net::Client& http,
                     const Clock& clock)
    : api_(api),
      endpoint_(std::move(endpoint)),
      cache_(std::move(cache)),
      http_(http),
      clock_(clock) {}

std::vector<Result<Completion>> Completer::complete(std::span<const Task> tasks, const Context& ctx,
                                                    Run& run) {
  return Session(*this, tasks, ctx, run).run();
}

std::optional<Mode> Completer::known_mode() {
  if (const auto known = *known_.lock()) return known;
  const auto kept = cache_.mode();
  if (kept) *known_.lock() = kept;
  return kept;
}

void Completer::remember(const Mode& mode) {
  {
    auto known = known_.lock();
    if (*known == mode) return;
    *known = mode;
  }
  cache_.keep(mode);
}

}  // namespace ev::llm
