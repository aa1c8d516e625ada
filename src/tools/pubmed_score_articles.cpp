#include "base/date.hpp"
#include "base/text.hpp"
#include "pipeline/appraise/filters.hpp"
#include "pipeline/appraise/text_quality.hpp"
#include "pipeline/workflow/article_scoring.hpp"
#include "pipeline/workflow/learned_models.hpp"
#include "tools/all_tools.hpp"
#include "tools/inline_records.hpp"
#include "tools/make_tool.hpp"
#include "tools/scored_records.hpp"

#include <nlohmann/json.hpp>

namespace ev::tools {

namespace {

struct ScoreArgs {
  RecordsIn records;
  ScoringRequest scoring;
  std::vector<Json> labels;
  Paging paging;
};
template <class V>
void describe(V& v, ScoreArgs& a) {
  v("articles_with_features", a.records.items);
  v("result_set", a.records.result_set);
  v("pmids", a.records.pmids);
  v("scoring_criteria", a.scoring.scoring_criteria,
    {.required = true,
     .remedy = "give {\"weights\": {\"relevance\": 0.5, \"study_design\": 0.5}}"});
  v("score_function", a.scoring.score_function,
    {.one_of = {"weighted_sum", "composite", "ml_model"}});
  v("include_percentiles", a.scoring.include_percentiles);
  v("query", a.scoring.query, {.max_length = 4000});
  v("missing", a.scoring.missing, {.one_of = {"renormalise", "penalise"}});
  v("profile", a.scoring.profile, {.one_of = {"standard", "seed"}});
  v("as_of", a.scoring.as_of);
  v("labels", a.labels);
  v("model", a.scoring.model, {.max_length = 100});
  describe_paging(v, a.paging);
}

void check_values(const ScoreArgs& args, std::vector<Problem>& problems) {
  if (!args.scoring.as_of.empty()) {
    if (const auto date = appraise::parse_as_of(args.scoring.as_of, "as_of"); !date) {
      add_problems(problems, date.error());
    }
  }
  const bool learns = args.scoring.learns();
  if (!learns && !args.labels.empty()) {
    problems.push_back({"labels", "are for score_function ml_model of the standard profile"});
  }
  if (!learns && !args.scoring.model.empty()) {
    problems.push_back({"model", "is for score_function ml_model of the standard profile"});
  }
  if (!args.labels.empty() && !args.scoring.model.empty()) {
    problems.push_back({"model", "is given beside labels: train with labels, or score with model"});
  }
  labels_in(args.labels, problems);
  for (const Error& error : errors_in(args.scoring)) add_problems(problems, error);
}

class ScoringAnswer {
 public:
  ScoringAnswer(const ScoreArgs& args, const ScoringOutcome& outcome)
      : args_(args), out_(outcome) {}

  Result<Answer> make() const {
    EV_TRY(const std::size_t offset, cursor_offset(args_.paging.cursor, out_.result_set));
    Answer answer{.structured = Json::object()};
    head(answer);
    add_warnings(answer, out_.warnings);
    add_content_notice(answer);
    add_made_items(
        answer, "scored_articles", scores().size(), args_.paging, offset, out_.result_set,
        [this](std::size_t i) { return item(scores()[i]); },
        [this](std::size_t i) { return out_.records->ids()[scores()[i].candidate]; });
    return answer;
  }

 private:
  const std::vector<appraise::Score>& scores() const { return out_.scores->scores; }

  std::string method_used() const {
    const bool as_sum =
        out_.criteria.method == appraise::Method::ml_model && !args_.scoring.learns();
    return as_sum ? "weighted_sum" : to_string(out_.criteria.method);
  }

  Json metadata() const {
    const appraise::Distribution& d = out_.scoring.distribution;
    Json correlations = Json::object();
    for (const appraise::Correlation& c : out_.scoring.correlations) {
      const Json r = c.r ? Json(*c.r) : Json();
      correlations[c.a][c.b] = r;
      correlations[c.b][c.a] = r;
    }
    Json out = {{"score_distribution",
                 {{"min", d.min}, {"max", d.max}, {"mean", d.mean}, {"std_dev", d.std_dev}}},
                {"feature_correlations", std::move(correlations)},
                {"scoring_method_used", method_used()},
                {"normalization_method", out_.criteria.profile == appraise::Profile::seed
                                             ? "none"
                                             : to_string(out_.criteria.normalization)},
                {"profile", args_.scoring.profile},
                {"as_of", format_date(out_.criteria.as_of, '-')},
                {"articles_scored", scores().size()}};
    if (out_.criteria.profile == appraise::Profile::standard)
      out["missing"] = args_.scoring.missing;
    if (args_.scoring.learns()) out["ml_model"] = model_summary(out_.model, out_.model_handle);
    for (const appraise::Criterion& criterion : out_.criteria.criteria) {
      if (stated_function(criterion) == appraise::FunctionKind::text_quality) {
        out["text_quality_criteria"] = appraise::kQualityCriteria;
      }
    }
    if (out_.criteria.profile == appraise::Profile::standard) round_numbers(out);
    return out;
  }

  void head(Answer& answer) const {
    answer.structured = {{"result_set", out_.result_set}, {"scoring_metadata", metadata()}};
    const appraise::Distribution& d = out_.scoring.distribution;
    answer.text =
        "**" + std::to_string(scores().size()) + " articles scored** by " + method_used() +
        (out_.criteria.profile == appraise::Profile::seed ? " (seed profile)" : "") + "; scores " +
        short_number(d.min) + "–" + short_number(d.max) + ", mean " + short_number(d.mean) +
        "; result_set `" + out_.result_set + "` (next: pubmed_filter_rank)\n";
    if (args_.scoring.learns()) answer.text += model_line() + "\n";
  }

  std::string model_line() const {
    std::string out = "Model `" + out_.model_handle + "` from " +
                      std::to_string(out_.model.included) + " includes and " +
                      std::to_string(out_.model.excluded) + " excludes; ";
    const auto& cv = out_.model.cross_validation;
    if (!cv) return out + "too few labels to cross-validate";
    return out + std::to_string(cv->folds) + "-fold cross-validation: AUC " +
           short_number(cv->auc) + ", average precision " + short_number(cv->average_precision);
  }

  Item item(const appraise::Score& score) const {
    const model::Article& article = out_.records->set.articles[score.candidate];
    const Json& features = out_.records->set.features[score.candidate].payload();
    const Json payload = score_payload(score, out_.criteria);
    Item out{.id = model::item_id(article)};
    out.shown = payload;
    out.shown["article_with_features"] =
        article_with_features(article, features, args_.paging.detail);
    Json place = {{"rank", score.rank},
                  {"total_score", score.total},
                  {"percentile_rank", payload["percentile_rank"]}};
    if (Json n = sample_size_of(features); !n.is_null()) place["n"] = std::move(n);
    if (out_.criteria.profile == appraise::Profile::standard) {
      round_numbers(place);
      round_numbers(out.shown["score_breakdown"]);
      round_numbers(out.shown["scoring_metadata"]);
      round_numbers(out.shown["total_score"]);
    }
    const Flags flags = out_.records->flags(score.candidate);
    out.row = article_row(article, out_.records->row_text(score.candidate), flags, place);
    std::string why = " — " + contributions_line(payload);
    if (score.rank_low != score.rank_high) {
      why += "; rank " + std::to_string(score.rank_low) + "–" + std::to_string(score.rank_high);
    }
    if (!score.missing.empty()) {
      why += "; missing " + text::ellipsize(one_line(text::join(score.missing, ", ")), 60);
    }
    out.line = fitted_line(std::to_string(score.rank) + ". **" + short_number(score.total) + "** ",
                           article, flags, why);
    return out;
  }

  const ScoreArgs& args_;
  const ScoringOutcome& out_;
};

Result<ScoringRequest> request_of(const ScoreArgs& args) {
  ScoringRequest out = args.scoring;
  EV_TRY(out.records, records_request(args.records, "articles_with_features"));
  out.records_argument = !args.records.result_set.empty() ? "result_set"
                         : !args.records.pmids            ? "articles_with_features"
                                                          : "pmids";
  std::vector<Problem> none;  // check_values() has passed
  out.labels = labels_in(args.labels, none);
  return out;
}

}  // namespace

mcp::ToolDef pubmed_score_articles(const Services& services,
                                   const std::shared_ptr<WorkingSets>& working) {
  return make_tool<ScoreArgs>(
      "pubmed_score_articles",
      [&services, working](const ScoreArgs& args, const mcp::CallContext& ctx) -> Result<Answer> {
        EV_TRY(ScoringRequest request, request_of(args));
        EV_TRY(const ScoringOutcome outcome,
               score_articles(services, *working, std::move(request), ctx));
        return ScoringAnswer(args, outcome).make();
      });
}

}  // namespace ev::tools
