#include "pipeline/output/html.hpp"

#include "base/text.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace ev::output {

namespace {

bool all_digits(std::string_view s) {
  return !s.empty() && std::all_of(s.begin(), s.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// Characters that may stand in a path unescaped; everything else is percent-encoded.
std::string encode_path(std::string_view s) {
  static constexpr char kHex[] = "0123456789ABCDEF";
  std::string out;
  for (const char c : s) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0 ||
        std::string_view("-._~/()").find(c) != std::string_view::npos) {
      out += c;
    } else {
      out += '%';
      out += kHex[static_cast<unsigned char>(c) >> 4];
      out += kHex[static_cast<unsigned char>(c) & 15];
    }
  }
  return out;
}

std::string anchor(const std::string& url, std::string_view label) {
  return "<a href=\"" + escape(url) + "\" rel=\"noopener noreferrer\">" + escape(label) + "</a>";
}

const Json& null_json() {
  static const Json value;
  return value;
}

}  // namespace

std::string escape(std::string_view s) {
  std::string out;
  for (const char c : text::displayable(s)) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&#39;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

std::string pubmed_link(std::string_view pmid, std::string_view label) {
  if (!all_digits(pmid)) return escape(label);
  return anchor("https://pubmed.ncbi.nlm.nih.gov/" + std::string(pmid) + "/", label);
}

std::string doi_link(std::string_view doi) {
  if (doi.substr(0, 3) != "10.") return escape(doi);
  return anchor("https://doi.org/" + encode_path(doi), doi);
}

std::string trial_link(std::string_view nct) {
  if (nct.substr(0, 3) != "NCT" || !all_digits(nct.substr(3))) return escape(nct);
  return anchor("https://clinicaltrials.gov/study/" + std::string(nct), nct);
}

std::string record_link(const Json& article) {
  const std::string pmid = text_of(article, "pmid");
  if (!pmid.empty()) return pubmed_link(pmid, "PMID " + pmid);
  const std::string id = text_of(article, "item_id");
  if (id.rfind("NCT", 0) == 0) return trial_link(id);
  const std::string doi = text_of(article, "doi");
  return doi.empty() ? escape(id) : "DOI " + doi_link(doi);
}

std::string record_anchor(const Json& article) {
  const std::string pmid = text_of(article, "pmid");
  std::string out = "r";
  for (const char c : pmid.empty() ? text_of(article, "item_id") : pmid) {
    const bool plain = std::isalnum(static_cast<unsigned char>(c)) != 0;
    out += plain ? c : '-';
  }
  return out;
}

std::string highlight(std::string_view s, std::vector<std::pair<int, int>> ranges) {
  const int length = static_cast<int>(text::code_points(s));
  std::sort(ranges.begin(), ranges.end());
  std::string out;
  int at = 0;
  const auto piece = [&](int from, int to) {
    return escape(text::slice(s, static_cast<std::size_t>(from), static_cast<std::size_t>(to)));
  };
  for (std::size_t i = 0; i < ranges.size();) {
    auto [from, to] = ranges[i];
    for (++i; i < ranges.size() && ranges[i].first <= to; ++i) to = std::max(to, ranges[i].second);
    if (from < at || from >= to || to > length) continue;
    out += piece(at, from) + "<mark>" + piece(from, to) + "</mark>";
    at = to;
  }
  return out + piece(at, length);
}

const Json& member(const Json& object, const char* name) {
  if (!object.is_object()) return null_json();
  const auto it = object.find(name);
  return it == object.end() ? null_json() : *it;
}

std::string text_of(const Json& object, const char* name) {
  const Json& value = member(object, name);
  return value.is_string() ? value.get<std::string>() : value_text(value);
}

double number_of(const Json& object, const char* name, double otherwise) {
  const Json& value = member(object, name);
  return value.is_number() ? value.get<double>() : otherwise;
}

bool has(const Json& object, const char* name) {
  return !member(object, name).is_null();
}

double score_of(const Json& row) {
  return number_of(row, "final_score", number_of(row, "total_score"));
}

std::string value_text(const Json& value) {
  if (value.is_null()) return {};
  if (value.is_string()) return value.get<std::string>();
  if (value.is_boolean()) return value.get<bool>() ? "yes" : "no";
  if (!value.is_array()) return dump_json(value);
  std::string out;
  for (const Json& item : value) out += (out.empty() ? "" : "; ") + value_text(item);
  return out;
}

std::string one_digit(double value) {
  const long tenths = std::lround(value * 10);
  return (tenths < 0 ? "-" : "") + std::to_string(std::labs(tenths) / 10) +
         (tenths % 10 == 0 ? std::string() : "." + std::to_string(std::labs(tenths) % 10));
}

std::string two_digits(double value) {
  char out[40];
  std::snprintf(out, sizeof out, "%.2f", value);
  return out;
}

}  // namespace ev::output
