/// How often this process has allocated memory.
///
/// The library takes the place of malloc and its kin, and hands on to glibc's own.
unsigned long allocation_count(void);
