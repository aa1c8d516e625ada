// Every service the program asks, one row each: its name, address, key, place in the order of trust
// and how it is searched. Whoever needs to know which services there are reads it here. Thread
// rule: constant data.
#pragma once

#include "base/config.hpp"
#include "pipeline/sources/source.hpp"
#include "pipeline/translate/translation.hpp"
#include "pipeline/translate/vocabulary_options.hpp"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ev::pubmed_query {
struct Node;
}

namespace ev::sources {

struct Service {
  std::string_view id;        // in arguments, answers and settings
  std::string_view label;     // for readers
  std::string_view variable;  // environment variable that replaces the address; "off" disables it
  std::string_view url;       // without a trailing slash
  std::string_view probe;     // an id it knows, in the form that Source::fetch takes

  // Of services that take queries; null for those that only know records by id.
  std::unique_ptr<Source> (*make)(const Config&) = nullptr;
  // Null: it takes PubMed's syntax.
  translate::Translation (*translate)(const pubmed_query::Node&,
                                      const translate::Options&) = nullptr;
  translate::Names names = translate::Names::entry_terms_too;
  // Environment variable of its own key; without the key it is searched only when it is asked for
  // by name.
  std::string_view key = {};
  bool sampled = true;  // the built-in sample has records of it
};

// Those that take queries first, in order of trust: of two records of one work the earlier
// service's fields stand.
std::span<const Service> catalog();
// nullptr when there is none of this name.
const Service* find_service(std::string_view id);
// Ids of the services that take queries, in order of trust.
std::vector<std::string_view> searched_services();
// {name, what to search in its place} of services people ask for that are not searched.
std::span<const std::pair<std::string_view, std::string_view>> elsewhere_searched();
// Ids of those that take translated queries.
std::vector<std::string_view> translated_services();
// Place in the order of trust; what is no searched service ("file") comes last.
std::size_t trust_order(std::string_view id);

// The configured address of a service of the catalog, without a trailing slash.
std::string service_url(const Config& config, std::string_view id);

}  // namespace ev::sources
