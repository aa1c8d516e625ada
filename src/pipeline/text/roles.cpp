#include "pipeline/text/roles.hpp"

#include "base/data_table.hpp"
#include "base/text.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

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

// In the order of kOrder.
constexpr std::array<std::string_view, kRoles> kRoleNames = {"background", "objective", "methods",
                                                             "results", "conclusions"};

const std::vector<Cue>& role_cues() {
  static const auto all = data_rows("lexicon/section_role_cues.tsv", [](const DataTable::Row& row) {
    const auto role = std::ranges::find(kRoleNames, row["role"]) - kRoleNames.begin();
    return Cue{row["phrase"], static_cast<std::size_t>(role),
               std::stod(std::string(row["weight"]))};
  });
  return all;
}

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
    for (std::size_t i = 0; i < known_.size(); ++i) {
      const bool anchored = known_[i].phrase.front() == '^';
      const std::string_view phrase = known_[i].phrase.substr(anchored ? 1 : 0);
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
      if (holds(lower, known_[index].phrase)) found(index);
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
  const std::vector<Cue>& known_ = role_cues();
  std::array<Bounds, kBuckets> bounds_;
  std::vector<Begun> cues_;  // by bucket
  std::vector<std::uint8_t> short_;
};

Scores cue_scores(std::string_view sentence, bool& any) {
  static const CueIndex kIndex;
  const std::vector<Cue>& cues = role_cues();
  std::array<bool, 256> hit{};
  Scores scores{};
  kIndex.each(text::to_lower_ascii(sentence), [&](std::size_t cue) {
    if (!hit[cue]) scores[cues[cue].role] += cues[cue].weight;
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
