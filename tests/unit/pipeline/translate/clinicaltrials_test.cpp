#include "pipeline/translate/clinicaltrials.hpp"

#include "translate_support.hpp"

namespace ev::translate {

namespace {

void check_ct(const std::vector<Golden>& table, const Options& options = test_options()) {
  check_table(table,
              [&options](const pubmed_query::Node& q) { return to_clinicaltrials(q, options); });
}

Options with_roles() {
  Options out = test_options();
  out.role = [](const std::string& term) {
    if (term == "asthma" || term == "Asthma") return Role::condition;
    if (term == "budesonide") return Role::intervention;
    return Role::unknown;
  };
  return out;
}

}  // namespace

TEST_CASE("ClinicalTrials.gov: text") {
  check_ct({
      {"asthma[tiab]", "query.term=asthma", {"~ asthma[tiab]: broader"}},
      {"heart failure[tiab]", "query.term=\"heart failure\"", {"~ heart failure[tiab]: broader"}},
      {"heart failure", "query.term=heart AND failure", {"~ heart failure: broader"}},
      {"asthma[ti] OR copd[ti]", "query.titles=asthma OR copd", {"~ asthma[ti] x2: other"}},
      {"asthma[ti] OR copd[tiab]",
       "query.term=AREA[TitleSearch]asthma OR copd",
       {"~ asthma[ti]: other", "~ copd[tiab]: broader"}},
      {"diabet*[tiab]",
       "query.term=diabet",
       {"~ diabet*[tiab]: narrower", "~ diabet*[tiab]: broader"}},
      {"\"hip pain\"[tiab:~2]",
       "query.term=hip AND pain",
       {"~ \"hip pain\"[tiab:~2]: broader", "~ \"hip pain\"[tiab:~2]: broader"}},
      {"\"a1 (b1), [c1]\"[tiab]",
       "query.term=\"a1 b1 c1\"",
       {"~ \"a1 (b1), [c1]\"[tiab]: broader"}},
      {"\"all\"[tiab]", "query.term=\"all\"", {"~ \"all\"[tiab]: broader"}},
      {"a1[tiab] NOT b1[tiab]",
       "query.term=a1 AND NOT b1",
       {"~ a1[tiab]: broader", "~ b1[tiab]: narrower"}},
      {"\"Diabetes Mellitus, Type 2\"[mh]",
       "query.term=\"Type 2 Diabetes Mellitus\"",
       {"~ \"Diabetes Mellitus, Type 2\"[mh]: other"}},
      {"metformin[nm]", "query.intr=metformin", {"~ metformin[nm]: other"}},
  });
}

TEST_CASE("ClinicalTrials.gov: roles decide the parameter") {
  check_ct(
      {
          {"asthma[tiab] AND budesonide[tiab] AND adherence[tiab]",
           "query.cond=asthma & query.intr=budesonide & query.term=adherence",
           {"~ asthma[tiab] x2: broader", "~ adherence[tiab]: broader"}},
          {"asthma[tiab] OR budesonide[tiab]",
           "query.term=AREA[ConditionSearch]asthma OR AREA[InterventionSearch]budesonide",
           {"~ asthma[tiab] x2: broader"}},
          {"asthma[tiab] NOT budesonide[tiab]",
           "query.cond=asthma & query.term=NOT AREA[InterventionSearch]budesonide",
           {"~ asthma[tiab]: broader", "~ budesonide[tiab]: narrower"}},
          {"\"Asthma\"[mh]", "query.cond=Asthma", {"~ \"Asthma\"[mh]: other"}},
      },
      with_roles());
}

TEST_CASE("ClinicalTrials.gov: truncation is written out, its role is its first word's") {
  Options options = with_roles();
  options.complete = [](const std::string& stem) {
    return stem == "asth" ? std::vector<std::string>{"asthma", "asthmatic"}
                          : std::vector<std::string>{};
  };
  check_ct({{"asth*[tiab]",
             "query.cond=asthma OR asthmatic",
             {"~ asth*[tiab]: narrower", "~ asth*[tiab]: broader"}}},
           options);
}

TEST_CASE("ClinicalTrials.gov: designs, dates, numbers") {
  check_ct({
      {"asthma[tiab] AND randomized controlled trial[pt]",
       "query.term=asthma & filter.advanced=AREA[DesignAllocation]RANDOMIZED",
       {"~ asthma[tiab]: broader"}},
      {"clinical trial[pt]", "filter.advanced=AREA[StudyType]INTERVENTIONAL", {}},
      {"\"clinical trial, phase iii\"[pt] OR \"clinical trial, phase iv\"[pt]",
       "filter.advanced=AREA[Phase]PHASE3 OR AREA[Phase]PHASE4",
       {}},
      {"observational study[pt]", "filter.advanced=AREA[StudyType]OBSERVATIONAL", {}},
      {"controlled clinical trial[pt]",
       "filter.advanced=AREA[StudyType]INTERVENTIONAL",
       {"~ controlled clinical trial[pt]: broader"}},
      {"asthma[tiab] AND meta-analysis[pt]",
       "query.term=asthma",
       {"- meta-analysis[pt]: broader", "~ asthma[tiab]: broader"}},
      {"asthma[tiab] AND 2015:2020[dp]",
       "query.term=asthma & filter.advanced=AREA[StudyFirstPostDate]RANGE[2015-01-01,2020-12-31]",
       {"~ asthma[tiab]: broader", "~ 2015:2020[dp]: other"}},
      {"2015:3000[lr]",
       "filter.advanced=AREA[LastUpdatePostDate]RANGE[2015-01-01,MAX]",
       {"~ 2015:3000[lr]: other"}},
      {"\"last 5 years\"[dp]",
       "filter.advanced=AREA[StudyFirstPostDate]RANGE[2021-11-20,MAX]",
       {"~ \"last 5 years\"[dp]: other"}},
      {"NCT01234567[si]", "query.term=AREA[NCTId]NCT01234567", {}},
      {"NCT01234567", "query.term=AREA[NCTId]NCT01234567", {}},
      {"ISRCTN123[si]", "query.term=AREA[SecondaryId]ISRCTN123", {"~ ISRCTN123[si]: narrower"}},
      {"123[pmid]", "query.term=AREA[ReferencePMID]123", {"~ 123[pmid]: other"}},
  });
}

TEST_CASE("ClinicalTrials.gov: what articles have and trials do not") {
  for (const char* part :
       {"lancet[ta]", "smith j[au]", "english[la]", "humans[mh]", "clinicaltrials.gov[si]",
        "review[pt]", "hasabstract[filter]", "12[vi]", "city hospital[ad]", "2015[mhda]",
        "drug therapy[sh]", "10.1000/x.1[aid]"}) {
    INFO(part);
    const Translation alone = to_clinicaltrials(tree_of(part), test_options());
    CHECK_FALSE(alone.searchable);
    REQUIRE(alone.untranslated.size() == 1);
    CHECK(alone.untranslated[0].effect == Effect::dropped);

    const Translation limited =
        to_clinicaltrials(tree_of("asthma[tiab] AND " + std::string(part)), test_options());
    CHECK(parameter_lines(limited) == "query.term=asthma");
    REQUIRE(limited.untranslated.size() == 1);
    CHECK(limited.untranslated[0].effect == Effect::broader);
    CHECK(limited.untranslated[0].position == 17);
  }
}

}  // namespace ev::translate
