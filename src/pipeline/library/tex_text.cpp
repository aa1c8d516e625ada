#include "pipeline/library/tex_text.hpp"

#include "base/text.hpp"

#include <map>
#include <string>

namespace ev::library {

namespace {

bool is_tex_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// `pairs`: base letter and the letter with its accent, in turn.
struct Accent {
  char command;
  char32_t combining;
  std::u32string_view pairs;
};
constexpr Accent kAccents[] = {
    {'`', 0x300, U"AÀEÈIÌOÒUÙaàeèiìoòuùNǸnǹ"},
    {'\'', 0x301, U"AÁEÉIÍOÓUÚYÝaáeéiíoóuúyýCĆcćLĹlĺNŃnńRŔrŕSŚsśZŹzź"},
    {'^', 0x302, U"AÂEÊIÎOÔUÛaâeêiîoôuûCĈcĉGĜgĝHĤhĥJĴjĵSŜsŝWŴwŵYŶyŷ"},
    {'~', 0x303, U"AÃNÑOÕaãnñoõIĨiĩUŨuũ"},
    {'"', 0x308, U"AÄEËIÏOÖUÜaäeëiïoöuüyÿYŸ"},
    {'=', 0x304, U"AĀaāEĒeēIĪiīOŌoōUŪuū"},
    {'.', 0x307, U"CĊcċEĖeėGĠgġIİZŻzż"},
    {'u', 0x306, U"AĂaăEĔeĕGĞgğIĬiĭOŎoŏUŬuŭ"},
    {'v', 0x30C, U"CČcčDĎdďEĚeěNŇnňRŘrřSŠsšTŤtťZŽzžGǦgǧ"},
    {'H', 0x30B, U"OŐoőUŰuű"},
    {'c', 0x327, U"CÇcçGĢgģKĶkķLĻlļNŅnņRŖrŗSŞsşTŢtţ"},
    {'k', 0x328, U"AĄaąEĘeęIĮiįUŲuų"},
    {'r', 0x30A, U"AÅaåUŮuů"},
    {'d', 0x323, U""},
    {'b', 0x331, U""},
};

// How a character is written: as a command in braces, as one of mathematics, or as it is (LaTeX
// reads punctuation and signs in UTF-8; the commands for them are only read).
enum class Written { text, math, no };
struct Command {
  std::string_view name;
  std::string_view text;
  Written written = Written::text;
};
constexpr Command kCommands[] = {
    {"ss", "ß"},
    {"ae", "æ"},
    {"AE", "Æ"},
    {"oe", "œ"},
    {"OE", "Œ"},
    {"o", "ø"},
    {"O", "Ø"},
    {"l", "ł"},
    {"L", "Ł"},
    {"aa", "å"},
    {"AA", "Å"},
    {"i", "ı"},
    {"j", "ȷ", Written::no},
    {"dh", "ð"},
    {"DH", "Ð"},
    {"th", "þ"},
    {"TH", "Þ"},
    {"dj", "đ"},
    {"DJ", "Đ"},
    {"ng", "ŋ"},
    {"NG", "Ŋ"},
    {"alpha", "α", Written::math},
    {"beta", "β", Written::math},
    {"gamma", "γ", Written::math},
    {"delta", "δ", Written::math},
    {"Delta", "Δ", Written::math},
    {"epsilon", "ε", Written::math},
    {"zeta", "ζ", Written::math},
    {"eta", "η", Written::math},
    {"theta", "θ", Written::math},
    {"kappa", "κ", Written::math},
    {"lambda", "λ", Written::math},
    {"mu", "μ", Written::math},
    {"nu", "ν", Written::math},
    {"xi", "ξ", Written::math},
    {"pi", "π", Written::math},
    {"rho", "ρ", Written::math},
    {"sigma", "σ", Written::math},
    {"tau", "τ", Written::math},
    {"phi", "φ", Written::math},
    {"chi", "χ", Written::math},
    {"psi", "ψ", Written::math},
    {"omega", "ω", Written::math},
    {"Omega", "Ω", Written::math},
    {"times", "×", Written::no},
    {"pm", "±", Written::no},
    {"leq", "≤", Written::math},
    {"geq", "≥", Written::math},
    {"le", "≤", Written::no},
    {"ge", "≥", Written::no},
    {"approx", "≈", Written::math},
    {"sim", "∼", Written::math},
    {"cdot", "·", Written::no},
    {"degree", "°", Written::no},
    {"textdegree", "°", Written::no},
    {"ldots", "…", Written::no},
    {"dots", "…", Written::no},
    {"textregistered", "®", Written::no},
    {"texttrademark", "™", Written::no},
    {"textendash", "–", Written::no},
    {"textemdash", "—", Written::no},
    {"textquoteright", "’", Written::no},
    {"textquoteleft", "‘", Written::no},
    {"textbackslash", "\\"},
    {"textasciitilde", "~"},
    {"textgreater", ">"},
    {"textless", "<"},
    {"textmu", "µ", Written::no},
    {"copyright", "©", Written::no},
    {"P", "¶", Written::no},
    {"S", "§", Written::no},
    {"pounds", "£", Written::no},
    {"Gamma", "Γ", Written::math},
    {"Theta", "Θ", Written::math},
    {"Lambda", "Λ", Written::math},
    {"Pi", "Π", Written::math},
    {"Sigma", "Σ", Written::math},
    {"Phi", "Φ", Written::math},
    {"Psi", "Ψ", Written::math},
    {"iota", "ι", Written::math},
    {"upsilon", "υ", Written::math},
    {"varepsilon", "ε", Written::no},
    {"neq", "≠", Written::math},
    {"rightarrow", "→", Written::math},
    {"infty", "∞", Written::math},
    {"textquotedblleft", "“", Written::no},
    {"textquotedblright", "”", Written::no},
    {"textasciicircum", "^"},
    {"textbraceleft", "{", Written::no},
    {"textbraceright", "}", Written::no},
    {"textbar", "|", Written::no},
};

char32_t composed(const Accent& accent, char32_t base) {
  for (std::size_t i = 0; i + 1 < accent.pairs.size(); i += 2) {
    if (accent.pairs[i] == base) return accent.pairs[i + 1];
  }
  return 0;
}

class TexReader {
 public:
  explicit TexReader(std::string_view s) : s_(s) {}

  std::string read() {
    while (at_ < s_.size()) step();
    return std::move(out_);
  }

 private:
  bool take(std::string_view what) {
    if (s_.substr(at_, what.size()) != what) return false;
    at_ += what.size();
    return true;
  }
  void skip_blanks() {
    while (at_ < s_.size() && (s_[at_] == ' ' || s_[at_] == '\n' || s_[at_] == '\t')) ++at_;
  }

  void step() {
    if (take("---")) {
      out_ += "—";
    } else if (take("--")) {
      out_ += "–";
    } else if (take("``")) {
      out_ += "“";
    } else if (take("''")) {
      out_ += "”";
    } else if (s_[at_] == '\\') {
      command();
    } else if (s_[at_] == '~') {
      out_ += ' ';
      ++at_;
    } else if (s_[at_] == '{' || s_[at_] == '}' || s_[at_] == '$') {
      ++at_;
    } else {
      out_ += s_[at_++];
    }
  }

  void command() {
    ++at_;
    if (at_ == s_.size()) return;
    std::size_t end = at_;
    while (end < s_.size() && is_tex_letter(s_[end])) ++end;
    if (end == at_) ++end;  // a command of one sign: \& \' \"
    const std::string_view name = s_.substr(at_, end - at_);
    at_ = end;
    if (name.size() == 1) {
      for (const Accent& accent : kAccents) {
        if (accent.command == name[0] && accented(accent)) return;
      }
    }
    if (is_tex_letter(name[0])) {
      const std::size_t before = at_;
      skip_blanks();
      // The blank that ends a command is no text, but "{\o} b" keeps its own.
      if (before == at_) take("{}");
    }
    for (const Command& known : kCommands) {
      if (known.name == name) {
        out_ += known.text;
        return;
      }
    }
    // \& is the sign itself; \\ and "\ " are blanks; of \textit{…} the braces' content is read on.
    if (name == "\\" || name == " " || name == "\n") {
      out_ += ' ';
    } else if (!is_tex_letter(name[0])) {
      if (name[0] != '-' && name[0] != '/') out_ += name;
    }
  }

  // The letter an accent stands on: "e", "{e}", "\i", "{\i}".
  bool accented(const Accent& accent) {
    const std::size_t before = at_;
    const bool spelled = is_tex_letter(accent.command);
    skip_blanks();
    const bool braced = take("{");
    // \c and \v need a blank or a brace before their letter; \'e does not.
    if (spelled && !braced && at_ == before) return back_to(before);
    if (braced) skip_blanks();
    char32_t base = 0;
    if (take("\\i")) {
      base = U'i';
    } else if (take("\\j")) {
      base = U'j';
    } else if (at_ < s_.size() && s_[at_] != '}' && s_[at_] != '{' && s_[at_] != '\\') {
      base = text::next_code_point(s_, at_);
    } else {
      return back_to(before);
    }
    const char32_t whole = composed(accent, base);
    text::append_utf8(out_, whole == 0 ? base : whole);
    if (whole == 0) text::append_utf8(out_, accent.combining);
    if (braced) {
      skip_blanks();
      take("}");
    } else if (base == U'i' || base == U'j') {
      take("{}");
    }
    return true;
  }
  bool back_to(std::size_t at) {
    at_ = at;
    return false;
  }

  std::string_view s_;
  std::size_t at_ = 0;
  std::string out_;
};

bool braces_paired(std::string_view s) {
  int depth = 0;
  for (const char c : s) {
    depth += c == '{' ? 1 : c == '}' ? -1 : 0;
    if (depth < 0) return false;
  }
  return depth == 0;
}

bool is_ligature_sign(char32_t c) {
  return c == U'-' || c == U'`' || c == U'\'';
}

// Letters with accents as one unit in braces, which BibTeX takes for a single letter.
std::string accented_letter(const Accent& accent, char32_t base) {
  std::string letter = base == U'j' ? "\\" : "";  // LaTeX takes the dot off i by itself
  text::append_utf8(letter, base);
  std::string out = "{\\";
  out += accent.command;
  return out + (is_tex_letter(accent.command) ? "{" + letter + "}}" : letter + "}");
}

const std::map<char32_t, std::string>& spellings() {
  static const std::map<char32_t, std::string> table = [] {
    std::map<char32_t, std::string> out;
    for (const Accent& accent : kAccents) {
      for (std::size_t i = 0; i + 1 < accent.pairs.size(); i += 2) {
        out.emplace(accent.pairs[i + 1], accented_letter(accent, accent.pairs[i]));
      }
    }
    for (const Command& command : kCommands) {
      if (command.written == Written::no) continue;
      std::size_t i = 0;
      const char32_t c = text::next_code_point(command.text, i);
      const std::string name = "\\" + std::string(command.name);
      const bool math = command.written == Written::math;
      out.emplace(c, math ? "$" + name + "$" : "{" + name + "}");
    }
    return out;
  }();
  return table;
}

}  // namespace

std::string tex_to_text(std::string_view tex) {
  return TexReader(tex).read();
}

std::string text_to_tex(std::string_view s) {
  // BibTeX counts escaped braces too: those without a partner need another spelling.
  const bool paired = braces_paired(s);
  std::string out;
  for (std::size_t i = 0; i < s.size();) {
    const std::size_t begin = i;
    while (i < s.size() && (is_tex_letter(s[i]) || s[i] == ' ')) ++i;
    out += s.substr(begin, i - begin);
    if (i > begin) continue;
    const char32_t c = text::next_code_point(s, i);
    const bool brace = s[begin] == '{' || s[begin] == '}';
    if (brace && !paired) {
      out += s[begin] == '{' ? "{\\textbraceleft}" : "{\\textbraceright}";
    } else if (brace || std::string_view("&%$#_").find(s[begin]) != std::string_view::npos) {
      out += '\\';
      out += s[begin];
    } else if (is_ligature_sign(c) && i < s.size() && s[i] == s[begin]) {
      out += s[begin];
      out += "{}";  // two in a row would become one other sign
    } else if (const auto it = spellings().find(c); it != spellings().end()) {
      out += it->second;
    } else {
      out += s.substr(begin, i - begin);
    }
  }
  return out;
}

}  // namespace ev::library
