// Two invented records that the evaluation tests search.
#pragma once

#include "pipeline/model/article.hpp"

#include <vector>

namespace ev::pubmed_query {

inline std::vector<model::Article> small_library() {
  model::Article a;
  a.pmid = "90000901";
  a.title = "Carvedilol in chronic heart failure: a randomised trial";
  a.abstract = "AIMS: Beta-blockers help.\nRESULTS: Mortality fell in the carvedilol arm.";
  a.sections = {{"AIMS", "OBJECTIVE", 6, 25}, {"RESULTS", "RESULTS", 35, 72}};
  a.authors = {
      {.name = "M\u00fcller Jana",
       .last_name = "M\u00fcller",
       .initials = "JA",
       .affiliations = {"Institute of Examples, Sampletown"}},
      {.name = "Poe Max", .last_name = "Poe", .initials = "M", .orcid = "0000-0001-0000-0009"}};
  a.journal = "The Example Journal of Cardiology";
  a.journal_abbreviation = "Ex J Cardiol";
  a.issns = {"9900-0009"};
  a.publication_date = "2019-03";
  a.doi = "10.5555/ex(1)";
  a.pmcid = "PMC9900001";
  a.nct_ids = {"NCT99000009"};
  a.keywords = {"beta blocker", "survival"};
  a.mesh_headings = {{.descriptor = "Heart Failure",
                      .ui = "D006333",
                      .major = true,
                      .qualifiers = {{"drug therapy", "Q000188", true}}},
                     {.descriptor = "Carvedilol", .ui = "D000077261"},
                     {.descriptor = "Humans", .ui = "D006801"}};
  a.publication_types = {"Journal Article", "Randomized Controlled Trial"};
  a.languages = {"eng"};
  a.chemicals = {{"Carvedilol", "0K47UL67F2", "D000077261"}};
  a.grants = {{.id = "EX-9", .agency = "Example Fund"}};
  a.volume = "7";

  model::Article b;
  b.pmid = "90000902";
  b.title = "Omeprazole and the heart";
  b.publication_date = "2022";
  b.mesh_headings = {{.descriptor = "Omeprazole", .ui = "D009853", .major = false}};
  b.publication_types = {"Review"};
  b.languages = {"ger"};
  b.authors = {{.name = "Example Heart Group", .collective = true}};
  return {a, b};
}

}  // namespace ev::pubmed_query
