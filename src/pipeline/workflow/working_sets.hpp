// Result sets the running process has just loaded or made, kept so that the next call on the same
// handle reads nothing and indexes nothing again: questions asked of one set, scoring followed by
// ranking, rounds of screening. Handles name content, so an entry never goes stale; whether a set
// has expired is still the store's to say when the derived set is put over it. Thread rule: any
// thread; entries are immutable, the corpus is made at its first use.
#pragma once

#include "base/guarded.hpp"
#include "pipeline/appraise/corpus.hpp"
#include "pipeline/appraise/scoring.hpp"
#include "pipeline/workflow/record_summary.hpp"
#include "pipeline/workflow/records.hpp"

#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace ev::workflow {

// A loaded set and what scoring derives from its records alone.
class WorkingRecords {
 public:
  explicit WorkingRecords(RecordSet loaded);
  const RecordSet set;
  // In the set's order, without citation data.
  const std::vector<appraise::Candidate>& candidates() const { return candidates_; }
  const appraise::SetOrder& order() const { return order_; }
  // Ids of the records, side by side.
  const std::vector<std::string>& ids() const { return ids_; }
  // "3 retracted record(s) or notice(s) `what`: PMID 1, PMID 2 …" of the records that report
  // nothing that stands; none when there are none.
  std::vector<std::string> void_warning(std::string_view what) const;
  // Small enough for a second question.
  bool can_be_kept() const;
  // Over the records in canonical order, for many questions.
  Result<std::shared_ptr<const appraise::Corpus>> corpus(const Context& ctx) const;
  // What a row tells of the record's text, read once.
  RowText row_text(std::size_t record) const;
  // The record's flags, likewise.
  Flags flags(std::size_t record) const;

 private:
  std::vector<model::Value::Object> features_;
  std::vector<appraise::Candidate> candidates_;
  appraise::SetOrder order_;
  std::vector<std::string> ids_;
  std::vector<std::string> void_ids_;
  mutable Guarded<std::shared_ptr<const appraise::Corpus>> corpus_;
  mutable Guarded<std::unordered_map<std::size_t, RowText>> row_texts_;
  mutable Guarded<std::unordered_map<std::size_t, Flags>> flags_;
};

// A scoring of such a set; scores[i].candidate counts on the records' order.
struct WorkingScores {
  std::shared_ptr<const WorkingRecords> records;
  std::vector<appraise::Score> scores;  // best first
  appraise::Criteria criteria;
  std::string as_of;
};

class WorkingSets {
 public:
  std::shared_ptr<const WorkingRecords> records(const std::string& handle);
  void keep(const std::string& handle, std::shared_ptr<const WorkingRecords> records);
  std::shared_ptr<const WorkingScores> scores(const std::string& handle);
  void keep(const std::string& handle, std::shared_ptr<const WorkingScores> scores);
  // Lets go of all but the scoring used last, where it is a small one: who reads its ranking goes
  // on with it. Whoever uses a set keeps it to the end of his call.
  void rest();

 private:
  template <class T>
  struct Recent {
    std::deque<std::pair<std::string, std::shared_ptr<const T>>> entries;  // latest first
    std::shared_ptr<const T> find(const std::string& handle);
    void keep(const std::string& handle, std::shared_ptr<const T> value, std::size_t most);
  };
  Guarded<Recent<WorkingRecords>> records_;
  Guarded<Recent<WorkingScores>> scores_;
};

}  // namespace ev::workflow
