// Result sets the running process has just loaded or made, kept so that the next call on the same
// handle reads nothing and indexes nothing again: questions asked of one set, scoring followed by
// ranking, rounds of screening. Handles name content, so an entry never goes stale; whether a set
// has expired is still the store's to say when the derived set is put over it. Thread rule: any
// thread; entries are immutable, the corpus is made at its first use.
#pragma once

#include "base/guarded.hpp"
#include "pipeline/appraise/corpus.hpp"
#include "pipeline/appraise/scoring.hpp"
#include "tools/records.hpp"

#include <deque>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace ev::tools {

// A loaded set and what scoring derives from its records alone.
class WorkingRecords {
 public:
  explicit WorkingRecords(RecordSet loaded);
  const RecordSet set;
  // In the set's order, without citation data.
  const std::vector<appraise::Candidate>& candidates() const { return candidates_; }
  const std::vector<std::size_t>& canonical_order() const { return order_; }
  // Over the records in canonical order.
  Result<std::shared_ptr<const appraise::Corpus>> corpus(const Context& ctx) const;
  // main_finding_of() the record, read once.
  std::string main_finding(std::size_t record) const;

 private:
  std::vector<model::Value::Object> features_;
  std::vector<appraise::Candidate> candidates_;
  std::vector<std::size_t> order_;
  mutable Guarded<std::shared_ptr<const appraise::Corpus>> corpus_;
  mutable Guarded<std::map<std::size_t, std::string>> findings_;
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

}  // namespace ev::tools
