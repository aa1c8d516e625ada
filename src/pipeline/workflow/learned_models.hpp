// Labels and learned models between a call, the store and the appraise room. A model is a document
// of kind "ml_model" named by its content ("ml-" + 10 hex), so it can score other sets and later
// calls; the labels of a set are a document of kind "labels" under its handle, so that the next
// call on the set need not repeat them. Thread rule: plain values; uses the services of its call.
#pragma once

#include "base/json.hpp"
#include "base/result.hpp"
#include "pipeline/appraise/learned_model.hpp"
#include "pipeline/workflow/records.hpp"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace ev::workflow {

// Record id -> include. Problems are named by path; a record labelled both ways is one.
std::map<std::string, bool> labels_in(const std::vector<Json>& items,
                                      std::vector<Problem>& problems);
Json labels_json(const std::map<std::string, bool>& labels);
// Labels as labels_json gives them; what is none is left out.
std::map<std::string, bool> labels_from(const Json& kept);

// The labels of a set: those given, kept for later; else those kept before (of the set, of one it
// was derived from). What was taken from where is a warning. Empty when there are none.
Result<std::map<std::string, bool>> labels_of(const Services& services, const RecordSet& set,
                                              const std::map<std::string, bool>& given,
                                              std::vector<std::string>& warnings);

// Parallel to the set's records. Labels of records that are not in it are a warning; one kind only
// is an error that says what is missing.
Result<std::vector<appraise::Label>> labels_for(const RecordSet& set,
                                                const std::map<std::string, bool>& labels,
                                                std::vector<std::string>& warnings);

Result<std::string> store_model(const Services& services, const appraise::LearnedModel& model);
Result<appraise::LearnedModel> stored_model(const Services& services, const std::string& handle);
// What a reader sees of a model: where it comes from, how good it is, its strongest features.
Json model_summary(const appraise::LearnedModel& model, std::string_view handle);

}  // namespace ev::workflow
