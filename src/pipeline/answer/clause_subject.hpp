// Of which arm a word of direction is said: by what leads up to it and what it is compared with.
// Internal to the room; thread rule: one clause, one thread.
#pragma once

#include "pipeline/answer/sentence_cues.hpp"
#include "pipeline/answer/sentence_places.hpp"
#include "pipeline/question/question_frame.hpp"

#include <cstddef>
#include <optional>

namespace ev::answer {

class ClauseSubject {
 public:
  ClauseSubject(const question::QuestionFrame& frame, const SentenceWords& sentence,
                const ClauseView& clause, const SentenceCues& cues)
      : f_(frame), s_(sentence), c_(clause), cues_(cues) {}
  // 1 when it is said of the intervention, -1 of what it is compared with, nullopt of something
  // else.
  std::optional<int> of(std::size_t cue) const;
  // "Than", "compared with", "superior to": what follows is compared with.
  bool compares(std::size_t word) const;

 private:
  std::size_t comparing_word(std::size_t cue) const;
  bool is_of_both_arms(std::size_t cue) const;
  bool leads_up_to(std::size_t word) const;
  std::optional<int> inherited() const;
  std::optional<int> beside(std::size_t cue) const;

  const question::QuestionFrame& f_;
  const SentenceWords& s_;
  const ClauseView& c_;
  const SentenceCues& cues_;
};

}  // namespace ev::answer
