#include "tools/inline_article.hpp"

#include "base/codec.hpp"
#include "base/date.hpp"
#include "base/text.hpp"
#include "pipeline/model/article_json.hpp"
#include "pipeline/sources/pubmed_dates.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>

namespace ev::tools {

namespace {

using Names = std::set<std::string, std::less<>>;

constexpr std::array<const char*, 5> kDateMembers = {"publication_date", "pub_date", "date",
                                                     "publication_year", "year"};
constexpr std::array<const char*, 4> kRetractionMembers = {"retraction", "retraction_status",
                                                           "is_retracted", "retracted"};
// What the tools show beside a record, and an evidence object: members that may come back.
constexpr std::array<const char*, 28> kShownMembers = {"id",
                                                       "article_with_features",
                                                       "author_count",
                                                       "base_score",
                                                       "boosts",
                                                       "citation",
                                                       "cluster",
                                                       "content",
                                                       "content_is",
                                                       "design",
                                                       "extraction",
                                                       "extraction_metadata",
                                                       "final_score",
                                                       "finding",
                                                       "first_author",
                                                       "flags",
                                                       "injection_suspected",
                                                       "n",
                                                       "original_article",
                                                       "percentile_rank",
                                                       "possible_repeat_of",
                                                       "rank",
                                                       "relevance",
                                                       "score_breakdown",
                                                       "scoring_metadata",
                                                       "source",
                                                       "total_score",
                                                       "unjudged"};

const Names& known_members() {
  static const Names known = [] {
    const std::vector<std::string>& own = model::article_members();
    Names names(own.begin(), own.end());
    names.insert(kDateMembers.begin(), kDateMembers.end());
    names.insert(kRetractionMembers.begin(), kRetractionMembers.end());
    names.insert(kShownMembers.begin(), kShownMembers.end());
    return names;
  }();
  return known;
}

// ------------------------------------------------------------------ dates

// As precise as it is written; "" when it names no year.
std::string date_in(const Json& value) {
  if (value.is_number_integer()) return date_in(Json(dump_json(value)));
  if (!value.is_string()) return "";
  constexpr std::size_t kDay = 10;
  const std::string_view s = text::trim(value.get_ref<const std::string&>());
  if (parse_date(s)) return std::string(s);
  // "2024-03-07T00:00:00Z".
  const bool has_time = s.size() > kDay && (s[kDay] == 'T' || s[kDay] == ' ');
  if (has_time && parse_date(s.substr(0, kDay))) return std::string(s.substr(0, kDay));
  const std::string read = sources::iso_of_text(s);
  return parse_date(read) ? read : "";
}

// ------------------------------------------------------------------ retractions

bool contains_any(std::string_view s, std::initializer_list<std::string_view> parts) {
  return std::any_of(parts.begin(), parts.end(),
                     [&](std::string_view part) { return s.find(part) != std::string_view::npos; });
}

bool is_any(std::string_view s, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), s) != words.end();
}

using model::RetractionStatus;

// nullopt when the words tell of none.
std::optional<RetractionStatus> retraction_in_words(std::string_view words) {
  std::string s = text::fold(text::trim(words));
  std::replace_if(
      s.begin(), s.end(), [](char c) { return c == '_' || c == '-'; }, ' ');
  if (is_any(s, {"none", "no", "false", "n", "0", "active", "current", "valid", "published",
                 "unknown", "unretracted"}) ||
      s.rfind("not ", 0) == 0) {
    return RetractionStatus::none;
  }
  if (contains_any(s, {"concern"})) return RetractionStatus::expression_of_concern;
  if (contains_any(s, {"notice", "retraction of"})) return RetractionStatus::notice;
  if (s.rfind("partial", 0) == 0) return RetractionStatus::corrected;
  if (contains_any(s, {"retract", "withdraw", "removed"})) return RetractionStatus::retracted;
  if (is_any(s, {"true", "yes", "y", "1"})) return RetractionStatus::retracted;
  if (contains_any(s, {"correct", "errat"})) return RetractionStatus::corrected;
  return std::nullopt;
}

std::optional<RetractionStatus> retraction_in(std::string_view member, const Json& value) {
  if (value.is_boolean())
    return value.get<bool>() ? RetractionStatus::retracted : RetractionStatus::none;
  if (value.is_number()) return value == 0 ? RetractionStatus::none : RetractionStatus::retracted;
  if (value.is_object()) {
    const auto status = value.find("status");
    if (status == value.end() || codec::not_given(*status)) return RetractionStatus::none;
    return retraction_in(member, *status);
  }
  if (!value.is_string()) return std::nullopt;
  const auto told = retraction_in_words(value.get_ref<const std::string&>());
  // "retracted": "2021-03-01" tells when.
  const bool yes_or_no = member == "retracted" || member == "is_retracted";
  return !told && yes_or_no ? std::optional<RetractionStatus>(RetractionStatus::retracted) : told;
}

// ------------------------------------------------------------------ line ends

// "\r\n" and a lone "\r" become "\n"; `dropped` are the places, in code points of the text as it
// was, of the characters that went.
std::string with_plain_line_ends(std::string_view s, std::vector<int>& dropped) {
  std::string out;
  int at = 0;
  for (std::size_t i = 0; i < s.size(); ++i) {
    const bool continues = (static_cast<unsigned char>(s[i]) & 0xC0) == 0x80;
    if (s[i] != '\r') {
      out += s[i];
    } else if (i + 1 < s.size() && s[i + 1] == '\n') {
      dropped.push_back(at);
    } else {
      out += '\n';
    }
    if (!continues) ++at;
  }
  return out;
}

void move_offsets(Json& sections, const std::vector<int>& dropped) {
  if (!sections.is_array()) return;
  for (Json& section : sections) {
    for (const char* member : {"start", "end"}) {
      if (!section.is_object() || !section.contains(member)) continue;
      Json& offset = section[member];
      if (!offset.is_number_integer()) continue;
      const int old = offset.get<int>();
      offset = old - static_cast<int>(std::lower_bound(dropped.begin(), dropped.end(), old) -
                                      dropped.begin());
    }
  }
}

void plain_line_ends(Json& article) {
  for (const char* member : {"title", "abstract"}) {
    const auto it = article.find(member);
    if (it == article.end() || !it->is_string()) continue;
    const std::string given = it->get<std::string>();
    if (given.find('\r') == std::string::npos) continue;
    std::vector<int> dropped;
    *it = with_plain_line_ends(given, dropped);
    if (std::string_view(member) == "abstract" && article.contains("sections"))
      move_offsets(article["sections"], dropped);
  }
}

}  // namespace

void InlineStatements::add_unread(std::string what) {
  if (std::find(unread_.begin(), unread_.end(), what) == unread_.end())
    unread_.push_back(std::move(what));
}

void InlineStatements::read(const Json& level) {
  if (!level.is_object()) return;
  for (const auto& [name, value] : level.items()) {
    if (known_members().count(name) == 0 && !codec::not_given(value)) add_unread(name);
  }
  read_free(level);
}

void InlineStatements::read_free(const Json& level) {
  if (!level.is_object()) return;
  read_date(level);
  read_retraction(level);
}

void InlineStatements::read_date(const Json& level) {
  for (const char* member : kDateMembers) {
    const auto it = level.find(member);
    if (it == level.end() || codec::not_given(*it)) continue;
    if (std::string date = date_in(*it); !date.empty()) {
      date_ = std::move(date);
      return;
    }
    if (*it != "Unknown") add_unread(std::string(member) + " (names no date)");
  }
}

void InlineStatements::read_retraction(const Json& level) {
  for (const char* member : kRetractionMembers) {
    const auto it = level.find(member);
    if (it == level.end() || codec::not_given(*it)) continue;
    if (const auto status = retraction_in(member, *it)) {
      claim(*status, member);
    } else {
      add_unread(std::string(member) + " (names no known status)");
    }
  }
  const auto flags = level.find("flags");
  if (flags == level.end() || !flags->is_array()) return;
  for (const Json& flag : *flags) {
    if (!flag.is_string()) continue;
    const auto status = from_wire_name<RetractionStatus>(flag.get_ref<const std::string&>());
    if (status) claim(*status, "flags");
  }
}

// What calls itself a notice is one, whatever its title says of the paper.
void InlineStatements::claim(RetractionStatus status, std::string_view member) {
  const bool notice = status == RetractionStatus::notice && status_ != RetractionStatus::notice;
  if (status_ && !notice && (status_ == RetractionStatus::notice || !graver(status, *status_)))
    return;
  status_ = status;
  member_ = member;
}

void InlineStatements::complete(Json& article) const {
  if (!date_.empty()) article["publication_date"] = date_;
  Json& retraction = article["retraction"];
  if (!retraction.is_object()) retraction = Json::object();
  const RetractionStatus status = status_.value_or(RetractionStatus::none);
  retraction["status"] = status;
  const bool own = member_ == "retraction" || member_ == "flags";  // what the tools show
  if (status != RetractionStatus::none && !own && !retraction.contains("sources"))
    retraction["sources"] = Json::array({"inline:" + member_});
  plain_line_ends(article);
}

std::vector<std::string> unread_warning(
    const std::vector<std::pair<std::string, std::vector<std::string>>>& rows) {
  constexpr std::size_t kNamed = 8;
  constexpr std::size_t kRowsNamed = 3;
  std::map<std::string, std::vector<std::string>> paths;
  for (const auto& [path, members] : rows) {
    for (const std::string& member : members) paths[member].push_back(path);
  }
  if (paths.empty()) return {};
  std::vector<std::string> parts;
  for (auto& [member, where] : paths) {
    if (parts.size() == kNamed) break;
    const bool cut = where.size() > kRowsNamed;
    if (cut) where.resize(kRowsNamed);
    std::string part = text::ellipsize(member, 60) + " in " + text::join(where, ", ");
    if (cut) part += " …";
    if (const std::string near = codec::nearest(member, model::article_members()); !near.empty())
      part += " (did you mean " + near + "?)";
    parts.push_back(std::move(part));
  }
  return {std::to_string(paths.size()) + " member(s) of inline records are not read: " +
          text::join(parts, "; ") + (paths.size() > kNamed ? " …" : "")};
}

}  // namespace ev::tools
