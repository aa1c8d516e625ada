// Prints the MCP Apps view, or the page with the data of a JSON file in it:
//   print_view [FILE]
// Exit code 1 when the file cannot be read as JSON.
#include "base/json.hpp"
#include "tools/views.hpp"

#include <nlohmann/json.hpp>

#include <fstream>
#include <iostream>
#include <iterator>
#include <string>

int main(int argc, char** argv) {
  if (argc < 2) {
    std::cout << ev::tools::evidence_view();
    return 0;
  }
  std::ifstream file(argv[1], std::ios::binary);
  const std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  const auto document = ev::parse_json(text, "data");
  if (!document) {
    std::cerr << document.error().message << "\n";
    return 1;
  }
  std::cout << ev::tools::evidence_page(*document);
  return 0;
}
