// A record of one invented trial, and rows as one line of text each.
#pragma once

#include "pipeline/read/read_study.hpp"

#include <cstdio>
#include <string>
#include <vector>

namespace ev::read {

inline model::Article record(const std::string& methods, const std::string& results) {
  model::Article article;
  article.title = "A trial in adults with insomnia";
  article.abstract = "METHODS: " + methods + " RESULTS: " + results;
  return article;
}

inline std::string told(double value) {
  char out[32];
  std::snprintf(out, sizeof out, "%g", value);
  return out;
}

inline std::string told(const StudyReading& study, const ArmCell& cell) {
  std::string out = study.arms[cell.arm].name;
  if (cell.events) out += " " + told(*cell.events);
  if (cell.n) out += (cell.events ? "/" : " n") + told(*cell.n);
  if (cell.percent) out += " " + told(*cell.percent) + "%";
  if (cell.mean) out += " mean " + told(*cell.mean);
  if (cell.median) out += " median " + told(*cell.median);
  if (cell.sd) out += " sd " + told(*cell.sd);
  if (cell.se) out += " se " + told(*cell.se);
  if (cell.plus_minus) out += " +- " + told(*cell.plus_minus);
  return out;
}

// "sleep: fenbrol 45% v placebo 30%; OR 1.9 (1.1-3.2); P = .01; increased"
inline std::string told(const StudyReading& study, const ResultRow& row) {
  std::string out =
      row.outcome + ": " + told(study, row.intervention) + " v " + told(study, row.comparator);
  if (row.effect) {
    out += "; " + std::string(wire_name(row.effect->measure)) + " " + told(row.effect->value);
    if (row.effect->ci_low)
      out += " (" + told(*row.effect->ci_low) + "-" + told(*row.effect->ci_high) + ")";
  }
  if (!row.p_value.empty()) out += "; " + row.p_value;
  return out + "; " + std::string(wire_name(row.direction));
}

inline std::vector<std::string> rows_of(const std::string& methods, const std::string& results) {
  const model::Article article = record(methods, results);
  const doc::RecordAnalysis analysis(article);
  const StudyReading study = read_study(analysis);
  std::vector<std::string> out;
  for (const ResultRow& row : study.results) out.push_back(told(study, row));
  return out;
}

}  // namespace ev::read
