#include "touchstone.h"
#include "touchstone_message.h"

#include <string.h>

static _Thread_local char message[1024];

const char *touchstone_message(void) { return message; }

void touchstone_set_message(const char *text) {
  size_t length = strnlen(text, sizeof message);
  if (length == sizeof message) {
    /* The cut is before a character, not within one. */
    length -= 1;
    while (length > 0 && ((unsigned char)text[length] & 0xC0) == 0x80) length -= 1;
  }
  memmove(message, text, length);
  message[length] = '\0';
}
