// Scoring speed over articles of a JSONL file (one canonical article per line):
//   appraise_bench FILE "query words" [rounds]
// Prints medians: the corpus alone, relevance alone, and a whole call with five record criteria.
#include "pipeline/appraise/relevance.hpp"
#include "pipeline/appraise/scoring.hpp"
#include "pipeline/model/article_json.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

namespace {

double median_ms(int rounds, const std::function<void()>& work) {
  std::vector<double> times;
  for (int i = 0; i < rounds; ++i) {
    const auto start = std::chrono::steady_clock::now();
    work();
    times.push_back(
        std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start)
            .count());
  }
  std::sort(times.begin(), times.end());
  return times[times.size() / 2];
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fprintf(stderr, "usage: appraise_bench FILE.jsonl QUERY [rounds]\n");
    return 2;
  }
  using namespace ev;
  const std::string query = argv[2];
  const int rounds = argc > 3 ? std::max(1, std::atoi(argv[3])) : 9;
  std::vector<model::Article> articles;
  std::ifstream in(argv[1]);
  for (std::string line; std::getline(in, line);) {
    if (auto json = parse_json(line)) articles.push_back(model::article_from_json(*json));
  }
  std::vector<const model::Article*> pointers;
  std::vector<std::string> ids;
  std::vector<appraise::Candidate> candidates;
  for (const model::Article& article : articles) {
    pointers.push_back(&article);
    ids.push_back(article.pmid);
    candidates.push_back({.article = &article});
  }
  const Context ctx;
  const appraise::Corpus corpus = appraise::Corpus::of(pointers, ctx).value();
  appraise::Criteria one{.criteria = {{"relevance", 1}}, .query = query, .as_of = {2026, 11, 21}};
  appraise::Criteria five = one;
  for (const char* name : {"recency", "study_design", "text_quality", "citation_count"}) {
    five.criteria.push_back({name, 0.5});
  }
  std::printf("%zu articles\n", articles.size());
  std::printf("corpus            %8.2f ms\n",
              median_ms(rounds, [&] { (void)appraise::Corpus::of(pointers, ctx); }));
  std::printf("relevance         %8.2f ms\n",
              median_ms(rounds, [&] { (void)appraise::relevance(corpus, query); }));
  std::printf("score, relevance  %8.2f ms\n",
              median_ms(rounds, [&] { (void)appraise::score_articles(candidates, one, ctx); }));
  std::printf("score, five       %8.2f ms\n",
              median_ms(1, [&] { (void)appraise::score_articles(candidates, five, ctx); }));
  return 0;
}
