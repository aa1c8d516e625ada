#include "pipeline/mirror/nlm_folder.hpp"

#include "support/catch.hpp"

using namespace ev;
using namespace ev::mirror;

TEST_CASE("a folder's page is read whatever its columns look like") {
  const auto files = read_listing(
      Folder::baseline,
      "<pre><a href=\"../\">Parent Directory</a>  -\n"
      "<a href=\"README.txt\">README.txt</a> 2025-12-01 08:00  3.9K\n"
      "<a href=\"pubmed26n0002.xml.gz\">pubmed26n0002.xml.gz</a>   2026-01-08 14:03   19M\n"
      "<a href=\"pubmed26n0002.xml.gz.md5\">pubmed26n0002.xml.gz.md5</a> 2026-01-08 14:03   60\n"
      "<tr><td><a href=\"/pubmed/baseline/pubmed26n0001.xml.gz\">x</a></td><td "
      "align=\"right\">2026-01-07 14:03  </td><td>1.5K</td></tr>\n"
      "<a href=\"pubmed26n10001.xml.gz\">no columns</a>\n");
  REQUIRE(files);
  REQUIRE(files->size() == 3);
  CHECK((*files)[0].name == "pubmed26n0001.xml.gz");
  CHECK((*files)[0].date == "2026-01-07");
  CHECK((*files)[0].bytes == 1536);
  CHECK((*files)[1].number == 2);
  CHECK((*files)[1].year == "26");
  CHECK((*files)[1].bytes == 19 << 20);
  CHECK((*files)[2].number == 10001);
  CHECK((*files)[2].date.empty());
  CHECK((*files)[2].bytes == 0);
}

TEST_CASE("a page without files, with two years or with a number twice is no list") {
  const auto code = [](const char* page) {
    return read_listing(Folder::updates, page).error().code;
  };
  CHECK(code("") == Errc::upstream_changed);
  CHECK(code("<html>Service unavailable, see <a href=\"x\">here</a>") == Errc::upstream_changed);
  CHECK(code("href=\"pubmed26n0001.xml.gz\" href=\"pubmed27n0001.xml.gz\"") ==
        Errc::upstream_changed);
  CHECK(code("href=\"pubmed26n0001.xml.gz\" href=\"pubmed26n00001.xml.gz\"") ==
        Errc::upstream_changed);
  CHECK(code("href=\"pubmed26n.xml.gz\" href=\"pubmedXXn0001.xml.gz\" href=\"") ==
        Errc::upstream_changed);
}

TEST_CASE("an MD5 is read from either form") {
  const std::string md5 = "0123456789abcdef0123456789abcdef";
  CHECK(read_md5("MD5(pubmed26n0001.xml.gz)= " + md5 + "\n", "x").value() == md5);
  CHECK(read_md5("0123456789ABCDEF0123456789ABCDEF  pubmed26n0001.xml.gz", "x").value() == md5);
  CHECK_FALSE(read_md5("<html>moved</html>", "x"));
  CHECK_FALSE(read_md5(md5 + "00", "x"));
  CHECK_FALSE(read_md5("", "x"));
}

TEST_CASE("a part is taken only from its own place") {
  const auto reply = [](int status, std::string range, std::string body) {
    return net::HttpResponse{.status = status,
                             .headers = {{"content-range", std::move(range)}},
                             .body = std::move(body)};
  };
  const auto part = read_part(reply(206, "bytes 3-5/9", "def"), 3);
  REQUIRE(part);
  CHECK(part->bytes == "def");
  CHECK(part->total == 9);
  CHECK(read_part(reply(200, "", "abcdef"), 3)->bytes == "def");
  CHECK(read_part(reply(200, "", "abcdef"), 3)->total == 6);
  CHECK_FALSE(read_part(reply(200, "", "ab"), 3));
  CHECK_FALSE(read_part(reply(206, "bytes 0-2/9", "abc"), 3));
  CHECK_FALSE(read_part(reply(206, "bytes 3-5/5", "def"), 3));
  CHECK_FALSE(read_part(reply(206, "bytes 3-5/9", ""), 3));
  CHECK_FALSE(read_part(reply(206, "", "def"), 3));
}

TEST_CASE("requests name the file's place and want it as it lies there") {
  Config config;
  const ListedFile file{.folder = Folder::updates, .name = "pubmed26n1300.xml.gz"};
  const net::RequestPlan plan = plan_part(config, file, 100, 50);
  CHECK(plan.url == "https://ftp.ncbi.nlm.nih.gov/pubmed/updatefiles/pubmed26n1300.xml.gz");
  CHECK(std::find(plan.headers.begin(), plan.headers.end(),
                  net::Header{"Range", "bytes=100-149"}) != plan.headers.end());
  CHECK(std::find(plan.headers.begin(), plan.headers.end(),
                  net::Header{"Accept-Encoding", "identity"}) != plan.headers.end());
  CHECK(plan_md5(config, file).url.ends_with(".xml.gz.md5"));
  CHECK(plan_listing(config, Folder::baseline).url ==
        "https://ftp.ncbi.nlm.nih.gov/pubmed/baseline/");
}
