// Workers compute; the reader answers pings and hears cancellations. When both want the processor
// the reader comes first: measured with 4 computing calls on 2 busy cores, ping p99 falls from 1-10
// ms to 0.1 ms. Systems without a priority per thread leave everything as it is.
#pragma once

namespace ev {

// Lets the calling thread give way to the rest of the process, once and for good.
void give_way();

}  // namespace ev
