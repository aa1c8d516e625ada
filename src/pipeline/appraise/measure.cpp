#include "pipeline/appraise/measure.hpp"

#include "pipeline/appraise/record_fields.hpp"
#include "pipeline/appraise/relevance.hpp"
#include "pipeline/appraise/value_functions.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <variant>

namespace ev::appraise {

namespace {

using model::Value;

constexpr std::size_t kArticlesBetweenChecks = 8;  // a design read from text takes 0.3 ms

struct Raw {
  Value value;
  bool from_record = false;
};

// Where the values of a criterion are.
class Source {
 public:
  Source(const Criterion& criterion, std::optional<FunctionKind> stated)
      : name_(criterion.name),
        is_text_quality_(stated == FunctionKind::text_quality),
        reads_record_(stated && reads_record(*stated)),
        field_(record_field(reads_record_ ? to_string(*stated) : name_)) {}

  Raw look_up(const Candidate& candidate) const {
    // Read from the record itself: that there is one is all to know.
    if (is_text_quality_)
      return {candidate.article->abstract.empty() ? Value() : Value(true), true};
    if (!reads_record_ && candidate.features != nullptr) {
      for (const auto& [key, value] : *candidate.features) {
        if (key == name_ && !value.is_null()) return {value, false};
      }
    }
    return {field_ == nullptr ? Value() : field_(candidate), true};
  }

 private:
  std::string_view name_;
  bool is_text_quality_;
  bool reads_record_;
  RecordField field_;
};

// The functions that a criterion's values are valued by, one for each type.
class Functions {
 public:
  Functions(const Criterion& criterion, std::optional<FunctionKind> stated)
      : name_(criterion.name), stated_(stated) {}
  FunctionKind of(const Value& value) {
    if (stated_) return *stated_;
    std::optional<FunctionKind>& kind = by_type_[value.data.index()];
    if (!kind) kind = default_function(name_, value);
    return *kind;
  }

 private:
  std::string_view name_;
  std::optional<FunctionKind> stated_;
  std::array<std::optional<FunctionKind>, std::variant_size_v<decltype(Value::data)>> by_type_;
};

bool is_similarity(FunctionKind kind) {
  return kind == FunctionKind::relevance || kind == FunctionKind::text_similarity;
}

// What has been read of the candidates' texts: nothing, or all of them.
struct Texts {
  const Corpus* corpus = nullptr;
  std::vector<ReportingSigns> signs{};  // of the abstracts
};

// One criterion over all articles.
class CriterionMeasure {
 public:
  CriterionMeasure(std::span<const Candidate> candidates, const Criteria& criteria,
                   std::size_t index, const Texts& texts, Measured& out)
      : candidates_(candidates),
        criteria_(criteria),
        criterion_(criteria.criteria[index]),
        index_(index),
        texts_(texts),
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
    const Source source(criterion_, stated);
    Functions functions(criterion_, stated);
    std::vector<Raw> raws(similar.empty() ? candidates_.size() : 0);
    for (std::size_t i = 0; i < raws.size(); ++i) {
      if (i % kArticlesBetweenChecks == 0) EV_CHECK(ctx.check());
      raws[i] = source.look_up(candidates_[i]);
      if (raws[i].value.is_null()) continue;
      const FunctionKind kind = functions.of(raws[i].value);
      if (is_similarity(kind)) {
        similar.push_back(i);
        continue;
      }
      Valued valued =
          kind == FunctionKind::text_quality && !texts_.signs.empty()
              ? valued_by(text_quality(*candidates_[i].article, texts_.signs[i]))
              : value_of(kind, function, keywords, raws[i].value, candidates_[i], criteria_.as_of);
      if (!valued.score) {
        ++unreadable_;
        unreadable_function_ = to_string(kind);
        continue;
      }
      if (valued.clipped) ++clipped_;
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
    const bool is_whole_text = kind == FunctionKind::text_quality || is_similarity(kind);
    out_.components[i].push_back({.criterion = index_,
                                  .function = to_string(kind),
                                  .raw = is_whole_text ? Value() : std::move(raw.value),
                                  .matched = std::move(matched),
                                  .from_record = raw.from_record,
                                  .score = score});
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
    if (whole_records && texts_.corpus != nullptr && similar.size() == candidates_.size()) {
      scores = relevance(*texts_.corpus, criteria_.query, options);
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
    if (clipped_ > 0) {
      out_.warnings.push_back(name + ": direct takes values in 0-1 as they are; " +
                              std::to_string(clipped_) + " of " +
                              std::to_string(candidates_.size()) +
                              " values lie outside and are cut to 0 or 1 (linear with min and max "
                              "or log_scale tells them apart)");
    }
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
  const Texts& texts_;
  Measured& out_;
  std::size_t measured_ = 0;
  std::size_t unreadable_ = 0;
  std::size_t clipped_ = 0;
  std::string unreadable_function_;
  bool no_query_ = false;
};

// The last component of an article is that of the criterion measured last, if it has one.
void normalise(Measured& measured, std::size_t criterion, Normalization method) {
  const auto cell = [&](std::size_t i) -> Component* {
    auto& row = measured.components[i];
    return row.empty() || row.back().criterion != criterion ? nullptr : &row.back();
  };
  std::vector<std::optional<double>> values(measured.components.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (const Component* component = cell(i)) values[i] = component->score;
  }
  if (method == Normalization::min_max) min_max(values);
  if (method == Normalization::z_score) z_score(values);
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (values[i]) cell(i)->score = *values[i];
  }
}

bool asks(const Criteria& criteria, FunctionKind function) {
  return std::any_of(criteria.criteria.begin(), criteria.criteria.end(), [&](const Criterion& c) {
    return c.weight != 0 && stated_function(c) == function;
  });
}

// The corpus of all candidates for this question alone; who judges the texts reads them on the way.
Result<Corpus> read_texts(std::span<const Candidate> candidates, const Criteria& criteria,
                          const Context& ctx, Texts& texts) {
  std::vector<const model::Article*> articles;
  articles.reserve(candidates.size());
  for (const Candidate& candidate : candidates) articles.push_back(candidate.article);
  Corpus::AbstractReader also;
  if (asks(criteria, FunctionKind::text_quality)) {
    texts.signs.resize(candidates.size());
    also = [&texts](std::size_t i, const FoldedWords& words) {
      texts.signs[i] = reporting_signs(words);
    };
  }
  return Corpus::of(articles, ctx, Corpus::Extent::counts, {}, also);
}

}  // namespace

Result<Measured> measure(std::span<const Candidate> candidates, const Criteria& criteria,
                         const Context& ctx, const Corpus* corpus) {
  Texts texts{.corpus = corpus};
  std::optional<Corpus> own;
  if (corpus == nullptr && !criteria.query.empty() && asks(criteria, FunctionKind::relevance)) {
    EV_TRY(own, read_texts(candidates, criteria, ctx, texts));
    texts.corpus = &*own;
  }
  Measured measured;
  measured.components.resize(candidates.size());
  for (auto& row : measured.components) row.reserve(criteria.criteria.size());
  for (std::size_t c = 0; c < criteria.criteria.size(); ++c) {
    if (criteria.criteria[c].weight == 0) continue;
    EV_CHECK(CriterionMeasure(candidates, criteria, c, texts, measured).run(ctx));
    if (criteria.normalization != Normalization::none) {
      normalise(measured, c, criteria.normalization);
    }
  }
  return measured;
}

}  // namespace ev::appraise
