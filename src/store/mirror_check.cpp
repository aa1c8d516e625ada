#include "store/mirror_reading.hpp"

namespace ev::store {

namespace {

// Whether the index is whole, by its own checksums, and has an entry for each of `records`.
Result<void> check_words(Database& db, const std::string& name, std::int64_t records,
                         std::vector<std::string>& wrong) {
  const Result<void> whole = db.exec("INSERT INTO words (words) VALUES ('integrity-check')");
  if (!whole && whole.error().code == Errc::cancelled) return whole;
  if (!whole) {
    wrong.push_back(name + ": the index of words is damaged");
    return {};
  }
  EV_TRY(const std::int64_t indexed, db.integer("SELECT count(*) FROM words_docsize"));
  if (indexed == records) return {};
  wrong.push_back(name + ": " + std::to_string(indexed) + " records are indexed of " +
                  std::to_string(records));
  return {};
}

}  // namespace

Result<std::vector<std::string>> Mirror::verify(const Context& ctx) {
  std::vector<std::string> wrong;
  EV_TRY(const auto applied, files());
  const std::int64_t last = applied.empty() ? 0 : applied.back().number;
  EV_TRY(const Shards all, shards());
  for (std::size_t i = 0; i < all.size(); ++i) {
    Shard& shard = *all[i];
    const std::string name = shard.place.records().filename().string();
    ctx.report("verifying shards", static_cast<double>(i), static_cast<double>(all.size()));
    std::int64_t file = 0;
    std::int64_t records = 0;
    const auto check_records = [&](Database& db) -> Result<void> {
      EV_TRY(file, db.integer("SELECT file FROM state"));
      EV_TRY(records, db.integer("SELECT records FROM state"));
      EV_TRY(Stmt stmt, db.prepare("SELECT n, dictionary, packed FROM record"));
      std::int64_t seen = 0;
      std::int64_t unreadable = 0;
      while (true) {
        EV_TRY(const bool more, stmt.step());
        if (!more) break;
        ++seen;
        EV_TRY(const auto codec, shard.codec(db, stmt.integer(1)));
        if (codec == nullptr || !codec->unpack(stmt.bytes(2))) ++unreadable;
      }
      if (unreadable > 0) {
        wrong.push_back(name + ": " + std::to_string(unreadable) + " records cannot be read");
      }
      if (seen != records) {
        wrong.push_back(name + ": " + std::to_string(seen) + " records of " +
                        std::to_string(records));
      }
      return {};
    };
    EV_CHECK(shard.records.use(check_records, ctx));
    if (file > last) {
      wrong.push_back(name + ": is ahead of the journal; `evidence-mcp mirror update` goes on");
    }
    EV_CHECK(
        shard.words.use([&](Database& db) { return check_words(db, name, records, wrong); }, ctx));
  }
  return wrong;
}

}  // namespace ev::store
