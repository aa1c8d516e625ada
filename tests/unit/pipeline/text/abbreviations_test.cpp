#include "pipeline/text/abbreviations.hpp"

#include "support/catch.hpp"

#include <string>

namespace ev::doc {

namespace {

// "CLD = chronic lung disease; …" of the definitions found.
std::string definitions_in(std::string abstract) {
  model::Article article;
  article.abstract = std::move(abstract);
  const Document document(article);
  std::string out;
  for (const Abbreviation& found : find_abbreviations(document)) {
    CHECK(std::string(document.text(found.short_span)) == found.short_form);
    if (!out.empty()) out += "; ";
    out += found.short_form + " = " + std::string(document.text(found.long_span));
  }
  return out;
}

}  // namespace

TEST_CASE("short forms and the words they stand for") {
  struct Case {
    const char* text;
    const char* found;
  };
  const Case table[] = {
      {"Infants with chronic tea disease (CTD) slept.", "CTD = chronic tea disease"},
      {"The Index of Tea Tolerance (ITT) rose.", "ITT = Index of Tea Tolerance"},
      {"Non-steeped herbal infusions (NSHIs) were given.", "NSHI = Non-steeped herbal infusions"},
      {"CTD (chronic tea disease) is rare.", "CTD = chronic tea disease"},
      {"tea polyphenol oxidase (tPO) and leaf count (LC; per twig) fell.",
       "tPO = tea polyphenol oxidase; LC = leaf count"},
      {"hydroxyteanol (HT) was measured", "HT = hydroxyteanol"},
      {"the \u03B2-leaf blocker (BLB) was used", ""},
      {"leaf growth factor 2 (LGF-2) rose", "LGF-2 = leaf growth factor 2"},
      {"Tea drinkers (n = 12) and others (P < .05) in Leeds (UK) slept (see Table 2).", ""},
      {"Sixty adults (mean age 40) drank tea (II) twice (95% CI).", ""},
      {"Chronic tea disease (CTD) and cold tea drinking (CTD) differ.",
       "CTD = Chronic tea disease"},
      {"Unclosed tea (CTD and", ""},
      {"(CTD) alone", ""},
      {"rooibos (RB) helps", "RB = rooibos"},
  };
  for (const Case& c : table) {
    CAPTURE(c.text);
    CHECK(definitions_in(c.text) == c.found);
  }
}

TEST_CASE("a word is looked up in its own capitals and in the plural") {
  model::Article article;
  article.title = "World Herb Order (WHO) and leaf units (LU)";
  const Document document(article);
  const auto definitions = find_abbreviations(document);
  REQUIRE(definitions.size() == 2);
  CHECK(definition_of(definitions, "WHO") == &definitions[0]);
  CHECK(definition_of(definitions, "LUs") == &definitions[1]);
  CHECK(definition_of(definitions, "who") == nullptr);
  CHECK(definition_of(definitions, "LUX") == nullptr);
  CHECK(definition_of({}, "WHO") == nullptr);
}

TEST_CASE("offsets hold behind letters of several bytes") {
  model::Article article;
  article.abstract = "\u00C9t\u00E9 \u03B1\u03B2: th\u00E9 vert total (TVT) was drunk.";
  const Document document(article);
  const auto definitions = find_abbreviations(document);
  REQUIRE(definitions.size() == 1);
  CHECK(document.text(definitions[0].long_span) == "th\u00E9 vert total");
  CHECK(document.quote(definitions[0].long_span).start == 8);
}

}  // namespace ev::doc
