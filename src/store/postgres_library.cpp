#include "store/postgres_library.hpp"

#include "base/shared_library.hpp"

namespace ev::store {

namespace {

PqApi bound_library() {
  PqApi api;
#ifdef EV_PQ_AT_FIRST_USE
  static const SharedLibrary library({"libpq.so.5"});
  if (!library.problem().empty()) {
    api.problem = "libpq cannot be loaded (" + library.problem() + ")";
    return api;
  }
#define EV_BIND_PQ(name)                                                \
  api.name = reinterpret_cast<decltype(api.name)>(library.find(#name)); \
  if (api.name == nullptr) api.problem = "the installed libpq is too old (no " #name ")";
#else
#define EV_BIND_PQ(name) api.name = &::name;
#endif
  EV_PQ_FUNCTIONS(EV_BIND_PQ)
#undef EV_BIND_PQ
  return api;
}

}  // namespace

const PqApi& pq() {
  static const PqApi api = bound_library();
  return api;
}

}  // namespace ev::store
