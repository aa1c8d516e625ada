#include "pipeline/research/reading.hpp"

#include "pipeline/extract/design.hpp"
#include "pipeline/mechanism/provenance.hpp"
#include "pipeline/mechanism/statement.hpp"
#include "pipeline/model/retraction.hpp"
#include "pipeline/question/frame_queries.hpp"

#include <algorithm>
#include <set>

namespace ev::research {

namespace {

using mechanism::LinkToTest;
using mechanism::LinkVerdict;
using mechanism::MechanismHypothesis;

constexpr std::size_t kHypotheses = 4;

// What the chain claims as a whole, to be found in one sentence.
std::optional<LinkToTest> whole_of(const MechanismHypothesis& h) {
  if (h.drug.empty() || h.effect.empty() || h.links.size() < 2) return std::nullopt;
  int sign = 1;
  for (const mechanism::HypothesisLink& link : h.links) sign *= link.sign;
  LinkToTest whole{.from = h.links.front().from,
                   .to = h.links.back().to,
                   .relation = sign > 0 ? "increases" : "decreases",
                   .sign = sign};
  mechanism::add_known_names(whole);
  return whole;
}

LinkFacts facts_of(const LinkVerdict& v) {
  LinkFacts out{.from = v.link.from,
                .relation = v.link.relation,
                .to = v.link.to,
                .status = v.status,
                .reason = v.reason,
                .supporting = static_cast<int>(v.supporting_records),
                .contradicting = static_cast<int>(v.contradicting_records),
                .mentioning = static_cast<int>(v.mentioning_records),
                .stated = static_cast<int>(v.stated_records)};
  if (v.independent_groups) out.groups = static_cast<int>(*v.independent_groups);
  const auto counts = [&](model::Species species) {
    const auto it = v.by_species.find(species);
    return it == v.by_species.end() ? mechanism::SideCounts{} : it->second;
  };
  out.human = static_cast<int>(counts(model::Species::human).supporting);
  out.human_against = static_cast<int>(counts(model::Species::human).contradicting);
  out.animal = static_cast<int>(counts(model::Species::animal).supporting);
  out.in_vitro = static_cast<int>(counts(model::Species::in_vitro).supporting);
  const mechanism::LinkSearches searches = mechanism::searches_for(v.link);
  out.supporting_query = searches.supporting;
  out.refuting_query = searches.refuting;
  return out;
}

HypothesisFacts facts_of(const MechanismHypothesis& h, const TestedHypothesis& test) {
  HypothesisFacts out{.hypothesis_id = h.hypothesis_id,
                      .drug = h.drug,
                      .target = h.target,
                      .pathway = h.pathway,
                      .effect = h.effect,
                      .status = test.status,
                      .confidence = h.confidence,
                      .searches = h.search_suggestions};
  for (const LinkVerdict& v : test.links) out.links.push_back(facts_of(v));
  if (test.whole) out.whole = facts_of(*test.whole);
  return out;
}

bool stands(const model::Article& a) {
  return !model::is_void(a);
}

// Of its own: it tells of the studies of others, of plans or of animals.
bool reports_no_people(model::StudyDesign design) {
  return is_opinion(design) || is_preclinical(design) || design == model::StudyDesign::review ||
         design == model::StudyDesign::guideline || design == model::StudyDesign::study_protocol;
}

// On the question: by what the answer read in a record, or found by the question's own search where
// there is no answer and for plans, which state no result.
ClinicalFacts clinical_facts(const Pool& pool, const answer::Answer* answer) {
  std::set<std::string> on_topic;
  if (answer != nullptr) {
    for (const answer::RecordStance& r : answer->records) {
      if (r.on_topic) on_topic.insert(r.id);
    }
  }
  ClinicalFacts out;
  for (std::size_t i = 0; i < pool.articles.size(); ++i) {
    const model::Article& a = pool.articles[i];
    const bool found = answer != nullptr && !a.trial ? on_topic.count(mechanism::record_id(a)) > 0
                                                     : pool.on_question[i] != 0;
    if (!found || !stands(a)) continue;
    ++out.records;
    if (a.trial || !a.nct_ids.empty()) {
      ++out.registrations;
      out.registration_ids.push_back(model::item_id(a));
    }
    if (a.trial) continue;  // a plan, whatever came of it
    const auto design = extract::design_of(a);
    if (design && is_synthesis(*design)) {
      ++out.syntheses;
      out.synthesis_ids.push_back(model::item_id(a));
      continue;
    }
    if (design && reports_no_people(*design)) continue;
    if (mechanism::provenance_of(a).species != model::Species::human) continue;
    ++out.human;
    if (!design || !is_kind_of(*design, model::StudyDesign::clinical_trial)) continue;
    ++out.controlled;
    out.controlled_ids.push_back(model::item_id(a));
  }
  return out;
}

Result<std::vector<TestedHypothesis>> test_all(const std::vector<MechanismHypothesis>& hypotheses,
                                               const std::vector<model::Article>& articles,
                                               const Context& ctx) {
  std::vector<LinkToTest> links;
  for (const MechanismHypothesis& h : hypotheses) {
    for (LinkToTest& link : mechanism::links_to_test(h)) links.push_back(std::move(link));
    if (auto whole = whole_of(h)) links.push_back(*std::move(whole));
  }
  std::vector<TestedHypothesis> out(hypotheses.size());
  if (links.empty()) return out;
  EV_TRY(mechanism::LinkTest test, mechanism::test_links(links, articles, ctx));
  std::size_t at = 0;
  for (std::size_t i = 0; i < hypotheses.size(); ++i) {
    const std::size_t n = mechanism::links_to_test(hypotheses[i]).size();
    for (std::size_t k = 0; k < n; ++k) out[i].links.push_back(std::move(test.links[at++]));
    if (whole_of(hypotheses[i])) out[i].whole = std::move(test.links[at++]);
    out[i].status = mechanism::chain_status(out[i].links);
  }
  return out;
}

// A link for which the test found no record counts as one that none found.
void lower_untested(MechanismHypothesis& h, const TestedHypothesis& test) {
  const bool unfound = std::any_of(test.links.begin(), test.links.end(),
                                   [](const LinkVerdict& v) { return v.supporting_records == 0; });
  if (unfound) h.confidence = std::min(h.confidence, mechanism::kNotFound);
}

}  // namespace

std::vector<NamedThing> to_keep(const std::vector<mechanism::NamedEntity>& entities) {
  std::vector<NamedThing> out;
  for (const mechanism::NamedEntity& e : entities)
    out.push_back({mechanism::to_string(e.kind), e.id, e.name, e.forms});
  return out;
}

std::vector<mechanism::NamedEntity> to_read(const std::vector<NamedThing>& kept) {
  using mechanism::Kind;
  std::vector<mechanism::NamedEntity> out;
  for (const NamedThing& n : kept) {
    for (const Kind kind : {Kind::drug, Kind::target, Kind::pathway, Kind::effect}) {
      if (n.kind == mechanism::to_string(kind)) out.push_back({kind, n.id, n.name, n.forms});
    }
  }
  return out;
}

namespace {

AnswerFacts facts_of(const answer::Answer& a) {
  return {.verdict = a.verdict,
          .certainty = std::string(wire_name(a.certainty.level)),
          .read = static_cast<int>(a.counts.read),
          .supporting = static_cast<int>(a.counts.supporting),
          .against = static_cast<int>(a.counts.against)};
}

Result<void> read_chains(WholeReading& out, const Pool& pool, const ReadingRequest& request,
                         const Context& ctx) {
  const mechanism::HypothesisOptions options{.query = request.question,
                                             .max_hypotheses = kHypotheses,
                                             .named = to_read(request.helped.named),
                                             .proposed = request.helped.proposed};
  EV_TRY(out.assessment, mechanism::assess(pool.articles, options, ctx));
  EV_TRY(out.tests, test_all(out.assessment.hypotheses, pool.articles, ctx));
  for (std::size_t i = 0; i < out.tests.size(); ++i) {
    lower_untested(out.assessment.hypotheses[i], out.tests[i]);
    out.findings.hypotheses.push_back(facts_of(out.assessment.hypotheses[i], out.tests[i]));
  }
  for (const std::size_t i : out.assessment.proposals_taken)
    out.findings.proposed.push_back(request.helped.proposed[i]);
  out.findings.read = static_cast<int>(out.assessment.records_read);
  out.findings.knowledge_gaps = out.assessment.knowledge_gaps;
  out.findings.recommended_searches = out.assessment.recommended_searches;
  return {};
}

}  // namespace

Result<WholeReading> read_pool(const Pool& pool, ReadingRequest request, const Context& ctx) {
  WholeReading out;
  Findings& f = out.findings;
  f.pool = pool.handle;
  f.records = static_cast<int>(pool.articles.size());
  f.identified = pool.identified;
  for (const model::Article& a : pool.articles) {
    f.retracted += stands(a) ? 0 : 1;
    f.without_abstract += a.abstract.empty() ? 1 : 0;
  }
  if (request.asked.rubric == Rubric::mechanism) {
    EV_CHECK(read_chains(out, pool, request, ctx));
  } else {
    f.read = f.records - f.retracted;
    f.recommended_searches = question::queries_of(question::read_question(request.asked.claim));
    for (const model::Article& a : pool.articles) {
      if (!stands(a)) out.assessment.excluded_retracted.push_back(model::item_id(a));
    }
    std::sort(out.assessment.excluded_retracted.begin(), out.assessment.excluded_retracted.end());
  }
  if (request.answer) f.answer = facts_of(*request.answer);
  f.clinical = clinical_facts(pool, request.answer ? &*request.answer : nullptr);
  out.answer = std::move(request.answer);
  f.named = std::move(request.helped.named);
  return out;
}

}  // namespace ev::research
