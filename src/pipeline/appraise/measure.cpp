#include "pipeline/appraise/measure.hpp"

#include "pipeline/appraise/record_fields.hpp"
#include "pipeline/appraise/relevance.hpp"
#include "pipeline/appraise/value_functions.hpp"

#include <algorithm>
#include <numeric>

namespace ev::appraise {

namespace {

using model::Value;

constexpr std::size_t kArticlesBetweenChecks = 8;  // a design read from text takes 0.3 ms

struct Raw {
  Value value;
  bool from_record = false;
};

Raw look_up(const Candidate& candidate, const std::string& criterion,
            std::optional<FunctionKind> stated) {
  // Read from the record itself: that there is one is all to know.
  if (stated == FunctionKind::text_quality)
    return {candidate.article->abstract.empty() ? Value() : Value(true), true};
  if (stated && reads_record(*stated)) {
    return {record_field(candidate, to_string(*stated)), true};
  }
  if (candidate.features != nullptr) {
    for (const auto& [key, value] : *candidate.features) {
      if (key == criterion && !value.is_null()) return {value, false};
    }
  }
  return {record_field(candidate, criterion), true};
}

bool is_similarity(FunctionKind kind) {
  return kind == FunctionKind::relevance || kind == FunctionKind::text_similarity;
}

// One criterion over all articles.
class CriterionMeasure {
 public:
  CriterionMeasure(std::span<const Candidate> candidates, const Criteria& criteria,
                   std::size_t index, const Corpus* corpus, Measured& out)
      : candidates_(candidates),
        criteria_(criteria),
        criterion_(criteria.criteria[index]),
        index_(index),
        corpus_(corpus),
        out_(out) {}

  Result<void> run(const Context& ctx) {
    const Function function = criterion_.function.value_or(Function{});
    const std::vector<std::string> keywords =
        function.keywords.empty() ? query_keywords(criteria_.query) : function.keywords;
    const auto stated = stated_function(criterion_);
    std::vector<std::size_t> similar;
    // The whole record's relevance is read from the corpus, not from a copy of its text.
    if (stated == FunctionKind::relevance) {
      similar.resize(candidates_.size());
      std::iota(similar.begin(), similar.end(), std::size_t{0});
    }
    std::vector<Raw> raws(similar.empty() ? candidates_.size() : 0);
    for (std::size_t i = 0; i < raws.size(); ++i) {
      if (i % kArticlesBetweenChecks == 0) EV_CHECK(ctx.check());
      raws[i] = look_up(candidates_[i], criterion_.name, stated);
      if (raws[i].value.is_null()) continue;
      const FunctionKind kind = stated.value_or(default_function(criterion_.name, raws[i].value));
      if (is_similarity(kind)) {
        similar.push_back(i);
        continue;
      }
      Valued valued =
          value_of(kind, function, keywords, raws[i].value, candidates_[i], criteria_.as_of);
      if (!valued.score) {
        ++unreadable_;
        unreadable_function_ = to_string(kind);
        continue;
      }
      keep(i, kind, std::move(raws[i]), *valued.score, std::move(valued.matched));
    }
    if (!similar.empty()) EV_CHECK(compare(similar, raws, stated, ctx));
    warn();
    return {};
  }

 private:
  void keep(std::size_t i, FunctionKind kind, Raw raw, double score,
            std::vector<std::string> matched) {
    ++measured_;
    out_.components[i][index_] = Component{
        .criterion = index_,
        .function = to_string(kind),
        .raw = kind == FunctionKind::text_quality || is_similarity(kind) ? Value()
                                                                         : std::move(raw.value),
        .matched = std::move(matched),
        .from_record = raw.from_record,
        .score = score};
  }

  // Relevance of whole records, or similarity of the criterion's own texts, to the query.
  Result<void> compare(const std::vector<std::size_t>& similar, const std::vector<Raw>& raws,
                       std::optional<FunctionKind> stated, const Context& ctx) {
    if (criteria_.query.empty()) {
      no_query_ = true;
      return {};
    }
    const bool whole_records =
        stated == FunctionKind::relevance ||
        (criterion_key(criterion_.name) == "relevance" &&
         std::none_of(similar.begin(), similar.end(),
                      [&raws](std::size_t i) { return is_extracted(raws[i]); }));
    RelevanceOptions options = criteria_.before_labels ? kBeforeLabels : RelevanceOptions{};
    // A feature is a phrase, too little to learn new terms from.
    if (!whole_records) {
      options.feedback_documents = 0;
      options.subword_share = 0;
      options.pair_share = 0;
      options.trial_weight = 0;
    }
    std::vector<double> scores;
    if (whole_records && corpus_ != nullptr && similar.size() == candidates_.size()) {
      scores = relevance(*corpus_, criteria_.query, options);
    } else {
      EV_TRY(const Corpus corpus, corpus_of(similar, raws, whole_records, ctx));
      scores = relevance(corpus, criteria_.query, options);
    }
    const FunctionKind kind =
        whole_records ? FunctionKind::relevance : FunctionKind::text_similarity;
    for (std::size_t k = 0; k < similar.size(); ++k) {
      keep(similar[k], kind, {.from_record = whole_records}, scores[k], {});
    }
    return {};
  }

  Result<Corpus> corpus_of(const std::vector<std::size_t>& similar, const std::vector<Raw>& raws,
                           bool whole_records, const Context& ctx) const {
    std::vector<const model::Article*> articles;
    std::vector<std::string> texts;
    for (const std::size_t i : similar) {
      if (whole_records) {
        articles.push_back(candidates_[i].article);
      } else {
        texts.push_back(text_of(raws[i].value));
      }
    }
    constexpr auto kExtent = Corpus::Extent::counts;  // for this question alone
    return whole_records ? Corpus::of(articles, ctx, kExtent) : Corpus::of(texts, ctx, kExtent);
  }

  static bool is_extracted(const Raw& raw) { return !raw.value.is_null() && !raw.from_record; }

  void warn() {
    const std::string& name = criterion_.name;
    if (no_query_) {
      out_.warnings.push_back(name + ": needs `query`; counted as missing");
    } else if (unreadable_ > 0) {
      std::string warning = name + ": " + unreadable_function_ + " cannot value " +
                            std::to_string(unreadable_) + " of " +
                            std::to_string(candidates_.size()) + " values; they count as missing";
      if (unreadable_function_ == "direct")
        warning +=
            " (texts need categorical_score with a map, "
            "keyword_match or text_similarity)";
      if (unreadable_function_ == "keyword_match") warning += " (give keywords or `query`)";
      out_.warnings.push_back(std::move(warning));
    } else if (measured_ == 0 && !candidates_.empty()) {
      out_.warnings.push_back(name + ": no article has it; counted as missing");
    }
  }

  std::span<const Candidate> candidates_;
  const Criteria& criteria_;
  const Criterion& criterion_;
  std::size_t index_;
  const Corpus* corpus_;  // of all candidates, may be null
  Measured& out_;
  std::size_t measured_ = 0;
  std::size_t unreadable_ = 0;
  std::string unreadable_function_;
  bool no_query_ = false;
};

void normalise(Measured& measured, std::size_t articles, std::size_t criterion,
               Normalization method) {
  std::vector<std::optional<double>> values(articles);
  for (std::size_t i = 0; i < articles; ++i) {
    if (const auto& cell = measured.components[i][criterion]) values[i] = cell->score;
  }
  if (method == Normalization::min_max) min_max(values);
  if (method == Normalization::z_score) z_score(values);
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (values[i]) measured.components[i][criterion]->score = *values[i];
  }
}

}  // namespace

Result<Measured> measure(std::span<const Candidate> candidates, const Criteria& criteria,
                         const Context& ctx, const Corpus* corpus) {
  Measured measured;
  measured.components = Components(candidates.size(), criteria.criteria.size());
  for (std::size_t c = 0; c < criteria.criteria.size(); ++c) {
    if (criteria.criteria[c].weight == 0) continue;
    EV_CHECK(CriterionMeasure(candidates, criteria, c, corpus, measured).run(ctx));
    if (criteria.normalization != Normalization::none) {
      normalise(measured, candidates.size(), c, criteria.normalization);
    }
  }
  return measured;
}

}  // namespace ev::appraise
