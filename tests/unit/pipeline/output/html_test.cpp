#include "pipeline/output/html.hpp"

#include "support/catch.hpp"

#include <nlohmann/json.hpp>

using namespace ev;
using namespace ev::output;

TEST_CASE("nothing of a record becomes markup") {
  CHECK(escape("<b>\"A\" & 'B'</b>") == "&lt;b&gt;&quot;A&quot; &amp; &#39;B&#39;&lt;/b&gt;");
  CHECK(escape("a\xE2\x80\xAE"
               "b") == "ab");
}

TEST_CASE("links lead only to the allowed sites") {
  CHECK(pubmed_link("12", "PMID 12") ==
        "<a href=\"https://pubmed.ncbi.nlm.nih.gov/12/\" rel=\"noopener noreferrer\">PMID 12</a>");
  CHECK(pubmed_link("12\"><script>", "x<") == "x&lt;");
  CHECK(doi_link("10.1000/a\"><b>").find("href=\"https://doi.org/10.1000/a%22%3E%3Cb%3E\"") !=
        std::string::npos);
  CHECK(doi_link("javascript:alert(1)") == "javascript:alert(1)");
  CHECK(trial_link("NCT01234567").find("clinicaltrials.gov/study/NCT01234567") !=
        std::string::npos);
  CHECK(trial_link("NCT\"") == "NCT&quot;");
}

TEST_CASE("quotes are marked by code points, overlaps joined, wrong ranges ignored") {
  CHECK(highlight("aβ<c>d", {{1, 3}}) == "a<mark>β&lt;</mark>c&gt;d");
  CHECK(highlight("abcdef", {{3, 5}, {1, 4}}) == "a<mark>bcde</mark>f");
  CHECK(highlight("abc", {{2, 9}, {-1, 1}, {2, 2}}) == "abc");
  CHECK(highlight("abc", {}) == "abc");
}

TEST_CASE("members that are absent, null or of another type are read as nothing") {
  const Json row = {{"a", nullptr}, {"n", 3}, {"list", {"x", 2}}, {"yes", true}};
  CHECK(member(row, "zzz").is_null());
  CHECK(member(Json(5), "a").is_null());
  CHECK(text_of(row, "a").empty());
  CHECK(text_of(row, "n") == "3");
  CHECK(text_of(row, "list") == "x; 2");
  CHECK(text_of(row, "yes") == "yes");
  CHECK(number_of(row, "list", 7) == 7);
  CHECK_FALSE(has(row, "a"));
}
