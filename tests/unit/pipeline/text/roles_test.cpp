#include "pipeline/text/roles.hpp"

#include "support/catch.hpp"

namespace ev::doc {

TEST_CASE("unlabelled sentences get roles from cues and order") {
  const RoleInput sentences[] = {{"Chronic cough is a common complaint."},
                                 {"The aim of this study was to compare two syrups."},
                                 {"Forty adults were randomly assigned to syrup A or syrup B."},
                                 {"Cough scores were significantly lower with syrup A (P<.01)."},
                                 {"In conclusion, syrup A helps."}};
  CHECK(assign_roles(sentences) == std::vector<Role>{Role::background, Role::objective,
                                                     Role::methods, Role::results,
                                                     Role::conclusions});
}

TEST_CASE("labels bind") {
  const RoleInput sentences[] = {{"Pain fell (P<.01).", bit(Role::conclusions)},
                                 {"We conclude nothing.", bit(Role::methods) | bit(Role::results)}};
  const auto roles = assign_roles(sentences);
  CHECK(roles[0] == Role::conclusions);
  CHECK((roles[1] == Role::methods || roles[1] == Role::results));
}

TEST_CASE("without label or cue nothing is claimed") {
  const RoleInput sentences[] = {{"A letter."}, {"Another line."}};
  CHECK(assign_roles(sentences) == std::vector<Role>{Role::unknown, Role::unknown});
  CHECK(assign_roles({}).empty());
}

}  // namespace ev::doc
