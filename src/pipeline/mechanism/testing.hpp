// Testing links and hypotheses against records: a verdict per link with every sentence that speaks
// for or against it, and the searches that would find more. A sentence that names both ends without
// saying who does what is a mention, never support; a null or opposite finding contradicts; aims
// and questions are no findings, background weighs three tenths; retracted papers and notices are
// not read.
//
// One record has one vote per link: the side with the greater weight of its sentences (design
// weight x cue confidence, halved by a hedge). share = for / (for + against); its interval is
// Wilson's (1927) at 95 % for that share of the voting records. "supported" needs
// share >= .7 and two independent groups (author lists that overlap by less than half); where no
// supporting record names its authors independence is unknown and three records are asked for.
// "refuted" is share <= .3 with two records; neither rests on weak forms alone; "contested" is both
// sides at weight; "insufficient" has findings or mentions but too few; "proposed" was never met in
// one sentence. Thread rule: pure functions; what takes long checks its Context. The order of the
// records does not show.
#pragma once

#include "base/context.hpp"
#include "base/result.hpp"
#include "pipeline/mechanism/hypothesis.hpp"
#include "pipeline/mechanism/proposal.hpp"
#include "pipeline/mechanism/statement.hpp"
#include "pipeline/model/article.hpp"

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ev::mechanism {

struct LinkToTest {
  std::string from, to;
  std::string relation;  // as asserted: activates, inhibits, increases, decreases …
  int sign = 1;          // 0: acts on it, direction left open
  std::vector<std::string> from_names, to_names;  // further names of the ends
  // Names that say less of an end ("bone loss"), and longer names that mean something else.
  std::vector<std::string> from_opposites, to_opposites, others;
  std::string setting;  // "heart failure" of "… in heart failure"; records on other things are mute
  int to_valence = 0;  // -1: less of `to` is better, +1: more is, 0: depends or not known
};

// Adds what the built-in vocabulary knows of the ends, so that what was chained under one name is
// tested under all of them.
void add_known_names(LinkToTest& link);

// +1 activates, increases, causes …; -1 inhibits, decreases, treats, prevents …; 0 affects;
// nullopt for a word that says no relation.
std::optional<int> sign_of_relation(std::string_view relation);

// The links of the hypothesis; where it has none, its drug, target, pathway and effect joined in
// order, with the signs their words state ("mTOR inhibition", "reduced amyloid").
std::vector<LinkToTest> links_to_test(const MechanismHypothesis& hypothesis);

struct LinkSearches {
  std::string supporting, refuting;  // PubMed syntax
};
LinkSearches searches_for(const LinkToTest& link);
// The query narrowed to records that deny: null findings and failures.
std::string refuting_query(std::string_view query);

struct SideCounts {
  std::size_t supporting = 0, contradicting = 0;  // records
};

struct LinkVerdict {
  LinkToTest link;
  LinkStatus status = LinkStatus::proposed;
  std::string reason;  // one sentence with the counts that decided
  // Supporting first, then contradicting, then mentions; in each by weight, then id and place.
  // Of Evidence::stance these three only.
  std::vector<Evidence> evidence;
  double weight_for = 0, weight_against = 0;  // sums over records
  double share = 0;                           // 0 when nothing votes
  double low = 0, high = 1;                   // Wilson interval
  std::size_t supporting_records = 0, contradicting_records = 0, mentioning_records = 0;
  std::size_t stated_records = 0;  // of the supporting: by more than the name of a drug class
  std::optional<std::size_t> independent_groups;  // behind the support; nullopt: unknown
  std::map<Species, SideCounts> by_species;
};

// What a model says a sentence states of a link; counts when it stands in the record.
struct ProposedStance {
  std::size_t link = 0;  // of those tested
  Proposal said;
};

struct LinkTest {
  std::vector<LinkVerdict> links;               // in the order asked
  LinkStatus status = LinkStatus::proposed;     // of the chain, by its weakest link
  std::vector<std::string> excluded_retracted;  // ids, sorted
  std::size_t records_read = 0;
  std::vector<std::size_t> proposals_taken;  // indexes of `proposed`
  std::vector<Error> proposals_not_taken;    // why
};

// Verdicts of links over these records. What is proposed of a sentence that the rules only call a
// mention takes the mention's place; what the rules read stays.
Result<LinkTest> test_links(std::span<const LinkToTest> links,
                            std::span<const model::Article> articles, const Context& ctx,
                            std::span<const ProposedStance> proposed = {});

// Status of a chain: refuted if a link is, else contested, else the least of insufficient,
// proposed, supported.
LinkStatus chain_status(std::span<const LinkVerdict> links);

struct WilsonInterval {
  double low = 0, high = 1;
};
// 95 %; `share` of `n` votes, n = 0 gives 0 to 1.
WilsonInterval wilson(double share, double n);

}  // namespace ev::mechanism
