// Reads a question into a frame: what it is compared with is taken out first, then the construction
// (construction.hpp) parts the rest into what is given, the outcome and whose it is; the sign is
// that of the predicate, turned by what stands beside it ("less", "a reduction of"). Internal to
// the room; thread rule: one text, one thread.
#pragma once

#include "pipeline/question/construction.hpp"
#include "pipeline/question/question_frame.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace ev::question {

class FrameReader {
 public:
  explicit FrameReader(std::string_view text);
  QuestionFrame read();

 private:
  bool is(std::size_t i, std::string_view word) const {
    return i < words_.size() && words_[i].text == word;
  }
  bool is_of_comparator(std::size_t i) const;
  bool tells_whom(std::size_t i) const;
  void find_polarity();
  void drop_disclaimer();
  void drop_speaker();
  void drop_hedges();
  void drop(std::size_t begin, std::size_t end);
  void take_setting();
  bool read_open();
  bool take_pair();
  void note_people(const Slot& slot);
  void note_forms(const Slot& slot);
  void note_qualifiers();
  void name_open_place();
  void take_comparator();
  bool cut_at_join(std::size_t i);
  bool cut_as_as(std::size_t i);
  bool cut_between(std::size_t i);
  bool cut_choice(std::size_t i);
  bool take(std::size_t from, std::size_t join, bool between);
  void put_circumstance_last();
  void drop_opening();
  void weigh(const ConstructionMatch& match);
  bool says_degree(const ConstructionMatch& match, std::size_t i) const;
  void fill(const ConstructionMatch& match);
  void say(const WordRange& range, const char* join);
  void split_equals();
  void put_control_second();
  void drop_absent();
  static bool qualifies_next(const ConceptSpan& span, const std::vector<ConceptSpan>& all);
  void take_agent_for_outcome(const Slot& said, std::size_t setting);
  void read_outcome();
  bool is_of_population(const ConceptSpan& span, std::size_t first_circumstance,
                        const std::vector<ConceptSpan>& free) const;
  void name_outcome(const Slot& said);

  QuestionFrame out_;
  std::string_view text_;
  std::vector<Word> words_;  // of the text, then without the comparator
  std::vector<ConceptSpan> names_;
  std::vector<Predicate> predicates_;
  bool disclaimed_ = false;
  bool asks_ = false, there_ = false;  // "does …", "there is no …"
  int sign_ = 1;
  std::vector<Word> arm_, said_;
};

}  // namespace ev::question
