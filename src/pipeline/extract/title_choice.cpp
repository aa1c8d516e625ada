#include "pipeline/extract/title_choice.hpp"

#include "base/text.hpp"
#include "pipeline/extract/administered.hpp"
#include "pipeline/extract/noun_phrase.hpp"
#include "pipeline/extract/treatment_name.hpp"

#include <algorithm>

namespace ev::extract {

std::size_t place_in_title(const RecordText& record, std::string_view name) {
  const std::string title = text::fold(record.article().title);
  const std::string folded = text::fold(name);
  std::size_t place = title.find(folded);
  // A name made whole begins with the word that the title has, one with a form has its drug.
  if (place == std::string::npos) place = title.find(folded.substr(0, folded.find(' ')));
  if (place == std::string::npos) {
    for (const doc::Token& token : doc::tokenize(name)) {
      if ((word_kinds(token) & kind::drug) != 0) place = std::min(place, title.find(token.folded));
    }
  }
  if (place == std::string::npos) return kAbsent;
  for (const std::string_view joint : {" versus ", " vs ", " vs. ", " than ", " compared with ",
                                       " compared to ", " comparison with ", " comparable to "}) {
    const std::size_t at = title.find(joint);
    // Behind a colon the title speaks of something else.
    if (at < place && title.find(": ", at) > place) return kCompared;
  }
  return place;
}

std::optional<Candidate> from_title(const RecordText& record, Chunk TitleTreatments::*part) {
  for (const Sentence& sentence : record.sentences()) {
    if (!sentence.is_title()) break;
    const Phrase named{&sentence, title_treatments_of(record).*part};
    if (named.chunk.last <= named.chunk.first) continue;
    // A name that no list knows has to be given to somebody.
    static const Patterns kDone = {"eradication|withdrawal|discontinuation|cessation|restriction"};
    const bool known = (kinds_of(sentence, named.chunk) & kind::treatment) != 0 ||
                       kDone.match_at(sentence.tokens, named.chunk.last - 1).has_value();
    if (known || is_given(record, named)) return value_of(record, named, kSureOfTitle);
  }
  return std::nullopt;
}

}  // namespace ev::extract
