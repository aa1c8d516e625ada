#include "pipeline/sources/mathml_text.hpp"

#include "base/text.hpp"
#include "support/catch.hpp"

#include <random>

using namespace ev;
using sources::dom::MathForm;

namespace {

std::string form_of(const std::string& inside, MathForm form) {
  tinyxml2::XMLDocument document;
  REQUIRE(document.Parse(("<math>" + inside + "</math>").c_str()) == tinyxml2::XML_SUCCESS);
  sources::Squeezer out;
  sources::dom::add_math(*document.RootElement(), form, out);
  return out.take();
}

std::string printed(const std::string& inside) {
  return form_of(inside, MathForm::printed);
}

std::string linear(const std::string& inside) {
  return form_of(inside, MathForm::linear);
}

bool needs_layout(const std::string& inside) {
  tinyxml2::XMLDocument document;
  REQUIRE(document.Parse(("<math>" + inside + "</math>").c_str()) == tinyxml2::XML_SUCCESS);
  return sources::dom::needs_layout(*document.RootElement());
}

// Formulas of every kind of element, made from a seed; `tokens` gets their characters in order.
class Maker {
 public:
  explicit Maker(unsigned seed) : random_(seed) {}

  std::string formula(int depth, std::string& tokens) {
    static const std::vector<std::pair<std::string, int>> kKinds = {
        {"mrow", 2},   {"msup", 2},      {"msub", 2},    {"msubsup", 3},      {"mfrac", 2},
        {"mroot", 2},  {"msqrt", 1},     {"mover", 2},   {"munder", 2},       {"mstyle", 1},
        {"mtable", 1}, {"semantics", 2}, {"mfenced", 2}, {"mmultiscripts", 4}};
    if (depth == 0 || pick(4) == 0) return token(tokens);
    const auto& [name, children] = kKinds[pick(kKinds.size())];
    std::string out = "<" + name + ">";
    for (int i = 0; i < children; ++i) {
      if (name == "mmultiscripts" && i == 2) out += "<mprescripts/><none/>";
      out += (pick(3) == 0 ? "\n  " : "") + formula(depth - 1, tokens);
    }
    return out + "</" + name + ">";
  }

 private:
  std::size_t pick(std::size_t below) { return random_() % below; }
  std::string token(std::string& tokens) {
    static const std::vector<std::string> kWords = {"x", "12", "max", "B",   "q", "+",
                                                    "(", ")",  "β",   "TeV", "5"};
    static const std::vector<std::string> kNames = {"mi", "mn", "mo", "mtext", "annotation"};
    const std::string& word = kWords[pick(kWords.size())];
    const std::string& name = kNames[pick(kNames.size())];
    tokens += word;
    return "<" + name + ">" + word + "</" + name + ">";
  }
  std::mt19937 random_;
};

std::string without(std::string s, const std::string& marks) {
  std::erase_if(s, [&marks](char c) { return marks.find(c) != std::string::npos; });
  return s;
}

}  // namespace

TEST_CASE("a formula as printed is its characters, raised and lowered") {
  CHECK(printed("<mfrac><mn>1</mn><mn>2</mn></mfrac>") == "¹₂");
  CHECK(printed("<mfrac><mrow><mi>A</mi><mo>+</mo><mi>B</mi></mrow><mi>Q</mi></mfrac>") ==
        "^(A+B)_(Q)");
  // Marks cannot tell them apart: a blank does.
  CHECK(printed("<mfrac><mrow><mo>(</mo><mn>1</mn><mo>−</mo><mi>A</mi><mo>)</mo></mrow><mn>12</mn>"
                "</mfrac>") == "(1−A) ₁₂");
  CHECK(printed("<msqrt><mi>s</mi></msqrt><mo>=</mo><mn>13</mn><mspace/><mtext>TeV</mtext>") ==
        "s=13 TeV");
  CHECK(printed("<mroot><mi>x</mi><mn>3</mn></mroot>") == "x 3");
  CHECK(printed("<msubsup><mi>R</mi>\n<mtext>q</mtext> <mn>2</mn></msubsup>") == "R_(q)²");
  CHECK(printed("<mover><mi>x</mi><mo>¯</mo></mover>") == "x¯");
  CHECK(printed("<semantics><mi>x</mi><annotation encoding=\"application/x-tex\">x</annotation>"
                "</semantics>") == "x x");
  CHECK(printed("bare <mi>x</mi>") == "bare x");
}

TEST_CASE("a formula in linear form says what its layout says") {
  CHECK(linear("<mfrac><mn>1</mn><mn>2</mn></mfrac>") == "1/2");
  CHECK(linear("<msqrt><mi>a</mi><mo>+</mo><mi>b</mi></msqrt>") == "√(a+b)");
  CHECK(linear("<mroot><mi>x</mi><mn>3</mn></mroot>") == "³√x");
  CHECK(linear("<semantics><mi>x</mi><annotation>x</annotation></semantics>") == "x");
}

TEST_CASE("layout is needed where a root or a fraction is somewhere in it") {
  CHECK(needs_layout("<mrow><msup><mi>x</mi><mfrac><mn>1</mn><mn>2</mn></mfrac></msup></mrow>"));
  CHECK(needs_layout("<msqrt><mi>x</mi></msqrt>"));
  CHECK_FALSE(needs_layout("<msup><mi>x</mi><mn>2</mn></msup>"));
}

TEST_CASE("whatever a formula is made of, as printed it is its characters in their order") {
  constexpr unsigned kFormulas = 2'000;
  for (unsigned seed = 0; seed < kFormulas; ++seed) {
    std::string tokens;
    const std::string formula = Maker(seed).formula(5, tokens);
    CAPTURE(formula);
    // Brackets are of the text or of marks; folding takes raised and lowered characters back.
    CHECK(without(text::fold(printed(formula)), " ()^_") == without(text::fold(tokens), " ()^_"));
  }
}
