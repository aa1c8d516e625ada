#include "pipeline/text/roles.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <string>

namespace ev::doc {

namespace {

constexpr std::array kOrder = {Role::background, Role::objective, Role::methods, Role::results,
                               Role::conclusions};
constexpr std::size_t kRoles = kOrder.size();
using Scores = std::array<double, kRoles>;

struct Cue {
  std::string_view phrase;  // a leading '^' asks for the beginning of the sentence
  std::size_t role;         // index into kOrder
  double weight;
};

constexpr Cue kCues[] = {{"in conclusion", 4, 6},
                         {"we conclude", 4, 6},
                         {"it is concluded", 4, 6},
                         {"^conclusion", 4, 6},
                         {"taken together", 4, 4},
                         {"in summary", 4, 5},
                         {"these results", 4, 3},
                         {"these findings", 4, 4},
                         {"these data", 4, 3},
                         {"our results", 4, 3},
                         {"our findings", 4, 4},
                         {"our data", 4, 3},
                         {"results suggest", 4, 3},
                         {"findings suggest", 4, 3},
                         {"data suggest", 4, 3},
                         {"^thus", 4, 2},
                         {"^therefore", 4, 2},
                         {"^hence", 4, 2},
                         {"should be considered", 4, 2},
                         {"is warranted", 4, 3},
                         {"are warranted", 4, 3},
                         {"are needed", 4, 2},
                         {"is needed", 4, 2},
                         {"further studies", 4, 2},
                         {"further research", 4, 2},
                         {"we suggest", 4, 3},
                         {"suggesting that", 4, 1},
                         {"may be useful", 4, 2},
                         {"should be", 4, 1},
                         {"this study shows", 4, 3},
                         {"this study demonstrates", 4, 3},
                         {"this study suggests", 4, 3},
                         {"present study shows", 4, 3},
                         {"appears to be", 4, 1},
                         {" is effective", 4, 1},
                         {"well tolerated", 3, 1},
                         {"the aim of", 1, 6},
                         {"aims of", 1, 5},
                         {"the purpose of", 1, 6},
                         {"the objective of", 1, 6},
                         {"objectives of", 1, 5},
                         {"we aimed", 1, 6},
                         {"we sought", 1, 6},
                         {"aimed to", 1, 4},
                         {"was to ", 1, 2},
                         {"^to determine", 1, 5},
                         {"^to evaluate", 1, 5},
                         {"^to assess", 1, 5},
                         {"^to compare", 1, 5},
                         {"^to investigate", 1, 5},
                         {"^to examine", 1, 5},
                         {"^to study", 1, 4},
                         {"^to test", 1, 4},
                         {"we hypothesized", 1, 4},
                         {"we hypothesised", 1, 4},
                         {"was designed to", 1, 4},
                         {"was undertaken to", 1, 4},
                         {"we investigated", 1, 2},
                         {"we examined", 1, 2},
                         {"we evaluated", 1, 2},
                         {"we compared", 1, 2},
                         {"we tested", 1, 2},
                         {"this study examined", 1, 3},
                         {"this study investigated", 1, 3},
                         {"this study evaluated", 1, 3},
                         {"this study was", 1, 2},
                         {"randomly assigned", 2, 4},
                         {"randomly allocated", 2, 4},
                         {"were randomized", 2, 4},
                         {"were randomised", 2, 4},
                         {"was randomized", 2, 3},
                         {"were enrolled", 2, 4},
                         {"were recruited", 2, 4},
                         {"were included", 2, 3},
                         {"were assigned", 2, 4},
                         {"were divided into", 2, 4},
                         {"were treated with", 2, 2},
                         {"received", 2, 2},
                         {"were given", 2, 2},
                         {"was administered", 2, 3},
                         {"were administered", 2, 3},
                         {"was measured", 2, 3},
                         {"were measured", 2, 3},
                         {"were assessed", 2, 3},
                         {"was assessed", 2, 3},
                         {"were evaluated", 2, 3},
                         {"was performed", 2, 2},
                         {"were performed", 2, 2},
                         {"we performed", 2, 2},
                         {"we conducted", 2, 3},
                         {"we searched", 2, 5},
                         {"double-blind", 2, 2},
                         {"cross-over", 2, 1},
                         {"were collected", 2, 3},
                         {"were obtained", 2, 2},
                         {"were followed", 2, 2},
                         {"were studied", 2, 2},
                         {"was used", 2, 2},
                         {"were used", 2, 2},
                         {"using ", 2, 1},
                         {"primary endpoint", 2, 2},
                         {"primary outcome", 2, 2},
                         {"main outcome", 2, 2},
                         {"were eligible", 2, 3},
                         {"determined by", 2, 1},
                         {"were analyzed", 2, 2},
                         {"were analysed", 2, 2},
                         {"placebo-controlled", 2, 1},
                         {"significantly", 3, 2},
                         {"significant ", 3, 1.5},
                         {"p <", 3, 3},
                         {"p<", 3, 3},
                         {"p =", 3, 3},
                         {"p=", 3, 3},
                         {"p >", 3, 3},
                         {"p>", 3, 3},
                         {"confidence interval", 3, 2},
                         {"95% ci", 3, 3},
                         {"respectively", 3, 2},
                         {"did not differ", 3, 3},
                         {"no difference", 3, 2},
                         {"there was no", 3, 3},
                         {"there were no", 3, 3},
                         {"we found", 3, 3},
                         {"was observed", 3, 2},
                         {"were observed", 3, 2},
                         {"increased ", 3, 1.5},
                         {"decreased ", 3, 1.5},
                         {"reduced ", 3, 1},
                         {"improved ", 3, 1},
                         {"higher ", 3, 1},
                         {"lower ", 3, 1},
                         {"greater ", 3, 1},
                         {"was associated with", 3, 1.5},
                         {"were associated with", 3, 1.5},
                         {"resulted in", 3, 1.5},
                         {"showed", 3, 1.5},
                         {"%", 3, 1},
                         {"compared with", 3, 1},
                         {"compared to", 3, 1},
                         {"did not ", 3, 1.5},
                         {"remains unclear", 0, 4},
                         {"is unknown", 0, 3},
                         {"little is known", 0, 4},
                         {"have been reported", 0, 2},
                         {"has been shown", 0, 2},
                         {"have shown", 0, 2},
                         {"is a common", 0, 3},
                         {"is a major", 0, 3},
                         {"is one of the", 0, 2},
                         {"previous studies", 0, 2},
                         {"is associated with", 0, 1},
                         {"are associated with", 0, 1},
                         {"is widely", 0, 2},
                         {"recent studies", 0, 2},
                         {"remains controversial", 0, 4}};

// Cues by the four characters they begin with, so that one pass over a sentence finds nearly all;
// shorter ones are looked for by themselves.
class CueIndex {
 public:
  struct Begun {
    std::uint32_t opening;
    std::string_view rest;  // of the phrase, behind these four
    std::uint8_t index;
    bool anchored;
  };
  CueIndex() {
    std::array<std::vector<Begun>, kBuckets> by_bucket;
    for (std::size_t i = 0; i < std::size(kCues); ++i) {
      const bool anchored = kCues[i].phrase.front() == '^';
      const std::string_view phrase = kCues[i].phrase.substr(anchored ? 1 : 0);
      const auto index = static_cast<std::uint8_t>(i);
      if (phrase.size() < kOpening) {
        short_.push_back(index);
      } else {
        const std::uint32_t opening = opening_at(phrase.data());
        by_bucket[bucket_of(opening)].push_back(
            {opening, phrase.substr(kOpening), index, anchored});
      }
    }
    for (std::size_t bucket = 0; bucket < kBuckets; ++bucket) {
      bounds_[bucket].begin = static_cast<std::uint8_t>(cues_.size());
      cues_.insert(cues_.end(), by_bucket[bucket].begin(), by_bucket[bucket].end());
      bounds_[bucket].end = static_cast<std::uint8_t>(cues_.size());
    }
  }

  // Calls `found` with each cue of the sentence, in lower case, as often as it stands there.
  template <class Found>
  void each(const std::string& lower, Found found) const {
    for (const std::uint8_t index : short_) {
      if (holds(lower, kCues[index].phrase)) found(index);
    }
    for (std::size_t at = 0; at + kOpening <= lower.size(); ++at) {
      const std::uint32_t opening = opening_at(lower.data() + at);
      const Bounds bounds = bounds_[bucket_of(opening)];
      for (std::size_t i = bounds.begin; i < bounds.end; ++i) {
        const Begun& cue = cues_[i];
        if (cue.opening == opening && (at == 0 || !cue.anchored) &&
            stands_at(lower, at + kOpening, cue.rest)) {
          found(cue.index);
        }
      }
    }
  }

 private:
  static constexpr std::size_t kOpening = 4;
  static constexpr std::size_t kBuckets = 2048;
  static_assert(std::size(kCues) < 256);
  struct Bounds {
    std::uint8_t begin = 0;
    std::uint8_t end = 0;
  };
  // Short cues end in marks, which are rarer than letters.
  static bool holds(std::string_view lower, std::string_view cue) {
    const std::size_t before = cue.size() - 1;
    for (std::size_t at = lower.find(cue.back()); at != std::string_view::npos;
         at = lower.find(cue.back(), at + 1)) {
      if (at >= before && lower.substr(at - before, before) == cue.substr(0, before)) return true;
    }
    return false;
  }
  // Cues that begin alike are told by their last letter.
  static bool stands_at(std::string_view lower, std::size_t at, std::string_view rest) {
    if (rest.empty()) return true;
    return at + rest.size() <= lower.size() && lower[at + rest.size() - 1] == rest.back() &&
           lower.substr(at, rest.size()) == rest;
  }
  static std::uint32_t opening_at(const char* s) {
    std::uint32_t out = 0;
    std::memcpy(&out, s, kOpening);
    return out;
  }
  static std::size_t bucket_of(std::uint32_t opening) {
    return opening * 2654435761u >> 21;  // the golden ratio's hash, as many bits as buckets
  }
  std::array<Bounds, kBuckets> bounds_;
  std::vector<Begun> cues_;  // by bucket
  std::vector<std::uint8_t> short_;
};

Scores cue_scores(std::string_view sentence, bool& any) {
  static const CueIndex kIndex;
  std::array<bool, std::size(kCues)> hit{};
  Scores scores{};
  kIndex.each(text::to_lower_ascii(sentence), [&](std::size_t cue) {
    if (!hit[cue]) scores[kCues[cue].role] += kCues[cue].weight;
    hit[cue] = true;
    any = true;
  });
  return scores;
}

// What the place alone says: the first fifth introduces, the last sentence concludes.
void add_position(Scores& scores, std::size_t index, std::size_t count) {
  if (count < 3) return;
  const double at = static_cast<double>(index) / static_cast<double>(count - 1);
  scores[0] += at < 0.2 ? 2.0 : at < 0.35 ? 0.5 : -3.0;
  scores[1] += at < 0.4 ? 0.5 : -3.0;
  scores[2] += at > 0.1 && at < 0.5 ? 1.0 : 0.0;
  scores[3] += at > 0.4 && at < 1.0 ? 1.0 : 0.0;
  scores[4] += index + 1 == count ? 3.0 : at > 0.75 ? 0.5 : -2.0;
}

bool only_one(RoleMask allowed) {
  return std::count_if(kOrder.begin(), kOrder.end(),
                       [&](Role role) { return (allowed & bit(role)) != 0; }) == 1;
}

double step(std::size_t from, std::size_t to) {
  if (from == to) return 0.5;
  if (to > from) return to - from == 1 ? 0.2 : -0.5;
  return -4.0;
}

std::vector<Role> best_path(const std::vector<Scores>& scores) {
  std::vector<std::array<std::size_t, kRoles>> from(scores.size());
  Scores best = scores.front();
  for (std::size_t i = 1; i < scores.size(); ++i) {
    Scores next{};
    for (std::size_t to = 0; to < kRoles; ++to) {
      std::size_t choice = 0;
      for (std::size_t prev = 1; prev < kRoles; ++prev) {
        if (best[prev] + step(prev, to) > best[choice] + step(choice, to)) choice = prev;
      }
      from[i][to] = choice;
      next[to] = best[choice] + step(choice, to) + scores[i][to];
    }
    best = next;
  }
  std::size_t at = 0;
  for (std::size_t role = 1; role < kRoles; ++role) {
    if (best[role] > best[at]) at = role;
  }
  std::vector<Role> out(scores.size(), Role::unknown);
  for (std::size_t i = scores.size(); i-- > 0;) {
    out[i] = kOrder[at];
    at = from[i][at];
  }
  return out;
}

}  // namespace

std::vector<Role> assign_roles(std::span<const RoleInput> sentences) {
  if (sentences.empty()) return {};
  bool any = false;
  std::vector<Scores> scores;
  for (std::size_t i = 0; i < sentences.size(); ++i) {
    const RoleMask allowed = sentences[i].allowed;
    // Cues decide nothing where the label does.
    Scores row = only_one(allowed) ? Scores{} : cue_scores(sentences[i].text, any);
    add_position(row, i, sentences.size());
    any = any || allowed != 0;
    for (std::size_t role = 0; role < kRoles && allowed != 0; ++role) {
      if ((allowed & bit(kOrder[role])) == 0) row[role] = -1000;
    }
    scores.push_back(row);
  }
  if (!any) return std::vector<Role>(sentences.size(), Role::unknown);
  return best_path(scores);
}

}  // namespace ev::doc
