#include "base/date.hpp"
#include "base/text.hpp"
#include "pipeline/appraise/filters.hpp"
#include "pipeline/appraise/learned_scoring.hpp"
#include "pipeline/appraise/scoring.hpp"
#include "pipeline/appraise/text_quality.hpp"
#include "pipeline/workflow/learned_models.hpp"
#include "pipeline/workflow/score_table.hpp"
#include "pipeline/workflow/working_sets.hpp"
#include "tools/all_tools.hpp"
#include "tools/make_tool.hpp"
#include "tools/scored_records.hpp"

#include <nlohmann/json.hpp>

namespace ev::tools {

namespace {

struct FunctionIn {
  std::string function;
  std::vector<std::string> keywords;
  std::map<std::string, double> map;
  std::optional<double> min;
  std::optional<double> max;
  double half_life_years = 5;
};
template <class V>
void describe(V& v, FunctionIn& f) {
  v("function", f.function, {.required = true});
  v("keywords", f.keywords, {.max_length = 200});
  v("map", f.map, {.min = 0, .max = 1});
  v("min", f.min);
  v("max", f.max);
  v("half_life_years", f.half_life_years, {.min = 0.1, .max = 1000});
}

struct CriteriaIn {
  std::map<std::string, double> weights;
  std::map<std::string, Json> scoring_functions;
  std::string normalization_method = "none";
};
template <class V>
void describe(V& v, CriteriaIn& c) {
  v("weights", c.weights, {.required = true, .min = 0, .max = 1});
  v("scoring_functions", c.scoring_functions);
  v("normalization_method", c.normalization_method, {.one_of = {"none", "min_max", "z_score"}});
}

struct ScoreArgs {
  RecordsIn records;
  CriteriaIn scoring_criteria;
  std::string score_function = "weighted_sum";
  bool include_percentiles = true;
  std::string query;
  std::string missing = "renormalise";
  std::string profile = "standard";
  std::string as_of;
  std::vector<Json> labels;
  std::string model;
  Paging paging;
};
template <class V>
void describe(V& v, ScoreArgs& a) {
  v("articles_with_features", a.records.items);
  v("result_set", a.records.result_set);
  v("pmids", a.records.pmids);
  v("scoring_criteria", a.scoring_criteria,
    {.required = true,
     .remedy = "give {\"weights\": {\"relevance\": 0.5, \"study_design\": 0.5}}"});
  v("score_function", a.score_function, {.one_of = {"weighted_sum", "composite", "ml_model"}});
  v("include_percentiles", a.include_percentiles);
  v("query", a.query, {.max_length = 4000});
  v("missing", a.missing, {.one_of = {"renormalise", "penalise"}});
  v("profile", a.profile, {.one_of = {"standard", "seed"}});
  v("as_of", a.as_of);
  v("labels", a.labels);
  v("model", a.model, {.max_length = 100});
  describe_paging(v, a.paging);
}

appraise::Method method_of(const std::string& name) {
  if (name == "composite") return appraise::Method::composite;
  return name == "ml_model" ? appraise::Method::ml_model : appraise::Method::weighted_sum;
}

appraise::Normalization normalization_of(const std::string& name) {
  if (name == "min_max") return appraise::Normalization::min_max;
  return name == "z_score" ? appraise::Normalization::z_score : appraise::Normalization::none;
}

std::optional<appraise::Function> function_of(const std::string& criterion, const Json& given,
                                              std::vector<Problem>& problems) {
  if (given.is_string()) return appraise::Function{.name = given.get<std::string>()};
  const std::string path = "scoring_criteria.scoring_functions." + criterion;
  if (!given.is_object()) {
    problems.push_back({path, "must be a function's name or {\"function\": name, …}, got " +
                                  codec::type_name(given)});
    return std::nullopt;
  }
  const std::size_t before = problems.size();
  FunctionIn in;
  Reader reader(given, path, problems);
  describe(reader, in);
  reader.finish();
  if (problems.size() != before) return std::nullopt;
  return appraise::Function{.name = std::move(in.function),
                            .keywords = std::move(in.keywords),
                            .map = std::move(in.map),
                            .min = in.min,
                            .max = in.max,
                            .half_life_years = in.half_life_years};
}

// All but as_of. What cannot be read is left out and named in `problems`.
appraise::Criteria criteria_of(const ScoreArgs& args, std::vector<Problem>& problems) {
  appraise::Criteria criteria{
      .normalization = normalization_of(args.scoring_criteria.normalization_method),
      .method = method_of(args.score_function),
      .missing =
          args.missing == "penalise" ? appraise::Missing::penalise : appraise::Missing::renormalise,
      .profile = args.profile == "seed" ? appraise::Profile::seed : appraise::Profile::standard,
      .query = args.query,
      .percentiles = args.include_percentiles};
  for (const auto& [name, weight] : args.scoring_criteria.weights) {
    appraise::Criterion criterion{.name = name, .weight = weight};
    const auto given = args.scoring_criteria.scoring_functions.find(name);
    if (given != args.scoring_criteria.scoring_functions.end()) {
      criterion.function = function_of(name, given->second, problems);
    }
    criteria.criteria.push_back(std::move(criterion));
  }
  return criteria;
}

void check_values(const ScoreArgs& args, std::vector<Problem>& problems) {
  if (!args.as_of.empty()) {
    if (const auto date = appraise::parse_as_of(args.as_of, "as_of"); !date) {
      add_problems(problems, date.error());
    }
  }
  const bool learns = args.score_function == "ml_model" && args.profile != "seed";
  if (!learns && !args.labels.empty()) {
    problems.push_back({"labels", "are for score_function ml_model of the standard profile"});
  }
  if (!learns && !args.model.empty()) {
    problems.push_back({"model", "is for score_function ml_model of the standard profile"});
  }
  if (!args.labels.empty() && !args.model.empty()) {
    problems.push_back({"model", "is given beside labels: train with labels, or score with model"});
  }
  labels_in(args.labels, problems);
  Error unreadable;
  appraise::Criteria criteria = criteria_of(args, unreadable.problems);
  // A function is checked whether or not its criterion has a weight.
  for (const auto& [name, given] : args.scoring_criteria.scoring_functions) {
    if (args.scoring_criteria.weights.count(name) != 0) continue;
    criteria.criteria.push_back(
        {.name = name, .function = function_of(name, given, unreadable.problems)});
  }
  add_problems(problems, unreadable);
  if (const auto usable = check(criteria); !usable) add_problems(problems, usable.error());
}

// The parameters given to a function that reads none of that name.
std::vector<std::string> unused_parameters(const Json& given, appraise::Profile profile) {
  std::vector<std::string> out;
  if (!given.is_object()) return out;
  const auto kind = profile == appraise::Profile::seed
                        ? std::nullopt
                        : appraise::function_by_name(given.value("function", std::string()));
  for (const auto& [name, value] : given.items()) {
    const bool unread = !kind || !appraise::reads_parameter(*kind, name);
    if (name != "function" && !codec::not_given(value) && unread) out.push_back(name);
  }
  return out;
}

// A function for a criterion without weight, or a parameter of another function, would be dropped
// in silence otherwise.
std::vector<std::string> unused_functions(const CriteriaIn& criteria, appraise::Profile profile) {
  std::vector<std::string> out;
  for (const auto& [name, given] : criteria.scoring_functions) {
    const std::string path = "scoring_functions." + name;
    if (criteria.weights.count(name) == 0) {
      out.push_back(path + " has no weight and is not used");
    } else if (const auto unused = unused_parameters(given, profile); !unused.empty()) {
      const bool seed = profile == appraise::Profile::seed;
      out.push_back(path + ": " +
                    (seed ? "the seed profile" : given["function"].get<std::string>()) +
                    " does not read " + text::join(unused, ", "));
    }
  }
  return out;
}

class Scorer {
 public:
  Scorer(const Services& services, WorkingSets& working, const ScoreArgs& args,
         const mcp::CallContext& ctx)
      : services_(services), working_(working), args_(args), ctx_(ctx) {}

  Result<Answer> go() {
    std::vector<Problem> none;  // check_values() has passed
    criteria_ = criteria_of(args_, none);
    criteria_.as_of = *parse_date(
        text::trim(args_.as_of.empty() ? iso_date(services_.clock.unix_time()) : args_.as_of));
    EV_CHECK(load());
    EV_CHECK(check_features());
    EV_TRY(appraise::Scoring scoring, score());
    if (learns()) EV_CHECK(keep_model());
    EV_TRY(const std::string handle, store(std::move(scoring.scores)));
    EV_TRY(const std::size_t offset, cursor_offset(args_.paging.cursor, handle));
    Answer answer{.structured = Json::object()};
    head(answer, scoring, handle);
    std::vector<std::string> warnings = set().warnings;
    for (const auto& more : {unused_functions(args_.scoring_criteria, criteria_.profile), warnings_,
                             scoring.warnings, retracted_records()}) {
      warnings.insert(warnings.end(), more.begin(), more.end());
    }
    add_warnings(answer, warnings);
    add_content_notice(answer);
    add_made_items(
        answer, "scored_articles", scores().size(), args_.paging, offset, handle,
        [this](std::size_t i) { return item(scores()[i]); },
        [this](std::size_t i) { return records_->ids()[scores()[i].candidate]; });
    return answer;
  }

 private:
  const RecordSet& set() const { return records_->set; }
  const std::vector<appraise::Score>& scores() const { return scores_->scores; }

  Result<void> load() {
    records_ = working_.records(args_.records.result_set);
    if (records_ != nullptr) return {};
    EV_TRY(RecordSet loaded,
           load_records(services_, args_.records, "articles_with_features", ctx_));
    auto made = std::make_shared<const WorkingRecords>(std::move(loaded));
    // What was given inline or by PMID is loaded again next time: its warnings belong to the call.
    if (!args_.records.result_set.empty()) working_.keep(args_.records.result_set, made);
    records_ = std::move(made);
    return {};
  }

  inline static const std::vector<std::string> kOfRecord = {"relevance", "study_design", "recency",
                                                            "text_quality", "citation_impact"};

  static std::string meant_of_record(const std::vector<std::string>& wanted) {
    std::string out;
    for (const std::string& name : wanted) {
      const std::string near = codec::nearest(name, kOfRecord);
      if (!near.empty()) out += "for " + name + ", did you mean " + near + "? Otherwise ";
    }
    return out;
  }

  // A criterion that only an extraction can supply, on a set that was never extracted.
  Result<void> check_features() const {
    const auto wanted = criteria_from_features(criteria_);
    if (wanted.empty()) return {};
    for (const Json& features : set().features) {
      if (features.is_object()) return {};
    }
    if (set().articles.empty()) return {};
    Json schema = Json::object();
    for (const std::string& name : wanted) schema[name] = "string";
    const Json call = {{"result_set", set().handle}, {"extraction_schema", std::move(schema)}};
    const std::string path = !args_.records.result_set.empty() ? "result_set"
                             : args_.records.pmids.empty()     ? "articles_with_features"
                                                               : "pmids";
    return Error{
        .code = Errc::invalid_argument,
        .message = "these records have no extracted features, which the criteria need: " +
                   text::join(wanted, ", "),
        .path = path,
        .recovery = meant_of_record(wanted) + "call pubmed_extract_features with " +
                    dump_json(call) +
                    " (types: number, string, boolean, array[string]), then score the result_set "
                    "it returns; or use criteria of the record: " +
                    text::join(kOfRecord, ", ")};
  }

  Result<appraise::Scoring> score() {
    std::map<std::string, CitationData> citations;
    if (needs_citations(criteria_)) {
      EV_TRY(citations, citation_data(services_, set().articles, ctx_, warnings_));
    }
    std::vector<appraise::Candidate> cited;
    if (!citations.empty()) cited = records_->candidates();
    for (std::size_t i = 0; i < cited.size(); ++i) {
      const auto it = citations.find(model::item_id(set().articles[i]));
      if (it == citations.end()) continue;
      cited[i].relative_citation_ratio = it->second.relative_citation_ratio;
      cited[i].citation_count = it->second.citation_count;
    }
    const std::vector<appraise::Candidate>& candidates =
        citations.empty() ? records_->candidates() : cited;
    std::shared_ptr<const appraise::Corpus> corpus;
    if (needs_query(criteria_) && !criteria_.query.empty() && records_->can_be_kept()) {
      EV_TRY(corpus, records_->corpus(ctx_));
    }
    const appraise::Prepared prepared{&records_->order(), corpus.get()};
    if (!learns()) return score_articles(candidates, criteria_, ctx_, prepared);
    std::vector<appraise::Label> labels;
    std::optional<appraise::LearnedModel> model;
    if (args_.model.empty()) {
      std::vector<Problem> none;  // check_values() has passed
      EV_TRY(labels_, labels_of(services_, set(), labels_in(args_.labels, none), warnings_));
      EV_TRY(labels, labels_for(set(), labels_, warnings_));
    } else {
      EV_TRY(model, stored_model(services_, args_.model));
    }
    EV_TRY(appraise::LearnedScoring learned,
           score_by_labels(candidates, criteria_, labels, model ? &*model : nullptr, ctx_));
    criteria_ = std::move(learned.criteria);
    model_ = std::move(learned.model);
    return std::move(learned.scoring);
  }

  bool learns() const {
    return criteria_.method == appraise::Method::ml_model &&
           criteria_.profile == appraise::Profile::standard;
  }

  Result<void> keep_model() {
    if (!args_.model.empty()) {
      model_handle_ = args_.model;
      return {};
    }
    EV_TRY(model_handle_, store_model(services_, model_));
    return {};
  }

  // Only the standard composite lets a retraction count; a plain sum would rank it like any other.
  std::vector<std::string> retracted_records() const {
    const bool gated = criteria_.method == appraise::Method::composite &&
                       criteria_.profile == appraise::Profile::standard;
    return records_->void_warning(
        gated ? "have score 0"
              : "keep a score until they are ranked last with 0 (pubmed_filter_rank; "
                "score_function composite gives 0 here)");
  }

  Json settings() const {
    Json out = {{"profile", args_.profile},
                {"score_function", args_.score_function},
                {"missing", args_.missing},
                {"as_of", format_date(criteria_.as_of, '-')},
                {"scoring_criteria", encode(args_.scoring_criteria)}};
    if (!args_.query.empty()) out["query"] = args_.query;
    if (learns()) out["model"] = model_handle_;
    return out;
  }

  Result<std::string> store(std::vector<appraise::Score> scores) {
    Json arguments = settings();
    arguments["result_set"] = set().handle;
    Json meta = {{"call", {{"tool", "pubmed_score_articles"}, {"arguments", std::move(arguments)}}},
                 {"criteria", encode(args_.scoring_criteria)},
                 {"as_of", format_date(criteria_.as_of, '-')}};
    if (!args_.query.empty()) meta["query"] = args_.query;
    if (!labels_.empty()) meta["labels"] = labels_json(labels_);
    if (learns()) meta["model"] = model_handle_;
    std::vector<std::string_view> ids;
    ids.reserve(scores.size());
    for (const appraise::Score& score : scores) ids.push_back(records_->ids()[score.candidate]);
    EV_TRY(std::string handle,
           services_.result_sets.put({.stage = "scored",
                                      .base = set().handle,
                                      .meta = dump_json(meta),
                                      .rows = table_rows(score_table(scores, ids, criteria_))}));
    scores_ = std::make_shared<const WorkingScores>(
        WorkingScores{records_, std::move(scores), criteria_, format_date(criteria_.as_of, '-')});
    working_.keep(handle, scores_);
    return handle;
  }

  std::string method_used() const {
    const bool as_sum = criteria_.method == appraise::Method::ml_model && !learns();
    return as_sum ? "weighted_sum" : to_string(criteria_.method);
  }

  Json metadata(const appraise::Scoring& scoring) const {
    const appraise::Distribution& d = scoring.distribution;
    Json correlations = Json::object();
    for (const appraise::Correlation& c : scoring.correlations) {
      const Json r = c.r ? Json(*c.r) : Json();
      correlations[c.a][c.b] = r;
      correlations[c.b][c.a] = r;
    }
    Json out = {{"score_distribution",
                 {{"min", d.min}, {"max", d.max}, {"mean", d.mean}, {"std_dev", d.std_dev}}},
                {"feature_correlations", std::move(correlations)},
                {"scoring_method_used", method_used()},
                {"normalization_method", criteria_.profile == appraise::Profile::seed
                                             ? "none"
                                             : to_string(criteria_.normalization)},
                {"profile", args_.profile},
                {"as_of", format_date(criteria_.as_of, '-')},
                {"articles_scored", scores().size()}};
    if (criteria_.profile == appraise::Profile::standard) out["missing"] = args_.missing;
    if (learns()) out["ml_model"] = model_summary(model_, model_handle_);
    for (const appraise::Criterion& criterion : criteria_.criteria) {
      if (stated_function(criterion) == appraise::FunctionKind::text_quality) {
        out["text_quality_criteria"] = appraise::kQualityCriteria;
      }
    }
    if (criteria_.profile == appraise::Profile::standard) round_numbers(out);
    return out;
  }

  void head(Answer& answer, const appraise::Scoring& scoring, const std::string& handle) const {
    answer.structured = {{"result_set", handle}, {"scoring_metadata", metadata(scoring)}};
    const appraise::Distribution& d = scoring.distribution;
    answer.text =
        "**" + std::to_string(scores().size()) + " articles scored** by " + method_used() +
        (criteria_.profile == appraise::Profile::seed ? " (seed profile)" : "") + "; scores " +
        short_number(d.min) + "–" + short_number(d.max) + ", mean " + short_number(d.mean) +
        "; result_set `" + handle + "` (next: pubmed_filter_rank)\n";
    if (learns()) answer.text += model_line() + "\n";
  }

  std::string model_line() const {
    std::string out = "Model `" + model_handle_ + "` from " + std::to_string(model_.included) +
                      " includes and " + std::to_string(model_.excluded) + " excludes; ";
    const auto& cv = model_.cross_validation;
    if (!cv) return out + "too few labels to cross-validate";
    return out + std::to_string(cv->folds) + "-fold cross-validation: AUC " +
           short_number(cv->auc) + ", average precision " + short_number(cv->average_precision);
  }

  Item item(const appraise::Score& score) const {
    const model::Article& article = set().articles[score.candidate];
    const Json& features = set().features[score.candidate];
    const Json payload = score_payload(score, criteria_);
    Item out{.id = model::item_id(article)};
    out.shown = payload;
    out.shown["article_with_features"] =
        article_with_features(article, features, args_.paging.detail);
    Json standing = {{"rank", score.rank},
                     {"total_score", score.total},
                     {"percentile_rank", payload["percentile_rank"]}};
    if (Json n = sample_size_of(features); !n.is_null()) standing["n"] = std::move(n);
    if (criteria_.profile == appraise::Profile::standard) {
      round_numbers(standing);
      round_numbers(out.shown["score_breakdown"]);
      round_numbers(out.shown["scoring_metadata"]);
      round_numbers(out.shown["total_score"]);
    }
    const Flags flags = records_->flags(score.candidate);
    out.row = article_row(article, records_->row_text(score.candidate), flags, standing);
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

  const Services& services_;
  WorkingSets& working_;
  const ScoreArgs& args_;
  const mcp::CallContext& ctx_;
  appraise::Criteria criteria_;
  std::shared_ptr<const WorkingRecords> records_;
  std::shared_ptr<const WorkingScores> scores_;
  std::vector<std::string> warnings_;
  std::map<std::string, bool> labels_;
  appraise::LearnedModel model_;
  std::string model_handle_;
};

}  // namespace

mcp::ToolDef pubmed_score_articles(const Services& services,
                                   const std::shared_ptr<WorkingSets>& working) {
  return make_tool<ScoreArgs>(
      "pubmed_score_articles",
      [&services, working](const ScoreArgs& args, const mcp::CallContext& ctx) {
        return Scorer(services, *working, args, ctx).go();
      });
}

}  // namespace ev::tools
