// Made-up weights for tests of the decoder.
#pragma once

namespace ev::nlp {

inline constexpr const char* kTinyChain =
    "# Weather of days.\n# model: weather\n# features: 3\n# labels: wet dry\n# count: 2\n# unit: "
    "10\n"
    "# bias: 0 1\n# start: 0 0\n# steps: 20 -20 -20 20\n"
    "00000007\t15\t-5\n0000000a\t-30\t30\n";

}  // namespace ev::nlp
