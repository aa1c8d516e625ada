#include "pipeline/mechanism/pair_features.hpp"

#include "pipeline/mechanism/mentions.hpp"
#include "pipeline/mechanism/word_lists.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

namespace ev::mechanism {
namespace {

// Kinds of features (nlp::feature); the numbers are part of the model.
enum Template : std::uint32_t {
  kBetweenWord = 1,
  kBetweenStem,
  kBetweenPair,
  kSkeletonHead,
  kSkeletonTail,
  kBeside,
  kWindow,
  kWindowStem,
  kWindowCue,
  kNextPair,
  kWholeCue,
  kMarks,
  kNearCue,
  kCueKinds,
  kCueWord,
  kCueCounts,
  kParity,
  kNoCue,
  kBoundTo,
  kNegation,
  kDistance,
  kCoordination,
  kKinds,
  kEnding,
  kNext,
  kRole,
  kRule,
  kRuleKinds,
  kRuleSign,
  kRuleRole,
  kRuleCue
};

constexpr std::size_t kReach = 12;  // words read at each end of what stands between
constexpr std::size_t kWindowWords = 6;

std::uint32_t number_of(std::string_view word) {
  if (std::any_of(word.begin(), word.end(), [](char c) { return c >= '0' && c <= '9'; }) &&
      word.find_first_not_of("0123456789") == std::string_view::npos)
    return 1;
  return doc::word_hash(word);
}
std::uint32_t stem_of(std::string_view word) {
  return number_of(word.substr(0, 6));
}
std::uint32_t bucket(std::size_t n) {
  return static_cast<std::uint32_t>(n < 4    ? n
                                    : n < 7  ? 4
                                    : n < 11 ? 5
                                    : n < 17 ? 6
                                    : n < 26 ? 7
                                             : 8);
}

class PairFeatures {
 public:
  PairFeatures(const LinkSentence& s, doc::Role role, const NameSpan& from, const NameSpan& to,
               const std::optional<PairReading>& reading)
      : s_(s),
        from_(from),
        to_(to),
        forward_(from.first < to.first),
        a_(forward_ ? from : to),
        b_(forward_ ? to : from),
        role_(role),
        reading_(reading) {}

  nlp::Features run() {
    order_ = forward_ ? 1 : 2;
    kinds_ = kind_of(from_) * 16 + kind_of(to_);
    for (const LinkCue& c : s_.cues) {
      if (c.token > a_.last && c.token < b_.first) between_.push_back(&c);
    }
    read_between();
    read_skeleton();
    read_around();
    read_cues();
    read_names();
    read_rule();
    return std::move(out_);
  }

 private:
  void add(std::uint32_t kind, std::uint32_t value) { out_.push_back(nlp::feature(kind, value)); }
  void add(std::uint32_t kind, std::uint32_t value, std::uint32_t other) {
    out_.push_back(nlp::feature(kind, value, other));
  }
  void ordered(std::uint32_t kind, std::uint32_t value) { add(kind, order_, value); }

  std::string_view word(std::size_t i) const {
    return i < s_.tokens.size() ? std::string_view(s_.tokens[i].folded) : std::string_view();
  }
  std::string_view gap(std::size_t i) const {
    return i + 1 < s_.tokens.size() ? gap_after(s_.text, s_.tokens, i) : std::string_view();
  }
  const LinkCue* cue_at(std::size_t i) const {
    for (const LinkCue& c : s_.cues) {
      if (c.token == i) return &c;
    }
    return nullptr;
  }
  // What divides two words: nothing much, a hyphen, a comma, a bracket that opens or closes, more.
  std::uint32_t mark(std::size_t i) const {
    const std::string_view g = gap(i);
    const auto has = [&](char c) { return g.find(c) != std::string_view::npos; };
    return has(';') || has(':')   ? 5
           : has('(') || has('[') ? 3
           : has(')') || has(']') ? 4
           : has(',')             ? 2
           : has('-') || has('/') ? 1
                                  : 0;
  }
  static std::uint32_t signed_form(const LinkCue& c) {
    return static_cast<std::uint32_t>(c.form) * 8 + static_cast<std::uint32_t>(c.sign + 1) * 2 +
           (c.bound ? 1 : 0);
  }

  // 0 nothing tells, 1 drug, 2 enzyme, 3 receptor and other heads of targets, 4 disease, 5 symbol,
  // 6 gene context behind it.
  std::uint32_t kind_of(const NameSpan& n) const {
    const doc::Token& last = s_.tokens[n.last];
    std::string name;
    for (std::size_t i = n.first; i <= n.last; ++i)
      name += (name.empty() ? "" : " ") + s_.tokens[i].folded;
    if (is_target_head(last.folded)) return 3;
    if (has_enzyme_ending(last.folded)) return 2;
    if (has_drug_stem(last.folded)) return 1;
    if (looks_like_disease(name)) return 4;
    const std::string_view written =
        s_.text.substr(s_.tokens[n.first].begin, last.end - s_.tokens[n.first].begin);
    const auto capitals =
        std::count_if(written.begin(), written.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
    const auto digits =
        std::count_if(written.begin(), written.end(), [](char c) { return c >= '0' && c <= '9'; });
    if (capitals + digits > 1 || (capitals > 0 && digits > 0))
      return is_gene_context(word(n.last + 1)) ? 6 : 5;
    if (is_gene_context(word(n.last + 1))) return 7;
    return 0;
  }

  void read_between() {
    const std::size_t first = a_.last + 1;
    std::uint32_t previous = 7;
    for (std::size_t i = first; i <= b_.first; ++i) {
      if (i >= first + kReach && i + kReach < b_.first) continue;
      const std::uint32_t w = i == b_.first ? 8 : number_of(word(i));
      if (i < b_.first) {
        ordered(kBetweenWord, w);
        ordered(kBetweenStem, stem_of(word(i)));
      }
      ordered(kBetweenPair, nlp::mixed(previous) + w);
      previous = w;
    }
    std::size_t commas = 0;
    std::size_t listed = 0;
    for (std::size_t i = a_.last; i < b_.first; ++i) commas += mark(i) != 0 ? 1 : 0;
    for (std::size_t i = first; i < b_.first; ++i)
      listed += is_any_of(word(i), {"and", "or"}) ? 1 : 0;
    const std::size_t distance = b_.first - first;
    ordered(kDistance, bucket(distance));
    ordered(kCoordination, static_cast<std::uint32_t>(std::min<std::size_t>(commas, 4) * 8 +
                                                      std::min<std::size_t>(listed, 2)));
    if (between_.empty()) ordered(kNoCue, bucket(distance));
  }

  static bool is_any_of(std::string_view w, std::initializer_list<std::string_view> words) {
    return std::find(words.begin(), words.end(), w) != words.end();
  }

  // Cues, link words, negators and marks between the two, the rest left out.
  void read_skeleton() {
    std::vector<std::uint32_t> bones;
    for (std::size_t i = a_.last; i < b_.first; ++i) {
      if (i > a_.last) {
        const std::string_view w = word(i);
        if (const LinkCue* c = cue_at(i))
          bones.push_back(100 + signed_form(*c));
        else if (is_negator(w))
          bones.push_back(50);
        else if (is_undirected_cue(w))
          bones.push_back(51);
        else if (is_be(w))
          bones.push_back(52);
        else if (leads_doer(w) || is_link_word(w) || opens_clause(w) || joins_effect(w))
          bones.push_back(nlp::mixed(doc::word_hash(w)) | 1024);
      }
      if (const std::uint32_t m = mark(i); m != 0) bones.push_back(m);
    }
    std::uint32_t head = 3;
    std::uint32_t tail = 3;
    for (std::size_t i = 0; i < std::min<std::size_t>(bones.size(), 3); ++i) {
      head = nlp::mixed(head) + bones[i];
      tail = nlp::mixed(tail) + bones[bones.size() - 1 - i];
      ordered(kSkeletonHead, head * 4 + static_cast<std::uint32_t>(i));
      ordered(kSkeletonTail, tail * 4 + static_cast<std::uint32_t>(i));
    }
  }

  void read_around() {
    std::uint32_t previous = 5;
    for (std::size_t d = 1; d <= kWindowWords && d <= a_.first; ++d) {
      const std::size_t i = a_.first - d;
      const std::uint32_t w = number_of(word(i));
      if (d <= 2) ordered(kBeside, w * 8 + static_cast<std::uint32_t>(d));
      if (d <= 3) ordered(kWindow, nlp::mixed(w) + 1);
      ordered(kWindowStem, nlp::mixed(stem_of(word(i))) + 1);
      if (d == 2) ordered(kNextPair, nlp::mixed(previous) + w * 2);
      previous = w;
      if (const LinkCue* c = cue_at(i)) ordered(kWindowCue, signed_form(*c) * 16 + (d < 4 ? 1 : 2));
    }
    previous = 6;
    for (std::size_t d = 1; d <= kWindowWords && b_.last + d < s_.tokens.size(); ++d) {
      const std::size_t i = b_.last + d;
      const std::uint32_t w = number_of(word(i));
      if (d <= 2) ordered(kBeside, w * 8 + 4 + static_cast<std::uint32_t>(d));
      if (d <= 3) ordered(kWindow, nlp::mixed(w) + 2);
      ordered(kWindowStem, nlp::mixed(stem_of(word(i))) + 2);
      if (d == 2) ordered(kNextPair, nlp::mixed(previous) + w * 2 + 1);
      previous = w;
      if (const LinkCue* c = cue_at(i)) ordered(kWindowCue, signed_form(*c) * 16 + (d < 4 ? 3 : 4));
    }
    ordered(kMarks,
            mark(a_.last) * 64 + (b_.first > 0 ? mark(b_.first - 1) : 0) * 8 + mark(b_.last));
    ordered(kMarks, 1024 + (a_.first > 0 ? mark(a_.first - 1) : 6));
    // Whole sentence, at the sides: is there another cue at all?
    std::array<bool, 4> seen{};
    for (const LinkCue& c : s_.cues) {
      if (c.token < a_.first) seen[c.sign > 0 ? 0 : 1] = true;
      if (c.token > b_.last) seen[c.sign > 0 ? 2 : 3] = true;
    }
    for (std::uint32_t i = 0; i < 4; ++i) {
      if (seen[i]) ordered(kWholeCue, i);
    }
  }

  void read_cues() {
    std::uint32_t up = 0;
    std::uint32_t down = 0;
    for (const LinkCue* c : between_) ++(c->sign > 0 ? up : down);
    ordered(kCueCounts, std::min(up, 3U) * 4 + std::min(down, 3U));
    ordered(kParity, down % 2 + 2 * (between_.empty() ? 1U : 0U));
    if (!between_.empty()) {
      const LinkCue& near_a = *between_.front();
      const LinkCue& near_b = *between_.back();
      ordered(kNearCue, signed_form(near_a) * 32 + bucket(near_a.token - a_.last - 1));
      ordered(kNearCue, 4096 + signed_form(near_b) * 32 + bucket(b_.first - near_b.token - 1));
      ordered(kCueKinds, signed_form(near_b) * 1000 + kinds_);
      ordered(kCueKinds, nlp::mixed(signed_form(near_a)) + number_of(word(near_a.token + 1)));
      ordered(kCueWord,
              nlp::mixed(stem_of(word(near_a.token))) + number_of(word(near_a.token + 1)));
      ordered(kCueWord,
              nlp::mixed(stem_of(word(near_b.token))) + number_of(word(b_.first - 1)) * 3 + 1);
    }
    // Bound to a name: "B antagonist", "inhibition of B".
    std::uint32_t which = 0;
    for (const NameSpan& n : {from_, to_}) {
      ++which;
      for (std::size_t d = 1; d <= 2; ++d) {
        if (const LinkCue* c = cue_at(n.last + d))
          ordered(kBoundTo, which * 8192 + signed_form(*c) * 16 +
                                static_cast<std::uint32_t>(d) * 4 + (mark(n.last) != 0 ? 1 : 0));
      }
      for (std::size_t d = 1; d <= 3 && d <= n.first; ++d) {
        if (const LinkCue* c = cue_at(n.first - d))
          ordered(kBoundTo,
                  which * 8192 + 4096 + signed_form(*c) * 16 + static_cast<std::uint32_t>(d) * 2);
      }
    }
    for (std::size_t i = 0; i < s_.tokens.size(); ++i) {
      if (!is_negator(word(i))) continue;
      if (i > a_.last && i < b_.first) ordered(kNegation, 1);
      if (i < a_.first && i + 8 > a_.first) ordered(kNegation, 2);
      if (i > b_.last && i < b_.last + 8) ordered(kNegation, 3);
    }
  }

  void read_names() {
    add(kKinds, kinds_);
    ordered(kKinds, 4096 + kinds_);
    std::uint32_t which = 0;
    for (const NameSpan& n : {from_, to_}) {
      ++which;
      const std::string_view last = word(n.last);
      for (std::size_t k = 2; k <= 4 && k <= last.size(); ++k)
        add(kEnding, which, number_of(last.substr(last.size() - k)));
      add(kNext, which, number_of(word(n.last + 1)) * 2 + 1);
      add(kNext, which + 2, n.first > 0 ? number_of(word(n.first - 1)) * 2 : 0);
      add(kNext, which + 4, nlp::mixed(number_of(word(n.last + 1))) + mark(n.last));
    }
    add(kRole, static_cast<std::uint32_t>(role_));
  }

  void read_rule() {
    if (!reading_) {
      add(kRule, 0);
      add(kRuleKinds, kinds_, 0);
      return;
    }
    const PairReading& r = *reading_;
    const std::uint32_t sign = static_cast<std::uint32_t>(r.sign + 1) * 2 + (r.negated ? 1 : 0);
    const double limits[] = {-2, -0.5, 0.3, 0.6, 1.5, 2.4, 3.5, 4.5, 5.5, 6.5, 7.5};
    std::uint32_t level = 1;
    for (const double limit : limits) {
      level += r.score >= limit ? 1 : 0;
      if (r.score >= limit) add(kRuleSign, sign * 64 + level + (r.negated ? 32 : 0));
    }
    add(kRule, sign * 32 + level * 2 + (r.doer ? 1 : 0) + 1);
    add(kRuleKinds, kinds_, sign + 1);
    add(kRuleRole, sign * 16 + static_cast<std::uint32_t>(role_));
    add(kRuleCue, sign, stem_of(word(r.cue)));
    const std::uint32_t at = r.cue < a_.first ? 1 : r.cue > b_.last ? 3 : 2;
    ordered(kRuleCue, 512 + sign * 8 + at);
  }

  const LinkSentence& s_;
  NameSpan from_, to_;
  bool forward_;
  NameSpan a_, b_;  // the same in text order
  doc::Role role_;
  const std::optional<PairReading>& reading_;
  std::uint32_t order_ = 1;
  std::uint32_t kinds_ = 0;
  std::vector<const LinkCue*> between_;
  nlp::Features out_;
};

}  // namespace

nlp::Features pair_features(const LinkSentence& sentence, doc::Role role, const NameSpan& from,
                            const NameSpan& to, const std::optional<PairReading>& reading) {
  return PairFeatures(sentence, role, from, to, reading).run();
}

}  // namespace ev::mechanism
