// What lies around records: open full text, references, citing works, similar articles, PubTator's
// annotations. Asked for together, batched where the service takes several; each part has its own
// outcome, so that one that fails never loses the others.
//
//   full text    Europe PMC (JATS), else PubMed Central
//   references   Europe PMC, else the record's own list
//   cited by     Europe PMC, else PubMed's links, else OpenAlex
//   similar      PubMed's links, the nearest ones with their titles
//   annotations  PubTator3
//
// Errors: cancelled. Thread rule: any worker thread.
#pragma once

#include "base/context.hpp"
#include "base/result.hpp"
#include "pipeline/model/article.hpp"
#include "pipeline/search/ports.hpp"
#include "pipeline/sources/cited_work.hpp"
#include "pipeline/sources/jats.hpp"
#include "pipeline/sources/pubtator.hpp"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ev::search {

struct WantedParts {
  bool full_text = false;
  bool references = false;
  bool cited_by = false;
  bool similar = false;
  bool annotations = false;
};

// `source` is "" where nothing came: `reason` says why then. `error`: a source failed on the way;
// when nothing came it is unknown whether there is anything.
template <class Content>
struct Part {
  Content content;
  std::string source;
  std::string reason;
  std::optional<Error> error;
  bool there() const { return !source.empty(); }
};

struct Surroundings {
  Part<sources::FullText> full_text;
  Part<sources::CitedWorks> references;
  Part<sources::CitedWorks> cited_by;
  Part<sources::CitedWorks> similar;
  Part<sources::AnnotatedRecord> annotations;
};

// Works of a list whose titles are looked up where the list is nothing but PMIDs.
inline constexpr std::size_t kTitledWorks = 20;

// One for every article, in order.
Result<std::vector<Surroundings>> surroundings(const Ports& ports,
                                               std::span<const model::Article> articles,
                                               const WantedParts& wanted, const Context& ctx);

}  // namespace ev::search
