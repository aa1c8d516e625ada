// Where the store's tables get their session from. Thread rule: use() may be called from any
// thread; the body must not lock anything.
#pragma once

#include "base/context.hpp"
#include "store/sql_session.hpp"

#include <type_traits>
#include <utility>

namespace ev::store {

class SqlConnection {
 public:
  virtual ~SqlConnection() = default;

  // `body` takes a SqlSession& and returns a Result. Both the waiting for a session and the body's
  // statements end with the error of ctx.check() once the call must end.
  template <class Body>
  auto use(Body&& body, const Context& ctx = {}) -> std::invoke_result_t<Body, SqlSession&> {
    EV_TRY(SqlSession* const session, borrow(ctx));
    const Loan loan{*this, *session};
    auto result = body(*session);
    if (!result && result.error().code == Errc::cancelled) EV_CHECK(ctx.check());
    return result;
  }

  // Gives back memory that is kept for speed; an engine that keeps none does nothing.
  virtual void shrink() {}

 private:
  struct Loan {
    SqlConnection& of;
    SqlSession& session;
    ~Loan() { of.give_back(session); }
  };
  virtual Result<SqlSession*> borrow(const Context& ctx) = 0;
  virtual void give_back(SqlSession& session) noexcept = 0;
};

}  // namespace ev::store
