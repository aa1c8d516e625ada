#include "pipeline/workflow/extraction_models.hpp"

#include "base/text.hpp"
#include "llm/host_tasks.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace ev::workflow {

ModelRound::ModelRound(const Services& services, const ModelWishes& wishes, const Context& ctx,
                       const extract::Schema& schema, const std::vector<model::Article>& articles,
                       std::vector<Json>& payloads)
    : services_(services),
      wishes_(wishes),
      ctx_(ctx),
      schema_(schema),
      articles_(articles),
      payloads_(payloads) {}

std::string ModelRound::engine() const {
  if (wishes_.engine == "host") return "host";
  return wishes_.engine != "rules" && !open_.empty() ? "endpoint" : "rules";
}

std::string ModelRound::engine_text() const {
  if (engine() == "endpoint") return "rules and " + services_.llm.model();
  return engine() == "host" && !wishes_.task_id.empty() ? "rules and the host's model" : "rules";
}

// Records with open fields; for the host as many as one call may hold.
std::vector<OpenRecord> ModelRound::open_records(std::size_t limit, std::size_t characters) {
  std::vector<OpenRecord> out;
  std::size_t size = 0;
  open_total_ = 0;
  for (std::size_t i = 0; i < payloads_.size(); ++i) {
    const model::Article& article = articles_[i];
    if (article.title.empty() && article.abstract.empty()) continue;
    std::vector<const extract::FieldSpec*> fields = open_fields(schema_, payloads_[i]);
    if (fields.empty()) continue;
    ++open_total_;
    size += text::code_points(article.title) + text::code_points(article.abstract);
    const bool fits = out.empty() || size <= characters;
    if (out.size() < limit && fits) out.push_back({i, std::move(fields)});
  }
  return out;
}

std::vector<llm::Task> ModelRound::tasks_for(std::span<const OpenRecord> open) const {
  return extraction_tasks(schema_, wishes_.extraction_instructions, open, articles_);
}

Result<void> ModelRound::run() {
  if (wishes_.engine == "host") {
    open_ = open_records(static_cast<std::size_t>(wishes_.batch_size), wishes_.task_characters);
    return wishes_.task_id.empty() ? Result<void>() : take_host_answers();
  }
  const bool wanted =
      wishes_.engine == "endpoint" || (wishes_.engine == "auto" && services_.llm.can_complete());
  if (!wanted) {
    if (wishes_.engine == "auto") open_records(0, 0);  // only counted
    return {};
  }
  open_ = open_records(payloads_.size(), std::string::npos);
  return open_.empty() ? Result<void>() : ask_endpoint();
}

Result<void> ModelRound::take_host_answers() {
  const std::vector<llm::Task> tasks = tasks_for(open_);
  EV_TRY(const llm::HostAnswers got,
         llm::check_host_answers("pubmed_extract_features", tasks, wishes_.task_id,
                                 Json(wishes_.completions)));
  for (const llm::Rejection& r : got.rejected) {
    rejected_.push_back({r.item_id, r.path, r.code, r.message, r.hint});
    if (!r.member.empty())
      note_misfit(r.member, r.message, "host", payloads_[item_named(r.item_id).index]);
  }
  for (const llm::HostAnswer& answer : got.answers) {
    take(item_named(answer.item_id), answer.json, "host", answer.path);
  }
  for (const std::string& id : got.missing) {
    warnings_.push_back("no completion for " + id + "; its fields are those of the rules");
  }
  return verdict();
}

const OpenRecord& ModelRound::item_named(const std::string& id) const {
  return *std::find_if(open_.begin(), open_.end(), [&](const OpenRecord& open) {
    return model::item_id(articles_[open.index]) == id;
  });
}

// Returns whether every cell was taken.
bool ModelRound::take(const OpenRecord& open, const std::string& json, const char* method,
                      const std::string& path) {
  const model::Article& article = articles_[open.index];
  const std::vector<extract::CellProblem> problems =
      take_answer(article, open, json, method, path, payloads_[open.index]);
  for (const extract::CellProblem& problem : problems) {
    rejected_.push_back({.item_id = model::item_id(article),
                         .path = problem.path,
                         .code = problem.code,
                         .message = problem.message,
                         .hint = problem.hint});
  }
  return problems.empty();
}

// Strict: what a model said and the record does not fails the call; the record of the rules is
// unharmed in every mode.
Result<void> ModelRound::verdict() const {
  if (wishes_.validation_mode != "strict" || rejected_.empty()) return {};
  Error error{.code = Errc::llm_schema_violation};
  error.message = std::to_string(rejected_.size()) + " of the model's cells cannot be taken:";
  for (const NotTaken& r : rejected_) {
    if (r.code == Errc::llm_ungrounded) error.code = Errc::llm_ungrounded;
    error.problems.push_back({r.path, r.message});
    if (error.problems.size() <= kRejectionsNamed)
      error.message += "\n- " + r.path + " " + r.message + " (" + r.hint + ")";
  }
  error.path = error.problems.front().path;
  error.recovery =
      "correct these cells (null when the record does not state the value) and send the "
      "completions again, or call with validation_mode partial to keep the others";
  return error;
}

// What does not fit the schema cannot be grounded; the fields beside it can.
void ModelRound::refuse(const OpenRecord& open, const llm::Misfit& misfit,
                        const std::string& path) {
  rejected_.push_back({.item_id = model::item_id(articles_[open.index]),
                       .path = path + "." + misfit.problem.path,
                       .code = Errc::llm_schema_violation,
                       .message = misfit.problem.message,
                       .hint = "null when the record does not state the value"});
  note_misfit(misfit.member, misfit.problem.message, "endpoint", payloads_[open.index]);
}

std::vector<ModelRound::Question> ModelRound::questions() const {
  std::vector<Question> out;
  std::vector<llm::Task> tasks = tasks_for(open_);
  for (std::size_t i = 0; i < tasks.size(); ++i) out.push_back({std::move(tasks[i]), open_[i]});
  return out;
}

Result<void> ModelRound::ask_endpoint() {
  llm::Run run;
  run.batch_size = wishes_.batch_size;
  EV_CHECK(ask_round(questions(), run));
  tokens_used_ = run.usage.tokens_in + run.usage.tokens_out;
  warn_of_failures();
  return verdict();
}

// The records whose cells were not taken are asked once more, with what was wrong; what was wrong
// stands when no better answer comes.
Result<void> ModelRound::ask_round(std::vector<Question> questions, llm::Run& run) {
  std::vector<llm::Task> tasks;
  for (const Question& question : questions) tasks.push_back(question.task);
  const auto answers = services_.llm.complete(tasks, ctx_, run);
  std::vector<Question> again;
  for (std::size_t i = 0; i < answers.size(); ++i) {
    Question& asked = questions[i];
    const bool is_repair = !asked.rejected.empty();
    if (!answers[i]) {
      EV_CHECK(note_failure(answers[i].error(), asked.task.item_id));
      rejected_.insert(rejected_.end(), asked.rejected.begin(), asked.rejected.end());
      continue;
    }
    const std::size_t before = rejected_.size();
    const bool taken = take(asked.open, answers[i]->json, "endpoint", asked.task.item_id);
    for (const llm::Misfit& misfit : answers[i]->left_out) {
      refuse(asked.open, misfit, asked.task.item_id);
    }
    // An answer with misfits has had its second turn.
    if (taken || is_repair || !answers[i]->left_out.empty()) continue;
    asked.rejected.assign(rejected_.begin() + static_cast<std::ptrdiff_t>(before), rejected_.end());
    rejected_.resize(before);
    asked.task = asked_anew(std::move(asked.task), asked.rejected);
    again.push_back(std::move(asked));
  }
  return again.empty() ? Result<void>() : ask_round(std::move(again), run);
}

// Who asked for the endpoint and strictness is told; otherwise the rules' cells stand.
Result<void> ModelRound::note_failure(const Error& error, const std::string& id) {
  const bool asked = wishes_.engine == "endpoint" && wishes_.validation_mode == "strict";
  if (asked || error.code == Errc::cancelled) return error;
  if (!first_failure_) first_failure_ = error;
  failed_.push_back(id);
  return {};
}

void ModelRound::warn_of_failures() {
  if (!first_failure_) return;
  constexpr std::size_t kNamed = 10;
  const std::vector<std::string> named(
      failed_.begin(),
      failed_.begin() + static_cast<std::ptrdiff_t>(std::min(failed_.size(), kNamed)));
  const std::string more =
      failed_.size() > kNamed ? " and " + std::to_string(failed_.size() - kNamed) + " more" : "";
  warnings_.push_back("the model could not help with " + text::join(named, ", ") + more + " (" +
                      std::string(to_string(first_failure_->code)) +
                      "): " + first_failure_->message + "; fields are those of the rules");
}

ModelHelp ModelRound::help() const {
  ModelHelp out{.rejected = rejected_};
  if (wishes_.engine == "host" && wishes_.task_id.empty() && !open_.empty())
    out.host_task = llm::make_host_task("pubmed_extract_features", tasks_for(open_));
  return out;
}

}  // namespace ev::workflow
