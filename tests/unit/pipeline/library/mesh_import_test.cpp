#include "pipeline/library/mesh_import.hpp"

#include "pipeline/mesh/stored_vocabulary.hpp"
#include "store/store.hpp"
#include "support/catch.hpp"
#include "support/fake_clock.hpp"
#include "support/skipped.hpp"
#include "support/temp_dir.hpp"
#include "unit/pipeline/sources/fixtures.hpp"

#include <zlib.h>

#include <fstream>

using namespace ev;

namespace {

using Names = std::vector<std::string>;

struct Bench {
  test::TempDir dir;
  test::FakeClock clock;
  store::Store store{":memory:", clock};
  mesh::StoredVocabulary vocabulary{store.mesh};

  std::filesystem::path write(const char* name, const std::string& content) const {
    const auto path = dir.path() / name;
    std::ofstream(path, std::ios::binary) << content;
    return path;
  }
  Result<library::MeshImportReport> import(const char* name, const std::string& content) {
    return import(write(name, content));
  }
  Result<library::MeshImportReport> import(const std::filesystem::path& path,
                                           const library::MeshMerge& merge = {}) {
    return library::import_mesh(path, store.mesh, Context{.clock = &clock}, merge);
  }
};

std::string gzip(const std::filesystem::path& path, const std::string& content) {
  const gzFile file = gzopen(path.string().c_str(), "wb");
  gzwrite(file, content.data(), static_cast<unsigned>(content.size()));
  gzclose(file);
  return path.string();
}

std::string descriptor(const std::string& ui, const std::string& name, const std::string& tree,
                       const std::string& term) {
  return "<DescriptorRecord DescriptorClass = \"1\">\n <DescriptorUI>" + ui +
         "</DescriptorUI>\n <DescriptorName>\n  <String>" + name +
         "</String>\n </DescriptorName>\n"
         " <AllowableQualifiersList><AllowableQualifier><QualifierReferredTo>"
         "<QualifierUI>Q000188</QualifierUI><QualifierName><String>drug therapy</String>"
         "</QualifierName></QualifierReferredTo><Abbreviation>DT</Abbreviation>"
         "</AllowableQualifier></AllowableQualifiersList>\n"
         " <TreeNumberList><TreeNumber>" +
         tree +
         "</TreeNumber></TreeNumberList>\n"
         " <ConceptList><Concept PreferredConceptYN=\"Y\"><ConceptUI>M1</ConceptUI>"
         "<ConceptName><String>" +
         name +
         "</String></ConceptName>"
         "<ConceptRelationList><ConceptRelation><Concept1UI>M1</Concept1UI></ConceptRelation>"
         "</ConceptRelationList><TermList><Term><String>" +
         name + "</String></Term><Term><String>" + term +
         "</String></Term></TermList></Concept></ConceptList>\n</DescriptorRecord>\n";
}

const std::string kDescriptorHead =
    "<?xml version=\"1.0\"?>\n<!DOCTYPE DescriptorRecordSet SYSTEM "
    "\"https://example.org/nlmdescriptorrecordset_20310101.dtd\">\n"
    "<DescriptorRecordSet LanguageCode = \"eng\">\n";

std::string two_descriptors() {
  return kDescriptorHead +
         descriptor("D900001", "Zebra Fever &amp; Chills", "C01.100",
                    "Fi&#232;vre z&#xe9;br&#233;e") +
         descriptor("D900002", "Fevers", "C01", "Striped Disease") + "</DescriptorRecordSet>\n";
}

}  // namespace

TEST_CASE("descriptors are imported from XML, entities read") {
  Bench bench;
  const auto report = bench.import("desc.xml", two_descriptors());
  REQUIRE(report);
  CHECK(report->import.headings == 2);
  CHECK(report->import.terms == 4);
  CHECK(report->import.kind == "descriptors");
  CHECK(report->import.format == "MeSH XML");
  CHECK(report->import.release == "2031-01-01");
  CHECK(report->malformed_count == 0);
  const mesh::Heading* zebra = bench.vocabulary.find_first("fievre zebree");
  REQUIRE(zebra != nullptr);
  CHECK(zebra->name == "Zebra Fever & Chills");
  CHECK(zebra->entry_terms == Names{"Fi\u00e8vre z\u00e9br\u00e9e"});
  CHECK(zebra->tree_numbers == Names{"C01.100"});
  CHECK(zebra->qualifiers == Names{"DT"});
  CHECK(bench.vocabulary.exploded(*bench.vocabulary.by_name("fevers")).size() == 2);
}

TEST_CASE("supplementary records and qualifiers keep beside the descriptors") {
  Bench bench;
  REQUIRE(bench.import("desc.xml", two_descriptors()));
  const auto supp = bench.import(
      "supp2031.xml",
      "<SupplementalRecordSet><SupplementalRecord SCRClass = \"1\">"
      "<SupplementalRecordUI>C900001</SupplementalRecordUI>"
      "<SupplementalRecordName><String>zebramycin</String></SupplementalRecordName>"
      "<HeadingMappedToList><HeadingMappedTo><DescriptorReferredTo><DescriptorUI>*D900001"
      "</DescriptorUI><DescriptorName><String>*Zebra Fever</String></DescriptorName>"
      "</DescriptorReferredTo></HeadingMappedTo></HeadingMappedToList>"
      "<ConceptList><Concept><TermList><Term><String>ZBM 1</String></Term></TermList></Concept>"
      "</ConceptList></SupplementalRecord></SupplementalRecordSet>");
  REQUIRE(supp);
  CHECK(supp->import.kind == "supplementary");
  CHECK(supp->import.release == "2031");
  const mesh::Heading* drug = bench.vocabulary.find_first("zbm-1");
  REQUIRE(drug != nullptr);
  CHECK(drug->supplementary);
  CHECK(drug->supplementary_class == 1);
  CHECK(drug->mapped_to == Names{"D900001"});
  const auto quals = bench.import(
      "q2031.bin",
      "*NEWRECORD\nRECTYPE = Q\nSH = zebra therapy\nQA = ZT\nQX = striping\nUI = Q900001\n");
  REQUIRE(quals);
  CHECK(quals->import.kind == "qualifiers");
  REQUIRE(bench.store.mesh.qualifiers()->size() == 1);
  CHECK(bench.store.mesh.qualifiers()->front().qualifiers == Names{"ZT"});
  CHECK(bench.vocabulary.find("striping").empty());
  CHECK(bench.store.mesh.imports()->size() == 3);
}

TEST_CASE("a second file is merged by UI, and the report says what it replaced and kept") {
  Bench bench;
  REQUIRE(bench.import("desc.xml", two_descriptors()));
  const auto merged = bench.import("own.tsv",
                                   "ui\theading\ttree_numbers\tentry_terms\n"
                                   "D900002\tFevers, Renamed\tC01\tHot Flush\n"
                                   "D900003\tGnome Pox\tC02\t\n");
  REQUIRE(merged);
  CHECK(merged->headings == 2);
  CHECK(merged->replaced == 1);
  CHECK(merged->kept == 1);
  CHECK(merged->dropped == 0);
  CHECK(merged->earlier == "desc.xml");
  CHECK(merged->import.headings == 3);
  CHECK(merged->import.file == "desc.xml, own.tsv");
  // What was kept is whole: names, entry terms, trees, qualifiers.
  const mesh::Heading* zebra = bench.vocabulary.find_first("fievre zebree");
  REQUIRE(zebra != nullptr);
  CHECK(zebra->ui == "D900001");
  CHECK(zebra->tree_numbers == Names{"C01.100"});
  CHECK(zebra->qualifiers == Names{"DT"});
  CHECK(bench.vocabulary.find("striped disease").empty());  // of the record that was replaced
  CHECK(bench.vocabulary.find_first("hot flush")->ui == "D900002");
  CHECK(bench.vocabulary.exploded(*bench.vocabulary.by_ui("D900002")).size() == 2);
  CHECK(bench.vocabulary.by_name("gnome pox") != nullptr);
  // The same file once more changes nothing but itself.
  const auto again = bench.import(bench.dir.path() / "own.tsv");
  REQUIRE(again);
  CHECK(again->replaced == 2);
  CHECK(again->kept == 1);
  CHECK(again->import.file == "desc.xml, own.tsv");
  CHECK(*bench.store.connection.use([](store::SqlSession& db) {
    return db.integer("SELECT count(*) FROM mesh_heading");
  }) == 3);
}

TEST_CASE("replacing drops the earlier import, but not what the same call imported") {
  Bench bench;
  REQUIRE(bench.import("desc.xml", two_descriptors()));
  const auto path = bench.write("own.tsv", "ui\theading\nD900003\tGnome Pox\n");
  const auto replaced = bench.import(path, {.replace = true});
  REQUIRE(replaced);
  CHECK(replaced->dropped == 2);
  CHECK(replaced->kept == 0);
  CHECK(replaced->import.headings == 1);
  CHECK(replaced->import.file == "own.tsv");
  CHECK(bench.vocabulary.by_name("fevers") == nullptr);
  const auto second = bench.import(bench.write("more.tsv", "ui\theading\nD900004\tElf Pox\n"),
                                   {.replace = true, .kinds = {"descriptors"}});
  REQUIRE(second);
  CHECK(second->kept == 1);
  CHECK(bench.vocabulary.by_name("gnome pox") != nullptr);
}

TEST_CASE("NLM's ASCII form") {
  Bench bench;
  const auto report = bench.import(
      "d2031.bin",
      "*NEWRECORD\r\nRECTYPE = D\r\nMH = Zebra Fever\r\nAQ = DT EP\r\n"
      "PRINT ENTRY = Striped Disease|T047|NON|EQV|UNK (19XX)|abcdef\r\n"
      "ENTRY = Fi\xe8vre|T047|NON\r\nENTRY = plain\r\nMN = C01.100\r\nMN = C02\r\n"
      "MS = A fever = a warmth.\r\nUI = D900001\r\n\r\n"
      "*NEWRECORD\nRECTYPE = D\nMH = Nameless\n\n"
      "*NEWRECORD\nRECTYPE = D\nMH = Fevers\nENTRY = Striped Disease|T1\nMN = C01\nUI = D900002\n");
  REQUIRE(report);
  CHECK(report->import.headings == 2);
  CHECK(report->import.release == "2031");
  REQUIRE(report->malformed_count == 1);
  CHECK(report->malformed[0].reason.find("Nameless") != std::string::npos);
  const mesh::Heading* fever = bench.vocabulary.by_name("zebra fever");
  REQUIRE(fever != nullptr);
  CHECK(fever->ui == "D900001");
  CHECK(fever->entry_terms == Names{"Striped Disease", "Fi\u00e8vre", "plain"});
  CHECK(fever->tree_numbers == Names{"C01.100", "C02"});
  CHECK(fever->qualifiers == Names{"DT", "EP"});
  CHECK(bench.vocabulary.find("striped disease").size() == 2);  // both headings keep the term
}

TEST_CASE("TSV, also compressed, with its malformed lines named") {
  Bench bench;
  const std::string tsv =
      "\xef\xbb\xbfui\theading\ttree_numbers\tentry_terms\r\n"
      "D900001\tZebra Fever\tC01.100;C02\tStriped Disease|Fever, Zebra\r\n"
      "D900002\n"
      "D900003\tBroken \xff\t\t\n"
      "C900004\tzebramycin\t\t\n"
      "\n"
      "D900005\tFevers\tC01";
  const auto report = bench.import(gzip(bench.dir.path() / "v.tsv.gz", tsv));
  REQUIRE(report);
  CHECK(report->import.headings == 2);
  CHECK(report->import.format == "TSV");
  REQUIRE(report->malformed_count == 3);
  CHECK(report->malformed[0].place == "line 3");
  CHECK(report->malformed[1].reason == "is not UTF-8");
  CHECK(report->malformed[2].reason == "a supplementary record among descriptors");
  CHECK(bench.vocabulary.by_name("fevers") != nullptr);
}

TEST_CASE("malformed XML records are left out and named") {
  Bench bench;
  const auto report = bench.import(
      "desc2031.xml",
      kDescriptorHead + descriptor("D900001", "Zebra Fever", "C01", "x") +
          "<DescriptorRecord><DescriptorUI>D900002</DescriptorUI><DescriptorName><String>Open\n"
          "</DescriptorRecord>\n"
          "<DescriptorRecord><DescriptorName><String>No UI</String></DescriptorName>"
          "</DescriptorRecord>\n" +
          descriptor("D900003", "Fevers", "C02", "y") + "</DescriptorRecordSet>");
  REQUIRE(report);
  CHECK(report->import.headings == 2);
  REQUIRE(report->malformed_count == 2);
  CHECK(report->malformed[0].reason.find("well-formed") != std::string::npos);
  CHECK(report->malformed[0].place.find("byte ") == 0);
  CHECK(report->malformed[1].reason.find("UI") != std::string::npos);
}

TEST_CASE("a file that is cut off leaves the earlier import") {
  Bench bench;
  REQUIRE(bench.import("desc.xml", two_descriptors()));
  const std::string cut = two_descriptors().substr(0, two_descriptors().size() - 30);
  const auto failed = bench.import("new.xml", cut);
  REQUIRE_FALSE(failed);
  CHECK(failed.error().message.find("new.xml") != std::string::npos);
  CHECK(failed.error().message.find("cut off") != std::string::npos);
  const auto path = bench.dir.path() / "d.tsv.gz";
  std::string rows = "ui\theading\n";
  for (int i = 0; i < 9000; ++i) {
    rows += "D" + std::to_string(i * 7919) + "\tHeading " + std::to_string(i * 104729) + "\n";
  }
  gzip(path, rows);
  std::filesystem::resize_file(path, std::filesystem::file_size(path) / 2);
  CHECK_FALSE(bench.import(path));
  CHECK(bench.vocabulary.by_name("fevers") != nullptr);
  CHECK(bench.store.mesh.imports()->size() == 1);
  CHECK(*bench.store.connection.use([](store::SqlSession& db) {
    return db.integer("SELECT count(*) FROM mesh_heading");
  }) == 2);
}

TEST_CASE("what is no MeSH file is refused with the way out") {
  Bench bench;
  for (const char* content :
       {"", "   \n", "name,value\n1,2\n", "<PubmedArticleSet></PubmedArticleSet>",
        "<html><body>DescriptorRecord</body></html>", "ui\tname\nD1\tx\n",
        "*NEWRECORD\nRECTYPE = C\nNM = zebramycin\nUI = C900001\n", "\x1f\x8b"}) {
    INFO(content);
    const auto refused = bench.import("file.txt", content);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().message.find("file.txt") != std::string::npos);
    CHECK_FALSE(refused.error().recovery.empty());
  }
  const auto empty = bench.import("desc.xml", kDescriptorHead + "</DescriptorRecordSet>");
  REQUIRE_FALSE(empty);
  CHECK(empty.error().message.find("no record") != std::string::npos);
  const auto missing = bench.import(bench.dir.path() / "nowhere.xml");
  REQUIRE_FALSE(missing);
  CHECK(missing.error().code == Errc::not_found);
  CHECK(bench.store.mesh.imports()->empty());
}

TEST_CASE("a cancelled import leaves nothing") {
  Bench bench;
  const auto path = bench.write("desc.xml", two_descriptors());
  std::stop_source stop;
  stop.request_stop();
  const auto cancelled = library::import_mesh(
      path, bench.store.mesh, Context{.clock = &bench.clock, .stop = stop.get_token()});
  REQUIRE_FALSE(cancelled);
  CHECK(cancelled.error().code == Errc::cancelled);
  CHECK(bench.store.mesh.imports()->empty());
}

TEST_CASE("a whole vocabulary of real size", "[exhaustive]") {
  const auto shared = test::shared_dir();
  const auto path = shared / "eval" / "data" / "mesh" / "mesh.tsv.gz";
  if (shared.empty() || !std::filesystem::exists(path)) {
    test::skipped("no eval/data/mesh in the shared folder (EV_SHARED_DIR)");
    return;
  }
  Bench bench;
  const auto report = bench.import(path);
  REQUIRE(report);
  CHECK(report->import.headings > 25'000);
  CHECK(report->malformed_count == 0);
  for (const char* term : {"metformin", "heart attack", "Alzheimer's disease", "cardiac failure"}) {
    INFO(term);
    CHECK(bench.vocabulary.find_first(term) != nullptr);
  }
  const mesh::Heading* heart = bench.vocabulary.by_name("Heart Diseases");
  REQUIRE(heart != nullptr);
  CHECK(bench.vocabulary.exploded(*heart).size() > 50);
}
