import SystemPackage

/// The permissions of a file that derives from others: access for users who can read all of them.
///
/// Recordings show typing and drawing, and so do the files that derive from them.
public struct DerivedPermissions: Sendable {
  private var othersMayRead = true
  private var groupMayRead = true
  /// The only group with access; nil for any.
  private var group: gid_t?

  /// Limits the permissions by those of an input; `-` is standard input.
  ///
  /// Input from a pipe or a socket is for the owner only, as its origin is unknown. A file that
  /// does not exist has no effect.
  public mutating func restrict(toReadersOf input: String) {
    var status = stat()
    guard (input == "-" ? fstat(STDIN_FILENO, &status) : stat(input, &status)) == 0 else { return }
    let type = status.st_mode & S_IFMT
    let mode = type == S_IFIFO || type == S_IFSOCK ? 0o600 : status.st_mode
    restrict(mode: mode, group: status.st_gid)
  }

  /// Limits the permissions by those of a file of the given group.
  public mutating func restrict(mode: mode_t, group owner: gid_t) {
    if mode & 0o004 == 0 { othersMayRead = false }
    if mode & 0o040 == 0 { groupMayRead = false }
    if mode & 0o044 == 0o040 {
      if group ?? owner != owner { groupMayRead = false }
      group = owner
    }
  }

  /// The part of some permissions that a file of the given group may have.
  public func limiting(_ mode: mode_t, group owner: gid_t) -> mode_t {
    var limit: mode_t = 0o700
    if groupMayRead, group ?? owner == owner { limit |= 0o070 }
    if othersMayRead { limit |= 0o007 }
    return mode & limit
  }
}
