#include "pipeline/mechanism/testing.hpp"

#include "base/text.hpp"
#include "pipeline/mechanism/groups.hpp"
#include "pipeline/mechanism/stance.hpp"
#include "pipeline/model/retraction.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <set>
#include <tuple>

namespace ev::mechanism {
namespace {

constexpr double kForShare = 0.7, kAgainstShare = 0.3;
constexpr std::size_t kRecordsToRefute = 2;
constexpr std::size_t kGroupsWanted = 2, kRecordsWithoutGroups = 3;

struct Vote {
  std::size_t article = 0;
  bool supports = false;
  double weight = 0;
  bool firm = false;  // some sentence on its side is no weak form
  Species species = Species::not_stated;
};

// One vote per record; equal weights on both sides are none.
std::vector<Vote> votes_of(const std::vector<std::pair<std::size_t, Evidence>>& evidence) {
  std::map<std::size_t, std::pair<double, double>> sides;
  std::map<std::size_t, Species> species;
  std::map<std::size_t, std::set<Stance>> firm;  // stances that are more than a weak form
  for (const auto& [article, e] : evidence) {
    auto& [yes, no] = sides[article];
    species[article] = e.species;
    if (!e.weak) firm[article].insert(e.stance);
    if (e.stance == Stance::supports) yes = std::max(yes, e.weight);
    if (e.stance == Stance::contradicts) no = std::max(no, e.weight);
  }
  std::vector<Vote> out;
  for (const auto& [article, side] : sides) {
    const auto& [yes, no] = side;
    if (yes == no) continue;
    const Stance stance = yes > no ? Stance::supports : Stance::contradicts;
    out.push_back({.article = article,
                   .supports = yes > no,
                   .weight = std::max(yes, no),
                   .firm = firm[article].count(stance) > 0,
                   .species = species[article]});
  }
  // The order of the records must not show in the sums either.
  std::stable_sort(out.begin(), out.end(),
                   [](const Vote& a, const Vote& b) { return a.weight < b.weight; });
  return out;
}

// What a record says more weakly than its vote is not shown as if it had voted so.
void mention_what_was_outweighed(const std::vector<Vote>& votes,
                                 std::vector<std::pair<std::size_t, Evidence>>& evidence) {
  for (auto& [article, e] : evidence) {
    const auto vote = std::find_if(votes.begin(), votes.end(),
                                   [&, a = article](const Vote& v) { return v.article == a; });
    if (vote == votes.end() || e.stance == Stance::mentions) continue;
    if ((e.stance == Stance::supports) == vote->supports) continue;
    e.stance = Stance::mentions;
    e.weight = 0;
  }
}

void sort_evidence(std::vector<Evidence>& evidence) {
  const auto rank = [](const Evidence& e) {
    return e.stance == Stance::supports ? 0 : e.stance == Stance::contradicts ? 1 : 2;
  };
  std::stable_sort(evidence.begin(), evidence.end(), [&](const Evidence& a, const Evidence& b) {
    return std::make_tuple(rank(a), -a.weight, std::string_view(a.id), a.quote.field,
                           a.quote.start) < std::make_tuple(rank(b), -b.weight,
                                                            std::string_view(b.id), b.quote.field,
                                                            b.quote.start);
  });
}

std::string counts_text(const LinkVerdict& v) {
  std::string out = std::to_string(v.supporting_records) + " record" +
                    (v.supporting_records == 1 ? "" : "s") + " for, " +
                    std::to_string(v.contradicting_records) + " against";
  if (v.supporting_records > 0) {
    out += v.independent_groups
               ? "; independent groups for: " + std::to_string(*v.independent_groups)
               : "; independence unknown (no authors)";
  }
  return out;
}

bool against_in_humans(const LinkVerdict& v) {
  const auto it = v.by_species.find(Species::human);
  return it != v.by_species.end() && it->second.contradicting > it->second.supporting;
}

void judge(LinkVerdict& v, const std::vector<Vote>& votes) {
  const std::string counts = counts_text(v);
  if (votes.empty()) {
    v.status = v.mentioning_records == 0 ? LinkStatus::proposed : LinkStatus::insufficient;
    v.reason = v.mentioning_records == 0 ? "no sentence names both ends"
                                         : "named together, but no finding for or against";
    return;
  }
  const auto firm = [&](bool side) {
    return std::any_of(votes.begin(), votes.end(),
                       [&](const Vote& vote) { return vote.firm && vote.supports == side; });
  };
  const bool known = v.independent_groups ? *v.independent_groups >= kGroupsWanted
                                          : v.supporting_records >= kRecordsWithoutGroups;
  const bool enough = known && firm(true);
  if (v.share >= kForShare) {
    v.status = enough ? LinkStatus::supported : LinkStatus::insufficient;
    v.reason = counts + (enough  ? ""
                         : known ? "; only weak forms say it"
                                 : "; two independent groups are asked for");
    if (enough && against_in_humans(v)) {
      v.status = LinkStatus::contested;
      v.reason = counts + "; in humans more records speak against it";
    }
  } else if (v.share <= kAgainstShare) {
    const bool several = v.contradicting_records >= kRecordsToRefute;
    const bool refuted = several && firm(false);
    v.status = refuted ? LinkStatus::refuted : LinkStatus::insufficient;
    v.reason = counts + (refuted   ? ""
                         : several ? "; only weak forms say it"
                                   : "; one record does not refute");
  } else {
    v.status = LinkStatus::contested;
    v.reason = counts;
  }
}

LinkVerdict verdict_of(const LinkToTest& link,
                       std::vector<std::pair<std::size_t, Evidence>> evidence,
                       std::span<const model::Article> articles) {
  LinkVerdict v{.link = link};
  const std::vector<Vote> votes = votes_of(evidence);
  std::vector<const model::Article*> supporters;
  for (const Vote& vote : votes) {
    SideCounts& side = v.by_species[vote.species];
    ++(vote.supports ? side.supporting : side.contradicting);
    ++(vote.supports ? v.supporting_records : v.contradicting_records);
    (vote.supports ? v.weight_for : v.weight_against) += vote.weight;
    if (vote.supports) supporters.push_back(&articles[vote.article]);
  }
  std::map<std::size_t, bool> named;
  for (const auto& [article, e] : evidence) named[article] = true;
  mention_what_was_outweighed(votes, evidence);
  v.mentioning_records = named.size() - votes.size();
  const double total = v.weight_for + v.weight_against;
  if (total > 0) v.share = v.weight_for / total;
  const WilsonInterval interval = wilson(v.share, static_cast<double>(votes.size()));
  v.low = interval.low;
  v.high = interval.high;
  v.independent_groups = independent_author_groups(supporters);
  std::set<std::size_t> stated;
  for (const auto& [article, e] : evidence) {
    if (e.stance == Stance::supports && !e.by_class) stated.insert(article);
  }
  v.stated_records = stated.size();
  judge(v, votes);
  for (auto& [article, e] : evidence) v.evidence.push_back(std::move(e));
  sort_evidence(v.evidence);
  return v;
}

using LinkEvidence = std::vector<std::pair<std::size_t, Evidence>>;  // article, what it says

// Takes the place of what the rules only call a mention.
void put_proposed(Evidence e, std::size_t article, LinkEvidence& evidence) {
  const auto same = std::find_if(evidence.begin(), evidence.end(), [&](const auto& known) {
    const doc::Quote& quote = known.second.quote;
    return known.first == article && quote.field == e.quote.field && quote.start == e.quote.start;
  });
  if (same == evidence.end()) {
    evidence.emplace_back(article, std::move(e));
  } else if (same->second.stance == Stance::mentions) {
    same->second = std::move(e);
  }
}

Result<std::pair<std::size_t, Evidence>> proposed_evidence(
    const ProposedStance& proposed, std::span<const NamedLink> links,
    std::span<const model::Article> articles) {
  const auto article = std::find_if(articles.begin(), articles.end(), [&](const auto& a) {
    return record_id(a) == proposed.said.record && !model::is_void(a);
  });
  if (article == articles.end()) {
    return Error{.code = Errc::llm_ungrounded,
                 .message = "\"" + text::ellipsize(text::displayable(proposed.said.record), 40) +
                            "\" is none of the records supplied",
                 .path = proposed.said.path + ".id",
                 .recovery = "cite only the ids that were supplied"};
  }
  const NamedLink& link = links[proposed.link];
  EV_TRY(Grounded grounded,
         ground_proposal(*article, link.from, link.to, link.less_is_better, proposed.said));
  grounded.evidence.stance = stance_of_proposal(proposed.said.sign, link.link.sign);
  return std::pair(static_cast<std::size_t>(article - articles.begin()),
                   std::move(grounded.evidence));
}

}  // namespace

std::optional<int> sign_of_relation(std::string_view relation) {
  constexpr std::string_view kUp[] = {"activat",   "increas", "induc",     "caus",     "stimulat",
                                      "promot",    "enhanc",  "upregulat", "agoni",    "elevat",
                                      "worsen",    "raise",   "up",        "positive", "trigger",
                                      "exacerbat", "+"};
  constexpr std::string_view kDown[] = {
      "inhibit",  "decreas",     "reduc",    "treat",    "prevent",   "block",    "suppress",
      "antagoni", "downregulat", "lower",    "attenuat", "ameliorat", "alleviat", "improve",
      "protect",  "down",        "negative", "-",        "impair",    "relieve"};
  constexpr std::string_view kOpen[] = {"affect",   "modulat", "regulat",  "alter", "influenc",
                                        "associat", "target",  "interact", "bind",  "act"};
  const std::string word = text::to_lower_ascii(text::trim(relation));
  const auto begins = [&](std::string_view stem) { return word.starts_with(stem); };
  // "activates" before "acts".
  if (std::any_of(std::begin(kUp), std::end(kUp), begins)) return 1;
  if (std::any_of(std::begin(kDown), std::end(kDown), begins)) return -1;
  if (std::any_of(std::begin(kOpen), std::end(kOpen), begins)) return 0;
  return std::nullopt;
}

WilsonInterval wilson(double share, double n) {
  if (n <= 0) return {};
  constexpr double z = 1.959964;
  const double z2 = z * z;
  const double middle = (share + z2 / (2 * n)) / (1 + z2 / n);
  const double half = z / (1 + z2 / n) * std::sqrt(share * (1 - share) / n + z2 / (4 * n * n));
  return {std::max(0.0, middle - half), std::min(1.0, middle + half)};
}

LinkStatus chain_status(std::span<const LinkVerdict> links) {
  for (const LinkStatus status : {LinkStatus::refuted, LinkStatus::contested,
                                  LinkStatus::insufficient, LinkStatus::proposed}) {
    if (std::any_of(links.begin(), links.end(),
                    [&](const LinkVerdict& v) { return v.status == status; }))
      return status;
  }
  return links.empty() ? LinkStatus::proposed : LinkStatus::supported;
}

Result<LinkTest> test_links(std::span<const LinkToTest> links,
                            std::span<const model::Article> articles, const Context& ctx,
                            std::span<const ProposedStance> proposed) {
  std::vector<NamedLink> named;
  for (const LinkToTest& link : links) named.push_back(named_link(link));
  std::vector<LinkEvidence> evidence(links.size());
  LinkTest out;
  for (std::size_t a = 0; a < articles.size(); ++a) {
    EV_CHECK(ctx.check());
    if (is_void(articles[a])) {
      out.excluded_retracted.push_back(record_id(articles[a]));
      continue;
    }
    ++out.records_read;
    std::vector<std::vector<Evidence>> read = read_stances(doc::RecordAnalysis(articles[a]), named);
    for (std::size_t l = 0; l < links.size(); ++l) {
      for (Evidence& e : read[l]) evidence[l].emplace_back(a, std::move(e));
    }
  }
  for (std::size_t i = 0; i < proposed.size(); ++i) {
    auto said = proposed_evidence(proposed[i], named, articles);
    if (!said) {
      out.proposals_not_taken.push_back(std::move(said).error());
      continue;
    }
    out.proposals_taken.push_back(i);
    put_proposed(std::move(said->second), said->first, evidence[proposed[i].link]);
  }
  std::sort(out.excluded_retracted.begin(), out.excluded_retracted.end());
  for (std::size_t l = 0; l < links.size(); ++l)
    out.links.push_back(verdict_of(links[l], std::move(evidence[l]), articles));
  out.status = chain_status(out.links);
  return out;
}

}  // namespace ev::mechanism
