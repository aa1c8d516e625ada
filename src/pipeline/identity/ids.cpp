#include "pipeline/identity/ids.hpp"

#include "base/text.hpp"
#include "pipeline/model/identifiers.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace ev::identity {

namespace {

bool is_number(char c) {
  return c >= '0' && c <= '9';
}
bool is_name(char c) {
  return is_number(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

std::string_view number_at(std::string_view s, std::size_t at) {
  std::size_t end = at;
  while (end < s.size() && is_number(s[end])) ++end;
  return s.substr(at, end - at);
}

std::string_view name_at(std::string_view s, std::size_t at) {
  std::size_t end = at;
  while (end < s.size() && (is_name(s[end]) || s[end] == '-' || s[end] == '.')) ++end;
  return s.substr(at, end - at);
}

struct KindLabel {
  IdKind kind;
  std::string_view label;
};
constexpr std::array<KindLabel, 8> kLabels = {{{IdKind::pmid, "PMID:"},
                                               {IdKind::pmcid, "PMCID:"},
                                               {IdKind::europepmc, "EPMC:"},
                                               {IdKind::doi, "DOI:"},
                                               {IdKind::openalex, "OAID:"},
                                               {IdKind::nct, "NCT:"},
                                               {IdKind::arxiv, "ARXIV:"},
                                               {IdKind::record, "REC:"}}};

// Collects identifiers, each once.
class Ids {
 public:
  void add(IdKind kind, std::string value) {
    if (value.empty()) return;
    Identifier id{kind, std::move(value)};
    if (std::find(ids_.begin(), ids_.end(), id) == ids_.end()) ids_.push_back(std::move(id));
  }

  // A DOI of arXiv names its number, too.
  void add_doi(std::string_view text) {
    std::string doi = model::doi_key(text);
    if (model::whole_doi(doi).empty()) return;
    constexpr std::string_view kArxiv = "10.48550/arxiv.";
    if (doi.rfind(kArxiv, 0) == 0) {
      add(IdKind::arxiv, model::arxiv_at(std::string_view(doi).substr(kArxiv.size())));
    }
    // bioRxiv and medRxiv write the version into addresses only.
    const DoiVersion version = doi_version(doi);
    add(IdKind::doi, doi.rfind("10.1101/", 0) == 0 ? version.base : doi);
  }

  // SRC:ID of Europe PMC; MED and PMC are the identifiers of others.
  void add_europepmc(std::string_view source, std::string_view value) {
    std::string src(source);
    for (char& c : src) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    if (src == "MED") return add(IdKind::pmid, model::whole_pmid(value));
    if (src == "PMC") return add(IdKind::pmcid, model::normal_pmcid(value));
    const bool known = src.size() == 3 && std::all_of(src.begin(), src.end(),
                                                      [](char c) { return c >= 'A' && c <= 'Z'; });
    if (known && !value.empty()) add(IdKind::europepmc, src + ":" + std::string(value));
  }

  std::vector<Identifier> take() {
    std::sort(ids_.begin(), ids_.end());
    return std::move(ids_);
  }

 private:
  std::vector<Identifier> ids_;
};

// Calls found(position behind the mark) for every place of the mark; `lower` is in lower case.
template <class Found>
void each_mark(const std::string& lower, std::string_view mark, Found found) {
  for (std::size_t at = lower.find(mark); at != std::string::npos;
       at = lower.find(mark, at + mark.size())) {
    found(at + mark.size());
  }
}

// From `at` to where an address or a sentence ends it. Old DOIs hold angle brackets.
std::string_view doi_text_at(std::string_view s, std::size_t at) {
  std::size_t end = at;
  bool sici = false;
  while (end < s.size()) {
    const char c = s[end];
    sici = sici || c == '<' || s.substr(end, 6) == "(SICI)" || s.substr(end, 6) == "(sici)";
    const bool stop = static_cast<unsigned char>(c) <= ' ' || c == ']' || c == '"' || c == '?' ||
                      (c == '>' && !sici) || (c == '#' && (end == at || s[end - 1] != '-'));
    if (stop) break;
    ++end;
  }
  return s.substr(at, end - at);
}

// "10.1101/2020.01.01.20123456v2.full.pdf" as the last part of an address of bioRxiv or medRxiv.
std::string_view without_view(std::string_view doi) {
  for (const std::string_view view : {std::string_view(".full"), std::string_view(".abstract"),
                                      std::string_view(".pdf"), std::string_view(".article")}) {
    doi = doi.substr(0, doi.find(view));
  }
  return doi;
}

void add_addresses(std::string_view s, const std::string& lower, Ids& ids) {
  for (const std::string_view mark :
       {std::string_view("pubmed.ncbi.nlm.nih.gov/"), std::string_view("ncbi.nlm.nih.gov/pubmed/"),
        std::string_view("ncbi.nlm.nih.gov/m/pubmed/"), std::string_view("list_uids=")}) {
    each_mark(lower, mark,
              [&](std::size_t at) { ids.add(IdKind::pmid, model::whole_pmid(number_at(s, at))); });
  }
  for (const std::string_view mark : {std::string_view("/pmc/articles/pmc"),
                                      std::string_view("pmc.ncbi.nlm.nih.gov/articles/pmc"),
                                      std::string_view("europepmc.org/articles/pmc")}) {
    each_mark(lower, mark, [&](std::size_t at) {
      ids.add(IdKind::pmcid, model::normal_pmcid(number_at(s, at)));
    });
  }
  for (const std::string_view mark :
       {std::string_view("europepmc.org/article/"), std::string_view("europepmc.org/abstract/")}) {
    each_mark(lower, mark, [&](std::size_t at) {
      const std::string_view source = s.substr(at, s.find('/', at) - at);
      if (at + source.size() < s.size()) {
        ids.add_europepmc(source, name_at(s, at + source.size() + 1));
      }
    });
  }
  each_mark(lower, "doi.org/", [&](std::size_t at) { ids.add_doi(doi_text_at(s, at)); });
  for (const std::string_view mark :
       {std::string_view("biorxiv.org/content/"), std::string_view("medrxiv.org/content/")}) {
    each_mark(lower, mark, [&](std::size_t at) { ids.add_doi(without_view(doi_text_at(s, at))); });
  }
  each_mark(lower, "openalex.org/", [&](std::size_t at) {
    if (lower.compare(at, 6, "works/") == 0) at += 6;
    ids.add(IdKind::openalex, model::whole_openalex(name_at(s, at)));
  });
  each_mark(lower, "clinicaltrials.gov/", [&](std::size_t at) {
    std::vector<std::string> trials;
    model::add_nct_ids(s.substr(at, s.find_first_of(" \t\n", at) - at), trials);
    if (!trials.empty()) ids.add(IdKind::nct, trials.front());
  });
  for (const std::string_view mark :
       {std::string_view("arxiv.org/abs/"), std::string_view("arxiv.org/pdf/")}) {
    each_mark(lower, mark,
              [&](std::size_t at) { ids.add(IdKind::arxiv, model::arxiv_at(s.substr(at))); });
  }
}

void add_labelled(std::string_view s, const std::string& lower, Ids& ids) {
  const auto after_blanks = [&](std::size_t at) {
    while (at < s.size() && (s[at] == ' ' || s[at] == ':')) ++at;
    return at;
  };
  const auto each_label = [&](std::string_view name, auto found) {
    each_mark(lower, name, [&](std::size_t at) {
      const std::size_t begin = at - name.size();
      if (begin == 0 || !is_name(s[begin - 1])) found(after_blanks(at));
    });
  };
  each_label("pmid",
             [&](std::size_t at) { ids.add(IdKind::pmid, model::whole_pmid(number_at(s, at))); });
  each_label("pmcid", [&](std::size_t at) {
    if (lower.compare(at, 3, "pmc") == 0) at += 3;
    ids.add(IdKind::pmcid, model::normal_pmcid(number_at(s, at)));
  });
  each_label("doi:", [&](std::size_t at) { ids.add_doi(doi_text_at(s, at)); });
  each_label("arxiv:",
             [&](std::size_t at) { ids.add(IdKind::arxiv, model::arxiv_at(s.substr(at))); });
}

// The text is one identifier and nothing else.
void add_whole(std::string_view s, Ids& ids) {
  if (const std::size_t colon = s.find(':'); colon == 3 && name_at(s, 4).size() + 4 == s.size()) {
    ids.add_europepmc(s.substr(0, 3), s.substr(4));
  }
  ids.add(IdKind::pmcid, model::whole_pmcid(s));
  ids.add(IdKind::nct, model::whole_nct(s));
  ids.add(IdKind::openalex, model::whole_openalex(s));
  if (s.rfind("10.", 0) == 0) ids.add_doi(s);
}

// "rec-" and twelve digits of the content's hash; equal records of a file are told apart by "-2".
std::string content_name(std::string_view id) {
  constexpr std::size_t kLength = 16;
  return id.rfind("rec-", 0) == 0 && id.size() >= kLength ? std::string(id.substr(0, kLength)) : "";
}

}  // namespace

std::string label(const Identifier& id) {
  if (id.kind == IdKind::europepmc && id.value.rfind("PPR:", 0) == 0) {
    return "PPRID:" + id.value.substr(4);
  }
  if (id.kind == IdKind::europepmc && id.value.rfind("PAT:", 0) == 0) {
    return "PATID:" + id.value.substr(4);
  }
  for (const KindLabel& known : kLabels) {
    if (known.kind == id.kind) return std::string(known.label) + id.value;
  }
  return id.value;
}

std::optional<Identifier> from_label(std::string_view label) {
  if (label.rfind("PPRID:", 0) == 0) {
    return Identifier{IdKind::europepmc, "PPR:" + std::string(label.substr(6))};
  }
  if (label.rfind("PATID:", 0) == 0) {
    return Identifier{IdKind::europepmc, "PAT:" + std::string(label.substr(6))};
  }
  for (const KindLabel& known : kLabels) {
    if (label.rfind(known.label, 0) == 0 && label.size() > known.label.size()) {
      return Identifier{known.kind, std::string(label.substr(known.label.size()))};
    }
  }
  return std::nullopt;
}

std::string relation_name(const Identifier& id) {
  switch (id.kind) {
    case IdKind::pmid:
      return "PMID:" + id.value;
    case IdKind::doi:
      return "DOI:" + id.value;
    default:
      return id.value;
  }
}

std::vector<Identifier> ids_in_text(std::string_view text) {
  const std::string_view s = text::trim(text);
  const std::string lower = text::to_lower_ascii(s);
  Ids ids;
  add_addresses(s, lower, ids);
  add_labelled(s, lower, ids);
  add_whole(s, ids);
  return ids.take();
}

std::vector<Identifier> ids_of(const model::Article& a) {
  Ids ids;
  ids.add(IdKind::pmid, model::whole_pmid(a.pmid));
  ids.add(IdKind::pmcid, model::normal_pmcid(a.pmcid));
  ids.add_doi(a.doi);
  ids.add(IdKind::openalex, model::whole_openalex(a.openalex_id));
  if (const std::size_t colon = a.europepmc_id.find(':'); colon != std::string::npos) {
    ids.add_europepmc(std::string_view(a.europepmc_id).substr(0, colon),
                      std::string_view(a.europepmc_id).substr(colon + 1));
  }
  ids.add(IdKind::record, content_name(a.id));
  if (a.trial) {
    for (const std::string& alias : a.trial->aliases) ids.add(IdKind::nct, model::whole_nct(alias));
  }
  const auto add_all = [&](std::string_view text) {
    for (Identifier& id : ids_in_text(text)) ids.add(id.kind, std::move(id.value));
  };
  add_all(a.id);
  add_all(a.url);
  if (const auto it = a.metadata.find(kOtherIds); it != a.metadata.end()) {
    for (const std::string& one : text::split(it->second, ' ')) {
      if (auto id = from_label(one)) ids.add(id->kind, std::move(id->value));
    }
  }
  return ids.take();
}

DoiVersion doi_version(const std::string& doi) {
  std::size_t digits = doi.size();
  while (digits > 0 && is_number(doi[digits - 1])) --digits;
  const std::string_view before = std::string_view(doi).substr(0, digits);
  const std::size_t length = doi.size() - digits;
  if (length == 0 || length > 2) return {doi, 0};
  std::size_t mark = 0;
  if (before.ends_with(".pub")) {
    mark = 4;
  } else if (before.ends_with("/v") || before.ends_with(".v")) {
    mark = 2;
  } else if (before.ends_with("v") && before.size() > 1 && is_number(before[before.size() - 2])) {
    mark = 1;
  } else if (before.ends_with(".") &&
             (before.rfind("10.12688/", 0) == 0 || before.rfind("10.7554/elife.", 0) == 0)) {
    // "10.7554/elife.12345" ends in its number, not in a version.
    mark = before == "10.7554/elife." ? 0 : 1;
  }
  if (mark == 0) return {doi, 0};
  int version = 0;
  std::from_chars(doi.data() + digits, doi.data() + doi.size(), version);
  return {doi.substr(0, digits - mark), version};
}

bool other_version(const std::string& a, const std::string& b) {
  if (a.empty() || b.empty() || a == b) return false;
  const DoiVersion x = doi_version(a);
  const DoiVersion y = doi_version(b);
  return x.base == y.base && x.version != y.version;
}

}  // namespace ev::identity
