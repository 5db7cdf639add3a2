// libstdc++'s std::random_device calls arc4random where it was built with a glibc that has it (2.36). Linked
// statically, that one symbol would keep `replay` from running with older versions, such as that of Ubuntu 22.04; so
// the program has its own, which takes the kernel's random numbers as glibc's does.
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/random.h>

// Not for shared libraries, which have glibc's.
__attribute__((visibility("hidden"))) uint32_t touchstone_arc4random(void) __asm__("arc4random");

uint32_t touchstone_arc4random(void) {
  uint32_t number;
  while (getrandom(&number, sizeof number, 0) != sizeof number)
    if (errno != EINTR) abort();
  return number;
}
