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
  bool own_only = false;
};

constexpr std::string_view kFirstGeneration =
    "first generation antihistamines|first generation antihistamine|sedating antihistamines|"
    "classic antihistamines|older antihistamines";
constexpr std::string_view kH2 = "H2 blockers|H2 blocker|H2 receptor antagonists|H2 antagonists";

// By key.
constexpr auto kNames = std::to_array<Entry>({
    {"angina", "Angina Pectoris", ""},
    {"antihistamine", "Histamine H1 Antagonists", "antihistamines"},
    {"antihistamines", "Histamine H1 Antagonists", ""},
    {"blood thinners", "Anticoagulants", ""},
    {"classic antihistamines", "Histamine H1 Antagonists", kFirstGeneration, true},
    {"diabetics", "Diabetes Mellitus", "diabetics|diabetic|diabetes"},
    {"estrogen therapy", "Estrogens|Estrogen Replacement Therapy",
     "estrogen|estrogens|hormone therapy|hormone replacement"},
    {"first generation antihistamines", "Histamine H1 Antagonists", kFirstGeneration, true},
    {"h2 antagonists", "Histamine H2 Antagonists", kH2},
    {"h2 blockers", "Histamine H2 Antagonists", kH2},
    {"h2 receptor antagonists", "Histamine H2 Antagonists", kH2},
    {"h2 receptor blockers", "Histamine H2 Antagonists", kH2},
    {"hormone replacement", "Hormone Replacement Therapy|Estrogen Replacement Therapy", ""},
    {"insulin sensitivity", "Insulin Resistance", ""},
    {"menopausal hormone therapy", "Hormone Replacement Therapy|Estrogen Replacement Therapy",
     "hormone therapy|hormone replacement"},
    {"menopausal symptoms", "Menopause|Hot Flashes",
     "menopausal|menopause|postmenopausal|climacteric|vasomotor symptoms|hot flushes"},
    {"older antihistamines", "Histamine H1 Antagonists", kFirstGeneration, true},
    {"second generation antihistamines", "Histamine H1 Antagonists, Non-Sedating",
     "antihistamines|antihistamine"},
    {"sedating antihistamines", "Histamine H1 Antagonists", kFirstGeneration, true},
    {"vte", "Venous Thromboembolism|Venous Thrombosis|Pulmonary Embolism", ""},
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
  out.own_only = at->own_only;
  return out;
}

}  // namespace ev::query_gen
