#include "pipeline/mechanism/link_graph.hpp"

#include <algorithm>
#include <string>

namespace ev::mechanism {
namespace {

constexpr double kCap = 0.95;
constexpr double kMeshWeight = 0.1;

enum class Says { supports, contradicts, background };

Says stance_of(const Statement& s, int sign) {
  if (s.sign == 0 || s.evidence.negated || s.sign != sign) {
    const bool against = s.sign == 0 || (s.evidence.negated ? s.sign == sign : s.sign != sign);
    return against && s.finding ? Says::contradicts : Says::background;
  }
  return s.finding ? Says::supports : Says::background;
}

// Strongest statement of each record.
std::vector<const Statement*> one_per_record(const std::vector<const Statement*>& statements) {
  std::map<std::string, const Statement*> best;
  const auto record = [](const Statement& s) {
    return s.evidence.id.empty() ? "#" + std::to_string(s.article) : s.evidence.id;
  };
  for (const Statement* s : statements) {
    const Statement*& kept = best[record(*s)];
    if (kept == nullptr || s->evidence.weight > kept->evidence.weight) kept = s;
  }
  std::vector<const Statement*> out;
  for (const Statement* s : statements) {  // keeps the reading's order
    if (best[record(*s)] == s) out.push_back(s);
  }
  return out;
}

double noisy_or(const std::vector<const Statement*>& statements, double rest = 1.0) {
  for (const Statement* s : statements) rest *= 1.0 - s->evidence.weight;
  return std::min(kCap, 1.0 - rest);
}

Link directed(const std::vector<const Statement*>& all, int sign) {
  Link link{.sign = sign};
  for (const Statement* s : all) {
    switch (stance_of(*s, sign)) {
      case Says::supports:
        link.supporting.push_back(s);
        break;
      case Says::contradicts:
        link.contradicting.push_back(s);
        break;
      case Says::background:
        if (s->sign == sign && !s->evidence.negated) link.background.push_back(s);
        break;
    }
  }
  link.supporting = one_per_record(link.supporting);
  link.background = one_per_record(link.background);
  link.contradicting = one_per_record(link.contradicting);
  std::vector<const Statement*> both = link.supporting;
  both.insert(both.end(), link.background.begin(), link.background.end());
  both = one_per_record(both);
  link.support = noisy_or(both);
  link.contradiction = noisy_or(link.contradicting);
  return link;
}

}  // namespace

std::map<LinkKey, Link> build_links(const StatementSet& reading) {
  std::map<LinkKey, std::vector<const Statement*>> grouped;
  for (const Statement& s : reading.statements) grouped[{s.from, s.to}].push_back(&s);
  std::map<LinkKey, Link> links;
  for (const auto& [key, statements] : grouped) {
    Link up = directed(statements, 1);
    Link down = directed(statements, -1);
    Link link = down.support > up.support ? std::move(down) : std::move(up);
    const auto hedged = [](const Statement* s) { return s->evidence.hedged; };
    if (link.supporting.empty() &&
        std::all_of(link.background.begin(), link.background.end(), hedged))
      continue;
    link.from = key.first;
    link.to = key.second;
    if (const auto mesh = reading.mesh_edges.find(key); mesh != reading.mesh_edges.end()) {
      link.mesh_records = mesh->second;
      double rest = 1.0 - link.support;
      for (std::size_t i = 0; i < link.mesh_records.size(); ++i) rest *= 1.0 - kMeshWeight;
      link.support = std::min(kCap, 1.0 - rest);
    }
    links.emplace(key, std::move(link));
  }
  return links;
}

}  // namespace ev::mechanism
