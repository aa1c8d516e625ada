#include "store/postgres_session.hpp"

#include "base/file.hpp"
#include "base/log.hpp"
#include "base/stream.hpp"
#include "base/text.hpp"
#include "store/postgres_library.hpp"

#include <array>
#include <bit>
#include <cstring>
#include <libpq-fe.h>
#include <vector>

namespace ev::store {

namespace {

using Steady = std::chrono::steady_clock;

constexpr int kBetweenLooksMs = 10;
constexpr auto kQuick = std::chrono::milliseconds(250);
constexpr double kRetryAfter = 2;
constexpr std::size_t kMostPrepared = 200;  // searches are put together, each in its own words

// Types as the server numbers them (pg_type.dat), for parameters and columns.
constexpr Oid kBool = 16;
constexpr Oid kBytea = 17;
constexpr Oid kInt8 = 20;
constexpr Oid kInt2 = 21;
constexpr Oid kInt4 = 23;
constexpr Oid kText = 25;
constexpr Oid kFloat8 = 701;

struct ClearReply {
  void operator()(PGresult* result) const noexcept { pq().PQclear(result); }
};
struct CloseConnection {
  void operator()(PGconn* connection) const noexcept { pq().PQfinish(connection); }
};
using Reply = std::unique_ptr<PGresult, ClearReply>;

struct PostgresAdvice {
  const char* message;
  const char* recovery;
  bool soon = false;  // it may work a moment later
  Errc code = Errc::store_unavailable;
};

// In the place of a server's code: what libpq refuses by itself has none.
constexpr std::string_view kUntrusted = "tls";

PostgresAdvice advice_on(std::string_view state) {
  const std::string_view kind = state.substr(0, 2);
  if (state == kUntrusted) {
    return {"cannot be trusted: it has no certificate that fits",
            "check sslmode and sslrootcert of EVIDENCE_MCP_STORE, and the name and certificate of "
            "the server"};
  }
  if (state.empty() || kind == "08" || state == "57P01" || state == "57P02" || state == "57P03") {
    return {"cannot be reached", "call again; if it lasts, see whether the database runs", true};
  }
  if (state == "57014" || state == "55P03") {
    return {"did not answer in time", "call again; if it lasts, see what the database is doing",
            true};
  }
  if (kind == "53") {
    return {"cannot take more: its disk, memory or connections are used up",
            "free some there and call again", true};
  }
  if (state == "40001" || state == "40P01") {
    return {"was changed by somebody else at the same moment", "call again", true};
  }
  if (state == "25006") {
    return {"can only be read", "point EVIDENCE_MCP_STORE at the primary server, or wait for it"};
  }
  if (state == "42501" || state == "42P01") {  // a schema one may not use seems to be empty
    return {"does not let this role do that",
            "ask its owner for the rights of a writer (README, \"A store for a laboratory\")"};
  }
  if (kind == "28" || state == "3D000") {
    return {"does not let this role in", "check user, password and database of EVIDENCE_MCP_STORE"};
  }
  if (kind == "54") return {"cannot take an entry of this size", "ask for fewer records"};
  return {"refused an operation", "run `evidence-mcp doctor`", false, Errc::internal};
}

Error postgres_error(const std::string& shown, std::string_view state, std::string_view detail) {
  log(Level::error, "store",
      {{"database", shown}, {"state", std::string(state)}, {"detail", std::string(detail)}});
  const PostgresAdvice a = advice_on(state);
  Error error{.code = a.code,
              .message = "the store " + shown + " " + a.message,
              .source = "store",
              .recovery = a.recovery};
  if (a.soon) error.retry_after_s = kRetryAfter;
  return error;
}

std::string one_line(const char* text) {
  std::string out = text != nullptr ? text : "";
  while (!out.empty() && out.back() == '\n') out.pop_back();
  for (char& c : out) {
    if (c == '\n') c = ' ';
  }
  return out;
}

// `?` and `?1` of the common SQL as `$1`, `$2` …; outside of quotes.
std::string numbered(std::string_view sql) {
  std::string out;
  bool quoted = false;
  int next = 1;
  for (std::size_t i = 0; i < sql.size(); ++i) {
    if (sql[i] == '\'') quoted = !quoted;
    if (quoted || sql[i] != '?') {
      out += sql[i];
      continue;
    }
    out += '$';
    const bool has_number = i + 1 < sql.size() && sql[i + 1] >= '0' && sql[i + 1] <= '9';
    if (!has_number) out += std::to_string(next++);
  }
  return out;
}

std::string big_endian(std::uint64_t value) {
  std::string out(8, '\0');
  for (std::size_t i = 0; i < 8; ++i) out[i] = static_cast<char>(value >> (56 - 8 * i) & 0xFFU);
  return out;
}

std::uint64_t from_big_endian(const char* data, int size) {
  std::uint64_t out = 0;
  for (int i = 0; i < size; ++i) out = out << 8 | static_cast<unsigned char>(data[i]);
  return out;
}

std::string storable(std::string_view text) {
  std::string out = text::repair_utf8(text);
  for (std::size_t at = out.find('\0'); at != std::string::npos; at = out.find('\0', at)) {
    out.replace(at, 1, "\xEF\xBF\xBD");
  }
  return out;
}

bool is_storable(std::string_view text) {
  return text.find('\0') == std::string_view::npos && text::valid_utf8(text);
}

}  // namespace

// What a session and its statements share; a statement may outlive its session.
struct PostgresWire {
  std::shared_ptr<PGconn> connection;  // closed by CloseConnection
  std::string shown;
  std::string schema;
  const Context* watched = nullptr;
  Steady::duration slow{0};
  bool lost = false;  // nothing may be asked any more
  std::optional<Error> too_slow;
  std::int64_t changes = 0;
  std::map<std::string, std::string> names;  // of what the server has prepared, by text and types

  PGconn* get() const { return connection.get(); }

  Error gone(std::string_view detail) {
    lost = true;
    return postgres_error(shown, "", detail);
  }
  Error failed(const PGresult* result) {
    const char* state = pq().PQresultErrorField(result, PG_DIAG_SQLSTATE);
    const char* message = pq().PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
    if (pq().PQstatus(get()) == CONNECTION_BAD || state == nullptr) {
      return gone(one_line(pq().PQresultErrorMessage(result)));
    }
    return postgres_error(shown, state, one_line(message));
  }
  Result<void> may_wait(Steady::time_point since);
  Result<Reply> answer(int sent);
};

// A statement that is left runs on at the server until it notices
// (client_connection_check_interval), and its transaction is undone.
Result<void> PostgresWire::may_wait(Steady::time_point since) {
  if (watched != nullptr && !watched->check()) {
    lost = true;
    return Error{.code = Errc::cancelled, .message = "cancelled", .source = "store"};
  }
  if (slow + (Steady::now() - since) < PostgresSession::kMostSlow) return {};
  lost = true;
  too_slow = postgres_error(shown, "57014", "statements take too long");
  return *too_slow;
}

// The last result of what was sent, or the first error.
Result<Reply> PostgresWire::answer(int sent) {
  if (sent != 1) return gone(one_line(pq().PQerrorMessage(get())));
  const Steady::time_point since = Steady::now();
  Reply last;
  while (true) {
    const int flushed = pq().PQflush(get());
    if (flushed < 0) return gone(one_line(pq().PQerrorMessage(get())));
    while (pq().PQisBusy(get()) == 0) {
      Reply next(pq().PQgetResult(get()));
      if (next == nullptr) {
        const Steady::duration took = Steady::now() - since;
        if (took > kQuick) slow += took;
        if (last == nullptr) return gone("no answer");
        const ExecStatusType status = pq().PQresultStatus(last.get());
        const bool good = status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;
        if (!good) return failed(last.get());
        return last;
      }
      const bool failure = last != nullptr && pq().PQresultStatus(last.get()) == PGRES_FATAL_ERROR;
      if (!failure) last = std::move(next);
    }
    wait_for_socket(pq().PQsocket(get()), flushed == 1, kBetweenLooksMs);
    if (pq().PQconsumeInput(get()) != 1) return gone(one_line(pq().PQerrorMessage(get())));
    EV_CHECK(may_wait(since));
  }
}

namespace {

class PostgresStatement final : public SqlStatement {
 public:
  PostgresStatement(std::string_view sql, std::shared_ptr<PostgresWire> wire)
      : SqlStatement(sql), wire_(std::move(wire)) {}

  void rewind() noexcept override {
    reply_.reset();
    values_.clear();
    types_.clear();
    row_ = -1;
  }
  void bind_integer(std::int64_t value) override {
    add(kInt8, big_endian(static_cast<std::uint64_t>(value)));
  }
  void bind_text(std::string_view value) override {
    add(kText, is_storable(value) ? std::string(value) : storable(value));
  }
  void bind_bytes(std::string_view value) override { add(kBytea, std::string(value)); }

  Result<bool> step() override {
    if (reply_ == nullptr) EV_CHECK(execute());
    if (++row_ < pq().PQntuples(reply_.get())) return true;
    reply_.reset();
    row_ = -1;
    return false;
  }

  std::int64_t integer(int column) const override {
    if (!has(column)) return 0;
    const char* data = pq().PQgetvalue(reply_.get(), row_, column);
    const int size = pq().PQgetlength(reply_.get(), row_, column);
    switch (pq().PQftype(reply_.get(), column)) {
      case kInt8:
        return static_cast<std::int64_t>(from_big_endian(data, size));
      case kInt4:
        return static_cast<std::int32_t>(from_big_endian(data, size));
      case kInt2:
        return static_cast<std::int16_t>(from_big_endian(data, size));
      case kBool:
        return data[0];
      default:
        return 0;
    }
  }
  double real(int column) const override {
    if (!has(column)) return 0;
    if (pq().PQftype(reply_.get(), column) != kFloat8) return static_cast<double>(integer(column));
    return std::bit_cast<double>(from_big_endian(pq().PQgetvalue(reply_.get(), row_, column), 8));
  }
  std::string_view bytes(int column) const override {
    if (!has(column)) return {};
    return {pq().PQgetvalue(reply_.get(), row_, column),
            static_cast<std::size_t>(pq().PQgetlength(reply_.get(), row_, column))};
  }

 private:
  void add(Oid type, std::string value) {
    types_.push_back(type);
    values_.push_back(std::move(value));
  }
  bool has(int column) const {
    return reply_ != nullptr && row_ >= 0 && row_ < pq().PQntuples(reply_.get()) &&
           column < pq().PQnfields(reply_.get());
  }
  // The server's name of this text with these types, prepared at its first use.
  Result<std::string> name() {
    std::string key = sql();
    for (const Oid type : types_) key += "|" + std::to_string(type);
    if (const auto known = wire_->names.find(key); known != wire_->names.end()) {
      return known->second;
    }
    if (wire_->names.size() >= kMostPrepared) {
      EV_CHECK(wire_->answer(pq().PQsendQuery(wire_->get(), "DEALLOCATE ALL")));
      wire_->names.clear();
    }
    const std::string name = "s" + std::to_string(wire_->names.size());
    EV_CHECK(wire_->answer(pq().PQsendPrepare(wire_->get(), name.c_str(), numbered(sql()).c_str(),
                                              static_cast<int>(types_.size()), types_.data())));
    wire_->names.emplace(std::move(key), name);
    return name;
  }
  Result<void> execute() {
    if (wire_->lost) return wire_->gone("the session was lost");
    EV_TRY(const std::string prepared, name());
    std::vector<const char*> data;
    std::vector<int> sizes;
    for (const std::string& value : values_) {
      data.push_back(value.data());
      sizes.push_back(static_cast<int>(value.size()));
    }
    const std::vector<int> binary(values_.size(), 1);
    EV_TRY(reply_, wire_->answer(pq().PQsendQueryPrepared(
                       wire_->get(), prepared.c_str(), static_cast<int>(values_.size()),
                       data.data(), sizes.data(), binary.data(), 1)));
    const char* changed = pq().PQcmdTuples(reply_.get());
    wire_->changes = *changed == '\0' ? 0 : std::strtoll(changed, nullptr, 10);
    row_ = -1;
    return {};
  }

  std::shared_ptr<PostgresWire> wire_;
  Reply reply_;
  std::vector<std::string> values_;
  std::vector<Oid> types_;
  int row_ = -1;
};

// libpq's own parameters; a connection that is silent for long is given up by the system, too.
PGconn* start_connection(const PostgresAddress& address, const std::string& password) {
  std::vector<const char*> names = {"dbname", "application_name", "client_encoding",
                                    "tcp_user_timeout"};
  std::vector<const char*> values = {address.uri.c_str(), "evidence-mcp", "UTF8", "10000"};
  if (!password.empty()) {
    names.push_back("password");
    values.push_back(password.c_str());
  }
  names.push_back(nullptr);
  values.push_back(nullptr);
  return pq().PQconnectStartParams(names.data(), values.data(), 1);
}

Result<std::string> password_for(const PostgresAddress& address) {
  if (!address.password.empty() || address.password_file.empty()) return address.password;
  auto content = read_file(address.password_file, 4'096);
  if (content) return content->substr(0, content->find_first_of("\r\n"));
  return Error{.code = Errc::store_unavailable,
               .message = "the file with the password of " + address.shown + " cannot be read",
               .source = "store",
               .recovery = "check EVIDENCE_MCP_STORE_PASSWORD_FILE and who may read it"};
}

// Refusals have no code as long as there is no session.
std::string_view state_of_refusal(std::string_view why) {
  const auto says = [why](std::string_view text) {
    return why.find(text) != std::string_view::npos;
  };
  if (says("FATAL:")) {
    const bool soon = says("starting up") || says("shutting down") || says("recovery") ||
                      says("too many") || says("remaining connection slots");
    return soon ? "" : "28000";
  }
  return says("certificate") || says("does not support SSL") ? kUntrusted : "";
}

Result<void> finish_connecting(PostgresWire& wire, const Context& ctx) {
  const Steady::time_point end = Steady::now() + PostgresSession::kMostConnecting;
  PostgresPollingStatusType status = PGRES_POLLING_WRITING;
  while (status != PGRES_POLLING_OK) {
    if (wire.get() == nullptr || pq().PQstatus(wire.get()) == CONNECTION_BAD ||
        status == PGRES_POLLING_FAILED) {
      const std::string why =
          wire.get() != nullptr ? one_line(pq().PQerrorMessage(wire.get())) : "";
      return postgres_error(wire.shown, state_of_refusal(why), why);
    }
    wait_for_socket(pq().PQsocket(wire.get()), status == PGRES_POLLING_WRITING, kBetweenLooksMs);
    EV_CHECK(ctx.check());
    if (Steady::now() > end) return postgres_error(wire.shown, "", "connecting takes too long");
    status = pq().PQconnectPoll(wire.get());
  }
  return {};
}

void keep_silent(void*, const PGresult*) {}

std::uint32_t turn_number(std::string_view schema, std::string_view turn) {
  std::uint32_t hash = 2166136261U;
  for (const std::string_view part : {schema, std::string_view("/"), turn}) {
    for (const char c : part) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619U;
  }
  return hash;
}

}  // namespace

PostgresSession::PostgresSession(std::shared_ptr<PostgresWire> wire)
    : wire_(std::move(wire)), idle_(std::make_shared<IdleStatements>()) {}

PostgresSession::~PostgresSession() {
  idle_->clear();
  wire_->lost = true;
  wire_->connection.reset();
}

Result<std::unique_ptr<PostgresSession>> PostgresSession::connect(const PostgresAddress& address,
                                                                  const Context& ctx) {
  auto wire = std::make_shared<PostgresWire>();
  wire->shown = address.shown;
  wire->schema = address.schema;
  EV_TRY(const std::string password, password_for(address));
  wire->connection.reset(start_connection(address, password), CloseConnection());
  EV_CHECK(finish_connecting(*wire, ctx));
  pq().PQsetNoticeReceiver(wire->get(), keep_silent, nullptr);
  pq().PQsetnonblocking(wire->get(), 1);
  std::unique_ptr<PostgresSession> session(new PostgresSession(std::move(wire)));
  session->watch(&ctx);
  // The words of a record lie beside its row, and to look through those of all records is much
  // dearer than the planner takes it for: it is told so, and goes by the index. Locks are waited
  // for less long than the session itself waits, so that the error says so. A writer whose machine
  // fell asleep gives its turn up.
  EV_CHECK(session->exec("SET search_path TO " + address.schema +
                         "; SET lock_timeout = '4s'; SET statement_timeout = '30s'; "
                         "SET idle_in_transaction_session_timeout = '30s'; "
                         "SET client_connection_check_interval = '1s'; "
                         "SET cpu_operator_cost = 0.05; SET random_page_cost = 1.1; "
                         "SET standard_conforming_strings = on"));
  EV_TRY(Stmt encoding, session->prepare("SELECT current_setting('server_encoding')"));
  EV_TRY(const bool told, encoding.bind().step());
  if (!told || encoding.bytes(0) != "UTF8") {
    return Error{.code = Errc::store_unavailable,
                 .message = "the database " + address.shown + " does not hold UTF-8",
                 .source = "store",
                 .recovery = "make one with: createdb --encoding=UTF8 --template=template0"};
  }
  session->watch(nullptr);
  return session;
}

void PostgresSession::watch(const Context* ctx) {
  wire_->watched = ctx;
  wire_->slow = Steady::duration(0);
}

bool PostgresSession::usable() const {
  if (wire_->lost) return false;
  // A server that ended has said so and closed the connection; both are here to be read.
  for (int i = 0; i < 2; ++i) {
    if (pq().PQconsumeInput(wire_->get()) != 1 || pq().PQisBusy(wire_->get()) != 0) return false;
  }
  return pq().PQstatus(wire_->get()) == CONNECTION_OK &&
         pq().PQtransactionStatus(wire_->get()) == PQTRANS_IDLE;
}

const std::optional<Error>& PostgresSession::too_slow() const {
  return wire_->too_slow;
}

Result<void> PostgresSession::exec(const std::string& sql) {
  if (wire_->lost) return wire_->gone("the session was lost");
  EV_TRY(const Reply reply, wire_->answer(pq().PQsendQuery(wire_->get(), sql.c_str())));
  // The server undoes a transaction in which something failed, whatever it is told.
  if (sql == "COMMIT" && std::string_view(pq().PQcmdStatus(reply.get())) != "COMMIT") {
    return Error{.message = "the store " + wire_->shown + " did not keep what was written",
                 .source = "store",
                 .retry_after_s = kRetryAfter};
  }
  return {};
}

Result<Stmt> PostgresSession::prepare(std::string_view sql) {
  if (auto known = idle_->take(sql)) return Stmt(std::move(known), idle_);
  return Stmt(std::make_unique<PostgresStatement>(sql, wire_), idle_);
}

std::int64_t PostgresSession::changes() const {
  return wire_->changes;
}

Result<void> PostgresSession::begin_write(std::string_view turn) {
  const auto number = static_cast<std::int32_t>(turn_number(wire_->schema, turn));
  const std::string place = "pg_advisory_xact_lock(1165381955, " + std::to_string(number) + ")";
  Result<void> begun = exec("BEGIN; SELECT " + place);
  if (!begun && !wire_->lost) {
    const Result<void> ended = exec("ROLLBACK");
    (void)ended;
  }
  return begun;
}

Result<void> PostgresSession::begin_read() {
  return exec("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
}

}  // namespace ev::store
