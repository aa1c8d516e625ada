#include "base/data_table.hpp"
#include "base/named_enum.hpp"
#include "base/text.hpp"
#include "pipeline/mechanism/entity.hpp"
#include "pipeline/mechanism/word_lists.hpp"

#include <algorithm>

namespace ev::mechanism {

const char* to_string(Kind kind) {
  return wire_name(kind).data();
}

namespace {

// "statins" -> "statin", "studies" stays; "sepsis", "virus", "stress" keep their s.
void drop_plural(std::string& key) {
  if (key.size() < 5 || key.back() != 's') return;
  const char before = key[key.size() - 2];
  if (before != 's' && before != 'u' && before != 'i') key.pop_back();
}

bool is_symbol(std::string_view term) {
  if (term.size() > 5) return false;
  bool upper = false;
  for (const char c : term) {
    if (c >= 'a' && c <= 'z') return false;
    upper = upper || (c >= 'A' && c <= 'Z');
  }
  return upper;
}

// "Heart Failure, Congestive" is also written "Congestive Heart Failure".
std::string uninverted(const std::string& heading) {
  const std::size_t comma = heading.find(", ");
  if (comma == std::string::npos || heading.find(", ", comma + 2) != std::string::npos)
    return heading;
  return heading.substr(comma + 2) + " " + heading.substr(0, comma);
}

}  // namespace

std::string key_of(std::span<const doc::Token> tokens, std::size_t first, std::size_t last) {
  std::string key;
  for (std::size_t i = first; i <= last; ++i) key += text::spell_greek(tokens[i].folded);
  drop_plural(key);
  return key;
}

std::string key_of(std::string_view term) {
  const std::vector<doc::Token> tokens = doc::tokenize(term);
  return tokens.empty() ? std::string() : key_of(tokens, 0, tokens.size() - 1);
}

Vocabulary::Vocabulary() {
  load_builtin();
}

std::size_t Vocabulary::add(Kind kind, std::string_view name) {
  const std::string key = key_of(name);
  if (const Term* known = find(key); known != nullptr && !known->acts && known->polarity == 1) {
    return known->entity;
  }
  Entity entity{
      .id = std::string(to_string(kind)) + ":" + key, .name = std::string(name), .kind = kind};
  entity.infection = key.find("infection") != std::string::npos;
  entities_.push_back(std::move(entity));
  const std::size_t index = entities_.size() - 1;
  alias(index, name);
  return index;
}

void Vocabulary::alias(std::size_t entity, std::string_view term, const Term& form) {
  Term stored = form;
  stored.entity = entity;
  stored.written = std::string(term);
  stored.symbol = is_symbol(term);
  std::string key = key_of(term);
  stored.ambiguous = is_common_word(key) || is_common_word(key + "s");
  if (!key.empty()) terms_.emplace(std::move(key), stored);  // the first meaning stays
}

const Term* Vocabulary::find(const std::string& key) const {
  const auto it = terms_.find(key);
  return it == terms_.end() ? nullptr : &it->second;
}

void Vocabulary::learn(std::span<const NamedEntity> entities) {
  constexpr std::size_t kShortestForm = 3;  // code points
  for (const NamedEntity& named : entities) {
    std::vector<std::string> forms = named.forms;
    if (!named.name.empty()) forms.insert(forms.begin(), named.name);
    std::erase_if(forms, [](const std::string& form) {
      return text::code_points(form) < kShortestForm || is_generic_heading(text::fold(form));
    });
    if (forms.empty()) continue;
    const Term* known = nullptr;
    for (const std::string& form : forms) {
      const Term* term = find(key_of(form));
      if (known == nullptr && term != nullptr && !term->acts && term->polarity == 1) known = term;
    }
    if (known == nullptr && named.kind == Kind::drug) continue;
    const std::size_t index = known != nullptr ? known->entity : add(named.kind, forms.front());
    if (known == nullptr && named.kind == Kind::effect) {
      entities_[index].valence = -1;
      entities_[index].disease = true;
    }
    for (const std::string& form : forms) alias(index, form);
  }
}

KnownNames Vocabulary::names_of(std::string_view name) const {
  constexpr std::size_t kShortest = 4;  // letters; shorter ones mean too many things
  KnownNames out;
  const Term* known = find(key_of(name));
  if (known == nullptr || known->acts) return out;
  out.valence = entities_[known->entity].valence * known->polarity;
  for (const auto& [key, term] : terms_) {
    if (term.entity != known->entity || term.acts || term.ambiguous || key.size() < kShortest)
      continue;
    (term.polarity == known->polarity ? out.same : out.opposite).push_back(term.written);
  }
  for (const auto& [key, term] : terms_) {
    const std::string longer = text::fold(term.written);
    // "Healing of an ulcer" speaks of the ulcer still.
    const auto ends_with = [&](const std::string& end) {
      return longer.ends_with(" " + text::fold(end)) && longer.find(" of ") == longer.npos;
    };
    const bool target = entities_[term.entity].kind == Kind::target;
    const auto begins_with = [&](const std::string& begin) {  // "superoxide dismutase"
      return target && longer.starts_with(text::fold(begin) + " ");
    };
    if (term.entity == known->entity) continue;
    if (std::any_of(out.same.begin(), out.same.end(), ends_with) ||
        std::any_of(out.same.begin(), out.same.end(), begins_with))
      out.other.push_back(term.written);
  }
  for (auto* names : {&out.same, &out.opposite, &out.other})
    std::sort(names->begin(), names->end());
  return out;
}

void Vocabulary::load_builtin() {
  static const DataTable table = data_table("tables/mechanism_entities.tsv");
  for (const DataTable::Row& row : table.rows()) {
    const std::size_t index = add(*from_wire_name<Kind>(row["kind"]), row["name"]);
    Entity& entity = entities_[index];
    for (const char flag : row["flags"]) {
      if (flag == 'b') entity.valence = -1;
      if (flag == 'g') entity.valence = 1;
      if (flag == 'd') entity.disease = true;
      if (flag == 'h') entity.hub = true;
      if (flag == 'r') entity.reagent = true;
      if (flag == 'v') entity.vague = true;
      if (flag == 'i') entity.infection = true;
    }
    for (std::string_view term : data_values(row["terms"])) {
      Term form;
      if (term.front() == '!') form.polarity = -1;
      if (term.front() == '-') form = {.polarity = -1, .acts = true};
      if (term.front() == '+') form.acts = true;
      if (form.acts || form.polarity < 0) term.remove_prefix(1);
      if (term.front() == '@') {
        form.agent = true;
        term.remove_prefix(1);
      }
      alias(index, term, form);
    }
  }
}

// "MPL protein, human" is written MPL.
void Vocabulary::learn_chemicals(std::span<const model::Article> articles) {
  constexpr std::size_t kShortest = 3;  // code points
  std::map<std::string, Kind> named;
  for (const model::Article& article : articles) {
    for (const model::Chemical& chemical : article.chemicals) {
      const auto kind = kind_of_chemical(chemical);
      const std::string name = chemical.name.substr(0, chemical.name.find(" protein, "));
      if (kind && text::code_points(name) >= kShortest) named.emplace(name, *kind);
    }
  }
  for (const auto& [name, kind] : named) add(kind, uninverted(name));
}

void Vocabulary::learn(std::span<const model::Article> articles) {
  // Votes per heading, in the order of their names, so that the order of the records does not
  // matter.
  std::map<std::string, std::map<Kind, int>> votes;
  for (const model::Article& article : articles) {
    for (const model::MeshHeading& heading : article.mesh_headings) {
      bool qualified = false;
      for (const model::MeshQualifier& q : heading.qualifiers) {
        if (const auto kind = kind_of_qualifier(q.name)) {
          ++votes[heading.descriptor][*kind];
          qualified = true;
        }
      }
      if (!qualified && looks_like_disease(text::fold(heading.descriptor))) {
        ++votes[heading.descriptor][Kind::effect];
      }
    }
  }
  for (const auto& [heading, kinds] : votes) {
    if (is_generic_heading(text::fold(heading))) continue;
    Kind best = kinds.begin()->first;
    for (const auto& [kind, count] : kinds) {
      if (count > kinds.at(best)) best = kind;
    }
    if (best == Kind::drug && is_class_heading(text::fold(heading))) continue;
    const std::size_t index = add(best, uninverted(heading));
    alias(index, heading);
    if (best == Kind::effect && entities_[index].kind == Kind::effect &&
        entities_[index].valence == 0 && looks_like_disease(text::fold(heading))) {
      entities_[index].valence = -1;
      entities_[index].disease = true;
    }
  }
  learn_chemicals(articles);
}

}  // namespace ev::mechanism
