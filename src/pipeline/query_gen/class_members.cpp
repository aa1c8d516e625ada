#include "pipeline/query_gen/class_members.hpp"

#include <algorithm>
#include <array>

namespace ev::query_gen {

namespace {

struct Stem {
  std::string_view heading;
  std::string_view stem;
  std::string_view other = {};  // ending of another stem that ends so, too
};

constexpr auto kStems = std::to_array<Stem>({
    {"Adrenergic alpha-1 Receptor Antagonists", "-azosin"},
    {"Adrenergic beta-Antagonists", "-olol"},
    {"Anesthetics, Local", "-caine"},
    {"Angiotensin Receptor Antagonists", "-sartan"},
    {"Angiotensin II Type 1 Receptor Blockers", "-sartan"},
    {"Angiotensin-Converting Enzyme Inhibitors", "-pril"},
    {"Anti-Inflammatory Agents, Non-Steroidal", "-coxib"},
    {"Anti-Inflammatory Agents, Non-Steroidal", "-fenac"},
    {"Anti-Inflammatory Agents, Non-Steroidal", "-oxicam"},
    {"Anti-Inflammatory Agents, Non-Steroidal", "-profen"},
    {"Anthracyclines", "-rubicin"},
    {"Antidiuretic Hormone Receptor Antagonists", "-vaptan"},
    {"Benzodiazepines", "-azepam"},
    {"Calcium Channel Blockers", "-dipine"},
    {"Cyclooxygenase 2 Inhibitors", "-coxib"},
    {"Dipeptidyl-Peptidase IV Inhibitors", "-gliptin"},
    {"Diphosphonates", "-dronate"},
    {"Factor Xa Inhibitors", "-xaban"},
    {"Fluoroquinolones", "-floxacin"},
    {"Histamine Antagonists", "-tadine", "mantadine"},
    {"Histamine H1 Antagonists", "-tadine", "mantadine"},
    {"Hydroxymethylglutaryl-CoA Reductase Inhibitors", "-vastatin"},
    {"Hypoglycemic Agents", "-formin"},
    {"Hypoglycemic Agents", "-gliflozin"},
    {"Hypoglycemic Agents", "-glinide"},
    {"Hypoglycemic Agents", "-gliptin"},
    {"Hypoglycemic Agents", "-glitazone"},
    {"Leukotriene Antagonists", "-lukast"},
    {"Penicillins", "-cillin", "bacillin"},
    {"Phosphodiesterase 5 Inhibitors", "-afil"},
    {"Poly(ADP-ribose) Polymerase Inhibitors", "-parib"},
    {"Protein Kinase Inhibitors", "-tinib"},
    {"Proton Pump Inhibitors", "-prazole", "piprazole"},
    {"Serotonin 5-HT3 Receptor Antagonists", "-setron"},
    {"Sodium-Glucose Transporter 2 Inhibitors", "-gliflozin"},
    {"Taxoids", "-taxel"},
    {"Tetracyclines", "-cycline"},
});

}  // namespace

ClassMembers class_members(const mesh::Heading& heading, const mesh::Vocabulary& vocabulary) {
  ClassMembers out;
  std::vector<Stem> stems;
  for (const Stem& stem : kStems) {
    if (stem.heading != heading.name) continue;
    stems.push_back(stem);
    out.stems += (out.stems.empty() ? "" : ", ") + std::string(stem.stem);
  }
  if (stems.empty()) return out;
  const mesh::Heading compounds{.ui = "", .name = "", .tree_numbers = {"D02", "D03"}};
  for (const std::string& key : vocabulary.keys_below(compounds)) {
    const bool named = std::any_of(stems.begin(), stems.end(), [&key](const Stem& stem) {
      const bool other = !stem.other.empty() && key.ends_with(stem.other);
      return !other && key.ends_with(stem.stem.substr(1));
    });
    if (!named || key.find(' ') != std::string::npos) continue;
    const mesh::Heading* member = vocabulary.by_name(key);
    if (member != nullptr && out.names.size() < kMostMembers) out.names.push_back(member->name);
  }
  return out;
}

}  // namespace ev::query_gen
