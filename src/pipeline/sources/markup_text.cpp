#include "pipeline/sources/markup_text.hpp"

#include "base/text.hpp"
#include "pipeline/sources/markup_scanner.hpp"
#include "pipeline/sources/scripts.hpp"

#include <algorithm>
#include <utility>

namespace ev::sources {

namespace {

constexpr char kParagraph = '\n';

// Blanks to one blank, with a paragraph's end among them to one line break; none at either end.
std::string squeezed_paragraphs(std::string_view s) {
  std::string out;
  bool blank = false;
  bool paragraph = false;
  for (const char c : s) {
    if (c == ' ' || c == kParagraph) {
      blank = true;
      paragraph = paragraph || c == kParagraph;
      continue;
    }
    if (blank && !out.empty()) out += paragraph ? kParagraph : ' ';
    blank = paragraph = false;
    out += c;
  }
  return out;
}

class MarkupReader {
 public:
  explicit MarkupReader(std::string_view s) : s_(s), marks_(s) {}

  std::vector<MarkedPart> run() {
    std::size_t i = 0;
    while (i < s_.size()) {
      const std::optional<Mark> mark = s_[i] == '<' ? marks_.at(i) : std::nullopt;
      if (!mark) {
        const char c = s_[i++];
        top() += static_cast<unsigned char>(c) < 0x20 || c == 0x7F ? ' ' : c;
      } else {
        i = mark->kind == MarkKind::math || mark->kind == MarkKind::dropped ? step_over(*mark, i)
                                                                            : take(*mark);
      }
    }
    end_part();
    return std::move(parts_);
  }

 private:
  struct Frame {
    ScriptPosition position;
    std::string text;
  };

  std::string& top() { return scripts_.empty() ? text_ : scripts_.back().text; }

  std::size_t step_over(const Mark& mark, std::size_t from) {
    const std::size_t end = mark.closing || mark.empty ? mark.end : marks_.end_of_element(mark);
    if (mark.kind == MarkKind::math && !mark.closing)
      top() += math_as_text(s_.substr(from, end - from));
    return end;
  }

  std::size_t take(const Mark& mark) {
    switch (mark.kind) {
      case MarkKind::heading:
        heading_mark(mark.closing);
        break;
      case MarkKind::block:
        end_scripts();
        top() += kParagraph;
        break;
      case MarkKind::blank:
        top() += ' ';
        break;
      case MarkKind::raised:
      case MarkKind::lowered:
        script_mark(mark);
        break;
      case MarkKind::stripped:
      case MarkKind::math:
      case MarkKind::dropped:
        break;
    }
    return mark.end;
  }

  void heading_mark(bool closing) {
    end_scripts();
    if (!closing) {
      end_part();
      in_heading_ = true;
    } else if (in_heading_) {
      heading_ = squeezed_paragraphs(text_);
      std::replace(heading_.begin(), heading_.end(), kParagraph, ' ');
      text_.clear();
      in_heading_ = false;
    }
  }

  void script_mark(const Mark& mark) {
    if (mark.empty) return;
    const auto position =
        mark.kind == MarkKind::raised ? ScriptPosition::raised : ScriptPosition::lowered;
    if (!mark.closing) {
      scripts_.push_back({position, {}});
    } else if (!scripts_.empty() && scripts_.back().position == position) {
      end_script();
    }
  }

  void end_script() {
    const Frame frame = std::move(scripts_.back());
    scripts_.pop_back();
    const std::string inner = squeezed_paragraphs(frame.text);
    std::string& out = top();
    if (!frame.text.empty() && frame.text.front() == ' ') out += ' ';
    out += in_script(inner, frame.position);
    if (frame.text.size() > 1 && frame.text.back() == ' ') out += ' ';
  }

  void end_scripts() {
    while (!scripts_.empty()) end_script();
  }

  void end_part() {
    end_scripts();
    // A heading that was never closed is a heading all the same.
    if (in_heading_) heading_mark(true);
    MarkedPart part{std::move(heading_), squeezed_paragraphs(text_)};
    heading_.clear();
    text_.clear();
    if (!part.heading.empty() || !part.text.empty()) parts_.push_back(std::move(part));
  }

  std::string_view s_;
  MarkScanner marks_;
  std::vector<MarkedPart> parts_;
  std::vector<Frame> scripts_;
  std::string heading_;
  std::string text_;
  bool in_heading_ = false;
};

std::string label_of_heading(std::string heading) {
  while (!heading.empty() && (heading.back() == ':' || heading.back() == ' ')) heading.pop_back();
  return heading;
}

// "Methods" over "Design" and "Setting", "Video abstract": says nothing of its own. A registration
// number, an address or a sentence does.
bool is_bare_label(std::string_view heading) {
  constexpr std::size_t kLongestLabel = 40;
  return heading.find_first_of("0123456789:.") == std::string_view::npos &&
         text::code_points(heading) <= kLongestLabel;
}

}  // namespace

std::vector<MarkedPart> marked_parts(std::string_view marked) {
  if (marked.find_first_of("<&") == std::string_view::npos) {
    MarkedPart whole;
    for (const char c : marked) whole.text += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    whole.text = squeezed_paragraphs(whole.text);
    return whole.text.empty() ? std::vector<MarkedPart>() : std::vector<MarkedPart>{whole};
  }
  const std::string decoded = decoded_entities(marked);
  return MarkupReader(decoded).run();
}

std::string plain_text(std::string_view marked) {
  std::string out;
  for (const MarkedPart& part : marked_parts(marked)) {
    for (const std::string& piece : {part.heading, part.text}) {
      if (piece.empty()) continue;
      if (!out.empty()) out += kParagraph;
      out += piece;
    }
  }
  return out;
}

void set_abstract_parts(const std::vector<MarkedPart>& parts, model::Article& a) {
  a.abstract.clear();
  a.sections.clear();
  std::size_t length = 0;
  const auto append = [&](std::string_view s) {
    a.abstract += s;
    length += text::code_points(s);
  };
  bool labelled = false;
  for (const MarkedPart& part : parts) {
    std::string label = label_of_heading(part.heading);
    if (text::equal_ignoring_ascii_case(label, "abstract")) label.clear();
    if (part.text.empty() && is_bare_label(label)) continue;
    const std::string& body = part.text.empty() ? part.heading : part.text;
    if (part.text.empty()) label.clear();
    if (!a.abstract.empty()) append("\n");
    model::Section section{.label = std::move(label)};
    labelled = labelled || !section.label.empty();
    if (!section.label.empty()) append(section.label + ": ");
    section.start = static_cast<int>(length);
    append(body);
    section.end = static_cast<int>(length);
    a.sections.push_back(std::move(section));
  }
  if (!labelled) a.sections.clear();
}

}  // namespace ev::sources
