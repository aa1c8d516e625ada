#include "pipeline/mechanism/claim.hpp"

#include "base/text.hpp"
#include "pipeline/mechanism/aims.hpp"
#include "pipeline/mechanism/claim_ends.hpp"
#include "pipeline/mechanism/comparative_claim.hpp"
#include "pipeline/mechanism/conclusion_reading.hpp"
#include "pipeline/mechanism/content_words.hpp"
#include "pipeline/mechanism/denial.hpp"
#include "pipeline/mechanism/groups.hpp"
#include "pipeline/mechanism/link_cues.hpp"
#include "pipeline/mechanism/provenance.hpp"
#include "pipeline/mechanism/stance.hpp"
#include "pipeline/model/standing.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <tuple>

namespace ev::mechanism {
namespace {

constexpr double kTakenUp = 0.6;       // share of the claim's words the record must hold
constexpr double kTakenUpAtEnd = 0.6;  // … and its title with the sentence that decides
constexpr double kConclusionConfidence = 0.7;
constexpr double kClaimHedge = 0.5;
constexpr double kBearsOut = 0.7, kDenies = 0.3;
constexpr std::size_t kRecordsUnknownGroups = 3;

// A record on something else: too few of the claim's words, or a sentence that does not name both
// its ends.
bool takes_up(const doc::Document& document, const ClaimWords& claim,
              const std::optional<LinkToTest>& link, const doc::Span& sentence) {
  const model::Article& article = document.article();
  const std::set<std::string> said = content_stems(document.text(sentence));
  std::set<std::string> ends = content_stems(article.title);
  ends.insert(said.begin(), said.end());
  std::set<std::string> all = content_stems(article.abstract);
  all.insert(ends.begin(), ends.end());
  if (overlap_share(claim.stems, all) < kTakenUp ||
      overlap_share(claim.stems, ends) < kTakenUpAtEnd)
    return false;
  return !link || (overlap_share(content_stems(link->from), ends) >= 1 &&
                   overlap_share(content_stems(link->to), said) >= 1);
}

// Whether the record speaks of where the claim is made to hold.
bool is_in_setting(const model::Article& article, const LinkToTest& link) {
  const std::set<std::string> wanted = content_stems(link.setting);
  if (wanted.empty()) return true;
  std::set<std::string> said = content_stems(article.title + "\n" + article.abstract);
  for (const model::MeshHeading& heading : article.mesh_headings) {
    const std::set<std::string> more = content_stems(heading.descriptor);
    said.insert(more.begin(), more.end());
  }
  return overlap_share(wanted, said) >= kTakenUp;
}

// A finding, and on the claim: no plan, no question, and no title that states nothing.
bool says_it(const doc::Document& document, const Provenance& provenance, const ClaimWords& claim,
             const std::optional<LinkToTest>& link, const doc::Span& span) {
  const std::string_view sentence = document.text(span);
  if (provenance.plan || states_an_aim(sentence)) return false;
  if (span.field == doc::Field::title && !states_a_finding(sentence)) return false;
  return takes_up(document, claim, link, span);
}

// A claim of two plain ends is borne out by a sentence that links them, and by nothing vaguer.
bool is_readable(const std::optional<LinkToTest>& link) {
  constexpr std::size_t kPlainEnd = 3;  // words that carry meaning
  return link && content_stems(link->from).size() <= kPlainEnd &&
         content_stems(link->to).size() <= kPlainEnd;
}

// A sentence that names both ends and says no to what one does to the other: not to something else
// in it, and not to a difference between two ways of giving the one.
bool denies_link(std::string_view sentence, const NamedLink& link) {
  constexpr std::size_t kReach = 6;
  const LinkSentence read = link_sentence(sentence);
  const std::vector<NameSpan> from = link.from.find(sentence, read.tokens);
  const std::size_t named = from.size();
  if (named == 0 || is_set_apart(read, from.front()) || link.to.find(sentence, read.tokens).empty())
    return false;
  const bool doses = std::any_of(read.tokens.begin(), read.tokens.end(), [](const doc::Token& t) {
    return t.folded == "doses" || t.folded == "dosages";
  });
  const auto relates = [&](std::size_t i) {
    constexpr std::string_view kStems[] = {"effect", "associat", "correlat", "chang",
                                           "impact", "benefit",  "advantag", "superior"};
    const std::string_view w = read.tokens[i].folded;
    if (w.starts_with("differ")) return named == 1 && !doses;
    const auto begins = [&](std::string_view stem) { return w.starts_with(stem); };
    const auto at = [&](const LinkCue& cue) { return cue.token == i; };
    return is_undirected_cue(w) || std::any_of(std::begin(kStems), std::end(kStems), begins) ||
           std::any_of(read.cues.begin(), read.cues.end(), at);
  };
  for (std::size_t i = 0; i < read.tokens.size(); ++i) {
    if (!is_negator(read.tokens[i].folded)) continue;
    if (i > 0 && read.tokens[i - 1].folded == "should") continue;  // advice
    for (std::size_t k = i + 1; k < read.tokens.size() && k <= i + kReach; ++k) {
      if (relates(k)) return true;
    }
  }
  return false;
}

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
std::optional<Evidence> judge_by_link(const model::Article& article, const LinkToTest& link,
                                      bool denies) {
  const NamedLink named = named_link(link);
  const std::vector<std::vector<Evidence>> read = read_stances(article, {&named, 1});
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

Evidence judge_record(const model::Article& article, const ClaimWords& claim,
                      const std::optional<LinkToTest>& link, bool only) {
  const doc::Document document(article);
  const Provenance provenance = provenance_of(article);
  bool borne_out = false;  // by a sentence that links the claim's ends
  if (!provenance.plan && link && (only || is_in_setting(article, *link))) {
    // The one record given is judged by its conclusion, unless a sentence says the opposite.
    const auto stated = judge_by_link(article, *link, claim.denies);
    if (stated && (!only || (stated->stance == Stance::contradicts && !stated->negated)))
      return *stated;
    borne_out = stated && stated->stance == Stance::supports;
  }
  Evidence e{.id = record_id(article),
             .stance = Stance::mentions,
             .design = provenance.design,
             .species = provenance.species};
  const auto reading = read_conclusion(document, claim);
  if (!reading) return e;
  e.quote = document.quote(reading->span);
  e.hedged = reading->hedged;
  e.negated = reading->negated;
  if (!only && claim.denies) return e;  // a "no" somewhere is no "no effect"
  const bool affirms = reading->stance == Stance::supports;
  if (!only && !says_it(document, provenance, claim, link, reading->span)) return e;
  if (!only && affirms && (points_elsewhere(e.quote.text, claim) || is_readable(link))) return e;
  if (!only && is_readable(link) && !denies_link(e.quote.text, named_link(*link))) return e;
  const bool opposite =
      only && affirms && link && !borne_out && points_elsewhere(e.quote.text, claim);
  e.stance = opposite ? Stance::contradicts : reading->stance;
  e.weight = provenance.weight * kConclusionConfidence * (e.hedged ? kClaimHedge : 1);
  return e;
}

void decide(ClaimResult& r, const std::vector<const model::Article*>& supporters,
            const std::vector<const model::Article*>& deniers, const ClaimOptions& options) {
  const double total = r.weight_for + r.weight_against;
  const std::size_t voters = r.supporting_records + r.contradicting_records;
  r.reason = std::to_string(r.supporting_records) + " for, " +
             std::to_string(r.contradicting_records) + " against, " +
             std::to_string(r.mixed_records) + " mixed";
  if (voters == 0) {
    r.verdict = r.mixed_records > 0 ? Verdict::mixed : Verdict::insufficient;
    return;
  }
  r.share = r.weight_for / total;
  const WilsonInterval interval = wilson(r.share, static_cast<double>(voters));
  r.low = interval.low;
  r.high = interval.high;
  r.independent_groups = independent_author_groups(supporters);
  const auto against = independent_author_groups(deniers);
  const auto enough = [&](const std::optional<std::size_t>& groups, std::size_t records) {
    if (options.groups_wanted <= 1) return true;
    return groups ? *groups >= options.groups_wanted : records >= kRecordsUnknownGroups;
  };
  // Where nobody names authors two records may deny, three are asked to affirm.
  const auto denied_enough = [&](const std::optional<std::size_t>& groups, std::size_t records) {
    return groups ? enough(groups, records) : records >= options.groups_wanted;
  };
  if (r.share >= kBearsOut)
    r.verdict = enough(r.independent_groups, r.supporting_records) ? Verdict::supported
                                                                   : Verdict::insufficient;
  else if (r.share <= kDenies)
    r.verdict =
        denied_enough(against, r.contradicting_records) ? Verdict::refuted : Verdict::insufficient;
  else
    r.verdict = Verdict::mixed;
  if (r.verdict == Verdict::insufficient) r.reason += "; two independent groups are asked for";
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

Result<ClaimResult> test_claim(std::string_view claim, std::span<const model::Article> articles,
                               const ClaimOptions& options, const Context& ctx) {
  const ClaimWords words = claim_words(claim);
  std::optional<LinkToTest> link = link_of_claim(claim);
  if (link)
    link->from_names.insert(link->from_names.end(), options.members.begin(), options.members.end());
  const bool only = articles.size() == 1 && options.groups_wanted <= 1;
  const auto compared = comparative_claim(claim);
  std::map<std::string, Evidence> comparison;
  if (compared) {
    EV_TRY(comparison, comparison_evidence(*compared, articles, ctx));
  }
  ClaimResult out;
  std::vector<const model::Article*> supporters;
  std::vector<const model::Article*> deniers;
  for (const model::Article& article : articles) {
    EV_CHECK(ctx.check());
    if (is_void(article)) {
      out.excluded_retracted.push_back(record_id(article));
      continue;
    }
    ++out.records_read;
    Evidence e = compared && !only ? comparison[record_id(article)]
                                   : judge_record(article, words, link, only);
    // "B was better than A" bears out no claim that A is, whatever else the conclusion says.
    if (compared && only && e.stance == Stance::supports) {
      const Evidence& told = comparison[record_id(article)];
      if (told.stance == Stance::contradicts) e = told;
    }
    if (e.stance == Stance::supports) {
      supporters.push_back(&article);
      ++out.supporting_records;
    } else if (e.stance == Stance::contradicts) {
      deniers.push_back(&article);
      ++out.contradicting_records;
    } else if (e.stance == Stance::mixed) {
      ++out.mixed_records;
    }
    out.articles.push_back(std::move(e));
  }
  std::sort(out.excluded_retracted.begin(), out.excluded_retracted.end());
  const auto rank = [](const Evidence& e) {
    return e.stance == Stance::supports      ? 0
           : e.stance == Stance::contradicts ? 1
           : e.stance == Stance::mixed       ? 2
                                             : 3;
  };
  std::stable_sort(out.articles.begin(), out.articles.end(),
                   [&](const Evidence& a, const Evidence& b) {
                     return std::make_tuple(rank(a), -a.weight, std::string_view(a.id)) <
                            std::make_tuple(rank(b), -b.weight, std::string_view(b.id));
                   });
  for (const Evidence& e : out.articles) {  // in an order that is not the records'
    if (e.stance == Stance::supports) out.weight_for += e.weight;
    if (e.stance == Stance::contradicts) out.weight_against += e.weight;
  }
  decide(out, supporters, deniers, options);
  if (compared) {
    const Comparison& c = compared->comparison;
    out.reason += "; read as " + c.intervention + " against " + c.comparator + " on " + c.outcome;
  }
  return out;
}

}  // namespace ev::mechanism
