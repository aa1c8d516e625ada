// Features of labelled data, for train/fit.py: train_features TASK FOLDER
#include "task.hpp"

#include <cstdio>
#include <map>

namespace ev::train {
namespace {

std::map<std::string, Task, std::less<>>& tasks() {
  static std::map<std::string, Task, std::less<>> all;
  return all;
}

}  // namespace

Registered::Registered(std::string_view name, Task task) {
  tasks().emplace(name, task);
}

namespace {

void write_label(std::string_view group, std::string_view label, double weight) {
  std::printf("%.*s\t%.*s", static_cast<int>(group.size()), group.data(),
              static_cast<int>(label.size()), label.data());
  if (weight != 1) std::printf(":%g", weight);
  std::printf("\t");
}

}  // namespace

void write_item(std::string_view group, std::string_view label, const nlp::Features& features,
                double weight) {
  write_label(group, label, weight);
  for (const nlp::Feature feature : features) std::printf("%x ", feature);
  std::printf("\n");
}

void write_numbers(std::string_view group, std::string_view label, const nlp::Numbers& numbers,
                   double weight) {
  write_label(group, label, weight);
  for (const float number : numbers) std::printf("%.6g ", static_cast<double>(number));
  std::printf("\n");
}

void end_sequence() {
  std::printf("\n");
}

}  // namespace ev::train

int main(int argc, char** argv) {
  using namespace ev::train;
  const auto task = argc == 3 ? tasks().find(std::string_view(argv[1])) : tasks().end();
  if (task == tasks().end()) {
    std::fprintf(stderr, "usage: train_features TASK FOLDER\ntasks:");
    for (const auto& [name, run] : tasks()) std::fprintf(stderr, " %s", name.c_str());
    std::fprintf(stderr, "\n");
    return 2;
  }
  task->second(argv[2]);
  return 0;
}
