#include "store/mirror.hpp"

#include "store/store.hpp"
#include "support/catch.hpp"
#include "support/fake_clock.hpp"
#include "support/temp_dir.hpp"

#include <set>

using namespace ev;
using namespace ev::store;

namespace {

// A stored record is its own text here.
const TextOfRecord kText = [](const std::string& json) -> Result<IndexColumns> {
  return index_columns({.parts = {json}, .keys = {"year:2020"}});
};

struct Made {
  std::int64_t pmid;
  std::string text;
  bool retracted = false;
  int version = 1;
};

MirrorRecord record_of(const Made& made) {
  return {.pmid = made.pmid,
          .version = made.version,
          .retracted = made.retracted,
          .json = made.text,
          .text = kText(made.text).value()};
}

struct Shelf {
  test::TempDir dir;
  test::FakeClock clock;
  Mirror mirror{dir.path() / "mirror", clock};
  int made = 0;

  Shelf() { REQUIRE(mirror.create({.url = "https://x.example", .year = "26", .bits = 3})); }

  MirrorWriter begin(const std::string& date = "2026-01-01", bool update = true) {
    const std::string name = "file" + std::to_string(++made);
    return mirror.begin({.name = name, .update = update, .md5 = "m-" + name, .date = date}, kText)
        .value();
  }
  ShardCounts apply(const std::vector<Made>& records, const std::vector<std::int64_t>& gone = {},
                    const std::string& date = "2026-01-01", bool update = true) {
    MirrorWriter writer = begin(date, update);
    for (const Made& one : records) {
      MirrorRecord record = record_of(one);
      writer.pack(record);
      REQUIRE(writer.put(std::move(record)));
    }
    for (const std::int64_t pmid : gone) REQUIRE(writer.remove(pmid));
    return writer.finish().value();
  }
  static IndexQuery words(std::vector<std::string> w) {
    return {.kind = IndexQuery::Kind::words, .parts = 1, .words = std::move(w)};
  }
  std::vector<std::string> newest(const std::string& word, std::size_t limit = 100) {
    std::vector<std::string> out;
    const auto page = mirror.newest(words({word}), limit, {});
    for (const IndexHit& hit : page->hits) out.push_back(hit.item_id);
    return out;
  }
  std::string text_of(const std::string& pmid) {
    const auto found = mirror.latest({pmid}, std::chrono::seconds(0));
    return found->empty() ? "" : found->front().json;
  }
};

using Ids = std::vector<std::string>;

}  // namespace

TEST_CASE("records of all shards are found, newest first, with exact counts") {
  Shelf shelf;
  shelf.apply({{1, "heart failure"}, {9, "heart attack"}, {30, "heart"}, {31, "kidney stone"}});
  CHECK(shelf.newest("heart") == Ids{"30", "9", "1"});
  CHECK(shelf.newest("heart", 2) == Ids{"30", "9"});
  CHECK(shelf.mirror.newest(Shelf::words({"heart"}), 1, {})->count == 3);
  CHECK(shelf.mirror.count(Shelf::words({"heart", "failure"}), {}).value() == 1);
  CHECK(shelf.mirror.any(Shelf::words({"stone"}), {}).value());
  CHECK_FALSE(shelf.mirror.any(Shelf::words({"lung"}), {}).value());
  CHECK(shelf.text_of("31") == "kidney stone");
  CHECK(shelf.text_of("32").empty());
  CHECK(shelf.text_of("PPR:1").empty());
  CHECK(shelf.mirror.figures()->records == 4);
  CHECK(shelf.mirror.verify({})->empty());
}

TEST_CASE("relevance over shards is that of one table") {
  Shelf shelf;
  test::FakeClock clock;
  Store store(shelf.dir.path() / "s.db", clock);
  std::vector<Made> made;
  std::vector<StoredArticle> rows;
  for (int i = 1; i <= 60; ++i) {
    std::string text = i % 3 == 0 ? "heart failure" : "kidney";
    for (int k = 0; k < i % 7; ++k) text += k % 2 == 0 ? " heart stone" : " lung of the patient";
    if (i > 40) text += " heart heart and more words that make a record longer than it was";
    made.push_back({i, text});
    StoredArticle row{.item_id = std::to_string(i), .json = "\"" + text + std::to_string(i) + "\""};
    row.text = kText(text).value();
    rows.push_back(std::move(row));
  }
  shelf.apply(made);
  REQUIRE(store.articles.put(rows));
  const IndexQuery any{
      .kind = IndexQuery::Kind::any_of,
      .children = {
          Shelf::words({"heart"}),
          Shelf::words({"heart", "stone"}),
          {.kind = IndexQuery::Kind::near, .parts = 1, .words = {"lung", "patient"}, .gap = 3},
          {.kind = IndexQuery::Kind::key, .prefix = true, .key = "year:2"}}};
  for (const std::size_t limit : {1U, 7U, 60U, 100U}) {
    const auto mine = shelf.mirror.best(any, limit, {});
    const auto theirs = store.library.best(any, limit, {});
    REQUIRE(mine);
    CHECK(mine->count == theirs->count);
    REQUIRE(mine->hits.size() == theirs->hits.size());
    for (std::size_t i = 0; i < mine->hits.size(); ++i) {
      CHECK(mine->hits[i].item_id == theirs->hits[i].item_id);
    }
  }
}

TEST_CASE("files are applied in order: revisions replace, deletions delete") {
  Shelf shelf;
  shelf.apply({{1, "alpha"}, {2, "alpha"}, {20, "alpha"}}, {}, "2026-01-01", false);
  const ShardCounts counts = shelf.apply({{1, "beta"}, {3, "alpha"}, {20, "alpha"}}, {2});
  CHECK(counts.added == 1);
  CHECK(counts.revised == 1);
  CHECK(counts.deleted == 1);
  CHECK(counts.unchanged == 1);
  CHECK(shelf.newest("alpha") == Ids{"20", "3"});
  CHECK(shelf.newest("beta") == Ids{"1"});
  CHECK(shelf.text_of("2").empty());
  CHECK(shelf.mirror.figures()->records == 3);
  shelf.apply({{2, "gamma"}});  // comes back
  CHECK(shelf.newest("gamma") == Ids{"2"});
  CHECK(shelf.mirror.verify({})->empty());
}

TEST_CASE("of several versions the highest counts, whenever it comes") {
  Shelf shelf;
  shelf.apply({{5, "second", false, 2}, {5, "first", false, 1}});
  CHECK(shelf.text_of("5") == "second");
  shelf.apply({{5, "first again", false, 1}});
  CHECK(shelf.text_of("5") == "second");
  shelf.apply({{5, "corrected", false, 2}});
  CHECK(shelf.text_of("5") == "corrected");
  CHECK(shelf.newest("second").empty());
}

TEST_CASE(
    "changes since a day: new, revised, deleted and newly retracted records of update files") {
  Shelf shelf;
  shelf.apply({{1, "a"}, {2, "b"}, {3, "c", true}}, {}, "2026-01-01", false);
  shelf.apply({{2, "b two"}}, {}, "2026-02-01");
  shelf.apply({{1, "a retracted", true}, {3, "c again", true}, {10, "d"}}, {2}, "2026-02-03");
  const auto kinds = [&](const char* since) {
    std::set<std::pair<std::int64_t, MirrorChangeKind>> out;
    const auto changes = shelf.mirror.changes(since, {});
    for (const MirrorChange& change : *changes) out.emplace(change.pmid, change.kind);
    return out;
  };
  using Kind = MirrorChangeKind;
  CHECK(kinds("2026-02-02") == std::set<std::pair<std::int64_t, Kind>>{{1, Kind::revised},
                                                                       {1, Kind::retracted},
                                                                       {2, Kind::deleted},
                                                                       {3, Kind::revised},
                                                                       {10, Kind::added}});
  CHECK(kinds("2026-01-15").count({2, Kind::revised}) == 1);
  CHECK(kinds("2026-02-04").empty());
}

TEST_CASE("a file that is given up leaves nothing behind and is applied anew") {
  Shelf shelf;
  shelf.apply({{1, "alpha"}});
  {
    MirrorWriter writer = shelf.begin();
    REQUIRE(writer.put(record_of({2, "alpha"})));
    REQUIRE(writer.remove(1));
  }
  CHECK(shelf.newest("alpha") == Ids{"1"});
  CHECK(shelf.mirror.files()->size() == 1);
  shelf.apply({{2, "alpha"}});
  CHECK(shelf.newest("alpha") == Ids{"2", "1"});
}

TEST_CASE("after a death between shards, or between a shard's words and records, all comes right") {
  Shelf shelf;
  shelf.apply({{1, "alpha one"}, {20, "alpha"}});
  const std::vector<Made> next = {{1, "beta"}, {2, "alpha"}, {20, "beta"}};
  const FileMark mark{2, "m-file2", true};
  const ShardPlace first{shelf.dir.path() / "mirror", 0, 3};
  SECTION("one shard has the file, the other not") {
    auto writer = ShardWriter::open(first, mark, kText).value();
    REQUIRE(writer->put(record_of(next[0])));
    REQUIRE(writer->put(record_of(next[1])));
    REQUIRE(writer->commit());
    CHECK(shelf.newest("beta") == Ids{"1"});
    CHECK_FALSE(shelf.mirror.verify({})->empty());
  }
  SECTION("words of the file, records of the one before") {
    Database words = Database::open(first.words(), OpenMode::existing).value();
    REQUIRE(words.exec("UPDATE state SET file = 2, digest = 'm-file2'"));
    REQUIRE(words.exec("INSERT INTO words (rowid, p0) VALUES (2, 'alpha')"));
  }
  SECTION("a shard has another content of the file") {
    auto writer = ShardWriter::open(first, {2, "other", true}, kText).value();
    REQUIRE(writer->put(record_of({3, "wrong"})));
    REQUIRE(writer->remove(3));
    REQUIRE(writer->commit());
  }
  shelf.apply(next);
  CHECK(shelf.newest("beta") == Ids{"20", "1"});
  CHECK(shelf.newest("alpha") == Ids{"2"});
  CHECK(shelf.newest("wrong").empty());
  CHECK(shelf.mirror.figures()->records == 3);
  CHECK(shelf.mirror.verify({})->empty());
}

TEST_CASE("records are packed by a dictionary once a shard has seen enough of them") {
  test::TempDir dir;
  test::FakeClock clock;
  Mirror mirror(dir.path() / "mirror", clock);
  REQUIRE(mirror.create({.url = "u", .year = "26", .bits = 19}));
  const auto text = [](int i) {
    return "a trial of the drug with number " + std::to_string(i * 7919) +
           " in patients who had been given nothing before";
  };
  for (int file = 0; file < 2; ++file) {
    MirrorWriter writer =
        mirror.begin({.name = std::to_string(file), .md5 = std::to_string(file)}, kText).value();
    for (int i = file * 400; i < file * 400 + 500; ++i) {
      MirrorRecord record = record_of({i + 1, text(i)});
      writer.pack(record);
      CHECK(record.packed.empty() == (file == 0));
      REQUIRE(writer.put(std::move(record)));
    }
    REQUIRE(writer.finish());
  }
  CHECK(mirror.figures()->records == 900);
  CHECK(mirror.latest({"401"}, std::chrono::seconds(0))->front().json == text(400));
  CHECK(mirror.verify({})->empty());
}

TEST_CASE("what merging and deleting left empty is given back, and nothing else changes") {
  Shelf shelf;
  std::vector<Made> many;
  for (std::int64_t pmid = 1; pmid <= 7; ++pmid) {
    std::string text = "zinc";
    for (int i = 0; i < 20'000; ++i) text += " w" + std::to_string(pmid * 100'000 + i * 7);
    many.push_back({.pmid = pmid, .text = text});
  }
  shelf.apply(many);
  shelf.apply({{.pmid = 7, .text = "zinc alone", .version = 2}}, {1, 2, 3, 4, 5});
  const auto before = shelf.mirror.mirror_figures().value();
  CHECK(shelf.mirror.compact({}).value() >= 1);
  const auto after = shelf.mirror.mirror_figures().value();
  CHECK(after.record_bytes < before.record_bytes);
  CHECK(after.word_bytes <= before.word_bytes);
  CHECK(after.records == 2);
  CHECK(shelf.mirror.count(Shelf::words({"zinc"}), {}).value() == 2);
  CHECK(shelf.mirror.verify({}).value().empty());
  CHECK(shelf.mirror.compact({}).value() == 0);
}

TEST_CASE("damage is found: a record that cannot be read, words without a record") {
  Shelf shelf;
  shelf.apply({{1, "alpha"}, {2, "beta"}});
  const ShardPlace place{shelf.dir.path() / "mirror", 0, 3};
  SECTION("records") {
    Database db = Database::open(place.records(), OpenMode::existing).value();
    REQUIRE(db.exec("UPDATE record SET packed = x'0102' WHERE n = 1"));
    CHECK(shelf.mirror.verify({})->size() == 1);
  }
  SECTION("words") {
    Database db = Database::open(place.words(), OpenMode::existing).value();
    REQUIRE(db.exec("INSERT INTO words (rowid, p0) VALUES (5, 'x')"));
    CHECK(shelf.mirror.verify({})->size() == 1);
    REQUIRE(shelf.mirror.rebuild(kText));
    CHECK(shelf.mirror.verify({})->empty());
    CHECK(shelf.newest("alpha") == Ids{"1"});
  }
}

TEST_CASE("one writer at a time; a folder without a mirror says so") {
  Shelf shelf;
  {
    const auto held = shelf.mirror.hold();
    REQUIRE(held);
    CHECK(shelf.mirror.hold().error().code == Errc::store_unavailable);
  }
  CHECK(shelf.mirror.hold());
  Mirror none(shelf.dir.path() / "none", shelf.clock);
  CHECK_FALSE(none.exists());
  CHECK(none.count(Shelf::words({"x"}), {}).error().code == Errc::not_found);
  CHECK_FALSE(none.exists());
}
