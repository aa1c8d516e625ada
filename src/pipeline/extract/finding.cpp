#include "pipeline/extract/finding.hpp"

#include "pipeline/extract/memo.hpp"
#include "pipeline/extract/phrase.hpp"

#include <algorithm>
#include <cmath>

namespace ev::extract {

namespace {

constexpr double kStated = 0.48;  // score from which a sentence counts as a finding

struct WeightedCue {
  Pattern pattern;
  double weight;
};

const std::vector<WeightedCue>& finding_cues() {
  static const std::vector<WeightedCue> kCues = {
      {"suggest|suggests|suggested|suggesting", 1.3},
      {"conclude|conclusion|concluded", 1.2},
      {"demonstrate|demonstrates|demonstrated|demonstrating", 0.9},
      {"indicate|indicates|indicating", 1.0},
      {"results|findings|data|study|work|analysis <3> "
       "suggest*|show|shows|demonstrate*|indicate*|provide*|"
       "support*|reveal*|highlight*|identif*|establish*|confirm*|underscore*|imply|point",
       1.0},
      {"our|these|this|present results|findings|data|study|work|observations", 0.6},
      {"thus|therefore|hence|consequently", 0.9},
      {"here we show|report|demonstrate", 1.2},
      {"we show|demonstrate|found|find|identified|reveal that", 0.6},
      {"taken together", 1.0},
      {"may|might|should", 0.6},
      {"is associated with", 0.4},
      {"novel|important|critical|essential|effective", 0.3},
      {"provide|provides|providing", 0.3},
      {"to our knowledge", 0.4}};
  return kCues;
}

const std::vector<WeightedCue>& other_cues() {
  static const std::vector<WeightedCue> kCues = {
      {"aim|aims|purpose|objective|objectives|aimed|sought", -2.0},
      {"was to|were to", -1.5},
      {"however", -0.6},
      {"were|was <2> measured|performed|collected|recruited|enrolled|assessed|evaluated|randomized|"
       "randomised|included|analyzed|analysed|used|obtained|investigated|examined|treated|studied",
       -1.2},
      {"further|future|additional|more <3> "
       "studies|research|work|trials|investigation|investigations",
       -0.9},
      {"is|are|remains|remain <2> unknown|unclear|controversial|needed|warranted|required", -0.8},
      {"we "
       "investigated|examined|evaluated|tested|studied|performed|used|compared|assessed|measured",
       -0.9},
      {"is|are|was|were|will <3> "
       "discussed|presented|outlined|reviewed|described|highlighted|proposed",
       -1.2},
      {"we|here|article|review|paper|chapter|perspective|authors <4> "
       "discuss|discusses|review|reviews|summarize|summarizes|summarise|highlight|highlights|"
       "outline|"
       "outlines|provide an overview|present|presents|describe|describes|overview|aims",
       -1.6},
      {"special issue|section", -4.0},
      {"article is part", -4.0},
      {"supplementary information|data|material", -4.0},
      {"contact|copyright|elsevier|wiley", -3.0},
      {"availability and implementation", -4.0},
      {"available at|online|from|on", -2.0},
      {"trial registration", -4.0},
      {"clinicaltrials gov", -3.0},
      {"prospero|registration number", -3.0}};
  return kCues;
}

double cue_sum(const Line& line, const std::vector<WeightedCue>& cues) {
  double sum = 0;
  for (const WeightedCue& cue : cues) {
    if (find_first(cue.pattern, line)) sum += cue.weight;
  }
  return sum;
}

// Statistics belong to results; a claim seldom carries them.
double statistics_weight(const Line& line) {
  double weight = 0;
  for (const doc::Number& number : line.numbers) {
    if (!number.words) weight -= 0.25;
  }
  return std::max(weight, -1.0);
}

double place_weight(std::size_t from_end, std::size_t count) {
  if (count == 1) return 0;
  constexpr double kPlaces[] = {2.2, 0.0, -1.1, -1.5, -2.1};
  return from_end < std::size(kPlaces) ? kPlaces[from_end] : -3.0;
}

double role_weight(const Line& line) {
  switch (line.role()) {
    case doc::Role::conclusions:
      return line.sentence.labelled ? 3.0 : 0.4;
    case doc::Role::results:
      return line.sentence.labelled ? 0.8 : 0.0;
    case doc::Role::background:
    case doc::Role::objective:
      return line.sentence.labelled ? -6.0 : -0.8;
    case doc::Role::methods:
      return line.sentence.labelled ? -6.0 : -0.8;
    default:
      return 0.0;
  }
}

double logistic(double x) {
  return 1.0 / (1.0 + std::exp(-x));
}

// What stands after the last statement: addresses, notices, where software lies.
bool is_notice(const Line& line) {
  static const Patterns kNotices = {"special issue|section",
                                    "article is part",
                                    "supplementary information|data|material|materials",
                                    "contact <4> edu|org|com|de|uk|ch",
                                    "copyright",
                                    "all rights reserved",
                                    "availability and implementation",
                                    "abstract truncated",
                                    "psycinfo",
                                    "video abstract"};
  return line.tokens.size() < 2 || find_any(kNotices, line).has_value();
}

// "Larger trials are under way", "Such studies are needed": what is still to be found out. A
// sentence that gets there only at its end has stated something before.
bool announces_work(const Line& line) {
  static const Patterns kWork = {
      "studies|trials|study|trial|investigations|research|work is|are <2> "
      "ongoing|underway|needed|required|warranted|necessary|awaited|planned",
      "studies|trials|study|trial|investigations is|are <2> in progress",
      "studies|trials|study|trial|investigations is|are <2> under way",
      "future|further|additional <3> studies|trials|research|investigations "
      "will|should|must|may|could",
      "not been <2> peer reviewed",
      "results will be"};
  constexpr std::size_t kOpening = 8;  // tokens
  const auto match = find_any(kWork, line);
  return match && match->first < kOpening;
}

const std::vector<Claim>& claims_of(const Reading& reading) {
  return once(reading.memo().claims, [&] {
    std::vector<Claim> out;
    for (const Line& line : reading.lines()) {
      if (line.is_title() || is_notice(line) || announces_work(line)) continue;
      out.push_back({&line, -1.0 + cue_sum(line, finding_cues()) + cue_sum(line, other_cues())});
    }
    return out;
  });
}

bool has_finding_verb(const Line& line) {
  static const Patterns kVerbs = {
      "longer|shorter|more|less|rose|fell|significan*|improved|reduced|increased|decreased|"
      "associated|higher|lower|"
      "greater|superior|inferior|effective|differ|difference|differences|prevented|"
      "predicted|correlated|fewer|better|worse|safe|tolerated|similar|no"};
  return find_any(kVerbs, line).has_value();
}

}  // namespace

std::vector<FindingSentence> finding_sentences(const Reading& reading) {
  const std::vector<Claim>& claims = claims_of(reading);
  std::vector<FindingSentence> out;
  for (std::size_t i = 0; i < claims.size(); ++i) {
    const Line& line = *claims[i].line;
    double x = claims[i].weight + role_weight(line) + statistics_weight(line) +
               place_weight(claims.size() - 1 - i, claims.size());
    // A labelled results sentence that states a difference is a finding wherever it stands.
    const bool labelled_result = line.sentence.labelled && line.role() == doc::Role::results;
    if (labelled_result && has_finding_verb(line)) x = std::max(x, 0.2);
    const double score = logistic(x);
    if (score >= kStated) out.push_back({line.span(), score});
  }
  return out;
}

namespace {

std::optional<FindingSentence> find_concluding(const Reading& reading) {
  const std::vector<Claim>& claims = claims_of(reading);
  std::optional<FindingSentence> best;
  const bool labelled = std::any_of(claims.begin(), claims.end(), [](const Claim& claim) {
    return claim.line->sentence.labelled && claim.line->role() == doc::Role::conclusions;
  });
  for (std::size_t i = 0; i < claims.size(); ++i) {
    const Line& line = *claims[i].line;
    if (labelled && line.role() != doc::Role::conclusions) continue;
    if (line.role() == doc::Role::methods && line.sentence.labelled) continue;
    if (line.role() == doc::Role::objective) continue;
    const double place = labelled ? 0.0 : place_weight(claims.size() - 1 - i, claims.size());
    const double x = claims[i].weight + role_weight(line) + 0.5 * statistics_weight(line) + place;
    if (!best || logistic(x) > best->score) best = FindingSentence{line.span(), logistic(x)};
  }
  if (best && best->score < 0.2) return std::nullopt;
  return best;
}

}  // namespace

std::optional<FindingSentence> concluding_sentence(const Reading& reading) {
  return once(reading.memo().conclusion, [&] { return find_concluding(reading); });
}

std::optional<std::string> main_finding(const doc::Document& document) {
  const auto sentence = concluding_sentence(Reading(document));
  if (!sentence) return std::nullopt;
  return document.quote(sentence->span).text;
}

}  // namespace ev::extract
