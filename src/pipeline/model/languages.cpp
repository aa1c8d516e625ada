#include "pipeline/model/languages.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <iterator>

namespace ev::model {

namespace {

// By code, for binary search. A name stands where MEDLINE has records in that language.
// clang-format off
constexpr Language kLanguages[] = {
    {"aar", "aa", ""}, {"abk", "ab", ""}, {"afr", "af", "afrikaans"}, {"aka", "ak", ""},
    {"alb", "sq", "albanian"}, {"amh", "am", "amharic"}, {"ara", "ar", "arabic"}, {"arg", "an", ""},
    {"arm", "hy", "armenian"}, {"asm", "as", ""}, {"ava", "av", ""}, {"ave", "ae", ""},
    {"aym", "ay", ""}, {"aze", "az", "azerbaijani"}, {"bak", "ba", ""}, {"bam", "bm", ""},
    {"baq", "eu", ""}, {"bel", "be", ""}, {"ben", "bn", "bengali"}, {"bih", "bh", ""},
    {"bis", "bi", ""}, {"bos", "bs", "bosnian"}, {"bre", "br", ""}, {"bul", "bg", "bulgarian"},
    {"bur", "my", ""}, {"cat", "ca", "catalan"}, {"cha", "ch", ""}, {"che", "ce", ""},
    {"chi", "zh", "chinese"}, {"chu", "cu", ""}, {"chv", "cv", ""}, {"cor", "kw", ""},
    {"cos", "co", ""}, {"cre", "cr", ""}, {"cze", "cs", "czech"}, {"dan", "da", "danish"},
    {"div", "dv", ""}, {"dut", "nl", "dutch"}, {"dzo", "dz", ""}, {"eng", "en", "english"},
    {"epo", "eo", "esperanto"}, {"est", "et", "estonian"}, {"ewe", "ee", ""}, {"fao", "fo", ""},
    {"fij", "fj", ""}, {"fin", "fi", "finnish"}, {"fre", "fr", "french"}, {"fry", "fy", ""},
    {"ful", "ff", ""}, {"geo", "ka", "georgian"}, {"ger", "de", "german"},
    {"gla", "gd", "scottish gaelic"}, {"gle", "ga", ""}, {"glg", "gl", ""}, {"glv", "gv", ""},
    {"gre", "el", "greek"}, {"grn", "gn", ""}, {"guj", "gu", ""}, {"hat", "ht", ""},
    {"hau", "ha", ""}, {"heb", "he", "hebrew"}, {"her", "hz", ""}, {"hin", "hi", "hindi"},
    {"hmo", "ho", ""}, {"hrv", "hr", "croatian"}, {"hun", "hu", "hungarian"}, {"ibo", "ig", ""},
    {"ice", "is", "icelandic"}, {"ido", "io", ""}, {"iii", "ii", ""}, {"iku", "iu", ""},
    {"ile", "ie", ""}, {"ina", "ia", ""}, {"ind", "id", "indonesian"}, {"ipk", "ik", ""},
    {"ita", "it", "italian"}, {"jav", "jv", ""}, {"jpn", "ja", "japanese"}, {"kal", "kl", ""},
    {"kan", "kn", ""}, {"kas", "ks", ""}, {"kau", "kr", ""}, {"kaz", "kk", ""}, {"khm", "km", ""},
    {"kik", "ki", ""}, {"kin", "rw", "kinyarwanda"}, {"kir", "ky", ""}, {"kom", "kv", ""},
    {"kon", "kg", ""}, {"kor", "ko", "korean"}, {"kua", "kj", ""}, {"kur", "ku", ""},
    {"lao", "lo", ""}, {"lat", "la", "latin"}, {"lav", "lv", "latvian"}, {"lim", "li", ""},
    {"lin", "ln", ""}, {"lit", "lt", "lithuanian"}, {"ltz", "lb", ""}, {"lub", "lu", ""},
    {"lug", "lg", ""}, {"mac", "mk", "macedonian"}, {"mah", "mh", ""}, {"mal", "ml", "malayalam"},
    {"mao", "mi", "maori"}, {"mar", "mr", ""}, {"may", "ms", "malay"}, {"mlg", "mg", ""},
    {"mlt", "mt", ""}, {"mon", "mn", ""}, {"mul", "", "multiple languages"}, {"nau", "na", ""},
    {"nav", "nv", ""}, {"nbl", "nr", ""}, {"nde", "nd", ""}, {"ndo", "ng", ""}, {"nep", "ne", ""},
    {"nno", "nn", ""}, {"nob", "nb", ""}, {"nor", "no", "norwegian"}, {"nya", "ny", ""},
    {"oci", "oc", ""}, {"oji", "oj", ""}, {"ori", "or", ""}, {"orm", "om", ""}, {"oss", "os", ""},
    {"pan", "pa", ""}, {"per", "fa", "persian"}, {"pli", "pi", ""}, {"pol", "pl", "polish"},
    {"por", "pt", "portuguese"}, {"pus", "ps", "pushto"}, {"que", "qu", ""}, {"roh", "rm", ""},
    {"rum", "ro", "romanian"}, {"run", "rn", ""}, {"rus", "ru", "russian"}, {"sag", "sg", ""},
    {"san", "sa", "sanskrit"}, {"sin", "si", ""}, {"slo", "sk", "slovak"},
    {"slv", "sl", "slovenian"}, {"sme", "se", ""}, {"smo", "sm", ""}, {"sna", "sn", ""},
    {"snd", "sd", ""}, {"som", "so", ""}, {"sot", "st", ""}, {"spa", "es", "spanish"},
    {"srd", "sc", ""}, {"srp", "sr", "serbian"}, {"ssw", "ss", ""}, {"sun", "su", ""},
    {"swa", "sw", ""}, {"swe", "sv", "swedish"}, {"tah", "ty", ""}, {"tam", "ta", ""},
    {"tat", "tt", ""}, {"tel", "te", ""}, {"tgk", "tg", ""}, {"tgl", "tl", ""},
    {"tha", "th", "thai"}, {"tib", "bo", ""}, {"tir", "ti", ""}, {"ton", "to", ""},
    {"tsn", "tn", ""}, {"tso", "ts", ""}, {"tuk", "tk", ""}, {"tur", "tr", "turkish"},
    {"twi", "tw", ""}, {"uig", "ug", ""}, {"ukr", "uk", "ukrainian"}, {"und", "", "undetermined"},
    {"urd", "ur", "urdu"}, {"uzb", "uz", ""}, {"ven", "ve", ""}, {"vie", "vi", "vietnamese"},
    {"vol", "vo", ""}, {"wel", "cy", "welsh"}, {"wln", "wa", ""}, {"wol", "wo", ""},
    {"xho", "xh", ""}, {"yid", "yi", ""}, {"yor", "yo", ""}, {"zha", "za", ""}, {"zul", "zu", ""},
};
// clang-format on

const Language* by_code(std::string_view code) {
  const auto* const found = std::lower_bound(
      std::begin(kLanguages), std::end(kLanguages), code,
      [](const Language& known, std::string_view wanted) { return known.code < wanted; });
  return found != std::end(kLanguages) && found->code == code ? found : nullptr;
}

}  // namespace

std::span<const Language> languages() {
  return kLanguages;
}

const Language* find_language(std::string_view code_or_name) {
  const std::string key = text::to_lower_ascii(text::trim(code_or_name));
  if (key.empty()) return nullptr;
  if (const Language* known = by_code(key)) return known;
  std::string_view name = std::string_view(key).substr(0, key.find(','));
  if (name.size() > 3 && (name[2] == '-' || name[2] == '_')) name = name.substr(0, 2);
  const auto* const found = std::find_if(
      std::begin(kLanguages), std::end(kLanguages),
      [name](const Language& known) { return name == known.name || name == known.short_code; });
  return found == std::end(kLanguages) ? nullptr : found;
}

std::string language_code(std::string_view code_or_name) {
  if (const Language* known = find_language(code_or_name)) return std::string(known->code);
  std::string code = text::to_lower_ascii(text::trim(code_or_name));
  const bool letters =
      std::all_of(code.begin(), code.end(), [](char c) { return c >= 'a' && c <= 'z'; });
  return code.size() == 3 && letters ? code : "";
}

}  // namespace ev::model
