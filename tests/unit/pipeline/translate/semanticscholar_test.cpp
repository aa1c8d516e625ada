#include "pipeline/translate/semanticscholar.hpp"

#include "translate_support.hpp"

namespace ev::translate {

namespace {

void check_s2(const std::vector<Golden>& table, const Options& options = test_options()) {
  check_table(table,
              [&options](const pubmed_query::Node& q) { return to_semanticscholar(q, options); });
}

}  // namespace

TEST_CASE("Semantic Scholar: text") {
  check_s2({
      {"asthma[tiab]", "query=asthma", {"~ asthma[tiab]: broader"}},
      {"asthma[ti]", "query=asthma", {"~ asthma[ti]: other"}},
      {"\"covid-19\"[tiab]", "query=\"covid 19\"", {"~ \"covid-19\"[tiab]: broader"}},
      {"diabet*[tiab]", "query=diabet*", {"~ diabet*[tiab]: broader"}},
      {"\"hip pain\"[tiab:~2]", "query=\"hip pain\"~2", {"~ \"hip pain\"[tiab:~2]: broader"}},
      {"treatment of asthma", "query=treatment + asthma", {"~ treatment of asthma: other"}},
      {"(a1[tiab] OR b1[tiab]) AND c1[tiab] NOT d1[tiab]",
       "query=(a1 | b1) + c1 -d1",
       {"~ a1[tiab] x3: broader", "~ d1[tiab]: narrower"}},
      {"a1[tiab] NOT (b1[tiab] OR c1[tiab])",
       "query=a1 -(b1 | c1)",
       {"~ a1[tiab]: broader", "~ b1[tiab] x2: narrower"}},
      {"NCT09900001[si] AND a1[tiab]",
       "query=NCT09900001 + a1",
       {"~ NCT09900001[si]: narrower", "~ a1[tiab]: broader"}},
  });
}

TEST_CASE("Semantic Scholar: filters stand beside the query") {
  check_s2({
      {"a1[tiab] AND review[pt]",
       "query=a1 & publicationTypes=Review",
       {"~ a1[tiab]: broader", "~ review[pt]: other"}},
      {"a1[tiab] AND (review[pt] OR meta-analysis[pt])",
       "query=a1 & publicationTypes=Review,MetaAnalysis",
       {"~ a1[tiab]: broader", "~ review[pt]: other", "~ meta-analysis[pt]: other"}},
      {"a1[tiab] AND review[pt] AND meta-analysis[pt]",
       "query=a1 & publicationTypes=Review",
       {"- MetaAnalysis: broader", "~ a1[tiab]: broader", "~ review[pt]: other",
        "~ meta-analysis[pt]: other"}},
      {"a1[tiab] AND 2015:2020[dp] AND 2018:3000[dp]",
       "query=a1 & publicationDateOrYear=2018-01-01:2020-12-31",
       {"~ a1[tiab]: broader"}},
      {"a1[tiab] AND \"last 5 years\"[dp]",
       "query=a1 & publicationDateOrYear=2021-11-20:",
       {"~ a1[tiab]: broader"}},
      {"a1[tiab] AND randomized controlled trial[pt]",
       "query=a1 + \"randomized controlled trial\"",
       {"~ a1[tiab]: broader", "~ randomized controlled trial[pt]: other"}},
      {"a1[tiab] AND free full text[sb]",
       "query=a1 & openAccessPdf=",
       {"~ a1[tiab]: broader", "~ free full text[filter]: other"}},
      {"a1[tiab] AND \"J Inv Hips\"[ta]",
       "query=a1 & venue=J Inv Hips",
       {"~ a1[tiab]: broader", "~ \"J Inv Hips\"[ta]: narrower"}},
  });
}

TEST_CASE("Semantic Scholar: what cannot be said is named") {
  check_s2({
      {"a1[tiab] OR 2015[dp]", "query=a1", {"- 2015[dp]: narrower", "~ a1[tiab]: broader"}},
      {"a1[tiab] NOT review[pt]", "query=a1", {"- review[pt]: broader", "~ a1[tiab]: broader"}},
      {"a1[tiab] NOT preprint[pt]", "query=a1", {"- preprint[pt]: broader", "~ a1[tiab]: broader"}},
      {"a1[tiab] AND smith j[au]", "query=a1", {"- smith j[au]: broader", "~ a1[tiab]: broader"}},
      {"smith j[au]", "", {"- smith j[au]: dropped"}},
  });
  // Filters alone find nothing to search for.
  const Translation filters = to_semanticscholar(tree_of("review[pt] AND 2015[dp]"));
  CHECK_FALSE(filters.searchable);
  CHECK(filters.parameters.empty());
}

TEST_CASE("Semantic Scholar: headings are searched by their names, fewer when they are many") {
  Options options = test_options();
  options.expand = [](const std::string&) {
    return std::vector<std::string>{"Hip Pain", "Coxalgia"};
  };
  check_s2({{"arthralgia[mh]",
             "query=arthralgia | \"Hip Pain\" | Coxalgia",
             {"~ arthralgia[mh]: other"}}},
           options);
  options.expand = [](const std::string&) {
    std::vector<std::string> names;
    for (int i = 0; i < 300; ++i) names.push_back("Invented name " + std::to_string(i));
    return names;
  };
  const Translation cut = to_semanticscholar(tree_of("arthralgia[mh]"), options);
  REQUIRE(cut.searchable);
  CHECK(parameter_lines(cut) == "query=arthralgia");
  CHECK(cut.approximated.front().effect == Effect::narrower);
  const Translation refused =
      to_semanticscholar(tree_of(std::string(3000, 'x') + "[tiab]"), options);
  CHECK_FALSE(refused.searchable);
}

}  // namespace ev::translate
