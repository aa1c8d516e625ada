// Scoring and ranking speed on one thread:
//   appraise_bench FILE.jsonl "query words"     articles of a file, one canonical article per line
//   appraise_bench --made [LARGEST] ["query"]   made-up articles, growth over three sizes
// Prints milliseconds: the corpus alone, relevance over it, a whole scoring by relevance, by five
// features, by the five default criteria and by five of records, ranking with boosts and filters,
// and the choice of 50 by diversity.
#include "pipeline/appraise/diversity.hpp"
#include "pipeline/appraise/ranking.hpp"
#include "pipeline/appraise/relevance.hpp"
#include "pipeline/appraise/scoring.hpp"
#include "pipeline/model/article_json.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

namespace {

using namespace ev;

double once_ms(const std::function<void()>& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start)
      .count();
}

double median_ms(int rounds, const std::function<void()>& work) {
  std::vector<double> times;
  for (int i = 0; i < rounds; ++i) times.push_back(once_ms(work));
  std::sort(times.begin(), times.end());
  return times[times.size() / 2];
}

// Words of Zipf-like frequency, so that postings grow as in real text.
class MadeUp {
 public:
  std::string words(int count) {
    std::string out;
    for (int i = 0; i < count; ++i) {
      const double u = static_cast<double>(next() % 1'000'000 + 1) / 1e6;
      const auto rank = static_cast<std::uint64_t>(std::pow(40'000.0, u));
      std::uint64_t hash = rank * 0x9E3779B97F4A7C15u;
      for (int k = 0; k < 4 + static_cast<int>(hash % 5); ++k) {
        hash = hash * 6364136223846793005u + 1442695040888963407u;
        out += static_cast<char>('a' + (hash >> 33) % 26);
      }
      out += i % 14 == 13 ? ". " : " ";
    }
    return out;
  }
  model::Article article(std::size_t i) {
    model::Article a;
    a.pmid = std::to_string(90'000'000 + i);
    a.title = words(12);
    a.abstract = words(190);
    a.publication_date = std::to_string(1990 + next() % 36);
    a.publication_types = {i % 5 == 0 ? "Randomized Controlled Trial" : "Journal Article"};
    a.citation_count = static_cast<int>(next() % 300);
    a.languages = {"eng"};
    return a;
  }

 private:
  std::uint64_t next() {
    return (state_ = state_ * 6364136223846793005u + 1442695040888963407u) >> 33;
  }
  std::uint64_t state_ = 1;
};

void measure(const std::vector<model::Article>& articles, const std::string& query) {
  const Context ctx;
  const int rounds = articles.size() > 20'000 ? 1 : 5;
  std::vector<const model::Article*> pointers;
  std::vector<appraise::Candidate> candidates;
  for (const model::Article& article : articles) {
    pointers.push_back(&article);
    candidates.push_back({.article = &article});
  }
  std::vector<model::Value::Object> features;
  for (std::size_t i = 0; i < articles.size(); ++i) {
    features.push_back({{"sample_size", static_cast<int>(20 + i % 977)},
                        {"study_design", i % 3 == 0 ? "randomized controlled trial" : "cohort"},
                        {"significant", i % 2 == 0},
                        {"limitations", "short follow-up"}});
  }
  std::vector<appraise::Candidate> extracted = candidates;
  for (std::size_t i = 0; i < articles.size(); ++i) extracted[i].features = &features[i];
  const auto criteria = [&query](std::initializer_list<const char*> names) {
    appraise::Criteria out{.query = query, .as_of = {2026, 11, 21}};
    for (const char* name : names) out.criteria.push_back({name, 0.5});
    return out;
  };
  const appraise::Criteria one = criteria({"relevance"});
  const appraise::Criteria by_features =
      criteria({"sample_size", "study_design", "significant", "recency", "citation_count"});
  const appraise::Criteria by_default =
      criteria({"relevance", "study_design", "sample_size", "recency", "text_quality"});
  const appraise::Criteria by_records =
      criteria({"relevance", "recency", "study_design", "text_quality", "citation_count"});
  std::printf("%zu articles\n", articles.size());
  const auto line = [](const char* what, double ms) {
    std::printf("  %-24s %9.2f ms\n", what, ms);
  };
  line("corpus", median_ms(rounds, [&] { (void)appraise::Corpus::of(pointers, ctx); }));
  const appraise::Corpus corpus = appraise::Corpus::of(pointers, ctx).value();
  line("relevance", median_ms(rounds, [&] { (void)appraise::relevance(corpus, query); }));
  const appraise::SetOrder order = appraise::order_of(candidates);
  line("score, relevance again", median_ms(rounds, [&] {
         (void)appraise::score_articles(candidates, one, ctx, {&order, &corpus});
       }));
  line("score, relevance",
       median_ms(rounds, [&] { (void)appraise::score_articles(candidates, one, ctx); }));
  line("score, five features",
       median_ms(rounds, [&] { (void)appraise::score_articles(extracted, by_features, ctx); }));
  line("score, five by default",
       median_ms(rounds, [&] { (void)appraise::score_articles(extracted, by_default, ctx); }));
  if (articles.size() <= 10'000) {
    line("score, five of records",
         once_ms([&] { (void)appraise::score_articles(candidates, by_records, ctx); }));
  }
  const appraise::Scoring scoring = appraise::score_articles(candidates, one, ctx).value();
  std::vector<appraise::Rankable> rankable;
  for (const appraise::Score& score : scoring.scores) {
    rankable.push_back({.article = &articles[score.candidate],
                        .score = score.total,
                        .relevance = score.relevance});
  }
  appraise::RankingOptions options{
      .boost_recent = true, .prefer_reviews = true, .max_results = 50, .as_of = {2026, 11, 21}};
  options.filters.min_year = 1995;
  options.filters.languages = {"eng"};
  line("rank", median_ms(rounds, [&] { (void)appraise::rank_records(rankable, options, ctx); }));
  options.diversity = 0.7;
  line("rank, 50 by diversity",
       median_ms(rounds, [&] { (void)appraise::rank_records(rankable, options, ctx); }));
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: appraise_bench FILE.jsonl QUERY | --made [LARGEST] [QUERY]\n");
    return 2;
  }
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  std::vector<model::Article> articles;
  if (std::string(argv[1]) == "--made") {
    const std::size_t largest = argc > 2 ? std::strtoul(argv[2], nullptr, 10) : 100'000;
    MadeUp made;
    const std::string query = argc > 3 ? std::string(argv[3]) : made.words(8);
    for (const std::size_t size : {largest / 100, largest / 10, largest}) {
      while (articles.size() < size) articles.push_back(made.article(articles.size()));
      measure(articles, query);
    }
    return 0;
  }
  std::ifstream in(argv[1]);
  for (std::string line; std::getline(in, line);) {
    if (auto json = parse_json(line)) articles.push_back(model::article_from_json(*json));
  }
  measure(articles, argc > 2 ? argv[2] : "");
  return 0;
}
