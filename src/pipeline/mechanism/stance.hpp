// The stance of a record's sentences towards links: each sentence that names both ends of a link,
// with what it says of it, verbatim. Internal to the room; one call's work.
#pragma once

#include "pipeline/mechanism/link_names.hpp"
#include "pipeline/mechanism/testing.hpp"
#include "pipeline/text/record_analysis.hpp"

#include <span>
#include <vector>

namespace ev::mechanism {

struct NamedLink {
  LinkToTest link;
  LinkNames from, to;
  LinkNames from_opposites, to_opposites, others;
  bool less_is_better = false;  // of `to`
};
NamedLink named_link(const LinkToTest& link);

// Per link, in text order; each supports, contradicts or mentions.
std::vector<std::vector<Evidence>> read_stances(const doc::RecordAnalysis& record,
                                                std::span<const NamedLink> links);

}  // namespace ev::mechanism
