#include "pipeline/citations/reference_parts.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <array>

namespace ev::citations {

namespace {

constexpr std::size_t kLongestAuthor = 200;  // bytes of one name with its initials

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_upper(char c) {
  return c >= 'A' && c <= 'Z';
}
bool is_letter(char c) {
  return is_upper(c) || (c >= 'a' && c <= 'z') || (static_cast<unsigned char>(c) & 0x80) != 0;
}

std::vector<std::string> words_of(std::string_view s) {
  std::vector<std::string> out;
  for (const std::string& word : text::split(s, ' ')) {
    if (!text::trim(word).empty()) out.emplace_back(text::trim(word));
  }
  return out;
}

// "J", "JA", "J.", "J.A.", "J.-P."
bool are_initials(std::string_view s) {
  std::size_t letters = 0;
  for (const char c : s) {
    if (is_upper(c)) {
      ++letters;
    } else if (c != '.' && c != '-') {
      return false;
    }
  }
  return letters > 0 && letters <= 4;
}

// A capital, an apostrophe or a particle in front.
bool may_be_name(std::string_view word) {
  if (word.empty()) return false;
  constexpr std::array<std::string_view, 16> kParticles = {"van", "von", "de",  "der", "den", "del",
                                                           "la",  "le",  "di",  "da",  "dos", "ten",
                                                           "ter", "al",  "bin", "el"};
  if (std::find(kParticles.begin(), kParticles.end(), word) != kParticles.end()) return true;
  return is_upper(word.front()) || (static_cast<unsigned char>(word.front()) & 0x80) != 0;
}

bool is_suffix(std::string_view s) {
  return s == "Jr" || s == "Jr." || s == "Sr" || s == "II" || s == "III" || s == "2nd" ||
         s == "3rd";
}

// One piece between commas: "Smith JA", "J. A. Smith", "van der Berg", "Smith".
bool may_be_person(std::string_view piece) {
  const std::vector<std::string> words = words_of(piece);
  if (words.empty() || words.size() > 5) return false;
  return std::all_of(words.begin(), words.end(), [](const std::string& word) {
    return may_be_name(word) && std::none_of(word.begin(), word.end(), is_digit);
  });
}

bool ends_list(std::string_view piece) {
  const std::string lower = text::to_lower_ascii(text::trim(piece));
  return lower == "et al" || lower == "et al." || lower == "and others" || lower == "others" ||
         lower == "eds" || lower == "eds." || lower == "...";
}

std::string replaced(std::string_view s, std::string_view what, std::string_view by) {
  std::string out;
  std::size_t from = 0;
  for (std::size_t at = s.find(what); at != std::string_view::npos; at = s.find(what, from)) {
    out.append(s.substr(from, at - from)).append(by);
    from = at + what.size();
  }
  return out.append(s.substr(from));
}

// Commas, semicolons, "&" and "and" part names.
std::vector<std::string> name_pieces(std::string_view s) {
  std::string flat(s);
  for (const std::string_view mark : {" & ", " and ", "; ", ", & ", "&"}) {
    flat = replaced(flat, mark, ", ");
  }
  const std::string lower = text::to_lower_ascii(flat);
  if (const std::size_t at = lower.find(" et al"); at != std::string::npos) {
    flat = flat.substr(0, at) + ", et al" + flat.substr(std::min(flat.size(), at + 6));
  }
  std::vector<std::string> out;
  for (const std::string& piece : text::split(flat, ',')) {
    if (!text::trim(piece).empty()) out.emplace_back(text::trim(piece));
  }
  return out;
}

std::string digits_at(std::string_view s, std::size_t at) {
  std::size_t end = at;
  while (end < s.size() && is_digit(s[end])) ++end;
  return std::string(s.substr(at, end - at));
}

bool is_year(std::string_view digits) {
  return digits.size() == 4 && (digits.substr(0, 2) == "19" || digits.substr(0, 2) == "20" ||
                                digits.substr(0, 2) == "18");
}

std::size_t skip_blanks(std::string_view s, std::size_t at) {
  while (at < s.size() && (s[at] == ' ' || s[at] == '\t')) ++at;
  return at;
}

// Dashes of any kind as '-'.
std::string plain_dashes(std::string_view s) {
  std::string out(s);
  for (const std::string_view dash : {"–", "—", "−", "‐", "‑"}) out = replaced(out, dash, "-");
  return out;
}

bool is_page_char(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'z') || is_upper(c) || c == '-' || c == '.';
}

// "123-30", "e1234", "S12-S15", "1234567" from `at` on; "" when no page begins there.
std::string pages_at(std::string_view s, std::size_t at) {
  at = skip_blanks(s, at);
  for (const std::string_view mark : {"pages ", "pp. ", "pp ", "p. ", "pp.", "p."}) {
    if (s.substr(at, mark.size()) == mark) {
      at = skip_blanks(s, at + mark.size());
      break;
    }
  }
  std::size_t end = at;
  while (end < s.size() && is_page_char(s[end])) ++end;
  std::string out(s.substr(at, end - at));
  while (!out.empty() && (out.back() == '.' || out.back() == '-')) out.pop_back();
  const bool digit = std::any_of(out.begin(), out.end(), is_digit);
  std::size_t letters = 0;
  while (letters < out.size() && !is_digit(out[letters])) ++letters;
  return digit && letters <= 4 ? out : "";
}

// "(5)", "(5 Pt 2)", ", no. 5": the issue and where it ends.
std::string issue_at(std::string_view s, std::size_t& at) {
  const std::size_t start = skip_blanks(s, at);
  if (start < s.size() && s[start] == '(') {
    const std::size_t length = s.substr(start, 21).find(')');
    if (length == std::string_view::npos) return "";
    const std::size_t close = start + length;
    const std::string inside(text::trim(s.substr(start + 1, close - start - 1)));
    if (is_year(inside)) return "";
    at = close + 1;
    return inside;
  }
  for (const std::string_view mark : {", no. ", ", no ", ", issue ", " no. "}) {
    if (text::to_lower_ascii(s.substr(at, mark.size())) != mark) continue;
    const std::string number = digits_at(s, at + mark.size());
    if (!number.empty()) at += mark.size() + number.size();
    return number;
  }
  return "";
}

// Volume, issue and pages from `at` on.
void read_numbers(std::string_view s, std::size_t at, Place& place) {
  at = skip_blanks(s, at);
  for (const std::string_view mark : {"vol. ", "vol ", "volume "}) {
    if (text::to_lower_ascii(s.substr(at, mark.size())) == mark) at += mark.size();
  }
  std::size_t end = at;
  while (end < s.size() && (is_digit(s[end]) || is_letter(s[end])) && end - at < 8) ++end;
  const std::string volume(s.substr(at, end - at));
  if (volume.empty() || !std::any_of(volume.begin(), volume.end(), is_digit)) return;
  place.volume = volume;
  at = end;
  if (at + 1 < s.size() && s[at] == '-' && is_digit(s[at + 1])) {
    at += 1 + digits_at(s, at + 1).size();
    place.volume = std::string(s.substr(end - volume.size(), at - (end - volume.size())));
  }
  // "37.5" of the MLA style.
  if (at + 1 < s.size() && s[at] == '.' && is_digit(s[at + 1])) {
    place.issue = digits_at(s, at + 1);
    at += 1 + place.issue.size();
  } else {
    place.issue = issue_at(s, at);
  }
  at = skip_blanks(s, at);
  // "(2003): " between volume and pages, or behind the pages.
  if (at < s.size() && s[at] == '(' && is_year(digits_at(s, at + 1))) {
    at = std::min(s.size(), at + 6);
  }
  at = skip_blanks(s, at);
  if (at < s.size() && (s[at] == ':' || s[at] == ',')) place.pages = pages_at(s, at + 1);
  if (is_year(place.pages) && place.year && std::stoi(place.pages) == *place.year) {
    place.pages.clear();  // "37(5), 2019, pp. 1-9"
    const std::size_t pp = s.find("pp", at);
    if (pp != std::string_view::npos) place.pages = pages_at(s, pp);
  }
}

// "2019;37", "2019 Mar 5;37": where the numbers begin, npos when none follow.
std::size_t numbers_behind_year(std::string_view s, std::size_t after) {
  const std::size_t length = s.substr(std::min(after, s.size()), 17).find(';');
  return length == std::string_view::npos ? length : after + length + 1;
}

// The last number before `end` that numbers a volume: "Nature 424, 197-200 (2003)", "J Foo, 37(5),
// 123-130".
std::size_t volume_before(std::string_view s, std::size_t end) {
  for (std::size_t at = 1; at < end; ++at) {
    if (!is_digit(s[at]) || (s[at - 1] != ' ' && s[at - 1] != '.')) continue;
    const std::string digits = digits_at(s, at);
    std::size_t behind = at + digits.size();
    // A double volume: "181-182, 121-5".
    if (behind + 1 < s.size() && s[behind] == '-' && is_digit(s[behind + 1])) {
      behind += 1 + digits_at(s, behind + 1).size();
    }
    if (is_year(digits) && behind < s.size() && s[behind] != '(') continue;
    if (digits.size() > 4) continue;
    const std::size_t next = skip_blanks(s, behind);
    const bool marked =
        next < s.size() && (s[next] == '(' || s[next] == ':' || s[next] == ',' ||
                            (s[next] == '.' && next + 1 < s.size() && is_digit(s[next + 1])));
    if (!marked) continue;
    Place tried;
    read_numbers(s, at, tried);
    if (!tried.pages.empty()) return at;
    at = behind;
  }
  return std::string_view::npos;
}

}  // namespace

std::vector<std::string> names_in(std::string_view source) {
  std::string_view s = text::trim(source);
  while (!s.empty() && (s.back() == '.' || s.back() == ',') && s.size() > 1 &&
         !(s.size() > 2 && is_upper(s[s.size() - 2]))) {
    s.remove_suffix(1);
  }
  std::vector<std::string> out;
  for (const std::string& piece : name_pieces(s)) {
    if (ends_list(piece)) continue;
    if (are_initials(piece) || is_suffix(piece)) {  // "Smith, J. A."
      if (out.empty()) return {};
      std::string initials = piece;
      std::erase(initials, '.');
      out.back() += " " + initials;
      continue;
    }
    const std::vector<std::string> words = words_of(piece);
    const bool spaced_initials =
        !words.empty() && std::all_of(words.begin(), words.end(), [](const std::string& w) {
          return are_initials(w) || is_suffix(w);
        });
    if (spaced_initials && out.empty()) return {};
    if (spaced_initials) {
      std::string initials;
      for (const std::string& word : words) initials += word;
      std::erase(initials, '.');
      out.back() += " " + initials;
      continue;
    }
    if (!may_be_person(piece)) return {};
    out.push_back(piece);
  }
  return out;
}

std::vector<std::string> sentences_of(std::string_view s) {
  std::vector<std::string> out;
  std::size_t begin = 0;
  const auto push = [&](std::size_t end) {
    const std::string_view piece = text::trim(s.substr(begin, end - begin));
    if (!piece.empty()) out.emplace_back(piece);
  };
  for (std::size_t i = 0; i + 1 < s.size(); ++i) {
    const bool mark = s[i] == '.' || s[i] == '?' || s[i] == '!';
    const bool quote = s[i + 1] == '"' || s.substr(i + 1, 3) == "”";
    if (!mark || (s[i + 1] != ' ' && !quote)) continue;
    std::size_t word = i;
    while (word > begin && s[word - 1] != ' ') --word;
    const std::string before = text::to_lower_ascii(s.substr(word, i - word));
    const bool initial = s[i] == '.' && i > 0 && is_upper(s[i - 1]) &&
                         (i < 2 || s[i - 2] == ' ' || s[i - 2] == '.' || s[i - 2] == '-');
    // "Smith J. A title": the only author, not an abbreviated name.
    const std::vector<std::string> words = initial && i - begin <= kLongestAuthor
                                               ? words_of(s.substr(begin, i - begin))
                                               : std::vector<std::string>();
    const bool only_author = words.size() == 2 && words[0].size() > 2 && are_initials(words[1]) &&
                             words[0].find_first_of(",.") == std::string::npos &&
                             may_be_name(words[0]);
    const bool shortened =
        s[i] == '.' && (before == "vs" || before == "spp" || before == "e.g" || before == "i.e" ||
                        before == "st" || before == "dr" || before == "cf" || before == "no" ||
                        before == "vol" || before == "pp" || before == "p");
    if ((initial && !only_author) || shortened) continue;
    push(i + (s[i] == '.' ? 0 : 1));
    begin = i + 1;
  }
  std::string_view rest = text::trim(s.substr(std::min(begin, s.size())));
  while (!rest.empty() && rest.back() == '.') rest.remove_suffix(1);
  if (!rest.empty()) out.emplace_back(rest);
  return out;
}

Place place_in(std::string_view source) {
  const std::string s = plain_dashes(source);
  Place place;
  std::size_t year_at = std::string::npos;
  std::size_t last = std::string::npos;
  for (std::size_t i = 0; i < s.size(); ++i) {
    if (!is_digit(s[i])) continue;
    const std::string digits = digits_at(s, i);
    const bool alone =
        (i == 0 || !is_letter(s[i - 1])) &&
        (i + digits.size() == s.size() || !is_letter(s[i + digits.size()]) || digits.size() == 4);
    if (is_year(digits) && alone) {
      const std::size_t behind = i + 4;
      const bool dated =
          (i > 0 && s[i - 1] == '(') || numbers_behind_year(s, behind) != std::string::npos;
      if (dated && year_at == std::string::npos) year_at = i;
      last = i;
    }
    i += digits.size() - 1;
  }
  if (year_at == std::string::npos) year_at = last;
  if (year_at != std::string::npos) {
    place.year = std::stoi(s.substr(year_at, 4));
    place.begin = year_at;
    const std::size_t numbers = numbers_behind_year(s, year_at + 4);
    if (numbers != std::string::npos) read_numbers(s, numbers, place);
  }
  if (place.volume.empty()) {
    const std::size_t at = volume_before(s, s.size());
    if (at != std::string::npos) {
      read_numbers(s, at, place);
      place.begin = std::min(place.begin, at);
    }
  }
  return place;
}

}  // namespace ev::citations
