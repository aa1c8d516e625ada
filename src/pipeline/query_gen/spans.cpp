#include "pipeline/query_gen/spans.hpp"

#include "pipeline/query_gen/words.hpp"

#include <algorithm>

namespace ev::query_gen {

namespace {

constexpr std::size_t kLongestSpan = 6;

class SpanFinder {
 public:
  SpanFinder(std::string_view goal, const std::vector<doc::Token>& tokens,
             const std::vector<Concept>& concepts)
      : goal_(goal), tokens_(tokens), concepts_(concepts) {}

  std::vector<Span> run() {
    for (std::size_t end = 2; end <= tokens_.size(); ++end) {
      const std::string& last = tokens_[end - 1].folded;
      const bool head = is_head_noun(last);
      if (!head && !is_loose_head(last) && !is_subject(end - 1)) continue;
      take_runs(end, head);
    }
    std::stable_sort(out_.begin(), out_.end(), [](const Span& a, const Span& b) {
      return a.end - a.begin > b.end - b.begin;
    });
    drop_contained();
    if (out_.size() > kMostSpans) out_.resize(kMostSpans);
    return std::move(out_);
  }

 private:
  // All runs that end there; words that join stand in those only that a noun of disease completes.
  void take_runs(std::size_t end, bool head) {
    for (std::size_t begin = end - 1; begin-- > 0 && end - begin <= kLongestSpan;) {
      if (!is_joined(begin, head)) return;
      const std::string& word = tokens_[begin].folded;
      const bool joins = joins_a_term(word);
      if (joins && !head) return;
      if (is_degree(word) && !is_subject(begin)) {
        out_.push_back({text_of(begin, end), begin, end});
        return;
      }
      if (!joins && !is_subject(begin)) return;
      if (!joins && is_worth_asking(begin, end)) out_.push_back({text_of(begin, end), begin, end});
    }
  }

  bool is_joined(std::size_t at, bool head) const {
    const std::string_view gap =
        goal_.substr(tokens_[at].end, tokens_[at + 1].begin - tokens_[at].end);
    return gap == " " || gap == "-" || gap == "'" || gap == "\u2013" || (head && gap == ", ");
  }

  // Of a concept, not of the scaffolding around it.
  bool is_subject(std::size_t token) const {
    return std::any_of(concepts_.begin(), concepts_.end(), [token](const Concept& c) {
      return !c.negated && c.begin <= token && token < c.end;
    });
  }

  bool is_worth_asking(std::size_t begin, std::size_t end) const {
    bool open = false;
    for (const Concept& c : concepts_) {
      const bool overlaps = c.begin < end && begin < c.end;
      if (!overlaps) continue;
      // Plain words that only happen to stand together may be cut: "cerebral air", "embolism".
      const bool cut = c.heading.empty() && !is_named(c) && c.begin < begin && c.end < end;
      const bool inside = cut || (begin <= c.begin && c.end <= end);
      const bool same = c.begin == begin && c.end == end;
      if (!inside || same || c.negated) return false;
      open = open || c.heading.empty();
    }
    return open;
  }

  // The same end is asked for once with and once without its first words; a run inside another one
  // of its own words is left to that one.
  void drop_contained() {
    std::vector<Span> kept;
    for (Span& span : out_) {
      const auto of_same_end = std::count_if(kept.begin(), kept.end(),
                                             [&span](const Span& k) { return k.end == span.end; });
      const bool inner = std::any_of(kept.begin(), kept.end(), [&span](const Span& k) {
        return k.begin <= span.begin && span.end < k.end;
      });
      if (of_same_end < 2 && !inner) kept.push_back(std::move(span));
    }
    out_ = std::move(kept);
  }

  std::string text_of(std::size_t begin, std::size_t end) const {
    return std::string(
        goal_.substr(tokens_[begin].begin, tokens_[end - 1].end - tokens_[begin].begin));
  }

  std::string_view goal_;
  const std::vector<doc::Token>& tokens_;
  const std::vector<Concept>& concepts_;
  std::vector<Span> out_;
};

}  // namespace

std::vector<Span> longer_spans(std::string_view goal, const std::vector<doc::Token>& tokens,
                               const std::vector<Concept>& concepts) {
  return SpanFinder(goal, tokens, concepts).run();
}

}  // namespace ev::query_gen
