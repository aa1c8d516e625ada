// What was given or done to people: phrases scored by what their words are (drug stems, words of
// therapies), by what stands before them ("randomized to", "effect of … on") and by how often they
// come back. A phrase that nobody was given, treated or compared with is none.
#include "pipeline/extract/noun_phrase.hpp"
#include "pipeline/extract/pico.hpp"
#include "pipeline/extract/pico_support.hpp"
#include "pipeline/text/chars.hpp"

#include <algorithm>
#include <map>

namespace ev::extract {

namespace {

constexpr double kEnough = 1.0;  // score from which a phrase counts as an intervention
constexpr double kProof = 0.9;   // of a cue that proves an intervention
constexpr std::size_t kMost = 14;

// What follows is given. Administration proves itself, the others need a word that can be given.
const WeightedCues& giving_cues() {
  static const WeightedCues kCues({
      {"random* <4> to receive|take <1> either", 1.2},
      {"random* <4> to receive|undergo|take", 1.2},
      {"assigned|allocated|randomized|randomised <3> to <1> either", 1.1},
      {"assigned|allocated|randomized|randomised <3> to", 1.0},
      {"assigned|allocated|randomized|randomised <1> into", 0.6},
      {"treated|supplemented|injected|vaccinated|immunized|immunised|premedicated|infused with",
       1.1},
      {"treatment|therapy|supplementation|prophylaxis|chemotherapy|vaccination with", 1.0},
      {"received|receive|receiving|taking|ingested|consumed|given", 0.9},
      {"administration|infusion|injection|ingestion|doses|dose|use of", 0.7},
      {"efficacy|effectiveness|safety|tolerability|pharmacokinetics of", 0.8},
      {"effect|effects|benefit|benefits|impact|influence|value|role of", 0.5},
      {"compare|compared|comparing|comparison <1> of|with|to", 0.4},
      {"versus|vs", 0.6},
      {"trial|study of", 0.4},
  });
  return kCues;
}

// "Aspirin was given", "tea reduced": what stands before the verb.
double subject_weight(const Sentence& sentence, const Chunk& chunk) {
  static const Patterns kGiven = {
      "was|were <1> administered|given|infused|injected|applied|"
      "started|initiated|prescribed"};
  static const Patterns kActs = {"group|groups|arm|arms|recipients|treated|therapy|treatment",
                                 "versus|vs"};
  // At once or behind one word.
  static const Patterns kDoes = {
      "reduces|reduced|improves|improved|increases|increased|prevents|prevented|decreased|"
      "lowers|lowered|produced|is|was effective|superior|safe|reduced"};
  if (chunk.last >= sentence.tokens.size()) return 0;
  if (kGiven.match_at(sentence.tokens, chunk.last)) return 1.0;
  const bool acts = kActs.match_at(sentence.tokens, chunk.last) ||
                    kDoes.match_at(sentence.tokens, chunk.last) ||
                    kDoes.match_at(sentence.tokens, chunk.last + 1);
  return acts ? 0.4 : 0;
}

struct Mention {
  const Sentence* sentence = nullptr;
  Chunk chunk;
  double cue = 0;
  double allocation = 0;
};

// A phrase before it is known whether it may count.
struct Found {
  const Sentence* sentence = nullptr;
  Chunk chunk;
  double cue = 0;
  std::uint64_t words = 0;  // hash
};

struct Named {
  std::vector<Mention> mentions;
  WordKinds kinds = 0;
  double score = 0;
};

// The strongest cue that ends just before the phrase, in a list or not.
std::map<std::size_t, double> weights_by_token(const Sentence& sentence,
                                               const std::vector<Chunk>& phrases) {
  std::map<std::size_t, double> out;
  static const ChunkRule kList{.stops = &noun_phrase_stops(), .max_tokens = 7};
  giving_cues().each_end_in(sentence, [&](std::size_t end, double weight) {
    for (const Chunk& member : list_right(sentence, end, kList)) {
      for (const Chunk& phrase : phrases) {
        if (phrase.first < member.first || phrase.first >= member.last) continue;
        double& most = out[phrase.first];
        most = std::max(most, weight);
      }
    }
  });
  return out;
}

// "undergoing cardiac surgery", "after hysterectomy": what was done anyway.
double setting_weight(const Sentence& sentence, const Chunk& chunk) {
  static const Patterns kSetting = {
      "undergoing|after|following|during|before|for|scheduled|underwent|elective|requiring|"
      "candidates",
      "undergoing|after|following|during|before|for|scheduled|underwent|requiring <2> elective|"
      "major|routine|scheduled"};
  for (std::size_t back = 1; back <= 2 && back <= chunk.first; ++back) {
    if (kSetting.match_at(sentence.tokens, chunk.first - back)) return -0.5;
    if ((sentence.kinds[chunk.first - back] & kind::determiner) == 0) break;
  }
  return 0;
}

bool excludes(const Sentence& sentence, const Chunk& chunk) {
  static const Patterns kDesign = {
      "controlled|blind|blinded|randomized|randomised|trial|trials|"
      "study|studies|protocol|protocols|stage|genotype|unit"};
  if (find_any(kDesign, std::span(sentence.tokens).subspan(chunk.first, chunk.last - chunk.first)))
    return true;
  const WordKinds all = kinds_of(sentence, chunk);
  const WordKinds head = head_kinds(sentence, chunk);
  if ((head & (kind::person | kind::animal | kind::time | kind::unit)) != 0) return true;
  const bool treats = (all & kind::treatment) != 0;
  if ((all & kind::person) != 0 && !treats) return true;
  // Diseases and what is measured are treated, not given.
  const bool measured = (head & (kind::outcome | kind::measure)) != 0;
  if (measured && (head & kind::treatment) == 0) return true;
  return (head & kind::condition) != 0 && (head & kind::treatment) == 0;
}

// "education", "program": too plain to stand alone.
bool is_plain(const Sentence& sentence, const Chunk& chunk) {
  static const Patterns kPlain = {
      "therapy|therapies|treatment|treatments|intervention|interventions|management|care|program|"
      "programs|programme|procedure|strategy|regimen|regimens|device|devices|support|monitoring|"
      "screening|block|resistance|technique|formula|injection|injections|infusion|tablet|tablets|"
      "capsules|drops|drink|video|time|order|drug|drugs|agents|agent|medication|medications|"
      "combination|dose|doses|group|control"};
  for (std::size_t i = chunk.first; i < chunk.last; ++i) {
    const bool empty = (sentence.kinds[i] & (kind::generic | kind::time | kind::unit)) != 0 &&
                       (sentence.kinds[i] & kind::inactive) == 0;
    if (!empty && !kPlain.match_at(sentence.tokens, i) &&
        !doc::is_digit(sentence.tokens[i].folded.front()) && sentence.tokens[i].folded.size() > 1) {
      return false;
    }
  }
  return true;
}

double word_weight(WordKinds kinds, std::size_t length) {
  if ((kinds & kind::drug) != 0) return 1.0;
  if ((kinds & kind::inactive) != 0) return 0.9;
  if ((kinds & kind::therapy) != 0) return length > 1 ? 0.7 : 0.45;
  return 0;
}

double place_weight_of(const Sentence& sentence) {
  if (sentence.is_title()) return 0.5;
  switch (sentence.role()) {
    case doc::Role::background:
      return -0.4;
    case doc::Role::objective:
    case doc::Role::methods:
      return 0.2;
    default:
      return 0;
  }
}

class InterventionFinder {
 public:
  explicit InterventionFinder(const RecordText& record) : record_(record) {
    for (const Sentence& sentence : record.sentences()) read(sentence);
    keep_what_may_be_given();
  }

  Findings findings() {
    std::vector<const Named*> order;
    for (auto& [text, named] : by_text_) {
      named.score = score(named);
      if (named.score >= kEnough) order.push_back(&named);
    }
    std::stable_sort(order.begin(), order.end(), [](const Named* a, const Named* b) {
      const bool idle_a = (a->kinds & kind::inactive) != 0;
      const bool idle_b = (b->kinds & kind::inactive) != 0;
      if (idle_a != idle_b) return idle_b;
      return a->score > b->score;
    });
    Findings out;
    for (const Named* named : order) {
      if (out.candidates.size() >= kMost) break;
      const Mention& best = *std::max_element(
          named->mentions.begin(), named->mentions.end(),
          [](const auto& a, const auto& b) { return mention_weight(a) < mention_weight(b); });
      const double confidence = std::clamp(0.35 + 0.2 * named->score, 0.3, 0.9);
      add_phrase(out, record_, *best.sentence, best.chunk, confidence);
    }
    return out;
  }

 private:
  // "antibiotic therapy" is one thing; a group or arm is not part of it.
  static Chunk with_therapy(const Sentence& sentence, Chunk chunk, const Chunk& phrase) {
    static const Patterns kTherapy = {
        "therapy|treatment|regimen|program|programme|supplementation|"
        "prophylaxis"};
    const bool follows = chunk.last < phrase.last && chunk.last > chunk.first &&
                         kTherapy.match_at(sentence.tokens, chunk.last);
    if (follows) ++chunk.last;
    return chunk;
  }

  void read(const Sentence& sentence) {
    const std::vector<Chunk>& phrases = record_.noun_phrases_of(sentence);
    const std::map<std::size_t, double> weights = weights_by_token(sentence, phrases);
    for (const Chunk& phrase : phrases) {
      const Chunk chunk = with_therapy(sentence, trimmed(sentence, phrase), phrase);
      if (chunk.first == chunk.last || excludes(sentence, chunk) || is_plain(sentence, chunk))
        continue;
      const auto cue = weights.find(phrase.first);
      found_.push_back(
          {.sentence = &sentence,
           .chunk = chunk,
           .cue = std::max(cue == weights.end() ? 0 : cue->second, subject_weight(sentence, chunk)),
           .words = hash_of(sentence, chunk)});
    }
  }

  // Most phrases come to nothing wherever they stand: the others alone are brought together.
  void keep_what_may_be_given() {
    std::vector<std::uint64_t> given;
    for (const Found& found : found_) {
      if (found.cue >= kProof || word_weight(kinds_of(*found.sentence, found.chunk), 1) > 0)
        given.push_back(found.words);
    }
    std::sort(given.begin(), given.end());
    for (const Found& found : found_) {
      if (!std::binary_search(given.begin(), given.end(), found.words)) continue;
      const Sentence& sentence = *found.sentence;
      Named& named = by_text_[folded_text(sentence, found.chunk)];
      named.kinds |= kinds_of(sentence, found.chunk);
      named.mentions.push_back({&sentence, found.chunk, found.cue,
                                place_weight_of(sentence) + setting_weight(sentence, found.chunk)});
    }
  }

  // The same for the same words.
  static std::uint64_t hash_of(const Sentence& sentence, const Chunk& chunk) {
    std::uint64_t out = 0;
    for (std::size_t i = chunk.first; i < chunk.last; ++i) out = out * 31 + sentence.tokens[i].hash;
    return out;
  }

  static double mention_weight(const Mention& mention) { return mention.cue + mention.allocation; }

  double score(const Named& named) const {
    double cue = 0;
    double place = -1;
    for (const Mention& mention : named.mentions) {
      cue = std::max(cue, mention.cue);
      place = std::max(place, mention.allocation);
    }
    const std::size_t length =
        named.mentions.front().chunk.last - named.mentions.front().chunk.first;
    const double words = word_weight(named.kinds, length);
    const double again = 0.1 * static_cast<double>(std::min<std::size_t>(named.mentions.size(), 5));
    // Without a word that can be given, only administration proves an intervention.
    if (words == 0 && cue < kProof) return 0;
    double out = words + cue + place + again;
    if ((named.kinds & (kind::condition | kind::outcome)) != 0) out -= 0.4;
    return out;
  }

  const RecordText& record_;
  std::vector<Found> found_;
  std::map<std::string, Named> by_text_;
};

}  // namespace

Findings intervention_by_rules(const RecordText& record) {
  return InterventionFinder(record).findings();
}

}  // namespace ev::extract
