// The PMIDs met in a file, a bit each: a few megabytes for all of PubMed, so that memory does not
// grow with the number of records. Thread rule: a plain value, one thread at a time.
#pragma once

#include <bitset>
#include <cstdint>
#include <map>
#include <string_view>

namespace ev::library {

class PmidSet {
 public:
  // Whether such a PMID can be kept: up to eight digits, as written by PubMed (no leading zero).
  static bool fits(std::string_view pmid) { return number_of(pmid) != 0; }

  // Returns whether it was not there before. `pmid` must fit.
  bool insert(std::string_view pmid) {
    const std::uint32_t number = number_of(pmid);
    auto bit = pages_[number / kPage][number % kPage];
    if (bit) return false;
    bit = true;
    return true;
  }

 private:
  static constexpr std::uint32_t kPage = 1u << 16;

  // 0 for what does not fit.
  static std::uint32_t number_of(std::string_view pmid) {
    if (pmid.empty() || pmid.size() > 8 || pmid.front() == '0') return 0;
    std::uint32_t number = 0;
    for (const char c : pmid) {
      if (c < '0' || c > '9') return 0;
      number = number * 10 + static_cast<std::uint32_t>(c - '0');
    }
    return number;
  }

  std::map<std::uint32_t, std::bitset<kPage>> pages_;
};

}  // namespace ev::library
