#if Live
  import CInput
  import Contacts
  import Conversion
  import Evdev
  import Foundation
  import Playback
  import Files
  import TestSupport
  import Testing
  import Timeline
  import TouchFormats
  import TouchScript

  @testable import Devices

  extension MockedMachine {
    struct LiveSessionTests {
      private let folder: TemporaryFolder

      init() throws {
        folder = try TemporaryFolder()
      }

      private func gestures(
        _ path: String, _ options: ReplayOptions = ReplayOptions()
      ) throws -> [String] {
        var lines: [String] = []
        _ = try Replay(path: path, options: options).run { report in
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
        let fingers = try LiveFingers(LiveFingers.usual)
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
        for frame in try LiveFingers([Tap(at: LiveFingers.middle)]).frames { mock.write(frame) }
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
        let fingers = try LiveFingers([Pan(from: Point(x: 20, y: 20), to: Point(x: 70, y: 30))])
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
        let fingers = try LiveFingers(LiveFingers.usual)
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

      @Test(
        "A touchscreen is calibrated by udev's matrix, live and in its recording; --matrix overrides",
        arguments: [
          ("a.evemu", nil, "down"), ("a.yml", nil, "down"), ("a.evemu", "1 0 0 0 1 0", "right"),
          ("a.yml", "0 1 0 -1 0 1", "up"), ("a.raw", nil, "down"),
        ] as [(String, String?, String)])
      func calibration(name: String, matrix: String?, direction: String) throws {
        let mock = try MockNode(Mock.touchscreen)
        let path = "\(folder.path)/\(name)"
        let option = matrix.map { ["--matrix", $0] } ?? []
        let program = try LiveProgram(["live", "event29", "--json", "--record", path] + option)
        try program.wait(for: "Ctrl-C ends")
        let description = try DeviceReader(node: Mock.touchscreen).description
        let swipe = Swipe(.right, at: Point(x: 60, y: 100))
        for frame in try LiveFingers([swipe], on: description, Size(width: 120, height: 200)).frames
        {
          mock.write(frame)
        }
        mock.unplug()
        #expect(program.end() == 69)
        #expect(program.lines.first?.contains("\"direction\":\"\(direction)\"") == true)
        #expect(program.remarks.contains("does not hold the calibration") == (name == "a.raw"))
        if name == "a.raw" { return }
        var options = ReplayOptions()
        options.transform = matrix.flatMap { TouchAreaTransform(parsing: $0) }
        #expect(try gestures(path, options) == program.lines)
      }

      @Test("--rotate turns the touch area, --touches prints touches, --size overrides the size")
      func options() throws {
        let mock = try MockNode(Mock.touchpad)
        let program = try LiveProgram([
          "live", "event28", "--json", "--rotate", "90", "--size", "200x120mm",
        ])
        try program.wait(for: "Ctrl-C ends")
        for frame in try LiveFingers([Swipe(.right, at: LiveFingers.middle)]).frames {
          mock.write(frame)
        }
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
        #expect(table.lines.count == 6)
        #expect(
          table.lines[3].contains("touchpad      100.0 x 60.0      5  04f3:001c  Mock Touchpad"))
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
        let fingers = try LiveFingers([Swipe(.left, at: LiveFingers.middle), Wait(1)])
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

      @Test(
        "Several devices are recorded to one file and play together",
        arguments: ["both.yml", "both.getevent"])
      func joint(name: String) throws {
        let pad = try MockNode(Mock.touchpad)
        let screen = try MockNode(Mock.touchscreen)
        let path = "\(folder.path)/\(name)"
        let program = try LiveProgram(["record", "event28", "event29", "-o", path])
        try program.wait(for: "Ctrl-C ends")
        let now = MonotonicClock.now.seconds
        for step in 0..<10 {
          let time = now + Double(step) * 0.02
          pad.write(at: time, [(0x2f, 0), (0x39, 1), (0x35, Int32(400 + step)), (0x36, 400)])
          screen.write(at: time + 0.01, [(0x2f, 0), (0x39, 1), (0x35, 400), (0x36, 400)])
        }
        pad.unplug()
        screen.unplug()
        #expect(program.end() == 69)
        let trace = try PlayedTrace(path: path)
        #expect(trace.devices.map(\.name) == ["Mock Touchpad", "Mock  [31mTouchscreen"])
        // Without the frames that mark the stop.
        let frames = trace.frames.filter { $0.range.count > 1 }
        #expect(frames.map(\.device) == (0..<20).map { $0 % 2 })
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [name])
        let info = try LiveProgram(["info", path, "--json"])
        #expect(info.end() == 0)
        #expect(info.output.contains("Mock Touchpad"))
        #expect(info.output.contains("Touchscreen"))
      }

      @Test("kill -9 loses no written frame of several devices in one file")
      func jointKill() throws {
        let nodes = try [Mock.touchpad, Mock.touchscreen, Mock.held].map { try MockNode($0) }
        let path = folder.path + "/all.yml"
        let program = try LiveProgram(["record", "event28", "event29", "event31", "-o", path])
        try program.wait(for: "Ctrl-C ends")
        let now = MonotonicClock.now.seconds
        for (index, node) in nodes.enumerated() {
          node.write(at: now, [(0x2f, 0), (0x39, 1), (0x35, Int32(400 + index)), (0x36, 400)])
        }
        let files = [path, path + ".2.part", path + ".3.part"]
        for _ in 0..<1000 {
          if try files.allSatisfy({ try PlayedTrace(path: $0).frames.count > 0 }) { break }
          usleep(10_000)
        }
        program.send(SIGKILL)
        _ = program.end()
        let names = ["Mock Touchpad", "Mock  [31mTouchscreen", "Mock Held Pad"]
        for (file, name) in zip(files, names) {
          let trace = try PlayedTrace(path: file)
          #expect(trace.devices.map(\.name) == [name])
          #expect(trace.frames.count > 0)
          let status = try FileManager.default.attributesOfItem(atPath: file)
          #expect(status[.posixPermissions] as? Int == 0o600)
        }
      }

      @Test("If a device fails, all recordings are ended, and the first error is thrown")
      func failingDevice() throws {
        let pad = try MockNode(Mock.touchpad)
        let screen = try MockNode(Mock.touchscreen)
        let devices = try [pad, screen].map { try DeviceList.find($0.node) }
        let paths = ["pad", "screen"].map { "\(folder.path)/\($0).evemu" }
        let session = try RecordingSession(
          zip(devices, paths).map { .init(device: $0, path: $1) })
        var notices: [String] = []
        session.notices = { if case .failed(let error) = $0 { notices.append("\(error)") } }
        for mock in [pad, screen] {
          mock.write(at: 1, [(0x2f, 0), (0x39, 1), (0x35, 400), (0x36, 400)])
        }
        let ready = try Descriptor(owning: eventfd(1, 0), of: "ready")
        try session.loop.add(ready.number) { _ in
          guard session.frames == 2 else { return }
          session.loop.remove(ready.number)
          // No whole event.
          for mock in [pad, screen] { mock.write([1, 2, 3]) }
        }
        let error = #expect(throws: DeviceError.self) { try session.run() }
        #expect(notices.count == 1)
        let failed = [error?.device, notices.first?.components(separatedBy: ": ").first]
        #expect(Set(failed) == [pad.node, screen.node])
        for path in paths {
          let frames = try PlayedTrace(path: path).frames
          #expect(frames.count == 2)
          #expect(frames.last?.range.count == 1)
        }
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

      @Test(
        "A recording of a keyboard holds KEY_A for all that is typed, unless its keys are asked for",
        arguments: [
          ("record", "k.evemu", false), ("record", "k.yml", false), ("record", "k.evtest", false),
          ("record", "k.getevent", false), ("record", "k.raw", false), ("record", "k.evemu", true),
          ("live", "k.evemu", false), ("live", "k.evemu", true),
        ])
      func typed(command: String, name: String, isShown: Bool) throws {
        let mock = try MockNode(Mock.keyboard)
        let path = "\(folder.path)/\(name)"
        var arguments = [command, "event30", command == "live" ? "--record" : "-o", path]
        if isShown { arguments.append("--show-keycodes") }
        let program = try LiveProgram(arguments)
        try program.wait(for: "Ctrl-C ends")
        let now = MonotonicClock.now.seconds
        // S, E, left Ctrl, Enter.
        for (index, code) in ([31, 18, 29, 28] as [UInt16]).enumerated() {
          mock.write(at: now + Double(index) * 0.1, [], keys: [(code, 1)])
          mock.write(at: now + Double(index) * 0.1 + 0.05, [], keys: [(code, 0)])
        }
        mock.unplug()
        #expect(program.end() == 69)
        let keys = try PlayedTrace(path: path).events.filter { $0.type == .key }
        let typed: [UInt16] = isShown ? [31, 18, 29, 28] : [30, 30, 29, 28]
        #expect(keys.map(\.code) == typed.flatMap { [$0, $0] })
        #expect(keys.map(\.value) == [1, 0, 1, 0, 1, 0, 1, 0])
      }

      @Test("A touchpad's session has of a keyboard the times of key presses, as one key")
      func keyTimes() throws {
        let mock = try MockNode(Mock.keyboard)
        let session = "\(folder.path)/session"
        let program = try LiveProgram([
          "touchpad", "record", session, "event28", "--keyboard", "event30", "--only", "typing",
          "--seconds", "30",
        ])
        try program.wait(for: "recording to")
        let now = MonotonicClock.now.seconds
        // S, E, left Ctrl, Enter.
        for (index, code) in ([31, 18, 29, 28] as [UInt16]).enumerated() {
          mock.write(at: now + Double(index) * 0.1, [], keys: [(code, 1)])
          mock.write(at: now + Double(index) * 0.1 + 0.05, [], keys: [(code, 0)])
        }
        mock.unplug()
        try program.wait(for: "unplugged")
        program.send(SIGINT)
        #expect(program.end() == 0)
        let path = "\(session)/typing.yml"
        let trace = try PlayedTrace(path: path)
        let keys = trace.events.filter { $0.type == .key }
        #expect(keys.map(\.code) == Array(repeating: 30, count: 6))
        #expect(keys.map(\.value) == [1, 0, 1, 0, 1, 0])
        #expect(try !String(contentsOfFile: path, encoding: .utf8).contains("Mock Keyboard"))
      }

      @Test("A recording that cannot be written is an error")
      func unwritable() throws {
        let program = try LiveProgram(["record", "event28", "-o", folder.path + "/no/x.evemu"])
        #expect(program.end() == 74)
        #expect(program.remarks.contains("no/x.evemu: cannot write: No such file or directory"))
        let full = try LiveProgram(["record", "event28", "-o", "/dev/full"])
        #expect(full.end() == 74)
        #expect(full.remarks.contains("/dev/full: cannot write: No space left on device"))
        let two = try LiveProgram(["record", "event28", "event29", "-o", folder.path + "/no/x"])
        #expect(two.end() == 74)
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
          devices: [.init(description: .touchpad(width: 100, height: 60))])
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
        let fingers = try LiveFingers([Swipe(.left, at: LiveFingers.middle)])
        let description = try DeviceReader(node: Mock.touchpad).description
        let recording = try LiveRecording(
          path: trace, format: .evemu, devices: [.init(description: description)])
        for frame in fingers.frames { try recording.write(frame) }
        try recording.finish()
        let reader = try DeviceReader(node: mock.node)
        let program = try LiveProgram(
          ["play", "--onto", "event28", "--speed", "max", "--delay", "0", "--linger", "0", trace])
        #expect(program.end() == 0)
        var frames = 0
        var frame: [InputEvent] = []
        while try reader.read(into: &frame) { frames += 1 }
        // And the one that selects the first slot, which the kernel does not pass on.
        #expect(frames == fingers.frames.count + 1)
      }
    }
  }
#endif
