#if Live
  import CInput
  import Devices
  import Evdev
  import Foundation
  import Playback
  import TestSupport
  import Testing
  import Timeline

  extension MockedMachine {
    /// `KILLS=1000 Tests/Mock/run swift test --filter KillTests` kills a thousand times and prints
    /// what was missing.
    struct KillTests {
      private let folder: TemporaryFolder
      private static let kills =
        ProcessInfo.processInfo.environment["KILLS"].flatMap { Int($0) } ?? 12

      init() throws {
        folder = try TemporaryFolder()
      }

      /// A frame of a moving finger, as many events as any other.
      private func frame(_ number: Int) -> [InputEvent] {
        let time = MonotonicClock.now
        let axes: [(UInt16, Int32)] = [(0x39, 7), (0x35, Int32(number)), (0x36, 500)]
        return axes.map { InputEvent(time: time, type: .absolute, code: $0.0, value: $0.1) }
          + [.report(time)]
      }

      /// Kills a recording command after some frames; returns how many frames it had read and did
      /// not record.
      private func kill(
        _ command: [String], _ path: String, _ generator: inout SeededGenerator
      ) throws -> Int {
        let mock = try MockNode(Mock.touchpad)
        let program = try LiveProgram(command + [path])
        try program.wait(for: "Ctrl-C ends")
        let count = Int.random(in: 1...60, using: &generator)
        for number in 1...count {
          // Each frame is read alone: what one system call reads of several is lost together.
          mock.waitUntilRead()
          mock.write(frame(number))
          // The kill comes at any time after the last one.
          usleep(UInt32.random(in: 0...3000, using: &generator))
        }
        program.send(SIGKILL)
        _ = program.end()
        let read = count - mock.unread / MemoryLayout<input_event>.stride / frame(0).count
        let recorded = try PlayedTrace(path: path)
        let numbers = recorded.frames.map { frame in
          recorded.events[frame.range].first { $0.code == 0x35 }.map { Int($0.value) }
        }
        #expect(
          numbers == Array(1...max(1, recorded.frames.count)).prefix(numbers.count).map { $0 })
        return read - recorded.frames.count
      }

      @Test("A recording that is killed lacks at most the last frame, and can be read")
      func kills() throws {
        var generator = SeededGenerator(seed: 15)
        var missing: [Int: Int] = [:]
        for number in 0..<Self.kills {
          let path = "\(folder.path)/\(number).\(number % 2 == 0 ? "evemu" : "yml")"
          let command =
            number % 4 < 2 ? ["record", "event28", "-o"] : ["live", "event28", "--record"]
          missing[try kill(command, path, &generator), default: 0] += 1
        }
        print("frames missing after \(Self.kills) kills: \(missing)")
        #expect(missing.keys.allSatisfy { $0 <= 1 })
      }
    }
  }
#endif
