#include "pipeline/appraise/word_stem.hpp"

#include <algorithm>
#include <libstemmer.h>
#include <memory>
#include <new>

namespace ev::appraise {

namespace {

struct DeleteStemmer {
  void operator()(sb_stemmer* stemmer) const { sb_stemmer_delete(stemmer); }
};

// A stemmer holds the word it works on, so each thread has its own.
sb_stemmer* english() {
  thread_local const std::unique_ptr<sb_stemmer, DeleteStemmer> stemmer(
      sb_stemmer_new("english", "UTF_8"));
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
  const sb_symbol* stem = sb_stemmer_stem(stemmer, reinterpret_cast<const sb_symbol*>(word.data()),
                                          static_cast<int>(word.size()));
  if (stem == nullptr) throw std::bad_alloc();
  return {reinterpret_cast<const char*>(stem),
          static_cast<std::size_t>(sb_stemmer_length(stemmer))};
}

}  // namespace ev::appraise
