#include "pipeline/appraise/word_stem.hpp"

#include <algorithm>
#include <libstemmer.h>
#include <memory>
#include <new>
#ifdef EV_STEMMER_AT_FIRST_USE
#include "base/shared_library.hpp"

#include <stdexcept>
#endif

namespace ev::appraise {

namespace {

#define EV_STEMMER_FUNCTIONS(use) \
  use(sb_stemmer_new) use(sb_stemmer_delete) use(sb_stemmer_stem) use(sb_stemmer_length)

struct StemmerApi {
#define EV_DECLARE(name) decltype(&::name) name = nullptr;
  EV_STEMMER_FUNCTIONS(EV_DECLARE)
#undef EV_DECLARE
};

#ifdef EV_STEMMER_AT_FIRST_USE
StemmerApi bound_stemmer() {
  static const SharedLibrary library({"libstemmer.so.0d", "libstemmer.so.0", "libstemmer.so"});
  StemmerApi api;
#define EV_BIND(name)                                                                        \
  api.name = reinterpret_cast<decltype(api.name)>(library.find(#name));                      \
  if (api.name == nullptr)                                                                   \
    throw std::runtime_error("Snowball's stemmer cannot be used (" +                         \
                             (library.problem().empty() ? "no " #name : library.problem()) + \
                             "); install it (Debian: apt install libstemmer0d)");
  EV_STEMMER_FUNCTIONS(EV_BIND)
#undef EV_BIND
  return api;
}
#else
StemmerApi bound_stemmer() {
  StemmerApi api;
#define EV_BIND(name) api.name = &::name;
  EV_STEMMER_FUNCTIONS(EV_BIND)
#undef EV_BIND
  return api;
}
#endif

const StemmerApi& stemmers() {
  static const StemmerApi api = bound_stemmer();
  return api;
}

struct DeleteStemmer {
  void operator()(sb_stemmer* stemmer) const { stemmers().sb_stemmer_delete(stemmer); }
};

// A stemmer holds the word it works on, so each thread has its own.
sb_stemmer* english() {
  thread_local const std::unique_ptr<sb_stemmer, DeleteStemmer> stemmer(
      stemmers().sb_stemmer_new("english", "UTF_8"));
  if (!stemmer) throw std::bad_alloc();  // the language is always there
  return stemmer.get();
}

bool is_word(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c >= 'a' && c <= 'z'; });
}

}  // namespace

std::string word_stem(std::string_view word) {
  if (word.size() < 3 || !is_word(word)) return std::string(word);
  sb_stemmer* stemmer = english();
  const sb_symbol* stem = stemmers().sb_stemmer_stem(
      stemmer, reinterpret_cast<const sb_symbol*>(word.data()), static_cast<int>(word.size()));
  if (stem == nullptr) throw std::bad_alloc();
  return {reinterpret_cast<const char*>(stem),
          static_cast<std::size_t>(stemmers().sb_stemmer_length(stemmer))};
}

}  // namespace ev::appraise
