#include "pipeline/answer/claim_answer.hpp"

#include "pipeline/mechanism/claim.hpp"
#include "pipeline/mechanism/statement.hpp"
#include "pipeline/model/retraction.hpp"

#include <utility>

namespace ev::answer {
namespace {

Answer answer_by_conclusion(std::string_view claim, const question::QuestionFrame& frame,
                            const model::Article& article, const AnswerOptions& options) {
  Answer out{.frame = frame};
  if (model::is_void(article)) {
    out.excluded_retracted.push_back(mechanism::record_id(article));
  } else if (question::type_of(frame) == question::QuestionType::mechanism &&
             mechanism::link_of_claim(claim)) {
    out.records.push_back(stance_of(frame, article));
  } else {
    const mechanism::Evidence e =
        mechanism::read_by_conclusion(claim, doc::RecordAnalysis(article));
    RecordStance r{.id = e.id};
    r.stance = e.stance;
    // "B was better than A" bears out no claim that A is, whatever else the conclusion says.
    if (frame.against_active() && r.stance == model::Stance::supports) {
      RecordStance told = stance_of(frame, article);
      if (told.stance == model::Stance::contradicts) {
        out.records.push_back(std::move(told));
        conclude(out, options);
        return out;
      }
    }
    r.on_topic = r.stance != model::Stance::mentions;
    r.directness = 1;
    r.quote = e.quote;
    r.provenance = mechanism::provenance_of(article);
    if (e.negated) r.direction = model::EffectDirection::no_difference;
    out.records.push_back(std::move(r));
  }
  conclude(out, options);
  return out;
}

}  // namespace

Result<Answer> answer_claim(std::string_view claim, std::span<const model::Article> articles,
                            const AnswerOptions& options, const Context& ctx) {
  const question::QuestionFrame frame = question::read_question(claim);
  if (articles.size() == 1 && !options.searched)
    return answer_by_conclusion(claim, frame, articles.front(), options);
  return answer_question(frame, articles, options, ctx);
}

}  // namespace ev::answer
