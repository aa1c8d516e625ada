// What is written by the exports is read back by the imports: the same record in every field the
// format has a place for.
#include "base/text.hpp"
#include "export_support.hpp"
#include "pipeline/library/values.hpp"
#include "pipeline/output/export_parts.hpp"
#include "support/catch.hpp"
#include "unit/pipeline/library/import_support.hpp"

#include <algorithm>

using namespace ev;

namespace {

constexpr int kRecords = 250;

using Strings = std::vector<std::string>;

Strings author_texts(const model::Article& a) {
  Strings out;
  for (const model::Author& author : a.authors) {
    out.push_back(author.name + "|" + author.last_name + "|" + author.initials +
                  (author.collective ? "|group" : ""));
  }
  return out;
}

Strings heading_texts(const model::Article& a) {
  Strings out;
  for (const model::MeshHeading& heading : a.mesh_headings) {
    out.push_back(output::heading_text(heading) + (heading.major ? "|major" : ""));
  }
  return out;
}

// White space and invisible characters are no part of a field.
std::string line(const std::string& text) {
  return output::export_line(text);
}

void check_common(const model::Article& was, const model::Article& is) {
  CHECK(is.pmid == was.pmid);
  CHECK(is.title == line(was.title));
  CHECK(author_texts(is) == author_texts(was));
  CHECK(is.authors_complete == was.authors_complete);
  CHECK(is.publication_date == was.publication_date);
  CHECK(is.volume == was.volume);
  CHECK(is.issue == was.issue);
  CHECK(is.pages == was.pages);
  CHECK(is.doi == was.doi);
  CHECK(is.pmcid == was.pmcid);
  CHECK(is.nct_ids == was.nct_ids);
  CHECK(is.issns == was.issns);
  CHECK(is.languages == was.languages);
  CHECK(is.publication_types == output::export_types(was));
  CHECK(is.is_preprint == was.is_preprint);
  CHECK(is.retraction.status == was.retraction.status);
  model::Article expected;
  library::set_abstract(text::displayable(was.abstract), expected);
  CHECK(is.abstract == expected.abstract);
  CHECK(is.sections == expected.sections);
}

void check_journal(const model::Article& was, const model::Article& is) {
  CHECK(is.journal == was.journal);
  const bool given = was.journal_abbreviation != was.journal;
  CHECK(is.journal_abbreviation == (given ? was.journal_abbreviation : ""));
}

void check_first_address(const model::Article& was, const model::Article& is) {
  if (was.authors.empty()) return;
  CHECK(is.authors.front().affiliations == was.authors.front().affiliations);
}

template <class Check>
void round_trip(output::ExportFormat format, const char* file, Check check) {
  for (const std::uint32_t seed : {1u, 7u, 2026u}) {
    const std::vector<model::Article> records = test::RecordMaker(seed).records(kRecords);
    const std::string text = output::export_text(format, output::plain_records(records));
    CHECK(text::valid_utf8(text));
    CHECK(text == output::export_text(format, output::plain_records(records)));
    const test::Read read = test::read_text(text, file);
    REQUIRE(read.error == "");
    CHECK(read.report.malformed.empty());
    REQUIRE(read.articles.size() == records.size());
    for (std::size_t i = 0; i < records.size(); ++i) {
      CAPTURE(seed, i, records[i].title, model::item_id(records[i]));
      check(records[i], read.articles[i]);
    }
  }
}

}  // namespace

TEST_CASE("a text ends where its caller says stop") {
  const std::vector<model::Article> records = test::RecordMaker(5).records(20);
  for (const output::FormatInfo& info : output::export_formats()) {
    CAPTURE(info.name);
    int left = 3;
    const std::string some = output::export_text(info.format, output::plain_records(records),
                                                 [&left] { return left-- > 0; });
    const std::string all = output::export_text(info.format, output::plain_records(records));
    CHECK((some.size() < all.size() || all.empty()));
  }
}

TEST_CASE("RIS is read back") {
  round_trip(output::ExportFormat::ris, "x.ris",
             [](const model::Article& was, const model::Article& is) {
               check_common(was, is);
               check_journal(was, is);
               check_first_address(was, is);
               CHECK(is.url == was.url);
               CHECK(is.keywords == output::subject_terms(was));
               CHECK(is.is_book == was.is_book);
             });
}

TEST_CASE("BibTeX is read back") {
  round_trip(output::ExportFormat::bibtex, "x.bib",
             [](const model::Article& was, const model::Article& is) {
               check_common(was, is);
               check_journal(was, is);
               check_first_address(was, is);
               CHECK(is.url == was.url);
               CHECK(is.keywords == output::subject_terms(was));
               CHECK(is.is_book == was.is_book);
             });
}

TEST_CASE("CSV is read back") {
  round_trip(output::ExportFormat::csv, "x.csv",
             [](const model::Article& was, const model::Article& is) {
               check_common(was, is);
               CHECK(is.journal == was.journal);
               CHECK(is.journal_abbreviation == was.journal_abbreviation);
               CHECK(is.url == was.url);
               CHECK(is.keywords == was.keywords);
               CHECK(heading_texts(is) == heading_texts(was));
               CHECK(is.citation_count == was.citation_count);
             });
}

TEST_CASE("MEDLINE text is read back, with what the others have no place for") {
  round_trip(output::ExportFormat::nbib, "x.nbib",
             [](const model::Article& was, const model::Article& is) {
               check_common(was, is);
               CHECK(is.journal == was.journal);
               CHECK(is.journal_abbreviation == was.journal_abbreviation);
               CHECK(is.keywords == was.keywords);
               CHECK(heading_texts(is) == heading_texts(was));
               CHECK(is.is_book == was.is_book);
               if (!was.pmid.empty()) CHECK(is.url == was.url);
               CHECK(is.retraction.notice_pmid == was.retraction.notice_pmid);
               REQUIRE(is.authors.size() == was.authors.size());
               for (std::size_t i = 0; i < was.authors.size(); ++i) {
                 CHECK(is.authors[i].orcid == was.authors[i].orcid);
                 CHECK(is.authors[i].affiliations == was.authors[i].affiliations);
               }
             });
}

TEST_CASE("MEDLINE text carries grants, substances, registrations, comments, other abstracts") {
  model::Article a{.pmid = "90000001", .title = "Eradication of x.", .abstract = "Short."};
  a.metadata["title_translated"] = "yes";
  a.metadata["original_date"] = "2012 Jul-Aug";
  a.metadata["status"] = "MEDLINE";
  a.metadata["electronic_date"] = "2012-07-03";
  a.metadata["general_note"] = "[sample] invented";
  a.publication_date = "2012-07";
  a.vernacular_title = "Erradicación de x.";
  a.journal = a.journal_abbreviation = "Ex J";
  a.grants = {{"R01 HL1/A", "HL", "NHLBI NIH HHS", "United States"},
              {"", "", "Example Trust", "Exampleland"},
              {"EX-1", "", "Example Institute", ""},
              {"", "EX", "Example Institute", "Exampleland"}};
  a.chemicals = {{"Metformin (free base)", "9100L32L2N", ""}, {"Mystery", "", ""}};
  a.registry_ids = {"ClinicalTrials.gov:NCT00001234", "PROSPERO:CRD42099000001"};
  a.nct_ids = {"NCT00001234"};
  a.comments_corrections = {{"ErratumIn", "Ex J. 2013;1:2", "90000009", ""},
                            {"CommentIn", "Ex J. 2014;1:2", "", ""}};
  a.other_abstracts = {{"", "spa", "Resumen."}};
  a.coi_statement = "None: at all; 100%.";
  a.supplementary_concepts = {"concept, rare"};
  a.retraction.status = model::RetractionStatus::corrected;
  const std::vector<model::Article> one = {a};
  const test::Read read = test::read_text(output::to_nbib(output::plain_records(one)), "x.nbib");
  const model::Article& is = read.one();
  CHECK(is.title == a.title);
  CHECK(is.publication_date == a.publication_date);
  CHECK(is.vernacular_title == a.vernacular_title);
  CHECK(is.grants == a.grants);
  CHECK(is.chemicals == a.chemicals);
  CHECK(is.registry_ids == a.registry_ids);
  CHECK(is.nct_ids == a.nct_ids);
  CHECK(is.comments_corrections == a.comments_corrections);
  CHECK(is.other_abstracts == a.other_abstracts);
  CHECK(is.coi_statement == a.coi_statement);
  CHECK(is.supplementary_concepts == a.supplementary_concepts);
  CHECK(is.retraction.status == model::RetractionStatus::corrected);
  for (const char* name :
       {"title_translated", "original_date", "status", "electronic_date", "general_note"}) {
    CAPTURE(name);
    CHECK(is.metadata.at(name) == a.metadata.at(name));
  }
}
