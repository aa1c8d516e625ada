#include "pipeline/mechanism/claim.hpp"

#include "base/text.hpp"
#include "pipeline/mechanism/claim_ends.hpp"
#include "pipeline/mechanism/conclusion_reading.hpp"
#include "pipeline/mechanism/content_words.hpp"
#include "pipeline/mechanism/link_cues.hpp"
#include "pipeline/mechanism/provenance.hpp"
#include "pipeline/mechanism/stance.hpp"

#include <algorithm>
#include <iterator>
#include <set>

namespace ev::mechanism {
namespace {

constexpr double kConclusionConfidence = 0.7;
constexpr double kClaimHedge = 0.5;

// "A raised B" bears out no claim that it lowers B: all its directed words point the other way.
bool points_elsewhere(std::string_view sentence, const ClaimWords& claim) {
  bool any = false;
  for (const LinkCue& cue : link_cues(sentence, doc::tokenize(sentence))) {
    if (cue.bound || cue.by_value) continue;
    if (cue.sign == claim.direction) return false;
    any = true;
  }
  return any && claim.direction != 0;
}

// The strongest sentence of the side that outweighs the other, for a claim that says who does what,
// or that it does not: then only a sentence that denies the link bears the claim out.
std::optional<Evidence> judge_by_link(const doc::RecordAnalysis& record, const LinkToTest& link,
                                      bool denies) {
  const NamedLink named = named_link(link);
  const std::vector<std::vector<Evidence>> read = read_stances(record, {&named, 1});
  const Evidence* best[2] = {nullptr, nullptr};
  for (const Evidence& e : read.front()) {
    if (e.stance == Stance::mentions) continue;
    const Evidence*& side = best[e.stance == Stance::supports ? 0 : 1];
    if (side == nullptr || e.weight > side->weight) side = &e;
  }
  const double yes = best[0] != nullptr ? best[0]->weight : 0;
  const double no = best[1] != nullptr ? best[1]->weight : 0;
  if (yes == no) return std::nullopt;
  Evidence out = *(yes > no ? best[0] : best[1]);
  if (denies) out.stance = yes > no ? Stance::contradicts : Stance::supports;
  return out;
}

bool is_claim_verb(const LinkCue& cue) {
  switch (cue.form) {
    case LinkForm::verb:
    case LinkForm::verb_or_noun:
    case LinkForm::participle:
      return true;
    case LinkForm::adjective:
      return cue.by_value || cue.sign < 0;  // "is effective in"
    default:
      return false;
  }
}

// Words [first, last) without what only joins them to the verb.
std::string end_of_claim(std::string_view claim, const std::vector<doc::Token>& tokens,
                         std::size_t first, std::size_t last) {
  constexpr std::string_view kJoins[] = {
      "does", "do",      "did", "can", "could", "may",  "will", "is",         "are",
      "was",  "were",    "the", "in",  "for",   "of",   "an",   "a",          "not",
      "with", "against", "has", "had", "no",    "have", "any",  "significant"};
  const auto joins = [&](std::size_t i) {
    return std::find(std::begin(kJoins), std::end(kJoins), tokens[i].folded) != std::end(kJoins);
  };
  while (first < last && joins(first)) ++first;
  while (last > first && joins(last - 1)) --last;
  if (first >= last) return {};
  return std::string(claim.substr(tokens[first].begin, tokens[last - 1].end - tokens[first].begin));
}

// The claim's ends around its verb; the sign is left open.
std::optional<LinkToTest> link_at(std::string_view claim, const std::vector<doc::Token>& tokens,
                                  std::size_t verb) {
  constexpr std::string_view kCircumstances[] = {"in",   "after",  "among", "during",
                                                 "with", "before", "when",  "following"};
  std::size_t begin = verb + 1;
  while (begin < tokens.size() &&
         (is_link_word(tokens[begin].folded) || tokens[begin].folded == "with"))
    ++begin;
  std::size_t end = begin;
  while (end < tokens.size() && std::find(std::begin(kCircumstances), std::end(kCircumstances),
                                          tokens[end].folded) == std::end(kCircumstances))
    ++end;
  LinkToTest link{.from = end_of_claim(claim, tokens, 0, verb),
                  .to = end_of_claim(claim, tokens, begin, end),
                  .relation = tokens[verb].folded,
                  .sign = 0};
  if (link.from.empty() || link.to.empty()) return std::nullopt;
  link.setting = end_of_claim(claim, tokens, end, tokens.size());
  open_ends(link);
  add_known_names(link);
  keep_to_kind(link);
  constexpr std::string_view kEvents = " events";  // "heart attack events" are heart attacks
  if (link.to.ends_with(kEvents))
    link.to_names.push_back(link.to.substr(0, link.to.size() - kEvents.size()));
  return link;
}

}  // namespace

bool asks_yes_or_no(std::string_view question) {
  constexpr std::string_view kBegins[] = {"does", "do",     "did",   "is",   "are",   "was",
                                          "were", "can",    "could", "will", "would", "has",
                                          "have", "should", "may",   "might"};
  const std::vector<doc::Token> tokens = doc::tokenize(question);
  return !tokens.empty() && std::find(std::begin(kBegins), std::end(kBegins),
                                      tokens.front().folded) != std::end(kBegins);
}

std::optional<LinkToTest> link_of_claim(std::string_view claim) {
  const std::vector<doc::Token> tokens = doc::tokenize(claim);
  for (const LinkCue& cue : link_cues(claim, tokens)) {
    if (cue.bound || !is_claim_verb(cue) || cue.token == 0) continue;
    if (auto link = link_at(claim, tokens, cue.token)) {
      link->sign = cue.by_value && named_link(*link).less_is_better ? -cue.sign : cue.sign;
      return link;
    }
    return std::nullopt;
  }
  // "A affects B", "A has no effect on B", "A is associated with B": either way.
  const auto joins_at = [&](std::size_t i) {
    constexpr std::string_view kOn[] = {"effect", "effects", "impact", "influence"};
    const std::string_view w = tokens[i].folded;
    const std::string_view next = tokens[i + 1].folded;
    if (std::find(std::begin(kOn), std::end(kOn), w) != std::end(kOn)) return next == "on";
    if (w == "associated") return next == "with";
    return is_undirected_cue(w) || w == "changes";
  };
  for (std::size_t i = 1; i + 1 < tokens.size(); ++i) {
    if (joins_at(i)) return link_at(claim, tokens, i);
  }
  return std::nullopt;
}

std::optional<Evidence> read_by_link(std::string_view claim, const doc::RecordAnalysis& record) {
  const std::optional<LinkToTest> link = link_of_claim(claim);
  if (!link) return std::nullopt;
  if (auto stated = judge_by_link(record, *link, claim_words(claim).denies)) return stated;
  return Evidence{.id = record_id(record.article()), .stance = Stance::mentions};
}

Evidence read_by_conclusion(std::string_view claim, const doc::RecordAnalysis& record) {
  const ClaimWords words = claim_words(claim);
  const std::optional<LinkToTest> link = link_of_claim(claim);
  const doc::Document& document = record.document();
  const Provenance provenance = provenance_of(record.article());
  bool borne_out = false;  // by a sentence that links the claim's ends
  if (!provenance.plan && link) {
    const auto stated = judge_by_link(record, *link, words.denies);
    // The conclusion decides, unless a sentence says the opposite.
    if (stated && stated->stance == Stance::contradicts && !stated->negated) return *stated;
    borne_out = stated && stated->stance == Stance::supports;
  }
  Evidence e{.id = record_id(record.article()),
             .stance = Stance::mentions,
             .design = provenance.design,
             .species = provenance.species};
  const auto reading = read_conclusion(record, words);
  const std::set<std::string> said =
      content_stems(document.article().title + "\n" + document.article().abstract);
  if (!reading || overlap_share(words.stems, said) == 0) return e;
  e.quote = document.quote(reading->span);
  e.hedged = reading->hedged;
  e.negated = reading->negated;
  const bool affirms = reading->stance == Stance::supports;
  const bool opposite = affirms && link && !borne_out && points_elsewhere(e.quote.text, words);
  e.stance = opposite ? Stance::contradicts : reading->stance;
  e.weight = provenance.weight * kConclusionConfidence * (e.hedged ? kClaimHedge : 1);
  return e;
}

}  // namespace ev::mechanism
