#include "pipeline/extract/convert.hpp"

#include "support/catch.hpp"

namespace ev::extract {

namespace {

Candidate candidate(std::string text, std::optional<double> number = {},
                    std::optional<bool> flag = {}) {
  Candidate out{.text = text, .number = number, .flag = flag};
  out.ground = {.quote = std::move(text), .text = "abstract", .start = 0, .end = 1};
  return out;
}

}  // namespace

TEST_CASE("values take the type that was asked for") {
  const Findings twelve{.candidates = {candidate("12 weeks", 12.0)}};
  CHECK(to_cell({.name = "x", .type = Type::number}, twelve).value == model::Value(12));
  CHECK(to_cell({.name = "x", .type = Type::string}, twelve).value == model::Value("12 weeks"));
  CHECK(to_cell({.name = "x", .type = Type::boolean}, twelve).value == model::Value(true));
  const Findings no{.candidates = {candidate("not randomized", {}, false)}};
  CHECK(to_cell({.name = "x", .type = Type::boolean}, no).value == model::Value(false));
}

TEST_CASE("what does not fit is invalid and null, never bent") {
  const Findings half{.candidates = {candidate("0.5", 0.5)}};
  const Cell integer = to_cell({.name = "x", .type = Type::integer}, half);
  CHECK(integer.status == Status::invalid);
  CHECK(integer.value.is_null());
  CHECK(integer.alternatives.size() == 1);
  CHECK(to_cell({.name = "x", .type = Type::number, .minimum = 1}, half).status == Status::invalid);
  const Cell choice =
      to_cell({.name = "x", .options = {"RCT", "cohort"}}, {.candidates = {candidate("review")}});
  CHECK(choice.status == Status::invalid);
  CHECK(choice.reason.find("none of the allowed values") != std::string::npos);
}

TEST_CASE("choices are found by their words and usual short forms") {
  const FieldSpec field{.name = "x", .options = {"RCT", "cohort", "case_control", "other"}};
  auto chosen = [&](const char* text) { return to_cell(field, {.candidates = {candidate(text)}}); };
  CHECK(chosen("randomized controlled trial").value == model::Value("RCT"));
  CHECK(chosen("cohort study").value == model::Value("cohort"));
  CHECK(chosen("case-control study").value == model::Value("case_control"));
  const FieldSpec yes_no{.name = "x", .options = {"yes", "no"}};
  CHECK(to_cell(yes_no, {.candidates = {candidate("not", {}, false)}}).value == model::Value("no"));
}

TEST_CASE("arrays keep values and grounds in step") {
  const Findings findings{.candidates = {candidate("a"), candidate("b"), candidate("a")}};
  const Cell cell = to_cell({.name = "x", .array = true}, findings);
  CHECK(cell.value.array().size() == 2);
  CHECK(cell.grounds.size() == 2);
  CHECK(cell.grounds[1].quote == "b");
}

TEST_CASE("conflicts keep the value and say why") {
  const Cell cell = to_cell({.name = "x"}, {.candidates = {candidate("a")}, .conflict = "odd"});
  CHECK(cell.status == Status::conflict);
  CHECK(cell.value == model::Value("a"));
  CHECK(cell.reason == "odd");
}

TEST_CASE("nothing found is not stated, with a reason") {
  CHECK(to_cell({.name = "x"}, {}).status == Status::not_stated);
  CHECK_FALSE(to_cell({.name = "x"}, {}).reason.empty());
}

}  // namespace ev::extract
