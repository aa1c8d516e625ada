// What the research loop does to the world: searches of all sources, records merged into a pool,
// ranking through the stages, references through the citations room, every step into the store. How
// a finished run is told is the caller's. Thread rule: one call, one thread.
#pragma once

#include "base/context.hpp"
#include "pipeline/research/loop.hpp"
#include "pipeline/research/reading.hpp"
#include "pipeline/workflow/model_task.hpp"
#include "pipeline/workflow/records.hpp"
#include "pipeline/workflow/services.hpp"
#include "pipeline/workflow/working_sets.hpp"

#include <atomic>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace ev::workflow {

// What a report on a run is made of.
struct FinishedRun {
  const std::string& run_id;
  const research::State& state;
  const research::WholeReading& whole;
  const RecordSet& ranked;
};
using MakeReport = std::function<store::RunReport(const FinishedRun&)>;

// What a run waits for: the host's model is to answer a task, and what was not taken of its last
// answer.
struct HostWait {
  ModelHelp help;
  std::vector<std::string> warnings;
};

class ResearchEffects final : public research::Effects {
 public:
  // `host`: what the host's model answered, for the first task of the call.
  ResearchEffects(const Services& services, WorkingSets& working, std::string run_id, ModelIn host,
                  MakeReport make_report, const Context& ctx)
      : services_(services),
        working_(working),
        run_id_(std::move(run_id)),
        host_(std::move(host)),
        make_report_(std::move(make_report)),
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

  // Nothing when the run does not wait.
  const std::optional<HostWait>& waiting() const { return waiting_; }

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
  const MakeReport make_report_;
  const Context& ctx_;
  std::optional<HostWait> waiting_;
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

}  // namespace ev::workflow
