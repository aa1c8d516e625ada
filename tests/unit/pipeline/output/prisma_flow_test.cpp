#include "pipeline/output/prisma_flow.hpp"

#include "support/catch.hpp"

using namespace ev;

TEST_CASE("The flow is drawn with its numbers; boxes nobody filled say so; text is escaped") {
  const auto boxes = research::prisma_boxes(
      {.searches = {{.service = "pub<med>", .returned = 12}}, .distinct = 10});
  const std::string svg = output::prisma_flow(boxes);
  CHECK(svg.starts_with("<svg "));
  CHECK(svg.find("role=\"img\"") != std::string::npos);
  CHECK(svg.find("Records identified (n = 12)") != std::string::npos);
  CHECK(svg.find("duplicates (n = 2)") != std::string::npos);
  CHECK(svg.find("Reports included: nobody has filled this box") != std::string::npos);
  CHECK(svg.find("<med>") == std::string::npos);
  CHECK(svg == output::prisma_flow(boxes));
}
