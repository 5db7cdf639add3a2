// ICU's data: 34 MB of names, calendars and collations of all languages, which Foundation links into a program with
// static libraries. `replay` formats nothing for a language; what it takes from Foundation beside FoundationEssentials
// (canonical composition of characters, regular expressions without names of properties, in Yams and GRDB) needs none
// of it. So a program with a static Foundation has this empty table of contents instead, in the form of ICU's own
// stubdata (icu4c/source/stubdata/stubdata.cpp); a lookup in it fails with U_FILE_ACCESS_ERROR.
//
// The name has ICU's version, which is that of the toolchain. With another one the program has the data again and
// runs as well; Tools/check-dist notices by its size.
#include <stdint.h>

// Not for shared libraries, which have the data of their own Foundation.
__attribute__((visibility("hidden"))) const struct {
  uint16_t header_size;
  uint8_t magic[2];
  uint16_t info_size, reserved_word;
  uint8_t is_big_endian, charset_family, unit_size, reserved_byte;
  uint8_t format[4], format_version[4], data_version[4], padding[8];
  uint32_t entry_count, padding_of_entries;
} icudt76_dat __attribute__((aligned(16))) = {
    .header_size = 32,
    .magic = {0xda, 0x27},
    .info_size = 20,
    .is_big_endian = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__,
    .unit_size = sizeof(uint16_t),
    .format = "ToCP",
    .format_version = {1},
};
