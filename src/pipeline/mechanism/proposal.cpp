#include "pipeline/mechanism/proposal.hpp"

#include "base/text.hpp"
#include "pipeline/mechanism/aims.hpp"
#include "pipeline/mechanism/pair_reading.hpp"
#include "pipeline/mechanism/provenance.hpp"
#include "pipeline/text/fold_map.hpp"
#include "pipeline/text/scopes.hpp"

#include <algorithm>
#include <optional>
#include <span>

namespace ev::mechanism {
namespace {

constexpr double kAgreedConfidence = 0.65;  // the grammar reads the same
constexpr double kAloneConfidence = 0.45;   // it reads nothing
constexpr double kHedgedShare = 0.5;
constexpr double kBackgroundShareOfProposal = 0.3;
constexpr std::size_t kMostPlacesOfQuote = 4;

Error not_grounded(const Proposal& proposal, const char* member, std::string message,
                   std::string hint) {
  return {.code = Errc::llm_ungrounded,
          .message = std::move(message),
          .path = proposal.path + "." + member,
          .recovery = std::move(hint)};
}

// Sentences that hold the whole quote; `found`: it stands somewhere, if over two sentences.
std::vector<const doc::Sentence*> sentences_with(const doc::Document& document,
                                                 std::string_view quote, bool& found) {
  const doc::FoldMap folded(quote);
  std::vector<const doc::Sentence*> out;
  for (const doc::Field field : {doc::Field::abstract, doc::Field::title}) {
    const std::string_view whole = document.text(field);
    for (const auto& [begin, end] : doc::FoldMap(whole).find_all(folded, kMostPlacesOfQuote)) {
      found = true;
      const doc::Sentence* sentence = document.sentence_at(field, text::byte_of(whole, begin));
      if (sentence != nullptr && text::byte_of(whole, end) <= sentence->span.end)
        out.push_back(sentence);
    }
  }
  return out;
}

bool within(const std::vector<NameSpan>& spans, std::size_t token) {
  return std::any_of(spans.begin(), spans.end(),
                     [&](const NameSpan& s) { return s.first <= token && token <= s.last; });
}

struct Ends {
  std::vector<NameSpan> from, to;
};

// The cue beside neither name's own words that is nearest to the second end.
std::optional<std::size_t> cue_for(const LinkSentence& sentence, const Ends& ends) {
  std::optional<std::size_t> best;
  std::size_t nearest = 0;
  for (std::size_t i = 0; i < sentence.tokens.size(); ++i) {
    const bool cue = is_undirected_cue(sentence.tokens[i].folded) ||
                     std::any_of(sentence.cues.begin(), sentence.cues.end(),
                                 [&](const LinkCue& c) { return c.token == i; });
    if (!cue || within(ends.from, i) || within(ends.to, i)) continue;
    for (const NameSpan& t : ends.to) {
      const std::size_t distance = i < t.first ? t.first - i : i - t.last;
      if (best && distance >= nearest) continue;
      best = i;
      nearest = distance;
    }
  }
  return best;
}

bool agrees(const PairReading& reading, int said) {
  if (reading.null_finding || reading.negated) return said == 0;
  return reading.sign == 0 || reading.sign == said;
}

class Grounding {
 public:
  Grounding(const doc::Document& document, const LinkNames& from, const LinkNames& to,
            bool less_is_better, const Proposal& proposal)
      : document_(document),
        from_(from),
        to_(to),
        less_is_better_(less_is_better),
        proposal_(proposal) {}

  Result<Grounded> in(const doc::Sentence& sentence) const {
    const std::string_view text = document_.text(sentence.span);
    if (sentence.role == doc::Role::objective || sentence.role == doc::Role::methods ||
        states_an_aim(text)) {
      return not_grounded(proposal_, "quote", "states an aim or a method, not a finding",
                          "quote a sentence that tells what was found");
    }
    const LinkSentence read = link_sentence(text);
    const Ends ends{from_.find(text, read.tokens), to_.find(text, read.tokens)};
    if (ends.from.empty() || ends.to.empty()) {
      return not_grounded(proposal_, "quote", "its sentence does not name both ends of the link",
                          "quote a sentence that names both, and name the ends as it does");
    }
    auto reading = best_reading(read, ends.from, ends.to, less_is_better_);
    if (reading && reading->score < kFirmReading) reading.reset();
    if (reading && !agrees(*reading, proposal_.sign)) {
      return not_grounded(proposal_, "says", "its sentence says something else of the two",
                          "say what the sentence states, or leave it out");
    }
    const auto cue = reading ? std::optional(reading->cue) : cue_for(read, ends);
    if (!cue) {
      return not_grounded(proposal_, "quote",
                          "its sentence names the two together but not what one does to the other",
                          "naming together is no support; leave it out");
    }
    const doc::Scope scope = doc::scope_at(read.text, read.tokens, *cue);
    if (!reading && scope.negated != (proposal_.sign == 0)) {
      return not_grounded(proposal_, "says",
                          scope.negated ? "its sentence denies it" : "its sentence denies nothing",
                          "say what the sentence states, or leave it out");
    }
    return grounded(sentence, read, *cue, scope.hedged, reading.has_value());
  }

 private:
  Grounded grounded(const doc::Sentence& sentence, const LinkSentence& read, std::size_t cue,
                    bool hedged, bool agreed) const {
    const Provenance provenance = provenance_of(document_.article());
    const doc::Token& word = read.tokens[cue];
    Grounded out{.finding = sentence.role != doc::Role::background};
    out.evidence = {.id = proposal_.record,
                    .quote = document_.quote(sentence.span),
                    .design = provenance.design,
                    .species = provenance.species,
                    .cue = std::string(read.text.substr(word.begin, word.end - word.begin)),
                    .negated = proposal_.sign == 0,
                    .hedged = hedged,
                    .method = proposal_.method};
    out.evidence.weight = provenance.weight * (agreed ? kAgreedConfidence : kAloneConfidence) *
                          (hedged ? kHedgedShare : 1.0) *
                          (out.finding ? 1.0 : kBackgroundShareOfProposal);
    return out;
  }

  const doc::Document& document_;
  const LinkNames& from_;
  const LinkNames& to_;
  const bool less_is_better_;
  const Proposal& proposal_;
};

}  // namespace

Result<Grounded> ground_proposal(const model::Article& article, const LinkNames& from,
                                 const LinkNames& to, bool less_is_better,
                                 const Proposal& proposal) {
  if (text::trim(proposal.quote).empty()) {
    return not_grounded(proposal, "quote", "is missing",
                        "copy the words of the record that state the link");
  }
  const doc::Document document(article);
  bool found = false;
  const auto places = sentences_with(document, proposal.quote, found);
  if (places.empty()) {
    return not_grounded(
        proposal, "quote",
        found ? "runs over more than one sentence" : "does not stand in title or abstract",
        "copy it from one sentence of the record, character by character");
  }
  const std::string whole = document.article().title + "\n" + document.article().abstract;
  const LinkNames here_from = from.with_definitions(whole);
  const LinkNames here_to = to.with_definitions(whole);
  const Grounding grounding(document, here_from, here_to, less_is_better, proposal);
  Result<Grounded> first = grounding.in(*places.front());
  for (std::size_t i = 1; i < places.size() && !first; ++i) {
    if (auto other = grounding.in(*places[i])) return other;
  }
  return first;
}

Stance stance_of_proposal(int said, int asserted) {
  if (said == 0) return Stance::contradicts;
  return asserted == 0 || said == asserted ? Stance::supports : Stance::contradicts;
}

}  // namespace ev::mechanism
