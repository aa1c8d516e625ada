#include "pipeline/workflow/gather_results.hpp"

#include "pipeline/workflow/study_results.hpp"

namespace ev::workflow {

namespace {

using synthesis::Origin;
using synthesis::StudyResult;

class Gathering {
 public:
  Gathering(std::span<const model::Article> articles, const ResultPlaces& places,
            const Context& ctx)
      : articles_(articles), places_(places), ctx_(ctx) {}

  Result<GatheredResults> go() {
    for (const model::Article& article : articles_) {
      EV_CHECK(ctx_.check());
      take(article);
    }
    return std::move(out_);
  }

 private:
  void take(const model::Article& article) {
    const std::string& id = model::item_id(article);
    if (places_.abstract_text) {
      for (StudyResult& row : study_results(article)) add(std::move(row), article);
    }
    if (places_.full_text) out_.unread.push_back({id, Origin::full_text, "not read"});
    if (!places_.registry) return;
    for (const std::string& nct : article.nct_ids) {
      out_.unread.push_back({nct, Origin::registry, "not read"});
    }
  }

  void add(StudyResult row, const model::Article& article) {
    row.registrations = article.nct_ids;
    out_.rows.push_back(std::move(row));
  }

  std::span<const model::Article> articles_;
  const ResultPlaces& places_;
  const Context& ctx_;
  GatheredResults out_;
};

}  // namespace

Result<GatheredResults> gather_results(const search::Ports& /*ports*/,
                                       std::span<const model::Article> articles,
                                       const ResultPlaces& places, const Context& ctx) {
  return Gathering(articles, places, ctx).go();
}

}  // namespace ev::workflow
