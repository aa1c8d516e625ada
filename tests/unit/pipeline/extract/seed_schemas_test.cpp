// Twenty invented abstracts, medical and technological, that state every field of the three usual
// schemas (general, medical, technology): how many cells the rules fill with a quote.

#include "base/text.hpp"
#include "helpers.hpp"
#include "support/catch.hpp"

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

constexpr const char* kMedical[] = {
    "BACKGROUND: Insomnia is common. METHODS: We randomly assigned 240 adults with insomnia to "
    "chamomile tea or water for 8 weeks. The primary outcome was sleep latency. RESULTS: Sleep "
    "latency was shorter with tea (mean difference -6.2 minutes, 95% CI -9.9 to -2.5; P = 0.001). "
    "CONCLUSIONS: Chamomile tea shortens sleep latency. Limitations include the lack of blinding.",
    "We conducted a retrospective cohort study of 1,812 patients with hip fracture. The primary "
    "endpoint was 30-day mortality. Early surgery was associated with lower mortality (hazard "
    "ratio "
    "0.71, 95% CI 0.55-0.92; p=0.009). These findings suggest that early surgery saves lives. Our "
    "study is limited by residual confounding.",
    "OBJECTIVE: To test rosehip juice for knee pain. DESIGN: Double-blind, placebo-controlled "
    "randomised trial. PARTICIPANTS: 96 adults with osteoarthritis. MAIN OUTCOME MEASURE: Pain "
    "score "
    "at 12 weeks. RESULTS: Pain did not differ between groups (standardised mean difference 0.05, "
    "95% CI -0.35 to 0.45; P=0.80). CONCLUSION: Rosehip juice did not relieve pain. The small "
    "sample "
    "size is a limitation.",
    "In this case-control study, 610 people were enrolled in total: 300 cases with gout and 310 "
    "controls. The main outcome was incident gout. Beetroot intake was associated with gout (odds "
    "ratio 1.8, 95% CI 1.2 to 2.7, p = 0.004). We conclude that beetroot intake raises the risk of "
    "gout. Recall bias cannot be excluded.",
    "METHODS: In a cross-sectional survey, 2,450 nurses completed a questionnaire. The primary "
    "outcome was burnout. RESULTS: Night shifts were associated with burnout (adjusted OR 1.45; "
    "95% CI "
    "1.20-1.75; P<.001). CONCLUSIONS: Night shifts may promote burnout. Causal inference is "
    "limited "
    "by the cross-sectional design.",
    "AIMS: To compare two anticoagulants. METHODS: A systematic review and meta-analysis of 14 "
    "trials "
    "with 9,120 participants. The primary outcome was stroke. RESULTS: Stroke was less frequent "
    "with "
    "drug A (risk ratio 0.82, 95% CI 0.70-0.96, P = 0.01). CONCLUSIONS: Drug A prevents more "
    "strokes. "
    "The quality of evidence was low.",
    "Sixty-four children with asthma took part in a randomized crossover trial of fennel syrup. "
    "The "
    "primary end point was peak flow. Peak flow was higher after syrup (mean difference 12 L/min; "
    "P = "
    "0.03). Fennel syrup therefore improves peak flow in children. Short follow-up is a limitation "
    "of "
    "our study.",
    "METHODS: In an open-label phase 2 trial, 48 patients with melanoma received imaginumab. The "
    "primary endpoint was objective response. RESULTS: The response was associated with biomarker "
    "X "
    "(OR 3.4, 95% CI 1.1-10.2; p=0.03). CONCLUSION: Imaginumab is active in melanoma. "
    "Interpretation "
    "is limited by the single-arm design.",
    "METHODS: This prospective cohort included 5,300 pregnant women. The primary outcome was "
    "preterm "
    "birth. RESULTS: Coffee intake did not predict preterm birth (relative risk 1.02, 95% CI 0.90 "
    "to "
    "1.16; P = 0.75). CONCLUSIONS: Coffee intake was not associated with preterm birth. Results "
    "should "
    "be interpreted with caution because intake was self-reported.",
    "Background: Falls are frequent. Methods: A cluster randomised trial in 20 homes enrolled 732 "
    "residents. The primary outcome was the rate of falls. Results: Tai chi reduced falls (rate "
    "ratio "
    "0.64, 95% CI 0.50 to 0.82; p<0.001). Conclusions: Tai chi prevents falls in care homes. "
    "Limitations were high attrition and missing data."};

constexpr const char* kTechnology[] = {
    "We propose TeaNet, a convolutional neural network for retinal screening. It was trained on "
    "12,500 "
    "images and tested on the Messidor-X dataset. Accuracy improved by 4.2% over the baseline. "
    "Training "
    "time was 3 hours on one GPU. Code is available on GitHub. A limitation is the single camera "
    "type.",
    "Deep learning for sepsis prediction: we introduce a novel recurrent model. We used 48,000 "
    "records "
    "from the MIMIC-Q database. AUROC increased by 3.1%. Inference time was 20 ms per patient. The "
    "source code is openly available. The study is limited by missing data.",
    "This paper presents a new natural language processing framework for clinical notes. On the "
    "ClinNER benchmark it achieved an F1 improvement of 5.5%. The corpus has 8,200 notes. "
    "Computational "
    "cost was reduced to 12 GPU hours. Our software is available at https://example.org/ner. "
    "Limitations include the use of English text only.",
    "We developed a machine learning pipeline that predicts readmission from electronic health "
    "records. "
    "The model was evaluated on 230,000 samples of the ReadmitDB dataset and improved sensitivity "
    "by "
    "7%. Training cost was 40 CPU hours. The implementation is available as open source. Our main "
    "limitation is the retrospective data.",
    "A new federated learning method for brain segmentation is proposed. Experiments on the BraTX "
    "dataset with 1,251 scans showed a Dice score gain of 2.4%. Communication latency fell to 80 "
    "ms. "
    "Code and models are released on GitLab. Findings are limited by small sample sizes at two "
    "sites.",
    "We present a novel graph algorithm for drug repurposing with a knowledge graph. On the DrugKB "
    "benchmark, precision improved by 9.8%. The graph was built from 64,000 compounds. The runtime "
    "was "
    "15 minutes. The source code can be downloaded from GitHub. The main limitation is incomplete "
    "coverage.",
    "Large language models for trial matching: we introduce a new prompting approach. Using 3,400 "
    "questions of the TrialQA dataset, accuracy increased by 6.3%. The inference cost was 0.02 "
    "dollars "
    "per query. The software is freely available. Limitations of our study include a single "
    "language.",
    "We designed a wearable sensor system that detects falls with a support vector machine. The "
    "dataset "
    "had 9,600 recordings from the FallDB database. Specificity improved by 11%. Computation time "
    "was 5 "
    "ms on a CPU. The scripts are available at GitHub. Generalizability: limited generalizability "
    "is a "
    "concern.",
    "This work introduces a novel reinforcement learning framework for insulin dosing. In 15,000 "
    "samples of the GlucoSim benchmark the error was improved by 8.1%. Training required 2 GPU "
    "days. "
    "The code is publicly available. Results should be interpreted with caution as patients were "
    "simulated.",
    "We trained a transformer for medical image segmentation, a new architecture with few "
    "parameters. It "
    "reached a Dice improvement of 3.7% on the LiTX challenge dataset with 2,010 volumes. The "
    "computational cost is 30% lower. The implementation is available on GitHub. A major "
    "limitation is "
    "the lack of external data."};

struct Filled {
  std::size_t cells = 0;
  std::size_t filled = 0;
  std::map<std::string, int> missing;
};

void fill(Filled& out, const char* abstract, const Schema& schema) {
  const model::Article article = article_of(abstract);
  const Extraction extraction = extract(article, schema);
  for (const auto& [name, cell] : extraction.cells) {
    ++out.cells;
    bool quoted_all = !cell.grounds.empty();
    for (const Ground& ground : cell.grounds) {
      quoted_all = quoted_all && ground.start && ground.end &&
                   text::slice(article.abstract, static_cast<std::size_t>(*ground.start),
                               static_cast<std::size_t>(*ground.end)) == ground.quote;
    }
    if (quoted_all && !cell.value.is_null()) {
      ++out.filled;
    } else {
      ++out.missing[name];
    }
  }
}

}  // namespace

TEST_CASE("the usual schemas are filled from abstracts that state their fields") {
  Filled out;
  const Schema medical = *parse_schema(*parse_ordered_json(kMedicalSchema));
  const Schema technology = *parse_schema(*parse_ordered_json(kTechnologySchema));
  for (const char* abstract : kMedical) fill(out, abstract, medical);
  for (const char* abstract : kTechnology) fill(out, abstract, technology);
  for (const auto& [name, count] : out.missing) UNSCOPED_INFO(name << " missing " << count);
  CAPTURE(out.cells, out.filled);
  CHECK(out.cells == 180);
  CHECK(out.filled * 10 >= out.cells * 8);
}

TEST_CASE("values of the usual schemas are the stated ones") {
  const auto value = [](const char* abstract, const char* field, const char* type) {
    const std::string schema = std::string("{\"") + field + "\":\"" + type + "\"}";
    const model::Article article = article_of(abstract);
    const Extraction got = extract(article, *parse_schema(*parse_ordered_json(schema)));
    return dump_json(model::to_json(got.cells.front().second.value));
  };
  CHECK(value(kMedical[0], "participant_count", "number") == "240");
  CHECK(value(kMedical[0], "statistical_significance", "boolean") == "true");
  CHECK(value(kMedical[0], "effect_size", "number") == "-6.2");
  CHECK(value(kMedical[1], "primary_outcome", "string") == "\"30-day mortality\"");
  CHECK(value(kMedical[2], "statistical_significance", "boolean") == "false");
  CHECK(value(kMedical[3], "participant_count", "number") == "610");
  CHECK(value(kTechnology[0], "performance_improvement", "number") == "4.2");
  CHECK(value(kTechnology[0], "dataset_size", "number") == "12500");
  CHECK(value(kTechnology[0], "code_availability", "boolean") == "true");
  CHECK(value(kTechnology[5], "dataset_size", "number") == "64000");
}

}  // namespace ev::extract
