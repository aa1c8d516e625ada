#include "pipeline/query_gen/spoken_names.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <array>

namespace ev::query_gen {

namespace {

struct Entry {
  std::string_view key;
  std::string_view headings;  // separated by '|'
  std::string_view words;     // likewise
};

// By key.
constexpr auto kNames = std::to_array<Entry>({
    {"angina", "Angina Pectoris", ""},
    {"antihistamine", "Histamine H1 Antagonists", "antihistamines"},
    {"antihistamines", "Histamine H1 Antagonists", ""},
    {"blood thinners", "Anticoagulants", ""},
    {"estrogen therapy", "Estrogens|Estrogen Replacement Therapy",
     "estrogen|estrogens|hormone therapy|hormone replacement"},
    {"hormone replacement", "Hormone Replacement Therapy|Estrogen Replacement Therapy", ""},
    {"insulin sensitivity", "Insulin Resistance", ""},
    {"menopausal hormone therapy", "Hormone Replacement Therapy|Estrogen Replacement Therapy",
     "hormone therapy|hormone replacement"},
    {"menopausal symptoms", "Menopause|Hot Flashes",
     "menopausal|menopause|postmenopausal|climacteric|vasomotor symptoms|hot flushes"},
    {"second generation antihistamines", "Histamine H1 Antagonists, Non-Sedating",
     "antihistamines|antihistamine"},
});

}  // namespace

SpokenName spoken_name(std::string_view key, const mesh::Vocabulary& vocabulary) {
  SpokenName out;
  const auto at =
      std::find_if(kNames.begin(), kNames.end(), [key](const Entry& e) { return e.key == key; });
  if (at == kNames.end()) return out;
  for (const std::string& name : text::split(at->headings, '|')) {
    const mesh::Heading* heading = vocabulary.by_name(name);
    if (heading != nullptr && !heading->supplementary) out.headings.push_back(heading);
  }
  if (out.headings.empty() || at->words.empty()) return out;
  out.words = text::split(at->words, '|');
  return out;
}

}  // namespace ev::query_gen
