#if !Live
  import ArgumentParser
  import Foundation

  /// A command that this build does not have, and that says what it needs.
  protocol UnavailableCommand: ParsableCommand {
    var arguments: [String] { get }
  }

  extension UnavailableCommand {
    func run() throws {
      let message = """
        error: this replay was built without live devices; they need libevdev, libinput and libudev \
        (Debian: libevdev-dev libinput-dev libudev-dev), and swift build --traits Live

        """
      FileHandle.standardError.write(Data(message.utf8))
      throw ExitCode(69)
    }
  }

  struct DevicesCommand: UnavailableCommand {
    static let configuration = CommandConfiguration(
      commandName: "devices", abstract: "Not in this build: lists the touch devices.")
    @Argument(parsing: .allUnrecognized, help: .hidden) var arguments: [String] = []
  }

  struct LiveCommand: UnavailableCommand {
    static let configuration = CommandConfiguration(
      commandName: "live", abstract: "Not in this build: gestures as they happen.")
    @Argument(parsing: .allUnrecognized, help: .hidden) var arguments: [String] = []
  }

  struct RecordCommand: UnavailableCommand {
    static let configuration = CommandConfiguration(
      commandName: "record", abstract: "Not in this build: records devices.")
    @Argument(parsing: .allUnrecognized, help: .hidden) var arguments: [String] = []
  }

  struct PlayCommand: UnavailableCommand {
    static let configuration = CommandConfiguration(
      commandName: "play", abstract: "Not in this build: plays a recording as a device.")
    @Argument(parsing: .allUnrecognized, help: .hidden) var arguments: [String] = []
  }
#endif
