// The answer to a question over a set of records: what each says, how many for and against, the
// verdict with its certainty, and two sentences that name nothing but counts and quotes. The same
// records and question give the same answer whoever asks. Retracted papers and notices are not
// read; a work indexed twice or reported under one registration counts once, by the record that
// says something.
//
// verdict: each record counts by how far its reading is borne out (RecordStance::strength).
// supported or refuted when one side has at least twice the weight of the other and clears a bar,
// which a single record somebody chose clears where several of its sentences or its conclusion as a
// whole say the same, and of records searched for two at least; mixed when both sides have weight,
// insufficient when nothing was read or the bar is not cleared. Certainty: none without findings;
// limited for one study, disagreement or no controlled evidence; moderate from three agreeing
// studies with a trial or review; high from four with two reviews or three trials. Thread rule:
// pure functions; checks its Context per record.
#pragma once

#include "base/context.hpp"
#include "base/result.hpp"
#include "pipeline/answer/record_stance.hpp"
#include "pipeline/model/verdict.hpp"
#include "pipeline/question/question_frame.hpp"
#include "pipeline/synthesis/synthesis.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ev::answer {

enum class CertaintyLevel { none, limited, moderate, high };
constexpr auto wire_names(CertaintyLevel) {
  return std::to_array<std::string_view>({"none", "limited", "moderate", "high"});
}
struct Certainty {
  CertaintyLevel level = CertaintyLevel::none;
  std::vector<std::string> reasons;
};

struct Counts {
  std::size_t records = 0;  // read at all
  std::size_t on_topic = 0, read = 0, unread = 0, supporting = 0, against = 0, no_effect = 0,
              mixed = 0, mentions = 0;
};

struct Answer {
  question::QuestionFrame frame;
  model::Verdict verdict = model::Verdict::insufficient;
  Counts counts;
  Certainty certainty;
  std::string text;
  std::optional<std::string> best_estimate, dissent;  // quotes
  std::optional<std::string> pooled;  // the estimate of several studies, which is then the best
  std::optional<synthesis::Synthesis> pooled_studies;  // what `pooled` is of
  // For, against, mixed, unread, mentions; in each by design weight, then id.
  std::vector<RecordStance> records;
  std::vector<std::string> excluded_retracted;
  std::vector<std::string> counted_once;  // ids whose work another record stands for
};

struct AnswerOptions {
  bool searched = false;  // the records were looked for, not chosen by the caller
};
Result<Answer> answer_question(const question::QuestionFrame& frame,
                               std::span<const model::Article> articles,
                               const AnswerOptions& options, const Context& ctx);

// Counts, verdict, certainty and text of stances already told.
void conclude(Answer& answer, const AnswerOptions& options);

}  // namespace ev::answer
