#include "pipeline/text/other_study.hpp"

#include "base/data_table.hpp"
#include "pipeline/text/chars.hpp"

#include <algorithm>
#include <optional>
#include <unordered_set>

namespace ev::doc {

namespace {

using Words = std::unordered_set<std::string_view>;

Words listed(std::string_view set) {
  const auto words = data_words("lexicon/other_study_words.tsv", "word", "set", set);
  return {words.begin(), words.end()};
}

// Words [first, last) that name the other study, or say that somebody told it before.
struct Marker {
  std::size_t first = 0, last = 0;
  bool behind = false;  // it may also stand right behind what it tells of
};

class ForeignParts {
 public:
  ForeignParts(std::string_view text, std::span<const Token> tokens)
      : text_(text), tokens_(tokens) {}

  std::vector<ForeignPart> find() const {
    std::vector<ForeignPart> out;
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      auto marker = named_study(i);
      if (!marker) marker = told_before(i);
      if (!marker) continue;
      out.push_back(part_of(*marker));
      i = std::max(i, marker->last - 1);
    }
    return out;
  }

 private:
  bool is(std::size_t i, const Words& words) const {
    return i < tokens_.size() && words.contains(tokens_[i].folded);
  }
  std::string_view gap_before(std::size_t i) const {
    const std::size_t from = i == 0 ? 0 : tokens_[i - 1].end;
    return text_.substr(from, tokens_[i].begin - from);
  }
  // Blanks and hyphens alone.
  bool runs_on(std::size_t i) const {
    return gap_before(i).find_first_of(",;:()[].") == std::string_view::npos;
  }

  // "in the earlier X trial", "previous studies showed".
  std::optional<Marker> named_study(std::size_t i) const {
    static const Words kEarlier = listed("earlier"), kOther = listed("other"),
                       kStudy = listed("study"), kAnalysis = listed("analysis"),
                       kPlace = listed("place"), kArticle = listed("article"),
                       kTells = listed("tells"), kPeople = listed("people");
    const bool earlier = is(i, kEarlier);
    if (!earlier && !is(i, kOther)) return std::nullopt;
    std::size_t study = i + 1;
    constexpr std::size_t kNamed = 4;
    for (; study <= i + kNamed && study < tokens_.size() && runs_on(study); ++study) {
      if (is(study, kStudy) || (earlier && is(study, kAnalysis))) break;
    }
    const bool called = study <= i + kNamed && study < tokens_.size() && runs_on(study) &&
                        (is(study, kStudy) || (earlier && is(study, kAnalysis)));
    if (!called) return std::nullopt;
    if (is(study, kStudy) && is(study + 1, kAnalysis)) ++study;
    if (is(study + 1, kPeople) && runs_on(study + 1)) return std::nullopt;
    std::size_t first = i;
    while (first > 0 && is(first - 1, kArticle)) --first;
    if (first > 0 && is(first - 1, kPlace) && runs_on(first))
      return Marker{first - 1, study + 1, true};
    const bool begins = first == 0 || !runs_on(first);
    for (std::size_t k = study + 1; begins && k <= study + 3; ++k) {
      if (is(k, kTells)) return Marker{first, k + 1};
    }
    return std::nullopt;
  }

  // "previously reported", "reported elsewhere".
  std::optional<Marker> told_before(std::size_t i) const {
    static const Words kTold = listed("told"), kBefore = listed("before");
    if (i + 1 >= tokens_.size() || !runs_on(i + 1)) return std::nullopt;
    if (tokens_[i].folded == "previously" && is(i + 1, kTold)) return Marker{i, i + 2, true};
    if (is(i, kTold) && is(i + 1, kBefore)) return Marker{i, i + 2, true};
    return std::nullopt;
  }

  ForeignPart part_of(const Marker& marker) const {
    if (marker.behind) {
      if (const auto begin = told_right_before(marker))
        return {*begin, tokens_[marker.last - 1].end};
    }
    return {tokens_[marker.first].begin, end_behind(marker)};
  }

  // "0.5 (0.3 to 0.8) in the earlier trial", "0.5 reported previously": where the clause begins.
  std::optional<std::size_t> told_right_before(const Marker& marker) const {
    static const Words kTold = listed("told"), kFrom = listed("own");
    std::size_t first = marker.first;
    if (first > 0 && is(first - 1, kTold) && runs_on(first)) --first;
    if (first == 0) return std::nullopt;
    std::size_t end = tokens_[first].begin;
    while (end > 0 && text_[end - 1] == ' ') --end;
    const bool figure = end > 0 && (is_digit(text_[end - 1]) || text_[end - 1] == ')' ||
                                    text_[end - 1] == ']' || text_[end - 1] == '%');
    if (!figure) return std::nullopt;
    int depth = 0;
    std::size_t begin = end;
    for (; begin > 0; --begin) {
      const char c = text_[begin - 1];
      depth += c == ')' || c == ']' ? 1 : c == '(' || c == '[' ? -1 : 0;
      if (depth == 0 && (c == ';' || (c == ',' && begin < text_.size() && text_[begin] == ' ')))
        break;
    }
    for (std::size_t k = first; k-- > 0 && tokens_[k].begin >= begin;) {
      const std::string& word = tokens_[k].folded;
      if (kFrom.contains(word) || word == "than" || word == "with" || word == "versus" ||
          word == "vs")
        return tokens_[k].end;
    }
    return begin;
  }

  // Up to what comes back to the record's own; of a study that is only likened to it, to the end
  // of the clause.
  std::size_t end_behind(const Marker& marker) const {
    static const Words kOwn = listed("own"), kThis = listed("this"), kStudy = listed("study"),
                       kAnalysis = listed("analysis"), kLikened = listed("likened");
    std::size_t end = text_.size();
    for (std::size_t k = marker.last; k < tokens_.size(); ++k) {
      const bool this_study = is(k, kThis) && (is(k + 1, kStudy) || is(k + 1, kAnalysis));
      if (!is(k, kOwn) && !this_study) continue;
      end = tokens_[k].begin;
      break;
    }
    const std::size_t from = tokens_[marker.last - 1].end;
    if (const std::size_t at = text_.find(';', from); at < end && !in_bracket(from, at)) end = at;
    bool likened = false;
    for (std::size_t k = 0; k < marker.first; ++k) likened = likened || is(k, kLikened);
    for (std::size_t at = text_.find(", ", from); likened && at < end;
         at = text_.find(", ", at + 1)) {
      if (!in_bracket(from, at)) return at;
    }
    return end;
  }

  bool in_bracket(std::size_t from, std::size_t at) const {
    int depth = 0;
    for (const char c : text_.substr(from, at - from))
      depth += c == '(' || c == '[' ? 1 : c == ')' || c == ']' ? -1 : 0;
    return depth > 0;
  }

  std::string_view text_;
  std::span<const Token> tokens_;
};

}  // namespace

std::vector<ForeignPart> parts_on_other_studies(std::string_view sentence,
                                                std::span<const Token> tokens) {
  return ForeignParts(sentence, tokens).find();
}

bool is_in(std::span<const ForeignPart> parts, std::size_t byte) {
  return std::any_of(parts.begin(), parts.end(), [byte](const ForeignPart& part) {
    return byte >= part.begin && byte < part.end;
  });
}

}  // namespace ev::doc
