// Stems of English words by Snowball's English stemmer (libstemmer), for ASCII lower-case words.
// Words with other characters, with digits or of fewer than three letters come back unchanged.
// Pure function.
#pragma once

#include <string>
#include <string_view>

namespace ev::appraise {

std::string word_stem(std::string_view word);

}  // namespace ev::appraise
