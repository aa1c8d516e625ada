// Replies of the sample's services and small readers of their records. Pure functions.
#pragma once

#include "base/json.hpp"
#include "net/request.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace ev::sample {

net::HttpResponse reply(int status, const char* type, std::string body);
net::HttpResponse json_reply(const Json& value, int status = 200);
net::HttpResponse text_reply(int status, std::string text);

// The value at "a.b.c"; lists on the way are looked through, so that several texts may come.
// Numbers and truth values as text.
std::vector<std::string> texts_at(const Json& record, std::string_view path);
std::string text_at(const Json& record, std::string_view path);  // the first, "" when none

// "2020-01-01", "2020", "*", "MIN", "MAX" as bounds around a date or number of equal form.
bool in_range(std::string_view value, std::string_view low, std::string_view high);

// Tokens that say where the next page begins; -1 for one that is not of ours.
std::string page_token(std::string_view mark, long offset);
long offset_of(std::string_view mark, std::string_view token);

}  // namespace ev::sample
