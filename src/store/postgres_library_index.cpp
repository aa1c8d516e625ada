#include "store/postgres_library_index.hpp"

#include "base/text.hpp"
#include "store/index_match.hpp"
#include "store/index_matcher.hpp"
#include "store/index_writer.hpp"

#include <algorithm>

namespace ev::store {

namespace {

constexpr const char* kColumns = "w.p0, w.p1, w.p2, w.p3, w.p4, w.p5, w.p6, w.keys";
constexpr const char* kOfRecords =
    " FROM library_words w JOIN library_record r ON r.n = w.record WHERE ";
constexpr const char* kBatch = "1000";

std::string quoted_lexeme(const std::string& lexeme, bool prefix) {
  std::string out = "'";
  for (const char c : lexeme) {
    if (c == '\'' || c == '\\') out += c;
    out += c;
  }
  return out + (prefix ? "':*" : "'");
}

std::string column_name(std::size_t column) {
  return column < kIndexParts ? "w.p" + std::to_string(column) : std::string("w.keys");
}

std::vector<std::string> columns_at(const Stmt& row, int first) {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < kIndexColumnCount; ++i) {
    out.push_back(row.text(first + static_cast<int>(i)));
  }
  return out;
}

// A question as a condition on library_words w; what it says of words are parameters, all of them
// text.
class WordCondition {
 public:
  WordCondition(SqlSession& db, const Context& ctx) : db_(db), ctx_(ctx) {}

  Result<std::string> of(const IndexQuery& q) {
    switch (q.kind) {
      case IndexQuery::Kind::words:
      case IndexQuery::Kind::key:
        return phrase(IndexMatcher(q).phrases()[0]);
      case IndexQuery::Kind::near:
        return near(q);
      case IndexQuery::Kind::all_of:
        return joined(q.children, " AND ");
      case IndexQuery::Kind::any_of:
        return joined(q.children, " OR ");
      case IndexQuery::Kind::difference:
        return joined(q.children, " AND NOT ");
    }
    return std::string("FALSE");
  }

  std::string phrase(const IndexMatcher::Phrase& phrase) {
    if (phrase.tokens.empty()) return "FALSE";
    std::vector<std::string> anywhere;
    std::vector<std::string> verified;
    const bool whole = phrase.tokens.size() == 1 && phrase.tokens[0].size() < kLexemeBytes;
    std::string words = " " + text::join(phrase.tokens, " ");
    if (!phrase.prefix) words += ' ';
    const std::string text = whole ? std::string() : parameter(std::move(words));
    for (std::size_t column = 0; column < kIndexColumnCount; ++column) {
      if ((phrase.columns >> column & 1U) == 0) continue;
      anywhere.push_back(lexemes_of(phrase, column));
      verified.push_back("strpos(' ' || " + column_name(column) + " || ' ', " + text + ") > 0");
    }
    const std::string candidates =
        "w.lexemes @@ " + parameter(text::join(anywhere, " | ")) + "::tsquery";
    if (whole) return candidates;
    return "(" + candidates + " AND (" + text::join(verified, " OR ") + "))";
  }

  const std::vector<std::string>& parameters() const { return parameters_; }

 private:
  std::string parameter(std::string value) {
    parameters_.push_back(std::move(value));
    return "?" + std::to_string(parameters_.size());
  }

  static std::string lexemes_of(const IndexMatcher::Phrase& phrase, std::size_t column) {
    const char mark = column < kIndexParts ? static_cast<char>('0' + column) : 'k';
    std::vector<std::string> all;
    for (std::size_t i = 0; i < phrase.tokens.size(); ++i) {
      const bool last = i + 1 == phrase.tokens.size();
      all.push_back(quoted_lexeme(index_lexeme(mark, phrase.tokens[i]), phrase.prefix && last));
    }
    return "(" + text::join(all, " & ") + ")";
  }

  Result<std::string> joined(const std::vector<IndexQuery>& children, const char* between) {
    if (children.empty()) return std::string("FALSE");
    std::vector<std::string> all;
    for (const IndexQuery& child : children) {
      EV_TRY(std::string one, of(child));
      all.push_back("(" + one + ")");
    }
    return "(" + text::join(all, between) + ")";
  }

  // The records are looked up ahead: what SQL can say of proximity is slower.
  Result<std::string> near(const IndexQuery& q) {
    IndexMatcher matcher(q);
    WordCondition words(db_, ctx_);
    std::vector<std::string> all;
    for (const IndexMatcher::Phrase& phrase : matcher.phrases()) {
      all.push_back(words.phrase(phrase));
    }
    EV_TRY(Stmt stmt, db_.prepare(std::string("SELECT w.record, ") + kColumns +
                                  " FROM library_words w WHERE " + text::join(all, " AND ")));
    stmt.bind_texts(words.parameters());
    std::vector<std::string> found;
    while (true) {
      EV_TRY(const bool more, stmt.step());
      if (!more) break;
      EV_CHECK(ctx_.check());
      if (matcher.matches(columns_at(stmt, 1))) found.push_back(std::to_string(stmt.integer(0)));
    }
    return "w.record = ANY (" + parameter("{" + text::join(found, ",") + "}") + "::bigint[])";
  }

  SqlSession& db_;
  const Context& ctx_;
  std::vector<std::string> parameters_;
};

Result<Stmt> asked(SqlSession& db, const IndexQuery& query, const Context& ctx,
                   const std::string& what, const std::string& end = "") {
  WordCondition condition(db, ctx);
  EV_TRY(const std::string where, condition.of(query));
  EV_TRY(Stmt stmt, db.prepare(what + where + end));
  stmt.bind_texts(condition.parameters());
  return stmt;
}

Result<std::size_t> count_matches(SqlSession& db, const IndexQuery& query, const Context& ctx) {
  EV_TRY(Stmt stmt, asked(db, query, ctx, "SELECT count(*) FROM library_words w WHERE "));
  EV_TRY(const bool row, stmt.step());
  return row ? static_cast<std::size_t>(stmt.integer(0)) : 0;
}

Result<WordStatistics> statistics(SqlSession& db, const IndexMatcher& matcher, const Context& ctx) {
  WordStatistics out;
  EV_TRY(out.records, db.integer("SELECT value FROM counter WHERE name = 'library_records'"));
  EV_TRY(out.words, db.integer("SELECT value FROM counter WHERE name = 'library_words'"));
  for (const IndexMatcher::Phrase& phrase : matcher.phrases()) {
    WordCondition condition(db, ctx);
    const std::string where = condition.phrase(phrase);
    EV_TRY(Stmt stmt, db.prepare("SELECT count(*) FROM library_words w WHERE " + where));
    EV_TRY(const bool row, stmt.bind_texts(condition.parameters()).step());
    out.hits.push_back(row ? stmt.integer(0) : 0);
  }
  return out;
}

struct Scored {
  double score = 0;
  IndexHit hit;
};

Result<std::vector<Scored>> score_all(SqlSession& db, const IndexQuery& query, const Context& ctx) {
  IndexMatcher matcher(query);
  EV_TRY(const WordStatistics whole, statistics(db, matcher, ctx));
  EV_TRY(Stmt open, asked(db, query, ctx,
                          std::string("DECLARE matches NO SCROLL CURSOR FOR "
                                      "SELECT r.n, r.item_id, w.length, ") +
                              kColumns + kOfRecords));
  EV_CHECK(open.run());
  EV_TRY(Stmt fetch, db.prepare(std::string("FETCH ") + kBatch + " FROM matches"));
  std::vector<Scored> out;
  for (bool some = true; some;) {
    some = false;
    fetch.bind();
    while (true) {
      EV_TRY(const bool more, fetch.step());
      if (!more) break;
      some = true;
      EV_CHECK(ctx.check());
      if (!matcher.matches(columns_at(fetch, 3))) continue;
      out.push_back(
          {matcher.relevance(whole, fetch.integer(2)), {fetch.integer(0), fetch.text(1)}});
    }
  }
  EV_CHECK(db.exec("CLOSE matches"));
  return out;
}

Result<std::size_t> write_all_anew(SqlSession& db, const LibraryIndex::TextOf& text_of) {
  EV_CHECK(
      db.exec("DELETE FROM library_words; UPDATE counter SET value = 0 "
              "WHERE name IN ('library_records', 'library_words')"));
  EV_TRY(IndexWriter writer, IndexWriter::open(db));
  EV_TRY(Stmt next, db.prepare("SELECT r.n, v.json FROM library_record r "
                               "JOIN article_version v ON v.key = r.key "
                               "WHERE r.n > ? ORDER BY r.n LIMIT 200"));
  std::size_t done = 0;
  std::int64_t after = 0;
  for (bool some = true; some;) {
    some = false;
    next.bind(after);
    while (true) {
      EV_TRY(const bool more, next.step());
      if (!more) break;
      some = true;
      after = next.integer(0);
      EV_TRY(const IndexColumns text, text_of(next.text(1)));
      EV_CHECK(writer.write_words(after, text));
      ++done;
    }
  }
  return done;
}

}  // namespace

Result<std::vector<IndexHit>> PostgresLibraryIndex::find(const IndexQuery& query,
                                                         const Context& ctx) {
  return connection_.use(
      [&](SqlSession& db) -> Result<std::vector<IndexHit>> {
        EV_TRY(Stmt stmt, asked(db, query, ctx, std::string("SELECT r.n, r.item_id") + kOfRecords,
                                " ORDER BY r.n"));
        std::vector<IndexHit> out;
        while (true) {
          EV_TRY(const bool more, stmt.step());
          if (!more) return out;
          out.push_back({stmt.integer(0), stmt.text(1)});
        }
      },
      ctx);
}

Result<bool> PostgresLibraryIndex::any(const IndexQuery& query, const Context& ctx) {
  return connection_.use(
      [&](SqlSession& db) -> Result<bool> {
        EV_TRY(Stmt stmt, asked(db, query, ctx, std::string("SELECT 1") + kOfRecords, " LIMIT 1"));
        return stmt.step();
      },
      ctx);
}

Result<std::size_t> PostgresLibraryIndex::count(const IndexQuery& query, const Context& ctx) {
  return connection_.use([&](SqlSession& db) { return count_matches(db, query, ctx); }, ctx);
}

Result<IndexPage> PostgresLibraryIndex::best(const IndexQuery& query, std::size_t limit,
                                             const Context& ctx) {
  if (limit == 0) {
    EV_TRY(const std::size_t all, count(query, ctx));
    return IndexPage{.count = all};
  }
  EV_TRY(
      std::vector<Scored> scored,
      connection_.use(
          [&](SqlSession& db) { return db.read([&] { return score_all(db, query, ctx); }); }, ctx));
  const std::size_t shown = std::min(limit, scored.size());
  std::partial_sort(scored.begin(), scored.begin() + static_cast<std::ptrdiff_t>(shown),
                    scored.end(), [](const Scored& a, const Scored& b) {
                      return a.score != b.score ? a.score < b.score : a.hit.item_id < b.hit.item_id;
                    });
  IndexPage out{.count = scored.size()};
  for (std::size_t i = 0; i < shown; ++i) out.hits.push_back(std::move(scored[i].hit));
  return out;
}

Result<IndexPage> PostgresLibraryIndex::newest(const IndexQuery& query, std::size_t limit,
                                               const Context& ctx) {
  IndexPage out;
  if (limit == 0) {
    EV_TRY(out.count, count(query, ctx));
    return out;
  }
  EV_TRY(out.hits, find(query, ctx));
  out.count = out.hits.size();
  order_newest(out.hits);
  if (out.hits.size() > limit) out.hits.resize(limit);
  return out;
}

Result<LibraryFigures> PostgresLibraryIndex::figures() {
  return connection_.use([&](SqlSession& db) -> Result<LibraryFigures> {
    LibraryFigures out;
    EV_TRY(out.records, db.integer("SELECT count(*) FROM library_record"));
    return out;
  });
}

Result<std::size_t> PostgresLibraryIndex::rebuild(const TextOf& text_of) {
  return connection_.use([&](SqlSession& db) {
    return db.write("articles", [&] { return write_all_anew(db, text_of); });
  });
}

}  // namespace ev::store
