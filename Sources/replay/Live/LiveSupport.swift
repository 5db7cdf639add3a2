#if Live
  import ArgumentParser
  import Devices
  import Foundation
  import Playback
  import Recordings

  /// The signals that end a command in an orderly way.
  enum Signals {
    static let ending = [SIGINT, SIGTERM, SIGHUP]
  }

  extension Console {
    /// Reports an error of a device, which decides the exit code if it is the first.
    func report(_ error: DeviceError) {
      let lines = error.message.split(separator: "\n", omittingEmptySubsequences: false)
      complain(
        "\(error.device.printable): \(lines.map { String($0).printable }.joined(separator: "\n"))")
      fail(error.problem.exitCode)
    }

    /// Reports whatever a live command can throw.
    func report(live error: any Error) throws {
      switch error {
      case let error as DeviceError: report(error)
      case let error as RecordingError: report(error)
      default: throw error
      }
    }
  }

  /// How recordings are to be written.
  struct RecordingTarget {
    /// The format that a name tells, evemu where it tells none; nil for formats that can't be recorded.
    static func format(forName name: String) -> RecordingFormat {
      TraceConversion.target(forName: name) ?? .evemu
    }
  }
#endif
