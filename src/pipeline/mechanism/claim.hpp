// Whether records bear out a claim or answer a yes/no question. A record is judged by its
// conclusion (its last statements where none is labelled): each sentence affirms or denies, weighed
// by how many of the claim's words it takes up and by its place; "although …" counts little,
// "further studies …" not at all. A denial of what the question doubts is an affirmation ("no
// increase in complications" says that it is safe), and "similar" denies a difference. A record
// that does not take up the claim is a mention. Retracted papers and notices are not read.
//
// A claim that compares ("A causes fewer C than B") is answered as a comparison is, unless its one
// record was given: records that compare other arms have no say (comparative_claim.hpp).
//
// verdict: by design-weighted votes of the records with the thresholds of testing.hpp; records that
// were searched for (not given) must come from two independent groups. Thread rule: pure functions.
#pragma once

#include "base/context.hpp"
#include "base/result.hpp"
#include "pipeline/mechanism/testing.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ev::mechanism {

using model::Verdict;

struct ClaimOptions {
  std::size_t groups_wanted = 1;
  std::vector<std::string> members;  // of the drug class that the claim is made of
};

struct ClaimResult {
  Verdict verdict = Verdict::insufficient;
  std::string reason;
  std::vector<Evidence> articles;  // one per record; of Evidence::stance all but background
  double weight_for = 0, weight_against = 0, share = 0, low = 0, high = 1;
  std::size_t supporting_records = 0, contradicting_records = 0, mixed_records = 0;
  std::optional<std::size_t> independent_groups;
  std::vector<std::string> excluded_retracted;
  std::size_t records_read = 0;
};

// Who is said to do what to whom ("A reduces B in C": A, -, B); nullopt for claims of other forms.
std::optional<LinkToTest> link_of_claim(std::string_view claim);

// "Does A lower B?": what can be answered with yes or no.
bool asks_yes_or_no(std::string_view question);

Result<ClaimResult> test_claim(std::string_view claim, std::span<const model::Article> articles,
                               const ClaimOptions& options, const Context& ctx);

}  // namespace ev::mechanism
