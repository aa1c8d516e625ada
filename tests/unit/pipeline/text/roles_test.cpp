#include "pipeline/text/roles.hpp"

#include "support/catch.hpp"

namespace ev::doc {

namespace {

std::vector<Role> roles_of(std::span<const RoleInput> sentences) {
  std::vector<Role> out;
  for (const AssignedRole& assigned : assign_roles(sentences)) out.push_back(assigned.role);
  return out;
}

}  // namespace

TEST_CASE("unlabelled sentences get roles from words and order") {
  const RoleInput sentences[] = {
      {"Chronic cough is a common complaint."},
      {"The aim of this study was to compare two syrups."},
      {"In this blinded trial, adults received syrup A or syrup B for a week."},
      {"Cough scores were significantly lower with syrup A (P<.01)."},
      {"In conclusion, syrup A helps."}};
  CHECK(roles_of(sentences) == std::vector<Role>{Role::background, Role::objective, Role::methods,
                                                 Role::results, Role::conclusions});
}

TEST_CASE("labels bind") {
  const RoleInput sentences[] = {{"Pain fell (P<.01).", bit(Role::conclusions)},
                                 {"We conclude nothing.", bit(Role::methods) | bit(Role::results)}};
  const auto roles = roles_of(sentences);
  CHECK(roles[0] == Role::conclusions);
  CHECK((roles[1] == Role::methods || roles[1] == Role::results));
}

TEST_CASE("in a piece of an abstract the words tell, not the place") {
  const RoleInput end[] = {{"Cough scores were significantly lower with syrup A (P<.01)."},
                           {"In conclusion, syrup A helps."}};
  CHECK(roles_of(end) == std::vector<Role>{Role::results, Role::conclusions});
  const RoleInput aim[] = {{"The aim of this study was to compare two syrups."}};
  CHECK(roles_of(aim) == std::vector<Role>{Role::objective});
  const RoleInput nothing[] = {{"A letter."}};
  CHECK(roles_of(nothing) == std::vector<Role>{Role::unknown});
}

TEST_CASE("odds are probabilities; a label is certain") {
  CHECK(assign_roles({}).empty());
  const RoleInput sentences[] = {{"Pain fell (P<.01).", bit(Role::results)},
                                 {"Syrup A may be preferred."}};
  const auto assigned = assign_roles(sentences);
  CHECK(assigned[0].odds[3] == 1.0F);
  float sum = 0;
  for (const float odds : assigned[1].odds) sum += odds;
  CHECK(sum == Approx(1.0F));
}

}  // namespace ev::doc
