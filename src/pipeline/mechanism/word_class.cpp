#include "pipeline/mechanism/word_class.hpp"

#include "base/data_table.hpp"

namespace ev::mechanism {

WordClass::WordClass(std::string_view name) {
  for (const std::string_view word : data_words("lexicon/link_words.tsv", "word", "class", name))
    words_.insert(word);
}

}  // namespace ev::mechanism
