#include "store/sql_runs.hpp"

#include "base/hash.hpp"

namespace ev::store {

namespace {

RunHead head_of(const Stmt& stmt) {
  return {.run_id = stmt.text(0),
          .question = stmt.text(1),
          .options = stmt.text(2),
          .finished = stmt.integer(3) != 0,
          .created_at = stmt.integer(4),
          .updated_at = stmt.integer(5)};
}

Result<std::optional<RunHead>> find_run(SqlSession& db, std::string_view run_id) {
  EV_TRY(Stmt stmt, db.prepare("SELECT run_id, question, options, finished, created_at, updated_at "
                               "FROM research_run WHERE run_id = ?"));
  EV_TRY(const bool found, stmt.bind(run_id).step());
  if (!found) return std::optional<RunHead>();
  return std::optional<RunHead>(head_of(stmt));
}

Result<std::vector<RunStep>> steps_of(SqlSession& db, std::string_view run_id) {
  EV_TRY(Stmt stmt, db.prepare("SELECT stage, json FROM research_step WHERE run_id = ? "
                               "ORDER BY position"));
  stmt.bind(run_id);
  std::vector<RunStep> out;
  while (true) {
    EV_TRY(const bool more, stmt.step());
    if (!more) return out;
    out.push_back({stmt.text(0), stmt.text(1)});
  }
}

Error no_such_run(std::string_view run_id) {
  return {.code = Errc::not_found,
          .message = "there is no run " + std::string(run_id) + " in this store",
          .source = "store",
          .recovery = "start it again with its question"};
}

Error taken(std::string_view run_id) {
  return {.code = Errc::invalid_argument,
          .message = "another call is working on " + std::string(run_id),
          .source = "store",
          .recovery = "call again with this run_id when the other call has ended"};
}

// What stands at the place, else the step itself. Steps follow each other without a gap.
Result<void> put_step(SqlSession& db, std::string_view run_id, std::size_t position,
                      const RunStep& step, std::int64_t now) {
  EV_TRY(const auto head, find_run(db, run_id));
  if (!head) return no_such_run(run_id);
  EV_TRY(Stmt there, db.prepare("SELECT stage, json FROM research_step "
                                "WHERE run_id = ? AND position = ?"));
  EV_TRY(const bool is_there, there.bind(run_id, position).step());
  if (is_there) {
    const bool same = there.bytes(0) == step.stage && there.bytes(1) == step.json;
    return same ? Result<void>() : Result<void>(taken(run_id));
  }
  EV_TRY(Stmt count, db.prepare("SELECT count(*) FROM research_step WHERE run_id = ?"));
  EV_TRY(const bool counted, count.bind(run_id).step());
  if (!counted || count.integer(0) != static_cast<std::int64_t>(position)) return taken(run_id);
  EV_TRY(Stmt stmt, db.prepare("INSERT INTO research_step (run_id, position, stage, json, "
                               "created_at) VALUES (?, ?, ?, ?, ?)"));
  EV_CHECK(stmt.bind(run_id, position, step.stage, step.json, now).run());
  EV_TRY(Stmt touch, db.prepare("UPDATE research_run SET updated_at = ? WHERE run_id = ?"));
  return touch.bind(now, run_id).run();
}

Result<void> put_hypotheses(SqlSession& db, std::string_view run_id,
                            std::span<const HypothesisVersion> hypotheses, std::int64_t now) {
  EV_TRY(Stmt stmt, db.prepare("INSERT INTO hypothesis (hypothesis_id, digest, run_id, json, "
                               "created_at) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"));
  for (const HypothesisVersion& h : hypotheses) {
    EV_CHECK(stmt.bind(h.hypothesis_id, sha256_hex(h.json), run_id, h.json, now).run());
  }
  return {};
}

}  // namespace

Result<void> SqlRuns::start(const RunHead& head) {
  const std::int64_t now = clock_.unix_time().count();
  return connection_.use([&](SqlSession& db) -> Result<void> {
    EV_TRY(Stmt stmt, db.prepare("INSERT INTO research_run (run_id, question, options, created_at, "
                                 "updated_at) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"));
    return stmt.bind(head.run_id, head.question, head.options, now, now).run();
  });
}

Result<std::optional<StoredRun>> SqlRuns::get(std::string_view run_id) {
  const auto load = [&](SqlSession& db) -> Result<std::optional<StoredRun>> {
    EV_TRY(auto head, find_run(db, run_id));
    if (!head) return std::optional<StoredRun>();
    EV_TRY(std::vector<RunStep> steps, steps_of(db, run_id));
    return std::optional<StoredRun>(StoredRun{.head = *std::move(head), .steps = std::move(steps)});
  };
  return connection_.use([&](SqlSession& db) { return db.read([&] { return load(db); }); });
}

Result<void> SqlRuns::append(std::string_view run_id, std::size_t position, const RunStep& step,
                             std::span<const HypothesisVersion> hypotheses) {
  const std::int64_t now = clock_.unix_time().count();
  const auto put = [&](SqlSession& db) -> Result<void> {
    EV_CHECK(put_step(db, run_id, position, step, now));
    return put_hypotheses(db, run_id, hypotheses, now);
  };
  return connection_.use([&](SqlSession& db) { return db.write("runs", [&] { return put(db); }); });
}

Result<void> SqlRuns::finish(std::string_view run_id, std::size_t position, const RunStep& step,
                             const RunReport& report) {
  const std::int64_t now = clock_.unix_time().count();
  const auto put = [&](SqlSession& db) -> Result<void> {
    EV_CHECK(put_step(db, run_id, position, step, now));
    EV_TRY(Stmt earlier, db.prepare("DELETE FROM research_report WHERE run_id = ?"));
    EV_CHECK(earlier.bind(run_id).run());
    EV_TRY(Stmt stmt, db.prepare("INSERT INTO research_report (run_id, answer, html, markdown) "
                                 "VALUES (?, ?, ?, ?)"));
    EV_CHECK(stmt.bind(run_id, report.answer, report.html, report.markdown).run());
    EV_TRY(Stmt mark, db.prepare("UPDATE research_run SET finished = 1 WHERE run_id = ?"));
    return mark.bind(run_id).run();
  };
  return connection_.use([&](SqlSession& db) { return db.write("runs", [&] { return put(db); }); });
}

Result<std::optional<RunReport>> SqlRuns::report(std::string_view run_id) {
  return connection_.use([&](SqlSession& db) -> Result<std::optional<RunReport>> {
    EV_TRY(Stmt stmt,
           db.prepare("SELECT answer, html, markdown FROM research_report WHERE run_id = ?"));
    EV_TRY(const bool found, stmt.bind(run_id).step());
    if (!found) return std::optional<RunReport>();
    return std::optional<RunReport>(
        RunReport{.answer = stmt.text(0), .html = stmt.text(1), .markdown = stmt.text(2)});
  });
}

Result<std::vector<RunHead>> SqlRuns::list(std::size_t limit) {
  return connection_.use([&](SqlSession& db) -> Result<std::vector<RunHead>> {
    EV_TRY(Stmt stmt,
           db.prepare("SELECT run_id, question, options, finished, created_at, updated_at "
                      "FROM research_run ORDER BY updated_at DESC, run_id LIMIT ?"));
    stmt.bind(limit);
    std::vector<RunHead> out;
    while (true) {
      EV_TRY(const bool more, stmt.step());
      if (!more) return out;
      out.push_back(head_of(stmt));
    }
  });
}

Result<std::vector<HypothesisVersion>> SqlRuns::hypotheses(std::string_view hypothesis_id) {
  return connection_.use([&](SqlSession& db) -> Result<std::vector<HypothesisVersion>> {
    EV_TRY(Stmt stmt, db.prepare("SELECT hypothesis_id, json FROM hypothesis "
                                 "WHERE hypothesis_id = ? ORDER BY n"));
    stmt.bind(hypothesis_id);
    std::vector<HypothesisVersion> out;
    while (true) {
      EV_TRY(const bool more, stmt.step());
      if (!more) return out;
      out.push_back({stmt.text(0), stmt.text(1)});
    }
  });
}

}  // namespace ev::store
