/* Runs every test of the C interface. */
#include "interface.h"

int main(void) {
  static const struct test *const files[] = {basics_tests, creating_tests, frames_tests, touches_tests, gestures_tests, failures_tests};
  size_t count = 0;
  for (size_t file = 0; file < sizeof files / sizeof *files; file += 1)
    for (const struct test *test = files[file]; test->run; test += 1) {
      current_test = test->sentence;
      test->run();
      count += 1;
    }
  printf("%zu tests, %d failed checks\n", count, failed_checks);
  return failed_checks != 0;
}
