// Hostile texts, made longer and longer, against everything that reads text: the work may grow as
// the text does, not as its square. Short form: once and four times the length; whole
// (EV_ATTACK_WHOLE=1): once to eight times, with processor time as well, and one table.
#include "attack/work.hpp"
#include "base/text.hpp"
#include "pipeline/citations/reference.hpp"
#include "pipeline/extract/extract.hpp"
#include "pipeline/library/import.hpp"
#include "pipeline/pubmed_query/check.hpp"
#include "support/catch.hpp"
#include "support/sample_program.hpp"

#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>

using namespace ev;

namespace {

// Repeated they are sentences, lists, numbers, brackets and names without end.
const std::vector<std::string>& pieces() {
  static const std::vector<std::string> all = {"n=12 ",
                                               ", tea (n = 12)",
                                               "respectively, metformin increased pain ",
                                               "p<0.05 (95% CI 1 to 2) pain reduced 12 ",
                                               "A. ",
                                               "()()",
                                               "95% CI 1.0-2.0; ",
                                               "a, ",
                                               "(",
                                               ")(",
                                               "[1] ",
                                               "1 vs 2 ",
                                               "12% versus 13% ",
                                               "OR 1.2 (1.1-1.3), ",
                                               "p=0.01, ",
                                               "aged 12-13 years, ",
                                               "placebo, metformin, insulin, ",
                                               "and ",
                                               "or ",
                                               "not ",
                                               "with or without ",
                                               "AB (alpha beta) ",
                                               "alpha beta (AB), ",
                                               "ABC ",
                                               "a-b-c-d-",
                                               "1/2/3/",
                                               "1.1.1.1.",
                                               "... ",
                                               "?! ",
                                               "\"a\" ",
                                               "'",
                                               "\xE2\x80\x9C",
                                               "\xC2\xB1 ",
                                               "mean 1.2 \xC2\xB1 0.3, ",
                                               "median 3 (IQR 1-5), ",
                                               "HR, 0.8; 95% CI, 0.7-0.9; P = .01; ",
                                               "BACKGROUND: ",
                                               "METHODS: a. RESULTS: b. ",
                                               "CONCLUSIONS: ",
                                               "we randomized 12 patients to ",
                                               "patients with diabetes and ",
                                               "group A (n=1) and group B (n=2) ",
                                               "mg/kg/day, ",
                                               "10 mg ",
                                               "reduced by 12% compared with ",
                                               "inhibits AMPK, which activates mTOR, which ",
                                               "metformin inhibited inflammation and ",
                                               "did not differ from ",
                                               "IL-6, TNF-alpha, CRP, ",
                                               "children, adults, elderly, ",
                                               "1, 2, 3, 4, ",
                                               "0.5, ",
                                               "< > & ",
                                               "&amp;",
                                               "<sub>1</sub>",
                                               "\xCE\xB2-\xCE\xB1-",
                                               "\xE4\xB8\xAD",
                                               "e\xCC\x81",
                                               "10.1/a ",
                                               "PMID: 1 ",
                                               "NCT01234567, ",
                                               "Smith J, Doe A, ",
                                               "Smith, J. & Doe, A. ",
                                               "(2019) ",
                                               "2019;12:1-2. ",
                                               "vol. 1, no. 2, pp. 3; ",
                                               "http://a.b/c ",
                                               "doi:10.1/x; ",
                                               "a AND b OR ",
                                               "\"a b\"[tiab] OR ",
                                               "a*[ti] AND ",
                                               "a[mh:noexp] NOT "};
  return all;
}

std::string repeated(const std::string& piece, std::size_t bytes) {
  std::string out;
  while (out.size() + piece.size() <= bytes) out += piece;
  return out;
}

struct Reader {
  std::string name;
  std::size_t bytes;  // of the shortest text
  std::function<void(const std::string&)> read;
};

model::Article record_of(const std::string& text) {
  model::Article out;
  out.pmid = "1";
  out.title = text.substr(0, 200);
  out.abstract = text;
  return out;
}

Json row_of(const std::string& pmid, const std::string& text) {
  return {{"pmid", pmid}, {"title", text.substr(0, text.size() / 8)}, {"abstract", text}};
}

const char* const kFields[] = {"sample_size",
                               "study_design",
                               "population",
                               "intervention",
                               "comparator",
                               "primary_outcome",
                               "outcomes",
                               "p_value",
                               "effect_size",
                               "confidence_interval",
                               "conclusion",
                               "limitations",
                               "duration",
                               "age",
                               "country",
                               "funding",
                               "dose",
                               "mechanism",
                               "adverse_events",
                               "follow_up",
                               "statistical_method",
                               "biomarkers",
                               "inclusion_criteria",
                               "results",
                               "objective",
                               "setting",
                               "randomization",
                               "blinding",
                               "species",
                               "genes"};

void add_fields(std::vector<Reader>& out) {
  for (const char* field : kFields) {
    const bool rows = std::string_view(field) == "results";
    const Json schema = {{field, rows ? "array[object]" : "string"}};
    const auto parsed = extract::parse_schema(schema);
    INFO(field);
    REQUIRE(parsed);
    auto held = std::make_shared<const extract::Schema>(*parsed);
    out.push_back({std::string("field ") + field, 2'500, [held](const std::string& text) {
                     extract::extract(record_of(text), extract::plan_for(*held));
                   }});
  }
}

void add_tools(std::vector<Reader>& out, test::SampleProgram& program) {
  const auto tool = [&](const std::string& name, std::size_t bytes,
                        const std::function<Json(const std::string&)>& arguments) {
    out.push_back({name, bytes, [&program, name, arguments](const std::string& text) {
                     program.call(name.substr(0, name.find(' ')), arguments(text));
                   }});
  };
  tool("verify_citations", 2'000, [](const std::string& t) -> Json {
    return {{"references", {t}}};
  });
  tool("verify_citations title", 2'000, [](const std::string& t) -> Json {
    return {{"references", {{{"title", t}, {"year", "2019"}}}}};
  });
  tool("generate_hypotheses", 2'500, [](const std::string& t) -> Json {
    return {{"query", "metformin inflammation"}, {"articles", {row_of("1", t)}}};
  });
  tool("test_hypothesis", 1'000, [](const std::string& t) -> Json {
    return {{"claim", t}, {"articles", {row_of("1", "Metformin reduced inflammation in adults.")}}};
  });
  tool("test_hypothesis records", 2'500, [](const std::string& t) -> Json {
    return {{"claim", "Metformin reduces inflammation"}, {"articles", {row_of("1", t)}}};
  });
  tool("deduplicate_evidence", 2'500, [](const std::string& t) -> Json {
    return {{"evidence_list", {row_of("1", t), row_of("2", t + "x"), row_of("3", t)}}};
  });
  tool("pubmed_score_articles", 2'500, [](const std::string& t) -> Json {
    return {{"articles_with_features", {row_of("1", t)}},
            {"query", t.substr(0, 900)},
            {"as_of", "2026-11-21"},
            {"scoring_criteria", {{"weights", {{"relevance", 1.0}, {"text_quality", 1.0}}}}}};
  });
  tool("synthesize_evidence", 2'500, [](const std::string& t) -> Json {
    return {{"articles", {row_of("1", t)}}};
  });
  tool("pubmed_generate_query", 500, [](const std::string& t) -> Json {
    return {{"research_goal", t}, {"count", false}, {"as_of", "2026-11-21"}};
  });
  tool("pubmed_generate_query draft", 500, [](const std::string& t) -> Json {
    return {{"research_goal", "metformin"},
            {"draft_query", t},
            {"count", false},
            {"as_of", "2026-11-21"}};
  });
  tool("pubmed_search offline", 500, [](const std::string& t) -> Json {
    return {{"search_query", t}, {"offline", true}};
  });
}

void add_others(std::vector<Reader>& out) {
  out.push_back({"a reference", 2'500, [](const std::string& t) { citations::read_reference(t); }});
  out.push_back({"a query", 1'000, [](const std::string& t) { pubmed_query::check(t); }});
  for (const char* name : {"a.nbib", "a.ris", "a.csv", "a.jsonl", "a.xml", "a.bib"}) {
    const std::string file = name;
    const std::string head = file == "a.nbib"    ? "PMID- 1\nTI  - "
                             : file == "a.ris"   ? "TY  - JOUR\nTI  - "
                             : file == "a.csv"   ? "title,abstract,doi\n"
                             : file == "a.jsonl" ? "{\"title\":\"A\"}\n"
                             : file == "a.xml"   ? "<PubmedArticleSet><PubmedArticle>"
                                                 : "@article{a, title={";
    out.push_back({"import " + file, 8'000, [head, file](const std::string& t) {
                     const std::string bytes = head + t;
                     sources::MemorySource source(bytes);
                     (void)library::import_bytes(
                         source, file, {.threads = 0},
                         [](model::Article) { return Result<void>(); }, Context{});
                   }});
  }
}

struct Cost {
  double blocks = 0;
  double seconds = 0;
};

Cost cost_of(const Reader& reader, const std::string& text) {
  const std::size_t before = attack::blocks();
  const std::clock_t begun = std::clock();
  reader.read(text);
  return {static_cast<double>(attack::blocks() - before),
          static_cast<double>(std::clock() - begun) / CLOCKS_PER_SEC};
}

// The work on a text so many times as long is more than the text explains.
bool grows(const Cost& once, const Cost& more, std::size_t times) {
  constexpr double kSlack = 1.7;     // n log n, tables that double
  constexpr double kNoise = 30'000;  // blocks: what is loaded at first use, an answer's frame
  return more.blocks > once.blocks * static_cast<double>(times) * kSlack + kNoise;
}

}  // namespace

TEST_CASE(
    "a reader that takes up all before with every word is caught, one that does not is none") {
  const auto words_of = [](const std::string& text) { return text::split(text, ' '); };
  const Reader quadratic{"quadratic", 2'500, [&](const std::string& text) {
                           std::vector<std::string> before;
                           for (const std::string& word : words_of(text)) {
                             before.push_back(word + " with letters enough to be kept apart");
                             const std::vector<std::string> copy = before;
                           }
                         }};
  const Reader linear{"linear", 2'500, [&](const std::string& text) {
                        for (const std::string& word : words_of(text))
                          const std::string copy = word + " with letters enough to be kept apart";
                      }};
  for (const std::size_t times : {std::size_t{4}, std::size_t{8}}) {
    const auto caught = [times](const Reader& reader) {
      return grows(cost_of(reader, repeated("one ", reader.bytes)),
                   cost_of(reader, repeated("one ", times * reader.bytes)), times);
    };
    CHECK(caught(quadratic));
    CHECK_FALSE(caught(linear));
  }
}

TEST_CASE("work grows as the text does", "[exhaustive]") {
  const bool whole = std::getenv("EV_ATTACK_WHOLE") != nullptr;
  test::SampleProgram program;
  std::vector<Reader> readers;
  add_fields(readers);
  add_tools(readers, program);
  add_others(readers);
  REQUIRE(pieces().size() >= 60);
  constexpr double kLongest = 10;  // seconds of one text, whole form
  const std::size_t times = whole ? 8 : 4;
  std::size_t tried = 0;
  std::vector<std::string> failures;
  for (std::size_t r = 0; r < readers.size(); ++r) {
    const Reader& reader = readers[r];
    reader.read(repeated("one two three. ", 500));  // first use
    double most = 0;
    for (std::size_t p = 0; p < pieces().size(); ++p) {
      // The short form takes every text for some reader, and every reader with some texts.
      const bool field = reader.name.starts_with("field ");
      if (!whole && (p + r) % (field ? 12 : 3) != 0) continue;
      const std::string& piece = pieces()[p];
      const Cost once = cost_of(reader, repeated(piece, reader.bytes));
      const Cost more = cost_of(reader, repeated(piece, times * reader.bytes));
      ++tried;
      most = std::max(most, more.seconds);
      if (grows(once, more, times) || (whole && more.seconds > kLongest)) {
        failures.push_back(reader.name + " over \"" + piece + "\": " + std::to_string(once.blocks) +
                           " -> " + std::to_string(more.blocks) + " blocks, " +
                           std::to_string(more.seconds) + " s");
      }
    }
    if (whole) std::printf("%-34s %8.3f s at most\n", reader.name.c_str(), most);
  }
  std::printf("growth: %zu readers, %zu texts\n", readers.size(), pieces().size());
  std::printf("attack: growth of work with the text: %zu inputs, %zu failures\n", tried,
              failures.size());
  for (const std::string& failure : failures) std::printf("  %s\n", failure.c_str());
  CHECK(failures.empty());
}
