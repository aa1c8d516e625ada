#include "pipeline/workflow/synthesize.hpp"

#include "pipeline/synthesis/consistency.hpp"
#include "pipeline/text/document.hpp"
#include "pipeline/workflow/asked_comparison.hpp"
#include "pipeline/workflow/same_way_round.hpp"
#include "pipeline/workflow/study_results.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace ev::workflow {

namespace {

using synthesis::ArmNumbers;
using synthesis::Origin;
using synthesis::StudyResult;

constexpr const char* kOtherComparison =
    "its result is of another comparison than the one asked for";
constexpr const char* kNoResult = "no result for the outcome was read in it";

bool has_dispersion(const ArmNumbers& arm) {
  return arm.n && (arm.events || (arm.mean && (arm.sd || arm.se)));
}

// "" when a read row may be pooled unseen.
std::string why_unsure(const StudyResult& row) {
  if (!row.conflicts.empty()) return "other places state other numbers: " + row.conflicts.front();
  if (row.origin == Origin::abstract_text || !row.unsure.empty()) return row.unsure;
  // How often table cells are read right has not been counted.
  if (row.origin == Origin::full_text) return "it was read in a table, to be checked";
  if (row.effect || (has_dispersion(row.intervention) && has_dispersion(row.comparator))) return "";
  return "its cells are not complete";
}

class Stage {
 public:
  Stage(const SynthesisRequest& request, const Context& ctx) : request_(request), ctx_(ctx) {}

  Result<SynthesisOutcome> go() {
    read_question();
    outcomes_ = asked();
    if (outcomes_.empty()) {
      return Error{.code = Errc::invalid_argument,
                   .message = "no outcome to pool is given",
                   .recovery =
                       "name outcomes, ask a question that names one, or give rows with an "
                       "outcome each"};
    }
    by_outcome_.resize(outcomes_.size());
    for (const StudyResult& row : request_.rows) place(row);
    out_.records = request_.articles.size();
    EV_CHECK(bar_records());
    for (const StudyResult& row : request_.read) {
      EV_CHECK(ctx_.check());
      take(row);
    }
    say_what_is_left();
    for (std::size_t i = 0; i < outcomes_.size(); ++i) EV_CHECK(pool(i));
    return std::move(out_);
  }

 private:
  void read_question() {
    if (request_.question.empty()) return;
    question::QuestionFrame frame = question::read_question(request_.question);
    if (frame.intervention.empty()) {
      out_.warnings.push_back(
          "the question does not say what is given: nothing that was read is pooled");
      return;
    }
    out_.frame = std::move(frame);
  }

  std::vector<std::string> asked() const {
    if (!request_.outcomes.empty()) return request_.outcomes;
    std::vector<std::string> out;
    for (const StudyResult& row : request_.rows) {
      if (std::find(out.begin(), out.end(), row.outcome) == out.end()) out.push_back(row.outcome);
    }
    if (out.empty() && out_.frame && !out_.frame->outcome_text.empty())
      out.push_back(out_.frame->outcome_text);
    return out;
  }

  void place(const StudyResult& study) {
    for (std::size_t i = 0; i < outcomes_.size(); ++i) {
      if (is_outcome(outcomes_[i], study.outcome, study.time)) by_outcome_[i].push_back(study);
    }
  }

  // Records that are no studies to pool, and with them what is registered of them.
  Result<void> bar_records() {
    for (const StudyResult& row : request_.rows) barred_.insert(row.id);
    for (const model::Article& article : request_.articles) {
      EV_CHECK(ctx_.check());
      const std::string id = model::item_id(article);
      const auto [reason, by_person] = why_not(article, id);
      if (reason.empty()) continue;
      out_.left_out.push_back({id, reason, by_person, !by_person});
      barred_.insert(id);
      barred_.insert(article.nct_ids.begin(), article.nct_ids.end());
    }
    for (const LeftOutRecord& record : request_.excluded) barred_.insert(record.id);
    return {};
  }

  std::pair<std::string, bool> why_not(const model::Article& article, const std::string& id) const {
    for (const LeftOutRecord& record : request_.excluded) {
      if (record.id == id) return {record.reason, true};
    }
    return {why_not_pooled(article), false};
  }

  void take(StudyResult row) {
    const std::vector<std::string> keys = synthesis::keys_of(row);
    const bool barred = std::any_of(keys.begin(), keys.end(),
                                    [&](const std::string& key) { return barred_.count(key) > 0; });
    const bool asked = std::any_of(outcomes_.begin(), outcomes_.end(), [&](const std::string& o) {
      return is_outcome(o, row.outcome, row.time);
    });
    if (barred || !asked) return;
    if (out_.frame) {
      const ComparisonFit fit = fit_of(*out_.frame, row, row.against_control);
      if (fit == ComparisonFit::other) {
        other_comparison_.insert(row.id);
        return;
      }
      if (fit == ComparisonFit::turned) row = synthesis::turned(std::move(row));
    }
    used_.insert(row.id);
    row.unsure = why_unsure(row);
    if (row.unsure.empty() && !out_.frame) row.unsure = "no question says what is compared";
    if (row.unsure.empty()) {
      row.provisional = true;
      place(row);
    } else {
      out_.proposed.push_back(std::move(row));
    }
  }

  void say_what_is_left() {
    for (const model::Article& article : request_.articles) {
      const std::string id = model::item_id(article);
      if (barred_.count(id) > 0 || used_.count(id) > 0) continue;
      const bool other = other_comparison_.count(id) > 0;
      out_.left_out.push_back({id, other ? kOtherComparison : kNoResult});
    }
  }

  Result<void> pool(std::size_t i) {
    nearest_first(by_outcome_[i]);
    std::optional<StudyResult> asked = as_asked(by_outcome_[i]);
    SameWayRound round = same_way_round(std::move(by_outcome_[i]), std::move(asked));
    EV_TRY(synthesis::Synthesis made,
           synthesis::synthesize(std::move(round.studies), request_.options, ctx_));
    made.outcome = outcomes_[i];
    // Of these no direction is counted: it could be either.
    std::move(round.untold.begin(), round.untold.end(), std::back_inserter(made.not_poolable));
    made.notes.insert(made.notes.begin(), round.notes.begin(), round.notes.end());
    note_times(made);
    out_.outcomes.push_back(std::move(made));
    return {};
  }

  // A row whose arms are the question's, the same way round as it asks.
  std::optional<StudyResult> as_asked(const std::vector<StudyResult>& rows) const {
    if (!out_.frame) return std::nullopt;
    for (const StudyResult& row : rows) {
      const ComparisonFit fit = fit_of(*out_.frame, row, row.against_control);
      if (fit == ComparisonFit::as_asked) return row;
      if (fit == ComparisonFit::turned) return synthesis::turned(row);
    }
    return std::nullopt;
  }

  // Of several results of one study the one whose outcome says least beside what is asked for.
  static void nearest_first(std::vector<StudyResult>& rows) {
    std::map<std::string, std::size_t> order;
    for (const StudyResult& row : rows) order.emplace(row.id, order.size());
    // Counted once, not at every comparison.
    std::map<std::string, std::size_t> words;
    for (const StudyResult& row : rows) {
      const auto [at, fresh] = words.emplace(row.outcome, 0);
      if (fresh) at->second = doc::tokenize(row.outcome).size();
    }
    std::stable_sort(rows.begin(), rows.end(), [&](const StudyResult& a, const StudyResult& b) {
      if (a.id != b.id) return order.at(a.id) < order.at(b.id);
      return words.at(a.outcome) < words.at(b.outcome);
    });
  }

  static void note_times(synthesis::Synthesis& made) {
    std::set<std::string> times;
    for (const synthesis::PooledStudy& s : made.studies) times.insert(s.study.time);
    if (times.size() < 2) return;
    std::string all;
    for (const std::string& time : times)
      all += (all.empty() ? "" : "; ") + (time.empty() ? "not stated" : time);
    made.notes.push_back("the studies measured at different times: " + all);
  }

  const SynthesisRequest& request_;
  const Context& ctx_;
  std::vector<std::string> outcomes_;
  std::vector<std::vector<StudyResult>> by_outcome_;
  std::set<std::string> barred_, used_, other_comparison_;
  SynthesisOutcome out_;
};

}  // namespace

Result<std::optional<synthesis::Synthesis>> pooled_answer(
    const question::QuestionFrame& asked, std::span<const model::Article* const> articles,
    const Context& ctx) {
  std::vector<StudyResult> sure;
  for (const model::Article* article : articles) {
    EV_CHECK(ctx.check());
    if (!why_not_pooled(*article).empty()) continue;
    for (StudyResult& row : study_results(*article)) {
      if (!row.unsure.empty() || !is_outcome(asked.outcome_text, row.outcome, row.time)) continue;
      const ComparisonFit fit = fit_of(asked, row, row.against_control);
      if (fit == ComparisonFit::other) continue;
      sure.push_back(fit == ComparisonFit::turned ? synthesis::turned(std::move(row)) : row);
    }
  }
  EV_TRY(synthesis::Synthesis made, synthesis::synthesize(std::move(sure), {}, ctx));
  if (made.studies.size() < 2) return std::optional<synthesis::Synthesis>();
  made.outcome = asked.outcome_text;
  return std::optional<synthesis::Synthesis>(std::move(made));
}

Result<SynthesisOutcome> synthesize(const SynthesisRequest& request, const Context& ctx) {
  return Stage(request, ctx).go();
}

}  // namespace ev::workflow
