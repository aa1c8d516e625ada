#include "pipeline/query_gen/abbreviations.hpp"

#include "pipeline/mesh/vocabulary.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <string>

namespace ev::query_gen {

namespace {

// By short form.
constexpr auto kAbbreviations = std::to_array<Abbreviation>({
    {"ACEI", "angiotensin-converting enzyme inhibitors",
     "Angiotensin-Converting Enzyme Inhibitors"},
    {"ACL", "anterior cruciate ligament", ""},
    {"ACS", "acute coronary syndrome", ""},
    {"ADHD", "attention deficit hyperactivity disorder",
     "Attention Deficit Disorder with Hyperactivity"},
    {"AF", "atrial fibrillation", ""},
    {"AI", "artificial intelligence", ""},
    {"AIDS", "acquired immunodeficiency syndrome", ""},
    {"AKI", "acute kidney injury", ""},
    {"ALS", "amyotrophic lateral sclerosis", ""},
    {"AMD", "age-related macular degeneration", "Macular Degeneration"},
    {"AMI", "acute myocardial infarction", "Myocardial Infarction"},
    {"AML", "acute myeloid leukemia", "Leukemia, Myeloid, Acute"},
    {"ARB", "angiotensin receptor blockers", "Angiotensin Receptor Antagonists"},
    {"ARDS", "acute respiratory distress syndrome", "Respiratory Distress Syndrome"},
    {"AUD", "alcohol use disorder", "Alcoholism"},
    {"AVR", "aortic valve replacement", ""},
    {"BMI", "body mass index", ""},
    {"BPH", "benign prostatic hyperplasia", "Prostatic Hyperplasia"},
    {"CABG", "coronary artery bypass grafting", "Coronary Artery Bypass"},
    {"CAD", "coronary artery disease", ""},
    {"CBT", "cognitive behavioral therapy", ""},
    {"CHD", "coronary heart disease", "Coronary Disease"},
    {"CHF", "congestive heart failure", "Heart Failure"},
    {"CKD", "chronic kidney disease", "Renal Insufficiency, Chronic"},
    {"CLL", "chronic lymphocytic leukemia", "Leukemia, Lymphocytic, Chronic, B-Cell"},
    {"CML", "chronic myeloid leukemia", "Leukemia, Myelogenous, Chronic, BCR-ABL Positive"},
    {"CMV", "cytomegalovirus", ""},
    {"CNN", "convolutional neural network", "Neural Networks, Computer"},
    {"COPD", "chronic obstructive pulmonary disease", "Pulmonary Disease, Chronic Obstructive"},
    {"CPAP", "continuous positive airway pressure", ""},
    {"CPR", "cardiopulmonary resuscitation", ""},
    {"CRC", "colorectal cancer", "Colorectal Neoplasms"},
    {"CRP", "C-reactive protein", ""},
    {"CSF", "cerebrospinal fluid", ""},
    {"CT", "computed tomography", "Tomography, X-Ray Computed"},
    {"CVD", "cardiovascular disease", "Cardiovascular Diseases"},
    {"DBS", "deep brain stimulation", ""},
    {"DKA", "diabetic ketoacidosis", ""},
    {"DLBCL", "diffuse large B-cell lymphoma", "Lymphoma, Large B-Cell, Diffuse"},
    {"DMD", "Duchenne muscular dystrophy", "Muscular Dystrophy, Duchenne"},
    {"DNA", "DNA", "DNA"},
    {"DOAC", "direct oral anticoagulants", ""},
    {"DVT", "deep vein thrombosis", "Venous Thrombosis"},
    {"EBV", "Epstein-Barr virus", "Herpesvirus 4, Human"},
    {"ECG", "electrocardiography", ""},
    {"ECMO", "extracorporeal membrane oxygenation", ""},
    {"ECT", "electroconvulsive therapy", ""},
    {"EEG", "electroencephalography", ""},
    {"EHR", "electronic health records", ""},
    {"EKG", "electrocardiography", ""},
    {"ELISA", "enzyme-linked immunosorbent assay", ""},
    {"EMG", "electromyography", ""},
    {"ERCP", "endoscopic retrograde cholangiopancreatography",
     "Cholangiopancreatography, Endoscopic Retrograde"},
    {"ESRD", "end-stage renal disease", "Kidney Failure, Chronic"},
    {"FMT", "fecal microbiota transplantation", ""},
    {"GBM", "glioblastoma", ""},
    {"GDM", "gestational diabetes", "Diabetes, Gestational"},
    {"GERD", "gastroesophageal reflux disease", "Gastroesophageal Reflux"},
    {"GWAS", "genome-wide association study", ""},
    {"HAART", "highly active antiretroviral therapy", "Antiretroviral Therapy, Highly Active"},
    {"HBV", "hepatitis B virus", ""},
    {"HCC", "hepatocellular carcinoma", "Carcinoma, Hepatocellular"},
    {"HCM", "hypertrophic cardiomyopathy", "Cardiomyopathy, Hypertrophic"},
    {"HCV", "hepatitis C virus", "Hepacivirus"},
    {"HDL", "high-density lipoprotein", "Lipoproteins, HDL"},
    {"HF", "heart failure", ""},
    {"HFpEF", "heart failure with preserved ejection fraction", "Heart Failure, Diastolic"},
    {"HFrEF", "heart failure with reduced ejection fraction", "Heart Failure, Systolic"},
    {"HIV", "HIV", "HIV"},
    {"HPV", "human papillomavirus", "Papillomaviridae"},
    {"HRT", "hormone replacement therapy", ""},
    {"HSV", "herpes simplex virus", "Simplexvirus"},
    {"HbA1c", "glycated hemoglobin", "Glycated Hemoglobin A"},
    {"IBD", "inflammatory bowel disease", "Inflammatory Bowel Diseases"},
    {"IBS", "irritable bowel syndrome", ""},
    {"ICU", "intensive care unit", "Intensive Care Units"},
    {"ILD", "interstitial lung disease", "Lung Diseases, Interstitial"},
    {"IPF", "idiopathic pulmonary fibrosis", ""},
    {"ITP", "immune thrombocytopenia", "Purpura, Thrombocytopenic, Idiopathic"},
    {"IUD", "intrauterine device", "Intrauterine Devices"},
    {"IVF", "in vitro fertilization", "Fertilization in Vitro"},
    {"JIA", "juvenile idiopathic arthritis", "Arthritis, Juvenile"},
    {"LDL", "low-density lipoprotein", "Lipoproteins, LDL"},
    {"LLM", "large language model", ""},
    {"LVAD", "left ventricular assist device", "Heart-Assist Devices"},
    {"LVEF", "left ventricular ejection fraction", "Stroke Volume"},
    {"MCI", "mild cognitive impairment", "Cognitive Dysfunction"},
    {"MDD", "major depressive disorder", "Depressive Disorder, Major"},
    {"ML", "machine learning", ""},
    {"MODY", "maturity-onset diabetes of the young", ""},
    {"MRA", "magnetic resonance angiography", ""},
    {"MRI", "magnetic resonance imaging", ""},
    {"MRSA", "methicillin-resistant Staphylococcus aureus", ""},
    {"NAFLD", "non-alcoholic fatty liver disease", ""},
    {"NASH", "non-alcoholic steatohepatitis", "Non-alcoholic Fatty Liver Disease"},
    {"NICU", "neonatal intensive care unit", "Intensive Care Units, Neonatal"},
    {"NLP", "natural language processing", ""},
    {"NSAID", "non-steroidal anti-inflammatory drugs", "Anti-Inflammatory Agents, Non-Steroidal"},
    {"NSCLC", "non-small cell lung cancer", "Carcinoma, Non-Small-Cell Lung"},
    {"NSTEMI", "non-ST elevation myocardial infarction", "Non-ST Elevated Myocardial Infarction"},
    {"OCD", "obsessive-compulsive disorder", ""},
    {"OCT", "optical coherence tomography", "Tomography, Optical Coherence"},
    {"OSA", "obstructive sleep apnea", "Sleep Apnea, Obstructive"},
    {"OUD", "opioid use disorder", "Opioid-Related Disorders"},
    {"PAD", "peripheral artery disease", "Peripheral Arterial Disease"},
    {"PCI", "percutaneous coronary intervention", ""},
    {"PCOS", "polycystic ovary syndrome", ""},
    {"PCR", "polymerase chain reaction", ""},
    {"PET", "positron emission tomography", "Positron-Emission Tomography"},
    {"PTSD", "post-traumatic stress disorder", "Stress Disorders, Post-Traumatic"},
    {"RCC", "renal cell carcinoma", "Carcinoma, Renal Cell"},
    {"RCT", "randomized controlled trial", ""},
    {"RNA", "RNA", "RNA"},
    {"RSV", "respiratory syncytial virus", "Respiratory Syncytial Viruses"},
    {"SAH", "subarachnoid hemorrhage", ""},
    {"SARS", "severe acute respiratory syndrome", ""},
    {"SCLC", "small cell lung cancer", "Small Cell Lung Carcinoma"},
    {"SIDS", "sudden infant death syndrome", "Sudden Infant Death"},
    {"SLE", "systemic lupus erythematosus", "Lupus Erythematosus, Systemic"},
    {"SNP", "single nucleotide polymorphism", "Polymorphism, Single Nucleotide"},
    {"SPECT", "single photon emission computed tomography",
     "Tomography, Emission-Computed, Single-Photon"},
    {"SSRI", "selective serotonin reuptake inhibitors", ""},
    {"STEMI", "ST elevation myocardial infarction", ""},
    {"STI", "sexually transmitted infections", "Sexually Transmitted Diseases"},
    {"T1D", "type 1 diabetes", "Diabetes Mellitus, Type 1"},
    {"T1DM", "type 1 diabetes mellitus", "Diabetes Mellitus, Type 1"},
    {"T2D", "type 2 diabetes", "Diabetes Mellitus, Type 2"},
    {"T2DM", "type 2 diabetes mellitus", "Diabetes Mellitus, Type 2"},
    {"TAVI", "transcatheter aortic valve implantation", "Transcatheter Aortic Valve Replacement"},
    {"TAVR", "transcatheter aortic valve replacement", ""},
    {"TB", "tuberculosis", ""},
    {"TBI", "traumatic brain injury", "Brain Injuries, Traumatic"},
    {"TIA", "transient ischemic attack", "Ischemic Attack, Transient"},
    {"TMS", "transcranial magnetic stimulation", ""},
    {"TNBC", "triple negative breast cancer", "Triple Negative Breast Neoplasms"},
    {"UTI", "urinary tract infection", "Urinary Tract Infections"},
    {"VTE", "venous thromboembolism", ""},
    {"eGFR", "estimated glomerular filtration rate", "Glomerular Filtration Rate"},
});

}  // namespace

std::string_view short_form_of(std::string_view heading) {
  const auto at = std::find_if(kAbbreviations.begin(), kAbbreviations.end(),
                               [heading](const Abbreviation& a) { return a.heading == heading; });
  return at == kAbbreviations.end() ? std::string_view() : at->short_form;
}

std::string_view heading_of_words(std::string_view key) {
  static const std::map<std::string, std::string_view, std::less<>> by_words = [] {
    std::map<std::string, std::string_view, std::less<>> made;
    for (const Abbreviation& a : kAbbreviations) {
      if (!a.heading.empty()) made.emplace(mesh::term_key(a.words), a.heading);
    }
    return made;
  }();
  const auto at = by_words.find(key);
  return at == by_words.end() ? std::string_view() : at->second;
}

const Abbreviation* find_abbreviation(std::string_view written) {
  // "NSAIDs", "NSAIDS".
  const bool plural = written.size() > 3 && (written.back() == 's' || written.back() == 'S');
  const std::string_view singular = plural ? written.substr(0, written.size() - 1) : written;
  for (const std::string_view form : {written, singular}) {
    const auto at = std::find_if(kAbbreviations.begin(), kAbbreviations.end(),
                                 [form](const Abbreviation& a) { return a.short_form == form; });
    if (at != kAbbreviations.end()) return &*at;
  }
  return nullptr;
}

}  // namespace ev::query_gen
