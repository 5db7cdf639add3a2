// What the two sources of this target share.
#pragma once

#include "CLibinputOffline.h"

/// A function that takes the place of an import.
struct offline_replacement {
  const char *name;
  void *function;
};

/// All replacements; the last has no name.
extern const struct offline_replacement offline_replacements[];
