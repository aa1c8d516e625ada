#include "pipeline/pubmed_query/stop_words.hpp"

#include "base/text.hpp"

#include <string>
#include <unordered_set>

namespace ev::pubmed_query {

bool is_stop_word(std::string_view lower_case_word) {
  static const std::unordered_set<std::string> words = [] {
    std::unordered_set<std::string> made;
    for (
        const std::string& word : text::split(
            "a about again all almost also although always among an and another any are as at be "
            "because been before being between both but by can could did do does done due during "
            "each either enough especially etc for found from further had has have having here how "
            "however i if in into is it its itself just kg km made mainly make may mg might ml mm "
            "most mostly must nearly neither no nor obtained of often on our overall perhaps pmid "
            "quite rather really regarding seem seen several should show showed shown shows "
            "significantly since so some such than that the their theirs them then there therefore "
            "these they this those through thus to upon use used using various very was we were "
            "what when which while with within without would",
            ' ')) {
      if (!word.empty()) made.insert(word);
    }
    return made;
  }();
  return words.contains(std::string(lower_case_word));
}

}  // namespace ev::pubmed_query
