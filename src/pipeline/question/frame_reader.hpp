// Reads a question into a frame: what it is compared with is taken out first, then the predicate
// ("reduces", "is less frequent with", "a side effect of") parts the rest into the side of what is
// given and the side of the outcome; passives and "Y is … with X" turn the two; what stands behind
// "in", "among" and the like is the population. Internal to the room; thread rule: one text, one
// thread.
#pragma once

#include "pipeline/question/question_frame.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ev::question {

class FrameReader {
 public:
  explicit FrameReader(std::string_view text);
  QuestionFrame read();

 private:
  enum class CueForm { verb, adjective, reversed };
  struct Cue {
    std::size_t begin = 0, end = 0;
    char effect = '+';
    CueForm form = CueForm::verb;
  };
  struct Cut {
    std::size_t begin = 0, end = 0;  // of the words that compare with their arm
    std::size_t arm = 0;             // where the arm begins
    bool between = false;            // "between A and B": A stays, behind "by"
  };

  bool is(std::size_t i, std::string_view word) const {
    return i < words_.size() && words_[i].text == word;
  }
  void find_polarity();
  void take_comparator();
  bool cut_at_join(std::size_t i);
  bool cut_as_as(std::size_t i);
  bool cut_between(std::size_t i);
  bool take(std::size_t from, std::size_t join, bool between);
  void drop_opening();
  void find_cues();
  bool is_inside(std::size_t begin, std::size_t end) const;
  void find_degree();
  void weigh();
  std::size_t predicate();
  void part(std::size_t at);
  bool is_turned() const;
  bool leads_to_agent(std::size_t join, std::vector<Word>& arm, std::size_t& end) const;
  void turn();
  void split_equals();
  void read_outcome();
  bool is_of_population(const ConceptSpan& span, std::size_t first_circumstance,
                        const std::vector<ConceptSpan>& free) const;
  void name_outcome(const Slot& said);

  QuestionFrame out_;
  std::vector<Word> words_;  // of the text, then without the comparator
  std::vector<ConceptSpan> names_;
  std::vector<Cue> cues_;
  bool there_ = false;  // "there is no …"
  int degree_ = 1, value_ = 0;
  std::size_t degree_at_ = static_cast<std::size_t>(-1);
  int sign_ = 1;
  std::vector<Word> left_, right_, arm_, said_;
};

}  // namespace ev::question
