#include "pipeline/mechanism/chains.hpp"

#include "base/text.hpp"
#include "pipeline/mechanism/measures.hpp"
#include "pipeline/mechanism/mentions.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <tuple>

namespace ev::mechanism {
namespace {

constexpr double kHubDamping = 0.6;
constexpr double kIncompleteShare = 0.4;
constexpr double kSideEffectShare = 0.55;
constexpr double kAssumedShare = 0.5;

bool asks_for_harm(std::string_view query) {
  constexpr std::string_view kWords[] = {"adverse", "toxicity", "side effect", "harm",  "risk of",
                                         "cause",   "induced",  "safety",      "worsen"};
  const std::string lower = text::to_lower_ascii(query);
  return std::any_of(std::begin(kWords), std::end(kWords),
                     [&](std::string_view w) { return lower.find(w) != std::string::npos; });
}

std::set<std::string> telling_words(std::string_view name) {
  std::set<std::string> words;
  for (const doc::Token& token : doc::tokenize(name)) {
    if (token.folded.size() >= 5 && token.folded != "disease" && token.folded != "failure" &&
        token.folded != "infection" && token.folded != "syndrome" && token.folded != "chronic") {
      words.insert(token.folded);
    }
  }
  return words;
}

class Search {
 public:
  Search(const StatementSet& reading, const std::map<LinkKey, Link>& links,
         const Vocabulary& vocabulary, const Focus& focus)
      : reading_(reading), links_(links), vocabulary_(vocabulary), focus_(focus) {
    for (const auto& [key, link] : links) outgoing_[key.first].push_back(&link);
  }

  ChainSearch run() {
    for (const auto& [from, outgoing] : outgoing_) {
      if (kind(from) != Kind::drug || !wanted_drug(from)) continue;
      for (const Link* first : outgoing) extend(first);
    }
    if (out_.chains.empty() && out_.sign_conflicts == 0) add_assumed();
    if (out_.chains.empty() && out_.sign_conflicts == 0) add_open_ends();
    std::sort(out_.chains.begin(), out_.chains.end(), [&](const Chain& a, const Chain& b) {
      return a.rank != b.rank ? a.rank > b.rank : ids(a) < ids(b);
    });
    return std::move(out_);
  }

 private:
  Kind kind(std::size_t e) const { return vocabulary_.at(e).kind; }
  std::string id(std::size_t e) const { return e == kNoEntity ? "~" : vocabulary_.at(e).id; }
  std::tuple<std::string, std::string, std::string, std::string> ids(const Chain& c) const {
    return {id(c.drug), id(c.target), id(c.pathway), id(c.effect)};
  }

  bool wanted_drug(std::size_t drug) const {
    if (!focus_.drugs.empty()) return focus_.drugs.count(drug) > 0;
    return !vocabulary_.at(drug).reagent;
  }

  void extend(const Link* first) {
    const std::size_t middle = first->to;
    if (kind(middle) == Kind::target &&
        (focus_.targets.empty() || focus_.targets.count(middle) > 0)) {
      const auto next = outgoing_.find(middle);
      if (next == outgoing_.end()) return;
      for (const Link* second : next->second) {
        if (is_effect(second))
          add({.drug = first->from,
               .target = middle,
               .effect = second->to,
               .links = {first, second}});
        if (kind(second->to) == Kind::pathway && second->to != focus_.goal) through(first, second);
      }
    } else if (kind(middle) == Kind::pathway && middle != focus_.goal && focus_.targets.empty()) {
      const auto next = outgoing_.find(middle);
      if (next == outgoing_.end()) return;
      for (const Link* second : next->second) {
        if (is_effect(second))
          add({.drug = first->from,
               .pathway = middle,
               .effect = second->to,
               .links = {first, second}});
      }
    }
  }

  // What the drug acts on and what it does to the goal, both found; that the one leads to the
  // other is supposed.
  void add_assumed() {
    for (const auto& [from, outgoing] : outgoing_) {
      if (kind(from) != Kind::drug || !wanted_drug(from)) continue;
      for (const Link* first : outgoing) {
        if (!may_carry(first)) continue;
        for (const Link* whole : outgoing) {
          if (!is_found_benefit(whole) || whole->to == first->to) continue;
          Link& step = out_.assumed.emplace_back();
          step = {.from = first->to,
                  .to = whole->to,
                  .sign = first->sign * whole->sign,
                  .assumed = true};
          Chain chain{.drug = from, .effect = whole->to, .links = {first, &step}};
          (kind(first->to) == Kind::target ? chain.target : chain.pathway) = first->to;
          add(std::move(chain));
          if (kind(first->to) == Kind::target) add_assumed_end(first, whole);
        }
      }
    }
  }

  // drug -> target -> process all stated, and the process is known to drive the goal: what is
  // supposed is that this is how the drug does it.
  void add_assumed_end(const Link* first, const Link* whole) {
    const auto next = outgoing_.find(first->to);
    if (next == outgoing_.end()) return;
    for (const Link* second : next->second) {
      const Entity& e = vocabulary_.at(second->to);
      const int sign = first->sign * second->sign;
      if (e.kind != Kind::pathway || e.hub || second->net() <= 0 || second->to == focus_.goal ||
          way_in_goal(e) == 0 || sign != wanted_sign(e))
        continue;
      Link& step = out_.assumed.emplace_back();
      step = {.from = second->to, .to = whole->to, .sign = sign * whole->sign, .assumed = true};
      add({.drug = first->from,
           .target = first->to,
           .pathway = second->to,
           .effect = whole->to,
           .links = {first, second, &step}});
    }
  }

  // A target that the drug is said to act on, or a process known to drive the goal that goes the
  // way the question asks.
  bool may_carry(const Link* first) const {
    const Entity& e = vocabulary_.at(first->to);
    if (first->contradiction >= 0.5 * first->support || e.hub || first->to == focus_.goal)
      return false;
    if (e.kind == Kind::target && is_acted_on(*first))
      return focus_.targets.empty() || focus_.targets.count(first->to) > 0;
    return e.kind == Kind::pathway && focus_.targets.empty() && way_in_goal(e) != 0 &&
           first->sign == wanted_sign(e) && is_plainly_said(*first);
  }

  // "an X blocker", or "inhibits X" in two records: rather than "lowered the level of X", which
  // makes X a marker.
  static bool is_acted_on(const Link& link) {
    constexpr std::string_view kActs[] = {"inhibit", "block", "antagon",  "activat",
                                          "agonis",  "bind",  "stimulat", "occup"};
    std::size_t acting = 0;
    for (const Statement* s : link.supporting) {
      if (s->evidence.by_class) return true;
      const std::string cue = text::fold(s->evidence.cue);
      acting += std::any_of(std::begin(kActs), std::end(kActs),
                            [&](std::string_view act) { return cue.starts_with(act); })
                    ? 1
                    : 0;
    }
    return acting >= 2;
  }

  static bool is_plainly_said(const Link& link) {
    return std::any_of(link.supporting.begin(), link.supporting.end(),
                       [](const Statement* s) { return !s->evidence.hedged; });
  }

  // The goal or a measure of it, found to change as the question asks; no infection, whose cure is
  // no matter of the host's targets.
  bool is_found_benefit(const Link* link) const {
    const Entity& e = vocabulary_.at(link->to);
    if (e.kind != Kind::effect || e.infection || !is_plainly_said(*link) || link->net() <= 0)
      return false;
    if (link->to != focus_.goal && way_in_goal(e) == 0) return false;
    return link->sign == wanted_sign(e);
  }

  int way_in_goal(const Entity& e) const {
    return focus_.goal == kNoEntity ? 0 : better_way(vocabulary_.at(focus_.goal), e);
  }

  // The sign that is good for the goal, or bad where harm is asked for; 0: not known.
  int wanted_sign(const Entity& e) const {
    const int way = way_in_goal(e) != 0 ? way_in_goal(e) : e.valence;
    return focus_.harm ? -way : way;
  }

  // drug -> target -> process with nothing said of an effect: better than silence when that is all.
  void add_open_ends() {
    for (const auto& [from, outgoing] : outgoing_) {
      if (kind(from) != Kind::drug || !wanted_drug(from)) continue;
      for (const Link* first : outgoing) {
        const auto next = outgoing_.find(first->to);
        if (kind(first->to) != Kind::target || next == outgoing_.end()) continue;
        if (!focus_.targets.empty() && focus_.targets.count(first->to) == 0) continue;
        for (const Link* second : next->second) {
          if (kind(second->to) != Kind::pathway) continue;
          add({.drug = from, .target = first->to, .pathway = second->to, .links = {first, second}});
        }
      }
    }
  }

  void through(const Link* first, const Link* second) {
    const auto next = outgoing_.find(second->to);
    if (next == outgoing_.end()) return;
    for (const Link* third : next->second) {
      const bool ends = is_effect(third) || drives_goal(third);
      if (!ends || third->to == first->to || third->to == second->to) continue;
      add({.drug = first->from,
           .target = first->to,
           .pathway = second->to,
           .effect = third->to,
           .links = {first, second, third}});
    }
  }

  // The goal itself, or a measure spoken of in a record about the goal.
  bool is_effect(const Link* link) const {
    const Entity& e = vocabulary_.at(link->to);
    if (link->to == focus_.goal) return true;
    if (e.kind != Kind::effect || (e.vague && !focus_.harm)) return false;
    if (focus_.goal == kNoEntity) return true;
    if (e.valence == 0 && way_in_goal(e) != 0) return true;  // means something by the goal alone
    if (e.infection || (e.disease && !related(e))) return false;
    const auto about = reading_.mentioned.find(focus_.goal);
    if (about == reading_.mentioned.end()) return false;
    const auto in_context = [&](const Statement* s) { return about->second.count(s->article) > 0; };
    return std::any_of(link->supporting.begin(), link->supporting.end(), in_context) ||
           std::any_of(link->background.begin(), link->background.end(), in_context);
  }

  // A process known to drive the goal, changed by another one: "autophagy lowers amyloid".
  bool drives_goal(const Link* link) const {
    return kind(link->to) == Kind::pathway && way_in_goal(vocabulary_.at(link->to)) != 0;
  }

  bool related(const Entity& e) const {
    const std::set<std::string> goal = telling_words(vocabulary_.at(focus_.goal).name);
    for (const std::string& word : telling_words(e.name)) {
      if (goal.count(word) > 0) return true;
    }
    return false;
  }

  // What records disagree on does not tell which way the drug goes.
  static bool is_settled(const Link& link) {
    return link.net() > 0 && link.contradiction < 0.5 * link.support;
  }

  // The sign the drug must have on the effect; 0 when nothing says.
  int asserted_sign(std::size_t drug, std::size_t effect) const {
    const auto direct = links_.find({drug, effect});
    if (direct != links_.end() && is_settled(direct->second)) return direct->second.sign;
    return wanted_sign(vocabulary_.at(effect));
  }

  void add(Chain chain) {
    int sign = 1;
    double weakest = 1;
    for (const Link* link : chain.links) {
      sign *= link->sign;
      chain.assumed = chain.assumed || link->assumed;
      if (!link->assumed) weakest = std::min(weakest, link->net());
    }
    // Without a drug in the question a process in it is what it asks about.
    if (focus_.drugs.empty() && !focus_.processes.empty() &&
        focus_.processes.count(chain.pathway) == 0)
      return;
    const bool open = chain.effect == kNoEntity;
    const int asserted = open ? 0 : asserted_sign(chain.drug, chain.effect);
    if (asserted != 0 && sign != asserted) {
      if (chain.complete()) ++out_.sign_conflicts;
      return;
    }
    chain.drug_on_effect = sign;
    chain.drug_on_pathway = open ? sign : chain.links.back()->sign * sign;
    chain.weakest = weakest;
    for (const std::size_t node : {chain.target, chain.pathway}) {
      if (node != kNoEntity && vocabulary_.at(node).hub && focus_.targets.count(node) == 0)
        chain.damping *= kHubDamping;
    }
    chain.asked = is_asked(chain.effect);
    chain.rank = score(chain);
    out_.chains.push_back(std::move(chain));
  }

  // Weakest link first; the geometric mean separates chains that share their weakest link.
  double score(const Chain& chain) const {
    double product = 1;
    double findings = 0;
    double links = 0;
    for (const Link* link : chain.links) {
      if (link->assumed) continue;
      product *= link->net();
      findings += link->supporting.empty() ? 0 : 1;
      links += 1;
    }
    double rank = (0.6 * chain.weakest + 0.4 * std::pow(product, 1 / links)) * chain.damping;
    rank *= 0.5 + 0.5 * findings / links;
    if (chain.assumed) rank *= kAssumedShare * direct_net(chain);
    if (!chain.complete()) rank *= kIncompleteShare;
    if (!chain.asked) rank *= kSideEffectShare;
    return rank;
  }

  // The outcome the question names, else its condition or a measure of it.
  bool is_asked(std::size_t effect) const {
    if (focus_.outcome != kNoEntity) return effect == focus_.outcome;
    if (focus_.goal == kNoEntity || effect == focus_.goal) return true;
    return effect != kNoEntity && way_in_goal(vocabulary_.at(effect)) != 0;
  }

  double direct_net(const Chain& chain) const {
    const auto direct = links_.find({chain.drug, chain.effect});
    return direct == links_.end() ? 0 : direct->second.net();
  }

  const StatementSet& reading_;
  const std::map<LinkKey, Link>& links_;
  const Vocabulary& vocabulary_;
  const Focus& focus_;
  std::map<std::size_t, std::vector<const Link*>> outgoing_;
  ChainSearch out_;
};

// A class named in the question stands for its members, each under its own name.
void add_members(Focus& focus, const Vocabulary& vocabulary) {
  constexpr std::string_view kClassStems[] = {"statin", "gliptin", "gliflozin", "coxib",
                                              "sartan", "fibrate", "glitazone", "dronate"};
  for (const std::size_t drug : std::set<std::size_t>(focus.drugs)) {
    const std::string name = text::fold(vocabulary.at(drug).name);
    if (std::find(std::begin(kClassStems), std::end(kClassStems), name) == std::end(kClassStems))
      continue;
    for (std::size_t e = 0; e < vocabulary.size(); ++e) {
      if (vocabulary.at(e).kind == Kind::drug &&
          text::fold(vocabulary.at(e).name).ends_with(name)) {
        focus.drugs.insert(e);
      }
    }
  }
}

}  // namespace

Focus find_focus(const HypothesisOptions& options, Vocabulary& vocabulary) {
  Focus focus{.harm = asks_for_harm(options.query)};
  if (!options.drug.empty()) focus.drugs.insert(vocabulary.add(Kind::drug, options.drug));
  if (!options.disease.empty()) focus.goal = vocabulary.add(Kind::effect, options.disease);
  const std::vector<doc::Token> tokens = doc::tokenize(options.query);
  std::size_t process = kNoEntity;
  std::size_t effect = kNoEntity;  // a condition before a measure, the first condition named
  for (const Mention& m : find_mentions(options.query, tokens, vocabulary)) {
    const Entity& e = vocabulary.at(m.entity);
    if (e.kind == Kind::drug && options.drug.empty()) focus.drugs.insert(m.entity);
    if (e.kind == Kind::target && m.agent) focus.targets.insert(m.entity);
    if (e.kind == Kind::effect && !e.disease && !e.vague && focus.outcome == kNoEntity)
      focus.outcome = m.entity;
    const bool settled = effect != kNoEntity && vocabulary.at(effect).disease;
    if (e.kind == Kind::effect && !settled) effect = m.entity;
    if (e.kind == Kind::pathway) {
      process = m.entity;
      focus.processes.insert(m.entity);
    }
  }
  if (focus.goal == kNoEntity) focus.goal = effect != kNoEntity ? effect : process;
  focus.processes.erase(focus.goal);
  add_members(focus, vocabulary);
  return focus;
}

ChainSearch find_chains(const StatementSet& reading, const std::map<LinkKey, Link>& links,
                        const Vocabulary& vocabulary, const Focus& focus) {
  return Search(reading, links, vocabulary, focus).run();
}

}  // namespace ev::mechanism
