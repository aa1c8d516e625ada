// What a learnt model's feature writer needs. Each model has one file train/<model>.cpp that reads
// labelled data from the given folder and writes one item per line by the functions with which the
// program itself makes features, so that training and use cannot differ. Single-threaded.
#pragma once

#include "labelled_documents.hpp"
#include "pipeline/nlp/feature.hpp"
#include "pipeline/nlp/forest.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace ev::train {

// `data`: the folder with the labelled sets.
using Task = void (*)(const std::string& data);

// Defined at namespace scope: const Registered kRoles("roles", write_roles);
struct Registered {
  Registered(std::string_view name, Task task);
};

// GROUP (the article), LABEL and features, to standard output.
void write_item(std::string_view group, std::string_view label, const nlp::Features& features,
                double weight = 1);
// The same for a model of trees.
void write_numbers(std::string_view group, std::string_view label, const nlp::Numbers& numbers,
                   double weight = 1);
void end_sequence();

inline bool is_dev(const Json& row) {
  return row.value("dev", false);
}
inline std::vector<Json> rows_of(const std::string& data, const std::string& file) {
  return bench::labelled_documents((data + "/" + file).c_str());
}

}  // namespace ev::train
