#include "store/word_relevance.hpp"

#include <sqlite3.h>

#include <cmath>
#include <cstdint>
#include <memory>
#include <vector>

namespace ev::store {

namespace {

constexpr double kK1 = 1.2;
constexpr double kB = 0.75;
constexpr sqlite3_int64 kRowsBetweenLooks = 4096;
constexpr double kLeastIdf = 1e-6;
constexpr sqlite3_int64 kMostRemembered = 4'000'000;  // 16 MB

// By record number; -1 = not asked for yet.
struct Lengths {
  sqlite3* db = nullptr;
  const Context* const* watched = nullptr;
  const WordStatistics* const* whole = nullptr;
  std::uint32_t version = 0;  // of the file when they were read
  std::vector<std::int32_t> words;

  void forget_if_written() {
    std::uint32_t now = 0;
    sqlite3_file_control(db, "main", SQLITE_FCNTL_DATA_VERSION, &now);
    if (now != version) words.clear();
    version = now;
  }
};

// What a question needs for every record it finds.
struct Question {
  std::vector<double> idf;  // by phrase
  std::vector<double> frequency;
  double average_length = 1;
};

struct Count {
  const Context* ctx;
  sqlite3_int64 rows = 0;
};

int count_row(const Fts5ExtensionApi*, Fts5Context*, void* counted) {
  auto& count = *static_cast<Count*>(counted);
  if (++count.rows % kRowsBetweenLooks != 0 || count.ctx == nullptr) return SQLITE_OK;
  return count.ctx->check() ? SQLITE_OK : SQLITE_INTERRUPT;
}

double inverse_frequency(std::int64_t records, std::int64_t hits) {
  const double idf =
      std::log((static_cast<double>(records - hits) + 0.5) / (static_cast<double>(hits) + 0.5));
  return idf > 0 ? idf : kLeastIdf;
}

int weigh_by_whole(const Fts5ExtensionApi* fts, Fts5Context* cursor, const WordStatistics& whole,
                   Question& question) {
  const auto phrases = static_cast<std::size_t>(fts->xPhraseCount(cursor));
  if (phrases != whole.hits.size()) return SQLITE_MISUSE;
  question.average_length = static_cast<double>(whole.words) / static_cast<double>(whole.records);
  question.frequency.resize(phrases);
  for (const std::int64_t hits : whole.hits) {
    question.idf.push_back(inverse_frequency(whole.records, hits));
  }
  return SQLITE_OK;
}

int prepare_question(const Fts5ExtensionApi* fts, Fts5Context* cursor, const Context* ctx,
                     Question& question) {
  sqlite3_int64 records = 0;
  sqlite3_int64 words = 0;
  int code = fts->xRowCount(cursor, &records);
  if (code == SQLITE_OK) code = fts->xColumnTotalSize(cursor, -1, &words);
  question.average_length = static_cast<double>(words) / static_cast<double>(records);
  const int phrases = fts->xPhraseCount(cursor);
  question.frequency.resize(static_cast<std::size_t>(phrases));
  for (int i = 0; code == SQLITE_OK && i < phrases; ++i) {
    Count count{.ctx = ctx};
    code = fts->xQueryPhrase(cursor, i, &count, count_row);
    const sqlite3_int64 hits = count.rows;
    if (code == SQLITE_OK && ctx != nullptr && !ctx->check()) code = SQLITE_INTERRUPT;
    question.idf.push_back(inverse_frequency(records, hits));
  }
  return code;
}

// Kept by FTS5 until the statement ends; nullptr when `code` is not SQLITE_OK.
Question* question_of(const Fts5ExtensionApi* fts, Fts5Context* cursor, Lengths& lengths,
                      int& code) {
  if (void* known = fts->xGetAuxdata(cursor, 0)) return static_cast<Question*>(known);
  lengths.forget_if_written();
  auto made = std::make_unique<Question>();
  const WordStatistics* const whole = *lengths.whole;
  code = whole != nullptr ? weigh_by_whole(fts, cursor, *whole, *made)
                          : prepare_question(fts, cursor, *lengths.watched, *made);
  if (code != SQLITE_OK) return nullptr;
  Question* question = made.release();
  code = fts->xSetAuxdata(cursor, question, [](void* q) { delete static_cast<Question*>(q); });
  return code == SQLITE_OK ? question : nullptr;
}

int length_of(const Fts5ExtensionApi* fts, Fts5Context* cursor, Lengths& lengths, int& words) {
  const sqlite3_int64 record = fts->xRowid(cursor);
  if (record < 0 || record >= kMostRemembered) return fts->xColumnSize(cursor, -1, &words);
  const auto place = static_cast<std::size_t>(record);
  if (place >= lengths.words.size()) lengths.words.resize(place + place / 4 + 1, -1);
  if (lengths.words[place] < 0) {
    const int code = fts->xColumnSize(cursor, -1, &words);
    if (code != SQLITE_OK) return code;
    lengths.words[place] = words;
  }
  words = lengths.words[place];
  return SQLITE_OK;
}

int weigh_words(const Fts5ExtensionApi* fts, Fts5Context* cursor, Question& question, int columns,
                sqlite3_value** weights) {
  question.frequency.assign(question.frequency.size(), 0.0);
  int occurrences = 0;
  int code = fts->xInstCount(cursor, &occurrences);
  for (int i = 0; code == SQLITE_OK && i < occurrences; ++i) {
    int phrase = 0;
    int column = 0;
    int offset = 0;
    code = fts->xInst(cursor, i, &phrase, &column, &offset);
    if (code != SQLITE_OK) break;
    question.frequency[static_cast<std::size_t>(phrase)] +=
        column < columns ? sqlite3_value_double(weights[column]) : 1.0;
  }
  return code;
}

void relevance_function(const Fts5ExtensionApi* fts, Fts5Context* cursor, sqlite3_context* out,
                        int columns, sqlite3_value** weights) {
  auto& lengths = *static_cast<Lengths*>(fts->xUserData(cursor));
  int code = SQLITE_OK;
  Question* question = question_of(fts, cursor, lengths, code);
  int words = 0;
  if (code == SQLITE_OK) code = weigh_words(fts, cursor, *question, columns, weights);
  if (code == SQLITE_OK) code = length_of(fts, cursor, lengths, words);
  if (code != SQLITE_OK) return sqlite3_result_error_code(out, code);
  double score = 0;
  for (std::size_t i = 0; i < question->idf.size(); ++i) {
    const double tf = question->frequency[i];
    score += question->idf[i] *
             ((tf * (kK1 + 1.0)) /
              (tf + kK1 * (1 - kB + kB * static_cast<double>(words) / question->average_length)));
  }
  sqlite3_result_double(out, -1.0 * score);
}

fts5_api* api_of(sqlite3* db) {
  fts5_api* api = nullptr;
  sqlite3_stmt* stmt = nullptr;
  if (sqlite3_prepare_v2(db, "SELECT fts5(?1)", -1, &stmt, nullptr) != SQLITE_OK) return nullptr;
  sqlite3_bind_pointer(stmt, 1, &api, "fts5_api_ptr", nullptr);
  sqlite3_step(stmt);
  sqlite3_finalize(stmt);
  return api;
}

}  // namespace

int add_word_relevance(sqlite3* db, const Context* const& watched,
                       const WordStatistics* const& whole) {
  fts5_api* api = api_of(db);
  if (api == nullptr) return SQLITE_ERROR;
  auto lengths = std::make_unique<Lengths>();
  lengths->db = db;
  lengths->watched = &watched;
  lengths->whole = &whole;
  const int code = api->xCreateFunction(api, "relevance", lengths.get(), relevance_function,
                                        [](void* l) { delete static_cast<Lengths*>(l); });
  if (code == SQLITE_OK) lengths.release();
  return code;
}

}  // namespace ev::store
