#include "tools/completers.hpp"

#include "support/catch.hpp"
#include "support/scoring_support.hpp"

#include <set>

using namespace ev;

namespace {

std::vector<std::string> proposals(const mcp::Completer& completer, const std::string& value) {
  return completer(value, {}, Context{}).value().values;
}

}  // namespace

TEST_CASE("headings are completed by name and by entry term, each once") {
  test::Pipeline p;
  const mcp::Completer completer = tools::heading_completer(p.services);
  const auto found = proposals(completer, "alzheimer");
  REQUIRE_FALSE(found.empty());
  CHECK(found.front() == "Alzheimer Disease");
  CHECK(std::set<std::string>(found.begin(), found.end()).size() == found.size());
  CHECK(proposals(completer, "").empty());
  CHECK(proposals(completer, "  ").empty());
  CHECK(proposals(completer, "qqqq").empty());
  CHECK(proposals(completer, "a").size() <= mcp::kCompletionLimit + 1);
}

TEST_CASE("journals are those of the library, with or without their article") {
  test::Pipeline p;
  std::vector<model::Article> articles = test::five_articles();
  articles[0].journal = "The Invented Lancet";
  REQUIRE(tools::store_articles(p.services, articles, tools::Keep::replacing));
  const mcp::Completer completer = tools::journal_completer(p.services);
  CHECK(proposals(completer, "journal of in") ==
        std::vector<std::string>{"Journal of Invented Results"});
  CHECK(proposals(completer, "invented l") == std::vector<std::string>{"The Invented Lancet"});
  CHECK(proposals(completer, "The Inv") == std::vector<std::string>{"The Invented Lancet"});
  CHECK(proposals(completer, "").empty());
  CHECK(proposals(completer, "nature").empty());
}

TEST_CASE("handles are completed by their beginning and by what was asked") {
  test::Pipeline p;
  const mcp::Completer completer = tools::result_set_completer(p.services);
  CHECK(proposals(completer, "").empty());
  const std::string set =
      tools::store_records(p.services, test::five_articles(), {{"query", "zinc colds"}}).value();
  CHECK(proposals(completer, "") == std::vector<std::string>{set});
  CHECK(proposals(completer, set.substr(0, 5)) == std::vector<std::string>{set});
  CHECK(proposals(completer, "ZINC") == std::vector<std::string>{set});
  CHECK(proposals(completer, "rs-zz").empty());

  REQUIRE(p.services.documents.put("hypothesis", "hyp-0123456789ab", R"({"drug":"Zinc"})"));
  const mcp::Completer hypotheses = tools::hypothesis_completer(p.services);
  CHECK(proposals(hypotheses, "hyp-") == std::vector<std::string>{"hyp-0123456789ab"});
  CHECK(proposals(hypotheses, "zinc") == std::vector<std::string>{"hyp-0123456789ab"});
  CHECK(proposals(hypotheses, "copper").empty());
}
