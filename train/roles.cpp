// Sentence roles from abstracts whose authors gave headings. Of each abstract there are, besides
// the whole, pieces as records hold them that are short or tell only a part: one without its
// first or last sentences and two runs of one to four sentences. Without them the chain learns
// that the first sentence of anything is background and its last one a conclusion.
#include "pipeline/text/roles.hpp"

#include "task.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace ev::train {
namespace {

// Where an abstract has but one heading for them, what is known and what is asked stand together.
std::string_view role_name(char label, bool divided) {
  switch (label) {
    case 'B':
      return divided ? "background" : "background|objective";
    case 'O':
      return divided ? "objective" : "background|objective";
    case 'M':
      return "methods";
    case 'R':
      return "results";
    default:
      return "conclusions";
  }
}

// An article with headings, without the marks its set has put in.
struct Headed {
  std::string group;
  std::vector<std::string> sentences;
  std::string labels;
};

void write_run(const Headed& article, std::size_t from, std::size_t to) {
  std::vector<doc::RoleInput> inputs;
  for (std::size_t i = from; i < to; ++i) inputs.push_back({.text = article.sentences[i]});
  const std::vector<nlp::Features> features = doc::role_features(inputs);
  const bool divided = article.labels.find('B') != std::string::npos &&
                       article.labels.find('O') != std::string::npos;
  for (std::size_t i = from; i < to; ++i)
    write_item(article.group, role_name(article.labels.at(i), divided), features[i - from]);
  end_sequence();
}

void write_article(const Headed& article) {
  const std::size_t count = article.sentences.size();
  write_run(article, 0, count);
  std::uint32_t state = 0;
  for (const char c : article.group) state = nlp::mixed(state * 31 + static_cast<unsigned char>(c));
  const auto draw = [&state](std::size_t below) { return (state = nlp::mixed(state + 1)) % below; };
  constexpr std::size_t kRuns = 2;
  constexpr std::size_t kLongestRun = 4;
  for (std::size_t i = 0; i < kRuns; ++i) {
    const std::size_t from = draw(count);
    write_run(article, from, std::min(from + 1 + draw(kLongestRun), count));
  }
  if (count <= kLongestRun) return;
  const std::size_t cut = 1 + draw(count / 2);
  draw(2) == 0 ? write_run(article, cut, count) : write_run(article, 0, count - cut);
}

void write_trials(const std::string& data) {
  for (const Json& row : rows_of(data, "roles/headed_abstracts.jsonl.gz")) {
    // No licence is stated for the abstracts of this source.
    if (is_dev(row) || row.at("source") == "otte") continue;
    const std::string id = row.contains("pmid") ? "pmid" : "pmcid";
    write_article({.group = row.at(id).get<std::string>(),
                   .sentences = row.at("sentences").get<std::vector<std::string>>(),
                   .labels = row.at("labels").get<std::string>()});
  }
}

// Studies of other kinds, mostly of the laboratory, as many as there are trials. Their numbers are
// marked by a word.
void write_biology(const std::string& data) {
  constexpr int kOneOf = 8;
  constexpr std::string_view kNumber = "<dig>";
  int at = 0;
  for (const Json& row : rows_of(data, "roles/sumpubmed.jsonl.gz")) {
    if (at++ % kOneOf != 0 || is_dev(row)) continue;
    Headed article{.group = "sumpubmed " + std::to_string(row.at("id").get<int>()),
                   .sentences = row.at("sentences").get<std::vector<std::string>>(),
                   .labels = row.at("labels").get<std::string>()};
    for (std::string& sentence : article.sentences) {
      for (std::size_t i = 0; (i = sentence.find(kNumber, i)) != std::string::npos;)
        sentence.replace(i, kNumber.size(), "0");
    }
    write_article(article);
  }
}

void write_roles(const std::string& data) {
  write_trials(data);
  write_biology(data);
}

const Registered kRoles("roles", write_roles);

}  // namespace
}  // namespace ev::train
