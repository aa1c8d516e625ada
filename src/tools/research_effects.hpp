// What the research loop does to the world: searches of all sources, records merged into a pool,
// ranking through the stages, references through the citations room, every step into the store.
// Thread rule: one call, one thread.
#pragma once

#include "mcp/tool.hpp"
#include "pipeline/research/loop.hpp"
#include "pipeline/research/reading.hpp"
#include "pipeline/workflow/model_task.hpp"
#include "pipeline/workflow/working_sets.hpp"
#include "tools/answer.hpp"
#include "tools/services.hpp"

#include <atomic>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace ev::tools {

class ResearchEffects final : public research::Effects {
 public:
  // `host`: what the host's model answered, for the first task of the call.
  ResearchEffects(const Services& services, WorkingSets& working, std::string run_id, ModelIn host,
                  const mcp::CallContext& ctx)
      : services_(services),
        working_(working),
        run_id_(std::move(run_id)),
        host_(std::move(host)),
        ctx_(ctx) {}

  Result<research::SearchRun> search(const research::State& state,
                                     const research::PlannedSearch& search,
                                     std::chrono::seconds timeout) override;
  Result<std::optional<research::Findings>> read(const research::State& state) override;
  Result<research::Ranking> rank(const research::State& state) override;
  Result<research::CheckedReferences> check(const research::State& state,
                                            std::span<const std::string> ids, bool online) override;
  Result<void> keep(const research::State& state, const research::Event& event) override;
  Result<void> finish(const research::State& state, const research::Event& event) override;

  // The task the run waits for, and what was not taken of the last answer; nothing when it does
  // not.
  const std::optional<Answer>& waiting() const { return waiting_; }

 private:
  Context quiet() const;
  Result<const research::Pool*> pool(const research::State& state);
  Result<const research::WholeReading*> reading(const research::State& state);
  Result<void> ask_names(const research::State& state);
  Result<void> ask_model(const research::State& state);
  std::vector<store::HypothesisVersion> versions(const research::State& state) const;
  Result<void> keep_tests(const research::State& state) const;

  const Services& services_;
  WorkingSets& working_;
  const std::string run_id_;
  ModelIn host_;
  const mcp::CallContext& ctx_;
  std::optional<Answer> waiting_;
  // Of the searches so far; made again when there are more.
  std::size_t searches_read_ = 0;
  std::optional<research::Pool> pool_;
  std::optional<research::WholeReading> reading_;
  std::vector<mechanism::ProposedLink> asked_;  // what a model said in this step
  std::vector<research::NamedThing> names_;     // of the step
  std::vector<std::string> help_warnings_;
  std::atomic<int> asking_{0};  // requests to the model and for names
  std::size_t dropped_ = 0;     // of them, for citing what was not supplied
};

}  // namespace ev::tools
