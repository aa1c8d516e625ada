#include "pipeline/mesh/qualifiers.hpp"

#include "base/text.hpp"
#include "pipeline/mesh/vocabulary.hpp"

#include <array>
#include <string>

namespace ev::mesh {

namespace {

constexpr auto kQualifiers = std::to_array<Qualifier>({
    {"AB", "abnormalities"},
    {"AD", "administration & dosage"},
    {"AE", "adverse effects", "PO TO"},
    {"AG", "agonists"},
    {"AA", "analogs & derivatives"},
    {"AN", "analysis", "BL CF IP UR"},
    {"AH", "anatomy & histology", "BS CY UL EM AB IR PA"},
    {"AI", "antagonists & inhibitors"},
    {"BI", "biosynthesis"},
    {"BL", "blood"},
    {"BS", "blood supply"},
    {"CF", "cerebrospinal fluid"},
    {"CS", "chemical synthesis"},
    {"CI", "chemically induced"},
    {"CH", "chemistry", "AG AA AI CS"},
    {"CL", "classification"},
    {"CO", "complications", "SC"},
    {"CN", "congenital"},
    {"CT", "contraindications"},
    {"CY", "cytology", "UL"},
    {"DF", "deficiency"},
    {"DI", "diagnosis", "DG"},
    {"DG", "diagnostic imaging"},
    {"DU", "diagnostic use", "", false},
    {"DH", "diet therapy"},
    {"DE", "drug effects"},
    {"DT", "drug therapy"},
    {"EC", "economics"},
    {"ED", "education"},
    {"EM", "embryology", "AB"},
    {"EN", "enzymology"},
    {"EP", "epidemiology", "EH MO"},
    {"ES", "ethics"},
    {"EH", "ethnology"},
    {"ET", "etiology", "CI CO SC CN EM GE IM MI VI PS TM"},
    {"GE", "genetics"},
    {"GD", "growth & development"},
    {"HI", "history"},
    {"IM", "immunology"},
    {"IN", "injuries"},
    {"IR", "innervation"},
    {"IS", "instrumentation"},
    {"IP", "isolation & purification"},
    {"LJ", "legislation & jurisprudence"},
    {"MA", "manpower", "", false},
    {"ME", "metabolism", "BI BL CF DF EN PK UR"},
    {"MT", "methods"},
    {"MI", "microbiology", "VI"},
    {"MO", "mortality"},
    {"NU", "nursing"},
    {"OG", "organization & administration", "EC LJ ST SD TD"},
    {"PS", "parasitology"},
    {"PY", "pathogenicity"},
    {"PA", "pathology"},
    {"PK", "pharmacokinetics"},
    {"PD", "pharmacology", "AD AE PO TO AG AI PK"},
    {"PH", "physiology", "GE GD IM ME BI BL CF DF EN PK UR PP SE"},
    {"PP", "physiopathology"},
    {"PO", "poisoning"},
    {"PC", "prevention & control"},
    {"PX", "psychology"},
    {"RE", "radiation effects"},
    {"RA", "radiography", "", false},
    {"RI", "radionuclide imaging", "", false},
    {"RT", "radiotherapy"},
    {"RH", "rehabilitation"},
    {"SC", "secondary"},
    {"SE", "secretion"},
    {"ST", "standards"},
    {"SN", "statistics & numerical data", "EP EH MO SD"},
    {"SD", "supply & distribution"},
    {"SU", "surgery", "TR"},
    {"TU", "therapeutic use", "AD AE PO"},
    {"TH", "therapy", "DH DT NU PC RT RH SU TR"},
    {"TO", "toxicity"},
    {"TM", "transmission"},
    {"TR", "transplantation"},
    {"TD", "trends"},
    {"UL", "ultrastructure"},
    {"US", "ultrasonography", "", false},
    {"UR", "urine"},
    {"UT", "utilization", "", false},
    {"VE", "veterinary"},
    {"VI", "virology"},
});

// "&" and "and" are the same.
std::string name_key(std::string_view name) {
  std::string key;
  for (const std::string& word : text::split(term_key(name), ' ')) {
    if (word == "and") continue;
    key += (key.empty() ? "" : " ") + word;
  }
  return key;
}

}  // namespace

std::span<const Qualifier> qualifiers() {
  return kQualifiers;
}

const Qualifier* find_qualifier(std::string_view code_or_name) {
  const std::string key = name_key(code_or_name);
  for (const Qualifier& qualifier : kQualifiers) {
    const bool by_code = key.size() == 2 && text::equal_ignoring_ascii_case(key, qualifier.code);
    if (by_code || key == name_key(qualifier.name)) return &qualifier;
  }
  return nullptr;
}

std::vector<const Qualifier*> exploded_qualifier(const Qualifier& qualifier) {
  std::vector<const Qualifier*> out = {&qualifier};
  for (const std::string& code : text::split(qualifier.family, ' ')) {
    const Qualifier* member = code.empty() ? nullptr : find_qualifier(code);
    if (member != nullptr) out.push_back(member);
  }
  return out;
}

}  // namespace ev::mesh
