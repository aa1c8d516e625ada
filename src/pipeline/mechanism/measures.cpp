#include "pipeline/mechanism/measures.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>

namespace ev::mechanism {
namespace {

struct Measure {
  std::string_view condition, measure;  // canonical names of the built-in vocabulary
  int better;
};

constexpr Measure kMeasures[] = {
    {"hypertension", "blood pressure", -1},
    {"diabetes mellitus", "blood glucose", -1},
    {"diabetes mellitus", "HbA1c", -1},
    {"diabetes mellitus", "hyperglycemia", -1},
    {"hypercholesterolemia", "LDL cholesterol", -1},
    {"hypercholesterolemia", "cholesterol", -1},
    {"hypercholesterolemia", "triglycerides", -1},
    {"osteoporosis", "bone mineral density", 1},
    {"osteoporosis", "fracture", -1},
    {"heart failure", "left ventricular ejection fraction", 1},
    {"heart failure", "left ventricular function", 1},
    {"heart failure", "exercise capacity", 1},
    {"heart failure", "mortality", -1},
    {"heart failure", "hospitalization", -1},
    {"dilated cardiomyopathy", "left ventricular ejection fraction", 1},
    {"dilated cardiomyopathy", "left ventricular function", 1},
    {"peptic ulcer", "ulcer healing", 1},
    {"peptic ulcer", "relapse", -1},
    {"obesity", "body weight", -1},
    {"Alzheimer's disease", "cognition", 1},
    {"dementia", "cognition", 1},
    {"schizophrenia", "positive symptoms", -1},
    {"schizophrenia", "negative symptoms", -1},
    {"allergic rhinitis", "nasal symptoms", -1},
    {"portal hypertension", "bleeding", -1},
    {"cirrhosis", "bleeding", -1},
    {"cancer", "tumor growth", -1},
    {"cancer", "metastasis", -1},
    // Processes.
    {"hypertension", "vasoconstriction", -1},
    {"hypertension", "vascular resistance", -1},
    {"hypertension", "sympathetic activity", -1},
    {"diabetes mellitus", "insulin resistance", -1},
    {"diabetes mellitus", "hepatic glucose production", -1},
    {"diabetes mellitus", "glucose uptake", 1},
    {"diabetes mellitus", "insulin secretion", 1},
    {"hypercholesterolemia", "cholesterol synthesis", -1},
    {"hypercholesterolemia", "cholesterol absorption", -1},
    {"osteoporosis", "bone resorption", -1},
    {"osteoporosis", "bone turnover", -1},
    {"osteoporosis", "bone formation", 1},
    {"heart failure", "ventricular remodeling", -1},
    {"heart failure", "sympathetic activity", -1},
    {"peptic ulcer", "gastric acid secretion", -1},
    {"gastroesophageal reflux disease", "gastric acid secretion", -1},
    {"atherosclerosis", "inflammation", -1},
    {"atherosclerosis", "oxidative stress", -1},
    {"Alzheimer's disease", "amyloid-beta accumulation", -1},
    {"Alzheimer's disease", "tau phosphorylation", -1},
    {"Alzheimer's disease", "neuroinflammation", -1},
    {"asthma", "bronchoconstriction", -1},
    {"thrombocytopenia", "platelet production", 1},
    {"COPD", "bronchoconstriction", -1},
    {"allergic rhinitis", "allergic inflammation", -1},
    {"allergic rhinitis", "histamine release", -1},
    {"overactive bladder", "detrusor contraction", -1},
    {"portal hypertension", "portal pressure", -1},
    {"cirrhosis", "portal pressure", -1},
    {"cancer", "cell proliferation", -1},
    {"cancer", "cell cycle progression", -1},
    {"cancer", "angiogenesis", -1},
    {"cancer", "apoptosis", 1},
};

// Rows are written for the general name: "Postmenopausal Osteoporosis" is osteoporosis, and every
// carcinoma a cancer.
bool is_kind_of(std::string_view condition, std::string_view row) {
  const std::string name = text::fold(condition);
  if (name == text::fold(row) || name.ends_with(" " + text::fold(row))) return true;
  constexpr std::string_view kCancers[] = {"carcinoma", "neoplasm", "neoplasms", "melanoma",
                                           "sarcoma",   "lymphoma", "leukemia",  "leukaemia",
                                           "blastoma",  "glioma",   "myeloma"};
  return row == "cancer" && std::any_of(std::begin(kCancers), std::end(kCancers),
                                        [&](std::string_view end) { return name.ends_with(end); });
}

}  // namespace

int better_way(const Entity& condition, const Entity& measure) {
  const auto* row = std::find_if(std::begin(kMeasures), std::end(kMeasures), [&](const Measure& m) {
    return m.measure == measure.name && is_kind_of(condition.name, m.condition);
  });
  return row == std::end(kMeasures) ? 0 : row->better;
}

}  // namespace ev::mechanism
