#include "pipeline/appraise/filters.hpp"

#include "support.hpp"
#include "support/catch.hpp"

using namespace ev;
using namespace ev::appraise;

namespace {

Judgement judged(const model::Article& a, const Filters& filters, double score = 0.5) {
  return judge({.article = &a, .score = score}, score, filters);
}

bool kept(const model::Article& a, const Filters& filters) {
  return judged(a, filters).removed_by.empty();
}

model::Article in_journal(std::string title, std::string abbreviation = {}) {
  model::Article a = test::article("1", "T");
  a.journal = std::move(title);
  a.journal_abbreviation = std::move(abbreviation);
  return a;
}

}  // namespace

TEST_CASE("journals match whole, never as part of another name") {
  const Filters nejm{.journal_whitelist = {"New England Journal of Medicine"}};
  const Filters cell{.journal_whitelist = {"Cell", "Nature"}};
  CHECK(kept(in_journal("The New England journal of medicine", "N Engl J Med"), nejm));
  CHECK(kept(in_journal("N/A", "N Engl J Med"), {.journal_whitelist = {"N. Engl. J. Med."}}));
  CHECK_FALSE(kept(in_journal("Cell Biology International", "Cell Biol Int"), cell));
  CHECK_FALSE(kept(in_journal("Nature communications"), cell));
  CHECK(kept(in_journal("Cell"), cell));
  CHECK(kept(in_journal("Lancet (London, England)", "Lancet"),
             {.journal_whitelist = {"The Lancet"}}));
  CHECK(kept(in_journal("Invented Annals : official journal of nobody"),
             {.journal_whitelist = {"invented annals"}}));
  CHECK(kept(in_journal("Heart & Soul"), {.journal_whitelist = {"Heart and soul"}}));
  model::Article a = in_journal("Some Title");
  a.issns = {"1234-567X"};
  CHECK(kept(a, {.journal_whitelist = {"1234-567x"}}));
  CHECK_FALSE(same_journal("", a));
}

TEST_CASE("an abbreviation is known by the full name, and an ISSN is not held against one") {
  CHECK(kept(in_journal("New England Journal of Medicine"),
             {.journal_whitelist = {"N. Engl. J. Med."}}));
  CHECK(kept(in_journal("Journal of the National Cancer Institute"),
             {.journal_whitelist = {"J Natl Cancer Inst"}}));
  CHECK_FALSE(kept(in_journal("Journal of Neurology"), {.journal_whitelist = {"J Neurol Sci"}}));
  CHECK_FALSE(kept(in_journal("American Heart Journal"), {.journal_whitelist = {"Am J Cardiol"}}));
  const Filters number{.journal_whitelist = {"1234-567X"}};
  CHECK(judged(in_journal("Some Title"), number).unjudged ==
        std::vector<std::string>{"journal_whitelist"});
  model::Article other = in_journal("Some Title");
  other.issns = {"7654-3210"};
  CHECK_FALSE(kept(other, number));
}

TEST_CASE("each filter removes, keeps or cannot tell") {
  model::Article a = test::article("1", "T");
  const Filters all{.min_citation_count = 5,
                    .journal_whitelist = {"X"},
                    .languages = {"English"},
                    .designs = {"RCT"},
                    .min_year = 2020,
                    .exclude_preprints = true};
  CHECK(judged(a, all).unjudged ==
        std::vector<std::string>{"exclude_preprints", "min_year", "languages", "designs",
                                 "journal_whitelist", "min_citation_count"});
  CHECK(applied(all).size() == 6);
  a.publication_date = "2019-05";
  CHECK(judged(a, all).removed_by == "min_year");
  a.publication_date = "2020";
  a.languages = {"ger"};
  CHECK(judged(a, all).removed_by == "languages");
  a.languages = {"ger", "eng"};
  a.publication_types = {"Case Reports"};
  CHECK(judged(a, all).removed_by == "designs");
  a.publication_types = {"Randomized Controlled Trial"};
  a.journal = "Y";
  CHECK(judged(a, all).removed_by == "journal_whitelist");
  a.journal = "x";
  a.citation_count = 4;
  CHECK(judged(a, all).removed_by == "min_citation_count");
  a.citation_count = 5;
  CHECK(judged(a, all).removed_by.empty());
  CHECK(judged(a, all).unjudged.empty());
  a.is_preprint = true;
  CHECK(judged(a, all).removed_by == "exclude_preprints");
}

TEST_CASE("preprints are known by flag, type or server") {
  const Filters filters{.exclude_preprints = true};
  CHECK_FALSE(kept(in_journal("medRxiv : the preprint server for health sciences"), filters));
  CHECK_FALSE(kept(in_journal("bioRxiv"), filters));
  CHECK(kept(in_journal("Journal of Printing"), filters));
  model::Article a = in_journal("J");
  a.publication_types = {"Preprint"};
  CHECK_FALSE(kept(a, filters));
}

TEST_CASE("retracted papers and notices stay unless excluded") {
  model::Article a = test::article("1", "T");
  for (const auto status : {model::RetractionStatus::retracted, model::RetractionStatus::notice}) {
    a.retraction.status = status;
    CHECK(is_void(a));
    CHECK(kept(a, {}));
    CHECK(judged(a, {.exclude_retracted = true}).removed_by == "exclude_retracted");
  }
  for (const auto status : {model::RetractionStatus::none, model::RetractionStatus::corrected,
                            model::RetractionStatus::expression_of_concern}) {
    a.retraction.status = status;
    CHECK(kept(a, {.exclude_retracted = true}));
  }
}

TEST_CASE("a general design includes its kinds") {
  model::Article a = test::article("1", "T");
  a.publication_types = {"Randomized Controlled Trial"};
  CHECK(kept(a, {.designs = {"clinical trials"}}));
  CHECK_FALSE(kept(a, {.designs = {"cohort"}}));
  a.publication_types = {"Meta-Analysis"};
  CHECK(kept(a, {.designs = {"cohort", "review"}}));
  CHECK_FALSE(kept(a, {.designs = {"systematic review"}}));
  a.publication_types = {"Review"};
  CHECK_FALSE(kept(a, {.designs = {"systematic review"}}));
}

TEST_CASE("the threshold is inclusive") {
  const model::Article a = test::article("1", "T");
  CHECK(judged(a, {.min_score = 0.5}, 0.5).removed_by.empty());
  CHECK(judged(a, {.min_score = 0.5}, 0.49).removed_by == "min_score_threshold");
}

TEST_CASE("unknown languages and designs are refused by name") {
  const auto result = check(Filters{.languages = {"en", "Klingon"}, .designs = {"magic"}});
  REQUIRE_FALSE(result);
  REQUIRE(result.error().problems.size() == 2);
  CHECK(result.error().problems[0].path == "filters.languages[1]");
  CHECK(result.error().problems[1].path == "filters.designs[0]");
  CHECK(check(Filters{.languages = {"eng", "French"}, .designs = {"RCT"}}));
}
