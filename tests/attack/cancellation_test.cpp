// A call over thousands of records ends soon after it is cancelled, whatever it does just then: the
// work of a thread between two looks at the call is bounded, and a cancellation at any look ends
// it.
#include "attack/work.hpp"
#include "pipeline/model/article.hpp"
#include "pipeline/question/concept_lexicon.hpp"
#include "pipeline/read/read_study.hpp"
#include "pipeline/text/record_analysis.hpp"
#include "support/catch.hpp"
#include "support/temp_dir.hpp"
#include "support/tool_services.hpp"
#include "tools/all_tools.hpp"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <mutex>
#include <stop_token>

using namespace ev;

namespace {

// Its hands stand still; it counts the looks at it and the work between two of one thread.
class LookedAtClock final : public Clock {
 public:
  TimePoint now() const override {
    thread_local std::size_t last = 0;
    thread_local const void* of = nullptr;
    const std::size_t blocks = attack::blocks_of_thread();
    if (of == this) note(blocks - last);
    of = this;
    last = blocks;
    if (++looks_ == stop_at_) {
      stopped_at_ = attack::blocks();
      if (on_stop_) on_stop_();
    }
    return TimePoint(Nanos(1'000'000'000));
  }
  std::chrono::seconds unix_time() const override { return std::chrono::seconds(1'790'000'000); }

  void begin(std::size_t stop_at, std::function<void()> on_stop) {
    looks_ = 0;
    most_ = 0;
    stop_at_ = stop_at;
    on_stop_ = std::move(on_stop);
    now();
    most_ = 0;
  }
  std::size_t looks() const { return looks_; }
  std::size_t most() const { return most_; }
  std::size_t stopped_at() const { return stopped_at_; }

 private:
  void note(std::size_t gap) const {
    std::size_t most = most_;
    while (gap > most && !most_.compare_exchange_weak(most, gap)) {
    }
  }
  mutable std::atomic<std::size_t> looks_{0};
  mutable std::atomic<std::size_t> most_{0};
  mutable std::atomic<std::size_t> stopped_at_{0};
  std::size_t stop_at_ = 0;
  std::function<void()> on_stop_;
};

std::vector<model::Article> many(std::size_t count) {
  const std::vector<std::string> names = {"metformin", "insulin",   "aspirin", "statins",
                                          "zinc",      "vitamin D", "placebo", "exercise"};
  const std::vector<std::string> ends = {"inflammation", "glucose", "pain", "blood pressure",
                                         "cholesterol",  "sleep",   "AMPK", "mTOR signaling"};
  std::vector<model::Article> out;
  for (std::size_t i = 0; i < count; ++i) {
    const std::string& name = names[i % names.size()];
    const std::string& end = ends[i / 3 % ends.size()];
    model::Article a;
    a.pmid = std::to_string(1000 + i);
    a.title = "Effect of " + name + " on " + end + " in cohort " + std::to_string(i);
    a.abstract = "BACKGROUND: The effect of " + name + " is debated. METHODS: We randomized " +
                 std::to_string(40 + i % 900) + " adults to " + name +
                 " or placebo for 12 weeks. RESULTS: " + name + " reduced " + end + " by " +
                 std::to_string(5 + i % 40) + "% (95% CI 1.2 to 4.5; p = 0.0" +
                 std::to_string(1 + i % 9) + "). CONCLUSIONS: " + name + " inhibits " + end + ".";
    a.journal = "Journal of Invented Results";
    a.publication_date = std::to_string(2000 + i % 25);
    a.authors = {{.name = "Doe A" + std::to_string(i % 97), .last_name = "Doe"}};
    a.metadata["source"] = "pubmed";
    out.push_back(std::move(a));
  }
  return out;
}

Json references(std::size_t count) {
  Json out = Json::array();
  for (const model::Article& a : many(count)) {
    out.push_back("Doe A. " + a.title + ". " + a.journal + ". " + a.publication_date + ";12:1-2.");
  }
  return out;
}

struct Bench {
  Bench() { config.home = home.path(); }  // exports are written there

  test::TempDir home;
  LookedAtClock clock;
  Config config{};
  store::Store store{":memory:", clock};
  net::Client http{{.clock = &clock, .make_engine = [] { return nullptr; }, .offline = true}};
  llm::NoneGateway llm;
  tools::Services services{
      config,          clock,      http,          store.result_sets, store.articles,
      store.documents, store.runs, store.library, mesh::built_in(),  llm};
  std::vector<mcp::ToolDef> all = tools::all_tools(services);

  mcp::ToolResult call(const std::string& name, const Json& arguments, std::stop_token stop) {
    const auto tool = std::find_if(all.begin(), all.end(),
                                   [&name](const mcp::ToolDef& t) { return t.name == name; });
    mcp::CallContext ctx;
    ctx.clock = &clock;
    ctx.stop = std::move(stop);
    ctx.deadline = TimePoint(Nanos(2'000'000'000));
    ctx.tag = "test";
    return tool->call(arguments, ctx);
  }
};

struct Work {
  std::string name;
  Json arguments;
};

}  // namespace

TEST_CASE("a call over many records can be cancelled at any time") {
  // Read once in the life of a process, without a look: no work of a call.
  ev::question::ConceptLexicon::built_in();
  const std::vector<model::Article> first = many(1);
  ev::read::read_study(ev::doc::RecordAnalysis(first.front()));
  const bool whole = std::getenv("EV_ATTACK_WHOLE") != nullptr;
  // A block takes some 50 ns with what is done about it: 5 ms, and at most 50 after the stop.
  constexpr std::size_t kBetweenLooks = 150'000;
  constexpr std::size_t kAfterStop = 600'000;
  Bench bench;
  const std::size_t count = whole ? 5'650 : 1'200;
  const std::string records =
      tools::store_records(bench.services, many(count), Json::object()).value();
  REQUIRE(tools::store_articles(bench.services, many(count), tools::Keep::replacing));
  const auto made = [&](const std::string& tool, const Json& arguments) {
    const mcp::ToolResult result = bench.call(tool, arguments, {});
    CAPTURE(result.text.substr(0, 500));
    REQUIRE_FALSE(result.is_error);
    return parse_json(result.structured).value().at("result_set").get<std::string>();
  };
  const Json schema = {{"sample_size", "number"}, {"conclusion", "string"}};
  const std::string features =
      made("pubmed_extract_features", {{"result_set", records}, {"extraction_schema", schema}});
  const Json criteria = {{"weights", {{"relevance", 0.7}, {"sample_size", 0.3}}}};
  const Json scoring = {{"result_set", features},
                        {"scoring_criteria", criteria},
                        {"query", "metformin inflammation"},
                        {"as_of", "2026-11-21"}};
  const std::string scored = made("pubmed_score_articles", scoring);
  const std::vector<Work> works = {
      {"pubmed_extract_features", {{"result_set", records}, {"extraction_schema", schema}}},
      {"pubmed_score_articles",
       {{"result_set", records},
        {"scoring_criteria", {{"weights", {{"relevance", 1}}}}},
        {"query", "metformin inflammation"},
        {"as_of", "2026-11-21"}}},
      {"pubmed_filter_rank", {{"result_set", scored}, {"max_results", 200}, {"diversity", 0.5}}},
      {"deduplicate_evidence", {{"result_set", records}}},
      {"export_results", {{"result_set", scored}, {"format", "csv"}}},
      {"generate_hypotheses",
       {{"query", "metformin inflammation"},
        {"result_set", records},
        {"max_evidence", static_cast<int>(count / 3)}}},
      {"test_hypothesis", {{"claim", "metformin reduces inflammation"}, {"result_set", records}}},
      {"get_articles", {{"ids", {records}}}},
      {"synthesize_evidence",
       {{"result_set", records}, {"question", "does metformin reduce inflammation?"}}},
      {"verify_citations", {{"references", references(whole ? 500 : 100)}}},
      {"pubmed_generate_query", {{"research_goal", "metformin and inflammation in adults"}}},
      {"pubmed_search",
       {{"search_query", "metformin OR placebo OR adults"},
        {"offline", true},
        {"max_results", 1000}}}};
  std::size_t tried = 0;
  std::size_t failures = 0;
  const auto note = [&](bool good) {
    ++tried;
    if (!good) ++failures;
    return good;
  };
  for (const Work& work : works) {
    bench.clock.begin(0, {});
    const mcp::ToolResult undisturbed = bench.call(work.name, work.arguments, {});
    const std::size_t looks = bench.clock.looks();
    std::printf("%-24s %7zu looks, %8zu blocks between two%s\n", work.name.c_str(), looks,
                bench.clock.most(),
                undisturbed.is_error ? undisturbed.text.substr(0, 200).c_str() : "");
    CAPTURE(work.name, looks, undisturbed.text.substr(0, 300));
    CHECK_FALSE(undisturbed.is_error);  // or nothing was done that could be cancelled
    CHECK(note(bench.clock.most() <= kBetweenLooks));
    for (const std::size_t at : {looks / 100 + 2, looks / 3, looks / 2, looks * 9 / 10}) {
      std::stop_source stop;
      bench.clock.begin(at, [&stop] { stop.request_stop(); });
      const mcp::ToolResult result = bench.call(work.name, work.arguments, stop.get_token());
      if (!stop.stop_requested()) continue;
      CAPTURE(at);
      CHECK(note(attack::blocks() - bench.clock.stopped_at() <= kAfterStop));
    }
  }
  std::printf("attack: cancellation at any time: %zu inputs, %zu failures\n", tried, failures);
}
