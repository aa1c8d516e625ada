#include "pipeline/sample/ncbi_links.hpp"

#include "pipeline/sources/elink.hpp"
#include "pipeline/sources/idconv.hpp"
#include "pipeline/sources/pubtator.hpp"
#include "support/catch.hpp"

using namespace ev;

namespace {

const sample::SampleLibrary& link_library() {
  static const sample::SampleLibrary all =
      *sample::SampleLibrary::load(sample::embedded_file("pubmed.xml"), {2026, 11, 21});
  return all;
}

sample::Form link_form(const std::string& url) {
  return sample::read_form({.method = "GET", .url = "https://x.test" + url});
}

}  // namespace

TEST_CASE("links of several records, itself first among the similar") {
  const auto similar = sources::parse_pubmed_links(
      sources::PubMedLink::similar,
      sample::elink(link_library(),
                    link_form("/elink.fcgi?linkname=pubmed_pubmed&id=90000001&id=90000019&id=7"))
          .body);
  REQUIRE(similar);
  CHECK(similar->size() == 3);
  CHECK(similar->at("90000001").size() > 2);
  CHECK(similar->at("7").empty());
  const auto citing = sources::parse_pubmed_links(
      sources::PubMedLink::cited_by,
      sample::elink(link_library(),
                    link_form("/elink.fcgi?linkname=pubmed_pubmed_citedin&id=90000006"))
          .body);
  REQUIRE(citing);
  CHECK(citing->at("90000006").size() >= 2);
}

TEST_CASE("the converter knows what is in PMC") {
  const auto rows = sources::parse_id_conversion(
      sample::convert_ids(link_library(), link_form("/idconv/?ids=90000002,90000001&idtype=pmid"))
          .body);
  REQUIRE(rows);
  REQUIRE(rows->size() == 2);
  CHECK((*rows)[0].pmcid == "PMC99000002");
  CHECK((*rows)[1].pmcid.empty());
  CHECK_FALSE((*rows)[1].error.empty());
}

TEST_CASE("annotations stand in the text; unknown records give an empty body") {
  const auto known = sources::parse_annotations(
      sample::annotations(link_library(),
                          link_form("/publications/export/biocjson?pmids=90000001,7"))
          .body);
  REQUIRE(known);
  REQUIRE(known->size() == 1);
  bool metformin = false;
  for (const auto& entity : known->at("90000001").annotations) {
    metformin = metformin || (entity.name == "Metformin" && entity.type == "Chemical");
  }
  CHECK(metformin);
  CHECK(sample::annotations(link_library(), link_form("/publications/export/biocjson?pmids=7"))
            .body.empty());
}
