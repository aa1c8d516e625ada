#include "pipeline/query_gen/limits.hpp"

#include "pipeline/mesh/memory_vocabulary.hpp"
#include "support/catch.hpp"

namespace ev::query_gen {

TEST_CASE("limits are conjuncts, exclusions stand behind NOT, and the words name them") {
  Request request;
  request.keywords = {"zebra", " "};
  request.study_types = {"Review"};
  request.exclude_terms = {"mice"};
  request.time_frame = "last_year";
  const QueryLimits limits = limits_of(request, mesh::built_in(), "2026/11/21", "");
  CHECK(pubmed_query::print(
            limits.on(pubmed_query::make_term("asthma", pubmed_query::Field::tiab))) ==
        "(asthma[tiab] AND zebra*[tiab] AND \"Review\"[pt] AND 2025/11/21:2026/11/21[dp]) NOT "
        "mice[tiab]");
  CHECK(limits.words ==
        "; requires zebra; study types Review; published 2025/11/21 to 2026/11/21; leaves out "
        "mice");
  CHECK(limits.exclusion_warnings.size() == 1);
  CHECK(limits.warnings.empty());
}

TEST_CASE("the keyword that is the subject is no limit, the others are") {
  Request request;
  request.keywords = {"asthma", "zebra"};
  const QueryLimits limits = limits_of(request, mesh::built_in(), "2026/11/21", "asthma");
  CHECK(limits.required.size() == 1);
  CHECK(limits.words == "; requires zebra");
  REQUIRE(limits.keywords.size() == 2);
  CHECK(limits.keywords[0].heading == "Asthma");
}

}  // namespace ev::query_gen
