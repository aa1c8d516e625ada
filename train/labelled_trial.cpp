#include "labelled_trial.hpp"

#include <fstream>

namespace ev::train {

namespace {

std::vector<std::size_t> code_points(const std::string& text) {
  std::vector<std::size_t> out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if ((static_cast<unsigned char>(text[i]) & 0xC0U) != 0x80U) out.push_back(i);
  }
  out.push_back(text.size());
  return out;
}

}  // namespace

LabelledTrial::LabelledTrial(Json label) : label_(std::move(label)) {
  model::Article article;
  article.pmid = pmid();
  article.title = label_.at("title").get<std::string>();
  article.abstract = label_.at("abstract").get<std::string>();
  title_ = code_points(article.title);
  abstract_ = code_points(article.abstract);
  article_ = std::make_shared<const model::Article>(std::move(article));
  record_ = std::make_shared<const doc::RecordAnalysis>(*article_);
  for (const Json& labelled : label_.at("arms")) {
    read::Arm arm;
    for (const Json& place : labelled.at("names")) {
      const doc::Span span = span_of(place);
      if (!arm.name.empty()) {
        arm.aliases.push_back(span);
        continue;
      }
      arm.span = span;
      arm.name = std::string(record_->document().text(span));
    }
    if (arm.name.empty()) continue;
    if (labelled.at("role") == "c") arm.role = read::ArmRole::comparator;
    number_[labelled.at("id").get<std::string>()] = arms_.size();
    arms_.push_back(std::move(arm));
  }
}

std::optional<std::size_t> LabelledTrial::arm_of(const std::string& id) const {
  const auto at = number_.find(id);
  return at == number_.end() ? std::nullopt : std::optional<std::size_t>(at->second);
}

doc::Span LabelledTrial::span_of(const Json& place) const {
  const bool title = place.size() > 2;
  const std::vector<std::size_t>& bytes = title ? title_ : abstract_;
  return {title ? doc::Field::title : doc::Field::abstract,
          bytes.at(place.at(0).get<std::size_t>()), bytes.at(place.at(1).get<std::size_t>())};
}

std::vector<LabelledTrial> labelled_trials(const std::string& path) {
  std::vector<LabelledTrial> out;
  std::ifstream in(path);
  for (std::string line; std::getline(in, line);) {
    LabelledTrial trial(Json::parse(line));
    if (trial.arms().size() >= 2) out.push_back(std::move(trial));
  }
  return out;
}

}  // namespace ev::train
