// libpq brings some twenty libraries and milliseconds to every start, while a laptop never asks for
// PostgreSQL. Its functions stand here by their own names and open it when one is first called;
// where it is missing, the call ends with its name and what to install.
#ifdef EV_LIBPQ_AT_FIRST_USE

#include "base/shared_library.hpp"

#include <libpq-fe.h>
#include <stdexcept>

namespace {

void* libpq_function(const char* name) {
  static const ev::SharedLibrary library({"libpq.so.5"});
  void* const found = library.find(name);
  if (found == nullptr) {
    throw std::runtime_error(
        "PostgreSQL's client library cannot be used (" +
        (library.problem().empty() ? std::string("no ") + name : library.problem()) +
        "); install it (Debian: apt install libpq5)");
  }
  return found;
}

}  // namespace

#define EV_LIBPQ(result, name, parameters, arguments)                                         \
  result name parameters {                                                                    \
    static const auto target = reinterpret_cast<result(*) parameters>(libpq_function(#name)); \
    return target arguments;                                                                  \
  }

extern "C" {
EV_LIBPQ(void, PQclear, (PGresult * a), (a))
EV_LIBPQ(char*, PQcmdStatus, (PGresult * a), (a))
EV_LIBPQ(char*, PQcmdTuples, (PGresult * a), (a))
EV_LIBPQ(PostgresPollingStatusType, PQconnectPoll, (PGconn * a), (a))
EV_LIBPQ(PGconn*, PQconnectStartParams, (const char* const* a, const char* const* b, int c),
         (a, b, c))
EV_LIBPQ(void, PQconninfoFree, (PQconninfoOption * a), (a))
EV_LIBPQ(PQconninfoOption*, PQconninfoParse, (const char* a, char** b), (a, b))
EV_LIBPQ(int, PQconsumeInput, (PGconn * a), (a))
EV_LIBPQ(char*, PQerrorMessage, (const PGconn* a), (a))
EV_LIBPQ(void, PQfinish, (PGconn * a), (a))
EV_LIBPQ(int, PQflush, (PGconn * a), (a))
EV_LIBPQ(void, PQfreemem, (void* a), (a))
EV_LIBPQ(Oid, PQftype, (const PGresult* a, int b), (a, b))
EV_LIBPQ(PGresult*, PQgetResult, (PGconn * a), (a))
EV_LIBPQ(int, PQgetlength, (const PGresult* a, int b, int c), (a, b, c))
EV_LIBPQ(char*, PQgetvalue, (const PGresult* a, int b, int c), (a, b, c))
EV_LIBPQ(int, PQisBusy, (PGconn * a), (a))
EV_LIBPQ(int, PQlibVersion, (), ())
EV_LIBPQ(int, PQnfields, (const PGresult* a), (a))
EV_LIBPQ(int, PQntuples, (const PGresult* a), (a))
EV_LIBPQ(char*, PQresultErrorField, (const PGresult* a, int b), (a, b))
EV_LIBPQ(char*, PQresultErrorMessage, (const PGresult* a), (a))
EV_LIBPQ(ExecStatusType, PQresultStatus, (const PGresult* a), (a))
EV_LIBPQ(int, PQsendPrepare, (PGconn * a, const char* b, const char* c, int d, const Oid* e),
         (a, b, c, d, e))
EV_LIBPQ(int, PQsendQuery, (PGconn * a, const char* b), (a, b))
EV_LIBPQ(int, PQsendQueryPrepared,
         (PGconn * a, const char* b, int c, const char* const* d, const int* e, const int* f,
          int g),
         (a, b, c, d, e, f, g))
EV_LIBPQ(PQnoticeReceiver, PQsetNoticeReceiver, (PGconn * a, PQnoticeReceiver b, void* c),
         (a, b, c))
EV_LIBPQ(int, PQsetnonblocking, (PGconn * a, int b), (a, b))
EV_LIBPQ(int, PQsocket, (const PGconn* a), (a))
EV_LIBPQ(ConnStatusType, PQstatus, (const PGconn* a), (a))
EV_LIBPQ(PGTransactionStatusType, PQtransactionStatus, (const PGconn* a), (a))
}
#undef EV_LIBPQ

#endif
