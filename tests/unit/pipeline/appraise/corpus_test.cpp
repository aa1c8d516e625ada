#include "pipeline/appraise/corpus.hpp"

#include "support.hpp"
#include "support/catch.hpp"

using namespace ev;

TEST_CASE("a corpus keeps the terms of every field apart") {
  model::Article a = test::article("1", "Zinc trial", "Zinc was given to adults.");
  a.mesh_headings.push_back({.descriptor = "Zinc"});
  a.keywords = {"supplements"};
  const model::Article b = test::article("2", "");
  const std::vector<const model::Article*> articles = {&a, &b};
  const auto corpus = appraise::Corpus::of(articles, Context{});
  REQUIRE(corpus);
  CHECK(corpus->size() == 2);
  CHECK(corpus->terms(0, 0).size() == 2);
  CHECK(corpus->terms(0, 1).size() == 3);
  CHECK(corpus->terms(0, 2).size() == 2);
  CHECK(corpus->terms(0).size() == 7);
  CHECK(corpus->terms(1).empty());
  CHECK(corpus->terms(0, 0)[0] == corpus->terms(0, 2)[0]);
  CHECK(corpus->average_length(1) == Approx(1.5));
  const auto term = corpus->terms(0, 0)[0];
  const auto index = corpus->postings({term});
  const auto postings = index.of(term);
  REQUIRE(postings.size() == 1);
  CHECK(postings[0].document == 0);
  // Once in the title (2 terms, 1 on average), twice more: abstract and heading (2 terms, 1).
  CHECK(postings[0].tf ==
        Approx(3 / (0.5 + 0.5 * 2) + 1 / (0.25 + 0.75 * 2) + 1 / (0.5 + 0.5 * 2)).epsilon(1e-6));
  REQUIRE(corpus->subwords() != nullptr);
  CHECK(corpus->subwords()->of(corpus->terms(0, 0)[0]).size() == 3);  // _zin zinc inc_
}

TEST_CASE("plain texts stand in the abstract's place, and a stopped call ends the work") {
  const std::vector<std::string> texts = {"zinc zinc", ""};
  CHECK(appraise::Corpus::of(texts, Context{})->terms(0, 1).size() == 2);
  std::stop_source stop;
  stop.request_stop();
  const auto stopped = appraise::Corpus::of(texts, Context{.stop = stop.get_token()});
  REQUIRE_FALSE(stopped);
  CHECK(stopped.error().code == Errc::cancelled);
}
