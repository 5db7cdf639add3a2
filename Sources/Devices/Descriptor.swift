#if Live
  import Glibc
  import SystemPackage

  /// A file descriptor that is closed with its owner.
  final class Descriptor {
    let number: Int32

    /// Takes a descriptor over.
    init(owning number: Int32) {
      self.number = number
    }

    /// Opens a device node; it is not inherited, and neither opening nor reading blocks.
    init(opening path: String, _ access: Int32) throws(Errno) {
      number = open(path, access | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
      if number < 0 { throw Errno(rawValue: errno) }
    }

    deinit {
      close(number)
    }
  }

  /// What a node tells of who may open it.
  enum NodeAccess {
    /// Who owns a node and how to get at it, as in `it belongs to root:input (mode 660); ...`.
    static func advice(_ path: String, rule: String = "70-touchstone.rules") -> String {
      var status = stat()
      guard stat(path, &status) == 0 else { return "" }
      let group = name(ofGroup: status.st_gid)
      let mode = String(status.st_mode & 0o777, radix: 8)
      let isForGroup = status.st_mode & 0o040 != 0 && group != "root"
      let owner = "it belongs to \(name(ofUser: status.st_uid)):\(group) (mode \(mode))"
      if isForGroup {
        return "\(owner): join the group with `sudo usermod -aG \(group) $USER` and log in again, "
          + "or install \(rule) (docs/Devices.md)"
      }
      return "\(owner): install \(rule) (docs/Devices.md), which gives it to the group input"
    }

    private static func name(ofGroup id: gid_t) -> String {
      getgrgid(id).flatMap { $0.pointee.gr_name }.map { String(cString: $0) } ?? String(id)
    }

    private static func name(ofUser id: uid_t) -> String {
      getpwuid(id).flatMap { $0.pointee.pw_name }.map { String(cString: $0) } ?? String(id)
    }
  }
#endif
