#include "pipeline/workflow/learned_models.hpp"

#include "base/codec.hpp"
#include "base/hash.hpp"
#include "base/text.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <optional>

namespace ev::workflow {

namespace {

constexpr const char* kModelKind = "ml_model";
// Weights are by stem: 1 was learned with the stems of another stemmer.
constexpr int kModelVersion = 2;
constexpr const char* kLabelKind = "labels";
constexpr std::size_t kFeaturesShown = 12;
constexpr std::size_t kUnusedLabelsNamed = 10;

// A PMID as text or number, or a record's own id.
std::string label_id(const Json& item) {
  for (const char* member : {"pmid", "item_id"}) {
    const auto it = item.find(member);
    if (it == item.end() || codec::not_given(*it)) continue;
    if (it->is_number_integer()) return dump_json(*it);
    if (it->is_string()) return std::string(text::trim(it->get_ref<const std::string&>()));
  }
  return {};
}

std::string some_ids(std::vector<std::string> ids) {
  const bool more = ids.size() > kUnusedLabelsNamed;
  if (more) ids.resize(kUnusedLabelsNamed);
  return text::join(ids, ", ") + (more ? " …" : "");
}

Error needs_labels(const std::string& message, const char* path) {
  return {.code = Errc::invalid_argument,
          .message = message,
          .path = path,
          .recovery =
              "give labels: [{\"pmid\": \"…\", \"include\": true}, {\"pmid\": \"…\", "
              "\"include\": false}, …] for records of this set, at least one of each "
              "kind; or model: a handle from an earlier answer; or score_function "
              "weighted_sum",
          .problems = {{path, message}}};
}

}  // namespace

std::map<std::string, bool> labels_in(const std::vector<Json>& items,
                                      std::vector<Problem>& problems) {
  std::map<std::string, bool> out;
  for (std::size_t i = 0; i < items.size(); ++i) {
    const std::string path = "labels[" + std::to_string(i) + "]";
    const Json& item = items[i];
    if (!item.is_object()) {
      problems.push_back({path, "must be {\"pmid\": \"…\", \"include\": true or false}, got " +
                                    codec::type_name(item)});
      continue;
    }
    for (const auto& [name, value] : item.items()) {
      if (name != "pmid" && name != "item_id" && name != "include") {
        problems.push_back({path + "." + name, "is not a member of a label"});
      }
    }
    const std::string id = label_id(item);
    if (id.empty()) problems.push_back({path + ".pmid", "is required"});
    const auto include = item.find("include");
    if (include == item.end() || !include->is_boolean()) {
      problems.push_back({path + ".include", "must be true or false"});
      continue;
    }
    if (id.empty()) continue;
    const auto [it, added] = out.emplace(id, include->get<bool>());
    if (!added && it->second != include->get<bool>()) {
      problems.push_back({path, "labels " + id + " both ways"});
    }
  }
  return out;
}

std::map<std::string, bool> labels_from(const Json& kept) {
  std::vector<Problem> none;
  if (!kept.is_array()) return {};
  return labels_in(kept.get<std::vector<Json>>(), none);
}

Json labels_json(const std::map<std::string, bool>& labels) {
  Json out = Json::array();
  for (const auto& [id, include] : labels) out.push_back({{"item_id", id}, {"include", include}});
  return out;
}

Result<std::map<std::string, bool>> labels_of(const Services& services, const RecordSet& set,
                                              const std::map<std::string, bool>& given,
                                              std::vector<std::string>& warnings) {
  if (!given.empty()) {
    EV_CHECK(services.documents.put(kLabelKind, set.handle, dump_json(labels_json(given))));
    return given;
  }
  std::map<std::string, bool> kept;
  EV_TRY(const auto document, services.documents.get(kLabelKind, set.handle));
  if (document) {
    EV_TRY(const Json json, parse_json(*document, "stored labels"));
    kept = labels_from(json);
  } else {
    kept = set.meta.labels();
  }
  if (!kept.empty()) {
    warnings.push_back("no labels given: the " + std::to_string(kept.size()) +
                       " kept from an earlier call on this set were used");
  }
  return kept;
}

Result<std::vector<appraise::Label>> labels_for(const RecordSet& set,
                                                const std::map<std::string, bool>& labels,
                                                std::vector<std::string>& warnings) {
  if (labels.empty()) {
    return needs_labels(
        "ml_model learns from include/exclude labels; none are given, and none are kept for this "
        "set",
        "labels");
  }
  std::vector<appraise::Label> out(set.articles.size(), appraise::Label::none);
  std::map<std::string, bool> unused = labels;
  std::size_t included = 0;
  std::size_t used = 0;
  for (std::size_t i = 0; i < set.articles.size(); ++i) {
    const auto it = labels.find(model::item_id(set.articles[i]));
    if (it == labels.end()) continue;
    unused.erase(it->first);
    out[i] = it->second ? appraise::Label::include : appraise::Label::exclude;
    included += it->second ? 1 : 0;
    ++used;
  }
  if (!unused.empty()) {
    std::vector<std::string> ids;
    for (const auto& [id, include] : unused) ids.push_back(id);
    const std::size_t count = ids.size();
    warnings.push_back(std::to_string(count) +
                       " labels name records that are not in this set and were not used: " +
                       some_ids(std::move(ids)));
  }
  if (included == 0 || included == used) {
    const char* missing = included == 0 ? "include" : "exclude";
    return needs_labels("ml_model needs both kinds of labels: of the " + std::to_string(used) +
                            " that name records of this set none is an " + missing,
                        "labels");
  }
  return out;
}

Result<std::string> store_model(const Services& services, const appraise::LearnedModel& model) {
  Json weights = Json::object();
  for (const auto& [name, weight] : model.weights) weights[name] = weight;
  Json json = {{"version", kModelVersion},     {"weights", std::move(weights)},
               {"intercept", model.intercept}, {"prior_weight", model.prior_weight},
               {"included", model.included},   {"excluded", model.excluded}};
  if (const auto& cv = model.cross_validation) {
    json["cross_validation"] = {{"folds", cv->folds},
                                {"auc", cv->auc},
                                {"average_precision", cv->average_precision},
                                {"recall", cv->recall},
                                {"specificity", cv->specificity},
                                {"log_loss", cv->log_loss}};
  }
  const std::string content = dump_json(json);
  const std::string handle = "ml-" + sha256_hex(content).substr(0, 10);
  EV_CHECK(services.documents.put(kModelKind, handle, content));
  return handle;
}

Result<appraise::LearnedModel> stored_model(const Services& services, const std::string& handle) {
  EV_TRY(const auto document, services.documents.get(kModelKind, handle));
  if (!document) {
    return needs_labels("there is no model \"" + text::ellipsize(text::displayable(handle), 60) +
                            "\" in this store",
                        "model");
  }
  EV_TRY(const Json json, parse_json(*document, "stored model"));
  const auto number = [](const Json& object, const char* name) {
    const auto it = object.find(name);
    return it != object.end() && it->is_number() ? it->get<double>() : 0.0;
  };
  if (number(json, "version") != kModelVersion) {
    return needs_labels("the model \"" + handle +
                            "\" was learned by an earlier version of this program, which cut words "
                            "to other stems",
                        "model");
  }
  appraise::LearnedModel model{.intercept = number(json, "intercept"),
                               .prior_weight = number(json, "prior_weight"),
                               .included = static_cast<int>(number(json, "included")),
                               .excluded = static_cast<int>(number(json, "excluded"))};
  if (const auto weights = json.find("weights"); weights != json.end() && weights->is_object()) {
    for (const auto& [name, weight] : weights->items()) {
      if (weight.is_number()) model.weights.emplace_back(name, weight.get<double>());
    }
  }
  if (const auto cv = json.find("cross_validation"); cv != json.end() && cv->is_object()) {
    model.cross_validation = {.folds = static_cast<int>(number(*cv, "folds")),
                              .auc = number(*cv, "auc"),
                              .average_precision = number(*cv, "average_precision"),
                              .recall = number(*cv, "recall"),
                              .specificity = number(*cv, "specificity"),
                              .log_loss = number(*cv, "log_loss")};
  }
  return model;
}

Json model_summary(const appraise::LearnedModel& model, std::string_view handle) {
  Json out = {{"model", handle},
              {"trained_on", {{"included", model.included}, {"excluded", model.excluded}}},
              {"features", model.weights.size()},
              {"criteria_weight", model.prior_weight}};
  if (const auto& cv = model.cross_validation) {
    out["cross_validation"] = {{"folds", cv->folds},
                               {"auc", cv->auc},
                               {"average_precision", cv->average_precision},
                               {"recall", cv->recall},
                               {"specificity", cv->specificity},
                               {"log_loss", cv->log_loss}};
  } else {
    out["cross_validation"] = nullptr;
    out["cross_validation_note"] = "needs at least two labels of each kind";
  }
  auto strongest = model.weights;
  std::sort(strongest.begin(), strongest.end(), [](const auto& a, const auto& b) {
    const double x = std::abs(a.second);
    const double y = std::abs(b.second);
    return x != y ? x > y : a.first < b.first;
  });
  if (strongest.size() > kFeaturesShown) strongest.resize(kFeaturesShown);
  Json features = Json::array();
  for (const auto& [name, weight] : strongest) {
    features.push_back({{"feature", text::displayable(name)}, {"weight", weight}});
  }
  out["strongest_features"] = std::move(features);
  return out;
}

}  // namespace ev::workflow
