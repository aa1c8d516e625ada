#include "pipeline/sources/retraction_claim.hpp"

#include <algorithm>
#include <array>

namespace ev::sources {

namespace {

// Only its title says so, which a notice shares with the paper it is about.
bool retracted_by_title_only(const model::Retraction& r) {
  return r.status == "retracted" && r.sources.size() == 1 && r.sources.front() == "title";
}

// Whether the claim changes or confirms what is there.
bool counts(const RetractionClaim& claim, const model::Retraction& known) {
  if (claim.status == "notice") {
    return known.status == "notice" || known.status == "none" || retracted_by_title_only(known);
  }
  const int claimed = gravity(claim.status);
  return claimed > 0 && known.status != "notice" && claimed >= gravity(known.status);
}

}  // namespace

int gravity(std::string_view status) {
  constexpr std::array<std::string_view, 5> kStatuses = {
      "none", "corrected", "expression_of_concern", "retracted", "notice"};
  const auto at = std::find(kStatuses.begin(), kStatuses.end(), status);
  return at == kStatuses.end() ? -1 : static_cast<int>(at - kStatuses.begin());
}

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
