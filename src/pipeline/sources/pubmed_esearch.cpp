// esearch JSON and the sentences that tell what PubMed did to a query.
#include "base/json.hpp"
#include "base/text.hpp"
#include "pipeline/pubmed_query/parser.hpp"
#include "pipeline/sources/eutils.hpp"
#include "pipeline/sources/pubmed.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>
#include <utility>

namespace ev::sources {

namespace {

Error changed(std::string message) {
  return Error{.code = Errc::upstream_changed,
               .message = std::move(message),
               .source = "pubmed",
               .recovery = "call again; if it persists, a newer version of this program is needed"};
}

// Numbers are strings in every reply recorded.
std::optional<long> counted_member(const Json& object, const char* name) {
  const auto it = object.find(name);
  if (it == object.end()) return std::nullopt;
  if (it->is_number_integer()) return it->get<long>();
  if (!it->is_string()) return std::nullopt;
  const std::string& s = it->get_ref<const std::string&>();
  if (s.empty() || s.size() > 12 || s.find_first_not_of("0123456789") != std::string::npos) {
    return std::nullopt;
  }
  return std::stol(s);
}

std::string string_member(const Json& object, const char* name) {
  const auto it = object.find(name);
  return it != object.end() && it->is_string() ? it->get<std::string>() : std::string();
}

std::vector<std::string> strings(const Json& object, const char* list, const char* name) {
  std::vector<std::string> out;
  const auto holder = list == nullptr ? Json::const_iterator{} : object.find(list);
  if (list != nullptr && (holder == object.end() || !holder->is_object())) return out;
  const Json& from = list == nullptr ? object : *holder;
  const auto it = from.find(name);
  if (it == from.end() || !it->is_array()) return out;
  for (const Json& item : *it) {
    if (item.is_string()) out.push_back(item.get<std::string>());
  }
  return out;
}

Error refused(std::string_view text) {
  const net::Classified c = classify_eutils_error(text);
  return Error{.code = c.code, .message = "PubMed: " + c.reason, .source = "pubmed"};
}

void add_quoted(std::vector<std::string>& out, const std::vector<std::string>& phrases,
                std::string_view before, std::string_view after) {
  for (const std::string& phrase : phrases) {
    out.push_back(std::string(before) + "`" + text::ellipsize(text::displayable(phrase), 120) +
                  "`" + std::string(after));
  }
}

// The journal or author an untagged word was mapped to: `"Ann Pancreat
// Cancer"[Journal:__jid101724278]`.
std::string mapped_to(const std::string& translation, std::string_view field) {
  const std::size_t tag = translation.find("\"[" + std::string(field));
  if (tag == std::string::npos || tag == 0) return "";
  const std::size_t open = translation.rfind('"', tag - 1);
  return open == std::string::npos ? "" : translation.substr(open + 1, tag - open - 1);
}

void add_surprises(std::vector<std::string>& out, const EsearchReply& reply) {
  for (const auto& [from, to] : reply.translations) {
    if (from.find('[') != std::string::npos) continue;  // tagged: meant so
    for (const std::string_view field : {"Journal", "Author", "Investigator"}) {
      const std::string what = mapped_to(to, field);
      if (what.empty()) continue;
      out.push_back("PubMed read `" + text::displayable(from) + "` also as the " +
                    text::to_lower_ascii(field) + " \"" + text::displayable(what) +
                    "\"; if it is a term or a gene symbol, tag it: " + text::displayable(from) +
                    "[tiab]");
    }
  }
}

// "Some Phrase"[tiab] -> some phrase, as PubMed's lists and the query's terms are compared.
std::string bare(std::string_view reported) {
  std::string_view out = reported.substr(0, reported.rfind('['));
  if (out.empty()) out = reported;
  std::string key = text::to_lower_ascii(text::trim(out));
  std::erase(key, '"');
  return key;
}

// Which of the terms that PubMed did not find only stood for others: alternatives under OR, of
// which at least one is left, and what stands behind NOT. Leaving these out changes no hit.
class Harmless {
 public:
  Harmless(const std::vector<std::string>& unknown, std::string_view query) {
    for (const std::string& term : unknown) unknown_.insert(bare(term));
    const pubmed_query::Parsed parsed = pubmed_query::parse(query);
    if (unknown_.empty() || !parsed.tree || vanishes(*parsed.tree)) harmless_.clear();
  }

  bool operator()(const std::string& reported) const { return harmless_.contains(bare(reported)); }

 private:
  using Node = pubmed_query::Node;
  using Kind = pubmed_query::Kind;

  bool vanishes(const Node& node) {
    if (node.kind == Kind::term) return unknown_.contains(bare(node.term.text));
    std::vector<const Node*> gone;
    std::size_t first_left = node.children.size();
    for (std::size_t i = 0; i < node.children.size(); ++i) {
      if (vanishes(node.children[i])) {
        gone.push_back(&node.children[i]);
      } else if (first_left > i) {
        first_left = i;
      }
    }
    if (gone.size() == node.children.size()) return true;
    const bool spared =
        node.kind == Kind::disjunction || (node.kind == Kind::difference && first_left == 0);
    for (const Node* child : gone) {
      pubmed_query::for_each_term(*child, [&](const pubmed_query::Term& term) {
        if (spared && !needed_.contains(bare(term.text))) {
          harmless_.insert(bare(term.text));
        } else {
          needed_.insert(bare(term.text));
          harmless_.erase(bare(term.text));
        }
      });
    }
    return false;
  }

  std::set<std::string> unknown_;
  std::set<std::string> harmless_;
  std::set<std::string> needed_;  // missed as a conjunct somewhere
};

void add_alternatives(std::vector<std::string>& out, const std::vector<std::string>& terms) {
  if (terms.empty()) return;
  std::string line = std::to_string(terms.size()) +
                     (terms.size() == 1 ? " of the alternatives is" : " of the alternatives are") +
                     " in none of the records searched: ";
  constexpr std::size_t kNamed = 8;
  for (std::size_t i = 0; i < terms.size() && i < kNamed; ++i) {
    line += (i == 0 ? "`" : ", `") + text::ellipsize(text::displayable(terms[i]), 80) + "`";
  }
  if (terms.size() > kNamed) line += " and " + std::to_string(terms.size() - kNamed) + " more";
  out.push_back(std::move(line));
}

// What PubMed did not find: one line for all alternatives, one for each conjunct.
void add_not_found(std::vector<std::string>& out, const EsearchReply& reply,
                   std::string_view query) {
  std::vector<std::string> unknown = reply.phrases_not_found;
  unknown.insert(unknown.end(), reply.quoted_phrases_not_found.begin(),
                 reply.quoted_phrases_not_found.end());
  const Harmless harmless(unknown, query);
  std::vector<std::string> alternatives;
  const auto conjuncts_of = [&](const std::vector<std::string>& phrases) {
    std::vector<std::string> needed;
    for (const std::string& phrase : phrases) {
      std::vector<std::string>& list = harmless(phrase) ? alternatives : needed;
      if (std::find(list.begin(), list.end(), phrase) == list.end()) list.push_back(phrase);
    }
    return needed;
  };
  add_quoted(out, conjuncts_of(reply.phrases_not_found), "PubMed does not know ",
             reply.count > 0 ? " and left it out: the hits are those of a broader query" : "");
  add_quoted(out, conjuncts_of(reply.quoted_phrases_not_found), "the phrase ",
             std::string(" is not in PubMed's phrase index") +
                 (reply.count > 0 ? " and was read as separate words" : ""));
  add_alternatives(out, alternatives);
}

}  // namespace

Result<EsearchReply> parse_esearch(std::string_view body) {
  auto document = parse_json_leniently(body, "PubMed's reply");
  if (!document) return changed(document.error().message);
  if (!document->is_object()) return changed("PubMed's reply is not an object");
  if (const std::string error = string_member(*document, "error"); !error.empty()) {
    return refused(error);
  }
  const auto found = document->find("esearchresult");
  if (found == document->end() || !found->is_object()) {
    return changed("PubMed's reply has no esearchresult");
  }
  const Json& result = *found;
  if (const std::string error = string_member(result, "ERROR"); !error.empty()) {
    return refused(error);
  }
  const auto count = counted_member(result, "count");
  if (!count) return changed("PubMed's reply has no count");
  EsearchReply reply{.count = *count, .retstart = counted_member(result, "retstart").value_or(0)};
  reply.ids = strings(result, nullptr, "idlist");
  reply.query_translation = string_member(result, "querytranslation");
  if (const auto list = result.find("translationset"); list != result.end() && list->is_array()) {
    for (const Json& item : *list) {
      if (!item.is_object()) continue;
      reply.translations.emplace_back(string_member(item, "from"), string_member(item, "to"));
    }
  }
  reply.phrases_not_found = strings(result, "errorlist", "phrasesnotfound");
  reply.fields_not_found = strings(result, "errorlist", "fieldsnotfound");
  reply.quoted_phrases_not_found = strings(result, "warninglist", "quotedphrasesnotfound");
  reply.phrases_ignored = strings(result, "warninglist", "phrasesignored");
  reply.messages = strings(result, "warninglist", "outputmessages");
  if (const auto header = document->find("header");
      header != document->end() && header->is_object()) {
    reply.api_version = string_member(*header, "version");
  }
  return reply;
}

std::vector<std::string> warnings_of(const EsearchReply& reply, std::string_view query) {
  std::vector<std::string> out;
  add_not_found(out, reply, query);
  add_quoted(out, reply.fields_not_found, "PubMed has no field ",
             ": the term was searched in all fields");
  add_quoted(out, reply.phrases_ignored, "PubMed ignored ", "");
  for (const std::string& message : reply.messages) {
    out.push_back("PubMed says: " + text::ellipsize(text::displayable(message), 200));
  }
  add_surprises(out, reply);
  return out;
}

bool is_broader(const EsearchReply& reply, std::string_view query) {
  if (reply.count == 0) return false;
  std::vector<std::string> left_out = reply.phrases_not_found;
  // A truncation that is too short is left out like an unknown word; stop words are, too, and mean
  // nothing.
  for (const std::string& phrase : reply.phrases_ignored) {
    if (phrase.find('*') != std::string::npos) left_out.push_back(phrase);
  }
  const Harmless harmless(left_out, query);
  return !std::all_of(left_out.begin(), left_out.end(), harmless);
}

}  // namespace ev::sources
