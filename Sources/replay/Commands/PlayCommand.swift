#if Live
  import Devices

  struct PlayCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
      commandName: "play", abstract: "Play a recording into the system as an input device.",
      discussion: """
        Creates a device as the recording describes it, prints its node, waits for programs to open \
        it, and plays the recording. At the end, on Ctrl-C and on error everything is released and \
        the device is removed.

        This needs /dev/uinput: the kernel's module uinput, and permission to write to it, which \
        the udev rule in udev/ grants to the group input.

        EXAMPLES
          replay play Traces/swipes.evemu
          replay play --loop --speed 0.5 Traces/swipes.evemu
          replay play --device-name "Test pad" Traces/swipes.evemu
          replay play --onto event5 Traces/swipes.evemu
        """)

    @Argument(file: "The recording; - is standard input.")
    var trace: String

    @Option(
      help: .value(
        "factor",
        "The speed as a multiple of the recorded one (1, the default, 0.25, ...), or max."),
      transform: parsed(ReplaySpeed.expected) { ReplaySpeed(parsing: $0) })
    var speed = ReplaySpeed.factor(1)

    @Flag(help: "Repeat until Ctrl-C.")
    var loop = false

    @Option(help: .value("name", "The name of the created device."))
    var deviceName: String?

    @Option(help: .value("device", "Play onto an existing device instead of creating one."))
    var onto: String?

    @Option(
      help: .value("seconds", "The time before the first frame (default: 1)."),
      transform: PlayCommand.seconds)
    var delay = 1.0

    @Option(
      help: .value(
        "seconds", "The time before the device is removed, after the last frame (default: 1)."),
      transform: PlayCommand.seconds)
    var linger = 1.0

    @OptionGroup(title: "Reading options") var reading: ReadingOptions
    @OptionGroup var verbosity: VerbosityOptions

    private static let seconds = number("seconds from 0 to 86400", where: (0...86400).contains)

    func validate() throws {
      try Files.checkStandardInput([trace, reading.device])
      try reject(
        if: onto != nil && deviceName != nil,
        "--device-name is for a new device, --onto for an existing one")
    }

    var flushesLines: Bool { true }

    func run(_ console: Console) throws {
      let played = try PlayedTrace(path: trace, options: reading.replayOptions())
      guard !played.frames.isEmpty else {
        throw FileError(file: trace, expected: "events", found: "none")
      }
      let devices = try self.devices(for: played)
      let player = try RecordingPlayer(played, into: devices)
      try console.end(with: player.loop)
      if case .factor(let factor) = speed { player.speed = factor } else { player.speed = nil }
      player.repeats = loop
      for device in devices { console.print(device.node) }
      try player.run(after: delay)
      console.endInterruptedLine(player.loop.signal)
      console.summarize(
        "\(player.events.counted("event")) played, at most "
          + "\((player.worstDelay * 1000).text(decimals: 3)) ms late")
      // The readers of the device receive the release before it is removed.
      player.linger(player.loop.signal == nil ? linger : 0.1)
    }

    private func devices(for played: PlayedTrace) throws -> [VirtualDevice] {
      if let onto {
        guard played.devices.count == 1 else {
          throw FileError(
            file: trace, expected: "one device to play onto another",
            found: "\(played.devices.count)")
        }
        return [try VirtualDevice(existing: try DeviceList.find(onto).node)]
      }
      return try played.devices.enumerated().map { index, description throws in
        var description = description
        if let deviceName {
          description.name = index == 0 ? deviceName : "\(deviceName) \(index + 1)"
        }
        return try VirtualDevice(description)
      }
    }
  }
#endif
