// Features of pairs of named things in a sentence, labelled with what the record says the one does
// to the other: plus, minus, other (related without a sign), none.
#include "pipeline/mechanism/pair_features.hpp"
#include "pipeline/text/document.hpp"
#include "task.hpp"

#include <map>

namespace ev::train {
namespace {

using mechanism::NameSpan;

struct Named {
  doc::Field field;
  std::size_t begin, end;  // bytes
  std::string type;
  std::string id;  // concept, or what it is called
  std::size_t number;
};

std::string label_of(int sign) {
  return sign > 0 ? "plus" : sign < 0 ? "minus" : "other";
}

// The tokens that lie in these bytes of a sentence, wholly or in part.
std::optional<NameSpan> span_of(const mechanism::LinkSentence& read, std::size_t begin,
                                std::size_t end) {
  std::optional<NameSpan> out;
  for (std::size_t i = 0; i < read.tokens.size(); ++i) {
    if (read.tokens[i].end <= begin || read.tokens[i].begin >= end) continue;
    if (!out) out = NameSpan{i, i};
    out->last = i;
  }
  return out;
}

class Record {
 public:
  explicit Record(const Json& row) {
    article_.title = row.value("title", "");
    article_.abstract = row.value("abstract", "");
    pmid_ = row.value("pmid", "");
    document_.emplace(article_);
    const std::size_t title = doc::Offsets(article_.title).code_point_of(article_.title.size());
    for (const Json& e : row["entities"]) {
      const std::size_t start = e[0].get<std::size_t>();
      const std::size_t end = e[1].get<std::size_t>();
      const bool in_title = end <= title;
      const doc::Field field = in_title ? doc::Field::title : doc::Field::abstract;
      const std::size_t off = in_title ? 0 : title + 1;
      Named n{
          field,        0, 0, e[2].get<std::string>(), e.size() > 3 ? e[3].get<std::string>() : "",
          named_.size()};
      if (start >= off) {
        n.begin = document_->byte_of(field, start - off);
        n.end = document_->byte_of(field, end - off);
      }
      named_.push_back(n);
    }
  }

  // `label(from, to)`: empty when the two are no pair.
  template <class Label>
  void write(const Label& label) const {
    for (const doc::Sentence& sentence : document_->sentences()) {
      const mechanism::LinkSentence read = mechanism::link_sentence(document_->text(sentence.span));
      std::vector<std::pair<const Named*, NameSpan>> here;
      for (const Named& n : named_) {
        if (const auto span = place_of(n, sentence, read)) here.emplace_back(&n, *span);
      }
      for (const auto& [from, from_span] : here) {
        for (const auto& [to, to_span] : here) {
          if (from_span.first <= to_span.last && to_span.first <= from_span.last) continue;
          const std::string what = label(*from, *to);
          if (what.empty()) continue;
          const bool less = to->type == "DiseaseOrPhenotypicFeature";
          const auto reading = mechanism::read_pair(read, from_span, to_span, less);
          write_item(pmid_, what,
                     mechanism::pair_features(read, sentence.role, from_span, to_span, reading));
        }
      }
    }
  }

 private:
  static std::optional<NameSpan> place_of(const Named& n, const doc::Sentence& sentence,
                                          const mechanism::LinkSentence& read) {
    const doc::Span& span = sentence.span;
    if (n.end == 0 || n.field != span.field || n.begin < span.begin || n.end > span.end)
      return std::nullopt;
    return span_of(read, n.begin - span.begin, n.end - span.begin);
  }

  std::string pmid_;
  model::Article article_;
  std::optional<doc::Document> document_;
  std::vector<Named> named_;
};

void write_drugprot(const std::string& data, const std::string& file) {
  for (const Json& row : rows_of(data, file)) {
    if (is_dev(row)) continue;
    std::map<std::pair<std::size_t, std::size_t>, int> signs;
    for (const Json& r : row["relations"]) {
      int& sign = signs[{r[0].get<std::size_t>(), r[1].get<std::size_t>()}];
      if (sign == 0) sign = r[3].get<int>();
    }
    Record(row).write([&](const Named& from, const Named& to) -> std::string {
      if (from.type != "C" || to.type != "G") return "";
      const auto found = signs.find({from.number, to.number});
      return found == signs.end() ? "none" : label_of(found->second);
    });
  }
}

std::string relation_of(const std::map<std::pair<std::string, std::string>, int>& signs,
                        const Named& from, const Named& to) {
  auto found = signs.find({from.id, to.id});
  if (found == signs.end()) found = signs.find({to.id, from.id});
  return found == signs.end() ? "none" : label_of(found->second);
}

void write_biored(const std::string& data) {
  const auto rank = [](const std::string& type) {
    return type.starts_with("Chem")      ? 1
           : type.starts_with("Gene")    ? 2
           : type.starts_with("Disease") ? 3
                                         : 0;
  };
  for (const Json& row : rows_of(data, "relations/biored.jsonl.gz")) {
    if (is_dev(row)) continue;
    std::map<std::pair<std::string, std::string>, int> signs;
    for (const Json& r : row["relations"])
      signs[{r[0].get<std::string>(), r[1].get<std::string>()}] = r[3].get<int>();
    Record(row).write([&](const Named& from, const Named& to) -> std::string {
      const int f = rank(from.type);
      const int t = rank(to.type);
      if (f == 0 || t == 0 || f > t || (f == 3 && t == 3) || from.id == to.id) return "";
      if (f == t && to.id < from.id) return "";
      return relation_of(signs, from, to);
    });
  }
}

// Sentences with two marked names; which is the chemical is known from DrugProt's names.
void write_chemprot(const std::string& data) {
  std::map<std::string, int> chemical;  // by name: how often a chemical less how often a gene
  const auto lowered = [](std::string text) {
    for (char& c : text) c = static_cast<char>(std::tolower(c));
    return text;
  };
  const auto plain = [](const std::string& text) {
    std::string out;
    for (const char c : text) {
      if (std::isalnum(static_cast<unsigned char>(c)) != 0)
        out += static_cast<char>(std::tolower(c));
    }
    return out;
  };
  std::string held, covered;
  std::vector<std::pair<std::string, std::string>> training;
  for (const char* file : {"relations/drugprot_train.jsonl.gz", "relations/drugprot.jsonl.gz"}) {
    for (const Json& row : rows_of(data, file)) {
      const std::string text = row.value("title", "") + " " + row.value("abstract", "");
      const doc::Offsets offsets(text);
      for (const Json& e : row["entities"])
        chemical[lowered(std::string(offsets.slice(
            e[0].get<std::size_t>(), e[1].get<std::size_t>())))] += e[2] == "C" ? 1 : -1;
      if (!is_dev(row))
        covered += plain(text) + "|";
      else if (std::string_view(file).ends_with("drugprot.jsonl.gz"))
        held += plain(text) + "|";
      else
        training.emplace_back(row.value("pmid", ""), plain(text));
    }
  }
  for (const Json& row : rows_of(data, "relations/chemprot_sentences.jsonl.gz")) {
    if (is_dev(row)) continue;
    const std::string marked = row.value("marked", "");
    const std::string all = plain(marked);
    if (held.find(all) != std::string::npos || covered.find(all) != std::string::npos) continue;
    std::string article = row.value("id", "");
    for (const auto& [pmid, text] : training) {
      if (text.find(all) != std::string::npos) article = pmid;
    }
    const auto cut = [&](const char* open, const char* close) {
      const std::size_t from = marked.find(open) + 3;
      return std::pair(from, marked.find(close, from) - 1);
    };
    auto [f, fe] = cut("<<", ">>");
    auto [t, te] = cut("[[", "]]");
    if (chemical[lowered(marked.substr(f, fe - f))] < chemical[lowered(marked.substr(t, te - t))]) {
      std::swap(f, t);
      std::swap(fe, te);
    }
    std::string text;  // without the marks; places move
    std::map<std::size_t, std::size_t> moved;
    for (std::size_t i = 0; i < marked.size(); ++i) {
      moved[i] = text.size();
      const std::string_view rest = std::string_view(marked).substr(i);
      if (rest.starts_with("<< ") || rest.starts_with("[[ "))
        i += 2;
      else if (rest.starts_with(" >>") || rest.starts_with(" ]]"))
        i += 2;
      else
        text += marked[i];
    }
    moved[marked.size()] = text.size();
    const mechanism::LinkSentence read = mechanism::link_sentence(text);
    const auto from = span_of(read, moved[f], moved[fe]);
    const auto to = span_of(read, moved[t], moved[te]);
    if (!from || !to || (from->first <= to->last && to->first <= from->last)) continue;
    const auto reading = mechanism::read_pair(read, *from, *to, false);
    write_item(article, label_of(row.value("sign", 0)),
               mechanism::pair_features(read, doc::Role::unknown, *from, *to, reading));
  }
}

void write_links(const std::string& data) {
  write_drugprot(data, "relations/drugprot_train.jsonl.gz");
  write_drugprot(data, "relations/drugprot.jsonl.gz");
  write_chemprot(data);
  write_biored(data);
}

const Registered kLinks("links", write_links);

}  // namespace
}  // namespace ev::train
