#ifdef __cplusplus
extern "C"
#endif
/// The first ten digits of the commit that was checked out when this was built, or NULL if git's log of
/// checkouts was not beside the sources, as in an archive of them.
const char *touchstone_commit(void);
