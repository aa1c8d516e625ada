// Articles in SQLite: every version of a record by key, and which version is the latest of its
// item_id. Versions are never deleted: result sets name them. An empty key is filled with the
// SHA-256 of the JSON; two contents under one key are refused. Thread rule: any thread, any number
// of processes.
#pragma once

#include "base/clock.hpp"
#include "base/guarded.hpp"
#include "store/result_sets.hpp"
#include "store/sql_connection.hpp"

namespace ev::store {

class SqlArticles final : public Articles {
 public:
  SqlArticles(SqlConnection& connection, const Clock& clock)
      : connection_(connection), clock_(clock) {}
  Result<std::vector<std::string>> put(const std::vector<StoredArticle>& articles) override;
  // In the order of the keys. A key that is not there is an error (not_found): a record is never
  // dropped silently.
  Result<std::vector<StoredArticle>> by_key(const std::vector<std::string>& keys,
                                            const Context& ctx = {}) override;
  Result<std::vector<StoredArticle>> latest(const std::vector<std::string>& item_ids,
                                            std::chrono::seconds max_age,
                                            const Context& ctx = {}) override;
  Result<std::vector<StoredArticle>> page(std::string_view after, std::size_t limit) override;
  Result<std::size_t> count() override;

 private:
  struct Owed {
    std::vector<StoredArticle> articles;
    std::int64_t since = 0;  // when they were fetched
  };
  Result<std::vector<std::string>> put_both(const Owed& owed,
                                            const std::vector<StoredArticle>& articles,
                                            std::int64_t now);
  void owe(Owed owed, const std::vector<StoredArticle>& articles, std::int64_t now);

  SqlConnection& connection_;
  const Clock& clock_;
  Guarded<Owed> owed_;
};

}  // namespace ev::store
