#if Live
  import Glibc
  import SystemPackage

  /// An error of a live device that cannot be found, opened or used.
  public struct DeviceError: Error, Hashable, Sendable {
    /// The kind of the problem.
    public enum Problem: Hashable, Sendable {
      /// No device matches.
      case notFound
      /// Several devices match.
      case ambiguous
      /// The user has no permission to open the device.
      case noPermission
      /// The device was unplugged or revoked.
      case gone
      /// The device is no input device.
      case unsuitable
      /// The request would do harm.
      case refused
      /// Any other system error.
      case failed
    }

    public var problem: Problem
    /// The device as the caller named it: a node or part of a name. Untrusted text.
    public var device: String
    /// The problem in words, with the remedy if there is one.
    public var message: String

    public init(_ problem: Problem, device: String, message: String) {
      self.problem = problem
      self.device = device
      self.message = message
    }

    init(opening node: String, _ error: Errno) {
      if error == .inappropriateIOCTLForDevice {
        self.init(.unsuitable, device: node, message: "not an input device")
      } else {
        self.init(
          error, device: node, advice: error == .permissionDenied ? NodeAccess.advice(node) : "")
      }
    }

    init(grabbing node: String, _ error: Errno) {
      self.init(
        DeviceError.Problem(error), device: node,
        message: error == .resourceBusy
          ? "another program has grabbed the device" : "cannot grab the device: \(error)")
    }

    /// Reports a system error from opening or using a device.
    init(_ error: Errno, device: String, advice: String = "") {
      self.init(
        Problem(error), device: device,
        message: advice.isEmpty ? error.description : "\(error.description); \(advice)")
    }
  }

  extension DeviceError.Problem {
    init(_ error: Errno) {
      switch error {
      case .permissionDenied, .notPermitted: self = .noPermission
      case .noSuchFileOrDirectory: self = .notFound
      case .operationNotSupportedByDevice, .noSuchAddressOrDevice: self = .gone
      default: self = .failed
      }
    }

    /// The exit code of a program that ends with this error, from `sysexits.h`.
    public var exitCode: Int32 {
      switch self {
      case .notFound: 66  // EX_NOINPUT
      case .ambiguous, .refused: 64  // EX_USAGE
      case .noPermission: 77  // EX_NOPERM
      case .gone: 69  // EX_UNAVAILABLE
      case .unsuitable: 65  // EX_DATAERR
      case .failed: 69
      }
    }
  }

  extension DeviceError: CustomStringConvertible {
    /// The error as a line, such as `/dev/input/event5: Permission denied; ...`.
    public var description: String { "\(device): \(message)" }
  }

  enum NodeAccess {
    /// The owner of a node and the way to gain access, as in `owned by root:input (mode 660): ...`.
    static func advice(_ path: String) -> String {
      var status = stat()
      guard stat(path, &status) == 0 else { return "" }
      let group = name(ofGroup: status.st_gid)
      let mode = String(status.st_mode & 0o777, radix: 8)
      let isForGroup = status.st_mode & 0o040 != 0 && group != "root"
      let owner = "owned by \(name(ofUser: status.st_uid)):\(group) (mode \(mode))"
      if isForGroup {
        return "\(owner): join the group with `sudo usermod -aG \(group) $USER` and log in again, "
          + "or install 70-touchstone.rules (docs/Devices.md)"
      }
      return "\(owner): install 70-touchstone.rules (docs/Devices.md), which grants access to the "
        + "group input"
    }

    private static func name(ofGroup id: gid_t) -> String {
      getgrgid(id).flatMap { $0.pointee.gr_name }.map { String(cString: $0) } ?? String(id)
    }

    private static func name(ofUser id: uid_t) -> String {
      getpwuid(id).flatMap { $0.pointee.pw_name }.map { String(cString: $0) } ?? String(id)
    }
  }
#endif
