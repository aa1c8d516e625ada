#include "pipeline/answer/answer_text.hpp"

#include "base/text.hpp"
#include "pipeline/question/word_sets.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace ev::answer {
namespace {

using model::Stance;
using question::Word;

std::string records_phrase(std::size_t n) {
  return std::to_string(n) + (n == 1 ? " record" : " records");
}

// "2 randomized, 1 systematic review"; empty where the side has neither.
std::string designs_of_side(const Answer& a, Stance side) {
  using model::StudyDesign;
  std::size_t trials = 0;
  std::size_t reviews = 0;
  for (const RecordStance& r : a.records) {
    if (r.stance != side) continue;
    const auto design = r.provenance.design;
    if (design == StudyDesign::randomized_controlled_trial) ++trials;
    if (design == StudyDesign::systematic_review || design == StudyDesign::meta_analysis) ++reviews;
  }
  std::vector<std::string> out;
  if (reviews > 0)
    out.push_back(std::to_string(reviews) +
                  (reviews == 1 ? " systematic review" : " systematic reviews"));
  if (trials > 0) out.push_back(std::to_string(trials) + " randomized");
  return out.empty() ? "" : " (" + text::join(out, ", ") + ")";
}

std::string best_estimate_of(const Answer& a, Stance side) {
  if (a.pooled) return "The best estimate is " + *a.pooled + "; ";
  for (const RecordStance& r : a.records) {
    if (r.stance != side) continue;
    const std::string_view estimate = estimate_in(r.quote.text);
    if (!estimate.empty())
      return "The best estimate is \"" + text::displayable(std::string(estimate)) + "\" [" + r.id +
             "]; ";
  }
  return "No record read gives an estimate with its interval; ";
}

std::string dissent_of(const Answer& a, Stance side) {
  constexpr std::size_t kMost = 3;
  std::vector<std::string> ids;
  for (const RecordStance& r : a.records) {
    if (r.stance == side) ids.push_back("[" + r.id + "]");
  }
  if (ids.empty()) return "none dissents; ";
  const std::size_t more = ids.size() > kMost ? ids.size() - kMost : 0;
  ids.resize(ids.size() - more);
  std::string out = text::join(ids, ", ");
  if (more > 0) out += " and " + std::to_string(more) + " more";
  return out + (ids.size() + more == 1 ? " dissents; " : " dissent; ");
}

bool is_number(const Word& w) {
  return !w.mark && !w.text.empty() && w.text.front() >= '0' && w.text.front() <= '9';
}
// The word behind "0 . 72", or 0.
std::size_t behind_decimal(const std::vector<Word>& words, std::size_t i) {
  const bool decimal = i + 2 < words.size() && is_number(words[i]) && words[i + 1].text == "." &&
                       is_number(words[i + 2]) && words[i + 1].begin == words[i].end;
  return decimal ? i + 3 : 0;
}
std::size_t behind_next_decimal(const std::vector<Word>& words, std::size_t from,
                                std::size_t reach) {
  for (std::size_t i = from; i < std::min(words.size(), from + reach); ++i) {
    if (const std::size_t end = behind_decimal(words, i)) return end;
  }
  return 0;
}

}  // namespace

std::string_view estimate_in(std::string_view sentence) {
  constexpr std::size_t kToValue = 6, kToInterval = 10, kBetween = 4;
  const std::vector<Word> words = question::words_of(sentence);
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (!question::word_sets().ratio.has(words[i])) continue;
    const std::size_t value = behind_next_decimal(words, i + 1, kToValue);
    for (std::size_t k = value; value > 0 && k < std::min(words.size(), value + kToInterval); ++k) {
      if (words[k].text != "ci" && words[k].text != "interval") continue;
      const std::size_t low = behind_next_decimal(words, k + 1, kBetween + 1);
      const std::size_t high = low > 0 ? behind_next_decimal(words, low, kBetween) : 0;
      if (high == 0) break;
      return sentence.substr(words[i].begin, words[high - 1].end - words[i].begin);
    }
  }
  return {};
}

std::string text_of(const Answer& a) {
  const Counts& c = a.counts;
  if (a.frame.makes_no_claim())
    return "The question leaves open what is to be found: no claim is judged. " +
           records_phrase(c.on_topic) + " name what is asked about.";
  if (c.read == 0)
    return "No record read states a result on this question. " + records_phrase(c.on_topic) +
           " name what is asked about.";
  const bool refuted = a.verdict == model::Verdict::refuted;
  const Stance own = refuted ? Stance::contradicts : Stance::supports;
  const Stance other = refuted ? Stance::supports : Stance::contradicts;
  std::string out(wire_name(a.verdict));
  out.front() = static_cast<char>(out.front() - 'a' + 'A');
  if (const std::string claim = question::claim_of(a.frame); !claim.empty())
    out += ", that " + claim;
  out += ": of " + records_phrase(c.read) + " with a result on this, " +
         std::to_string(c.supporting) + " for" + designs_of_side(a, Stance::supports) + ", " +
         std::to_string(c.against) + " against" + designs_of_side(a, Stance::contradicts) + ", " +
         std::to_string(c.mixed) + " mixed; " + std::to_string(c.no_effect) +
         " found no difference. ";
  out += best_estimate_of(a, own) + dissent_of(a, other);
  out += "certainty " + std::string(wire_name(a.certainty.level));
  if (!a.certainty.reasons.empty()) out += " (" + text::join(a.certainty.reasons, "; ") + ")";
  return out + "; " + std::to_string(c.unread) + " more on the topic could not be read.";
}

}  // namespace ev::answer
