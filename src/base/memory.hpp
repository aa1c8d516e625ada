// Memory that calls have freed and the allocator keeps. Thread rule: any thread.
#pragma once

namespace ev {

// Gives it back to the system when it is more than limits::kIdleMemory. Cheap otherwise; systems
// whose allocator cannot be asked are left alone.
void give_back_memory();

}  // namespace ev
