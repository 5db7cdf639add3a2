import Files

#if Live
  import CInput
  import Contacts
  import Evdev
  import Foundation
  import Gestures
  import Playback
  import TestSupport
  import Testing
  import Timeline
  import TouchFormats
  import TouchScript

  @testable import Devices

  /// A session in a test's own loop, and what it reports.
  final class HostedSession {
    let session: LiveSession
    private(set) var gestures: [GestureRecord] = []
    private(set) var notices: [LiveSession.Notice] = []
    /// Called for each gesture, in the session's callback.
    var reaction: ((GestureRecord) throws -> Void)?
    private(set) var failure: (any Error)?

    init(
      _ devices: [String], opener: DeviceOpener = .system,
      _ configure: (inout LiveSession.Options) -> Void = { _ in }
    ) throws {
      var options = LiveSession.Options()
      configure(&options)
      session = try LiveSession(devices: devices, options: options, opener: opener)
      session.observer = { [unowned self] report in
        guard case .gesture(let record) = report else { return }
        gestures.append(record)
        do { try reaction?(record) } catch { failure = error }
      }
      session.notices = { [unowned self] in notices.append($0) }
    }

    var kinds: [String] { gestures.map(\.gesture.kind.rawValue) }

    /// Dispatches until nothing is left to do.
    func settle() throws {
      while session.ending == nil, isReadable(session.descriptor) { try session.dispatch() }
    }

    /// Dispatches whenever there is something to do, until a condition holds; fails after ten
    /// seconds.
    func wait(until condition: () -> Bool) throws {
      let end = MonotonicClock.now.advanced(bySeconds: 10)
      while !condition(), MonotonicClock.now < end {
        if isReadable(session.descriptor, within: 1000) { try session.dispatch() }
      }
      #expect(condition())
    }
  }

  extension MockNode {
    func write(frames: [[InputEvent]]) {
      for frame in frames { write(frame) }
    }
  }

  extension MockedMachine {
    @Suite("A session in a loop of the program")
    struct SessionLoopTests {
      private let folder: TemporaryFolder

      init() throws {
        folder = try TemporaryFolder()
      }

      @Test("The descriptor is readable if and only if there is something to do")
      func readable() throws {
        let mock = try MockNode(Mock.touchpad)
        let host = try HostedSession(["event28"])
        try host.session.dispatch()
        #expect(!isReadable(host.session.descriptor))
        try host.session.start()
        #expect(!isReadable(host.session.descriptor))
        #expect(host.session.nextDeadline == nil)
        try host.session.dispatch()
        #expect(!isReadable(host.session.descriptor))
        for frame in try LiveFingers([Swipe(.left, at: LiveFingers.middle, fingers: 3)]).frames {
          mock.write(frame)
          #expect(isReadable(host.session.descriptor))
          try host.settle()
        }
        #expect(host.kinds == ["swipe"])
        try host.session.end()
        #expect(host.session.ending == .stopped)
        try host.session.dispatch()
        #expect(try host.session.end() == .stopped)
      }

      @Test("A deadline alone makes the descriptor readable: a tap is reported without an event")
      func deadline() throws {
        let mock = try MockNode(Mock.touchpad)
        let host = try HostedSession(["event28"])
        try host.session.start()
        mock.write(frames: try LiveFingers([Tap(at: LiveFingers.middle)]).frames)
        try host.session.dispatch()
        #expect(host.gestures.isEmpty)
        let deadline = try #require(host.session.nextDeadline)
        #expect(deadline > MonotonicClock.now)
        #expect(isReadable(host.session.descriptor, within: 10_000))
        #expect(MonotonicClock.now >= deadline)
        try host.settle()
        #expect(host.kinds == ["tap"])
        #expect(host.session.nextDeadline == nil)
        #expect(!isReadable(host.session.descriptor))
      }

      @Test("A device that sends without pause holds up neither the caller nor another device")
      func flood() throws {
        let pad = try MockNode(Mock.touchpad)
        let screen = try MockNode(Mock.touchscreen)
        let host = try HostedSession(["event28", "event29"]) { $0.replay.detail = .touches }
        try host.session.start()
        let now = MonotonicClock.now.seconds
        pad.write(at: now, [(0x2f, 0), (0x39, 1), (0x35, 400), (0x36, 400)])
        for step in 1...300 {
          pad.write(at: now + Double(step) / 8000, [(0x35, Int32(400 + step)), (0x36, 400)])
        }
        screen.write(at: now, [(0x2f, 0), (0x39, 1), (0x35, 400), (0x36, 400)])
        try host.session.dispatch()
        let frames = host.session.summary.frames
        #expect(frames > 64 && frames < 200)
        #expect(host.session.summary.touches == 2)
        #expect(isReadable(host.session.descriptor))
        try host.settle()
        #expect(host.session.summary.frames == 302)
      }

      @Test(
        "Devices have recognizers of their own, and their gestures name them",
        arguments: [true, false])
      func interleaved(isRecorded: Bool) throws {
        let path = folder.path + "/both.yml"
        let pad = try MockNode(Mock.touchpad)
        let screen = try MockNode(Mock.touchscreen)
        let host = try HostedSession(["event28", "event29"]) {
          if !isRecorded { return }
          $0.recordingPath = path
          $0.recordingFormat = .libinput
        }
        try host.session.start()
        let actions: [any FingerAction] = [Swipe(.left, at: LiveFingers.middle, fingers: 3)]
        let onPad = try LiveFingers(actions).frames
        let description = try DeviceReader(node: Mock.touchscreen).description
        let swipe: [any FingerAction] = [Swipe(.right, at: Point(x: 60, y: 100))]
        let onScreen = try LiveFingers(swipe, on: description, Size(width: 120, height: 200)).frames
        for index in 0..<max(onPad.count, onScreen.count) {
          // The second device is read first, although the first one's events are earlier.
          if index < onScreen.count { screen.write(onScreen[index]) }
          if index < onPad.count { pad.write(onPad[index]) }
          try host.settle()
        }
        try host.session.end()
        #expect(Set(host.gestures.map(\.device)) == [Mock.touchpad, Mock.touchscreen])
        #expect(host.kinds == ["swipe", "swipe"])
        let byPad = try #require(host.gestures.first { $0.device == Mock.touchpad })
        #expect(byPad.gesture.touches == 3 && byPad.gesture.direction == .left)
        if !isRecorded { return }
        var replayed: [String] = []
        _ = try Replay(path: path).run { report in
          guard case .gesture(var record) = report else { return }
          record.file = nil
          replayed.append(record.json)
        }
        #expect(replayed.sorted() == host.gestures.map(\.json).sorted())
      }

      @Test("Two fingers of two touchpads are no gesture of two fingers")
      func separate() throws {
        let pads = try [MockNode(Mock.touchpad), MockNode(Mock.held)]
        // The second pad has a finger down, which lifts first.
        let host = try HostedSession(["event28", "event31"])
        try host.session.start()
        pads[1].write(
          at: MonotonicClock.now.seconds, [(0x2f, 1), (0x39, -1), (0x2f, 0)])
        try host.settle()
        for frame in try LiveFingers([Tap(at: LiveFingers.middle)]).frames {
          for pad in pads { pad.write(frame) }
          try host.settle()
        }
        try host.wait { host.gestures.count == 2 }
        #expect(host.kinds == ["tap", "tap"])
        #expect(host.gestures.map(\.gesture.touches) == [1, 1])
      }

      @Test("One of two devices is unplugged: its gesture is cancelled, the other continues")
      func unplugged() throws {
        let pad = try MockNode(Mock.touchpad)
        let screen = try MockNode(Mock.touchscreen)
        let host = try HostedSession(["event28", "event29"])
        try host.session.start()
        let pan = try LiveFingers([Pan(from: Point(x: 20, y: 20), to: Point(x: 70, y: 30))]).frames
        pad.write(frames: pan.dropLast(10))
        try host.settle()
        pad.unplug()
        try host.settle()
        #expect(host.gestures.map(\.gesture.state) == [.cancelled])
        #expect(host.notices.last == .unplugged(node: Mock.touchpad))
        #expect(host.session.devices.compactMap(\.info?.node) == [Mock.touchscreen])
        #expect(host.session.ending == nil)
        screen.write(
          at: MonotonicClock.now.seconds, [(0x2f, 0), (0x39, 1), (0x35, 400), (0x36, 400)])
        try host.settle()
        #expect(host.session.summary.touches == 2)
        screen.unplug()
        try host.settle()
        #expect(host.session.ending == .unplugged)
        #expect(try host.session.end() == .unplugged)
        #expect(host.session.devices.isEmpty)
      }

      @Test("Each of two devices returns by itself")
      func replugged() throws {
        let pad = try MockNode(Mock.touchpad)
        let screen = try MockNode(Mock.touchscreen)
        let host = try HostedSession(["event28", "event29"]) { $0.waits = true }
        try host.session.start()
        pad.unplug()
        try host.wait { host.session.devices[0].state == .waiting }
        #expect(host.session.devices[1].state == .open)
        let second = try MockNode(Mock.touchpad)
        try Mock.announce("add", Mock.touchpad)
        try host.wait { host.session.devices[0].state == .open }
        second.write(frames: try LiveFingers([Swipe(.left, at: LiveFingers.middle)]).frames)
        try host.wait { host.kinds == ["swipe"] }
        #expect(host.gestures[0].device == Mock.touchpad)
        screen.unplug()
      }

      @Test("A device that comes before the others of its recording is closed until they come")
      func awaitedTogether() throws {
        let nodes = try [Mock.touchpad, Mock.touchscreen].map { try MockNode($0) }
        let path = folder.path + "/both.yml"
        let seat = Seat()
        let host = try HostedSession(["event28", "event29"], opener: seat.opener) {
          $0.waits = true
          $0.recordingPath = path
          $0.recordingFormat = .libinput
        }
        try Mock.withoutDevice(Mock.touchscreen) {
          try Mock.withoutDevice(Mock.touchpad) { try host.session.start() }
          try host.wait { host.notices.count > 2 }
          let refusal = DeviceError(
            .refused, device: path,
            message: "a recording of several devices needs all of them at its start")
          #expect(host.notices == [.waiting, .waiting, .failed(refusal)])
          // An open one would keep its grab, which the next look could not take.
          #expect(seat.handedOut.isEmpty)
        }
        try host.wait { host.session.devices.allSatisfy { $0.state == .open } }
        #expect(seat.handedOut.count == 2)
        try host.session.end()
        for node in nodes { node.unplug() }
      }

      @Test("What cannot be recorded together is refused, and nothing stays open")
      func refusals() throws {
        let nodes = try [Mock.touchpad, Mock.touchscreen].map { try MockNode($0) }
        let before = MockedMachine.descriptorCount
        let path = folder.path + "/both.evemu"
        for names in [["event28", "event29"], ["event28", Mock.touchpad]] {
          var host: HostedSession? = try HostedSession(names) { $0.recordingPath = path }
          let error = #expect(throws: DeviceError.self) { try host?.session.start() }
          #expect(error?.problem == .refused)
          #expect(host?.session.ending == .stopped)
          host = nil
          #expect(MockedMachine.hasClosedDescriptors(since: before))
        }
        #expect(!FileManager.default.fileExists(atPath: path))
        for node in nodes { node.unplug() }
      }

      @Test("A session that is dropped closes every descriptor, whatever the program keeps")
      func dropped() throws {
        let pad = try MockNode(Mock.touchpad)
        let screen = try MockNode(Mock.touchscreen)
        let before = MockedMachine.descriptorCount
        var host: HostedSession? = try HostedSession(["event28", "event29"]) { $0.waits = true }
        try host?.session.start()
        let devices = try #require(host?.session.devices)
        #expect(devices.map(\.state) == [.open, .open])
        pad.write(frames: try LiveFingers([Tap(at: LiveFingers.middle)]).frames)
        try host?.session.dispatch()
        #expect(MockedMachine.descriptorCount > before)
        host = nil
        #expect(MockedMachine.hasClosedDescriptors(since: before))
        #expect(devices.map(\.state) == [.gone, .gone])
        screen.unplug()
      }

      @Test("A session that has ended keeps no device open")
      func ended() throws {
        let mock = try MockNode(Mock.touchpad)
        let host = try HostedSession(["event28"])
        let before = MockedMachine.descriptorCount
        try host.session.start()
        #expect(MockedMachine.descriptorCount > before)
        try host.session.end()
        #expect(MockedMachine.hasClosedDescriptors(since: before))
        mock.unplug()
      }

      @Test("A callback may end the session, pause, resume and remove its device")
      func reactions() throws {
        let swipe: [any FingerAction] = [Swipe(.left, at: LiveFingers.middle), Wait(0.6)]
        for reaction in ["end", "pause", "remove", "both", "dispatch"] {
          let mock = try MockNode(Mock.touchpad)
          let host = try HostedSession(["event28"])
          try host.session.start()
          let device = host.session.devices[0]
          host.reaction = { [unowned host] _ in
            switch reaction {
            case "end": try host.session.end()
            case "pause": try host.session.pause(device)
            case "remove": try host.session.remove(device)
            case "both":
              try host.session.pause(device)
              try host.session.resume(device)
            default: try host.session.dispatch()
            }
          }
          mock.write(frames: try LiveFingers(swipe).frames)
          try host.settle()
          #expect(host.failure == nil)
          #expect(host.kinds == ["swipe"], "\(reaction)")
          switch reaction {
          case "end": #expect(host.session.ending == .stopped && device.state == .gone)
          case "pause": #expect(device.state == .paused && host.session.ending == nil)
          case "remove": #expect(device.state == .gone && host.session.ending == .unplugged)
          default: #expect(device.state == .open)
          }
          try host.session.end()
          mock.unplug()
        }
      }
    }
  }
#endif
