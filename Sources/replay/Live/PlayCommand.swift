#if Live
  import ArgumentParser
  import Devices
  import Evdev
  import Foundation
  import Playback
  import Recordings
  import Timeline

  /// `replay play`
  struct PlayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "play",
      abstract: "Plays a recording into the system as a device.",
      discussion: """
        A device is created as the recording describes it, its node is printed, and after a delay in \
        which programs can open it the recording is played. When it is over, on Ctrl-C and on error \
        everything is released and the device is removed.

        This needs /dev/uinput: the kernel's module uinput, and the right to write to it, which the \
        shipped udev rule gives to the group input.

        EXAMPLES
          replay play swipe.evemu
          replay play --loop --speed 0.5 swipe.evemu
          replay play --device-name "Test pad" swipe.evemu
          replay play --to event5 swipe.evemu
        """)

    @Argument(help: "The recording; - is standard input.", completion: .file())
    var trace: String

    @Option(
      help: ArgumentHelp(
        "So many times as fast as recorded (1, the default), or as fast as possible (max).",
        valueName: "factor"), transform: ReplaySpeed.init(parsing:))
    var speed = ReplaySpeed.factor(1)

    @Flag(help: "Plays again and again, until Ctrl-C.")
    var loop = false

    @Option(help: ArgumentHelp("The name of the created device.", valueName: "name"))
    var deviceName: String?

    @Option(
      help: ArgumentHelp(
        "Plays onto a device that is there, instead of creating one.", valueName: "device"))
    var to: String?

    @Option(
      help: ArgumentHelp("Waits before the first frame (default: 1).", valueName: "seconds"),
      transform: PlayCommand.seconds)
    var delay = 1.0

    @Option(
      help: ArgumentHelp(
        "Leaves the device there after the last frame (default: 1).", valueName: "seconds"),
      transform: PlayCommand.seconds)
    var linger = 1.0

    @OptionGroup var reading: ReadingOptions
    @OptionGroup var verbosity: VerbosityOptions

    private static func seconds(_ text: String) throws -> Double {
      guard let seconds = Double(text), (0...86400).contains(seconds) else {
        throw ValidationError("expected seconds from 0 to 86400")
      }
      return seconds
    }

    func validate() throws {
      try StandardInput.check([trace, reading.device])
      if to != nil, deviceName != nil {
        throw ValidationError("--device-name is for a new device, --to for one that is there")
      }
    }

    func run() throws {
      let console = Console(verbosity, flushesLines: true)
      do {
        try play(console)
      } catch {
        try console.report(live: error)
      }
      try end(console)
    }

    private func play(_ console: Console) throws {
      let played = try PlayedTrace(path: trace, options: reading.replayOptions())
      guard !played.frames.isEmpty else {
        throw RecordingError(
          file: trace, position: .file, expected: "events", found: "none")
      }
      let devices = try self.devices(for: played)
      let player = try TracePlayer(played, into: devices)
      player.loop.stop(on: Signals.ending)
      if case .factor(let factor) = speed { player.speed = factor } else { player.speed = nil }
      player.repeats = loop
      for device in devices { console.print(device.node) }
      try player.run(after: delay)
      console.summarize(
        "\(player.events) events played, at most "
          + "\((player.worstDelay * 1000).text(decimals: 1...3)) ms late")
      // Those who read the device see the release before it is gone.
      player.linger(player.loop.signal == nil ? linger : 0.1)
    }

    private func devices(for played: PlayedTrace) throws -> [VirtualDevice] {
      if let to {
        guard played.devices.count == 1 else {
          throw RecordingError(
            file: trace, position: .file, expected: "one device to play onto another",
            found: "\(played.devices.count)")
        }
        return [try VirtualDevice(existing: try DeviceList.find(to).node)]
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
