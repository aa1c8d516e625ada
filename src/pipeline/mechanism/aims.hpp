// Sentences that ask or plan rather than find. Pure function.
#pragma once

#include <string_view>

namespace ev::mechanism {

bool states_an_aim(std::string_view sentence);

}  // namespace ev::mechanism
