#if Live
  import Devices
  import Evdev
  import Foundation
  import Playback
  import Files
  import TouchFormats
  import TestSupport
  import Testing
  import Timeline

  extension MockedMachine {
    /// Live commands whose output is not read, and devices that do not behave.
    struct LiveFaultTests {
      private let folder: TemporaryFolder

      init() throws {
        folder = try TemporaryFolder()
      }

      private static func event(_ type: UInt16, _ code: UInt16, _ value: Int32) -> InputEvent {
        InputEvent(
          time: MonotonicClock.now, type: EventType(rawValue: type), code: code, value: value)
      }

      /// Frames of a finger that moves, 125 µs apart, up to now: 8 kHz.
      private static func frames(_ count: Int) -> [[InputEvent]] {
        let end = MonotonicClock.now
        return (0..<count).map { number in
          let time = end.advanced(byMicroseconds: Int64(125 * (number - count)))
          let position = Int32(abs(number % 2000 - 1000) + 500)
          var events = [(0x35, position), (0x36, position)].map {
            InputEvent(time: time, type: .absolute, code: $0.0, value: $0.1)
          }
          if number == 0 {
            events.insert(InputEvent(time: time, type: .absolute, code: 0x39, value: 7), at: 0)
          }
          return events + [.report(time)]
        }
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

      /// Starts a command on the mocked touchpad.
      private func start(
        _ arguments: [String], output: Pipe? = nil
      ) throws -> (MockNode, LiveProgram) {
        let mock = try MockNode(Mock.touchpad)
        let program = try LiveProgram(arguments, output: output)
        try program.wait(for: "Ctrl-C ends")
        return (mock, program)
      }

      @Test(
        "Signals end a recording to a pipe that is not read, and say what is missing",
        arguments: [[SIGINT], [SIGTERM, SIGHUP]])
      func fullPipe(signals: [Int32]) throws {
        let (mock, program) = try start(["record", "event28", "-o", "-"], output: Pipe())
        // Several times what a pipe holds.
        for frame in Self.frames(10_000) { mock.write(frame) }
        mock.waitUntilRead()
        for signal in signals { program.send(signal) }
        #expect(program.end() == 74)
        #expect(program.remarks.contains("events could not be written in time"))
      }

      @Test("A pipe of results that is not read holds up neither the recording nor the end")
      func fullResults() throws {
        let path = folder.path + "/live.evemu"
        let (mock, program) = try start(
          ["live", "event28", "--json", "--touches", "--record", path], output: Pipe())
        let frames = Self.frames(4000)
        for frame in frames { mock.write(frame) }
        mock.waitUntilRead()
        program.send(SIGINT)
        #expect(program.end() == 74)
        #expect(program.remarks.contains("standard output: not everything could be written"))
        // And the one that marks the end.
        #expect(try PlayedTrace(path: path).frames.count == frames.count + 1)
      }

      @Test("A program that has read enough ends a live command in an orderly manner")
      func closedPipe() throws {
        let path = folder.path + "/live.evemu"
        let output = Pipe()
        let (mock, program) = try start(
          ["live", "event28", "--json", "--touches", "--record", path], output: output)
        try output.fileHandleForReading.close()
        for frame in Self.frames(3) { mock.write(frame) }
        #expect(program.end() == 0)
        #expect(try PlayedTrace(path: path).frames.count >= 2)
      }

      @Test("A flood of 8000 frames a second is recognized and recorded, and both agree")
      func flood() throws {
        let path = folder.path + "/flood.evemu"
        let (mock, program) = try start(["live", "event28", "--json", "--record", path])
        let frames = Self.frames(16_000)
        for frame in frames { mock.write(frame) }
        mock.unplug()
        #expect(program.end() == 69)
        #expect(try PlayedTrace(path: path).frames.count == frames.count + 1)
        #expect(!program.lines.isEmpty)
        #expect(try gestures(path) == program.lines)
      }

      @Test(
        "Signals end a command in a flood without end",
        arguments: [["live", "event28"], ["record", "event28", "--raw"], ["record", "event28"]])
      func endlessFlood(command: [String]) throws {
        let path = folder.path + "/flood.evemu"
        let option = command[0] == "live" ? "--record" : "-o"
        let (mock, program) = try start(command + [option, path])
        program.send(SIGINT)
        mock.flood(Self.frames(40).flatMap { $0 }) { program.isRunning }
        #expect(program.end() == 0)
        #expect(try PlayedTrace(path: path).frames.count >= 0)
      }

      @Test("A storm of lost events is recognized and recorded, and both agree")
      func storm() throws {
        let path = folder.path + "/storm.evemu"
        let (mock, program) = try start(["live", "event28", "--json", "--record", path])
        for frame in Self.frames(500) {
          let time = frame[0].time
          mock.write(frame + [Self.event(3, 0x35, 0), .dropped(time), .report(time)])
          // libevdev discards what it can read meanwhile.
          mock.waitUntilRead()
        }
        mock.unplug()
        #expect(program.end() == 69)
        #expect(program.remarks.contains("events were lost"))
        #expect(try gestures(path) == program.lines)
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(text.contains("0003 0039 -1 # inserted"))
      }

      /// What no device should send: slots that it does not have, ids without slots, values out of
      /// range.
      private static let lies: [(UInt16, Int32)] = [
        (0x39, 5), (0x2f, 99), (0x39, 6), (0x35, .max), (0x2f, -1), (0x39, 7), (0x36, .min),
        (0x2f, .max), (0x39, .max), (0x2f, .min), (0x39, .min), (0x2f, 0), (0x39, -2), (0x35, 9),
        (0x3f, 1), (0xffff, 1),
      ]

      @Test("A device that lies about its slots is recognized and recorded, and both agree")
      func lies() throws {
        let path = folder.path + "/lies.evemu"
        let (mock, program) = try start(["live", "event28", "--json", "--record", path])
        for (code, value) in Self.lies {
          mock.write([Self.event(3, code, value), Self.event(0, 0, 0)])
        }
        mock.write(Self.lies.map { Self.event(3, $0.0, $0.1) } + [Self.event(0, 0, 0)])
        for frame in Self.frames(100) { mock.write(frame) }
        mock.unplug()
        #expect(program.end() == 69)
        #expect(try gestures(path) == program.lines)
      }

      @Test(
        "A raw recording has exactly what the device sent, lies and an incomplete frame included",
        arguments: ["raw.evemu", "raw.yml", "raw.evtest"])
      func raw(name: String) throws {
        let path = "\(folder.path)/\(name)"
        let (mock, program) = try start(["record", "event28", "--raw", "-o", path])
        var events = Self.lies.map { Self.event(3, $0.0, $0.1) }
        events += [Self.event(0, 3, 0), Self.event(0, 0, 0), Self.event(9, 1, 1)]
        mock.write(events)
        mock.waitUntilRead()
        mock.unplug()
        #expect(program.end() == 69)
        let recorded = try Self.events(in: path)
        let beginning = recorded[0].time.microseconds - events[0].time.microseconds
        #expect(
          recorded
            == events.map { event in
              var event = event
              event.time = event.time.advanced(byMicroseconds: beginning)
              return event
            })
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(!text.contains("inserted"))
      }

      /// The events of a recording as they are.
      private static func events(in path: String) throws -> [InputEvent] {
        guard case .events(let reader) = try OpenRecording(ByteSource(path: path)) else {
          return []
        }
        var events: [InputEvent] = []
        var batch = EventBatch()
        while try reader.read(into: &batch) { events += batch.events }
        return events
      }

      @Test("A frame that unplugging cuts off is left out of a recording")
      func cutOff() throws {
        let path = folder.path + "/cut.evemu"
        let (mock, program) = try start(["record", "event28", "-o", path])
        let frames = Self.frames(3)
        mock.write(frames[0] + frames[1] + frames[2].dropLast(2))
        mock.waitUntilRead()
        mock.unplug()
        #expect(program.end() == 69)
        // And the one that marks the end.
        #expect(try PlayedTrace(path: path).frames.count == 3)
      }
    }
  }
#endif
