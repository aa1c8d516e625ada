#include "pipeline/identity/blocking.hpp"

#include "identity_support.hpp"
#include "support/catch.hpp"

#include <algorithm>
#include <numeric>

using namespace ev;
using identity::Pair;

namespace {

std::vector<Pair> pairs(const std::vector<model::Article>& records) {
  std::vector<identity::Fingerprint> prints;
  for (const model::Article& a : records) prints.push_back(identity::fingerprint(a));
  return identity::candidate_pairs(prints, identity::content_order(records, prints));
}

}  // namespace

TEST_CASE("records that share nothing are not compared") {
  auto other = test::paper("Sour cherry and the gait of goats on frozen ground");
  other.pages = "7";
  other.authors = {test::author("Holm")};
  CHECK(pairs({test::paper(), other}).empty());
  CHECK(pairs({}).empty());
}

TEST_CASE("one key is enough, and each pair comes once") {
  const auto with = [](auto change) {
    auto a = test::paper("Sour cherry and the gait of goats on frozen ground");
    a.pages = "7";
    a.authors = {test::author("Holm")};
    change(a);
    return a;
  };
  const std::vector<Pair> one = {{0, 1}};
  auto first = test::paper();
  first.doi = "10.5555/x";
  CHECK(pairs({first, with([](auto& a) { a.doi = "10.5555/X"; })}) == one);
  CHECK(pairs({first, with([](auto& a) {
                 a.title = "Walnut paste and grip strength, another end";
               })}) == one);
  CHECK(pairs({first, with([](auto& a) { a.title = "The bus drivers: a crossover trial"; })}) ==
        one);
  CHECK(pairs({first, with([](auto& a) { a.pages = "101"; })}) == one);
  CHECK(pairs({first, with([](auto& a) {
                 a.pages = "101";
                 a.volume = "77";
                 a.authors = {test::author("Karlsen")};
               })}) == one);
  CHECK(pairs({first, first}) == one);
}

TEST_CASE("a title that thousands share does not compare all with all") {
  std::vector<model::Article> records;
  for (int i = 0; i < 3000; ++i) {
    auto a = test::paper("Editorial");
    a.authors = {test::author("Writer" + std::to_string(i % 700))};
    a.pages = std::to_string(i);
    a.volume = std::to_string(i % 90);
    records.push_back(a);
  }
  CHECK(pairs(records).size() < 3000 * (identity::kNeighbours + 5));
}

TEST_CASE("content order follows what records say, not where they stand") {
  std::vector<model::Article> records;
  for (int i = 0; i < 20; ++i) {
    auto a = test::paper("Walnut " + std::to_string(i * 7 % 20));
    a.metadata["record_id"] = std::to_string(i * 7 % 20);
    records.push_back(a);
  }
  const auto titles_by_rank = [](const std::vector<model::Article>& all) {
    std::vector<identity::Fingerprint> prints;
    for (const model::Article& a : all) prints.push_back(identity::fingerprint(a));
    const auto rank = identity::content_order(all, prints);
    std::vector<std::string> out(all.size());
    for (std::size_t i = 0; i < all.size(); ++i) out[rank[i]] = all[i].title;
    return out;
  };
  const auto forward = titles_by_rank(records);
  std::reverse(records.begin(), records.end());
  CHECK(titles_by_rank(records) == forward);
  // Records that differ only in metadata keep an order, too.
  auto twin = records.front();
  twin.metadata["record_id"] = "zz";
  CHECK(titles_by_rank({twin, records.front()}) == titles_by_rank({records.front(), twin}));
}
