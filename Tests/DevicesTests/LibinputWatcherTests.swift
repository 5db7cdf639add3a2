#if Live
  import Devices
  import Evdev
  import Files
  import Foundation
  import Gestures
  import LibinputOffline
  import Playback
  import TestSupport
  import Testing
  import Timeline
  import TouchScript

  extension MockedMachine {
    /// libinput refuses devices that are unknown to udevd; their records are on the real file
    /// system.
    @Suite(
      .enabled(
        if: FileManager.default.fileExists(atPath: "/run/udev/data/c13:92"),
        "writing to /run/udev needs root"))
    struct LibinputWatcherTests {
      @Test(
        "libinput's gesture stands beside ours",
        arguments: [
          ("swipe", [Swipe(.left, at: LiveFingers.middle, duration: 0.4, fingers: 3)]),
          ("pinch", [Pinch(center: LiveFingers.middle, from: 15, to: 50, duration: 0.8)]),
        ] as [(String, [any FingerAction])])
      func gesture(kind: String, actions: [any FingerAction]) throws {
        // A kernel sends all events to each reader; with FIFOs, each reader needs its own.
        let theirNode = try MockNode(Mock.touchpad)
        let libinput = try LibinputWatcher(node: Mock.touchpad, origin: .zero)
        let ourNode = try MockNode(Mock.touchpad)
        let reader = try DeviceReader(node: Mock.touchpad)
        let live = LiveReplay(description: reader.description)
        var ours: [String] = []
        var theirs: [LibinputEvent] = []
        live.observer = {
          if case .gesture(let record) = $0 { ours.append(record.gesture.kind.rawValue) }
        }
        var frame: [InputEvent] = []
        // libinput's timers follow the wall clock, and so do the fingers.
        for events in try LiveFingers(actions, after: 0.05).frames {
          let rest = events[0].time.seconds(since: MonotonicClock.now)
          if rest > 0 { Thread.sleep(forTimeInterval: rest) }
          theirNode.write(events)
          ourNode.write(events)
          while try reader.read(into: &frame) { live.process(&frame) }
          libinput.read { theirs.append($0) }
        }
        _ = live.finish(at: MonotonicClock.now)
        Thread.sleep(forTimeInterval: 0.2)
        libinput.read { theirs.append($0) }
        #expect(ours == [kind])
        let gestures = theirs.compactMap { event in
          if case .gesture(let gesture) = event.content { gesture } else { nil }
        }
        let states = gestures.filter { $0.kind.rawValue == kind }.map(\.state)
        #expect(states.first == .began)
        #expect(states.last == .ended)
        #expect(states.count { $0 == .changed } > 5)
        if kind == "pinch" { #expect(gestures.last?.scale ?? 0 > 2) }
        let json = theirs.map {
          LibinputRecord(file: nil, device: nil, origin: .zero, .event($0)).json
        }
        #expect(try #require(json.first).hasPrefix("{\"v\":2,\"source\":\"libinput\",\"time_s\":"))
        guard try Validator.isInstalled else { return }
        let folder = try TemporaryFolder()
        let lines = json.joined(separator: "\n")
        let verdict = try Validator.run(schemas: ["live"], [folder.write("libinput.jsonl", lines)])
        #expect(verdict.exitCode == 0, "\(verdict.output)\(verdict.remarks)")
      }
    }
  }
#endif
