import SystemPackage

/// Who may have access to a file that is made of others: those who may read all of these.
///
/// Recordings show what was typed and drawn, and so does what derives from them.
public struct DerivedPermissions: Sendable {
  private var othersMayRead = true
  private var groupMayRead = true
  /// The only group that may have access; nil for any.
  private var group: gid_t?

  /// Takes the permissions of an input into account; `-` is standard input.
  ///
  /// What comes through a pipe or a socket is for the owner only, as its origin is unknown. A file
  /// that does not exist does not count.
  public mutating func restrict(toReadersOf input: String) {
    var status = stat()
    guard (input == "-" ? fstat(STDIN_FILENO, &status) : stat(input, &status)) == 0 else { return }
    let type = status.st_mode & S_IFMT
    let mode = type == S_IFIFO || type == S_IFSOCK ? 0o600 : status.st_mode
    restrict(mode: mode, group: status.st_gid)
  }

  /// Takes the permissions of a file of the given group into account.
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
