// Porter's suffix stripper (Porter 1980, "An algorithm for suffix stripping", with the author's
// later corrections for -logi and -bli), for ASCII lower-case words. Words with other characters,
// with digits or of fewer than three letters come back unchanged. Pure function.
#pragma once

#include <string>
#include <string_view>

namespace ev::appraise {

std::string porter_stem(std::string_view word);

}  // namespace ev::appraise
