#include "pipeline/extract/treatment_partners.hpp"

#include "helpers.hpp"
#include "support/catch.hpp"

namespace ev::extract {

TEST_CASE("all that stands on one side of a title is named") {
  CHECK(pair_in("METHODS: Three groups of adults were seen.",
                "Adults randomized to losartan or atenolol vs aspirin") ==
        "losartan or atenolol|aspirin");
  CHECK(pair_in("METHODS: Three groups of adults were seen.",
                "Insulin and glyburide versus glyburide or insulin in adults") ==
        "Insulin and glyburide|glyburide");
}

}  // namespace ev::extract
