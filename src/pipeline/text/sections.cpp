#include "pipeline/text/sections.hpp"

#include "base/text.hpp"
#include "pipeline/text/chars.hpp"

#include <algorithm>
#include <array>
#include <optional>

namespace ev::doc {

namespace {

struct LabelStem {
  std::string_view stem;
  Role role;
};

// Stems as they begin words of section labels.
constexpr LabelStem kStems[] = {{"background", Role::background},
                                {"introduction", Role::background},
                                {"context", Role::background},
                                {"rationale", Role::background},
                                {"importance", Role::background},
                                {"objective", Role::objective},
                                {"aim", Role::objective},
                                {"purpose", Role::objective},
                                {"goal", Role::objective},
                                {"hypothes", Role::objective},
                                {"question", Role::objective},
                                {"method", Role::methods},
                                {"material", Role::methods},
                                {"design", Role::methods},
                                {"setting", Role::methods},
                                {"participant", Role::methods},
                                {"patient", Role::methods},
                                {"subject", Role::methods},
                                {"population", Role::methods},
                                {"sample", Role::methods},
                                {"animal", Role::methods},
                                {"intervention", Role::methods},
                                {"exposure", Role::methods},
                                {"measure", Role::methods},
                                {"outcome", Role::methods},
                                {"endpoint", Role::methods},
                                {"procedure", Role::methods},
                                {"data", Role::methods},
                                {"search", Role::methods},
                                {"selection", Role::methods},
                                {"eligibility", Role::methods},
                                {"criteria", Role::methods},
                                {"review", Role::methods},
                                {"analys", Role::methods},
                                {"trial", Role::methods},
                                {"registration", Role::methods},
                                {"experimental", Role::methods},
                                {"extraction", Role::methods},
                                {"result", Role::results},
                                {"finding", Role::results},
                                {"observation", Role::results},
                                {"conclusion", Role::conclusions},
                                {"interpretation", Role::conclusions},
                                {"discussion", Role::conclusions},
                                {"implication", Role::conclusions},
                                {"significance", Role::conclusions},
                                {"relevance", Role::conclusions},
                                {"summary", Role::conclusions},
                                {"comment", Role::conclusions},
                                {"limitation", Role::conclusions},
                                {"recommendation", Role::conclusions}};

// Words that labels are made of beside the stems.
constexpr std::string_view kFillers[] = {
    "and",       "of",      "the",       "for",      "main",     "primary",
    "study",     "key",     "principal", "clinical", "research", "statistical",
    "synthesis", "sources", "source",    "s",        "in",       "strategy",
    "secondary", "general", "author",    "authors",  "evidence", "type"};

// Labels that may stand without punctuation when in capitals.
constexpr std::string_view kBare[] = {"BACKGROUND",  "INTRODUCTION", "OBJECTIVE",      "OBJECTIVES",
                                      "AIM",         "AIMS",         "PURPOSE",        "METHODS",
                                      "METHOD",      "RESULTS",      "FINDINGS",       "CONCLUSION",
                                      "CONCLUSIONS", "DISCUSSION",   "INTERPRETATION", "DESIGN",
                                      "SETTING",     "PARTICIPANTS", "PATIENTS"};

const LabelStem* stem_of(std::string_view word) {
  for (const LabelStem& entry : kStems) {
    if (word.substr(0, entry.stem.size()) == entry.stem) return &entry;
  }
  return nullptr;
}

bool is_filler(std::string_view word) {
  return std::find(std::begin(kFillers), std::end(kFillers), word) != std::end(kFillers);
}

// Every word belongs to the vocabulary of labels and at least one is a stem.
bool is_label_text(std::string_view label) {
  bool any = false;
  for (const Token& token : tokenize(label)) {
    if (stem_of(token.folded) != nullptr) {
      any = true;
    } else if (!is_filler(token.folded)) {
      return false;
    }
  }
  return any;
}

struct Label {
  std::size_t begin = 0;
  std::size_t text = 0;  // where the text after the label begins
  RoleMask roles = 0;
};

bool is_label_char(char c) {
  static constexpr auto kTable = [] {
    std::array<bool, 256> out{};
    for (const char mark : {' ', '/', '&', ',', '-', '(', ')', '\''})
      out[static_cast<unsigned char>(mark)] = true;
    for (std::size_t i = 'a'; i <= 'z'; ++i) out[i] = out[i - 'a' + 'A'] = true;
    return out;
  }();
  return kTable[static_cast<unsigned char>(c)];
}

std::optional<Label> bare_label_at(std::string_view s, std::size_t at) {
  for (const std::string_view word : kBare) {
    if (s[at] != word.front() || s.substr(at, word.size()) != word) continue;
    std::size_t next = at + word.size();
    if (next < s.size() && is_alnum(s[next])) continue;
    const std::size_t after = skip_blanks(s, next);
    if (after == next || after + 1 >= s.size()) return std::nullopt;
    const bool sentence = is_digit(s[after]) || (is_upper(s[after]) && !is_upper(s[after + 1]));
    if (!sentence) return std::nullopt;
    return Label{at, after, roles_of_label(word)};
  }
  return std::nullopt;
}

std::optional<Label> label_at(std::string_view s, std::size_t at) {
  if (at >= s.size() || !is_upper(s[at])) return std::nullopt;
  std::size_t end = at;
  while (end < s.size() && end - at < 70 && is_label_char(s[end])) ++end;
  if (end >= s.size() || (s[end] != ':' && s[end] != '.')) return bare_label_at(s, at);
  const std::string_view label = text::trim(s.substr(at, end - at));
  const bool capitals = std::none_of(label.begin(), label.end(), is_lower);
  const bool known = is_label_text(label);
  const RoleMask roles = roles_of_label(label);
  const bool accepted = s[end] == ':' ? known || (capitals && label.size() > 3 && roles != 0)
                                      : known && end + 1 < s.size() && is_blank(s[end + 1]);
  if (!accepted) return bare_label_at(s, at);
  return Label{at, skip_blanks(s, end + 1), roles};
}

// Labels stand at the beginning, after a line break, or after the end of a sentence.
std::vector<Label> find_labels(std::string_view s, std::size_t begin, std::size_t end) {
  static constexpr auto kEnds = [] {
    std::array<bool, 256> out{};
    for (const char c : {'\n', '.', '?', ')', ']'}) out[static_cast<unsigned char>(c)] = true;
    return out;
  }();
  std::vector<Label> out;
  const std::string_view head = s.substr(0, end);
  for (std::size_t i = skip_blanks(head, begin); i < end;) {
    if (auto label = label_at(head, i)) {
      out.push_back(*label);
      i = std::max(label->text, i + 1);
    }
    while (i < end && !kEnds[static_cast<unsigned char>(s[i])]) ++i;
    if (i < end) i = skip_blanks(head, i + 1);
  }
  return out;
}

void add_block(std::vector<Block>& out, std::string_view s, Block block) {
  block.begin = skip_blanks(s.substr(0, block.end), block.begin);
  while (block.end > block.begin && is_blank(s[block.end - 1])) --block.end;
  if (block.begin < block.end) out.push_back(block);
}

void add_scanned(std::vector<Block>& out, std::string_view s, std::size_t begin, std::size_t end) {
  const std::vector<Label> labels = find_labels(s, begin, end);
  add_block(out, s, {begin, labels.empty() ? end : labels.front().begin, 0});
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const std::size_t until = i + 1 < labels.size() ? labels[i + 1].begin : end;
    // "ENDPOINTS: falls and sleep.; They slept well.": the semicolon parts sections, labelled or
    // not.
    const std::size_t stop = s.substr(0, until).find(".; ", labels[i].text);
    const std::size_t last = stop == std::string_view::npos ? until : stop + 1;
    add_block(out, s, {labels[i].text, last, labels[i].roles});
    if (last < until) add_block(out, s, {last + 1, until, 0});
  }
}

struct Part {
  std::size_t begin;
  std::size_t end;
  const model::Section* section;
};

bool cuts_word(std::string_view s, std::size_t at) {
  return word_before(s, at) && word_at(s, at);
}

// The record's sections as bytes, or nothing when their offsets cannot be right.
std::vector<Part> parts_of(const model::Article& article) {
  const std::string_view s = article.abstract;
  std::vector<Part> parts;
  if (article.sections.empty()) return parts;
  const auto length = static_cast<int>(text::code_points(s));
  for (const model::Section& section : article.sections) {
    if (section.start < 0 || section.end <= section.start || section.end > length) return {};
    const std::size_t begin = text::byte_of(s, static_cast<std::size_t>(section.start));
    const std::size_t end = text::byte_of(s, static_cast<std::size_t>(section.end));
    if (cuts_word(s, begin) || cuts_word(s, end)) return {};
    parts.push_back({begin, end, &section});
  }
  std::stable_sort(parts.begin(), parts.end(),
                   [](const Part& a, const Part& b) { return a.begin < b.begin; });
  for (std::size_t i = 1; i < parts.size(); ++i) {
    if (parts[i].begin < parts[i - 1].end) return {};
  }
  return parts;
}

RoleMask roles_of_section(const model::Section& section) {
  const RoleMask from_label = roles_of_label(section.label);
  // NLM files "METHODS AND RESULTS" under one category; the label is more exact there.
  if ((from_label & (from_label - 1)) != 0) return from_label;
  const std::string category = text::to_lower_ascii(section.nlm_category);
  for (const Role role :
       {Role::background, Role::objective, Role::methods, Role::results, Role::conclusions}) {
    if (category == to_string(role)) return bit(role);
  }
  return from_label;
}

// White space, then the label and its colon, when they stand at the end of the gap before a
// section.
std::size_t end_without_label(std::string_view s, std::size_t begin, std::size_t end,
                              std::string_view label) {
  auto trim_end = [&] {
    while (end > begin && (is_blank(s[end - 1]) || s[end - 1] == ':')) --end;
  };
  trim_end();
  if (!label.empty() && end - begin >= label.size() &&
      text::equal_ignoring_ascii_case(s.substr(end - label.size(), label.size()), label)) {
    end -= label.size();
    trim_end();
  }
  return end;
}

}  // namespace

RoleMask roles_of_label(std::string_view label) {
  RoleMask roles = 0;
  for (const Token& token : tokenize(label)) {
    if (const LabelStem* entry = stem_of(token.folded)) roles |= bit(entry->role);
  }
  // "BACKGROUND AND AIMS", "OUTCOME MEASURES AND RESULTS": the later part decides unless both
  // describe what was done and found.
  if ((roles & bit(Role::background)) != 0 && (roles & bit(Role::objective)) != 0) {
    return bit(Role::background) | bit(Role::objective);
  }
  if (text::to_lower_ascii(label).find("research design") != std::string::npos)
    return bit(Role::methods);
  return roles;
}

std::vector<Block> blocks_of(const model::Article& article) {
  const std::string_view s = article.abstract;
  std::vector<Block> out;
  const std::vector<Part> parts = parts_of(article);
  std::size_t done = 0;
  for (const Part& part : parts) {
    const std::size_t gap_end = end_without_label(s, done, part.begin, part.section->label);
    if (gap_end > done) add_scanned(out, s, done, gap_end);
    std::size_t begin = part.begin;
    if (const auto label = label_at(s.substr(0, part.end), begin);
        label && label->text < part.end &&
        text::starts_with_ignoring_ascii_case(s.substr(begin), part.section->label)) {
      begin = label->text;
    }
    const RoleMask roles = roles_of_section(*part.section);
    if (roles == 0) {
      add_scanned(out, s, begin, part.end);
    } else {
      add_block(out, s, {begin, part.end, roles});
    }
    done = part.end;
  }
  if (done < s.size()) add_scanned(out, s, done, s.size());
  return out;
}

}  // namespace ev::doc
