// The arms of a study as heads and labels of its tables name them. Thread rule: immutable after
// construction; any thread.
#pragma once

#include "pipeline/model/article.hpp"
#include "pipeline/read/study_reading.hpp"

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace ev::workflow {

struct HeadArm {
  std::optional<std::size_t> arm;  // of StudyReading::arms
  bool comparator = false;
};

class TableArms {
 public:
  explicit TableArms(const model::Article& article);

  // nullopt for words that name no arm: neither one of the record's, nor a placebo or control
  // group, nor a group by letter or number.
  std::optional<HeadArm> named_by(std::string_view head) const;
  const read::StudyReading& reading() const { return reading_; }

 private:
  struct Name {
    std::size_t arm = 0;
    std::set<std::string> words;  // without doses and words of groups
    std::set<std::string> all;
    std::string initials;
  };
  void add_name(std::size_t arm, std::string_view name);
  std::optional<std::size_t> only_arm(read::ArmRole role) const;

  read::StudyReading reading_;
  std::vector<Name> names_;
};

// "Placebo" of "Placebo (n = 40)": without brackets that tell a number or what values are.
std::string head_name(std::string_view head);

}  // namespace ev::workflow
