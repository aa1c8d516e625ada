// Models over fields that the rules left open: the host's answers are taken and its next task is
// made, or the configured endpoint is asked, with one more round for cells that were not taken.
// Every value is grounded before it counts (extraction_tasks.hpp); what was not taken is kept with
// its path. Errors: in strict mode a cell that cannot be taken (llm_schema_violation,
// llm_ungrounded) and a failing endpoint that was asked for; cancellation always. Thread rule: one
// call, one object.
#pragma once

#include "base/context.hpp"
#include "llm/gateway.hpp"
#include "pipeline/workflow/extraction_tasks.hpp"
#include "pipeline/workflow/model_task.hpp"
#include "pipeline/workflow/services.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ev::workflow {

// What the caller wants of models; the names of the tool's arguments.
struct ModelWishes {
  std::string engine = "auto";
  std::string validation_mode = "strict";
  std::string extraction_instructions;
  int batch_size = 5;
  std::string task_id;
  std::vector<Json> completions;
  std::size_t task_characters = 0;  // of records in one host task
};

class ModelRound {
 public:
  // All references must outlive the round; `payloads` are parallel to `articles` and changed.
  ModelRound(const Services& services, const ModelWishes& wishes, const Context& ctx,
             const extract::Schema& schema, const std::vector<model::Article>& articles,
             std::vector<Json>& payloads);

  Result<void> run();

  // The host's task, and the cells that were not taken; the tokens are counted apart.
  ModelHelp help() const;
  // Records with open fields, and those of them that a model was or is asked about.
  std::size_t open_total() const { return open_total_; }
  std::size_t asked() const { return open_.size(); }
  const std::vector<std::string>& warnings() const { return warnings_; }
  long tokens_used() const { return tokens_used_; }
  bool has_open_records() const { return !open_.empty(); }
  std::string engine() const;  // that took part: rules, host or endpoint
  std::string engine_text() const;

 private:
  std::vector<OpenRecord> open_records(std::size_t limit, std::size_t characters);
  std::vector<llm::Task> tasks_for(std::span<const OpenRecord> open) const;
  Result<void> take_host_answers();
  const OpenRecord& item_named(const std::string& id) const;
  bool take(const OpenRecord& open, const std::string& json, const char* method,
            const std::string& path);
  void refuse(const OpenRecord& open, const llm::Misfit& misfit, const std::string& path);
  Result<void> verdict() const;
  Result<void> ask_endpoint();
  struct Question {
    llm::Task task;
    OpenRecord open;
    std::vector<NotTaken> rejected{};  // of its first answer
  };
  std::vector<Question> questions() const;
  Result<void> ask_round(std::vector<Question> questions, llm::Run& run);
  Result<void> note_failure(const Error& error, const std::string& id);
  void warn_of_failures();

  const Services& services_;
  const ModelWishes& wishes_;
  const Context& ctx_;
  const extract::Schema& schema_;
  const std::vector<model::Article>& articles_;
  std::vector<Json>& payloads_;
  std::vector<OpenRecord> open_;  // what a model is asked
  std::size_t open_total_ = 0;
  std::vector<NotTaken> rejected_;
  std::vector<std::string> warnings_;
  std::vector<std::string> failed_;  // item ids
  std::optional<Error> first_failure_;
  long tokens_used_ = 0;
};

}  // namespace ev::workflow
