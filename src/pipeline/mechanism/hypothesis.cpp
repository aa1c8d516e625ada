#include "pipeline/mechanism/hypothesis.hpp"

#include "base/hash.hpp"
#include "base/text.hpp"
#include "pipeline/mechanism/chains.hpp"
#include "pipeline/mechanism/gaps.hpp"

#include <algorithm>
#include <tuple>

namespace ev::mechanism {
namespace {

// Records whose author lists overlap by half are one group; records without authors stand alone.
bool have_independent_groups(const std::vector<const Statement*>& statements,
                             std::span<const model::Article> articles, std::size_t enough) {
  std::vector<std::set<std::string>> groups;
  std::size_t anonymous = 0;
  for (const Statement* s : statements) {
    if (groups.size() + anonymous >= enough) return true;
    std::set<std::string> names;
    for (const model::Author& author : articles[s->article].authors)
      names.insert(text::fold(author.name));
    if (names.empty()) {
      ++anonymous;
      continue;
    }
    const bool known =
        std::any_of(groups.begin(), groups.end(), [&](const std::set<std::string>& group) {
          std::size_t shared = 0;
          for (const std::string& name : names) shared += group.count(name);
          return 2 * shared >= std::min(names.size(), group.size());
        });
    if (!known) groups.push_back(std::move(names));
  }
  return groups.size() + anonymous >= enough;
}

class Builder {
 public:
  Builder(std::span<const model::Article> articles, const StatementSet& reading,
          const std::map<LinkKey, Link>& links, const Vocabulary& vocabulary, const Focus& focus)
      : articles_(articles),
        reading_(reading),
        links_(links),
        vocabulary_(vocabulary),
        focus_(focus) {}

  MechanismHypothesis build(const Chain& chain) const {
    MechanismHypothesis h;
    h.drug = name(chain.drug);
    h.target = name(chain.target);
    h.pathway = chain.pathway == kNoEntity
                    ? ""
                    : directed(vocabulary_.at(chain.pathway), chain.drug_on_pathway);
    h.effect = effect_label(chain);
    h.hypothesis_id = hypothesis_id(h.drug, h.target, h.pathway, h.effect);
    std::set<std::string> supporting;
    std::set<std::string> contradicting;
    for (const Link* link : chain.links) {
      h.links.push_back(shown(*link));
      for (const Statement* s : link->supporting) supporting.insert(s->evidence.id);
      for (const Statement* s : link->contradicting) contradicting.insert(s->evidence.id);
    }
    if (const auto direct = links_.find({chain.drug, chain.effect}); direct != links_.end()) {
      const Link& whole = direct->second;
      h.direct = shown(whole);
      const bool agrees = whole.sign == chain.drug_on_effect;
      for (const Statement* s : agrees ? whole.contradicting : whole.supporting)
        contradicting.insert(s->evidence.id);
    }
    h.supporting_evidence.assign(supporting.begin(), supporting.end());
    h.contradicting_evidence.assign(contradicting.begin(), contradicting.end());
    h.confidence_parts = parts(chain);
    h.status = status(chain);
    h.on_question = chain.asked;
    h.confidence = rounded(std::min(chain.weakest, most(chain)) * chain.damping);
    h.novelty = novelty(chain);
    h.search_suggestions = suggestions(chain);
    return h;
  }

 private:
  static double rounded(double v) {
    return static_cast<double>(static_cast<long>(v * 1000 + 0.5)) / 1000;
  }
  static double most(const Chain& chain) {
    if (chain.assumed) return kAssumedLink;
    const bool found = std::none_of(chain.links.begin(), chain.links.end(),
                                    [](const Link* l) { return l->supporting.empty(); });
    return chain.complete() && found ? 1.0 : kNotFound;
  }
  // What everybody says in passing is known; what one record does is hearsay.
  static bool is_hearsay(const Link& link) {
    return link.supporting.empty() && link.background.size() < 2;
  }
  static bool rests_on_class_name(const Link& link) {
    return !link.supporting.empty() &&
           std::all_of(link.supporting.begin(), link.supporting.end(),
                       [](const Statement* s) { return s->evidence.by_class; });
  }
  std::string name(std::size_t e) const { return e == kNoEntity ? "" : vocabulary_.at(e).name; }

  static std::string directed(const Entity& e, int sign) {
    if (e.disease) return (sign < 0 ? "improvement of " : "worsening of ") + e.name;
    return (sign < 0 ? "reduced " : "increased ") + e.name;
  }

  std::string effect_label(const Chain& chain) const {
    if (chain.effect == kNoEntity) return "";
    std::string label = directed(vocabulary_.at(chain.effect), chain.drug_on_effect);
    if (focus_.goal != kNoEntity && chain.effect != focus_.goal &&
        vocabulary_.at(focus_.goal).disease) {
      label += " in " + vocabulary_.at(focus_.goal).name;
    }
    return label;
  }

  HypothesisLink shown(const Link& link) const {
    const bool target = vocabulary_.at(link.to).kind == Kind::target;
    HypothesisLink out{.from = name(link.from), .to = name(link.to), .sign = link.sign};
    out.relation = target ? (link.sign > 0 ? "activates" : "inhibits")
                          : (link.sign > 0 ? "increases" : "decreases");
    const auto take = [&](std::vector<const Statement*> statements, Stance stance) {
      std::stable_sort(statements.begin(), statements.end(),
                       [](const Statement* a, const Statement* b) {
                         return a->evidence.weight > b->evidence.weight;
                       });
      for (const Statement* s : statements) {
        out.evidence.push_back(s->evidence);
        out.evidence.back().stance = stance;
      }
    };
    take(link.supporting, Stance::supports);
    take(link.background, Stance::background);
    take(link.contradicting, Stance::contradicts);
    std::set<std::string> mesh;
    for (const std::size_t a : link.mesh_records) mesh.insert(record_id(articles_[a]));
    out.mesh_records.assign(mesh.begin(), mesh.end());
    out.support = rounded(link.support);
    out.contradiction = rounded(link.contradiction);
    out.supporting_records = link.supporting.size();
    out.class_name_only = rests_on_class_name(link);
    out.background_only = link.supporting.empty() && !link.background.empty();
    out.assumed = link.assumed;
    return out;
  }

  ConfidenceParts parts(const Chain& chain) const {
    ConfidenceParts p;
    p.product = 1;
    const Link* weakest = nullptr;
    for (const Link* link : chain.links) {
      const Kind from = vocabulary_.at(link->from).kind;
      const bool last = link == chain.links.back() && chain.effect != kNoEntity;
      double& slot = from == Kind::drug && link->to == chain.target ? p.drug_target
                     : last                                         ? p.pathway_effect
                                                                    : p.target_pathway;
      slot = rounded(link->net());
      p.product *= link->net();
      p.contradiction = std::max(p.contradiction, rounded(link->contradiction));
      if (weakest == nullptr || link->net() < weakest->net()) weakest = link;
    }
    p.product = rounded(p.product);
    p.hub_damping = chain.damping;
    p.weakest_link = name(weakest->from) + " -> " + name(weakest->to);
    return p;
  }

  // insufficient: a step is supposed, the effect missing, or a link hearsay. refuted: more evidence
  // against a link than for it. contested: at least half as much against. supported: no level is
  // missing, every link has findings of two independent groups, not all hedged nor all by the name
  // of a drug class, and confidence is .5 or more. proposed: the rest.
  LinkStatus status(const Chain& chain) const {
    bool contested = false;
    bool supported = chain.complete() && chain.weakest * chain.damping >= 0.5;
    bool insufficient = chain.assumed || chain.effect == kNoEntity;
    for (const Link* link : chain.links) {
      insufficient = insufficient || is_hearsay(*link);
      if (link->contradiction > 0 && link->contradiction >= link->support)
        return LinkStatus::refuted;
      contested = contested || link->contradiction >= 0.5 * link->support;
      const bool plain = std::any_of(link->supporting.begin(), link->supporting.end(),
                                     [](const Statement* s) { return !s->evidence.hedged; });
      supported = supported && plain && !rests_on_class_name(*link) &&
                  have_independent_groups(link->supporting, articles_, 2);
    }
    if (insufficient) return LinkStatus::insufficient;
    if (contested) return LinkStatus::contested;
    return supported ? LinkStatus::supported : LinkStatus::proposed;
  }

  std::size_t count_of(std::size_t e) const {
    const auto it = reading_.mentioned.find(e);
    return it == reading_.mentioned.end() ? 0 : it->second.size();
  }

  Novelty novelty(const Chain& chain) const {
    Novelty n{.records = reading_.records,
              .with_drug = count_of(chain.drug),
              .with_effect = count_of(chain.effect)};
    const auto drug = reading_.mentioned.find(chain.drug);
    const auto effect = reading_.mentioned.find(chain.effect);
    if (drug != reading_.mentioned.end() && effect != reading_.mentioned.end()) {
      for (const std::size_t a : drug->second) n.together += effect->second.count(a);
    }
    if (n.records > 0) {
      n.expected = rounded(static_cast<double>(n.with_drug) * static_cast<double>(n.with_effect) /
                           static_cast<double>(n.records));
    }
    const double seen = n.expected + static_cast<double>(n.together);
    n.value = seen > 0 ? rounded(n.expected / seen) : 1;
    return n;
  }

  std::vector<std::string> suggestions(const Chain& chain) const {
    std::vector<std::string> out;
    const std::size_t end = chain.effect == kNoEntity ? focus_.goal : chain.effect;
    const std::string effect = name(end);
    const auto action = [](int sign) { return sign > 0 ? " activation" : " inhibition"; };
    if (chain.target != kNoEntity) {
      const std::string acted = name(chain.target) + action(chain.links.front()->sign);
      out.push_back(name(chain.drug) + " " + acted);
      out.push_back(acted + " " + (chain.pathway == kNoEntity ? effect : name(chain.pathway)));
    } else {
      out.push_back(name(chain.drug) + " molecular target " + name(chain.pathway));
    }
    if (chain.pathway != kNoEntity && !effect.empty()) {
      const std::string goal = focus_.goal == kNoEntity ? effect : name(focus_.goal);
      if (chain.target != kNoEntity && goal != effect)
        out.push_back(name(chain.target) + " " + name(chain.pathway) + " " + goal);
      out.push_back(chain.effect == kNoEntity
                        ? h_pathway(chain) + " " + effect
                        : name(chain.pathway) + " " + told_effect(effect, chain.drug_on_effect));
    }
    const Link* weakest =
        *std::min_element(chain.links.begin(), chain.links.end(),
                          [](const Link* a, const Link* b) { return a->net() < b->net(); });
    out.push_back(name(weakest->from) + " no effect on " + name(weakest->to));
    return out;
  }

  // Less accumulation is written as clearance.
  static std::string told_effect(const std::string& effect, int sign) {
    constexpr std::string_view kHeaps = " accumulation";
    if (sign > 0 || !effect.ends_with(kHeaps)) return effect;
    return effect.substr(0, effect.size() - kHeaps.size()) + " clearance";
  }

  std::string h_pathway(const Chain& chain) const {
    return directed(vocabulary_.at(chain.pathway), chain.drug_on_pathway);
  }

  std::span<const model::Article> articles_;
  const StatementSet& reading_;
  const std::map<LinkKey, Link>& links_;
  const Vocabulary& vocabulary_;
  const Focus& focus_;
};

// Whole chains first, each mechanism (drug, target, pathway) once before its variants; chains that
// lack a level only fill up to two, or are the only ones on the question's own outcome.
std::vector<const Chain*> pick(const std::vector<Chain>& chains, std::size_t limit) {
  constexpr std::size_t kEnough = 2;
  std::vector<const Chain*> out;
  std::set<std::tuple<std::size_t, std::size_t, std::size_t>> used;
  const auto take = [&](const Chain& chain, bool variant) {
    const bool first = used.insert({chain.drug, chain.target, chain.pathway}).second;
    if (first != variant) out.push_back(&chain);
  };
  for (const Chain& chain : chains) {
    if (out.size() < limit && chain.complete()) take(chain, false);
  }
  // What is supposed is not supposed a second time by the same target.
  const auto supposed = [&](const Chain& chain) {
    return chain.assumed && std::any_of(out.begin(), out.end(), [&](const Chain* other) {
             return other->assumed && other->drug == chain.drug && other->target == chain.target &&
                    chain.target != kNoEntity;
           });
  };
  for (const Chain& chain : chains) {
    const bool wanted = !chain.complete() && !supposed(chain);
    const bool only_one = chain.asked && std::none_of(out.begin(), out.end(),
                                                      [](const Chain* c) { return c->asked; });
    if (out.size() < (only_one ? limit : std::min(limit, kEnough)) && wanted) take(chain, false);
  }
  for (const Chain& chain : chains) {
    const bool there = std::find(out.begin(), out.end(), &chain) != out.end();
    const bool variant = chain.complete() && !chain.assumed && !there;
    if (out.size() < limit && variant) take(chain, true);
  }
  return out;
}

void put_in_order(HypothesisAssessment& out) {
  const auto stands = [](const MechanismHypothesis& h) {
    return h.status != LinkStatus::refuted && h.status != LinkStatus::insufficient;
  };
  std::stable_sort(out.hypotheses.begin(), out.hypotheses.end(),
                   [&](const MechanismHypothesis& a, const MechanismHypothesis& b) {
                     return std::make_tuple(!a.on_question, !stands(a), -a.confidence) <
                            std::make_tuple(!b.on_question, !stands(b), -b.confidence);
                   });
  const auto primary = std::find_if(out.hypotheses.begin(), out.hypotheses.end(), stands);
  if (primary != out.hypotheses.end())
    out.primary = static_cast<int>(primary - out.hypotheses.begin());
}

}  // namespace

std::string hypothesis_id(std::string_view drug, std::string_view target, std::string_view pathway,
                          std::string_view effect) {
  std::string whole;
  for (const std::string_view part : {drug, target, pathway, effect}) {
    whole += text::fold(part);
    whole += '\x1f';
  }
  return "hyp-" + sha256_hex(whole).substr(0, 12);
}

std::vector<std::string> MechanismHypothesis::to_search_queries() const {
  std::vector<std::string> out;
  const auto pair = [&](const std::string& a, const std::string& b) {
    if (!a.empty() && !b.empty()) out.push_back(a + " " + b);
  };
  pair(drug, target);
  pair(target.empty() ? drug : target, pathway);
  pair(pathway.empty() ? target : pathway, effect);
  out.insert(out.end(), search_suggestions.begin(), search_suggestions.end());
  return out;
}

std::string search_subject(const HypothesisOptions& options) {
  std::string subject = options.drug.empty() ? options.query : options.drug;
  const std::string folded = text::fold(subject);
  if (folded.find(text::fold(options.disease)) == std::string::npos)
    subject += " " + options.disease;
  return subject;
}

Result<HypothesisAssessment> assess(std::span<const model::Article> articles,
                                    const HypothesisOptions& options, const Context& ctx) {
  Vocabulary vocabulary;
  vocabulary.learn(articles);
  vocabulary.learn(options.named);
  const ProposedLinks proposed(options.proposed, articles, vocabulary);
  find_focus(options, vocabulary);  // names of the question are looked for in the records
  EV_TRY(StatementSet reading, read_statements(articles, vocabulary, ctx));
  proposed.join(reading, vocabulary);
  const Focus focus = find_focus(options, vocabulary);
  const std::map<LinkKey, Link> links = build_links(reading);
  const ChainSearch search = find_chains(reading, links, vocabulary, focus);

  HypothesisAssessment out;
  out.excluded_retracted = reading.excluded;
  out.records_read = reading.records;
  out.sign_conflicts = search.sign_conflicts;
  out.proposals_taken = proposed.taken();
  out.proposals_not_taken = proposed.not_taken();
  const Builder builder(articles, reading, links, vocabulary, focus);
  for (const Chain* chain : pick(search.chains, options.max_hypotheses))
    out.hypotheses.push_back(builder.build(*chain));
  put_in_order(out);
  add_gaps(out, reading, links, vocabulary, focus, options);
  return out;
}

}  // namespace ev::mechanism
