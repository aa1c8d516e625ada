// Recorded replies and the corpus beside the project, when this machine has them.
#include "base/text.hpp"
#include "pipeline/sources/byte_source.hpp"
#include "pipeline/sources/eutils.hpp"
#include "pipeline/sources/pubmed.hpp"
#include "pipeline/sources/pubmed_xml.hpp"
#include "pipeline/sources/pubmed_xml_split.hpp"
#include "support/catch.hpp"
#include "support/skipped.hpp"
#include "unit/pipeline/sources/fixtures.hpp"

#include <set>

using namespace ev;
namespace fs = std::filesystem;

namespace {

std::vector<fs::path> files_in(const fs::path& folder) {
  std::vector<fs::path> out;
  if (!fs::is_directory(folder)) return out;
  for (const auto& entry : fs::directory_iterator(folder)) out.push_back(entry.path());
  std::sort(out.begin(), out.end());
  return out;
}

void check_record(const model::Article& a) {
  REQUIRE_FALSE(a.pmid.empty());
  const auto length = static_cast<int>(text::code_points(a.abstract));
  int last = 0;
  for (const model::Section& s : a.sections) {
    REQUIRE((last <= s.start && s.start < s.end && s.end <= length));
    last = s.end;
  }
  REQUIRE(text::valid_utf8(a.title + a.abstract));
}

}  // namespace

TEST_CASE("every record of the corpus can be read") {
  const fs::path shared = test::shared_dir();
  if (shared.empty()) {
    test::skipped("no shared folder with a corpus");
    return;
  }
  std::size_t records = 0;
  for (const fs::path& file : files_in(shared / "corpus" / "pubmed")) {
    auto source = sources::open_file_source(file);
    REQUIRE(source);
    sources::RecordSplitter splitter(**source);
    sources::XmlReader reader;
    sources::XmlPiece piece;
    while (splitter.next(piece).value_or(false)) {
      INFO(file.filename() << " at " << piece.offset);
      REQUIRE(piece.kind != sources::XmlPiece::Kind::malformed);
      if (piece.kind != sources::XmlPiece::Kind::record) continue;
      const auto article = reader.read(piece.bytes);
      REQUIRE(article);
      check_record(*article);
      ++records;
    }
    CHECK(splitter.root_closed());
  }
  CHECK(records > 2000);
}

TEST_CASE("every recorded efetch reply is read or classified as an error") {
  const fs::path shared = test::shared_dir();
  if (shared.empty()) {
    test::skipped("no shared folder with recordings");
    return;
  }
  std::size_t usable = 0;
  for (const fs::path& file : files_in(shared / "recordings" / "eutils_efetch_pubmed")) {
    if (file.extension() != ".xml") continue;
    INFO(file.filename());
    net::HttpResponse r;
    r.status = 200;
    r.body = test::bytes_of(file);
    const auto set = sources::read_pubmed_set(r.body);
    for (const model::Article& a : set.articles) check_record(a);
    const auto verdict = sources::classify_eutils(r, sources::EutilsReply::article_set).verdict;
    if (verdict == net::Verdict::ok) {
      CHECK(set.complete);
      ++usable;
    } else {
      CHECK((set.articles.empty() || set.root != "PubmedArticleSet"));
    }
  }
  CHECK(usable > 100);
}

TEST_CASE("every recorded esearch reply is read or classified as an error") {
  const fs::path shared = test::shared_dir();
  if (shared.empty()) {
    test::skipped("no shared folder with recordings");
    return;
  }
  std::size_t good = 0;
  for (const fs::path& file : files_in(shared / "recordings" / "eutils_esearch")) {
    if (file.extension() != ".json") continue;
    INFO(file.filename());
    net::HttpResponse r;
    r.status = 200;
    r.body = test::bytes_of(file);
    const bool ok =
        sources::classify_eutils(r, sources::EutilsReply::esearch).verdict == net::Verdict::ok;
    const auto reply = sources::parse_esearch(r.body);
    const bool is_error = r.body.find("\"ERROR\"") != std::string::npos ||
                          r.body.find("{\"error\"") != std::string::npos;
    CHECK(ok == !is_error);
    CHECK(reply.has_value() == ok);
    good += ok ? 1 : 0;
  }
  CHECK(good > 3);
}
