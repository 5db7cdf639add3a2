#if Live
  import ArgumentParser
  import Devices
  import Evdev
  import Foundation
  import Playback
  import Recordings
  import Timeline

  /// `replay live`
  struct LiveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "live",
      abstract: "Prints gestures as they happen.",
      discussion: """
        DEVICE is a node (/dev/input/event5 or event5), or a name or part of one; without it the only \
        touch device is taken. Ctrl-C ends. A device that is unplugged ends with 69, unless --wait \
        waits for it.

        The device is only read, and others get its events, too, unless --grab keeps them away. \
        What --record writes gives the same gestures again, byte for byte.

        EXAMPLES
          replay live event5
          replay live --json | jq .gesture
          replay live --record session.evemu --wait
          replay live --libinput
          replay live touchscreen --rotate 90
        """)

    @Argument(help: ArgumentHelp("The device.", valueName: "device"))
    var device: String?

    @OptionGroup var report: ReportOptions

    @Option(
      help: ArgumentHelp(
        "Records at the same time: evemu or, where the name tells it, another format.",
        valueName: "file"), completion: .file())
    var record: String?

    @Flag(help: "Prints libinput's own gesture events beside ours.")
    var libinput = false

    @Flag(help: "Tells at the end how long after the kernel's time frames were dealt with.")
    var latency = false

    @Flag(help: "Takes the device for itself: nobody else gets its events.")
    var grab = false

    @Flag(help: "Waits for the device, at the start and when it is unplugged.")
    var wait = false

    @OptionGroup var profile: ProfileOption
    @OptionGroup var size: SizeOption
    @OptionGroup var turn: TurnOption
    @OptionGroup var verbosity: VerbosityOptions

    func validate() throws {
      if grab, libinput {
        throw ValidationError("--grab keeps events away from libinput, too")
      }
    }

    func run() throws {
      let console = Console(verbosity, flushesLines: true)
      do {
        let session = try LiveSession(device: device, options: options())
        session.loop.stop(on: Signals.ending)
        listen(to: session, console)
        let ending = try session.run()
        summarize(session, console)
        if ending == .unplugged { console.fail(DeviceError.Problem.gone.exitCode) }
      } catch {
        try console.report(live: error)
      }
      try end(console)
    }

    private func options() throws -> LiveSession.Options {
      var options = LiveSession.Options()
      options.replay.profile = try ProfileFile.find(profile.profile)
      options.replay.size = size.size
      options.replay.transform = turn.transform
      options.replay.detail = report.detail
      options.grabs = grab
      options.waits = wait
      options.asksLibinput = libinput
      options.measuresLatency = latency
      options.recordingPath = record
      options.recordingFormat = RecordingTarget.format(forName: record ?? "")
      return options
    }

    private func listen(to session: LiveSession, _ console: Console) {
      let printer = report.printer(console, files: [])
      session.observer = printer.print
      session.secondOpinion = { [report] gesture in
        let origin = session.origin ?? .zero
        if report.json { return console.print(gesture.json(since: origin)) }
        console.print(LibinputTable.row(gesture, since: origin))
      }
      session.notices = { notice in
        switch notice {
        case .opened(let info):
          console.summarize("\(info.node.printable): \(info.name.printable) (Ctrl-C ends)")
        case .unplugged(let node): console.note(node, "the device was unplugged")
        case .waiting: console.summarize("waiting for the device")
        }
      }
    }

    private func summarize(_ session: LiveSession, _ console: Console) {
      console.flush()
      let summary = session.summary
      for (anomaly, count) in summary.anomalies.occurred {
        console.note("live", TraceNote.anomaly(anomaly, count: count).description)
      }
      if let latency = session.latency { console.note("latency", latency.text) }
      console.summarize(
        summary.liveText(
          duration: session.duration, countsGestures: report.countsGestures,
          recording: record))
    }
  }

  extension ReplaySummary {
    /// As in `3 gestures, 240 frames, 1204 events in 12.3 s, recorded to a.evemu`.
    func liveText(duration: Double, countsGestures: Bool, recording: String?) -> String {
      var counts = countsGestures ? [gestures.counted("gesture")] : []
      counts += [frames.counted("frame"), events.counted("event")]
      let text =
        counts.joined(separator: ", ") + " in \(duration.text(decimals: 1)) s"
      return recording.map { "\(text), recorded to \($0.printable)" } ?? text
    }
  }

  /// libinput's gesture events as lines beside the table of ours.
  enum LibinputTable {
    static func row(_ gesture: LibinputGesture, since origin: Timestamp) -> String {
      let time = GestureTable.seconds(gesture.time.seconds(since: origin))
      var details = ["libinput", gesture.state.rawValue]
      if gesture.state == .changed {
        details.append(
          "\(gesture.dx.text(decimals: 1)), \(gesture.dy.text(decimals: 1))")
      }
      if let scale = gesture.scale { details.append("×\(scale.text(decimals: 2))") }
      if let rotation = gesture.rotation { details.append("\(rotation.text(decimals: 1))°") }
      return time.rightAligned(toColumns: 9) + "  " + gesture.kind.rawValue.padded(toColumns: 9)
        + "  " + String(gesture.fingers).rightAligned(toColumns: 7) + "  "
        + "".padded(toColumns: 8) + "  " + details.joined(separator: ", ")
    }
  }
#endif
