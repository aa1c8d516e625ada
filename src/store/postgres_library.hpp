// libpq, where it is wanted: it brings two dozen libraries and more than doubles the time of a
// start, while most never use it. On Linux it is opened at the first use; where it is
// missing, a store that wants it is an error that says what to install. Thread rule: any thread.
#pragma once

#include <libpq-fe.h>
#include <string>

namespace ev::store {

// clang-format off
#define EV_PQ_FUNCTIONS(X)                                                                  \
  X(PQclear) X(PQcmdStatus) X(PQcmdTuples) X(PQconnectPoll) X(PQconnectStartParams)         \
  X(PQconninfoFree) X(PQconninfoParse) X(PQconsumeInput) X(PQerrorMessage) X(PQfinish)      \
  X(PQflush) X(PQfreemem) X(PQftype) X(PQgetResult) X(PQgetlength) X(PQgetvalue)            \
  X(PQisBusy) X(PQlibVersion) X(PQnfields) X(PQntuples) X(PQresultErrorField)               \
  X(PQresultErrorMessage) X(PQresultStatus) X(PQsendPrepare) X(PQsendQuery)                 \
  X(PQsendQueryPrepared) X(PQsetNoticeReceiver) X(PQsetnonblocking) X(PQsocket)             \
  X(PQstatus) X(PQtransactionStatus)
// clang-format on

struct PqApi {
#define EV_MEMBER(name) decltype(&::name) name = nullptr;
  EV_PQ_FUNCTIONS(EV_MEMBER)
#undef EV_MEMBER
  std::string problem;  // why it cannot be used; "" when it can
};

const PqApi& pq();

}  // namespace ev::store
