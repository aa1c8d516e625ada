#include "base/named_enum.hpp"

#include "base/codec.hpp"
#include "base/plain_reader.hpp"
#include "support/catch.hpp"

using namespace ev;

namespace {

enum class Fruit { apple, blood_orange };
constexpr auto wire_names(Fruit) {
  return std::to_array<std::string_view>({"apple", "blood orange"});
}

struct Basket {
  Fruit fruit = Fruit::apple;
  std::vector<Fruit> more;
};
template <class V>
void describe(V& v, Basket& b) {
  v("fruit", b.fruit);
  v("more", b.more);
}

}  // namespace

TEST_CASE("A named enum is its wire name on the wire", "[named_enum]") {
  static_assert(wire_name(Fruit::blood_orange) == "blood orange");
  static_assert(from_wire_name<Fruit>("apple") == Fruit::apple);
  static_assert(!from_wire_name<Fruit>("Apple"));

  const Basket basket{Fruit::blood_orange, {Fruit::apple, Fruit::blood_orange}};
  const std::string text = R"({"fruit":"blood orange","more":["apple","blood orange"]})";
  CHECK(encode_text(basket) == text);
  CHECK(encode(basket) == *parse_json(text));

  const auto read = decode<Basket>(*parse_json(text), "basket");
  REQUIRE(read);
  CHECK(read->fruit == Fruit::blood_orange);
  CHECK(read->more == basket.more);
  CHECK(decode_stored<Basket>(*parse_json(text)).more == basket.more);

  Basket plain;
  PlainReader reader(text);
  describe(reader, plain);
  CHECK_FALSE(reader.failed());
  CHECK(plain.fruit == Fruit::blood_orange);
  CHECK(plain.more == basket.more);
}

TEST_CASE("A name that no value has is a problem for a client and ignored in what was stored",
          "[named_enum]") {
  const Json wrong = *parse_json(R"({"fruit":"pear"})");
  const auto read = decode<Basket>(wrong, "basket");
  REQUIRE_FALSE(read);
  REQUIRE(read.error().problems.size() == 1);
  CHECK(read.error().problems[0].path == "fruit");
  CHECK(read.error().problems[0].message ==
        R"(must be one of "apple", "blood orange", got "pear")");
  CHECK(decode_stored<Basket>(wrong).fruit == Fruit::apple);

  PlainReader reader(R"({"fruit":"pear"})");
  Basket plain;
  describe(reader, plain);
  CHECK(reader.failed());
}
