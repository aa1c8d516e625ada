#include "pipeline/citations/retraction_lookup.hpp"

#include "pipeline/search/outcome.hpp"
#include "pipeline/sources/crossref.hpp"
#include "pipeline/sources/openalex.hpp"
#include "pipeline/sources/retraction_claim.hpp"

#include <algorithm>
#include <chrono>

namespace ev::citations {

namespace {

constexpr std::chrono::seconds kRetractionTime{8};
constexpr std::size_t kAskedOfCrossref = 30;  // one request each

std::string name_for_openalex(const model::Article& a) {
  if (!a.openalex_id.empty()) return a.openalex_id;
  if (!a.pmid.empty()) return "PMID:" + a.pmid;
  return a.doi.empty() ? "" : "DOI:" + a.doi;
}

// Neighbours of one kind share a request.
void sort_by_kind(std::vector<model::Article*>& records) {
  std::stable_sort(records.begin(), records.end(),
                   [](const model::Article* a, const model::Article* b) {
                     return name_for_openalex(*a).substr(0, 3) < name_for_openalex(*b).substr(0, 3);
                   });
}

Result<void> ask_openalex(const search::Ports& ports, std::vector<model::Article*> records,
                          std::vector<std::string>& warnings, const Context& ctx) {
  std::erase_if(records, [](const model::Article* a) { return name_for_openalex(*a).empty(); });
  if (records.empty()) return {};
  sort_by_kind(records);
  const sources::OpenAlex openalex(ports.config);
  std::vector<std::string> names;
  for (const model::Article* a : records) names.push_back(name_for_openalex(*a));
  std::vector<net::RequestPlan> plans = openalex.fetch(names);
  for (net::RequestPlan& plan : plans) plan.cache_only = ports.offline;
  const auto replies = ports.http.send_all(plans, ctx);
  for (std::size_t k = 0; k < replies.size(); ++k) {
    const auto batch = openalex.batch_of(names, k);
    auto step = replies[k] ? openalex.parse_records(batch, *replies[k])
                           : Result<sources::SourceStep>(replies[k].error());
    if (!step) {
      if (step.error().code == Errc::cancelled) return step.error();
      warnings.push_back("OpenAlex could not be asked whether works were retracted: " +
                         step.error().message);
      continue;
    }
    for (const model::Article& work : step->articles) {
      if (work.retraction.status != model::RetractionStatus::retracted) continue;
      for (model::Article* a : records) {
        const bool same =
            (!a->pmid.empty() && a->pmid == work.pmid) || (!a->doi.empty() && a->doi == work.doi);
        if (same)
          sources::add_retraction_claim(
              *a, {model::RetractionStatus::retracted, "openalex:is_retracted"});
      }
    }
  }
  return {};
}

Result<void> ask_crossref(const search::Ports& ports, const std::vector<model::Article*>& records,
                          std::vector<std::string>& warnings, const Context& ctx) {
  std::vector<model::Article*> asked;
  std::vector<std::string> dois;
  std::size_t left = 0;
  for (model::Article* a : records) {
    const auto source = a->metadata.find("source");
    const bool from_there = source != a->metadata.end() && source->second == "crossref";
    const bool known = std::find(dois.begin(), dois.end(), a->doi) != dois.end();
    if (a->doi.empty() || from_there || known) continue;
    if (dois.size() == kAskedOfCrossref) {
      ++left;
      continue;
    }
    asked.push_back(a);
    dois.push_back(a->doi);
  }
  std::vector<net::RequestPlan> plans;
  std::vector<model::Article*> of;
  for (std::size_t i = 0; i < dois.size(); ++i) {
    for (net::RequestPlan& plan :
         sources::plan_crossref(ports.config, std::span<const std::string>(&dois[i], 1))) {
      plan.cache_only = ports.offline;
      plan.tries = 2;
      plans.push_back(std::move(plan));
      of.push_back(asked[i]);
    }
  }
  std::string failure;
  const auto replies = ports.http.send_all(plans, ctx);
  for (std::size_t i = 0; i < replies.size(); ++i) {
    auto works = replies[i] ? sources::parse_crossref(replies[i]->body)
                            : Result<std::vector<sources::CrossrefWork>>(replies[i].error());
    if (!works) {
      if (works.error().code == Errc::cancelled) return works.error();
      if (works.error().code != Errc::not_found) failure = works.error().message;
      continue;
    }
    for (const sources::CrossrefWork& work : *works) {
      if (work.record.doi == of[i]->doi) sources::add_crossref_updates(*of[i], work);
    }
  }
  if (!failure.empty()) {
    warnings.push_back("Crossref could not be asked whether works were retracted: " + failure);
  } else if (left > 0) {
    warnings.push_back("Crossref was not asked about the standing of " + std::to_string(left) +
                       " further works: check fewer references at once");
  }
  return {};
}

}  // namespace

Result<void> add_retraction_status(const search::Ports& ports,
                                   const std::vector<model::Article*>& records,
                                   std::vector<std::string>& warnings, const Context& ctx) {
  if (records.empty()) return {};
  Context timed = ctx;
  timed.deadline = std::min(ctx.deadline, ports.clock.now() + kRetractionTime);
  const bool paid = ports.config.key("openalex").set() || ports.config.sample;
  if (paid && search::is_enabled(ports.config, "openalex")) {
    EV_CHECK(ask_openalex(ports, records, warnings, timed));
  }
  if (search::is_enabled(ports.config, "crossref")) {
    EV_CHECK(ask_crossref(ports, records, warnings, timed));
  }
  return {};
}

}  // namespace ev::citations
