// What a caller wrote for a record, read: PMID, PMCID, DOI, NCT number, OpenAlex and Europe PMC
// ids, arXiv numbers, their addresses and labels, the names this program gave to imported records.
// Pure.
#pragma once

#include "pipeline/identity/ids.hpp"

#include <string>
#include <string_view>

namespace ev::search {

struct AnyId {
  std::string asked;        // as it was written
  identity::Identifier id;  // the most trusted one of it
  bool several = false;     // it names more than one; the others are not looked at
  std::string problem;      // why it names no record, "" when it does
};
AnyId read_any_id(std::string_view text);

// As the sources take it: "PMID:1", "PMCID:PMC1", "DOI:10.1/x", "NCT01234567", "W1", "PPR:PPR1".
std::string source_id(const identity::Identifier& id);

}  // namespace ev::search
