// MeSH headings of terms that no local vocabulary knows, asked of PubMed's MeSH database: one
// esearch per term, one esummary for all that were found, cached for a month. A heading counts for
// a term only when the term is its name or one of its entry terms. Thread rule: any worker thread.
#pragma once

#include "base/context.hpp"
#include "base/result.hpp"
#include "pipeline/mesh/vocabulary.hpp"
#include "pipeline/search/ports.hpp"

#include <functional>
#include <span>
#include <string>
#include <vector>

namespace ev::search {

inline constexpr const char* kLiveMeshSource = "PubMed's MeSH database";

using Headings = std::vector<mesh::Heading>;

// One result per term, in order; own names first, descriptors before supplementary records. An
// empty list: PubMed knows no such heading. Errors: as of net::Client and the parsers.
std::vector<Result<Headings>> live_mesh(const Ports& ports, std::span<const std::string> terms,
                                        const Context& ctx);

// The seam for query generation; an empty function means that there is no network.
using LiveMesh =
    std::function<std::vector<Result<Headings>>(std::span<const std::string>, const Context&)>;
// `ports` are copied; what they refer to must outlive the function.
LiveMesh asking_live(const Ports& ports);

}  // namespace ev::search
