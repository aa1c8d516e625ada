// The certainty of a body of evidence in GRADE's layout (Guyatt et al., J Clin Epidemiol
// 2011;64:383): for each domain the signals that records and numbers give, and a judgement that is
// proposed by rules and stays unsigned until a person takes it over. What abstracts do not say is
// not judged, and counts neither way. Thread rule: pure functions but for ctx and the store.
#pragma once

#include "base/context.hpp"
#include "base/named_enum.hpp"
#include "pipeline/model/article.hpp"
#include "pipeline/question/question_frame.hpp"
#include "pipeline/synthesis/synthesis.hpp"
#include "pipeline/workflow/services.hpp"

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ev::workflow {

enum class GradeDomain { risk_of_bias, inconsistency, indirectness, imprecision, publication_bias };
constexpr auto wire_names(GradeDomain) {
  return std::to_array<std::string_view>(
      {"risk_of_bias", "inconsistency", "indirectness", "imprecision", "publication_bias"});
}

enum class GradeJudgement { not_judged, not_serious, serious, very_serious };
constexpr auto wire_names(GradeJudgement) {
  return std::to_array<std::string_view>({"not_judged", "not_serious", "serious", "very_serious"});
}

struct Signal {
  std::string study;  // id; "" of the pooled numbers
  std::string says;   // "blinding", "I² 62 %"
  std::string quote;  // of the record
};

struct Signature {
  GradeJudgement judgement = GradeJudgement::not_judged;
  std::string name;
  std::string at;  // time of signing, UTC
};

struct DomainProfile {
  GradeDomain domain = GradeDomain::risk_of_bias;
  std::vector<Signal> signals;
  GradeJudgement proposed = GradeJudgement::not_judged;
  std::string reason;
  std::optional<Signature> signed_by;
  GradeJudgement holds() const { return signed_by ? signed_by->judgement : proposed; }
};

struct EvidenceProfile {
  // Names the outcome, the measure and the pooled numbers: a signature is for these alone.
  std::string synthesis_id;
  bool randomized = false;
  std::vector<DomainProfile> domains;
  // high | moderate | low | very low: from where the design starts, down by each domain.
  std::string certainty;
  bool all_signed() const;
  std::size_t not_judged() const;  // domains
};

// Of a synthesis with at least one pooled study. `asked` may be nullptr.
EvidenceProfile evidence_profile(const synthesis::Synthesis& s,
                                 std::span<const model::Article> articles,
                                 const question::QuestionFrame* asked);

struct JudgementToSign {
  std::string outcome;
  GradeDomain domain = GradeDomain::risk_of_bias;
  GradeJudgement judgement = GradeJudgement::not_judged;
  std::string name;
};

// Keeps a person's judgement with the time; then the profile shows it instead of the proposal.
Result<void> sign(const Services& services, EvidenceProfile& profile, const JudgementToSign& given);
// What was signed of this very synthesis before.
Result<void> add_signatures(const Services& services, EvidenceProfile& profile);

}  // namespace ev::workflow
