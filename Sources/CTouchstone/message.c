#include "touchstone.h"
#include "touchstone_message.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/*
 * A key of POSIX threads, not a variable that is _Thread_local: `swift build --triple` compiles C without -fPIC, and
 * the thread-local storage of such code cannot be linked into a shared library.
 */
#define MESSAGE_SIZE 1024

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t key;
static bool has_key;

static void create_key(void) { has_key = pthread_key_create(&key, free) == 0; }

/* A library that is unloaded leaves no destructor to threads that go on. */
__attribute__((destructor)) static void delete_key(void) {
  if (!has_key) return;
  has_key = false;
  free(pthread_getspecific(key));
  pthread_key_delete(key);
}

/* The thread's message; NULL before the first, and where there is no memory for one. */
static char *thread_message(bool creates) {
  pthread_once(&once, create_key);
  if (!has_key) return NULL;
  char *message = pthread_getspecific(key);
  if (message || !creates) return message;
  message = malloc(MESSAGE_SIZE);
  if (message && pthread_setspecific(key, message) != 0) {
    free(message);
    message = NULL;
  }
  return message;
}

const char *touchstone_message(void) {
  const char *message = thread_message(false);
  return message ? message : "";
}

void touchstone_set_message(const char *text) {
  char *message = thread_message(true);
  if (!message) return;
  size_t length = strnlen(text, MESSAGE_SIZE);
  if (length == MESSAGE_SIZE) {
    /* The cut is before a character, not within one. */
    length -= 1;
    while (length > 0 && ((unsigned char)text[length] & 0xC0) == 0x80) length -= 1;
  }
  memmove(message, text, length);
  message[length] = '\0';
}
