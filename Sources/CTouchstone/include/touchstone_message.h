/* The message of the last error of a thread: Swift has no thread-local storage. */
#ifndef TOUCHSTONE_MESSAGE_H
#define TOUCHSTONE_MESSAGE_H

/** Copies a text of UTF-8 as the thread's message, cut at 1023 bytes. */
void touchstone_set_message(const char *text);

#endif
