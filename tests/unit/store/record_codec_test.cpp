#include "store/record_codec.hpp"

#include "support/catch.hpp"

using ev::store::RecordCodec;

namespace {

std::vector<std::string> records(int n) {
  std::vector<std::string> out;
  for (int i = 0; i < n; ++i) {
    out.push_back(
        "{\"title\":\"Trial " + std::to_string(i * 7919) +
        " of a drug\",\"journal\":\"Annals of Invented Medicine\",\"languages\":[\"eng\"],"
        "\"publication_types\":[\"Journal Article\"],\"pages\":\"" +
        std::to_string(i * 31) + "\"}");
  }
  return out;
}

}  // namespace

TEST_CASE("a dictionary makes records of its kind smaller, and they come back as they were") {
  const auto all = records(400);
  const RecordCodec trained(RecordCodec::train({all.begin(), all.end()}));
  const RecordCodec plain("");
  REQUIRE_FALSE(trained.dictionary().empty());
  CHECK(trained.pack(all[7]).size() * 2 < plain.pack(all[7]).size());
  for (const RecordCodec* codec : {&trained, &plain}) {
    CHECK(codec->unpack(codec->pack(all[9])).value() == all[9]);
    CHECK(codec->unpack(codec->pack("")).value().empty());
  }
}

TEST_CASE("what a codec did not pack is refused") {
  const auto all = records(400);
  const RecordCodec trained(RecordCodec::train({all.begin(), all.end()}));
  std::string packed = trained.pack(all[1]);
  CHECK_FALSE(RecordCodec("").unpack(packed));
  packed.resize(packed.size() / 2);
  CHECK_FALSE(trained.unpack(packed));
  CHECK_FALSE(trained.unpack("not packed"));
  CHECK_FALSE(trained.unpack(""));
}

TEST_CASE("of too few records nothing is learnt") {
  const auto all = records(3);
  CHECK(RecordCodec::train({all.begin(), all.end()}).empty());
}
