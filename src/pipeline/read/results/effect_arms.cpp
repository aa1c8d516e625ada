#include "pipeline/read/results/effect_arms.hpp"

#include "pipeline/read/results/contrasts.hpp"
#include "pipeline/read/results/verdict.hpp"

#include <algorithm>

namespace ev::read {

namespace {

constexpr std::size_t kEffectInputs = 36;
constexpr double kLikelyPair = 0.6;
constexpr float kNowhere = 60;  // words to an arm that is not named

const nlp::Forest& effect_model() {
  static const nlp::Forest kModel =
      nlp::stored_forest("weights/effect_arms.txt", {"effect_arms", 1, 2}, kEffectInputs);
  return kModel;
}

bool is_behind_against(const Sentence& s, Range at) {
  static const WordSet kAgainst("than versus vs compared over against to with");
  const std::size_t token = s.token_from(at.begin);
  for (std::size_t i = token; i > 0 && i + 3 > token; --i) {
    if (kAgainst.has(s.tokens[i - 1].folded)) return true;
  }
  return false;
}

float told_as_number(const std::optional<bool>& told) {
  return told ? (*told ? 1.F : -1.F) : 0.F;
}

}  // namespace

EffectArms::EffectArms(const FigureSentence& of, const StatedEffect& stated, std::size_t begin)
    : of_(of),
      stated_(stated),
      begin_(begin),
      worded_(contrasted(of.sentence, of.arms, of.mentions, {0, of.sentence.text.size()})),
      named_(distinct_arms(of.mentions, {0, of.sentence.text.size()})) {}

// Where an arm is named, seen from the estimate.
void EffectArms::add_arm(std::size_t arm, nlp::Numbers& out) const {
  const Sentence& s = of_.sentence;
  float before = kNowhere, behind = kNowhere, count = 0, against = 0;
  bool in_clause = false;
  for (const ArmMention& m : of_.mentions) {
    if (m.arm != arm) continue;
    ++count;
    if (is_behind_against(s, m.at)) ++against;
    in_clause = in_clause || (m.at.begin >= begin_ && m.at.begin < stated_.at.begin);
    const bool is_before = m.at.end <= stated_.at.begin;
    const Range gap = is_before ? Range{m.at.end, stated_.at.begin}
                                : Range{std::min(stated_.at.end, m.at.begin), m.at.begin};
    const auto words = static_cast<float>(s.token_from(gap.end) - s.token_from(gap.begin));
    (is_before ? before : behind) = std::min(is_before ? before : behind, words);
  }
  const auto place = std::find(named_.begin(), named_.end(), arm);
  out.insert(out.end(),
             {before, behind, count, against, in_clause ? 1.F : 0.F,
              place == named_.end() ? -1.F : static_cast<float>(place - named_.begin()),
              of_.arms[arm].role == ArmRole::comparator ? 1.F : 0.F, static_cast<float>(arm)});
}

void EffectArms::add_told(nlp::Numbers& out) const {
  const Sentence& s = of_.sentence;
  const ResultEffect& effect = stated_.effect;
  const double null = effect.ratio() ? 1 : 0;
  const bool more = effect.value > null;
  const auto near = tells_of_more(s, of_.statistics, {begin_, stated_.at.begin});
  const auto all = tells_of_more(s, of_.statistics, {0, s.text.size()});
  out.push_back(told_as_number(near));
  out.push_back(near ? (*near == more ? 1.F : -1.F) : 0.F);
  out.push_back(told_as_number(all));
  out.push_back(all ? (*all == more ? 1.F : -1.F) : 0.F);
}

nlp::Numbers EffectArms::numbers(const ArmPair& pair) const {
  nlp::Numbers out;
  out.reserve(kEffectInputs);
  const ResultEffect& effect = stated_.effect;
  const auto flag = [](bool holds) { return holds ? 1.F : 0.F; };
  const auto place =
      std::find_if(of_.statistics.effects.begin(), of_.statistics.effects.end(),
                   [&](const StatedEffect& other) { return other.at == stated_.at; });
  out.insert(out.end(),
             {static_cast<float>(effect.measure), flag(effect.value > (effect.ratio() ? 1 : 0)),
              flag(effect.value < 0), flag(effect.ci_low.has_value()),
              static_cast<float>(of_.statistics.effects.size()),
              static_cast<float>(place - of_.statistics.effects.begin()),
              static_cast<float>(of_.arms.size()), static_cast<float>(named_.size()),
              static_cast<float>(of_.figures.size()), static_cast<float>(of_.sentence.role())});
  const bool worded = worded_ && worded_->intervention == pair.intervention &&
                      worded_->comparator == pair.comparator;
  const bool turned = worded_ && worded_->intervention == pair.comparator &&
                      worded_->comparator == pair.intervention;
  out.insert(out.end(), {flag(worded_.has_value()), flag(worded), flag(turned)});
  const std::size_t comparators =
      static_cast<std::size_t>(std::count_if(of_.arms.begin(), of_.arms.end(), [](const Arm& arm) {
        return arm.role == ArmRole::comparator;
      }));
  out.push_back(static_cast<float>(comparators));
  add_arm(pair.intervention, out);
  add_arm(pair.comparator, out);
  add_told(out);
  // Whether the arm that is spoken of first is that with more.
  const bool first = !named_.empty() && named_.front() == pair.intervention;
  const bool second = !named_.empty() && named_.front() == pair.comparator;
  out.push_back(flag(first));
  out.push_back(flag(second));
  return out;
}

std::optional<ArmPair> EffectArms::best() const {
  std::optional<ArmPair> best;
  double most = kLikelyPair;
  for (std::size_t a = 0; a < of_.arms.size(); ++a) {
    for (std::size_t b = 0; b < of_.arms.size(); ++b) {
      if (a == b) continue;
      const double odds = effect_model().probabilities(numbers({a, b}))[1];
      if (odds <= most) continue;
      most = odds;
      best = ArmPair{a, b};
    }
  }
  return best;
}

}  // namespace ev::read
