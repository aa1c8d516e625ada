// The rules, one by one: what is the same work, what never is, what a person has to judge.
#include "pipeline/identity/compare.hpp"

#include "identity_support.hpp"
#include "support/catch.hpp"

#include <functional>

using namespace ev;
using test::doubtful;
using test::paper;
using test::same_work;

namespace {

model::Article with(const std::function<void(model::Article&)>& change,
                    model::Article a = paper()) {
  change(a);
  return a;
}

model::Article bare(const std::string& title = paper().title) {
  return {.title = title};
}

identity::Rule rule_of(const model::Article& a, const model::Article& b) {
  const auto result = identity::cluster(std::vector<model::Article>{a, b}, test::no_limits());
  REQUIRE(result.value().clusters.size() == 1);
  REQUIRE(result.value().joins[0].size() == 1);
  CHECK_FALSE(result.value().joins[0][0].reason.empty());
  return result.value().joins[0][0].rule;
}

}  // namespace

TEST_CASE("one PMID is one work, whatever the language of the title") {
  const auto one = with([](auto& a) { a.pmid = "90000001"; });
  const auto other = with([](auto& a) {
    a.pmid = "90000001";
    a.title = "Valnøttpasta og gripestyrke hos bussjåfører";
  });
  CHECK(rule_of(one, other) == identity::Rule::pmid);
}

TEST_CASE("two PMIDs are two works, however much agrees") {
  const auto one = with([](auto& a) {
    a.pmid = "90000001";
    a.doi = "10.5555/x";
  });
  const auto other = with([](auto& a) {
    a.pmid = "90000002";
    a.doi = "10.5555/x";
  });
  CHECK_FALSE(same_work(one, other));
  CHECK_FALSE(doubtful(one, other));
}

TEST_CASE("a PMID that nothing else fits was mixed up and is left to a person") {
  const auto one = with([](auto& a) { a.pmid = "90000001"; });
  auto other = bare("Sour cherry and the gait of goats on frozen ground");
  other.pmid = "90000001";
  other.authors = {test::author("Holm")};
  other.publication_date = "1999";
  CHECK_FALSE(same_work(one, other));
  CHECK(doubtful(one, other));
}

TEST_CASE("one PMID or DOI under titles that have nothing in common is left to a person") {
  const char* const sour = "Sour cherry and the gait of goats on frozen ground";
  const auto numbered = [](const char* title, const std::function<void(model::Article&)>& change) {
    auto a = with(change, bare(title));
    a.pmid = "90000001";
    return a;
  };
  const auto none = [](auto&) {};
  const auto walnut = numbered("Walnut paste and grip strength in bus drivers", none);
  // Nothing but the number; the same people in another volume; others of the same year.
  for (const auto& other : {numbered(sour, none), with([&](auto& a) {
                              a.title = sour;
                              a.pmid = "90000001";
                              a.volume = "14";
                              a.pages = "33-39";
                            }),
                            numbered(sour, [](auto& a) {
                              a.authors = {test::author("Holm")};
                              a.publication_date = "2013";
                            })}) {
    CHECK(doubtful(walnut, other));
    CHECK(doubtful(with([](auto& a) { a.pmid = "90000001"; }), other));
  }
  auto doi = bare("Walnut paste and grip strength in bus drivers"), other_doi = bare(sour);
  doi.doi = other_doi.doi = "10.5555/x";
  CHECK(doubtful(doi, other_doi));
}

TEST_CASE("a title that holds the other, or is its translation, is no other title") {
  const auto numbered = [](const char* title) {
    auto a = bare(title);
    a.pmid = "90000001";
    return a;
  };
  const auto walnut = numbered("Walnut paste and grip strength in bus drivers");
  CHECK(same_work(walnut, numbered("Walnut paste")));
  CHECK(same_work(walnut, numbered("[Valnøttpasta og håndkraft hos sjåfører].")));
  auto foreign = numbered("Valnøttpasta og håndkraft hos sjåfører");
  CHECK(doubtful(walnut, foreign));
  foreign.languages = {"nor"};
  CHECK(same_work(walnut, foreign));
  CHECK(same_work(walnut, numbered("")));
  auto both = with([](auto& a) {
    a.pmid = "90000001";
    a.doi = "10.5555/x";
  });
  auto retitled = both;
  retitled.title = "Handling of heavy vehicles after a diet of nuts";
  retitled.pages = "1-9";
  CHECK(same_work(both, retitled));
}

TEST_CASE("a record without a title does not join two that share its number by mistake") {
  auto one = bare("Walnut paste and grip strength in bus drivers"),
       other = bare("Sour cherry and the gait of goats on frozen ground"), third = bare("");
  one.pmid = other.pmid = third.pmid = "90000001";
  const auto result =
      identity::cluster(std::vector<model::Article>{one, other, third}, test::no_limits());
  CHECK(result.value().clusters.size() == 2);
  CHECK_FALSE(result.value().doubtful.empty());
}

TEST_CASE("identifiers of one record join without any other field") {
  const auto check = [](model::Article one, model::Article other, identity::Rule rule) {
    one.title = "Walnut paste and grip strength in bus drivers";
    CHECK(rule_of(one, other) == rule);
  };
  check({.openalex_id = "W99"}, {.id = "W99"}, identity::Rule::openalex);
  check({.europepmc_id = "PPR:PPR99"}, {.url = "https://europepmc.org/article/PPR/PPR99"},
        identity::Rule::europepmc);
  check({.url = "https://arxiv.org/abs/9901.00001v1"},
        {.url = "https://arxiv.org/pdf/9901.00001v2"}, identity::Rule::arxiv);
  check({.pmcid = "PMC9900001"}, {.url = "https://europepmc.org/article/PMC/PMC9900001"},
        identity::Rule::pmcid);
  check({.doi = "10.5555/x"}, {.url = "https://doi.org/10.5555/X/"}, identity::Rule::doi);
  check({.id = "rec-0123456789ab"}, {.id = "rec-0123456789ab"}, identity::Rule::record);
  model::Article trial{.id = "NCT09900001"};
  trial.trial.emplace();
  check(trial, {.url = "https://clinicaltrials.gov/ct2/show/NCT09900001"}, identity::Rule::trial);
}

TEST_CASE("a shared DOI alone does not join") {
  // Abstracts of one supplement.
  const auto abstract = [](const std::string& title, const std::string& page, const char* by) {
    auto a = paper(title);
    a.doi = "10.5555/supplement";
    a.issue = "Suppl 1";
    a.pages = page;
    a.authors = {test::author(by)};
    return a;
  };
  const auto first = abstract("Walnut paste and grip strength in bus drivers", "S100", "Karlsen");
  CHECK_FALSE(same_work(
      first, abstract("Sour cherry and the gait of goats on frozen ground", "S101", "Holm")));
  // One group, one page, one word between them.
  CHECK_FALSE(same_work(
      first, abstract("Walnut paste and grip strength in tram drivers", "S100", "Karlsen")));
  CHECK_FALSE(same_work(
      first, abstract("Walnut paste and bite strength in tram drivers", "S101", "Karlsen")));
  CHECK_FALSE(
      same_work(abstract("Posters", "S100", "Karlsen"), abstract("Posters", "S170", "Holm")));
}

TEST_CASE("a shared DOI joins with the title or the first page") {
  const auto doi = [](auto& a) { a.doi = "10.5555/x"; };
  CHECK(rule_of(with(doi), with([](auto& a) {
                  a.doi = "10.5555/X.";
                  a.title = "Walnut paste and grip strenght in bus drivers: a crossover trial";
                  a.pages.clear();
                })) == identity::Rule::doi);
  CHECK(same_work(with(doi), with([](auto& a) {
                    a.doi = "10.5555/x";
                    a.title = "Valnøttpasta og gripestyrke hos bussjåfører";
                  })));
  CHECK(same_work(with(doi), with([](auto& a) {  // electronic and printed year
                    a = bare();
                    a.doi = "10.5555/x";
                    a.publication_date = "2012";
                  })));
  CHECK_FALSE(same_work(with(doi), with([](auto& a) {
                          a.doi = "10.5555/x";
                          a.title = "Sour cherry and the gait of goats on frozen ground";
                          a.pages = "33-39";
                        })));
}

TEST_CASE("equal titles with year, volume, pages, journal and authors") {
  CHECK(rule_of(paper(), with([](auto& a) {
                  a.title = "WALNUT PASTE AND GRIP STRENGTH IN BUS DRIVERS: A CROSSOVER TRIAL.";
                  a.journal = "Ann Inv Med";
                  a.pages = "101-9";
                  a.authors = {test::author("Karlsen")};
                })) == identity::Rule::same_title);
  // No authors in one, no year in the other.
  CHECK(same_work(with([](auto& a) { a.authors.clear(); }),
                  with([](auto& a) { a.publication_date.clear(); })));
  // Year ± 1 and nothing against it.
  CHECK(same_work(paper(), with([](auto& a) {
                    a.publication_date = "2012";
                    a.volume.clear();
                    a.issue.clear();
                    a.pages.clear();
                  })));
  CHECK_FALSE(same_work(paper(), with([](auto& a) {
                          a.publication_date = "2010";
                          a.volume.clear();
                          a.issue.clear();
                          a.pages.clear();
                        })));
}

TEST_CASE("a list without years has the place, whatever it calls the journal") {
  const model::Article whole = test::paper();
  model::Article listed = whole;
  listed.publication_date.clear();
  listed.journal = "Annalen der erfundenen Heilkunst";
  for (model::Author& author : listed.authors) author = test::author(author.last_name, "");
  CHECK(same_work(whole, listed));
  model::Article other = listed;
  other.volume = "13";
  CHECK_FALSE(same_work(whole, other));
  other = listed;
  other.pages = "101-110";
  CHECK_FALSE(same_work(whole, other));
}

TEST_CASE("a title and nothing else joins nothing") {
  CHECK_FALSE(same_work(bare(), bare()));
  CHECK_FALSE(same_work(bare(), paper()));
  CHECK_FALSE(same_work(with([](auto& a) {
                          a.title.clear();
                          a.authors.clear();
                          a.publication_date.clear();
                        }),
                        bare()));
}

TEST_CASE("a long abstract vouches for a title") {
  std::string abstract;
  for (int i = 0; i < 40; ++i) abstract += "Paste number " + std::to_string(i) + " was eaten. ";
  auto one = bare();
  one.abstract = abstract;
  auto other = bare();
  other.abstract = abstract + " Copyright nobody.";
  CHECK(same_work(one, other));
  other.abstract = std::string(400, 'x');
  CHECK_FALSE(same_work(one, other));
}

TEST_CASE("a meeting abstract is not its paper, a talk may be given twice") {
  CHECK_FALSE(same_work(paper(), with([](auto& a) {
                          a.journal = "Throat Research";
                          a.volume = "7";
                          a.issue = "Suppl 2";
                          a.pages = "S44";
                        })));
  CHECK_FALSE(same_work(paper(), with([](auto& a) {  // in a supplement of the same volume
                          a.issue = "Suppl 2";
                          a.pages = "S44";
                        })));
}

TEST_CASE("short titles need the same place") {
  const auto editorial = [](const std::string& pages, const std::string& issue) {
    auto a = paper("Editorial");
    a.pages = pages;
    a.issue = issue;
    return a;
  };
  CHECK(same_work(editorial("1-2", "3"), editorial("1-2", "3")));
  CHECK_FALSE(same_work(editorial("1-2", "3"), editorial("121-122", "3")));
  CHECK_FALSE(same_work(editorial("1-2", "3"), editorial("1-2", "4")));
  CHECK_FALSE(same_work(editorial("", ""), editorial("", "")));
}

TEST_CASE("replies, errata, notices, protocols and comments stay apart") {
  const std::string title = "Walnut paste and grip strength in bus drivers: a crossover trial";
  for (const char* other :
       {"Re: Walnut paste and grip strength in bus drivers: a crossover trial",
        "Walnut paste and grip strength in bus drivers: a crossover trial - reply",
        "Erratum: Walnut paste and grip strength in bus drivers: a crossover trial",
        "Correction to: Walnut paste and grip strength in bus drivers: a crossover trial",
        "Retraction: Walnut paste and grip strength in bus drivers: a crossover trial",
        "Walnut paste and grip strength in bus drivers: study protocol for a crossover trial"}) {
    CAPTURE(other);
    CHECK_FALSE(same_work(paper(title), paper(other)));
    CHECK_FALSE(doubtful(paper(title), paper(other)));
  }
  // A letter under the title of the paper, and the authors' reply on the next page.
  CHECK_FALSE(same_work(with([](auto& a) {
                          a.pages = "412";
                          a.authors = {test::author("Holm")};
                        }),
                        with([](auto& a) { a.pages = "413"; })));
  CHECK_FALSE(same_work(paper(), with([](auto& a) {
                          a.title += " [letter]";
                          a.pages.clear();
                        })));
}

TEST_CASE("parts, phases and years stay apart") {
  for (const auto& [one, other] :
       {std::pair("Walnut paste in bus drivers (part I)", "Walnut paste in bus drivers (part II)"),
        std::pair("Phase 2 trial of walnut paste in bus drivers",
                  "Phase III trial of walnut paste in bus drivers"),
        std::pair("Standards of walnut paste, 2012", "Standards of walnut paste, 2013"),
        std::pair("Walnut paste in bus drivers: 6-month follow-up",
                  "Walnut paste in bus drivers: 12-month follow-up")}) {
    CAPTURE(one);
    CHECK_FALSE(same_work(paper(one), paper(other)));
  }
  // The report of every year has one title.
  CHECK_FALSE(same_work(paper("Annual report of the Moldanian walnut registry"), with([](auto& a) {
                          a.title = "Annual report of the Moldanian walnut registry";
                          a.publication_date = "2014";
                          a.volume = "13";
                          a.pages = "55-60";
                        })));
}

TEST_CASE("versions of a review stay apart and are known as versions") {
  const auto review = [](const std::string& year, const std::string& doi) {
    auto a = paper("Walnut paste for weak grips (review)");
    a.journal = "Cochrane Database of Systematic Reviews";
    a.pages = "CD990001";
    a.volume.clear();
    a.issue.clear();
    a.publication_date = year;
    a.doi = doi;
    return a;
  };
  const auto second = review("2012", "10.1002/14651858.CD990001.pub2");
  const auto third = review("2016", "10.1002/14651858.CD990001.pub3");
  CHECK_FALSE(same_work(second, third));
  CHECK_FALSE(same_work(review("2012", ""), review("2016", "")));
  CHECK(same_work(second, review("2012", "")));
  const auto result =
      identity::cluster(std::vector<model::Article>{second, third}, test::no_limits());
  CHECK(result.value().versions.size() == 1);
}

TEST_CASE("a preprint is related to its article, never merged") {
  const auto preprint = with([](auto& a) {
    a.journal = "medRxiv";
    a.is_preprint = true;
    a.volume.clear();
    a.issue.clear();
    a.pages.clear();
    a.publication_date = "2012";
  });
  CHECK_FALSE(same_work(preprint, paper()));
  const auto result =
      identity::cluster(std::vector<model::Article>{preprint, paper()}, test::no_limits());
  CHECK(result.value().preprints.size() == 1);
  CHECK(result.value().doubtful.empty());
  // By its DOI alone, and not when somebody else wrote it.
  auto by_doi = preprint;
  by_doi.is_preprint = false;
  by_doi.doi = "10.1101/2099.01.01.000001";
  CHECK_FALSE(same_work(by_doi, paper()));
  auto strangers = preprint;
  strangers.authors = {test::author("Holm")};
  CHECK(identity::cluster(std::vector<model::Article>{strangers, paper()}, test::no_limits())
            .value()
            .preprints.empty());
}

TEST_CASE("a registered study is not its paper") {
  auto trial = paper();
  trial.id = "NCT09900001";
  trial.trial.emplace();
  auto publication = paper();
  publication.nct_ids = {"NCT09900001"};
  CHECK_FALSE(same_work(trial, publication));
  // Two studies of one title; an earlier number of the same study.
  auto second = trial;
  second.id = "NCT09900002";
  CHECK_FALSE(same_work(trial, second));
  second.trial->aliases = {"NCT09900001"};
  CHECK(same_work(trial, second));
}

TEST_CASE("spelling, subtitles and second languages with the place") {
  CHECK(rule_of(paper(),
                paper("Walnutt paste and grip strength in bus drivers: a crossover trial")) ==
        identity::Rule::title);
  CHECK(same_work(paper(), paper("Walnut paste and grip strength in bus drivers")));
  CHECK(same_work(paper(), paper("Valnøttpasta og gripestyrke; " + paper().title)));
  CHECK_FALSE(same_work(paper(), with([](auto& a) {
                          a.title = "Walnut paste and grip strength in bus drivers";
                          a.pages.clear();
                        })));
  // One word is another: only with first and last page.
  const auto tram = paper("Walnut paste and grip strength in tram drivers: a crossover trial");
  CHECK(same_work(paper(), tram));
  CHECK_FALSE(same_work(paper(), with([](auto& a) { a.pages = "101"; }, tram)));
  CHECK(rule_of(paper(), paper("Crossover trial of walnut paste for the grip of bus drivers")) ==
        identity::Rule::similar_title);
}

TEST_CASE("what is nearly enough is left to a person") {
  const auto elsewhere = with([](auto& a) {
    a.journal = "Throat Research";
    a.issue.clear();
    a.pages.clear();
    a.volume.clear();
  });
  CHECK_FALSE(same_work(paper(), elsewhere));
  CHECK(doubtful(paper(), elsewhere));
}

TEST_CASE("rules have the names of the answer") {
  CHECK(std::string(identity::to_string(identity::Rule::pmid)) == "same_pmid");
  CHECK(std::string(identity::to_string(identity::Rule::record)) == "same_record");
  CHECK(std::string(identity::to_string(identity::Rule::title)) == "near_title");
  CHECK(std::string(identity::to_string(identity::Rule::none)) == "none");
}
