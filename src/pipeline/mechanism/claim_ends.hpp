// The ends of a claim as records write them: what a measure is taken of ("the risk of B" is about
// B), and where the claim holds. Internal to the room; pure function.
#pragma once

#include "pipeline/mechanism/testing.hpp"

namespace ev::mechanism {

// "Risk of B" becomes B; "symptoms of C" the symptoms, in the setting C; "resistant C" is also
// refractory; "D triple therapy" is also "triple therapy with D".
void open_ends(LinkToTest& link);

// A claim on one kind is not borne out by its neighbours: "hip fracture" is neither any fracture
// nor a vertebral one.
void keep_to_kind(LinkToTest& link);

}  // namespace ev::mechanism
