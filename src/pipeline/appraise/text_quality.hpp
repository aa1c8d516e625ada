// How completely an abstract reports, by eight stated criteria (after CONSORT and STROBE for
// abstracts), one eighth each. It judges reporting, not truth, and never length. Pure functions.
//   structured            the abstract has labelled sections
//   sample_size           a number of participants, patients, samples … is stated
//   effect_with_precision a confidence interval, or an effect measure with a p value
//   comparison            a comparator, placebo, control or reference group is named
//   registration          a trial or review registration, or deposited data
//   limitations           a limitation, caution or need for confirmation is stated
//   conclusion            a conclusion is marked
//   disclosure            funding or interests are declared in the record
#pragma once

#include "pipeline/appraise/folded_words.hpp"
#include "pipeline/model/article.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace ev::appraise {

inline constexpr std::array<std::string_view, 8> kQualityCriteria = {
    "structured", "sample_size",  "effect_with_precision",
    "comparison", "registration", "limitations",
    "conclusion", "disclosure"};

struct TextQuality {
  std::vector<std::string_view> met;  // in the order above
  double score = 0;                   // met / 8
};

// What the words of an abstract say, one bit each.
using ReportingSigns = std::uint16_t;
ReportingSigns reporting_signs(const FoldedWords& abstract);

// nullopt without an abstract. `signs`: of it, for those who have read it.
std::optional<TextQuality> text_quality(const model::Article& article, ReportingSigns signs);
std::optional<TextQuality> text_quality(const model::Article& article);

}  // namespace ev::appraise
