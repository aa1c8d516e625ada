#include "base/plain_reader.hpp"

#include "support/catch.hpp"

using namespace ev;

namespace plain_test {

struct Part {
  std::string name;
  int size = 0;
};
template <class V>
void describe(V& v, Part& p) {
  v("name", p.name);
  v("size", p.size);
}

struct Whole {
  std::string text = "none";
  bool flag = false;
  std::optional<int> count;
  std::vector<Part> parts;
  std::map<std::string, std::string> notes;
};
template <class V>
void describe(V& v, Whole& w) {
  v("text", w.text);
  v("flag", w.flag);
  v("count", w.count);
  v("parts", w.parts);
  v("notes", w.notes);
}

}  // namespace plain_test

namespace {

using plain_test::Whole;

std::optional<Whole> read_plain(std::string_view json) {
  PlainReader reader(json);
  Whole w;
  describe(reader, w);
  if (reader.failed() || !reader.others_are_strings()) return std::nullopt;
  return w;
}

}  // namespace

TEST_CASE("text as TextWriter writes it is read without a document") {
  const auto w =
      read_plain(R"( { "text" : "a\"\\\/\n\u00fc\ud83d\ude00ß" , "flag":true,"count":12,)"
                 R"("parts":[{"name":"]}","size":1},{ }],"notes":{"k":"v"},"other":"x"} )");
  REQUIRE(w);
  CHECK(w->text == "a\"\\/\nü😀ß");
  CHECK(w->flag);
  CHECK(w->count == 12);
  REQUIRE(w->parts.size() == 2);
  CHECK(w->parts[0].name == "]}");
  CHECK(w->notes.at("k") == "v");
}

TEST_CASE("an empty text is not given, as for Reader") {
  CHECK(read_plain(R"({"text":""})")->text == "none");
  CHECK(read_plain("{}"));
}

TEST_CASE("everything else takes the slow road") {
  for (const char* json : {"",
                           "{",
                           "[]",
                           "{\"text\":1}",
                           "{\"text\":null}",
                           "{\"text\":\"a\"",
                           "{\"text\":\"a\"}x",
                           "{\"text\":\"a\",}",
                           "{\"text\":\"a\" \"flag\":true}",
                           "{\"text\":\"\\x\"}",
                           "{\"text\":\"\\ud83d\"}",
                           "{\"text\":\"\\u00g0\"}",
                           "{\"text\":\"tab\there\"}",
                           "{\"count\":1.5}",
                           "{\"count\":012}",
                           "{\"count\":99999999999}",
                           "{\"count\":-1}",
                           "{\"flag\":\"true\"}",
                           "{\"parts\":{}}",
                           "{\"parts\":[{}",
                           "{\"parts\":[{},]}",
                           "{\"parts\":[{\"name\":\"a\",\"own\":\"b\"}]}",
                           "{\"notes\":{\"k\":1}}",
                           "{\"text\":\"a\",\"text\":\"b\"}",
                           "{\"te\\u0078t\":\"a\"}",
                           "{\"other\":[1]}",
                           "{\"other\":\"\\x\"}",
                           "{text:\"a\"}"}) {
    INFO(json);
    CHECK_FALSE(read_plain(json));
  }
}
