// What a paper on a method is about, proposes and adds.
#include "pipeline/extract/technology.hpp"

#include "pipeline/extract/back_matter.hpp"
#include "pipeline/extract/design.hpp"
#include "pipeline/extract/lookup.hpp"
#include "pipeline/extract/rules.hpp"

#include <algorithm>

namespace ev::extract {

namespace {

// What a method works with, as far as a sentence names it.
const Patterns& techniques() {
  static const Patterns kTechniques = {
      "?graph|convolutional|recurrent|deep|artificial|bayesian neural network|networks",
      "convolutional|recurrent|adversarial|residual|attention|temporal ?recurrent "
      "network|networks|convolution|model",
      "one|two stage <1> detector|network|model",
      "object detector|detection",
      "random forest|forests",
      "decision tree|trees",
      "support vector machine|machines",
      "gradient boosted|boosting",
      "boosted trees",
      "transformer|transformers",
      "?large language model|models",
      "bert|biobert|clinicalbert|pubmedbert|roberta|gpt|llama",
      "autoencoder|autoencoders|encoder|encoders",
      "diffusion|foundation model|models",
      "reinforcement|federated|deep|machine|transfer|contrastive|ensemble|multitask|supervised "
      "learning",
      "self|semi supervised",
      "retrieval augmented",
      "long short term memory",
      "lstm|cnn|cnns|rnn|gan|unet|resnet|vgg|svm|xgboost|lightgbm",
      "u net",
      "hidden markov",
      "knowledge graph|graphs",
      "streaming|heuristic|clustering|greedy|search|compression|learning algorithm|algorithms",
      "conditional random field|fields",
      "bayesian network|networks|model|models",
      "dialogue|recommender|recommendation|expert system|systems",
      "chatbot|chatbots"};
  return kTechniques;
}

// Of the sentences on the technique those that say what was done here come first; what else stands
// in the background tells of others.
Findings sentences_on_technique(const RecordText& record) {
  static const Patterns kDid = {
      "we|authors|paper|study|work|article <3> "
      "present|presents|presented|describe|describes|report|reports|"
      "built|build|fine|trained|compared|compare|implemented|used|use|evaluated|applied",
      "is|are|was|were <2> trained|pretrained|tuned|built|implemented|developed|constructed",
      "in this work|paper|study|article", "is a|an", "combines|couples|integrates|implements"};
  static const Patterns kTool = {
      "is a|an <5> tool|aligner|system|software|package|method|framework|pipeline|library|platform|"
      "application|algorithm|toolkit|workflow"};
  const auto done = [&](const Candidate& c) {
    return find_any(kDid, doc::tokenize(c.text)).has_value();
  };
  const auto by_others = [&](const Candidate& c) {
    const auto place = phrase_at(record, *c.ground.span);
    const bool before = place && (place->sentence->role() == doc::Role::background ||
                                  place->sentence->role() == doc::Role::objective);
    return before && !done(c);
  };
  Findings found = all_sentences(record, techniques(), {.confidence = 0.65, .skip_title = true});
  std::erase_if(found.candidates, by_others);
  std::stable_partition(found.candidates.begin(), found.candidates.end(), done);
  if (found.candidates.empty() && !is_clinical(record)) {
    found = all_sentences(record, kTool,
                          {.confidence = 0.6, .skip_background = true, .skip_title = true});
  }
  return found;
}

}  // namespace

bool is_clinical(const RecordText& record) {
  const auto design = find_design(record);
  return design && !is_preclinical(*design->kind) && design->confidence >= 0.9;
}

bool tells_of_computing(const Sentence& sentence) {
  static const Patterns kComputes = {
      "comput*|inference|runtime|algorithm|algorithms|software|network|networks|classifier|"
      "classifiers|pipeline|learning|code|memory|gpu|gpus|cpu|cpus|app|chatbot|benchmark|"
      "benchmarks|aligner|transformer|transformers",
      "language|prediction model|models", "open source", "rule based", "the model|system"};
  return find_any(kComputes, sentence).has_value();
}

bool is_on_computing(const RecordText& record) {
  const auto& sentences = record.sentences();
  return std::any_of(sentences.begin(), sentences.end(), tells_of_computing);
}

const Patterns& domains() {
  static const Patterns kDomains = {"graph|convolutional|recurrent neural network|networks",
                                    "deep learning",
                                    "machine learning",
                                    "?large language model|models",
                                    "natural language processing",
                                    "question answering",
                                    "retrieval augmented generation",
                                    "named entity recognition",
                                    "text|report|reports summari*ation|classification|mining",
                                    "de identification",
                                    "dialogue|question|recommender system|systems",
                                    "chatbot|chatbots",
                                    "data|lossless compression",
                                    "nanopore sequencing",
                                    "computer vision",
                                    "object detector|detection",
                                    "reinforcement learning",
                                    "contrastive|self|semi ?supervised learning|pretraining",
                                    "self supervised",
                                    "generative adversarial network|networks",
                                    "artificial intelligence",
                                    "convolutional network|networks",
                                    "neural network|networks",
                                    "medical image|imaging analysis|segmentation",
                                    "image analysis|segmentation|classification|registration",
                                    "next generation sequencing",
                                    "single cell rna sequencing",
                                    "read|sequence alignment",
                                    "genome|transcriptome|metagenome assembly",
                                    "pangenome|pangenomes ?graph|graphs",
                                    "cryo em",
                                    "cryo electron microscopy",
                                    "mass spectrometry",
                                    "robotics|robotic ?surgery",
                                    "robot assisted",
                                    "telemedicine|telehealth",
                                    "wearable ?device|devices|sensors|sensor",
                                    "smartphone|mobile app|apps|application|applications",
                                    "electronic health records|record",
                                    "brain computer interface|interfaces",
                                    "nanotechnology|nanoparticles",
                                    "gene therapy|editing",
                                    "mobile health",
                                    "digital health",
                                    "virtual|augmented reality",
                                    "3d printing",
                                    "microfluidic|microfluidics",
                                    "biosensor|biosensors",
                                    "random forest|forests",
                                    "gradient boosted|boosting ?trees",
                                    "support vector machine|machines",
                                    "federated learning",
                                    "differential|differentially privacy|private",
                                    "knowledge graph|graphs",
                                    "surgical phase|workflow|video ?recognition",
                                    "transformer|transformers",
                                    "radiomics|crispr|bioinformatics|mhealth|bert"};
  return kDomains;
}

Findings find_technology_domain(const RecordText& record) {
  Findings named = all_matches(record, domains(), {.confidence = 0.8});
  return named.candidates.empty() ? all_matches(record, techniques(), {.confidence = 0.6}) : named;
}

Findings find_technique(const RecordText& record) {
  static const Patterns kProposes = {
      "we|authors|paper|study|work <2> propose|proposed|proposes|developed|develop|"
      "develops|introduce|introduces|introduced|designed|trained|implemented",
      "the proposed algorithm|framework|model|approach|method|network|pipeline|architecture|system",
      "novel|new <3> algorithm|framework|model|approach|method|network|pipeline|"
      "architecture|system|tool|assay"};
  Findings proposed;
  if (!is_clinical(record))
    proposed = all_sentences(record, kProposes, {.confidence = 0.7, .skip_title = true});
  if (proposed.candidates.empty()) proposed = sentences_on_technique(record);
  if (!proposed.candidates.empty()) proposed.candidates.resize(1);
  return proposed;
}

// Technique papers say what they propose; clinical ones are described by their design.
Findings find_methodology(const RecordText& record) {
  Findings proposed = is_clinical(record) ? Findings{} : find_technique(record);
  return proposed.candidates.empty() ? find_study_design(record) : proposed;
}

Findings find_contribution(const RecordText& record) {
  static const Patterns kSays = {
      "main|key|major|central|principal|core <1> contribution|contributions|novelty|innovation",
      "we|paper|study|work ?also contribute|contributes",
      "novelty|innovation lies|is|consists",
      "contribution|contributions of this|our",
      "to our|the best ?of ?our knowledge <8> first",
      "as far as we know <8> first",
      "first|1st <4> study|report|time|evidence|demonstration"};
  static const Patterns kNew = {
      "novel|new <3> method|approach|model|algorithm|framework|system|tool|technique|assay|"
      "strategy|mechanism|role|target|biomarker|insight|insights",
      "we|paper|study|article|work <2> propose|proposes|introduce|introduces|present|presents|"
      "developed|develop",
      "the proposed algorithm|framework|model|approach|method|network|pipeline|architecture|system",
      "here we show|report|describe"};
  const Lookup lookup{.confidence = 0.75, .skip_title = true};
  Findings findings = all_sentences(record, kSays, lookup);
  for (Candidate& c : all_sentences(record, kNew, lookup).candidates)
    add_distinct(findings, std::move(c));
  std::erase_if(findings.candidates, [&](const Candidate& c) {
    const auto phrase = c.ground.span ? phrase_at(record, *c.ground.span) : std::nullopt;
    return phrase && back_matter_of(record, *phrase->sentence) != BackMatter::none;
  });
  if (findings.candidates.empty() && !is_clinical(record))
    findings = sentences_on_technique(record);
  return findings.candidates.empty() ? find_conclusion(record) : findings;
}

}  // namespace ev::extract
