// The files of data/: lists of facts and learnt weights, compressed in the program. Nothing is
// unpacked before somebody asks for it: ask inside a function (a local static), never for a value
// at namespace scope. A name that data/ does not have is an error of the program: std::logic_error,
// which a test finds. Thread rule: every function may be called from any thread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ev {

// The content of a file, by its name below data/ ("lexicon/units.tsv"). Unpacked at the first call
// and kept for the life of the program.
std::string_view data_file(std::string_view name);

// The same as a copy that is not kept: for content that is turned into another form and dropped
// (weights).
std::string unpack_data_file(std::string_view name);

// Every file of data/, sorted.
std::vector<std::string_view> data_file_names();
// The files that data_file() keeps unpacked at the moment, sorted.
std::vector<std::string_view> unpacked_data_files();

}  // namespace ev
