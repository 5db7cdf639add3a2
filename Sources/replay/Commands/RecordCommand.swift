#if Live
  import Conversion
  import Devices
  import SystemPackage

  struct RecordCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
      commandName: "record", abstract: "Record devices until Ctrl-C.",
      discussion: """
        Each frame is in the file when the next one comes: whatever ends the recording, at most the \
        last frame is lost. What the device did not send is inserted so that the recording is \
        complete, and marked `# inserted` in evemu and libinput: the device's state at the start and \
        after lost events, and the end. With --raw nothing is.

        Files are readable by their owner only, since a recording may contain typed text. Keyboards \
        are recorded only if they are named exactly, and the keys that type characters as KEY_A, \
        unless --show-keycodes is given.

        Several devices are recorded on a common clock: to one file if its name ends in .yml \
        (libinput) or .getevent, whose formats hold several devices; otherwise to a folder, each to \
        a file of its own.

        EXAMPLES
          replay record -o swipe.evemu
          replay record event5 -o touchpad.yml
          replay record event5 event6 -o both.yml
          replay record event5 --raw -o kernel.evemu
          replay record event5 event6 -o session --to-format libinput
          replay record event3 --grab --duration 10 -o keys.evemu
          replay record -o - | replay run -
        """)

    @Argument(help: .value("device", "Devices as for live; without any, the only touch device."))
    var devices: [String] = []

    @Option(
      name: .shortAndLong,
      file: "The file, or for several devices the folder; - is standard output.")
    var output: String

    @Option(
      help: .format(RecordingFormat.writable.list, otherwise: ", or else it is evemu"),
      completion: .list(RecordingFormat.writable.map(\.rawValue)),
      transform: RecordingOutputOptions.target)
    var toFormat: RecordingFormat?

    @Flag(help: "Record exactly the kernel's events: nothing is inserted.")
    var raw = false

    @OptionGroup var capture: CaptureOptions
    @OptionGroup var verbosity: VerbosityOptions

    func validate() throws {
      try reject(if: devices.count > 1 && output == "-", "several devices need a file or a folder")
    }

    func run(_ console: Console) throws {
      let tracks = try tracks()
      var options = RecordingSession.Options()
      options.format = target
      options.grabs = capture.grab
      options.isRaw = raw
      options.duration = capture.duration
      options.showsKeyCodes = capture.showKeycodes
      let session = try RecordingSession(tracks, options: options)
      try console.end(with: session.loop)
      defer { console.noteLostFrames(session.lostFrames, of: output) }
      session.notices = { notice in
        switch notice {
        case .unplugged(let node): console.note(node, "the device was unplugged")
        case .revoked(let node): console.note(node, "access to the device was revoked")
        case .failed(let error): console.warn("also", "\(error)".printable)
        }
      }
      for track in tracks {
        console.summarize(
          "recording \(track.device.node.printable) (\(track.device.name.printable)) "
            + "to \(track.path.printable), Ctrl-C ends")
      }
      let isStopped = try session.run()
      console.endInterruptedLine(session.loop.signal)
      if session.drops > 0 {
        console.note(output, "events were lost \(session.drops.counted("time"))")
      }
      console.summarize(
        "\(session.frames.counted("frame")), \(session.events.counted("event")) "
          + "in \(session.duration.text(decimals: 1)) s")
      if !isStopped { console.fail(ExitStatus.deviceGone) }
    }

    private var target: RecordingFormat {
      toFormat ?? RecordingConversion.target(forName: output) ?? .evemu
    }

    /// Whether several devices share one file, if its name and a suitable format specify it.
    private var isOneFile: Bool {
      target.holdsSeveralDevices && RecordingConversion.target(forName: output) != nil
        && !InputFiles.isFolder(output)
    }

    private func tracks() throws -> [RecordingSession.Track] {
      guard devices.count > 1 else {
        return [.init(device: try DeviceList.find(devices.first), path: output)]
      }
      let found = try devices.map { name throws in try DeviceList.find(name) }
      var seen: Set<String> = []
      let unique = found.filter { seen.insert($0.node).inserted }
      if isOneFile { return unique.map { .init(device: $0, path: output) } }
      if mkdir(output, 0o700) != 0, errno != EEXIST {
        throw FileError.cannotWrite(output, Errno(rawValue: errno))
      }
      let ending = target == .libinput ? "yml" : target.rawValue
      return unique.map { device in
        .init(device: device, path: "\(output)/\(Files.name(of: device.node)).\(ending)")
      }
    }
  }
#endif
