// The engine of the built-in sample: answers E-utilities, the ID converter, PubTator, iCite, Europe
// PMC, OpenAlex and ClinicalTrials.gov requests at any base URL from embedded, invented records,
// without network, so that the whole HTTP path runs as in earnest. Thread rule: engine.hpp of net.
#pragma once

#include "base/clock.hpp"
#include "net/engine.hpp"

#include <memory>
#include <string>
#include <string_view>

namespace ev::sample {

// `clock` (the system's when null) tells today for relative dates; it must outlive the engine.
std::unique_ptr<net::Engine> make_engine(const Clock* clock = nullptr);

// Over other PubMed records and without the other services, for tests. The texts must outlive the
// engine.
std::unique_ptr<net::Engine> make_engine_over(std::string_view article_set, std::string_view icite,
                                              const Clock& clock);

// First PMID of the sample; everything from here on is invented.
inline constexpr long kFirstSamplePmid = 90'000'001;

}  // namespace ev::sample
