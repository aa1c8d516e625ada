#include "pipeline/translate/translation.hpp"

namespace ev::translate {

const char* to_text(Effect effect) {
  switch (effect) {
    case Effect::broader:
      return "broader";
    case Effect::narrower:
      return "narrower";
    case Effect::dropped:
      return "dropped";
    case Effect::other:
      break;
  }
  return "other";
}

}  // namespace ev::translate
