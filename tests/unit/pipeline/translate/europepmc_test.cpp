#include "pipeline/translate/europepmc.hpp"

#include "translate_support.hpp"

namespace ev::translate {

namespace {

void check_epmc(const std::vector<Golden>& table, const Options& options = test_options()) {
  check_table(table, [&options](const pubmed_query::Node& q) { return to_europepmc(q, options); });
}

}  // namespace

TEST_CASE("Europe PMC: words, phrases, truncation, proximity") {
  check_epmc({
      {"asthma[ti]", "query=TITLE:asthma", {}},
      {"heart failure[ti]", "query=TITLE:\"heart failure\"", {}},
      {"\"heart failure\"[ti]", "query=TITLE:\"heart failure\"", {}},
      {"beta-blocker[ti]", "query=TITLE:\"beta-blocker\"", {}},
      {"Alzheimer's[ti]", "query=TITLE:\"Alzheimer's\"", {}},
      {"\"or\"[ti]", "query=TITLE:\"or\"", {}},
      {"zol\u00e9dronate[ti]", "query=TITLE:zol\u00e9dronate", {}},
      {"diabet*[ti]", "query=TITLE:diabet*", {}},
      {"\"breast feed*\"[ti]",
       "query=TITLE:breast AND TITLE:feed*",
       {"~ \"breast feed*\"[ti]: broader"}},
      {"\"hip pain\"[ti:~2]", "query=TITLE:hip AND TITLE:pain", {"~ \"hip pain\"[ti:~2]: broader"}},
      {"asthma[tiab]", "query=TITLE_ABS:asthma", {"~ asthma[tiab]: narrower"}},
      {"asthma[tw]", "query=TITLE_ABS:asthma OR KW:asthma", {"~ asthma[tw]: narrower"}},
      {"asthma[all]", "query=asthma", {"~ asthma[all]: broader"}},
      {"asthma", "query=asthma", {"~ asthma: other"}},
      {"treatment of asthma", "query=treatment AND asthma", {"~ treatment of asthma: other"}},
      {"\"heart failure\"", "query=\"heart failure\"", {"~ \"heart failure\": broader"}},
      {"asthma[ot]", "query=KW:asthma", {"~ asthma[ot]: broader"}},
      {"hospital[ad]", "query=AFF:hospital", {}},
      {"wom*n[ti]", "", {"- wom*n[ti]: dropped"}},
      {"the", "", {"- the: dropped"}},
  });
}

TEST_CASE("Europe PMC: headings, types, substances") {
  check_epmc({
      {"\"Heart Failure\"[mh]",
       "query=KW:\"Heart Failure\"",
       {"~ \"Heart Failure\"[mh]: broader", "~ \"Heart Failure\"[mh]: narrower"}},
      {"\"Heart Failure\"[mh:noexp]",
       "query=KW:\"Heart Failure\"",
       {"~ \"Heart Failure\"[mh:noexp]: broader"}},
      {"\"Asthma/drug therapy\"[majr:noexp]",
       "query=KW:Asthma",
       {"~ \"Asthma/drug therapy\"[majr:noexp]: broader",
        "~ \"Asthma/drug therapy\"[majr:noexp]: broader",
        "~ \"Asthma/drug therapy\"[majr:noexp]: broader"}},
      {"drug therapy[sh] AND asthma[ti]", "query=TITLE:asthma", {"- drug therapy[sh]: broader"}},
      {"metformin[nm]", "query=CHEM:\"metformin\"", {}},
      {"anti-asthmatic agents[pa]", "", {"- anti-asthmatic agents[pa]: dropped"}},
      {"editorial[pt]", "query=PUB_TYPE:\"editorial\"", {}},
      {"randomized controlled trial[pt]",
       "query=PUB_TYPE:\"randomized controlled trial\" OR PUB_TYPE:\"equivalence trial\" OR "
       "PUB_TYPE:\"pragmatic clinical trial\"",
       {}},
      {"randomized controlled trial[pt:noexp]",
       "query=PUB_TYPE:\"randomized controlled trial\"",
       {}},
      {"preprint[pt]", "query=SRC:PPR", {}},
      {"retracted publication[pt]", "query=PUB_TYPE:\"retracted publication\"", {}},
      {"clinical trial, phase iii[pt]", "query=PUB_TYPE:\"clinical trial, phase iii\"", {}},
  });
}

TEST_CASE("Europe PMC: the caller's headings stand for the explosion") {
  Options options = test_options();
  options.expand = [](const std::string& heading) {
    return heading == "Asthma" ? std::vector<std::string>{"Asthma", "Asthma, Aspirin-Induced"}
                               : std::vector<std::string>{};
  };
  check_epmc({{"\"Asthma\"[mh]",
               "query=KW:Asthma OR KW:\"Asthma, Aspirin-Induced\"",
               {"~ \"Asthma\"[mh]: broader"}},
              {"\"Asthma\"[mh:noexp]", "query=KW:Asthma", {"~ \"Asthma\"[mh:noexp]: broader"}},
              {"\"Eczema\"[mh]",
               "query=KW:Eczema",
               {"~ \"Eczema\"[mh]: broader", "~ \"Eczema\"[mh]: narrower"}}},
             options);
}

TEST_CASE("Europe PMC: authors, journals, identifiers") {
  check_epmc({
      {"smith ja[au]", "query=AUTH:\"smith ja\"", {}},
      {"\"smith j\"[au]", "query=AUTH:\"smith j\"", {"~ \"smith j\"[au]: broader"}},
      {"smith ja[1au]", "query=AUTH:\"smith ja\"", {"~ smith ja[1au]: broader"}},
      {"smith ja[lastau]", "query=AUTH:\"smith ja\"", {"~ smith ja[lastau]: broader"}},
      {"\"smith, john\"[fau]", "query=AUTH:\"smith, john\"", {"~ \"smith, john\"[fau]: other"}},
      {"asthma group[cn]", "query=AUTH:\"asthma group\"", {"~ asthma group[cn]: broader"}},
      {"0000-0002-1825-0097[auid]", "query=AUTHORID:\"0000-0002-1825-0097\"", {}},
      {"smith j[ir]", "", {"- smith j[ir]: dropped"}},
      {"lancet[ta]", "query=JOURNAL:\"lancet\"", {}},
      {"\"0140-6736\"[ta]", "query=ISSN:\"0140-6736\"", {}},
      {"12[vi] AND 3[ip]", "query=VOLUME:12 AND ISSUE:3", {}},
      {"100-5[pg]", "", {"- 100-5[pg]: dropped"}},
      {"10.1000/X.1[doi]", "query=DOI:\"10.1000/x.1\"", {}},
      {"\"10.1016/S0140-6736(20)30183-5\"[aid]", "query=DOI:\"10.1016/s0140-6736(20)30183-5\"", {}},
      {"PMC123[aid]", "query=PMCID:PMC123", {}},
      {"S0140[aid]", "", {"- S0140[aid]: dropped"}},
      {"123[pmid]", "query=EXT_ID:123 AND SRC:MED", {}},
      {"123 456[pmid]", "query=(EXT_ID:123 AND SRC:MED) OR (EXT_ID:456 AND SRC:MED)", {}},
      {"123", "query=EXT_ID:123 AND SRC:MED", {}},
      {"1:99[pmid]", "", {"- 1:99[pmid]: dropped"}},
      {"R01 HL1[gr]", "query=GRANT_ID:\"R01 HL1\" OR GRANT_AGENCY:\"R01 HL1\"", {}},
      {"NCT01234567[si]", "query=NCT01234567", {"~ NCT01234567[si]: broader"}},
      {"clinicaltrials.gov[si]", "", {"- clinicaltrials.gov[si]: dropped"}},
      {"english[la]", "query=LANG:eng", {}},
      {"ger[la]", "query=LANG:ger", {}},
  });
}

TEST_CASE("Europe PMC: dates") {
  check_epmc({
      {"2015[dp]", "query=PUB_YEAR:2015 OR E_PDATE:[2015-01-01 TO 2015-12-31]", {}},
      {"2015:2020[dp]", "query=PUB_YEAR:[2015 TO 2020] OR E_PDATE:[2015-01-01 TO 2020-12-31]", {}},
      {"2015/03:2015/04/02[dp]",
       "query=P_PDATE_D:[2015-03-01 TO 2015-04-02] OR E_PDATE:[2015-03-01 TO 2015-04-02]",
       {}},
      {"2015:3000[epdat]", "query=E_PDATE:[2015-01-01 TO 3000-12-31]", {}},
      {"2016/02[ppdat]", "query=P_PDATE_D:[2016-02-01 TO 2016-02-29]", {}},
      {"2015[crdt]", "query=CREATION_DATE:[2015-01-01 TO 2015-12-31]", {"~ 2015[crdt]: other"}},
      {"2015[edat]", "query=CREATION_DATE:[2015-01-01 TO 2015-12-31]", {"~ 2015[edat]: other"}},
      {"2015[lr]", "query=UPDATE_DATE:[2015-01-01 TO 2015-12-31]", {"~ 2015[lr]: other"}},
      {"2015[mhda]", "", {"- 2015[mhda]: dropped"}},
      {"\"last 5 years\"[epdat]", "query=E_PDATE:[2021-11-20 TO 3000-12-31]", {}},
  });
  check_epmc({{"\"last 5 years\"[dp]", "", {"- \"last 5 years\"[dp]: dropped"}}}, Options{});
}

TEST_CASE("Europe PMC: filters") {
  check_epmc({
      {"asthma[ti] AND hasabstract", "query=TITLE:asthma AND HAS_ABSTRACT:y", {}},
      {"asthma[ti] AND excludepreprints[filter]", "query=TITLE:asthma AND NOT SRC:PPR", {}},
      {"excludepreprints[filter]", "", {"- excludepreprints[filter]: dropped"}},
      {"asthma[ti] NOT excludepreprints[filter]", "query=TITLE:asthma AND SRC:PPR", {}},
      {"asthma[ti] OR excludepreprints[filter]",
       "query=TITLE:asthma",
       {"- excludepreprints[filter]: narrower"}},
      {"free full text[filter]",
       "query=OPEN_ACCESS:y OR IN_EPMC:y",
       {"~ free full text[filter]: narrower"}},
      {"pubmed pmc[sb]", "query=IN_EPMC:y", {"~ pubmed pmc[filter]: other"}},
      {"medline[sb]", "query=SRC:MED", {"~ medline[filter]: broader"}},
      {"english[filter]", "query=LANG:eng", {}},
      {"editorial[filter]", "query=PUB_TYPE:\"editorial\"", {}},
      {"y_5[filter]",
       "query=P_PDATE_D:[2021-11-20 TO 3000-12-31] OR E_PDATE:[2021-11-20 TO 3000-12-31]",
       {}},
      {"asthma[ti] AND therapy/broad[filter]",
       "query=TITLE:asthma",
       {"- therapy/broad[filter]: broader"}},
  });
}

TEST_CASE("Europe PMC: PubMed's left-to-right reading is written out") {
  check_epmc({
      {"a1[ti] OR b1[ti] AND c1[ti]", "query=(TITLE:a1 OR TITLE:b1) AND TITLE:c1", {}},
      {"a1[ti] AND b1[ti] OR c1[ti]", "query=(TITLE:a1 AND TITLE:b1) OR TITLE:c1", {}},
      {"a1[ti] NOT b1[ti] OR c1[ti]", "query=(TITLE:a1 AND NOT TITLE:b1) OR TITLE:c1", {}},
      {"a1[ti] NOT (b1[ti] OR c1[ti])", "query=TITLE:a1 AND NOT (TITLE:b1 OR TITLE:c1)", {}},
      {"a1[ti] NOT b1[ti] NOT c1[ti]", "query=TITLE:a1 AND NOT TITLE:b1 AND NOT TITLE:c1", {}},
  });
}

}  // namespace ev::translate
