#if Live
  import SystemPackage

  /// What is wrong with a live device, in words for people.
  public struct DeviceError: Error, Hashable, Sendable {
    public enum Problem: Hashable, Sendable {
      /// There is no such device.
      case notFound
      /// There are several, and nobody said which.
      case ambiguous
      /// The system does not let this user open it.
      case noPermission
      /// It was unplugged, or taken away.
      case gone
      /// It is no input device.
      case unsuitable
      /// Something else that the system said.
      case failed
    }

    public var problem: Problem
    /// The device as it was named: a node, or part of a name. Untrusted text.
    public var device: String
    /// What happened, and what helps against it.
    public var message: String

    public init(_ problem: Problem, device: String, message: String) {
      self.problem = problem
      self.device = device
      self.message = message
    }

    /// Says what the system said to an attempt to open or use a device.
    init(_ error: Errno, device: String, advice: @autoclosure () -> String = "") {
      let advice = advice()
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

    /// The exit code of a program that ends for it, of `sysexits.h`.
    public var exitCode: Int32 {
      switch self {
      case .notFound: 66  // EX_NOINPUT
      case .ambiguous: 64  // EX_USAGE
      case .noPermission: 77  // EX_NOPERM
      case .gone: 69  // EX_UNAVAILABLE
      case .unsuitable: 65  // EX_DATAERR
      case .failed: 69
      }
    }
  }

  extension DeviceError: CustomStringConvertible {
    /// `/dev/input/event5: Permission denied; ...`
    public var description: String { "\(device): \(message)" }
  }
#endif
