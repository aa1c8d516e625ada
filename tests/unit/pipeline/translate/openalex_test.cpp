#include "pipeline/translate/openalex.hpp"

#include "pipeline/translate/openalex_terms.hpp"
#include "translate_support.hpp"

namespace ev::translate {

namespace {

void check_oa(const std::vector<Golden>& table, const Options& options = test_options()) {
  check_table(table, [&options](const pubmed_query::Node& q) { return to_openalex(q, options); });
}

}  // namespace

TEST_CASE("OpenAlex: text") {
  check_oa({
      {"asthma[ti]", "filter=title.search:asthma", {"~ asthma[ti]: broader"}},
      {"heart failure[tiab]",
       "filter=title_and_abstract.search:\"heart failure\"",
       {"~ heart failure[tiab]: broader"}},
      {"treatment of asthma",
       "filter=default.search:treatment AND asthma",
       {"~ treatment of asthma: other"}},
      {"asthma[tw]", "filter=default.search:asthma", {"~ asthma[tw]: other"}},
      {"diabet*[tiab]",
       "filter=title_and_abstract.search:diabet",
       {"~ diabet*[tiab]: narrower", "~ diabet*[tiab]: broader"}},
      {"\"breast feed*\"[ti]",
       "filter=title.search:\"breast feed\"",
       {"~ \"breast feed*\"[ti]: narrower", "~ \"breast feed*\"[ti]: broader"}},
      {"\"hip pain\"[tiab:~2]",
       "filter=title_and_abstract.search:\"hip pain\"~2",
       {"~ \"hip pain\"[tiab:~2]: narrower", "~ \"hip pain\"[tiab:~2]: broader"}},
      {"\"a1, b1|c1! d1?\"[ti]",
       "filter=title.search:\"a1 b1 c1 d1\"",
       {"~ \"a1, b1|c1! d1?\"[ti]: broader"}},
      {"asthma[ot]",
       "filter=title_and_abstract.search:asthma",
       {"~ asthma[ot]: other", "~ asthma[ot]: broader"}},
      {"a1[ti] AND b1[ti] NOT c1[ti]",
       "filter=title.search:a1 AND b1 AND NOT c1",
       {"~ a1[ti] x2: broader", "~ c1[ti]: narrower"}},
  });
}

TEST_CASE("OpenAlex: one OR holds one kind of thing") {
  check_oa({
      {"a1[ti] OR b1[tiab]",
       "filter=title_and_abstract.search:a1 OR b1",
       {"~ a1[ti] x2: broader", "~ a1[ti] OR b1[tiab]: broader"}},
      {"a1[ti] AND b1[tiab]",
       "filter=title.search:a1,title_and_abstract.search:b1",
       {"~ a1[ti] x2: broader"}},
      {"a1[ti] NOT b1[tiab]",
       "filter=title.search:a1,title_and_abstract.search:NOT b1",
       {"~ a1[ti]: broader", "~ b1[tiab]: narrower"}},
      {"a1[ti] OR 2015[dp]",
       "filter=title.search:a1",
       {"- 2015[dp]: narrower", "~ a1[ti]: broader"}},
      {"a1[ti] AND (2015[dp] OR 2017[dp])",
       "filter=title.search:a1,publication_year:2015|2017",
       {"~ a1[ti]: broader", "~ 2015[dp] x2: other"}},
      {"a1[ti] AND (2015[dp] OR english[la])",
       "filter=title.search:a1",
       {"- 2015[dp]: broader", "- english[la]: broader", "~ a1[ti]: broader"}},
      {"a1[ti] AND (smith j[au] OR jones k[au])",
       "filter=title.search:a1",
       {"- smith j[au]: broader", "- jones k[au]: broader", "~ a1[ti]: broader"}},
      {"a1[ti] NOT (letter[pt] OR editorial[pt])",
       "filter=title.search:a1,type:!letter,type:!editorial",
       {"~ a1[ti]: broader", "~ letter[pt]: other", "~ editorial[pt]: other"}},
      {"a1[ti] NOT 1990:2000[dp]",
       "filter=title.search:a1",
       {"- 1990:2000[dp]: broader", "~ a1[ti]: broader"}},
      {"a1[ti] NOT (b1[ti] AND 2015[dp])",
       "filter=title.search:a1",
       {"- b1[ti] AND 2015[dp]: broader", "~ a1[ti]: broader"}},
  });
}

TEST_CASE("OpenAlex: headings as words, types, limits") {
  check_oa({
      {"\"Diabetes Mellitus, Type 2\"[mh]",
       "filter=title_and_abstract.search:\"Type 2 Diabetes Mellitus\"",
       {"~ \"Diabetes Mellitus, Type 2\"[mh]: other"}},
      {"\"Asthma/drug therapy\"[majr]",
       "filter=title_and_abstract.search:Asthma",
       {"~ \"Asthma/drug therapy\"[majr]: other", "~ \"Asthma/drug therapy\"[majr]: broader"}},
      {"asthma[ti] AND humans[mh]",
       "filter=title.search:asthma",
       {"- humans[mh]: broader", "~ asthma[ti]: broader"}},
      {"asthma[ti] NOT (animals[mh] NOT humans[mh])",
       "filter=title.search:asthma",
       {"- animals[mh]: broader", "- humans[mh]: broader", "~ asthma[ti]: broader"}},
      {"review[pt]", "filter=type:review", {"~ review[pt]: other"}},
      {"retracted publication[pt]", "filter=is_retracted:true", {}},
      {"randomized controlled trial[pt]",
       "filter=title_and_abstract.search:\"randomized controlled trial\"",
       {"~ randomized controlled trial[pt]: other"}},
      {"\"clinical trial, phase iii\"[pt]",
       "filter=title_and_abstract.search:\"phase iii clinical trial\"",
       {"~ \"clinical trial, phase iii\"[pt]: other"}},
      {"festschrift[pt]", "", {"- festschrift[pt]: dropped"}},
      {"english[la]", "filter=language:en", {}},
      {"2015[dp]", "filter=publication_year:2015", {"~ 2015[dp]: other"}},
      {"2015:2020/06[dp]",
       "filter=from_publication_date:2015-01-01,to_publication_date:2020-06-30",
       {"~ 2015:2020/06[dp]: other"}},
      {"2015:3000[dp]", "filter=from_publication_date:2015-01-01", {"~ 2015:3000[dp]: other"}},
      {"2015[edat]", "", {"- 2015[edat]: dropped"}},
      {"hasabstract[filter]", "filter=has_abstract:true", {}},
      {"asthma[ti] AND excludepreprints[filter]",
       "filter=title.search:asthma,type:!preprint",
       {"~ asthma[ti]: broader"}},
      {"free full text[filter]", "filter=is_oa:true", {"~ free full text[filter]: other"}},
      {"metformin[nm]", "filter=title_and_abstract.search:metformin", {"~ metformin[nm]: other"}},
  });
}

TEST_CASE("OpenAlex: names and identifiers") {
  check_oa({
      {"smith ja[au]", "filter=raw_author_name.search:smith", {"~ smith ja[au]: broader"}},
      {"\"smith, john\"[fau]", "filter=raw_author_name.search:smith john", {}},
      {"0000-0002-1825-0097[auid]", "filter=authorships.author.orcid:0000-0002-1825-0097", {}},
      {"123[pmid] OR 456[pmid]", "filter=pmid:123|456", {}},
      {"123 456", "filter=pmid:123|456", {}},
      {"10.1000/x.1[aid]", "filter=doi:10.1000/x.1", {}},
      {"\"10.1000/x,1\"[aid]", "", {"- \"10.1000/x,1\"[aid]: dropped"}},
      {"PMC12[aid]", "filter=pmcid:PMC12", {}},
      {"\"0140-6736\"[ta]", "filter=primary_location.source.issn:0140-6736", {}},
      {"lancet[ta] AND asthma[ti]",
       "filter=title.search:asthma",
       {"- lancet[ta]: broader", "~ asthma[ti]: broader"}},
      {"NCT01234567[si]", "filter=default.search:NCT01234567", {"~ NCT01234567[si]: other"}},
      {"12[vi] AND 3[ip] AND 45-9[pg]",
       "filter=biblio.volume:12,biblio.issue:3,biblio.first_page:45",
       {}},
      {"city hospital[ad]", "filter=raw_affiliation_strings.search:city hospital", {}},
      {"50-78-2[rn]", "", {"- 50-78-2[rn]: dropped"}},
  });
}

TEST_CASE("OpenAlex: truncation is written out in the words the caller knows") {
  Options options = test_options();
  options.complete = [](const std::string& stem) {
    return stem == "feed" ? std::vector<std::string>{"feed", "feeding"}
                          : std::vector<std::string>{};
  };
  check_oa({{"feed*[ti] AND a1[ti]",
             "filter=title.search:(feed OR feeding) AND a1",
             {"~ feed*[ti]: narrower", "~ feed*[ti] x2: broader"}},
            {"\"breast feed*\"[ti]",
             "filter=title.search:\"breast feed\" OR \"breast feeding\"",
             {"~ \"breast feed*\"[ti]: narrower", "~ \"breast feed*\"[ti]: broader"}},
            {"unheard*[ti]",
             "filter=title.search:unheard",
             {"~ unheard*[ti]: narrower", "~ unheard*[ti]: broader"}}},
           options);
}

TEST_CASE("OpenAlex: too long a search gives up the expansions, then the query") {
  Options options = test_options();
  options.expand = [](const std::string&) {
    return std::vector<std::string>(1, std::string(1600, 'x'));
  };
  const Translation shorter = to_openalex(tree_of("\"Asthma\"[mh]"), options);
  CHECK(parameter_lines(shorter) == "filter=title_and_abstract.search:Asthma");
  REQUIRE(shorter.approximated.size() == 2);
  CHECK(shorter.approximated.front().effect == Effect::narrower);

  std::string query = "a0[ti]";
  for (int i = 1; i < 400; ++i) query += " OR a" + std::to_string(i) + "[ti]";
  const Translation refused = to_openalex(tree_of(query));
  CHECK_FALSE(refused.searchable);
  CHECK(refused.parameters.empty());
  CHECK(refused.reason.find("1500") != std::string::npos);
}

}  // namespace ev::translate
