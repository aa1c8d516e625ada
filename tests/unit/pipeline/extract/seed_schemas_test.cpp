// Twenty invented abstracts, medical and technological, that state most fields of the three usual
// schemas (general, medical, technology): how many cells the rules fill with the stated value and a
// quote, and that they leave blank what is not stated.

#include "base/text.hpp"
#include "helpers.hpp"
#include "support/catch.hpp"

#include <nlohmann/json.hpp>

#include <array>
#include <map>

namespace ev::extract {

namespace {

constexpr const char* kMedicalSchema =
    R"({"study_type":"string","participant_count":"number","primary_outcome":"string",
        "statistical_significance":"boolean","effect_size":"number","methodology":"string",
        "sample_size":"number","key_findings":"array[string]","limitations":"array[string]"})";

constexpr const char* kTechnologySchema =
    R"({"technology_domain":"string","benchmarks_used":"array[string]",
        "performance_improvement":"number","computational_cost":"string",
        "code_availability":"boolean","methodology":"string","dataset_size":"number",
        "key_contribution":"string","limitations":"array[string]"})";

// What each cell has to hold, in the order of the schema: the whole number or truth value, or words
// of the text; "null" where nothing is stated.
struct Stated {
  const char* title;
  const char* abstract;
  std::array<const char*, 9> cells;
};

constexpr Stated kMedical[] = {
    {"Chamomile tea for insomnia",
     "BACKGROUND: Sleeping badly is common. METHODS: Adults with insomnia (n = 240) were allocated "
     "at random to chamomile tea or warm water for 8 weeks. Sleep latency was the primary "
     "endpoint. RESULTS: With tea, sleep latency was 6.2 minutes shorter (mean difference -6.2, "
     "95% CI -9.9 to -2.5; P = 0.001). CONCLUSIONS: Chamomile tea shortens sleep latency. A "
     "limitation is that nobody was blinded.",
     {"randomized controlled trial", "240", "sleep latency", "true", "-6.2",
      "randomized controlled trial", "240", "latency", "blinded"}},
    {"Timing of surgery for hip fracture",
     "We reviewed the charts of 1,812 patients with hip fracture in a retrospective cohort study. "
     "The main endpoint was death within 30 days. Early surgery went along with fewer deaths "
     "(hazard ratio 0.71, 95% CI 0.55-0.92; p=0.009). These findings suggest that early surgery "
     "saves lives. Residual confounding is possible.",
     {"cohort study", "1812", "death within 30 days", "true", "0.71", "cohort study", "1812",
      "early surgery", "residual confounding"}},
    {"Rosehip juice for knee pain",
     "OBJECTIVE: To learn whether rosehip juice eases knee pain. DESIGN: Randomised, double-blind, "
     "placebo-controlled trial. PARTICIPANTS: 96 adults with osteoarthritis. MAIN OUTCOME MEASURE: "
     "Knee pain at 12 weeks. RESULTS: Pain was alike in both groups (standardised mean difference "
     "0.05, 95% CI -0.35 to 0.45; P=0.80). CONCLUSION: Rosehip juice did not relieve pain. The "
     "sample was small, which is a limitation.",
     {"randomized controlled trial", "96", "knee pain", "false", "0.05",
      "randomized controlled trial", "96", "pain", "limitation"}},
    {"Beetroot and gout",
     "In a case-control study 610 people were recruited, 300 with gout and 310 without. The "
     "primary outcome was incident gout. People who ate beetroot had gout more often (odds ratio "
     "1.8, 95% CI 1.2 to 2.7, p = 0.004). We conclude that beetroot intake is associated with "
     "gout. Recall bias cannot be ruled out.",
     {"case-control study", "610", "incident gout", "true", "1.8", "case-control study", "610",
      "gout", "recall bias"}},
    {"Night work and burnout",
     "METHODS: In a cross-sectional survey a questionnaire was completed by 2,450 nurses. Burnout "
     "was the primary outcome. RESULTS: Nurses on night shifts had more burnout (adjusted OR 1.45; "
     "95% CI 1.20-1.75; P<.001). CONCLUSIONS: Night shifts may promote burnout. Causal inference "
     "is limited by the cross-sectional design.",
     {"cross-sectional study", "2450", "burnout", "true", "1.45", "cross-sectional study", "2450",
      "night shifts", "limited by"}},
    {"Two anticoagulants: a meta-analysis",
     "AIMS: To compare two anticoagulants. METHODS: A systematic review and meta-analysis was "
     "done; 14 trials with 9,120 participants were found eligible. The primary outcome was stroke. "
     "RESULTS: Stroke was rarer with drug A (risk ratio 0.82, 95% CI 0.70-0.96, P = 0.01). "
     "CONCLUSIONS: Drug A prevents more strokes. The quality of the evidence was low.",
     {"meta-analysis", "9120", "stroke", "true", "0.82", "meta-analysis", "9120", "stroke",
      "quality"}},
    {"Fennel syrup in childhood asthma",
     "Sixty-four children with asthma took fennel syrup and plain syrup in a randomized crossover "
     "trial. The primary end point was peak flow. It was higher after fennel syrup (mean "
     "difference 12 L/min; P = 0.03). In conclusion, fennel syrup improves peak flow in children. "
     "The follow-up was short, which limits our findings.",
     {"randomized", "64", "peak flow", "true", "12", "randomized", "64", "peak flow", "limits"}},
    {"Imaginumab in melanoma",
     "METHODS: In this open-label, single-arm phase 2 trial imaginumab was given to 48 patients "
     "with melanoma. Objective response was the primary endpoint. RESULTS: Patients with biomarker "
     "X responded more often (OR 3.4, 95% CI 1.1-10.2; p=0.03). CONCLUSION: Imaginumab is active "
     "in melanoma. The lack of a control group limits interpretation.",
     {"trial", "48", "objective response", "true", "3.4", "trial", "48", "biomarker",
      "control group"}},
    {"Coffee in pregnancy",
     "METHODS: A prospective cohort of 5,300 pregnant women was followed. The primary outcome was "
     "preterm birth. RESULTS: Preterm birth was not related to coffee intake (relative risk 1.02, "
     "95% CI 0.90 to 1.16; P = 0.75). CONCLUSIONS: Coffee intake was not associated with preterm "
     "birth. Intake was self-reported, so results should be interpreted with caution.",
     {"cohort study", "5300", "preterm birth", "false", "1.02", "cohort study", "5300",
      "preterm birth", "caution"}},
    {"Tai chi in care homes",
     "Background: Falls are frequent. Methods: Twenty homes with 732 residents took part in a "
     "cluster randomised trial. The rate of falls was the primary outcome. Results: Tai chi "
     "reduced falls (rate ratio 0.64, 95% CI 0.50 to 0.82; p<0.001). Conclusions: Tai chi prevents "
     "falls in care homes. Attrition was high and data were missing, which are limitations.",
     {"randomized controlled trial", "732", "falls", "true", "0.64", "randomized controlled trial",
      "732", "falls", "limitations"}}};

constexpr Stated kTechnology[] = {
    {"Speeding up cryo-EM particle picking with a one-stage detector",
     "Particle picking remains the bottleneck of cryo-electron microscopy. Here we describe "
     "PickOnce, a one-stage object detector that locates particles directly in raw micrographs. On "
     "EMPIAR-10025 and EMPIAR-10081 its recall rose by 6.1 percentage points relative to crYOLO. "
     "Picking a micrograph takes 0.4 s on an RTX 3090. We used 5,820 micrographs for training. "
     "PickOnce can be downloaded from https://github.com/example/pickonce. One drawback is that "
     "filamentous proteins are not handled.",
     {"cryo", "EMPIAR-10025\",\"EMPIAR-10081", "6.1", "0.4 s", "true", "one-stage object detector",
      "5820", "PickOnce", "filamentous"}},
    {"Contrastive pretraining for chest CT triage",
     "Objective: Annotated CT scans are scarce. Methods: A self-supervised contrastive encoder was "
     "pretrained on 84,300 unlabeled chest CT scans and fine-tuned for triage. We benchmarked it "
     "on LIDC-IDRI and on the RSNA 2019 challenge. Results: The AUC was 0.941, which is 2.8 "
     "percentage points higher than that of supervised training. Pretraining consumed 310 GPU "
     "hours. Conclusion: Self-supervision lowers annotation needs. Code will be released upon "
     "publication. The work was limited to a single vendor.",
     {"contrastive", "LIDC-IDRI\",\"RSNA 2019", "2.8", "310 GPU hours", "true", "contrastive",
      "84300", "contrastive", "single vendor"}},
    {"Gradient boosting versus logistic regression for acute kidney injury alerts",
     "We compared gradient-boosted trees with logistic regression for alerts of acute kidney "
     "injury. Data came from 61,204 admissions. Gradient boosting achieved an AUROC of 0.88 and "
     "logistic regression one of 0.86. Training the boosted model needed 14 minutes on a desktop "
     "computer. Neither model has been validated prospectively. The scripts are in the supplement.",
     {"gradient", "null", "null", "14 minutes", "true", "gradient", "61204", "compared",
      "prospectively"}},
    {"A question answering system for rare diseases built on retrieval-augmented generation",
     "Patients with rare diseases ask questions that search engines answer poorly. RareQA is a "
     "retrieval-augmented generation system which grounds the answers of a large language model in "
     "9,400 curated documents. On BioASQ and PubMedQA, exact match went up from 61.2% to 68.9%, a "
     "gain of 7.7 points. Each answer costs about 0.03 US dollars. RareQA is, as far as we know, "
     "the first system that cites Orphanet entries. We make the code publicly available at "
     "https://gitlab.com/x/rareqa. RareQA does not cover pediatric guidelines, which is a "
     "weakness.",
     {"question answering", "BioASQ\",\"PubMedQA", "7.7", "0.03 US dollars", "true",
      "retrieval-augmented", "9400", "first system", "pediatric"}},
    {"Smartphone spirometry from cough sounds",
     "Spirometers are costly. We built a smartphone application that estimates lung function from "
     "cough sounds using a convolutional recurrent network. Recordings from 2,318 participants "
     "were collected. Estimation error for FEV1 was 6.9%, and the app ran in real time on "
     "mid-range phones, drawing 210 mW. The algorithm is proprietary and its code is not "
     "available. As a limitation, all participants were recruited in one city.",
     {"smartphone", "null", "null", "210 mW", "false", "convolutional recurrent network", "2318",
      "smartphone application", "one city"}},
    {"PanGraph-lite: memory-frugal construction of pangenome graphs",
     "Motivation: Pangenome graphs of hundreds of genomes exceed the memory of common servers. "
     "Results: PanGraph-lite implements a streaming algorithm based on minimizers. For 256 human "
     "genomes it reduced peak memory by 63% compared with minigraph while runtime was unchanged. "
     "Building the graph took 21 h on 32 threads. Availability: PanGraph-lite is implemented in "
     "Rust and is free under the MIT license at https://github.com/example/pangraphlite.",
     {"genom", "null", "63", "21 h", "true", "streaming algorithm", "256", "PanGraph-lite",
      "null"}},
    {"Explainable transformers for pathology report coding",
     "Coding pathology reports by hand is slow. In this work, PathCoder, an explainable "
     "transformer, assigns ICD-O codes to free-text reports. It was developed using 27,450 reports "
     "from five laboratories. Compared with a support vector machine, macro-F1 improved by 11.4% "
     "(0.78 versus 0.70). Explanations were generated in under 200 milliseconds per report. Source "
     "code and trained models can be obtained from the corresponding author. The main contribution "
     "is a token-level rationale that pathologists can check. Rare codes were underrepresented, so "
     "performance for them remains uncertain.",
     {"transformer", "null", "11.4", "200 milliseconds", "true", "transformer", "27450",
      "token-level rationale", "Rare codes"}},
    {"Surgical phase recognition in real time",
     "Recognising the phase of an operation in real time can support the team. The proposed "
     "network couples a ResNet-50 with a temporal convolution. Experiments used the Cholec80 "
     "dataset (80 videos). Accuracy reached 93.5%, surpassing the former best method by 1.6%. The "
     "network processes 48 frames per second with 31 million parameters. An implementation in "
     "PyTorch is provided at https://bitbucket.org/x/phases. Videos from only one type of surgery "
     "were examined, which restricts generalizability.",
     {"surgical", "Cholec80", "1.6", "48 frames per second", "true", "ResNet-50", "80",
      "proposed network", "one type of surgery"}},
    {"Differentially private synthesis of electronic health records",
     "Sharing patient data is restricted by law. We propose DP-Synth, a generative adversarial "
     "network with differential privacy, to synthesise electronic health records. Using MIMIC-IV, "
     "classifiers trained on synthetic data lost only 1.3% of AUROC. Training lasted two days on "
     "eight A100 GPUs. The dataset contained 299,712 patients. DP-Synth is open-sourced on GitHub. "
     "Limitations: longitudinal notes were not modelled.",
     {"differential", "MIMIC-IV", "null", "two days", "true", "generative adversarial network",
      "299712", "DP-Synth", "longitudinal notes"}},
    {"A microfluidic chip with on-board classification of circulating tumour cells",
     "We report a microfluidic chip that sorts circulating tumour cells and classifies them with a "
     "support vector machine on a microcontroller. Capture efficiency was 96%, outperforming the "
     "commercial device by 14%. The classifier was trained with 18,900 cell images. One run takes "
     "25 minutes and consumes 3 W. The novelty lies in the integration of sorting and "
     "classification. Design files have been deposited on GitHub. Only spiked blood samples were "
     "tested.",
     {"microfluidic", "null", "14", "25 minutes", "true", "microfluidic chip", "18900",
      "novelty lies", "spiked"}}};

struct CellTally {
  int stated = 0;
  int right = 0;
  int filled_in_vain = 0;
  std::map<std::string, int> wrong;
};

bool is_quoted(const Cell& cell, const model::Article& article) {
  for (const Ground& ground : cell.grounds) {
    const std::string& text = ground.text == "title" ? article.title : article.abstract;
    const bool there = ground.start && ground.end &&
                       text::slice(text, static_cast<std::size_t>(*ground.start),
                                   static_cast<std::size_t>(*ground.end)) == ground.quote;
    if (!there) return false;
  }
  return !cell.grounds.empty();
}

void count_cells(CellTally& out, const Stated& stated, const Schema& schema) {
  const model::Article article = article_of(stated.abstract, stated.title);
  const Extraction extraction = extract(article, schema);
  for (std::size_t i = 0; i < stated.cells.size(); ++i) {
    const auto& [name, cell] = extraction.cells[i];
    const std::string value = dump_json(model::to_json(cell.value));
    const std::string asked = stated.cells[i];
    if (asked == "null") {
      out.filled_in_vain += cell.value.is_null() ? 0 : 1;
      continue;
    }
    ++out.stated;
    const bool words = value.starts_with('"') || value.starts_with('[');
    const bool same =
        words ? text::fold(value).find(text::fold(asked)) != std::string::npos : value == asked;
    if (same && is_quoted(cell, article)) {
      ++out.right;
    } else {
      ++out.wrong[name];
      UNSCOPED_INFO(stated.title << ": " << name << " is " << value << ", not " << asked);
    }
  }
}

template <std::size_t N>
CellTally tally(const Stated (&abstracts)[N], const char* schema) {
  CellTally out;
  const Schema parsed = *parse_schema(*parse_ordered_json(schema));
  for (const Stated& stated : abstracts) count_cells(out, stated, parsed);
  return out;
}

}  // namespace

TEST_CASE("the usual schemas are filled rightly from abstracts that state their fields") {
  const CellTally medical = tally(kMedical, kMedicalSchema);
  CAPTURE(medical.stated, medical.right);
  CHECK(medical.stated == 90);
  CHECK(medical.right * 10 >= medical.stated * 8);
  const CellTally technology = tally(kTechnology, kTechnologySchema);
  CAPTURE(technology.stated, technology.right);
  CHECK(technology.stated == 81);
  CHECK(technology.right * 10 >= technology.stated * 8);
  CHECK(technology.filled_in_vain <= 1);
}

}  // namespace ev::extract
