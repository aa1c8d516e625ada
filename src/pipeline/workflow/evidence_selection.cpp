#include "pipeline/workflow/evidence_selection.hpp"

#include "pipeline/mechanism/selection.hpp"

namespace ev::workflow {

Result<EvidenceSelection> select_evidence(const Services& services,
                                          std::span<const std::string> texts,
                                          const std::string& query, std::size_t n,
                                          std::string_view engine, const Context& ctx) {
  EvidenceSelection out{.method = "MMR, lambda 0.7, over TF-IDF"};
  if (engine != "rules" && n < texts.size() && services.llm.can_embed()) {
    std::vector<std::string> all(texts.begin(), texts.end());
    all.push_back(query);
    llm::Run run{.budget = {.seconds = 30}};
    const auto made = services.llm.embed(all, ctx, run);
    EV_CHECK(ctx.check());
    if (made) {
      const std::span<const std::vector<float>> vectors(made->vectors);
      EV_TRY(out.chosen,
             mechanism::select_diverse(vectors.first(texts.size()), vectors.back(), {.n = n}, ctx));
      out.method = "MMR, lambda 0.7, over embeddings by " + made->model;
      return out;
    }
    out.warnings.push_back("records are chosen by their words, the embeddings could not be had (" +
                           std::string(to_string(made.error().code)) + ")");
  }
  EV_TRY(out.chosen, mechanism::select_diverse(texts, query, {.n = n}, ctx));
  return out;
}

}  // namespace ev::workflow
