#include "pipeline/workflow/gather_results.hpp"

#include "pipeline/search/outcome.hpp"
#include "pipeline/search/surroundings.hpp"
#include "pipeline/search/time_share.hpp"
#include "pipeline/sources/clinicaltrials_results.hpp"
#include "pipeline/workflow/full_text_results.hpp"
#include "pipeline/workflow/registry_results.hpp"
#include "pipeline/workflow/result_conflicts.hpp"
#include "pipeline/workflow/study_results.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace ev::workflow {

namespace {

using synthesis::Origin;
using synthesis::StudyResult;

// Full texts are fetched and read so many at a time: each can have megabytes.
constexpr std::size_t kTextsAtOnce = 10;

class Gathering {
 public:
  Gathering(const search::Ports& ports, std::span<const model::Article> articles,
            const ResultPlaces& places, const Context& ctx)
      : ports_(ports),
        articles_(articles),
        places_(places),
        ctx_(ctx),
        by_article_(articles.size()) {}

  Result<GatheredResults> go() {
    for (std::size_t i = 0; i < articles_.size(); ++i) {
      EV_CHECK(ctx_.check());
      if (places_.abstract_text) add(i, study_results(articles_[i]));
    }
    if (places_.full_text) EV_CHECK(read_full_texts());
    if (places_.registry) EV_CHECK(read_registrations());
    for (std::vector<StudyResult>& rows : by_article_) {
      std::move(rows.begin(), rows.end(), std::back_inserter(out_.rows));
    }
    EV_CHECK(compare());
    return std::move(out_);
  }

 private:
  void add(std::size_t article, std::vector<StudyResult> rows) {
    for (StudyResult& row : rows) {
      if (row.registrations.empty()) row.registrations = articles_[article].nct_ids;
      by_article_[article].push_back(std::move(row));
    }
  }

  void note(const Error& error) {
    const bool known = std::any_of(out_.errors.begin(), out_.errors.end(), [&](const Error& e) {
      return e.source == error.source && e.code == error.code;
    });
    if (!known) out_.errors.push_back(error);
  }

  // ---------------------------------------------------------------- full text

  Result<void> read_full_texts() {
    for (std::size_t begin = 0; begin < articles_.size(); begin += kTextsAtOnce) {
      const std::size_t count = std::min(kTextsAtOnce, articles_.size() - begin);
      ctx_.report("reading full text", static_cast<double>(begin),
                  static_cast<double>(articles_.size()));
      EV_TRY(const auto around, search::surroundings(ports_, articles_.subspan(begin, count),
                                                     {.full_text = true}, ctx_));
      for (std::size_t k = 0; k < count; ++k) {
        EV_CHECK(take_full_text(begin + k, around[k].full_text));
      }
    }
    return {};
  }

  Result<void> take_full_text(std::size_t article, const search::Part<sources::FullText>& text) {
    // A registration is no article.
    if (articles_[article].trial) return {};
    if (text.error) note(*text.error);
    if (!text.there()) {
      out_.unread.push_back({model::item_id(articles_[article]), Origin::full_text, text.reason});
      return {};
    }
    EV_TRY(std::vector<StudyResult> rows,
           full_text_results(text.content, articles_[article], ctx_));
    add(article, std::move(rows));
    return {};
  }

  // ---------------------------------------------------------------- registrations

  Result<void> read_registrations() {
    std::vector<std::string> numbers;
    for (std::size_t i = 0; i < articles_.size(); ++i) {
      for (const std::string& number : articles_[i].nct_ids) {
        if (first_with_.emplace(number, i).second) numbers.push_back(number);
      }
    }
    if (!search::is_enabled(ports_.config, "clinicaltrials")) {
      for (const std::string& number : numbers) {
        out_.unread.push_back(
            {number, Origin::registry, "ClinicalTrials.gov is switched off by the configuration"});
      }
      return {};
    }
    EV_TRY(const std::vector<std::string> posted, with_results(numbers));
    std::vector<net::RequestPlan> plans;
    for (const std::string& number : posted) {
      plans.push_back(sources::plan_registry_results(ports_.config, number));
    }
    const auto replies = send(plans);
    for (std::size_t k = 0; k < replies.size(); ++k) {
      EV_CHECK(ctx_.check());
      auto results = replies[k] ? sources::parse_registry_results(replies[k]->body)
                                : Result<sources::RegistryResults>(replies[k].error());
      if (!results) {
        EV_CHECK(unread({posted[k]}, results.error()));
        continue;
      }
      add(first_with_.at(posted[k]), registry_results(*results));
    }
    return {};
  }

  // Those of `numbers` that have results; the others are unread with the reason.
  Result<std::vector<std::string>> with_results(const std::vector<std::string>& numbers) {
    std::vector<net::RequestPlan> plans;
    std::vector<std::vector<std::string>> batches;
    for (std::size_t begin = 0; begin < numbers.size(); begin += sources::kStudiesAsked) {
      const std::size_t end = std::min(numbers.size(), begin + sources::kStudiesAsked);
      batches.emplace_back(numbers.begin() + static_cast<std::ptrdiff_t>(begin),
                           numbers.begin() + static_cast<std::ptrdiff_t>(end));
      plans.push_back(sources::plan_posted_results(ports_.config, batches.back()));
    }
    const auto replies = send(plans);
    std::vector<std::string> out;
    for (std::size_t k = 0; k < replies.size(); ++k) {
      auto posted = replies[k] ? sources::parse_posted_results(replies[k]->body)
                               : Result<std::vector<std::string>>(replies[k].error());
      if (!posted) {
        EV_CHECK(unread(batches[k], posted.error()));
        continue;
      }
      const std::set<std::string> there(posted->begin(), posted->end());
      for (const std::string& number : batches[k]) {
        if (there.count(number) > 0) {
          out.push_back(number);
        } else {
          out_.unread.push_back({number, Origin::registry, "no results are posted"});
        }
      }
    }
    return out;
  }

  std::vector<Result<net::HttpResponse>> send(std::vector<net::RequestPlan>& plans) const {
    for (net::RequestPlan& plan : plans) plan.cache_only = ports_.offline;
    return ports_.http.send_all(plans, search::leaving_time(ports_, ctx_));
  }

  Result<void> unread(const std::vector<std::string>& numbers, const Error& error) {
    if (error.code == Errc::cancelled) return error;
    if (error.code != Errc::not_found) note(error);
    for (const std::string& number : numbers) {
      out_.unread.push_back({number, Origin::registry, "unknown: " + error.message});
    }
    return {};
  }

  // ---------------------------------------------------------------- one study

  // Rows that share a registration, or an id, are of one study.
  Result<void> compare() {
    std::map<std::string, std::vector<StudyResult*>> studies;
    for (StudyResult& row : out_.rows) {
      // A record of several trials is compared with none of them.
      const bool one = row.origin != Origin::registry && row.registrations.size() == 1;
      studies[one ? row.registrations.front() : row.id].push_back(&row);
    }
    for (auto& [key, rows] : studies) {
      EV_CHECK(ctx_.check());
      mark_conflicts(rows);
    }
    return {};
  }

  const search::Ports& ports_;
  std::span<const model::Article> articles_;
  const ResultPlaces& places_;
  const Context& ctx_;
  std::vector<std::vector<StudyResult>> by_article_;
  std::map<std::string, std::size_t> first_with_;
  GatheredResults out_;
};

}  // namespace

Result<GatheredResults> gather_results(const search::Ports& ports,
                                       std::span<const model::Article> articles,
                                       const ResultPlaces& places, const Context& ctx) {
  return Gathering(ports, articles, places, ctx).go();
}

}  // namespace ev::workflow
