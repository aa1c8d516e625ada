#include "pipeline/workflow/article_scoring.hpp"

#include "base/date.hpp"
#include "base/text.hpp"
#include "pipeline/appraise/learned_scoring.hpp"
#include "pipeline/workflow/citation_data.hpp"
#include "pipeline/workflow/learned_models.hpp"
#include "pipeline/workflow/score_table.hpp"

#include <nlohmann/json.hpp>

namespace ev::workflow {

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
appraise::Criteria criteria_of(const ScoringRequest& request, std::vector<Problem>& problems) {
  appraise::Criteria criteria{
      .normalization = normalization_of(request.scoring_criteria.normalization_method),
      .method = method_of(request.score_function),
      .missing = request.missing == "penalise" ? appraise::Missing::penalise
                                               : appraise::Missing::renormalise,
      .profile = request.profile == "seed" ? appraise::Profile::seed : appraise::Profile::standard,
      .query = request.query,
      .percentiles = request.include_percentiles};
  for (const auto& [name, weight] : request.scoring_criteria.weights) {
    appraise::Criterion criterion{.name = name, .weight = weight};
    const auto given = request.scoring_criteria.scoring_functions.find(name);
    if (given != request.scoring_criteria.scoring_functions.end()) {
      criterion.function = function_of(name, given->second, problems);
    }
    criteria.criteria.push_back(std::move(criterion));
  }
  return criteria;
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
std::vector<std::string> unused_functions(const ScoringCriteria& criteria,
                                          appraise::Profile profile) {
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

class ArticleScoring {
 public:
  ArticleScoring(const Services& services, WorkingSets& working, ScoringRequest request,
                 const Context& ctx)
      : services_(services), working_(working), request_(std::move(request)), ctx_(ctx) {}

  Result<ScoringOutcome> go() {
    std::vector<Problem> problems;
    out_.criteria = criteria_of(request_, problems);
    EV_TRY(out_.criteria.as_of, date());
    EV_CHECK(load());
    EV_CHECK(check_features());
    EV_TRY(out_.scoring, score());
    if (request_.learns()) EV_CHECK(keep_model());
    EV_TRY(out_.result_set, or_unkept(store(std::move(out_.scoring.scores)), out_.warnings));
    std::vector<std::string> warnings = set().warnings;
    for (const auto& more : {unused_functions(request_.scoring_criteria, out_.criteria.profile),
                             out_.warnings, out_.scoring.warnings, retracted_records()}) {
      warnings.insert(warnings.end(), more.begin(), more.end());
    }
    out_.warnings = std::move(warnings);
    return std::move(out_);
  }

 private:
  const RecordSet& set() const { return out_.records->set; }

  Result<PartialDate> date() const {
    if (request_.as_of.empty()) return *parse_date(iso_date(services_.clock.unix_time()));
    return appraise::parse_as_of(request_.as_of, "as_of");
  }

  Result<void> load() {
    const std::string handle = request_.records.result_set;
    out_.records = working_.records(handle);
    if (out_.records != nullptr) return {};
    EV_TRY(RecordSet loaded, resolve_records(services_, std::move(request_.records), ctx_));
    auto made = std::make_shared<const WorkingRecords>(std::move(loaded));
    // What was given inline or by PMID is loaded again next time: its warnings belong to the call.
    if (!handle.empty()) working_.keep(handle, made);
    out_.records = std::move(made);
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
    const auto wanted = criteria_from_features(out_.criteria);
    if (wanted.empty()) return {};
    for (const RecordFeatures& features : set().features) {
      if (features) return {};
    }
    if (set().articles.empty()) return {};
    Json schema = Json::object();
    for (const std::string& name : wanted) schema[name] = "string";
    const Json call = {{"result_set", set().handle}, {"extraction_schema", std::move(schema)}};
    return Error{
        .code = Errc::invalid_argument,
        .message = "these records have no extracted features, which the criteria need: " +
                   text::join(wanted, ", "),
        .path = request_.records_argument,
        .recovery = meant_of_record(wanted) + "call pubmed_extract_features with " +
                    dump_json(call) +
                    " (types: number, string, boolean, array[string]), then score the result_set "
                    "it returns; or use criteria of the record: " +
                    text::join(kOfRecord, ", ")};
  }

  Result<appraise::Scoring> score() {
    std::map<std::string, CitationData> citations;
    if (needs_citations(out_.criteria)) {
      EV_TRY(citations, citation_data(services_, set().articles, ctx_, out_.warnings));
    }
    std::vector<appraise::Candidate> cited;
    if (!citations.empty()) cited = out_.records->candidates();
    for (std::size_t i = 0; i < cited.size(); ++i) {
      const auto it = citations.find(model::item_id(set().articles[i]));
      if (it == citations.end()) continue;
      cited[i].relative_citation_ratio = it->second.relative_citation_ratio;
      cited[i].citation_count = it->second.citation_count;
    }
    const std::vector<appraise::Candidate>& candidates =
        citations.empty() ? out_.records->candidates() : cited;
    std::shared_ptr<const appraise::Corpus> corpus;
    if (needs_query(out_.criteria) && !out_.criteria.query.empty() && out_.records->can_be_kept()) {
      EV_TRY(corpus, out_.records->corpus(ctx_));
    }
    const appraise::Prepared prepared{&out_.records->order(), corpus.get()};
    if (!request_.learns()) return score_articles(candidates, out_.criteria, ctx_, prepared);
    std::vector<appraise::Label> labels;
    std::optional<appraise::LearnedModel> model;
    if (request_.model.empty()) {
      EV_TRY(labels_, labels_of(services_, set(), request_.labels, out_.warnings));
      EV_TRY(labels, labels_for(set(), labels_, out_.warnings));
    } else {
      EV_TRY(model, stored_model(services_, request_.model));
    }
    EV_TRY(appraise::LearnedScoring learned,
           score_by_labels(candidates, out_.criteria, labels, model ? &*model : nullptr, ctx_));
    out_.criteria = std::move(learned.criteria);
    out_.model = std::move(learned.model);
    return std::move(learned.scoring);
  }

  Result<void> keep_model() {
    if (!request_.model.empty()) {
      out_.model_handle = request_.model;
      return {};
    }
    EV_TRY(out_.model_handle, store_model(services_, out_.model));
    return {};
  }

  // Only the standard composite lets a retraction count; a plain sum would rank it like any other.
  std::vector<std::string> retracted_records() const {
    const bool gated = out_.criteria.method == appraise::Method::composite &&
                       out_.criteria.profile == appraise::Profile::standard;
    return out_.records->void_warning(
        gated ? "have score 0"
              : "keep a score until they are ranked last with 0 (pubmed_filter_rank; "
                "score_function composite gives 0 here)");
  }

  Json settings() const {
    Json out = {{"profile", request_.profile},
                {"score_function", request_.score_function},
                {"missing", request_.missing},
                {"as_of", format_date(out_.criteria.as_of, '-')},
                {"scoring_criteria", encode(request_.scoring_criteria)}};
    if (!request_.query.empty()) out["query"] = request_.query;
    if (request_.learns()) out["model"] = out_.model_handle;
    return out;
  }

  Result<std::string> store(std::vector<appraise::Score> scores) {
    Json arguments = settings();
    arguments["result_set"] = set().handle;
    Json meta = {{"call", {{"tool", "pubmed_score_articles"}, {"arguments", std::move(arguments)}}},
                 {"criteria", encode(request_.scoring_criteria)},
                 {"as_of", format_date(out_.criteria.as_of, '-')}};
    if (!request_.query.empty()) meta["query"] = request_.query;
    if (!labels_.empty()) meta["labels"] = labels_json(labels_);
    if (request_.learns()) meta["model"] = out_.model_handle;
    std::vector<std::string_view> ids;
    ids.reserve(scores.size());
    for (const appraise::Score& score : scores) ids.push_back(out_.records->ids()[score.candidate]);
    auto handle =
        services_.result_sets.put({.stage = "scored",
                                   .base = set().handle,
                                   .meta = dump_json(meta),
                                   .rows = table_rows(score_table(scores, ids, out_.criteria))});
    out_.scores = std::make_shared<const WorkingScores>(WorkingScores{
        out_.records, std::move(scores), out_.criteria, format_date(out_.criteria.as_of, '-')});
    if (handle) working_.keep(*handle, out_.scores);
    return handle;
  }

  const Services& services_;
  WorkingSets& working_;
  ScoringRequest request_;
  const Context& ctx_;
  ScoringOutcome out_;
  std::map<std::string, bool> labels_;
};

}  // namespace

ScoringCriteria default_scoring_criteria() {
  return {.weights = {{"relevance", 0.4},
                      {"study_design", 0.25},
                      {"sample_size", 0.15},
                      {"recency", 0.1},
                      {"text_quality", 0.1}},
          .scoring_functions = {{"relevance", "relevance"},
                                {"study_design", "categorical_score"},
                                {"sample_size", "log_scale"},
                                {"recency", "recency"},
                                {"text_quality", "text_quality"}}};
}

std::vector<Error> errors_in(const ScoringRequest& request) {
  Error unreadable;
  appraise::Criteria criteria = criteria_of(request, unreadable.problems);
  // A function is checked whether or not its criterion has a weight.
  for (const auto& [name, given] : request.scoring_criteria.scoring_functions) {
    if (request.scoring_criteria.weights.count(name) != 0) continue;
    criteria.criteria.push_back(
        {.name = name, .function = function_of(name, given, unreadable.problems)});
  }
  std::vector<Error> out = {std::move(unreadable)};
  if (const auto usable = check(criteria); !usable) out.push_back(usable.error());
  return out;
}

Result<ScoringOutcome> score_articles(const Services& services, WorkingSets& working,
                                      ScoringRequest request, const Context& ctx) {
  return ArticleScoring(services, working, std::move(request), ctx).go();
}

}  // namespace ev::workflow
