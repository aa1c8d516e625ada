#include "pipeline/extract/availability.hpp"

#include "helpers.hpp"
#include "support/catch.hpp"

namespace ev::extract {

TEST_CASE("what is shared and what is withheld") {
  struct Case {
    const char* sentence;
    std::optional<bool> data;
    std::optional<bool> code;
  };
  const Case table[] = {
      {"The source code will not be released.", {}, false},
      {"Code is not available.", {}, false},
      {"Neither the data nor the code are publicly available.", false, false},
      {"Data cannot be shared for privacy reasons.", false, {}},
      {"Code is available at https://github.com/tea/tea.", {}, true},
      {"The software for survival data is available at https://tea.org.", {}, true},
      {"Code and data are freely available at https://github.com/tea.", true, true},
      {"The data are available from the corresponding author on request.", true, {}},
      {"Data are available on the effects of tea in children.", {}, {}},
      {"No data are available on tea.", {}, {}},
      {"These data show that caffeine can be released.", {}, {}},
      {"Comparative data are not available.", {}, {}},
      {"The data were not available for two women.", {}, {}},
  };
  for (const Case& c : table) {
    CAPTURE(c.sentence);
    const model::Article article = article_of(c.sentence);
    const RecordText record(article);
    CHECK(says_available(record.sentences().front(), Shared::data) == c.data);
    CHECK(says_available(record.sentences().front(), Shared::code) == c.code);
  }
}

}  // namespace ev::extract
