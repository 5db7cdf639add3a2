// The commit comes from git's log of checkouts, whose last line is "OLD NEW NAME <EMAIL> TIME\tREASON", with
// 40 digits (or 64) for OLD and for NEW. It is embedded for the compiler only: nothing of it but the digits is
// in the program. An embedded file is a dependency, so that a new commit compiles this file again, and no other.
// A manifest's Context.gitInformation and a plugin's prebuild command cannot replace this: SwiftPM keeps their
// results in caches, and commits after the first build go unnoticed.
#include "CReplay.h"

#pragma clang diagnostic ignored "-Wc23-extensions"
#if __has_embed("../../.git/logs/HEAD") == __STDC_EMBED_FOUND__

namespace {

constexpr unsigned char log[] = {
#embed "../../.git/logs/HEAD"
};

/// Enough digits to find a commit in a large repository.
constexpr int digits = 10;

struct Commit {
  char text[digits + 1];
};

/// The commit of the last line; empty if the file is not such a log.
constexpr Commit lastCommit() {
  int size = sizeof log;
  int start = size - 1;
  while (start > 0 && log[start - 1] != '\n') --start;
  while (start < size && log[start] != ' ') ++start;
  Commit commit{};
  if (size - start <= digits) return commit;
  for (int i = 0; i < digits; ++i) commit.text[i] = static_cast<char>(log[start + 1 + i]);
  return commit;
}

constexpr Commit commit = lastCommit();

}  // namespace

const char *touchstone_commit(void) { return commit.text[0] ? commit.text : nullptr; }

#else

const char *touchstone_commit(void) { return nullptr; }

#endif
