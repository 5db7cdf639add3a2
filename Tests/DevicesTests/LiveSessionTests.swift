#if Live
  import Contacts
  import Devices
  import Evdev
  import Foundation
  import Playback
  import Recordings
  import TestSupport
  import Testing
  import Timeline
  import TouchScript

  /// A hand on the mocked touchpad, in real time.
  struct Fingers {
    var frames: [[InputEvent]] = []

    /// - Parameter start: the first touch down, in seconds from now.
    init(_ actions: [any FingerAction], after start: Double = 0) throws {
      let description = try DeviceReader(node: Mock.touchpad).description
      var encoder = SlotEncoder(description: description)
      let beginning = MonotonicClock.now.advanced(bySeconds: start)
      let script = FingerScript(actions)
      for var frame in script.frames(on: Size(width: 100, height: 60), hand: .human.seeded(3)) {
        frame.time = beginning.advanced(byMicroseconds: frame.time.microseconds)
        var events: [InputEvent] = []
        encoder.encode(frame, into: &events)
        frames.append(events)
      }
    }

    static let middle = Point(x: 50, y: 30)

    /// A swipe, a pinch, a double tap and a pan.
    static var usual: [any FingerAction] {
      [
        Swipe(.left, at: middle, fingers: 3), Wait(0.6), Pinch(center: middle, from: 15, to: 45),
        Wait(0.6), Tap(at: middle, count: 2), Wait(0.8),
        Pan(from: Point(x: 20, y: 20), to: Point(x: 70, y: 30), fingers: 2), Wait(0.6),
      ]
    }
  }

  extension MockedMachine {
    struct LiveSessionTests {
      private let folder: TemporaryFolder

      init() throws {
        folder = try TemporaryFolder()
      }

      private func gestures(_ path: String) throws -> [String] {
        var lines: [String] = []
        _ = try Replay(path: path).run { report in
          if case .gesture(var record) = report {
            record.file = nil
            lines.append(record.json)
          }
        }
        return lines
      }

      @Test(
        "Live gestures, recorded and replayed, are the same byte for byte",
        arguments: ["live.evemu", "live.yml"])
      func agreement(name: String) throws {
        let mock = try MockNode(Mock.touchpad)
        let path = "\(folder.path)/\(name)"
        let program = try LiveProgram(["live", "event28", "--json", "--record", path])
        try program.wait(for: "Ctrl-C ends")
        let fingers = try Fingers(Fingers.usual)
        for frame in fingers.frames { mock.write(frame) }
        mock.unplug()
        #expect(program.end() == 69)
        let kinds = ["swipe", "pinch", "tap", "pan"]
        #expect(program.lines.count == kinds.count)
        for (line, kind) in zip(program.lines, kinds) {
          #expect(line.contains("\"gesture\":\"\(kind)\""))
        }
        #expect(try gestures(path) == program.lines)
        #expect(program.remarks.contains("4 gestures"))
        #expect(program.remarks.contains("unplugged"))
      }

      @Test("A tap is reported at its deadline, though no event follows; Ctrl-C exits with 0")
      func deadlines() throws {
        let mock = try MockNode(Mock.touchpad)
        let path = folder.path + "/tap.evemu"
        let program = try LiveProgram(["live", "event28", "--record", path])
        try program.wait(for: "Ctrl-C ends")
        for frame in try Fingers([Tap(at: Fingers.middle)]).frames { mock.write(frame) }
        try program.wait(for: "tap")
        program.send(SIGINT)
        #expect(program.end() == 0)
        #expect(program.output.hasPrefix("     TIME      START  GESTURE"))
        #expect(try gestures(path).count == 1)
      }

      @Test("A gesture interrupted by unplugging is cancelled, also in the recording")
      func unplugged() throws {
        let mock = try MockNode(Mock.touchpad)
        let path = folder.path + "/pan.evemu"
        let program = try LiveProgram(["live", "event28", "--json", "--record", path])
        try program.wait(for: "Ctrl-C ends")
        let fingers = try Fingers([Pan(from: Point(x: 20, y: 20), to: Point(x: 70, y: 30))])
        for frame in fingers.frames.dropLast(10) { mock.write(frame) }
        mock.unplug()
        #expect(program.end() == 69)
        #expect(program.lines.first?.contains("\"state\":\"cancelled\"") == true)
        #expect(try gestures(path) == program.lines)
      }

      @Test("Lost events are replaced by the state, and their recording produces the same gestures")
      func dropped() throws {
        let mock = try MockNode(Mock.touchpad)
        let path = folder.path + "/dropped.evemu"
        let program = try LiveProgram(["live", "event28", "--json", "--record", path])
        try program.wait(for: "Ctrl-C ends")
        let fingers = try Fingers(Fingers.usual)
        for (index, frame) in fingers.frames.enumerated() {
          if index == 12 { mock.write([.dropped(frame[0].time)]) }
          mock.write(frame)
        }
        mock.unplug()
        #expect(program.end() == 69)
        #expect(program.remarks.contains("events were lost once"))
        #expect(!program.lines.isEmpty)
        #expect(try gestures(path) == program.lines)
      }

      @Test("--rotate turns the touch area, --touches prints touches, --size overrides the size")
      func options() throws {
        let mock = try MockNode(Mock.touchpad)
        let program = try LiveProgram([
          "live", "event28", "--json", "--rotate", "90", "--size", "200x120mm",
        ])
        try program.wait(for: "Ctrl-C ends")
        for frame in try Fingers([Swipe(.right, at: Fingers.middle)]).frames { mock.write(frame) }
        mock.unplug()
        #expect(program.end() == 69)
        #expect(program.lines.first?.contains("\"direction\":\"down\"") == true)
      }

      @Test("Without a name, several devices are listed as a usage error")
      func choices() throws {
        let program = try LiveProgram(["live"])
        #expect(program.end() == 64)
        #expect(program.remarks.contains("\(Mock.touchpad)  Mock Touchpad"))
        #expect(program.remarks.contains("Mock \\u{1b}[31mTouchscreen"))
      }

      @Test("Devices are listed as a table and as JSON")
      func devices() throws {
        let table = try LiveProgram(["devices"])
        #expect(table.end() == 0)
        #expect(table.lines.count == 4)
        #expect(
          table.lines[1].contains("touchpad      100.0 x 60.0      5  04f3:001c  Mock Touchpad"))
        let all = try LiveProgram(["devices", "--all", "--json"])
        #expect(all.end() == 0)
        #expect(all.lines.contains { $0.contains("\"kind\":\"keyboard\"") })
      }
    }

    struct RecordingSessionTests {
      private let folder: TemporaryFolder

      init() throws {
        folder = try TemporaryFolder()
      }

      private func gestures(_ path: String) throws -> Int {
        try Replay(path: path).run { _ in }.gestures
      }

      @Test("kill -9 loses no written frame", arguments: ["a.evemu", "a.yml"])
      func kill(name: String) throws {
        let mock = try MockNode(Mock.touchpad)
        let path = "\(folder.path)/\(name)"
        let program = try LiveProgram(["record", "event28", "-o", path])
        try program.wait(for: "Ctrl-C ends")
        let fingers = try Fingers([Swipe(.left, at: Fingers.middle), Wait(1)])
        for frame in fingers.frames { mock.write(frame) }
        // The last frame is in the file: an id of -1 and its report.
        for _ in 0..<1000 {
          if try PlayedTrace(path: path).frames.count == fingers.frames.count { break }
          usleep(10_000)
        }
        program.send(SIGKILL)
        _ = program.end()
        #expect(try PlayedTrace(path: path).frames.count == fingers.frames.count)
        #expect(try gestures(path) == 1)
      }

      @Test("Several devices are recorded to a folder on a common clock")
      func several() throws {
        let pad = try MockNode(Mock.touchpad)
        let screen = try MockNode(Mock.touchscreen)
        let path = folder.path + "/session"
        let program = try LiveProgram(["record", "event28", "event29", "-o", path])
        try program.wait(for: "event29.evemu, Ctrl-C ends")
        let now = MonotonicClock.now.seconds
        pad.write(at: now + 0.1, [(0x2f, 0), (0x39, 1), (0x35, 400), (0x36, 400)])
        screen.write(at: now + 0.2, [(0x2f, 0), (0x39, 1), (0x35, 400), (0x36, 400)])
        for _ in 0..<1000 {
          let frames = try ["event28", "event29"].map {
            try PlayedTrace(path: "\(path)/\($0).evemu").frames.count
          }
          if frames == [1, 1] { break }
          usleep(10_000)
        }
        program.send(SIGTERM)
        #expect(program.end() == 0)
        let times = try ["event28", "event29"].map {
          try #require(try PlayedTrace(path: "\(path)/\($0).evemu").frames.first).time
        }
        #expect(times[1].microseconds - times[0].microseconds == 100_000)
        let status = try FileManager.default.attributesOfItem(atPath: path)
        #expect(status[.posixPermissions] as? Int == 0o700)
      }

      @Test("A keyboard is recorded if its full name is given, not part of it")
      func keyboard() throws {
        let part = try LiveProgram(["record", "keyb", "-o", folder.path + "/x.evemu"])
        #expect(part.end() == 66)
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/x.evemu"))
        let mock = try MockNode(Mock.keyboard)
        let program = try LiveProgram(["record", "Mock Keyboard", "-o", folder.path + "/k.evemu"])
        try program.wait(for: "Ctrl-C ends")
        mock.unplug()
        #expect(program.end() == 69)
      }

      @Test("A recording that cannot be written is an error")
      func unwritable() throws {
        let program = try LiveProgram(["record", "event28", "-o", folder.path + "/no/x.evemu"])
        #expect(program.end() == 66)
        #expect(program.remarks.contains("no/x.evemu: cannot write: No such file or directory"))
        let full = try LiveProgram(["record", "event28", "-o", "/dev/full"])
        #expect(full.end() == 74)
        #expect(full.remarks.contains("/dev/full: cannot write: No space left on device"))
        let two = try LiveProgram(["record", "event28", "event29", "-o", folder.path + "/no/x"])
        #expect(two.end() == 66)
        #expect(two.remarks.contains("no/x: cannot write: No such file or directory"))
      }

      @Test(
        "Of several devices each file's name says its format",
        arguments: [
          ("evemu", "evemu"), ("libinput", "yml"), ("evtest", "evtest"), ("getevent", "getevent"),
          ("raw", "raw"),
        ])
      func names(format: String, ending: String) throws {
        let path = folder.path + "/session"
        let program = try LiveProgram([
          "record", "event28", "event29", "-o", path, "--to-format", format,
        ])
        try program.wait(for: "event29.\(ending), Ctrl-C ends")
        program.send(SIGINT)
        #expect(program.end() == 0)
      }

      @Test("If uinput is missing, playing names the module to load")
      func playing() throws {
        let trace = folder.path + "/a.evemu"
        let recording = try LiveRecording(
          path: trace, format: .evemu,
          device: .init(description: .touchpad(width: 100, height: 60)))
        try recording.write([.report(Timestamp(seconds: 1))])
        try recording.finish()
        let program = try LiveProgram(["play", trace])
        #expect(program.end() == 66)
        #expect(program.remarks.contains("/dev/uinput: No such file or directory"))
        #expect(program.remarks.contains("sudo modprobe uinput"))
        #expect(program.remarks.contains("to the group input"))
      }

      @Test("Events played onto an existing device come out of it")
      func playingOnto() throws {
        let mock = try MockNode(Mock.touchpad)
        let trace = folder.path + "/a.evemu"
        let fingers = try Fingers([Swipe(.left, at: Fingers.middle)])
        let description = try DeviceReader(node: Mock.touchpad).description
        let recording = try LiveRecording(
          path: trace, format: .evemu, device: .init(description: description))
        for frame in fingers.frames { try recording.write(frame) }
        try recording.finish()
        let reader = try DeviceReader(node: mock.node)
        let program = try LiveProgram(
          ["play", "--onto", "event28", "--speed", "max", "--delay", "0", "--linger", "0", trace])
        #expect(program.end() == 0)
        var frames = 0
        var frame: [InputEvent] = []
        while try reader.read(into: &frame) { frames += 1 }
        #expect(frames == fingers.frames.count)
      }
    }
  }
#endif
