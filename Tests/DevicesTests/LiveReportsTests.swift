import Files

#if Live
  import Contacts
  import Evdev
  import Foundation
  import Gestures
  import Playback
  import TestSupport
  import Testing
  import Timeline
  import TouchScript

  @testable import Devices

  extension MockedMachine {
    @Suite("Reports as a sequence")
    struct LiveReportsTests {
      @Test("Gestures arrive as elements; the sequence ends with the device")
      func elements() async throws {
        let mock = try MockNode(Mock.touchpad)
        let session = try LiveSession(device: "event28")
        session.notices = { notice in
          guard case .opened = notice else { return }
          if let fingers = try? LiveFingers(LiveFingers.usual) {
            mock.write(frames: fingers.frames)
          }
          mock.unplug()
        }
        var kinds: [String] = []
        for try await record in session.gestures { kinds.append(record.gesture.kind.rawValue) }
        #expect(kinds == ["swipe", "pinch", "tap", "pan"])
        #expect(session.ending == .unplugged)
      }

      @Test("A cancelled task ends the sequence, cancels the touches and closes the devices")
      func cancellation() async throws {
        let mock = try MockNode(Mock.touchpad)
        let before = MockedMachine.descriptorCount
        let pan = try LiveFingers([Pan(from: Point(x: 20, y: 20), to: Point(x: 70, y: 30))]).frames
        let task = Task {
          var options = LiveSession.Options()
          options.replay.detail = .everyState
          let session = try LiveSession(device: "event28", options: options)
          var states: [GestureState] = []
          for try await record in session.gestures {
            states.append(record.gesture.state)
            if states.count == 1 { withUnsafeCurrentTask { $0?.cancel() } }
          }
          return (states, session.ending, session.devices.map(\.state))
        }
        mock.write(frames: pan.dropLast(10))
        let (states, ending, devices) = try await task.value
        #expect(states.first == .began && states.last == .cancelled)
        #expect(ending == .stopped)
        #expect(devices == [.gone])
        #expect(MockedMachine.hasClosedDescriptors(since: before))
      }

      @Test("A task that is cancelled while it waits for a silent device ends")
      func silence() async throws {
        let mock = try MockNode(Mock.touchpad)
        let (stream, opened) = AsyncStream.makeStream(of: Void.self)
        let task = Task {
          let session = try LiveSession(device: "event28")
          session.notices = { _ in opened.yield() }
          for try await _ in session.reports {}
          return session.ending
        }
        for await _ in stream { break }
        task.cancel()
        #expect(try await task.value == .stopped)
        mock.unplug()
      }

      @Test("Errors are typed, and come after what was recognized before them")
      func failure() async throws {
        let session = try LiveSession(device: "no such device")
        do throws(LiveSessionError) {
          for try await _ in session.reports { Issue.record("a report") }
          Issue.record("no error")
        } catch {
          guard case .device(let error) = error else { throw error }
          #expect(error.problem == .notFound)
        }
        let mock = try MockNode(Mock.touchpad)
        let other = try LiveSession(device: "event28")
        other.notices = { notice in
          guard case .opened = notice else { return }
          let swipe: [any FingerAction] = [Swipe(.left, at: LiveFingers.middle), Wait(0.6)]
          if let fingers = try? LiveFingers(swipe) { mock.write(frames: fingers.frames) }
        }
        // No whole event.
        other.observer = { _ in mock.write([1, 2, 3]) }
        var (gestures, errors) = (0, 0)
        do {
          for try await _ in other.gestures { gestures += 1 }
        } catch { errors += 1 }
        #expect(gestures == 1 && errors == 1)
        #expect(other.ending == .stopped)
        for try await _ in other.gestures { Issue.record("a gesture after the end") }
      }

      @Test("What a loop leaves behind when it breaks is there for the next loop")
      func broken() async throws {
        let mock = try MockNode(Mock.touchpad)
        let session = try LiveSession(device: "event28")
        session.notices = { notice in
          guard case .opened = notice else { return }
          if let fingers = try? LiveFingers(LiveFingers.usual) {
            mock.write(frames: fingers.frames)
          }
          mock.unplug()
        }
        var kinds: [String] = []
        while session.ending == nil || kinds.count < 4 {
          let count = kinds.count
          for try await record in session.gestures {
            kinds.append(record.gesture.kind.rawValue)
            break
          }
          if kinds.count == count { break }
        }
        #expect(kinds == ["swipe", "pinch", "tap", "pan"])
      }

      @Test("An actor iterates over its own session")
      @MainActor func onActor() async throws {
        let mock = try MockNode(Mock.touchpad)
        let session = try LiveSession(device: "event28")
        session.notices = { notice in
          guard case .opened = notice else { return }
          if let fingers = try? LiveFingers([Swipe(.left, at: LiveFingers.middle)]) {
            mock.write(frames: fingers.frames)
          }
        }
        session.observer = { _ in MainActor.assertIsolated() }
        for try await report in session.reports {
          MainActor.assertIsolated()
          guard case .gesture(let record) = report else { continue }
          #expect(record.gesture.kind == .swipe)
          break
        }
        // A loop that is left does not end the session.
        #expect(session.ending == nil)
        try session.end()
      }
    }

    @Suite("Examples of event loops")
    struct EventLoopExampleTests {
      /// Whether the example was built with GLib, as the manifest decides.
      private static let hasGLib =
        FileManager.default.fileExists(atPath: "/usr/include/glib-2.0/glib.h")

      private func run(_ loop: String, _ frames: [[InputEvent]]) throws -> [String] {
        let mock = try MockNode(Mock.touchpad)
        let program = try LiveProgram([loop, Mock.touchpad], named: "EventLoops")
        try program.wait(for: "opened")
        mock.write(frames: frames)
        mock.unplug()
        #expect(program.end() == 0)
        return program.lines
      }

      @Test(
        "Each loop prints the gestures that the others and a replay print",
        arguments: ["poll", "epoll", "dispatch", "async", "glib"])
      func loops(loop: String) throws {
        if loop == "glib", !Self.hasGLib { return }
        let frames = try LiveFingers(LiveFingers.usual).frames
        let reader = try DeviceReader(node: Mock.touchpad)
        let replay = LiveReplay(description: reader.description)
        var expected: [String] = []
        replay.observer = { if case .gesture(let record) = $0 { expected.append(record.json) } }
        for var frame in frames { replay.process(&frame) }
        _ = replay.finish(at: frames.last?.last?.time.advanced(bySeconds: 1) ?? .zero)
        #expect(expected.count == 4)
        #expect(try run(loop, frames) == expected)
      }
    }
  }
#endif
