#if Live
  import ArgumentParser
  import Devices
  import Foundation
  import Playback
  import Recordings
  import SystemPackage
  import Timeline

  /// `replay record`
  struct RecordCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "record",
      abstract: "Records devices until Ctrl-C.",
      discussion: """
        Each frame is in the file when the next one comes, so that nothing is lost but the last one, \
        whatever ends the recording. Files are for their owner only: a recording can hold what \
        somebody typed. Keyboards are recorded only if they are named exactly.

        Of several devices each gets a file of its own, in a folder, on a common clock.

        EXAMPLES
          replay record -o swipe.evemu
          replay record event5 -o touchpad.yml
          replay record event5 event6 -o session --format libinput
          replay record -o - | replay run -
        """)

    @Argument(
      help: ArgumentHelp(
        "Devices as in live; without any the only touch device is taken.", valueName: "device"))
    var devices: [String] = []

    @Option(
      name: .shortAndLong,
      help: ArgumentHelp(
        "The file, or the folder for several devices; - is standard output.", valueName: "file"),
      completion: .file())
    var output: String

    @Option(
      help: ArgumentHelp(
        "The format: evemu, libinput, evtest, getevent or raw; without it that of the file's name, or "
          + "evemu.",
        valueName: "name"))
    var format: RecordingFormat?

    @Flag(help: "Takes the devices for itself: nobody else gets their events.")
    var grab = false

    @OptionGroup var verbosity: VerbosityOptions

    func validate() throws {
      if let format, !RecordingFormat.writable.contains(format) {
        throw ValidationError("\(format.rawValue) is only read")
      }
      if devices.count > 1, output == "-" {
        throw ValidationError("several devices need a folder")
      }
    }

    func run() throws {
      let console = Console(verbosity)
      do {
        let tracks = try tracks()
        let session = try RecordingSession(tracks, format: target, grabs: grab)
        session.loop.stop(on: Signals.ending)
        session.unplugged = { console.note($0, "the device was unplugged") }
        for track in tracks {
          console.summarize(
            "recording \(track.device.node.printable) (\(track.device.name.printable)) "
              + "to \(track.path.printable), Ctrl-C ends")
        }
        let isStopped = try session.run()
        if session.drops > 0 { console.note(output, "events were lost \(session.drops) times") }
        console.summarize(
          "\(session.frames) frames, \(session.events) events "
            + "in \(session.duration.text(decimals: 1)) s")
        if !isStopped { console.fail(DeviceError.Problem.gone.exitCode) }
      } catch {
        try console.report(live: error)
      }
      try end(console)
    }

    private var target: RecordingFormat { format ?? RecordingTarget.format(forName: output) }

    private func tracks() throws -> [RecordingSession.Track] {
      guard devices.count > 1 else {
        return [.init(device: try DeviceList.find(devices.first), path: output)]
      }
      let found = try devices.map { name throws in try DeviceList.find(name) }
      var seen: Set<String> = []
      let unique = found.filter { seen.insert($0.node).inserted }
      if mkdir(output, 0o700) != 0, errno != EEXIST {
        throw RecordingError.cannotWrite(output, Errno(rawValue: errno))
      }
      return unique.map { device in
        let name = device.node.split(separator: "/").last.map(String.init) ?? "device"
        return .init(device: device, path: "\(output)/\(name).\(target.nameEnding)")
      }
    }
  }

  extension RecordingFormat {
    /// How the names of such files end.
    fileprivate var nameEnding: String {
      switch self {
      case .libinput: "yml"
      default: rawValue
      }
    }
  }
#endif
