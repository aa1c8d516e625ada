#include "pipeline/mechanism/compared_words.hpp"

#include "mechanism_fixture.hpp"
#include "pipeline/mechanism/content_words.hpp"
#include "support/catch.hpp"

using namespace ev;
using namespace ev::mechanism;

namespace {

ComparedWords words(const Comparison& asked, const std::string& abstract) {
  const model::Article article = mechanism::test::record("90000001", abstract, "A trial");
  const extract::RecordText record(article);
  ComparedWords out = words_of(asked, record);
  add_arms_short_forms(out, record);
  return out;
}

using Stems = std::set<std::string>;

}  // namespace

TEST_CASE("what both arms have tells nothing apart") {
  const ComparedWords w = words({"purple banding", "blue banding", "gout"}, "Gout fell.");
  CHECK(w.intervention == Stems{stem_of("purple")});
  CHECK(w.comparator == Stems{stem_of("blue")});
  CHECK(w.shared == Stems{stem_of("banding")});
}

TEST_CASE("a short form names the arm whose words its long form holds") {
  const auto arms = [](const std::string& abstract) {
    const ComparedWords w = words({"purple banding", "ostrolane", "gout"}, abstract);
    return std::make_pair(w.intervention.count("epb") + w.intervention.count("ost"),
                          w.comparator.count("ost") + w.comparator.count("epb"));
  };
  using Counts = std::pair<std::size_t, std::size_t>;
  CHECK(arms("Endoscopic purple banding (EPB) and ostrolane (OST) were compared.") == Counts(1, 1));
  CHECK(arms("Eager purple banding (EPB) was compared.") == Counts(1, 0));
  CHECK(arms("Every purple banding plus ostrolane (EPB) was compared.") == Counts(0, 0));
  CHECK(arms("Ostrolane serum titres (OST) were measured.") == Counts(0, 0));
}

TEST_CASE("a form of one letter, or one that is a common word, names nothing") {
  const ComparedWords w =
      words({"purple", "ostrolane", "gout"}, "Purple (P) and ostrolane in severe illness (ON).");
  CHECK(w.intervention == Stems{stem_of("purple")});
  CHECK(w.comparator == Stems{stem_of("ostrolane")});
}
