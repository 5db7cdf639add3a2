#if Live
  import Conversion
  import Devices
  import LibinputOffline

  struct LiveCommand: ResultsCommand {
    static let configuration = CommandConfiguration(
      commandName: "live",
      abstract: "Print the gestures on a touchpad or touchscreen as they happen.",
      discussion: """
        DEVICE is a node (/dev/input/event5 or event5), or a name or part of one; by default, the \
        only touch device. Ctrl-C stops. When the device is unplugged, the command ends with exit \
        code 69, unless --wait waits for its return.

        The device is only read, and other programs get its events, too, unless --grab is given. A \
        replay of what --record writes gives the same gestures, byte for byte.

        EXAMPLES
          replay live event5
          replay live --json | jq .gesture
          replay live --view
          replay live --record session.evemu --wait
          replay live --libinput
          replay live touchscreen --rotate 90
        """)

    @Argument(help: "The device.")
    var device: String?

    @OptionGroup var report: ReportOptions

    @Option(file: "Record at the same time, in the format of the file's name, or else evemu.")
    var record: String?

    @Flag(
      help: """
        Show fingers, recognizers and the last gestures on the whole terminal, as 'replay view' does \
        for recordings; q ends it.
        """)
    var view = false

    @Flag(help: "Print libinput's own gesture events, too.")
    var libinput = false

    @Flag(help: "Print at the end the delays of frames from the kernel to their processing.")
    var latency = false

    @Flag(help: "Wait for the device, at the start and when it is unplugged.")
    var wait = false

    @OptionGroup var capture: CaptureOptions
    @OptionGroup var results: ResultOptions
    @OptionGroup var profile: ProfileOption
    @Option(
      touchArea: "The size of the touchpad or touchscreen, as in 100x60mm; overrides the device's.")
    var size: Size?
    @OptionGroup var orientation: OrientationOptions
    @OptionGroup var verbosity: VerbosityOptions

    func validate() throws {
      try results.check(inputs: [])
      try Files.refuseStandardOutput(record, for: "--record")
      try reject(if: capture.showKeycodes && record == nil, "--show-keycodes is for --record")
      let isPrinting =
        results.json || results.output != nil || report.detail != .outcomes || libinput
      try reject(
        if: view && isPrinting,
        "--view shows what --json, --output, --events, --touches, --trace-states and --libinput "
          + "print, and excludes them")
      try reject(if: capture.grab && libinput, "--grab keeps events away from libinput, too")
    }

    var flushesLines: Bool { true }

    func run(_ console: Console) throws {
      let screen =
        try view
        ? TerminalScreen(
          command: "replay live --view",
          alternative: "without --view gestures are printed as they happen") : nil
      let options = try options()
      let session = try LiveSession(device: device, options: options)
      try console.end(with: session.loop)
      defer { console.noteLostFrames(session.unrecordedFrames, of: record ?? "") }
      let ending: LiveSession.Ending
      if let screen {
        ending = try show(session, LiveView(session, on: screen, options: options), console)
      } else {
        observe(session, console)
        ending = try session.run()
        console.endInterruptedLine(session.loop.signal)
      }
      summarize(session, console)
      if ending == .unplugged { console.fail(ExitStatus.deviceGone) }
    }

    private func options() throws -> LiveSession.Options {
      var options = LiveSession.Options()
      options.replay.profile = try ProfileFile.find(profile.profile)
      options.replay.shapes = try profile.recognizedShapes()
      options.replay.size = size
      options.replay.transform = orientation.transform
      options.replay.detail = view ? .everything : report.detail
      options.grabs = capture.grab
      options.duration = capture.duration
      options.waits = wait
      options.asksLibinput = libinput
      options.measuresLatency = latency
      options.recordingPath = record
      options.showsKeyCodes = capture.showKeycodes
      options.recordingFormat = record.flatMap(RecordingConversion.target(forName:)) ?? .evemu
      return options
    }

    /// Runs a session on the whole terminal. The device's notices are printed after it.
    private func show(
      _ session: LiveSession, _ view: LiveView, _ console: Console
    ) throws -> LiveSession.Ending {
      var notes: [(subject: String, text: String)] = []
      var failure: (any Error)?
      session.notices = { notice in
        do {
          switch notice {
          case .opened(let info):
            console.restrictOutput(toReadersOf: [info.node])
            try view.open(info)
          case .unplugged(let node):
            notes.append((node, "the device was unplugged"))
            try view.show("unplugged")
          case .revoked(let node):
            notes.append((node, "access to the device was revoked"))
            try view.show("access revoked")
          case .failed(let error):
            notes.append((error.device, error.message))
            try view.show(error.message)
          case .waiting: try view.show("waiting for the device")
          }
        } catch {
          failure = error
          session.loop.stop()
        }
      }
      defer {
        view.end()
        for note in notes { console.note(note.subject, note.text) }
      }
      let ending = try session.run()
      if let failure { throw failure }
      return ending
    }

    private func observe(_ session: LiveSession, _ console: Console) {
      let printer = ReportPrinter(console, report, results, showsFiles: false)
      session.observer = printer.print
      let table = Table(
        ReportPrinter.gestureColumns(showsStates: report.events), on: console.output)
      session.secondOpinion = { [results, report] event in
        let record = LibinputRecord(
          file: nil, device: nil, origin: session.origin ?? .zero, .event(event))
        if results.isJSON { return console.print(record.json) }
        guard case .gesture(let gesture) = event.content else { return }
        let time = event.time.seconds(since: record.origin)
        console.print(table.row(gesture.cells(at: time, showsStates: report.events)))
      }
      session.notices = { notice in
        switch notice {
        case .opened(let info):
          console.restrictOutput(toReadersOf: [info.node])
          console.summarize("\(info.node.printable): \(info.name.printable) (Ctrl-C ends)")
          noteCalibration(of: info, console)
        case .unplugged(let node): console.note(node, "the device was unplugged")
        case .revoked(let node): console.note(node, "access to the device was revoked")
        case .failed(let error): console.note(error.device, error.message)
        case .waiting: console.summarize("waiting for the device")
        }
      }
    }

    private func noteCalibration(of info: DeviceInfo, _ console: Console) {
      guard orientation.transform == nil, let calibration = info.calibration else { return }
      console.note(info.node, "calibrated by udev's matrix \(calibration.text)")
      if let record, let format = RecordingConversion.target(forName: record),
        !format.holdsCalibration
      {
        console.note(
          record,
          "\(format.rawValue) does not hold the calibration: replay it with "
            + "--matrix \"\(calibration.text)\"")
      }
    }

    /// Prints a summary, as in `3 gestures, 240 frames, 1204 events in 12.3 s`, with the recording.
    private func summarize(_ session: LiveSession, _ console: Console) {
      console.flush()
      let summary = session.summary
      for (anomaly, count) in summary.anomalies.occurred {
        console.note("live", RecordingNote.anomaly(anomaly, count: count))
      }
      if let latency = session.latency { console.note("latency", latency.text) }
      var counts = report.countsGestures ? [summary.gestures.counted("gesture")] : []
      counts += [summary.frames.counted("frame"), summary.events.counted("event")]
      let text = "\(counts.joined(separator: ", ")) in \(session.duration.text(decimals: 1)) s"
      console.summarize(record.map { "\(text), recorded to \($0.printable)" } ?? text)
    }
  }

  extension LibinputEvent.Gesture {
    fileprivate func cells(at time: Double, showsStates: Bool) -> [String] {
      var details = ["libinput"]
      if !showsStates { details.append(state.rawValue) }
      if state == .changed { details.append("\(dx.text(decimals: 1)), \(dy.text(decimals: 1))") }
      if let scale { details.append("×\(scale.text(decimals: 2))") }
      if let rotation { details.append("\(rotation.text(decimals: 1))°") }
      return [Cell.seconds(time), "", kind.rawValue]
        + (showsStates ? [state.rawValue] : [])
        + [String(fingers), "", details.joined(separator: ", ")]
    }
  }
#endif
