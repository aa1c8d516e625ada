#include "pipeline/workflow/hypothesis_generation.hpp"

#include "base/text.hpp"
#include "pipeline/mechanism/hypothesis_json.hpp"
#include "pipeline/mechanism/selection.hpp"
#include "pipeline/model/retraction.hpp"
#include "pipeline/text/read_part.hpp"
#include "pipeline/workflow/named_entities.hpp"
#include "pipeline/workflow/untrusted.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace ev::workflow {

namespace {

class HypothesisGeneration {
 public:
  HypothesisGeneration(const Services& services, HypothesesRequest request, const Context& ctx)
      : services_(services),
        request_(std::move(request)),
        ctx_(ctx),
        model_(services, "generate_hypotheses", request_.model, ctx) {}

  Result<HypothesesOutcome> go() {
    if (request_.records) {
      inline_ = !request_.records->rows.empty();
      EV_TRY(out_.set, resolve_records(services_, *std::move(request_.records), ctx_));
    }
    if (out_.set.articles.empty()) {
      out_.search_subject = mechanism::search_subject(options());
      out_.warnings = out_.set.warnings;
      return std::move(out_);
    }
    EV_CHECK(select());
    EV_CHECK(name_entities());
    EV_TRY(out_.assessment, mechanism::assess(read_, options(), ctx_));
    EV_CHECK(ask_model());
    out_.assessment.excluded_retracted = excluded_;
    EV_CHECK(keep());
    tell();
    return std::move(out_);
  }

 private:
  mechanism::HypothesisOptions options() const {
    return {.query = request_.query,
            .drug = request_.drug,
            .disease = request_.disease,
            .max_hypotheses =
                static_cast<std::size_t>(std::min(request_.max_hypotheses, kMostHypotheses)),
            .named = named_.entities,
            .proposed = proposed_};
  }

  // Inline records are the caller's own: they are read as they stand, without asking anyone.
  Result<void> name_entities() {
    if (inline_) return {};
    EV_TRY(named_, named_entities(services_, read_, ctx_));
    return {};
  }

  // A model reads the records selected; what it says joins what the rules read, checked like it.
  Result<void> ask_model() {
    if (!model_.wanted() || out_.selected.empty()) return {};
    std::vector<model::Article> put;
    for (const std::size_t i : out_.selected) put.push_back(out_.set.articles[i]);
    const std::size_t room =
        request_.model.engine == "host" ? request_.host_task_characters : kTaskCharacters;
    RecordTask asked = hypothesis_task(options(), put, room);
    return model_.run(std::move(asked.task), [&](const std::string& json, const char* method,
                                                 const std::string& path) {
      std::vector<Error> not_taken;
      auto made = proposed_hypotheses(json, asked.supplied, method, path, not_taken);
      return take(std::move(made), std::move(not_taken));
    });
  }

  Result<std::vector<Error>> take(ProposedHypotheses proposals, std::vector<Error> not_taken) {
    std::vector<std::string> searches = specific_searches(proposals.searches, not_taken);
    const std::size_t before = proposed_.size();
    proposed_.insert(proposed_.end(), proposals.links.begin(), proposals.links.end());
    EV_TRY(out_.assessment, mechanism::assess(read_, options(), ctx_));
    std::vector<mechanism::ProposedLink> stand;
    for (const std::size_t i : out_.assessment.proposals_taken) stand.push_back(proposed_[i]);
    if (stand.size() == before) searches.clear();  // nothing new that they could test
    proposed_ = std::move(stand);
    add_searches(std::move(searches));
    not_taken.insert(not_taken.end(), out_.assessment.proposals_not_taken.begin(),
                     out_.assessment.proposals_not_taken.end());
    return not_taken;
  }

  // Searches of a model's hypotheses go before those of the gaps; of two rounds both stay.
  void add_searches(std::vector<std::string> searches) {
    for (std::string& search : searches) {
      if (std::find(searches_.begin(), searches_.end(), search) == searches_.end())
        searches_.push_back(std::move(search));
    }
    std::vector<std::string>& all = out_.assessment.recommended_searches;
    std::erase_if(all, [&](const std::string& s) {
      return std::find(searches_.begin(), searches_.end(), s) != searches_.end();
    });
    all.insert(all.begin(), searches_.begin(), searches_.end());
  }

  // Retracted papers and notices take no place in the selection. Rules read every other record
  // unless the caller asked for fewer; the selection is what is shown of them.
  Result<void> select() {
    std::vector<std::size_t> eligible;
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < out_.set.articles.size(); ++i) {
      const model::Article& article = out_.set.articles[i];
      if (model::is_void(article)) {
        excluded_.push_back(mechanism::record_id(article));
        continue;
      }
      eligible.push_back(i);
      texts.push_back(article.title + "\n" + article.abstract);
    }
    std::sort(excluded_.begin(), excluded_.end());
    const std::size_t n = static_cast<std::size_t>(request_.max_evidence.value_or(10));
    EV_TRY(out_.selection,
           select_evidence(services_, texts, request_.query, n, request_.model.engine, ctx_));
    for (const std::size_t t : out_.selection.chosen) out_.selected.push_back(eligible[t]);
    for (const std::size_t i : request_.max_evidence ? out_.selected : eligible)
      read_.push_back(out_.set.articles[i]);
    return {};
  }

  // Appended to the store, never doubled: the id is a hash of the four members.
  Result<void> keep() {
    for (const mechanism::MechanismHypothesis& h : out_.assessment.hypotheses) {
      Json stored = mechanism::to_json(h);
      stored["query"] = request_.query;
      stored["result_set"] = out_.set.handle;
      const auto kept = services_.documents.put("hypothesis", h.hypothesis_id, dump_json(stored));
      if (kept) continue;
      if (kept.error().code != Errc::store_unavailable) return kept.error();
      out_.set.warnings.push_back("the hypotheses are not kept and cannot be tested by their id: " +
                                  kept.error().message + "; " + kept.error().recovery);
      return {};
    }
    return {};
  }

  void tell() {
    std::vector<std::string>& out = out_.warnings;
    out = out_.set.warnings;
    if (auto cut = doc::cut_records_warning(read_)) out.push_back(*std::move(cut));
    out.insert(out.end(), out_.selection.warnings.begin(), out_.selection.warnings.end());
    out.insert(out.end(), named_.warnings.begin(), named_.warnings.end());
    out.insert(out.end(), model_.warnings().begin(), model_.warnings().end());
    if (request_.max_hypotheses > kMostHypotheses) {
      out.push_back("max_hypotheses " + std::to_string(request_.max_hypotheses) +
                    " was lowered to " + std::to_string(kMostHypotheses));
    }
    if (!out_.assessment.excluded_retracted.empty()) {
      out.push_back("retracted records and notices were not read: " +
                    text::join(out_.assessment.excluded_retracted, ", "));
    }
    for (const model::Article& article : read_) {
      if (addresses_a_model(article)) {
        out.push_back("record " + model::item_id(article) +
                      " carries text that addresses a model (injection_suspected)");
      }
    }
    out_.engine = model_.engine();
    out_.help = model_.help();
  }

  const Services& services_;
  HypothesesRequest request_;
  const Context& ctx_;
  ModelTask model_;
  bool inline_ = false;
  HypothesesOutcome out_;
  std::vector<std::string> excluded_;  // ids of retracted papers and notices
  std::vector<model::Article> read_;
  NamedEntities named_;
  std::vector<mechanism::ProposedLink> proposed_;  // that stand
  std::vector<std::string> searches_;              // a model's
};

}  // namespace

Result<HypothesesOutcome> generate_hypotheses(const Services& services, HypothesesRequest request,
                                              const Context& ctx) {
  return HypothesisGeneration(services, std::move(request), ctx).go();
}

}  // namespace ev::workflow
