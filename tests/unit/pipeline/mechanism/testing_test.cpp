#include "pipeline/mechanism/testing.hpp"

#include "base/text.hpp"
#include "mechanism_fixture.hpp"
#include "support/catch.hpp"

#include <algorithm>

using namespace ev;
using namespace ev::mechanism;

namespace {

const LinkToTest kLowers{.from = "vensolane", .to = "zetokine", .relation = "inhibits", .sign = -1};

model::Article signed_record(const std::string& pmid, const std::string& abstract,
                             const std::string& author) {
  model::Article article = test::record(pmid, abstract + " The rats slept well.");
  if (!author.empty()) article.authors.push_back({.name = author, .last_name = author});
  return article;
}

LinkVerdict verdict(const std::vector<model::Article>& articles) {
  return test_links({&kLowers, 1}, articles, test::context()).value().links.at(0);
}

}  // namespace

TEST_CASE("support needs two independent groups") {
  const auto one = signed_record("90000001", "Vensolane inhibits zetokine.", "Aalto");
  const auto same = signed_record("90000002", "Zetokine was lowered by vensolane.", "Aalto");
  const auto other = signed_record("90000003", "Vensolane suppressed zetokine.", "Brunn");
  CHECK(verdict({one}).status == LinkStatus::insufficient);
  CHECK(verdict({one, same}).status == LinkStatus::insufficient);
  CHECK(verdict({one, other}).status == LinkStatus::supported);
  CHECK(verdict({one, other}).independent_groups == 2);
}

TEST_CASE("without authors independence is unknown and three records are asked for") {
  std::vector<model::Article> articles;
  for (const char* pmid : {"90000001", "90000002"})
    articles.push_back(signed_record(pmid, "Vensolane inhibits zetokine.", ""));
  CHECK(verdict(articles).status == LinkStatus::insufficient);
  CHECK_FALSE(verdict(articles).independent_groups);
  articles.push_back(signed_record("90000003", "Vensolane inhibits zetokine.", ""));
  CHECK(verdict(articles).status == LinkStatus::supported);
}

TEST_CASE("null and opposite findings refute, both sides contest") {
  const auto null = signed_record("90000001", "Vensolane had no effect on zetokine.", "Aalto");
  const auto up = signed_record("90000002", "Vensolane increased zetokine.", "Brunn");
  const auto down = signed_record("90000003", "Vensolane inhibits zetokine.", "Carl");
  CHECK(verdict({null, up}).status == LinkStatus::refuted);
  CHECK(verdict({null}).status == LinkStatus::insufficient);
  CHECK(verdict({null, down}).status == LinkStatus::contested);
}

TEST_CASE("naming together is no support, and nothing is proposed") {
  CHECK(verdict({signed_record("90000001", "Vensolane and zetokine were assayed.", "Aalto")})
            .status == LinkStatus::insufficient);
  CHECK(verdict({signed_record("90000001", "Vensolane was infused.", "Aalto")}).status ==
        LinkStatus::proposed);
}

TEST_CASE("retracted papers are not read") {
  auto retracted = signed_record("90000001", "Vensolane inhibits zetokine.", "Aalto");
  retracted.retraction.status = model::RetractionStatus::retracted;
  const auto other = signed_record("90000002", "Vensolane inhibits zetokine.", "Brunn");
  const std::vector<model::Article> both = {retracted, other};
  const LinkTest test = test_links({&kLowers, 1}, both, test::context()).value();
  CHECK(test.excluded_retracted == std::vector<std::string>{"90000001"});
  CHECK(test.records_read == 1);
  for (const Evidence& e : test.links[0].evidence) CHECK(e.id != "90000001");
}

TEST_CASE("the order of the records does not show, and every quote stands at its offsets") {
  std::vector<model::Article> articles = {
      signed_record("90000001", "Vensolane inhibits zetokine.", "Aalto"),
      signed_record("90000002", "Vensolane had no effect on zetokine.", "Brunn"),
      signed_record("90000003", "In rats, vensolane suppressed zetokine.", "Carl"),
      signed_record("90000004", "Vensolane and zetokine were assayed.", "")};
  const LinkVerdict first = verdict(articles);
  std::sort(articles.begin(), articles.end(),
            [](const auto& a, const auto& b) { return a.pmid > b.pmid; });
  const LinkVerdict second = verdict(articles);
  REQUIRE(first.evidence.size() == second.evidence.size());
  CHECK(first.status == second.status);
  CHECK(first.share == second.share);
  for (std::size_t i = 0; i < first.evidence.size(); ++i) {
    const Evidence& e = first.evidence[i];
    CHECK(e.id == second.evidence[i].id);
    CHECK(e.quote.text == second.evidence[i].quote.text);
    const auto it = std::find_if(articles.begin(), articles.end(),
                                 [&](const auto& a) { return a.pmid == e.id; });
    REQUIRE(it != articles.end());
    CHECK(text::slice(it->abstract, static_cast<std::size_t>(e.quote.start),
                      static_cast<std::size_t>(e.quote.end)) == e.quote.text);
  }
}

TEST_CASE("a chain is as good as its weakest link") {
  const auto with = [](std::vector<LinkStatus> statuses) {
    std::vector<LinkVerdict> links;
    for (const LinkStatus s : statuses) links.push_back({.link = kLowers, .status = s});
    return chain_status(links);
  };
  CHECK(with({LinkStatus::supported, LinkStatus::supported}) == LinkStatus::supported);
  CHECK(with({LinkStatus::supported, LinkStatus::proposed}) == LinkStatus::proposed);
  CHECK(with({LinkStatus::insufficient, LinkStatus::refuted}) == LinkStatus::refuted);
  CHECK(with({}) == LinkStatus::proposed);
}

TEST_CASE("the Wilson interval") {
  CHECK(wilson(0.5, 10).low == Approx(0.2366).margin(0.001));
  CHECK(wilson(0.5, 10).high == Approx(0.7634).margin(0.001));
  CHECK(wilson(1, 3).low == Approx(0.4385).margin(0.001));
  CHECK(wilson(0, 0).high == 1);
}

TEST_CASE("weak forms alone neither support nor refute") {
  const auto passage = [](const std::string& pmid, const std::string& sentence) {
    model::Article article = test::record(pmid, sentence, "");
    article.authors.push_back({.name = "Author " + pmid, .last_name = "Author" + pmid});
    return article;
  };
  const std::string weak =
      "Zetokine in each of the animals, all of which had had vensolane, and none of which died, "
      "showed a decrease.";
  const auto both = verdict({passage("90000001", weak), passage("90000002", weak)});
  CHECK(both.supporting_records == 2);
  CHECK(both.evidence.at(0).weak);
  CHECK(both.status == LinkStatus::insufficient);
  CHECK(both.reason.find("weak forms") != std::string::npos);
  const auto firm =
      verdict({passage("90000001", weak), passage("90000002", "Vensolane inhibits zetokine.")});
  CHECK(firm.status == LinkStatus::supported);
}

TEST_CASE("what a record outweighs itself is only a mention") {
  const LinkToTest link{.from = "vensolane", .to = "zetokine", .relation = "decreases", .sign = -1};
  const std::vector<model::Article> articles = {mechanism::test::record(
      "90000001", "Vensolane inhibits zetokine. Vensolane may increase zetokine. Rats slept.")};
  const LinkTest out = test_links({&link, 1}, articles, mechanism::test::context()).value();
  REQUIRE(out.links[0].evidence.size() == 2);
  CHECK(out.links[0].contradicting_records == 0);
  CHECK(out.links[0].evidence[0].stance == Stance::supports);
  CHECK(out.links[0].evidence[1].stance == Stance::mentions);
}
