// Small records for the tests of this room; every text is invented.
#pragma once

#include "base/context.hpp"
#include "pipeline/appraise/scoring.hpp"

#include <string>

namespace ev::test {

inline model::Article article(std::string pmid, std::string title, std::string abstract = {},
                              std::string date = {}) {
  model::Article a;
  a.pmid = std::move(pmid);
  a.title = std::move(title);
  a.abstract = std::move(abstract);
  a.publication_date = std::move(date);
  return a;
}

inline appraise::Criteria criteria(std::vector<appraise::Criterion> list) {
  appraise::Criteria c;
  c.criteria = std::move(list);
  c.as_of = {2026, 11, 21};
  return c;
}

}  // namespace ev::test
