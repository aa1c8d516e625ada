#include "pipeline/mechanism/comparative_claim.hpp"

#include "pipeline/mechanism/comparison_words.hpp"
#include "pipeline/mechanism/link_cues.hpp"
#include "pipeline/mechanism/provenance.hpp"
#include "pipeline/text/document.hpp"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

namespace ev::mechanism {
namespace {

template <std::size_t N>
bool is_among(const std::string_view (&list)[N], std::string_view word) {
  return std::find(std::begin(list), std::end(list), word) != std::end(list);
}

constexpr std::string_view kAuxiliaries[] = {"does", "do",    "did", "can",  "could",
                                             "will", "would", "may", "might"};
constexpr std::string_view kCopulas[] = {"is", "are", "was", "were", "be", "works", "work"};
constexpr std::string_view kCircumstances[] = {"in",     "for",  "among", "during",    "after",
                                               "before", "when", "at",    "following", "as",
                                               "by",     "with", "on",    "regarding", "to"};

enum class DegreeKind { amount, value, speed };
struct Degree {
  std::size_t begin = 0, end = 0;  // its tokens
  int sign = 1;                    // more, better, faster: 1
  DegreeKind kind = DegreeKind::amount;
};

// What is said of the outcome: the sign, or that it goes well or ill.
struct SaidOfOutcome {
  int sign = 0;
  bool by_value = false;
};

class ComparativeReader {
 public:
  explicit ComparativeReader(std::string_view claim)
      : text_(claim), tokens_(doc::tokenize(claim)) {}

  std::optional<ComparativeClaim> read() {
    if (!find_join() || !find_degree()) return std::nullopt;
    begin_ = !tokens_.empty() && is_among(kAuxiliaries, word(0)) ? 1 : 0;
    find_second_arm();
    if (!(with_arm() || by_noun() || by_verb() || by_praise())) return std::nullopt;
    ComparativeClaim out;
    out.comparison = {part(arm_), part(second_), part(outcome_), whole_};
    if (out.comparison.intervention.empty() || out.comparison.comparator.empty() ||
        !says_something(out.comparison.outcome))
      return std::nullopt;
    const int sign = said_.by_value && is_bad(out.comparison.outcome) ? -said_.sign : said_.sign;
    if (sign == 0) return std::nullopt;
    out.expected = sign > 0 ? EffectDirection::increased : EffectDirection::decreased;
    for (std::size_t i = 0; i < degree_.begin; ++i)
      out.denied = out.denied || word(i) == "not" || word(i) == "no";
    return out;
  }

 private:
  using Range = std::pair<std::size_t, std::size_t>;

  std::string_view word(std::size_t i) const {
    return i < tokens_.size() ? std::string_view(tokens_[i].folded) : std::string_view();
  }

  // "than", "superior to", "fewer … compared with".
  bool find_join() {
    constexpr std::string_view kBeforeTo[] = {"superior", "inferior", "preferable"};
    for (join_ = 1; join_ + 1 < tokens_.size(); ++join_) {
      if (word(join_) == "than") {
        after_join_ = join_ + 1;
        return true;
      }
      const bool compared = word(join_) == "compared" || is_among(kBeforeTo, word(join_ - 1));
      if (compared && (word(join_) == "to" || word(join_ + 1) == "to" ||
                       (word(join_) == "compared" && word(join_ + 1) == "with"))) {
        after_join_ = word(join_) == "to" ? join_ + 1 : join_ + 2;
        return after_join_ < tokens_.size();
      }
    }
    return false;
  }

  bool find_degree() {
    constexpr std::string_view kMore[] = {"more",   "greater",  "higher", "larger",
                                          "longer", "stronger", "further"};
    constexpr std::string_view kLess[] = {"less", "fewer", "lower", "smaller", "shorter", "weaker"};
    constexpr std::string_view kGood[] = {"better", "superior", "safer", "preferable"};
    constexpr std::string_view kBad[] = {"worse", "inferior", "poorer"};
    constexpr std::string_view kFast[] = {"faster", "sooner", "quicker", "earlier"};
    constexpr std::string_view kWell[] = {"effective",   "effectively", "efficacious", "beneficial",
                                          "efficacy",    "successful",  "useful",      "potent",
                                          "efficiently", "safe",        "tolerable",   "efficient"};
    constexpr std::string_view kQuick[] = {"rapidly", "quickly", "rapid"};
    constexpr std::string_view kOften[] = {"often", "frequently", "strongly", "markedly", "likely"};
    for (std::size_t i = join_; i-- > 0;) {
      const std::string_view w = word(i);
      const bool up = is_among(kMore, w);
      const bool down = is_among(kLess, w);
      degree_ = {i, i + 1, down || is_among(kBad, w) || w == "slower" ? -1 : 1, DegreeKind::amount};
      if (up || down) {
        const std::string_view next = word(i + 1);
        if (is_among(kWell, next)) degree_.kind = DegreeKind::value;
        if (is_among(kQuick, next)) degree_.kind = DegreeKind::speed;
        if (degree_.kind != DegreeKind::amount || is_among(kOften, next)) ++degree_.end;
        return true;
      }
      if (is_among(kGood, w) || is_among(kBad, w)) degree_.kind = DegreeKind::value;
      if (is_among(kFast, w) || w == "slower") degree_.kind = DegreeKind::speed;
      if (degree_.kind != DegreeKind::amount) return true;
    }
    return false;
  }

  void find_second_arm() {
    std::size_t begin = after_join_;
    if (is_among(kCircumstances, word(begin)) || is_among(kAuxiliaries, word(begin))) ++begin;
    std::size_t end = begin;
    while (end < tokens_.size() && !is_among(kCircumstances, word(end)) &&
           !is_among(kAuxiliaries, word(end)))
      ++end;
    second_ = {begin, end};
    tail_ = {end, tokens_.size()};
  }

  std::size_t first_of(std::size_t begin, std::size_t end,
                       bool (*is)(std::string_view word)) const {
    for (std::size_t i = begin; i < end; ++i) {
      if (is(word(i))) return i;
    }
    return end;
  }
  static bool is_copula(std::string_view word) { return is_among(kCopulas, word); }
  static bool is_circumstance(std::string_view word) { return is_among(kCircumstances, word); }

  // "C is lower with A than with B", "there is less C with A than with B".
  bool with_arm() {
    constexpr std::string_view kWith[] = {"with", "under", "in", "after", "on"};
    if (degree_.kind == DegreeKind::speed || !is_among(kWith, word(after_join_))) return false;
    std::size_t at = degree_.end;
    while (at < join_ && !is_among(kWith, word(at))) ++at;
    if (at >= join_) return false;
    const std::size_t copula = first_of(0, degree_.begin, is_copula);
    arm_ = {at + 1, join_};
    outcome_ = at == degree_.end
                   ? Range{copula == 0 ? 1 : begin_, copula == 0 ? degree_.begin : copula}
                   : Range{degree_.end, at};
    said_ = {degree_.sign, degree_.kind == DegreeKind::value};
    return true;
  }

  // "A causes fewer C than B"
  bool by_noun() {
    if (degree_.end >= join_ || degree_.kind == DegreeKind::speed ||
        is_circumstance(word(degree_.end)))
      return false;
    const auto gives = [](std::string_view w) {
      constexpr std::string_view kGives[] = {
          "cause",   "causes",  "caused",   "produce", "produces", "produced", "induce",
          "induces", "induced", "gives",    "give",    "has",      "have",     "had",
          "shows",   "show",    "leads",    "lead",    "results",  "result",   "is",
          "are",     "was",     "were",     "carries", "carry",    "provides", "provide",
          "yields",  "yield",   "achieves", "achieve"};
      return is_among(kGives, w);
    };
    const std::size_t verb = first_of(begin_ + 1, degree_.begin, gives);
    if (verb >= degree_.begin) return false;
    arm_ = {begin_, verb};
    const std::size_t end = first_of(degree_.end, join_, [](std::string_view w) {
      return is_circumstance(w) && w != "to" && w != "on" && w != "by";
    });
    outcome_ = {degree_.end, end};
    said_ = {degree_.sign, degree_.kind == DegreeKind::value};
    return true;
  }

  // "A reduces C more than B", "A heals C faster than B"
  bool by_verb() {
    if (degree_.end != join_) return false;
    for (std::size_t i = begin_ + 1; i + 1 < degree_.begin; ++i) {
      if (word(i) != "heal" && word(i) != "heals") continue;
      verb_at(i, i);
      said_ = {degree_.sign, false};
      return true;
    }
    for (const LinkCue& cue : link_cues(text_, tokens_)) {
      const bool verb = cue.form == LinkForm::verb || cue.form == LinkForm::verb_or_noun;
      if (!verb || cue.bound || cue.token <= begin_ || cue.token + 1 >= degree_.begin) continue;
      if (is_copula(word(cue.token))) continue;
      verb_at(cue.token, cue.token + 1);
      const int degree = degree_.kind == DegreeKind::speed ? 1 : degree_.sign;
      said_ = {cue.sign * degree, cue.by_value};
      return said_.sign != 0;
    }
    return false;
  }
  void verb_at(std::size_t verb, std::size_t outcome) {
    arm_ = {begin_, verb};
    outcome_ = {outcome, first_of(verb + 1, degree_.begin, is_circumstance)};
  }

  // "A is better than B for C", "A is more effective in preventing C than B", "Is A superior to B
  // …?"
  bool by_praise() {
    if (degree_.kind == DegreeKind::amount) return false;
    const std::size_t copula = first_of(begin_, degree_.begin, is_copula);
    if (copula >= degree_.begin) return false;
    arm_ = copula == 0 ? Range{1, degree_.begin} : Range{begin_, copula};
    outcome_ = degree_.end < join_ ? Range{degree_.end, join_} : tail_;
    if (degree_.end < join_ && word(join_ - 1) == word(degree_.begin)) outcome_ = tail_;
    said_ = {degree_.sign, true};
    // "Better in C": C is whose patients, so that a sentence has to name it in full.
    whole_ = word(outcome_.first) == "in" && outcome_ == tail_;
    take_purpose();
    return true;
  }

  // "for reducing C", "in the prevention of C", "to prevent C"
  void take_purpose() {
    constexpr std::string_view kFewer[] = {
        "reducing",  "lowering", "decreasing",  "preventing", "prevention", "reduction",
        "relieving", "relief",   "alleviating", "reduce",     "prevent",    "lower",
        "relieve",   "decrease", "lowers",      "avoiding",   "minimizing", "suppressing"};
    constexpr std::string_view kMore[] = {"increasing", "raising", "increase", "raise"};
    constexpr std::string_view kWell[] = {"treating",   "treatment",   "treat",   "improving",
                                          "improve",    "controlling", "control", "managing",
                                          "management", "improvement", "therapy"};
    outcome_ = trimmed(outcome_);
    const std::string_view first = word(outcome_.first);
    if (outcome_.second - outcome_.first < 2) return;
    const bool fewer = is_among(kFewer, first);
    if (!fewer && !is_among(kMore, first) && !is_among(kWell, first)) return;
    ++outcome_.first;
    if (!is_among(kWell, first)) said_ = {fewer ? -degree_.sign : degree_.sign, false};
  }

  // Without what only joins it to the rest.
  Range trimmed(Range r) const {
    constexpr std::string_view kJoins[] = {"the", "a",     "an",      "of",     "in",
                                           "for", "with",  "to",      "at",     "by",
                                           "not", "no",    "any",     "also",   "much",
                                           "on",  "as",    "there",   "ones",   "significantly",
                                           "far", "terms", "respect", "regard", "regarding"};
    const auto joins = [&](std::size_t i) {
      return is_among(kJoins, word(i)) || is_among(kAuxiliaries, word(i)) ||
             is_among(kCopulas, word(i));
    };
    r.second = std::min(r.second, tokens_.size());
    while (r.first < r.second && joins(r.first)) ++r.first;
    while (r.second > r.first && joins(r.second - 1)) --r.second;
    return r;
  }
  std::string part(Range r) const {
    r = trimmed(r);
    if (r.first >= r.second) return {};
    const std::size_t begin = tokens_[r.first].begin;
    return std::string(text_.substr(begin, tokens_[r.second - 1].end - begin));
  }

  static bool says_something(std::string_view outcome) {
    const std::vector<doc::Token> tokens = doc::tokenize(outcome);
    return std::any_of(tokens.begin(), tokens.end(), [](const doc::Token& t) {
      return !is_common_outcome_word(t.folded) && !is_measure_word(t.folded);
    });
  }
  static bool is_bad(std::string_view outcome) {
    const std::vector<doc::Token> tokens = doc::tokenize(outcome);
    return std::any_of(tokens.begin(), tokens.end(),
                       [](const doc::Token& t) { return is_ill(t.folded); });
  }

  std::string_view text_;
  std::vector<doc::Token> tokens_;
  std::size_t join_ = 0, after_join_ = 0, begin_ = 0;
  Degree degree_;
  Range arm_{0, 0}, second_{0, 0}, tail_{0, 0}, outcome_{0, 0};
  SaidOfOutcome said_;
  bool whole_ = false;
};

}  // namespace

std::optional<ComparativeClaim> comparative_claim(std::string_view claim) {
  return ComparativeReader(claim).read();
}

Result<std::map<std::string, Evidence>> comparison_evidence(
    const ComparativeClaim& claim, std::span<const model::Article> articles, const Context& ctx) {
  constexpr double kConfidence = 0.7;  // as of a conclusion that was read for a claim
  EV_TRY(const ComparisonResult compared,
         test_comparison(claim.comparison, articles, ctx, /*searched=*/true));
  std::map<std::string, Evidence> out;
  for (const model::Article& article : articles) {
    const Provenance provenance = provenance_of(article);
    const std::string id = record_id(article);
    out[id] = {.id = id,
               .stance = Stance::mentions,
               .design = provenance.design,
               .species = provenance.species};
  }
  for (const ComparisonFinding& f : compared.findings) {
    Evidence& e = out[f.id];
    e.quote = f.quote;
    if (!f.decides) continue;
    // "Not better" is borne out by every other direction.
    e.stance =
        (f.direction == claim.expected) != claim.denied ? Stance::supports : Stance::contradicts;
    e.negated = f.direction == EffectDirection::no_difference;
    e.weight = f.weight * kConfidence;
  }
  return out;
}

}  // namespace ev::mechanism
