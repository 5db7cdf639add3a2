/// How often this process has allocated memory.
///
/// The library replaces malloc and related functions, and forwards to those of glibc.
unsigned long allocation_count(void);
