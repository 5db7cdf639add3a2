// Loads a libinput and overwrites import slots (ELF relocations) of it, libevdev and libmtdev.
#define _GNU_SOURCE
#include "machine.h"

#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#ifndef RTLD_DEEPBIND
#define RTLD_DEEPBIND 0
#endif

#if defined __x86_64__
static int is_import(unsigned long type) {
  return type == R_X86_64_JUMP_SLOT || type == R_X86_64_GLOB_DAT || type == R_X86_64_64;
}
#elif defined __aarch64__
static int is_import(unsigned long type) {
  return type == R_AARCH64_JUMP_SLOT || type == R_AARCH64_GLOB_DAT || type == R_AARCH64_ABS64;
}
#else
static int is_import(unsigned long type) { return 0; }
#endif

static void *library;
static char library_path[4096];

/// Names for a message, in a buffer of fixed size.
struct names {
  char text[400];
};

static void add(struct names *names, const char *name) {
  size_t used = strlen(names->text);
  snprintf(names->text + used, sizeof names->text - used, "%s%s", used ? ", " : "", name);
}

/// Writes a function into an import slot, which may be read-only since the library was loaded.
static int overwrite(void **slot, void *function) {
  uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), start = (uintptr_t)slot & ~(page - 1);
  uintptr_t end = ((uintptr_t)(slot + 1) + page - 1) & ~(page - 1);
  if (mprotect((void *)start, end - start, PROT_READ | PROT_WRITE)) return -1;
  *slot = function;
  return 0;
}

/// Whether libinput calls a function of udev's devices that has no replacement. Those that list and
/// watch devices belong to another of libinput's backends, which is not used here.
static int is_unknown(const char *name) {
  static const char *const refused[] = {
    "udev_device_", "udev_hwdb_", "timerfd_", "gettimeofday", "clock_", "statx", "__xstat", "__fxstat",
  };
  for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
    if (!strncmp(name, refused[i], strlen(refused[i]))) return 1;
  return 0;
}

/// Replaces the imports of a loaded object; notes what it found by index of the replacements.
static int replace(const struct link_map *object, char *found, struct names *unknown) {
  ElfW(Rela) *tables[2] = { NULL };
  size_t sizes[2] = { 0 };
  const ElfW(Sym) *symbols = NULL;
  const char *strings = NULL;
  ElfW(Addr) base = object->l_addr;
  for (const ElfW(Dyn) *entry = object->l_ld; entry->d_tag; entry++) {
    // The C library has added the base to these addresses; musl has not.
    void *address = (void *)(entry->d_un.d_ptr < base ? entry->d_un.d_ptr + base : entry->d_un.d_ptr);
    switch (entry->d_tag) {
      case DT_JMPREL: tables[0] = address; break;
      case DT_PLTRELSZ: sizes[0] = entry->d_un.d_val; break;
      case DT_RELA: tables[1] = address; break;
      case DT_RELASZ: sizes[1] = entry->d_un.d_val; break;
      case DT_SYMTAB: symbols = address; break;
      case DT_STRTAB: strings = address; break;
    }
  }
  if (!symbols || !strings) return -1;
  for (int table = 0; table < 2; table++) {
    for (size_t i = 0; tables[table] && i < sizes[table] / sizeof **tables; i++) {
      const ElfW(Rela) *entry = &tables[table][i];
      const ElfW(Sym) *symbol = &symbols[ELF64_R_SYM(entry->r_info)];
      if (!is_import(ELF64_R_TYPE(entry->r_info)) || symbol == symbols || symbol->st_shndx) continue;
      const char *name = strings + symbol->st_name;
      int index = 0;
      while (offline_replacements[index].name && strcmp(offline_replacements[index].name, name)) index++;
      if (!offline_replacements[index].name) {
        if (is_unknown(name)) add(unknown, name);
        continue;
      }
      if (overwrite((void **)(base + entry->r_offset), offline_replacements[index].function)) return -1;
      found[index] = 1;
    }
  }
  return 0;
}

static int is_found(const char *found, const char *name) {
  for (int i = 0; offline_replacements[i].name; i++)
    if (found[i] && !strncmp(offline_replacements[i].name, name, strlen(name))) return 1;
  return 0;
}

int offline_load(const char *path, char *message, unsigned size) {
  library = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND);
  if (!library) return snprintf(message, size, "%s", dlerror()), -1;
  struct link_map *object;
  if (dlinfo(library, RTLD_DI_LINKMAP, &object)) return snprintf(message, size, "no link map"), -1;
  snprintf(library_path, sizeof library_path, "%s", object->l_name);

  struct names missing = { "" }, unknown = { "" }, ignored = { "" };
  char found[64] = { 0 };
  int failed = replace(object, found, &unknown);
  struct link_map *other = object;
  while (other->l_prev) other = other->l_prev;
  for (; other; other = other->l_next)
    if (strstr(other->l_name, "/libevdev.so") || strstr(other->l_name, "/libmtdev.so"))
      failed |= replace(other, found, &ignored);
  // The prefix of a name stands for its variants of other C libraries.
  static const char *const needed[] = {
    "clock_gettime", "timerfd_create", "timerfd_settime", "ioctl", "stat", "fstat", "fopen", "udev_new",
    "udev_device_new_from_devnum", "udev_device_get_property_value", "udev_device_get_syspath",
  };
  for (size_t i = 0; i < sizeof needed / sizeof *needed; i++)
    if (!is_found(found, needed[i])) add(&missing, needed[i]);
  if (!failed && !missing.text[0] && !unknown.text[0]) return 0;
  const char *comma = missing.text[0] && unknown.text[0] ? "; " : "";
  snprintf(message, size, "%s%s%s%s%s%s", failed ? "its import slots cannot be replaced; " : "",
           missing.text[0] ? "it does not import " : "", missing.text, comma,
           unknown.text[0] ? "it imports " : "", unknown.text);
  return -1;
}

void *offline_symbol(const char *name) { return library ? dlsym(library, name) : NULL; }

const char *offline_library_path(void) { return library_path; }
