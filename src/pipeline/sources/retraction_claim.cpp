#include "pipeline/sources/retraction_claim.hpp"

#include <algorithm>

namespace ev::sources {

namespace {

using model::RetractionStatus;

// Only its title says so, which a notice shares with the paper it is about.
bool retracted_by_title_only(const model::Retraction& r) {
  return r.status == RetractionStatus::retracted && r.sources.size() == 1 &&
         r.sources.front() == "title";
}

// Whether the claim changes or confirms what is there.
bool counts(const RetractionClaim& claim, const model::Retraction& known) {
  if (claim.status == RetractionStatus::notice) {
    return known.status == RetractionStatus::notice || known.status == RetractionStatus::none ||
           retracted_by_title_only(known);
  }
  return claim.status != RetractionStatus::none && known.status != RetractionStatus::notice &&
         !graver(known.status, claim.status);
}

}  // namespace

void add_retraction_claim(model::Article& article, const RetractionClaim& claim) {
  model::Retraction& out = article.retraction;
  if (!counts(claim, out)) return;
  if (out.status != claim.status) {
    out = {};
    out.status = claim.status;
  }
  if (std::find(out.sources.begin(), out.sources.end(), claim.source) == out.sources.end()) {
    out.sources.emplace_back(claim.source);
  }
  if (out.date.empty()) out.date = claim.date;
  if (out.notice_pmid.empty()) out.notice_pmid = claim.notice_pmid;
}

}  // namespace ev::sources
