#include "pipeline/workflow/synthesize.hpp"

#include "pipeline/extract/design.hpp"
#include "pipeline/read/read_study.hpp"
#include "pipeline/workflow/study_results.hpp"

#include <algorithm>
#include <set>

namespace ev::workflow {

namespace {

using synthesis::StudyResult;

// Words that name no outcome by themselves.
const std::set<std::string, std::less<>>& filler() {
  static const std::set<std::string, std::less<>> kFiller = {
      "a",  "an", "and", "at",   "by",    "for", "from", "in",    "mean", "number",
      "of", "on", "or",  "rate", "score", "the", "to",   "total", "with", "incidence"};
  return kFiller;
}

std::string without_plural(std::string word) {
  if (word.size() > 3 && word.back() == 's' && word[word.size() - 2] != 's') word.pop_back();
  return word;
}

std::vector<std::string> content_words(std::string_view text) {
  std::vector<std::string> out;
  for (const doc::Token& token : doc::tokenize(text)) {
    if (!filler().contains(token.folded)) out.push_back(without_plural(token.folded));
  }
  return out;
}

class Stage {
 public:
  Stage(const SynthesisRequest& request, const Context& ctx) : request_(request), ctx_(ctx) {}

  Result<SynthesisOutcome> go() {
    outcomes_ = asked();
    if (outcomes_.empty()) {
      return Error{.code = Errc::invalid_argument,
                   .message = "no outcome to pool is given",
                   .recovery = "name outcomes, or give rows with an outcome each"};
    }
    by_outcome_.resize(outcomes_.size());
    for (const StudyResult& row : request_.rows) place(row);
    out_.records = request_.articles.size();
    for (const model::Article& article : request_.articles) {
      EV_CHECK(ctx_.check());
      take(article);
    }
    for (std::size_t i = 0; i < outcomes_.size(); ++i) {
      for (StudyResult& study : by_outcome_[i]) study.outcome = outcomes_[i];
      EV_TRY(synthesis::Synthesis made,
             synthesis::synthesize(std::move(by_outcome_[i]), request_.options, ctx_));
      made.outcome = outcomes_[i];
      out_.outcomes.push_back(std::move(made));
    }
    return std::move(out_);
  }

 private:
  std::vector<std::string> asked() const {
    if (!request_.outcomes.empty()) return request_.outcomes;
    std::vector<std::string> out;
    for (const StudyResult& row : request_.rows) {
      if (std::find(out.begin(), out.end(), row.outcome) == out.end()) out.push_back(row.outcome);
    }
    return out;
  }

  void place(const StudyResult& study) {
    for (std::size_t i = 0; i < outcomes_.size(); ++i) {
      if (names_outcome(study.outcome, outcomes_[i])) by_outcome_[i].push_back(study);
    }
  }

  bool propose(StudyResult study) {
    const bool asked = std::any_of(
        outcomes_.begin(), outcomes_.end(),
        [&](const std::string& outcome) { return names_outcome(study.outcome, outcome); });
    if (asked) out_.proposed.push_back(std::move(study));
    return asked;
  }

  void take(const model::Article& article) {
    const std::string id = model::item_id(article);
    if (std::string reason = why_not(article, id); !reason.empty()) {
      out_.left_out.push_back({id, std::move(reason)});
      return;
    }
    const bool own = std::any_of(request_.rows.begin(), request_.rows.end(),
                                 [&](const StudyResult& row) { return row.id == id; });
    if (own) return;
    bool any = false;
    for (StudyResult& study : study_results(article)) any = propose(std::move(study)) || any;
    if (!any) out_.left_out.push_back({id, "no result for the outcome was read in it"});
  }

  std::string why_not(const model::Article& article, const std::string& id) const {
    for (const LeftOutRecord& record : request_.excluded) {
      if (record.id == id) return record.reason;
    }
    return why_not_pooled(article);
  }

  const SynthesisRequest& request_;
  const Context& ctx_;
  std::vector<std::string> outcomes_;
  std::vector<std::vector<StudyResult>> by_outcome_;
  SynthesisOutcome out_;
};

}  // namespace

bool names_outcome(std::string_view stated, std::string_view asked) {
  const std::vector<std::string> there = content_words(stated);
  const std::vector<std::string> wanted = content_words(asked);
  if (wanted.empty()) return false;
  return std::all_of(wanted.begin(), wanted.end(), [&](const std::string& word) {
    return std::find(there.begin(), there.end(), word) != there.end();
  });
}

Result<SynthesisOutcome> synthesize(const SynthesisRequest& request, const Context& ctx) {
  return Stage(request, ctx).go();
}

}  // namespace ev::workflow
