#include "pipeline/mechanism/aims.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <iterator>
#include <string>

namespace ev::mechanism {

bool states_an_aim(std::string_view sentence) {
  constexpr std::string_view kPhrases[] = {" aim ",
                                           "aimed ",
                                           "the aims ",
                                           "objective",
                                           "the purpose",
                                           "purpose of",
                                           "to investigate",
                                           "to determine",
                                           "to evaluate",
                                           "to assess",
                                           "to examine",
                                           "to compare",
                                           "to test ",
                                           "to explore",
                                           "to clarify",
                                           "to study ",
                                           "to elucidate",
                                           "whether ",
                                           "we hypothesi",
                                           "was hypothesi",
                                           "hypothesis that",
                                           "hypothesized that",
                                           "we investigated",
                                           "we examined",
                                           "we tested",
                                           "we evaluated",
                                           "we studied",
                                           "we compared",
                                           "was designed",
                                           "were designed",
                                           "is unknown",
                                           "remains unknown",
                                           "remains unclear",
                                           "is unclear",
                                           "not known",
                                           "were randomi",
                                           "was randomi",
                                           "remains to be",
                                           "should be investigated",
                                           "this study examined",
                                           "this study investigated",
                                           "was conducted to",
                                           "was undertaken",
                                           "were assigned to",
                                           "randomly assigned",
                                           "we sought"};
  const std::string lower = " " + text::to_lower_ascii(sentence);
  return lower.find('?') != std::string::npos ||
         std::any_of(std::begin(kPhrases), std::end(kPhrases),
                     [&](std::string_view p) { return lower.find(p) != std::string::npos; });
}

}  // namespace ev::mechanism
