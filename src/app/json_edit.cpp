#include "app/json_edit.hpp"

#include "base/json.hpp"
#include "base/text.hpp"

#include <nlohmann/json.hpp>

#include <optional>

namespace ev::app {

namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr std::string_view kBlank = " \t\r\n";

struct Span {
  std::size_t begin = 0;
  std::size_t end = 0;
};

// Walks a text that is known to be valid JSON.
class Walker {
 public:
  Walker(std::string_view text, std::size_t at) : text_(text), at_(at) {}
  std::size_t at() const { return at_; }
  char peek() {
    at_ = std::min(text_.find_first_not_of(kBlank, at_), text_.size());
    return at_ < text_.size() ? text_[at_] : '\0';
  }
  void step() { ++at_; }
  Span string() {
    peek();
    Span out{at_, at_ + 1};
    while (text_[out.end] != '"') out.end += text_[out.end] == '\\' ? 2 : 1;
    at_ = ++out.end;
    return out;
  }
  Span value() {
    const char first = peek();
    Span out{at_, at_};
    if (first == '"') return string();
    if (first != '{' && first != '[') {
      out.end = at_ = std::min(text_.find_first_of(",]} \t\r\n", at_), text_.size());
      return out;
    }
    int depth = 0;
    do {
      const char c = text_[at_];
      if (c == '"') {
        string();
        continue;
      }
      if (c == '{' || c == '[') ++depth;
      if (c == '}' || c == ']') --depth;
      ++at_;
    } while (depth > 0);
    out.end = at_;
    return out;
  }

 private:
  std::string_view text_;
  std::size_t at_;
};

struct Object {
  std::optional<Span> member;  // the value looked for
  std::size_t last_end = 0;    // behind the last member's value; 0 = it has none
  std::size_t close = 0;       // its closing brace
};

// The last one of a name counts, as parsers have it.
Object look_into(std::string_view text, std::size_t open, const std::string& name) {
  Object out;
  Walker walk(text, open + 1);
  while (walk.peek() != '}') {
    const Span key = walk.string();
    const auto decoded = parse_json(text.substr(key.begin, key.end - key.begin));
    walk.peek();
    walk.step();  // the colon
    const Span value = walk.value();
    if (decoded && decoded->is_string() && decoded->get<std::string>() == name) out.member = value;
    out.last_end = value.end;
    if (walk.peek() == ',') walk.step();
  }
  out.close = walk.at();
  return out;
}

Error not_an_object(const std::vector<std::string>& path, std::size_t depth) {
  std::string name;
  for (std::size_t i = 0; i < depth; ++i) name += (i == 0 ? "\"" : "\".\"") + path[i];
  return {.code = Errc::invalid_argument,
          .message = depth == 0 ? "the file does not hold a JSON object"
                                : name + "\" in the file is not an object"};
}

std::string quoted(const std::string& name) {
  std::string out;
  append_json_string(out, name);
  return out;
}

// "name": value for a member at this depth, with the objects it still needs around it.
std::string new_member(const std::vector<std::string>& path, std::size_t depth,
                       std::string_view value) {
  const std::string indent(2 * (depth + 1), ' ');
  std::string out = indent + quoted(path[depth]) + ": ";
  if (depth + 1 == path.size()) {
    // Lines of the value move in as far as its name.
    for (const char c : value) {
      out += c;
      if (c == '\n') out += indent;
    }
    return out;
  }
  return out + "{\n" + new_member(path, depth + 1, value) + "\n" + indent + "}";
}

// The span of the value at `path`, or the deepest object there is (`depth` of its missing member).
struct Place {
  std::optional<Span> value;
  Object object;
  std::size_t depth = 0;
};

Result<Place> find_place(std::string_view text, const std::vector<std::string>& path) {
  Walker start(text, 0);
  start.peek();
  std::size_t open = start.at();
  for (std::size_t depth = 0; depth < path.size(); ++depth) {
    if (open >= text.size() || text[open] != '{') return not_an_object(path, depth);
    const Object object = look_into(text, open, path[depth]);
    const bool last = depth + 1 == path.size();
    if (!object.member || last) return Place{object.member, object, depth};
    open = object.member->begin;
  }
  return not_an_object(path, 0);
}

struct Body {
  std::string_view mark;
  std::string text;
};

Result<Body> body_of(std::string_view text) {
  Body out;
  if (text.substr(0, kByteOrderMark.size()) == kByteOrderMark) {
    out.mark = kByteOrderMark;
    text.remove_prefix(kByteOrderMark.size());
  }
  out.text = text::trim(text).empty() ? "{}\n" : std::string(text);
  auto parsed = parse_json(out.text, "the file");
  if (parsed) return out;
  parsed.error().code = Errc::invalid_argument;
  return std::move(parsed).error();
}

}  // namespace

Result<std::string> set_member(std::string_view text, const std::vector<std::string>& path,
                               std::string_view value) {
  EV_TRY(Body body, body_of(text));
  EV_TRY(const Place place, find_place(body.text, path));
  std::string& out = body.text;
  if (place.value) {
    out.replace(place.value->begin, place.value->end - place.value->begin, value);
  } else if (place.object.last_end != 0) {
    out.insert(place.object.last_end, ",\n" + new_member(path, place.depth, value));
  } else {
    // Inside the braces of an object without members.
    const std::size_t open = out.rfind('{', place.object.close);
    const std::string closing(2 * place.depth, ' ');
    out.replace(open + 1, place.object.close - open - 1,
                "\n" + new_member(path, place.depth, value) + "\n" + closing);
  }
  return std::string(body.mark) + out;
}

Result<std::string> member_text(std::string_view text, const std::vector<std::string>& path) {
  EV_TRY(const Body body, body_of(text));
  EV_TRY(const Place place, find_place(body.text, path));
  if (!place.value) return std::string();
  return body.text.substr(place.value->begin, place.value->end - place.value->begin);
}

}  // namespace ev::app
