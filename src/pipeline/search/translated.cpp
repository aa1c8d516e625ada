#include "pipeline/search/translated.hpp"

#include "base/clock.hpp"
#include "pipeline/pubmed_query/dates.hpp"
#include "pipeline/translate/vocabulary_options.hpp"

namespace ev::search {

namespace {

// What an approximation does to the records found, in plain words.
const char* consequence(translate::Effect effect) {
  switch (effect) {
    case translate::Effect::broader:
      return "may find more than asked for";
    case translate::Effect::narrower:
      return "may miss some";
    case translate::Effect::dropped:
    case translate::Effect::other:
      break;
  }
  return "may find some that were not asked for and miss others";
}

std::string loss(const translate::Note& note, const char* what) {
  std::string who = note.what;
  if (note.count > 1) {
    who += " and " + std::to_string(note.count - 1) +
           (note.count == 2 ? " more term each " : " more terms each ");
  }
  return (note.count > 1 ? who : who + " ") + what + ": " + note.why + "; " +
         consequence(note.effect);
}

}  // namespace

translate::Translation translated(const Ports& ports, const sources::Service& service,
                                  const pubmed_query::Node& query) {
  translate::Options options = translate::with_vocabulary(ports.vocabulary, service.names);
  options.today = pubmed_query::read_date(iso_date(ports.clock.unix_time())).date;
  return service.translate(query, options);
}

Losses losses_of(const translate::Translation& translation) {
  Losses out;
  for (const translate::Note& note : translation.untranslated) {
    out.left_out.push_back(loss(note, "was left out"));
  }
  for (const translate::Note& note : translation.approximated) {
    out.approximated.push_back(loss(note, "was approximated"));
  }
  return out;
}

}  // namespace ev::search
