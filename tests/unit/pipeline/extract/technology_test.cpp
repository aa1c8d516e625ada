#include "helpers.hpp"
#include "support/catch.hpp"

namespace ev::extract {

namespace {

// What a number field holds, "-" when it is blank.
std::string stated_number(Rule rule, const char* abstract) {
  const model::Article article = article_of(abstract);
  const Findings findings = rule(RecordText(article));
  if (findings.candidates.empty() || !findings.candidates.front().number) return "-";
  std::string out = std::to_string(*findings.candidates.front().number);
  out.erase(out.find_last_not_of('0') + 1);
  if (out.ends_with('.')) out.pop_back();
  return out;
}

}  // namespace

TEST_CASE("technology papers") {
  const std::string abstract =
      "We propose a novel deep learning framework for tea leaves. On the TeaNet-2 dataset it "
      "improved accuracy by 4.5%. Training time was halved. Code is available on GitHub.";
  CHECK(best_text(find_technology_domain, abstract) == "deep learning");
  CHECK(best_text(find_benchmarks, abstract) == "TeaNet-2");
  CHECK(best_text(find_performance_gain, abstract) == "4.5%");
  CHECK(best_text(find_computational_cost, abstract) == "Training time was halved.");
  CHECK(best_text(find_contribution, abstract) ==
        "We propose a novel deep learning framework for tea leaves.");
  CHECK(best_text(find_methodology, abstract) ==
        "We propose a novel deep learning framework for tea leaves.");
}

TEST_CASE("clinical papers have their design as methodology") {
  CHECK(best_text(find_methodology, "Adults were randomized to tea or water.") ==
        "randomized controlled trial");
}

TEST_CASE("a gain is what is said to be gained, not what was reached") {
  struct Case {
    const char* abstract;
    const char* gain;
  };
  const Case table[] = {
      {"The sorter had an AUROC of 0.93, outperforming the former sorter by 3.4%.", "3.4"},
      {"The F1 score was 0.88, an absolute improvement of 2.6% over hand-made rules.", "2.6"},
      {"Accuracy was 95.2%, a 4% relative improvement over last year's winner.", "4"},
      {"It raised BLEU by 1.8 points.", "1.8"},
      {"The AUC was 0.94, which is 2.5 percentage points higher than before.", "2.5"},
      {"LeafSort was 7.5 times faster than the usual algorithm.", "7.5"},
      {"It cut peak memory by up to 40%.", "40"},
      {"Accuracy was 92.1% and sensitivity was 88%.", "-"},
      {"The AUC increased from 0.71 to 0.79.", "-"},
      {"Classifiers lost only 1.1% of their accuracy.", "-"},
      {"METHODS: Adults were randomized to tea or water. RESULTS: Pain fell by 30%.", "-"}};
  for (const Case& c : table) {
    CAPTURE(c.abstract);
    CHECK(stated_number(find_performance_gain, c.abstract) == c.gain);
  }
  CHECK(best_text(find_performance_gain, "The AUC increased from 0.71 to 0.79.") ==
        "from 0.71 to 0.79");
}

TEST_CASE("the headline figure is no gain") {
  CHECK(stated_number(find_performance,
                      "The sorter had an accuracy of 92.5%, outperforming others by 3.4%.") ==
        "92.5");
  CHECK(stated_number(find_f1_score, "The micro F1 score was 0.88.") == "0.88");
  CHECK(stated_number(find_area_under_curve,
                      "The area under the receiver operating characteristic curve was 0.81.") ==
        "0.81");
}

TEST_CASE("names of public data are whole, and no machine or measure is one") {
  struct Case {
    const char* abstract;
    const char* names;
  };
  const Case table[] = {
      {"It was tested on the public LEAF-CXR and OpenLeaf benchmarks.", "LEAF-CXR|OpenLeaf"},
      {"We evaluated it on LEAF-III and eLEAF.", "LEAF-III|eLEAF"},
      {"We used 900 notes of the l3f3 2014 corpus.", "l3f3 2014"},
      {"On LEAF-10025 and LEAF-10081 its recall rose.", "LEAF-10025|LEAF-10081"},
      {"It won the LEAF 2022 Harvest Trials benchmark.", "LEAF 2022"},
      {"Models were tested on LeafQA, TeaQA, and BrewQA.", "LeafQA|TeaQA|BrewQA"},
      {"It was trained on an NVIDIA V100 GPU with the AUROC as target.", "-"},
      {"We evaluated LLMs on CT scans and the MRI dataset.", "-"}};
  for (const Case& c : table) {
    CAPTURE(c.abstract);
    const std::string names = all_texts(find_benchmarks, c.abstract);
    CHECK((names.empty() ? "-" : names) == c.names);
  }
}

TEST_CASE("what a method takes to run is told by a figure or a name of cost") {
  struct Case {
    const char* sentence;
    bool cost;
  };
  const Case table[] = {{"The network needs 12 GB of memory.", true},
                        {"Sorting one leaf with the model took 0.4 s.", true},
                        {"The model costs US$0.10 per answer.", true},
                        {"The network sorts 40 frames per second.", true},
                        {"The network needs 0.7 GFLOPs per image.", true},
                        {"Training lasted two days on eight GPUs.", true},
                        {"The network was tested on 120 frames.", false},
                        {"Battery life was 14 days.", false},
                        {"The core symptoms of the model were rated.", false}};
  for (const Case& c : table) {
    CAPTURE(c.sentence);
    CHECK((best_text(find_computational_cost, c.sentence) == c.sentence) == c.cost);
  }
  CHECK(best_text(find_computational_cost,
                  "METHODS: Adults were randomized to tea or water. "
                  "RESULTS: The walk took 30 minutes.") == "-");
}

TEST_CASE("the contribution and the technique are those that the paper names") {
  CHECK(best_text(find_contribution,
                  "We propose LeafNet. The main contribution is a map of tea leaves.") ==
        "The main contribution is a map of tea leaves.");
  CHECK(best_text(find_contribution,
                  "We describe a reinforcement learning controller for kettles. "
                  "Tests at home are lacking.") ==
        "We describe a reinforcement learning controller for kettles.");
  CHECK(best_text(find_technique, "Tea is old. We fine-tuned BERT on recipes of tea.") ==
        "We fine-tuned BERT on recipes of tea.");
  CHECK(best_text(find_technique, "METHODS: Adults were randomized to tea or water.") == "-");
}

TEST_CASE("addresses of code, and machines") {
  const char* const abstract =
      "We ran LeafSort on a single NVIDIA T4 GPU. Code: https://github.com/example/leafsort. "
      "Leaves "
      "are at https://leaves.example.org.";
  CHECK(all_texts(find_code_link, abstract) == "https://github.com/example/leafsort");
  CHECK(best_text(find_github_link, "Code lies at https://gitlab.com/example/leaf.") == "-");
  CHECK(best_text(find_hardware, abstract) == "single NVIDIA T4 GPU");
  CHECK(best_text(find_gpu, "It ran for 12 GPU-hours and on a laptop.") == "-");
}

}  // namespace ev::extract
