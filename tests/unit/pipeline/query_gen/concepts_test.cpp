#include "pipeline/query_gen/concepts.hpp"

#include "base/text.hpp"
#include "pipeline/mesh/memory_vocabulary.hpp"
#include "pipeline/query_gen/blocks.hpp"
#include "pipeline/query_gen/synonyms.hpp"
#include "pipeline/query_gen/words.hpp"
#include "support/catch.hpp"

namespace ev::query_gen {

namespace {

std::string read(const char* goal, const char* domain = "") {
  std::vector<std::string> out;
  for (const Concept& c : read_concepts(goal, mesh::built_in(), domain).concepts) {
    out.push_back((c.negated ? "not " : "") + c.text + (c.heading.empty() ? "" : "=" + c.heading));
  }
  return text::join(out, " | ");
}

}  // namespace

TEST_CASE("goals are read as concepts, without the scaffolding") {
  CHECK(read("Find recent studies on machine learning applications in medical diagnosis") ==
        "machine learning=Machine Learning | diagnosis=Diagnosis");
  CHECK(read("Explore connections between gut microbiome and mental health") ==
        "gut microbiome=Gastrointestinal Microbiome | mental health=Mental Health");
  CHECK(read("What is the effect of statins on cardiac failure?") ==
        "statins=Hydroxymethylglutaryl-CoA Reductase Inhibitors | cardiac failure=Heart Failure");
  CHECK(read("Is examplumab approved for zebra fever?") == "examplumab | zebra | fever=Fever");
  CHECK(read("role of the BRX1 gene in T-cells").find("BRX1 | gene") == 0);
  CHECK(read("What are the effects of this?").empty());
  CHECK(read("").empty());
}

TEST_CASE("a term keeps the noun that completes it") {
  CHECK(read("treatment of zebra cell disease") == "zebra cell disease");
  CHECK(read("Is there a cure for purple leg syndrome in adults?") == "cure | purple leg syndrome");
  CHECK(read("prevalence of Zebra's disease").find("Zebra's disease") != std::string::npos);
  CHECK(read("sickle cell disease") == "sickle cell disease=Anemia, Sickle Cell");
  CHECK(read("hand foot and mouth disease") ==
        "hand foot and mouth disease=Hand, Foot and Mouth Disease");
  CHECK(read("graft versus host disease") == "graft versus host disease=Graft vs Host Disease");
  CHECK(read("chronic kidney disease") == "chronic kidney disease=Renal Insufficiency, Chronic");
  CHECK(read("motor neuron disease") == "motor neuron disease=Motor Neuron Disease");
  CHECK(read("restless legs syndrome") == "restless legs syndrome=Restless Legs Syndrome");
  CHECK(read("patients with this disease").empty());
}

TEST_CASE("a procedure or lesion of three or four words stays together") {
  CHECK(read("zebraic purple ligation") == "zebraic purple ligation");
  CHECK(read("Does zebraic limb purple ligation prevent asthma?") ==
        "zebraic limb purple ligation | asthma=Asthma");
  CHECK(pubmed_query::print(
            block(read_concepts("zebraic purple ligation", mesh::built_in(), "").concepts.at(0),
                  Breadth::broad)) == "\"zebraic purple ligation\"[tiab:~3]");
  CHECK(read("zebraic limb hypertrophy in asthma") == "zebraic limb hypertrophy | asthma=Asthma");
  // What is a subject of its own stays one.
  CHECK(read("zebraic asthma ligation").find("asthma=Asthma") != std::string::npos);
  CHECK(read("zebraic and purple ligation") == "zebraic | purple ligation");
}

TEST_CASE("operators and tags of broken query syntax are no concepts") {
  CHECK(read("(asthma AND") == "asthma=Asthma");
  CHECK(read("asthma[tiab] OR stroke[mh") == "asthma=Asthma | stroke=Stroke");
  CHECK(read_concepts("asthma AND", mesh::built_in(), "").remarks.size() == 1);
  CHECK(read("asthma [a note] stroke") == "asthma=Asthma | note | stroke=Stroke");
}

TEST_CASE("more or less of something is no concept") {
  CHECK(read("Do statins lower the risk of stroke?") ==
        "statins=Hydroxymethylglutaryl-CoA Reductase Inhibitors | risk | stroke=Stroke");
  CHECK(read("lower risk of stroke") == "risk | stroke=Stroke");
  CHECK(read("lower limb in stroke") == "lower limb | stroke=Stroke");
}

TEST_CASE("common abbreviations are what they stand for") {
  CHECK(read("T2DM") == "T2DM=Diabetes Mellitus, Type 2");
  CHECK(read("AF after CABG or PCI") ==
        "AF=Atrial Fibrillation | CABG=Coronary Artery Bypass | PCI=Percutaneous Coronary "
        "Intervention");
  CHECK(read("ML and gnome-like gadgets") == "ML=Machine Learning | gnome | gadgets");
  CHECK(pubmed_query::print(
            block(read_concepts("DKA", mesh::built_in(), "").concepts.at(0), Breadth::broad)) ==
        "DKA[tiab] OR \"diabetic ketoacidosis\"[tiab]");
  CHECK(read("HFrEF with CKD") ==
        "HFrEF=Heart Failure, Systolic | CKD=Renal Insufficiency, Chronic");
  CHECK(read("NSAIDs in COPD").find("COPD=Pulmonary Disease, Chronic Obstructive") !=
        std::string::npos);
  // Not in the vocabulary: searched in words, too.
  const GoalConcepts r = read_concepts("IUD and asthma", mesh::built_in(), "");
  REQUIRE(r.concepts.size() == 2);
  CHECK(r.concepts[0].synonyms == std::vector<std::string>{"IUD", "intrauterine device"});
  CHECK_FALSE(r.concepts[0].rare);
  // In the vocabulary under other words: what doctors say is searched, too.
  const Concept nsaids = read_concepts("NSAIDs and asthma", mesh::built_in(), "").concepts.at(0);
  CHECK(nsaids.heading == "Anti-Inflammatory Agents, Non-Steroidal");
  CHECK(nsaids.synonyms.at(1) == "non-steroidal anti-inflammatory drugs");
}

TEST_CASE("everyday names mean the headings a librarian would take") {
  CHECK(read("antihistamines in urticaria") ==
        "antihistamines=Histamine H1 Antagonists | urticaria=Urticaria");
  CHECK(read("Estrogen therapy for menopausal symptoms") ==
        "Estrogen therapy=Estrogens | Estrogen Replacement Therapy=Estrogen Replacement Therapy | "
        "menopausal symptoms=Menopause | Hot Flashes=Hot Flashes");
  CHECK(read("insulin sensitivity") == "insulin sensitivity=Insulin Resistance");
  const auto joined = join_alternatives(
      read_concepts("estrogen therapy for angina", mesh::built_in(), "").concepts);
  REQUIRE(joined.size() == 2);
  CHECK(joined[0].text == "estrogen therapy or Estrogen Replacement Therapy");
  CHECK(pubmed_query::print(block(joined[0], Breadth::broad)).find("oestrogen[tiab]") !=
        std::string::npos);
}

TEST_CASE("conditions of one kind that a drug is given for are alternatives") {
  const auto groups = [](const char* goal) {
    return join_alternatives(read_concepts(goal, mesh::built_in(), "").concepts).size();
  };
  CHECK(groups("anticholinergic drugs for overactive bladder and urinary incontinence") == 2);
  CHECK(groups("overactive bladder and urinary incontinence") == 2);
  CHECK(groups("metformin for Alzheimer disease and heart failure") == 3);
}

TEST_CASE("harms of one part of the body are one concept") {
  const GoalConcepts r =
      read_concepts("naproxen and gastrointestinal adverse effects", mesh::built_in(), "");
  REQUIRE(r.concepts.size() == 2);
  CHECK(r.concepts[1].text == "gastrointestinal adverse effects");
  CHECK(r.concepts[1].heading == "Gastrointestinal Diseases");
  CHECK(r.concepts[1].role == "outcome");
  CHECK(read("naproxen and purpling adverse effects").find("Diseases") == std::string::npos);
}

TEST_CASE("spellings and forms that MeSH writes otherwise") {
  const auto v = mesh::parse_tsv(
      "ui\theading\ttree_numbers\tentry_terms\n"
      "D1\tEsophageal Zebra\tC06.1\t\nD2\tGnome Pox\tC01.1\t\nD3\tNeedles\tE07.1\t\n"
      "D4\tZebralatry\tE02.1\t\n",
      "test");
  REQUIRE(v);
  const auto headings = [&v](const char* goal) {
    std::string out;
    for (const Concept& c : read_concepts(goal, *v, "").concepts) out += c.heading + "|";
    return out;
  };
  CHECK(headings("oesophageal zebra") == "Esophageal Zebra|");
  // One word of a listed term is not what the term is about, unless it is a disease or drug.
  CHECK(headings("purple biopsy needles, gnome pox") == "||Gnome Pox|");
  CHECK(headings("needles, gnome pox") == "Needles|Gnome Pox|");
  CHECK(headings("purple needles") == "|Needles|");  // no list
}

TEST_CASE("an abbreviation of the heading is searched, too, and a symbol in both hyphenations") {
  const GoalConcepts r =
      read_concepts("chronic kidney disease and ZBR-7 or GNM12", mesh::built_in(), "");
  REQUIRE(r.concepts.size() == 3);
  CHECK(r.concepts[0].synonyms.at(1) == "CKD");
  CHECK(pubmed_query::print(block(r.concepts[1], Breadth::broad)) ==
        "\"ZBR-7\"[tiab] OR ZBR7[tiab]");
  CHECK(pubmed_query::print(block(r.concepts[2], Breadth::broad)) ==
        "GNM12[tiab] OR \"GNM-12\"[tiab]");
}

TEST_CASE("capitals of a title make no names") {
  for (const Concept& c :
       read_concepts("Effects of Purple Gadgets on Zebra Fever", mesh::built_in(), "").concepts) {
    CHECK_FALSE(c.rare);
  }
}

TEST_CASE("who was studied is no word of the text") {
  const GoalConcepts r = read_concepts("stroke in the elderly", mesh::built_in(), "");
  REQUIRE(r.concepts.size() == 2);
  CHECK(r.concepts[1].heading == "Aged");
  CHECK(r.concepts[1].synonyms == std::vector<std::string>{"elderly", "older adults",
                                                           "older people", "older patients",
                                                           "geriatric"});
}

TEST_CASE("quoted phrases stay whole, repeated concepts come once") {
  CHECK(read("\"purple striped zebra fever\" and carvedilol") ==
        "purple striped zebra fever | carvedilol=Carvedilol");
  CHECK(read("heart failure, cardiac failure and heart failure") == "heart failure=Heart Failure");
}

TEST_CASE("negation is kept, not dropped") {
  CHECK(read("heart failure without diabetes") ==
        "heart failure=Heart Failure | not diabetes=Diabetes Mellitus");
  const GoalConcepts r = read_concepts("heart failure without diabetes", mesh::built_in(), "");
  REQUIRE(r.remarks.size() == 1);
  CHECK(r.remarks[0].find("exclude_terms") != std::string::npos);
  CHECK(read("Does carvedilol not improve zebra fever?") ==
        "carvedilol=Carvedilol | zebra | fever=Fever");
}

TEST_CASE("abbreviations are no words, words no abbreviations, every cancer is a neoplasm") {
  const auto v = mesh::parse_tsv(
      "ui\theading\ttree_numbers\tentry_terms\n"
      "D1\tPets\tB01.1\tPet\n"
      "D2\tPositron-Emission Tomography\tE01.1\tPET Scan\n"
      "D3\tInsemination, Artificial, Heterologous\tE02.1\tAID\n"
      "D4\tZebra Neoplasms\tC04.1\tZebra Tumors\n"
      "D5\tLaparoscopy\tE04.1\tPeritoneoscopy\n"
      "D6\tNeuralgia\tC10.1\t\n",
      "test");
  REQUIRE(v);
  const auto heading = [&v](const char* goal) {
    const GoalConcepts r = read_concepts(goal, *v, "");
    return r.concepts.empty() ? std::string("none") : r.concepts[0].heading;
  };
  CHECK(heading("PET in staging") == "Positron-Emission Tomography");
  CHECK(heading("a pet at home") == "Pets");
  CHECK(heading("walking aid at home").empty());
  CHECK(heading("AID for couples") == "Insemination, Artificial, Heterologous");
  CHECK(heading("zebra cancer at home") == "Zebra Neoplasms");
  // Cut-off words only in a list of words, and only with an ending that completes them.
  CHECK(heading("laparoscop, celioscop") == "Laparoscopy");
  CHECK(heading("Is laparoscop safe for home use by everybody?").empty());
  CHECK(heading("neural, axonal").empty());
}

TEST_CASE("names that no vocabulary knows are marked as rare") {
  const GoalConcepts r = read_concepts("Is Exampliq safe in heart failure?", mesh::built_in(), "");
  REQUIRE(r.concepts.size() == 2);
  CHECK(r.concepts[0].text == "Exampliq");
  CHECK(r.concepts[0].rare);
  CHECK_FALSE(r.concepts[1].rare);
}

TEST_CASE("the domain settles ambiguous terms") {
  const auto v = mesh::parse_tsv(
      "ui\theading\ttree_numbers\tentry_terms\n"
      "D1\tCold Weather\tG16.500\tCold\nD2\tCommon Cold\tC01.100\tCold\n",
      "test");
  REQUIRE(v);
  CHECK(read_concepts("cold", *v, "medical").concepts.at(0).heading == "Common Cold");
  CHECK(read_concepts("cold", *v, "biology").concepts.at(0).heading == "Cold Weather");
  CHECK(read_concepts("cold", *v, "").concepts.at(0).heading == "Cold Weather");
}

TEST_CASE("synonyms leave out inversions, abbreviations and what is covered") {
  const mesh::Heading h{"D1",
                        "Alzheimer Disease",
                        {},
                        {"Disease, Alzheimer", "AD", "Senile Dementia", "Primary Senile Dementia",
                         "Alzheimer Type Dementia (ATD)"}};
  CHECK(synonyms_of(h, "Alzheimer's disease") ==
        std::vector<std::string>{"Alzheimer's disease", "Alzheimer Disease", "Senile Dementia"});
}

TEST_CASE("word lists") {
  CHECK(looks_like_drug("examplutinib"));
  CHECK_FALSE(looks_like_drug("mab"));
  CHECK_FALSE(looks_like_drug("fever"));
  CHECK(is_negation("without"));
  CHECK(is_scaffolding("studies"));
  CHECK_FALSE(is_scaffolding("asthma"));
}

TEST_CASE("alternatives of the goal become one concept") {
  const auto joined = [](const char* goal) {
    std::vector<std::string> out;
    for (const Concept& c : join_alternatives(read_concepts(goal, mesh::built_in(), "").concepts)) {
      out.push_back(c.text);
    }
    return text::join(out, " | ");
  };
  CHECK(joined("metformin for heart failure or asthma") == "metformin | heart failure or asthma");
  CHECK(joined("metformin in heart failure, asthma, or stroke") ==
        "metformin | heart failure or asthma or stroke");
  CHECK(joined("statins (atorvastatin, simvastatin) in stroke") ==
        "statins or atorvastatin or simvastatin | stroke");
  CHECK(joined("statins such as simvastatin in stroke") == "statins or simvastatin | stroke");
  CHECK(joined("asthma/stroke") == "asthma or stroke");
  // Side by side is not one or the other.
  CHECK(joined("metformin and aspirin in stroke") == "metformin | aspirin | stroke");
  CHECK(joined("metformin, the aspirin, stroke") == "metformin | aspirin | stroke");
  CHECK(joined("Does metformin help in asthma? Or in stroke?") == "metformin | asthma | stroke");
}

TEST_CASE("the block of joined alternatives asks for any of them") {
  const auto concepts =
      join_alternatives(read_concepts("asthma or stroke", mesh::built_in(), "").concepts);
  REQUIRE(concepts.size() == 1);
  const std::string printed = pubmed_query::print(block(concepts[0], Breadth::title));
  CHECK(printed.find("\"Asthma\"[majr]") != std::string::npos);
  CHECK(printed.find("\"Stroke\"[majr]") != std::string::npos);
  CHECK(printed.find(" AND ") == std::string::npos);
}

TEST_CASE("what is measured is an outcome, the least of the subjects") {
  const GoalConcepts r =
      read_concepts("safety and adverse effects of metformin in asthma", mesh::built_in(), "");
  REQUIRE(r.concepts.size() == 3);
  CHECK(r.concepts[0].text == "adverse effects");
  CHECK(r.concepts[0].role == "outcome");
  CHECK(r.concepts[1].role == "intervention");
  CHECK(r.concepts[0].weight < r.concepts[2].weight);
  CHECK(r.remarks == std::vector<std::string>{"\"safety\" is asked for as adverse effects"});
}

TEST_CASE("the safety of a drug is what it does beside") {
  const GoalConcepts r = read_concepts("efficacy and safety of metformin", mesh::built_in(), "");
  REQUIRE(r.concepts.size() == 2);
  CHECK(r.concepts[0].text == "safety");
  CHECK(r.concepts[0].role == "outcome");
  const std::string printed = pubmed_query::print(block(r.concepts[0], Breadth::broad));
  CHECK(printed.find("\"Drug-Related Side Effects and Adverse Reactions\"[mh] OR safety[tiab]") ==
        0);
  CHECK(printed.find("\"adverse effects\"[sh]") != std::string::npos);
  // Where no drug is named, safety is what it says.
  const auto v = mesh::parse_tsv(
      "ui\theading\ttree_numbers\tentry_terms\nD1\tSafety\tN06.1\t\nD2\tGnome Play\tI03.1\t\n",
      "test");
  REQUIRE(v);
  const GoalConcepts play = read_concepts("safety of gnome play", *v, "");
  REQUIRE(play.concepts.size() == 2);
  CHECK(play.concepts[0].heading == "Safety");
}

TEST_CASE("other names in brackets are alternatives") {
  const auto joined = [](const char* goal) {
    std::vector<std::string> out;
    for (const Concept& c : join_alternatives(read_concepts(goal, mesh::built_in(), "").concepts)) {
      out.push_back(c.text);
    }
    return text::join(out, " | ");
  };
  CHECK(joined("function of ZBRX1 (also called GNM2, QQR7) in asthma") ==
        "ZBRX1 or GNM2 or QQR7 | asthma");
  CHECK(joined("ZBRX1, formerly GNM2, in asthma") == "ZBRX1 or GNM2 | asthma");
  CHECK(joined("ZBRX1 also known as GNM2 in asthma") == "ZBRX1 or GNM2 | asthma");
  CHECK(joined("ZBRX1 is known in asthma") == "ZBRX1 | asthma");
  CHECK(joined("ZBRX1, also in asthma") == "ZBRX1 | asthma");
}

TEST_CASE("words that MeSH writes as one, and what an abbreviation stands for") {
  const auto v = mesh::parse_tsv(
      "ui\theading\ttree_numbers\tentry_terms\n"
      "D1\tZebravirus Infections\tC01.1\tZebravirus Infection\nD2\tPapillomaviridae\tB04.1\t\n"
      "D3\tKidney Failure, Chronic\tC12.1\t\nD4\tZebravirus\tB04.2\t\n"
      "D5\tGnomazole\tD02.1\tAcetylgnomic Acid\nD6\tPurplopause\tG08.1\t\n",
      "test");
  REQUIRE(v);
  const auto headings = [&v](const char* goal) {
    std::string out;
    for (const Concept& c : read_concepts(goal, *v, "").concepts) out += c.heading + "|";
    return out;
  };
  CHECK(headings("zebra virus in adults") == "Zebravirus|");
  CHECK(headings("zebra, virus") == "||");  // two terms
  CHECK(headings("human papilloma virus") == "Papillomaviridae|");
  CHECK(headings("acetyl gnomic acid") == "Gnomazole|");
  CHECK(headings("purplopausal symptoms") == "Purplopause|");
  CHECK(headings("end-stage renal disease") == "Kidney Failure, Chronic|");
}

TEST_CASE("a class of substances is searched in the singular, too") {
  const auto first = [](const char* goal) {
    return read_concepts(goal, mesh::built_in(), "").concepts.at(0).synonyms;
  };
  const std::vector<std::string> statins = first("statins");
  REQUIRE(statins.size() > 2);
  CHECK(statins[0] == "statins");
  CHECK(statins[1] == "statin");
  for (const char* goal : {"diabetes", "asthma", "measles"}) {
    for (const std::string& synonym : first(goal)) {
      INFO(synonym);
      CHECK(synonym != "diabete");
      CHECK(synonym != "measle");
    }
  }
}

TEST_CASE("a way of giving is not required before what is given") {
  const GoalConcepts r = read_concepts("oral metformin in asthma", mesh::built_in(), "");
  REQUIRE(r.concepts.size() == 2);
  CHECK(r.concepts[0].text == "metformin");
  REQUIRE(r.remarks.size() == 1);
  CHECK(r.remarks[0] == "\"oral\" is not required beside \"metformin\"");
}

TEST_CASE("drugs are agents: the class is found by either word, and by its action") {
  const auto v = mesh::parse_tsv(
      "ui\theading\ttree_numbers\tentry_terms\n"
      "D1\tSleepless Agents\tD27.505.900\tSleepless Compounds\n",
      "test");
  REQUIRE(v);
  const GoalConcepts r = read_concepts("sleepless drugs", *v, "");
  REQUIRE(r.concepts.size() == 1);
  CHECK(r.concepts[0].heading == "Sleepless Agents");
  CHECK(
      pubmed_query::print(block(r.concepts[0], Breadth::broad)).find("\"Sleepless Agents\"[pa]") !=
      std::string::npos);
}

TEST_CASE("idioms, degrees and homonyms are no subjects") {
  const auto v = mesh::parse_tsv(
      "ui\theading\ttree_numbers\tentry_terms\n"
      "D1\tGold\tD01.1\t\nD2\tZebra Fever\tC01.1\t\n"
      "D3\tPurpling (Psychology)\tF01.1\tPurpling\n",
      "test");
  REQUIRE(v);
  const auto texts = [&v](const char* goal) {
    std::vector<std::string> out;
    for (const Concept& c : read_concepts(goal, *v, "").concepts) {
      out.push_back(c.text + (c.heading.empty() ? "" : "=" + c.heading));
    }
    return text::join(out, " | ");
  };
  CHECK(texts("gold standard for zebra fever") == "zebra fever=Zebra Fever");
  CHECK(texts("gold in zebra fever") == "gold=Gold | zebra fever=Zebra Fever");
  CHECK(texts("severe zebra fever") == "zebra fever=Zebra Fever");
  CHECK(texts("severe gizmos") == "severe gizmos");
  CHECK(texts("purpling in zebra fever") == "purpling | zebra fever=Zebra Fever");
}

TEST_CASE("what stands before drugs or inhibitors is a kind of drug") {
  const GoalConcepts r =
      read_concepts("purpling agents and zebrin blockers for asthma gadgets", mesh::built_in(), "");
  REQUIRE(r.concepts.size() == 4);
  CHECK(r.concepts[0].text == "purpling");
  CHECK(r.concepts[0].drug);
  CHECK(r.concepts[0].role == "intervention");
  CHECK(is_named(r.concepts[0]));
  CHECK_FALSE(r.concepts[3].drug);
}

TEST_CASE("obsolete names of a disease are no synonyms") {
  const mesh::Heading h{.ui = "D1",
                        .name = "Zebra Swelling",
                        .tree_numbers = {"C23.1"},
                        .entry_terms = {"Dropsy", "Zebra Bloat"}};
  CHECK(synonyms_of(h, "zebra swelling") ==
        std::vector<std::string>{"zebra swelling", "Zebra Bloat"});
}

TEST_CASE("below a heading the vocabulary does not have it knows nothing for certain") {
  const auto v = mesh::parse_tsv(
      "ui\theading\ttree_numbers\tentry_terms\n"
      "D1\tZebra Weakness\tC05.1\t\nD2\tPurple Leg Wasting\tC05.1.5\t\n",
      "test");
  REQUIRE(v);
  const mesh::Heading known = *v->by_name("Zebra Weakness");
  mesh::Heading other = known;
  other.ui = "D9";
  other.name = "Zebra Feebleness";
  CHECK(narrower_terms(known, {}, *v) == std::vector<std::string>{"Purple Leg Wasting"});
  CHECK(narrower_terms(other, {}, *v).empty());
}

TEST_CASE("terms of general medicine without a heading are searched by all their names") {
  const auto query = [](const char* goal, std::size_t which) {
    const GoalConcepts r = read_concepts(goal, mesh::built_in(), "");
    return pubmed_query::print(block(r.concepts.at(which), Breadth::broad));
  };
  CHECK(read("plantar fasciitis insoles") == "plantar fasciitis | insoles");
  CHECK(query("insoles for plantar fasciitis?", 1) ==
        "\"plantar fasciitis\"[tiab] OR \"heel pain\"[tiab] OR \"painful heel\"[tiab]");
  // Initials with what they stand for; another name of one word says only itself.
  CHECK(query("cranberry against uti?", 1) ==
        "\"Urinary Tract Infections\"[mh] OR uti[tiab] OR \"urinary tract infection\"[tiab] OR "
        "\"Urinary Tract Infections\"[tiab]");
  CHECK(query("purple alzheimer gnomes?", 1) == "alzheimer*[tiab]");
  // A drug is searched as itself.
  CHECK(query("adalimumab for zebras?", 0) == "adalimumab*[tiab]");
}

TEST_CASE("words that happen to stand side by side are no phrase") {
  CHECK(read("covid fatigue zebras in gnomes?") == "covid | fatigue | zebras | gnomes");
  CHECK(read("what is the best gadget-gizmo for gnomes?") == "gadget-gizmo | gnomes");
  CHECK(read("lower limb gnomes in the house of zebras?") ==
        "lower limb | gnomes | house | zebras");
  CHECK(read("is Z-dimer raised in gnomes?") == "Z-dimer | gnomes");
}

}  // namespace ev::query_gen
