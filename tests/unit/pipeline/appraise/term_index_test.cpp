#include "pipeline/appraise/term_index.hpp"

#include "support/catch.hpp"

using namespace ev::appraise;

TEST_CASE("postings are by document, lengths normalised by field") {
  // Document 0: title {0}, abstract {0, 1}; document 1: abstract {1, 1, 1, 1}.
  const std::vector<std::vector<std::int32_t>> fields[] = {{{0}, {0, 1}, {}},
                                                           {{}, {1, 1, 1, 1}, {}}};
  const auto each = [&](std::size_t d, std::size_t f, const auto& use) {
    for (const std::int32_t term : fields[d][f]) use(term);
  };
  const TermIndex index(2, 3, {}, each, TermIndex::Extent::postings);
  CHECK(index.documents() == 2);
  REQUIRE(index.of(0).size() == 1);
  // Title of average length 1 at least; abstract of 2 terms where 3 are average.
  CHECK(index.of(0)[0].tf == Approx(3.0 + 1 / (0.25 + 0.75 * 2 / 3)));
  REQUIRE(index.of(1).size() == 2);
  CHECK(index.of(1)[1].document == 1);
  CHECK(index.of(1)[1].tf == Approx(4 / (0.25 + 0.75 * 4 / 3)));
  CHECK(index.of(2).empty());
  CHECK(index.holders(1) == 2);
  CHECK(index.holders(2) == 0);

  const TermIndex counts(2, 3, {}, each, TermIndex::Extent::counts);
  CHECK_FALSE(counts.has_postings());
  CHECK(counts.holders(1) == 2);
  const Postings whole(index, {}, each);
  const Postings gathered(counts, {2, 1, 1, 0}, each);
  for (const std::int32_t term : {0, 1, 2}) {
    REQUIRE(gathered.of(term).size() == whole.of(term).size());
    for (std::size_t i = 0; i < whole.of(term).size(); ++i) {
      CHECK(gathered.of(term)[i].document == whole.of(term)[i].document);
      CHECK(gathered.of(term)[i].tf == whole.of(term)[i].tf);
    }
  }
}
