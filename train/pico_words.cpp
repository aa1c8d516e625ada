// Population, intervention and outcome by word, from the labelled abstracts of EBM-NLP. Records
// that the readers of arms and outcomes are trained on are left out, so that these learn from
// hints as good as those they will meet.
#include "labelled_trial.hpp"
#include "pipeline/read/spans/word_features.hpp"
#include "task.hpp"

#include <nlohmann/json.hpp>

#include <set>

namespace ev::train {
namespace {

std::string_view label_name(char label) {
  switch (label) {
    case 'P':
      return "population";
    case 'I':
      return "intervention";
    case 'O':
      return "outcome";
    default:
      return "other";
  }
}

bool stands_close(const std::string& token) {
  return token.size() == 1 && std::string_view(",.;:)]%").find(token[0]) != std::string_view::npos;
}
bool opens(const std::string& token) {
  return token == "(" || token == "[";
}

// The text of the tokens [from, to) as it is written, with the label of each byte.
std::string text_of(const Json& row, std::size_t from, std::size_t to, std::string& labels) {
  const auto tokens = row.at("tokens").get<std::vector<std::string>>();
  const auto all = row.at("labels").get<std::string>();
  std::string out;
  for (std::size_t i = from; i < to; ++i) {
    if (!out.empty() && !stands_close(tokens[i]) && !(i > from && opens(tokens[i - 1]))) out += ' ';
    out += tokens[i];
    labels.resize(out.size(), all.at(i));
  }
  return out;
}

void write_record(const Json& row) {
  const auto ends = row.at("sents").get<std::vector<std::size_t>>();
  if (ends.size() < 2) return;
  std::string title_labels, abstract_labels;
  model::Article article;
  article.pmid = row.at("pmid").get<std::string>();
  article.title = text_of(row, 0, ends.front(), title_labels);
  article.abstract = text_of(row, ends.front(), ends.back(), abstract_labels);
  const doc::RecordAnalysis record(article);
  const std::vector<read::Sentence> sentences = read::sentences_of(record);
  const read::WordFeatures features(sentences);
  for (std::size_t i = 0; i < sentences.size(); ++i) {
    const read::Sentence& s = sentences[i];
    const std::string& labels =
        s.at.span.field == doc::Field::title ? title_labels : abstract_labels;
    const std::vector<nlp::Features> words = features.of(sentences, i);
    for (std::size_t k = 0; k < words.size(); ++k)
      write_item(article.pmid, label_name(labels.at(s.at.span.begin + s.tokens[k].begin)),
                 words[k]);
    end_sequence();
  }
}

// `data`: the folder of labelled sets, with trials.jsonl of train/trials.py beside them.
void write_pico_words(const std::string& data) {
  std::set<std::string> left_out;
  for (const LabelledTrial& trial : labelled_trials(data + "/trials.jsonl"))
    left_out.insert(trial.pmid());
  for (const Json& row : rows_of(data, "pico/ebm_nlp.jsonl.gz")) {
    if (!is_dev(row) && left_out.count(row.at("pmid").get<std::string>()) == 0) write_record(row);
  }
}

const Registered kPicoWords("pico_words", write_pico_words);

}  // namespace
}  // namespace ev::train
