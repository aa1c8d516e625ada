// Helpers over the parsed tree, private to the XML readers of this room: the only header that names
// tinyxml2. All text is decoded, with white space squeezed and trimmed. Pure functions.
#pragma once

#include "pipeline/model/article.hpp"

#include <tinyxml2.h>

#include <cstring>
#include <string>
#include <string_view>

namespace ev::sources::dom {

using Element = tinyxml2::XMLElement;

inline std::string_view name_of(const Element& e) {
  return e.Name();
}
inline bool is(const Element& e, const char* name) {
  return std::strcmp(e.Name(), name) == 0;
}
inline const Element* child(const Element* e, const char* name) {
  return e == nullptr ? nullptr : e->FirstChildElement(name);
}
// Calls `f` with every child element.
template <class F>
void each(const Element* e, F f) {
  if (e == nullptr) return;
  for (const Element* c = e->FirstChildElement(); c != nullptr; c = c->NextSiblingElement()) f(*c);
}
template <class F>
void each(const Element* e, const char* name, F f) {
  if (e == nullptr) return;
  for (const Element* c = e->FirstChildElement(name); c != nullptr;
       c = c->NextSiblingElement(name)) {
    f(*c);
  }
}

// Text of all descendants. <sup>/<sub> become Unicode super- and subscripts when every character
// has one whose compatibility form is the character itself, else ^(…)/_(…); MathML is read token by
// token.
std::string text_of(const Element* e);
inline std::string text_of(const Element* e, const char* name) {
  return text_of(child(e, name));
}
// The same of a title or abstract, with formulas as PubMed prints them; those of which that tells
// not all are in `a.metadata["formulas"]` written out.
std::string printed_text_of(const Element* e, model::Article& a);
// Attribute value, "" when absent.
std::string attribute(const Element& e, const char* name);
bool attribute_is(const Element& e, const char* name, const char* value);

// One date as it stands: YYYY, YYYY-MM or YYYY-MM-DD, "" when no year can be read. `original` gets
// the MedlineDate or "year season" when the date was not in that form.
struct Date {
  std::string iso;
  std::string original;
};
Date date_of(const Element* e);

// Fields shared by journal articles and book documents.
void add_authors(const Element& list, model::Article& a);
void add_abstract(const Element& abstract, model::Article& a);
void add_keywords(const Element& list, model::Article& a);
void add_grants(const Element& list, model::Article& a);
void add_references(const Element& list, model::Article& a);
void add_ids(const Element& list, model::Article& a);
void add_version(const Element& pmid, model::Article& a);
void add_once(std::vector<std::string>& list, std::string value);

void read_citation(const Element& citation, model::Article& a);
void read_pubmed_data(const Element& data, model::Article& a);
void read_book(const Element& record, model::Article& a);

}  // namespace ev::sources::dom
