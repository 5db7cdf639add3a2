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
  import TouchScript

  @testable import Devices

  /// A service that opens nodes, as logind does, and counts what it has handed out.
  final class Seat {
    private(set) var handedOut: [Int32] = []
    var failure: (any Error)?

    var opener: DeviceOpener {
      DeviceOpener(
        open: { [unowned self] node, flags in
          if let failure { throw failure }
          let descriptor = open(node, flags)
          handedOut.append(descriptor)
          return descriptor
        },
        close: { [unowned self] descriptor in
          handedOut.removeAll { $0 == descriptor }
          close(descriptor)
        })
    }
  }

  extension MockedMachine {
    @Suite("Devices that are handed in, paused and resumed")
    struct PauseTests {
      private let folder: TemporaryFolder

      init() throws {
        folder = try TemporaryFolder()
      }

      private func opened(_ node: String, _ flags: Int32 = O_RDONLY | O_NONBLOCK) throws -> Int32 {
        let descriptor = open(node, flags | O_CLOEXEC)
        try #require(descriptor >= 0)
        return descriptor
      }

      @Test("An open device is handed in before and after the start; blocking reads do not block")
      func handedIn() throws {
        let pad = try MockNode(Mock.touchpad)
        let screen = try MockNode(Mock.touchscreen)
        let seat = Seat()
        let host = try HostedSession([], opener: seat.opener)
        let first = try host.session.add(
          descriptor: opened(pad.node, O_RDONLY), node: Mock.touchpad)
        try host.session.start()
        let second = try host.session.add(descriptor: opened(screen.node), node: Mock.touchscreen)
        #expect(host.session.devices.map(\.state) == [.open, .open])
        #expect(first.info?.name == "Mock Touchpad" && second.info?.calibration != nil)
        pad.write(frames: try LiveFingers([Swipe(.left, at: LiveFingers.middle)]).frames)
        try host.settle()
        #expect(host.kinds == ["swipe"])
        try host.session.remove(first)
        try host.session.remove(second)
        #expect(host.session.ending == nil)
        try host.session.end()
      }

      @Test("A descriptor without a node's name is found in udev's database")
      func nameless() throws {
        let mock = try MockNode(Mock.touchpad)
        let host = try HostedSession([])
        let device = try host.session.add(descriptor: opened(mock.node))
        #expect(device.info?.node == Mock.touchpad)
        #expect(device.info?.kind == .touchpad)
      }

      @Test("A descriptor that is no device remains the caller's")
      func unsuitable() throws {
        let host = try HostedSession([])
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        let error = #expect(throws: DeviceError.self) {
          try host.session.add(descriptor: ends[0])
        }
        #expect(error?.problem == .unsuitable)
        #expect(fcntl(ends[0], F_GETFD) >= 0)
        #expect(throws: DeviceError.self) { try host.session.add(descriptor: -1) }
        #expect(host.session.devices.isEmpty)
        for end in ends { close(end) }
      }

      @Test("An opener opens and closes all nodes; its error is the session's")
      func opener() throws {
        let mock = try MockNode(Mock.touchpad)
        let seat = Seat()
        let host = try HostedSession(["event28"], opener: seat.opener)
        try host.session.start()
        #expect(seat.handedOut.count == 1)
        try host.session.pause()
        #expect(seat.handedOut.isEmpty)
        seat.failure = DeviceError(.noPermission, device: "seat", message: "not active")
        #expect(throws: DeviceError(.noPermission, device: "seat", message: "not active")) {
          try host.session.resume()
        }
        #expect(host.session.devices[0].state == .paused)
        seat.failure = nil
        try host.session.resume()
        #expect(seat.handedOut.count == 1)
        mock.write(frames: try LiveFingers([Swipe(.left, at: LiveFingers.middle)]).frames)
        try host.settle()
        #expect(host.kinds == ["swipe"])
        try host.session.end()
        #expect(seat.handedOut.isEmpty)
      }

      @Test("A device that returns sends the whole state of its slots, and its touches are new")
      func returningState() throws {
        let mock = try MockNode(Mock.touchpad)
        let reader = try DeviceReader(
          DeviceFile(opening: mock.node, with: .system), node: mock.node, origin: .zero,
          grabs: false, isReturning: true)
        mock.write(at: 1, [(0x2f, 0), (0x39, 4), (0x35, 400), (0x36, 800)])
        var frame: [InputEvent] = []
        #expect(try reader.read(into: &frame))
        #expect(frame.count { $0.code == AbsoluteCode.trackingID && $0.value == -1 } == 5)
        var tracker = SlotTracker(description: reader.description)
        for event in frame { _ = tracker.process(event) }
        #expect(tracker.frame.contacts.map(\.isResumed) == [false])
      }

      @Test("A pause cancels what fingers do, and no gesture comes from the gap")
      func pause() throws {
        let path = folder.path + "/pause.evemu"
        let first = try MockNode(Mock.touchpad)
        let host = try HostedSession(["event28"]) { $0.recordingPath = path }
        try host.session.start()
        let device = host.session.devices[0]
        let pan = try LiveFingers(
          [Pan(from: Point(x: 20, y: 20), to: Point(x: 70, y: 30))], after: -2
        ).frames
        first.write(frames: pan.dropLast(10))
        // What has arrived counts, although it was not dispatched.
        try host.session.pause(device)
        #expect(host.gestures.map(\.gesture.state) == [.cancelled])
        #expect(device.state == .paused)
        #expect(!isReadable(host.session.descriptor))
        first.write(frames: try LiveFingers([Swipe(.left, at: LiveFingers.middle)]).frames)
        try host.settle()
        let second = try MockNode(Mock.touchpad)
        try host.session.resume(device, descriptor: opened(second.node))
        #expect(device.state == .open)
        // The finger that was down lifts: the device knows it, the session's touch is gone.
        second.write(at: MonotonicClock.now.seconds, [(0x2f, 0), (0x39, -1)])
        try host.settle()
        #expect(host.gestures.count == 1)
        second.write(frames: try LiveFingers([Swipe(.right, at: LiveFingers.middle)]).frames)
        try host.settle()
        #expect(host.kinds == ["pan", "swipe"])
        try host.session.end()
        var replayed: [String] = []
        _ = try Replay(path: path).run { report in
          guard case .gesture(var record) = report else { return }
          record.file = nil
          replayed.append(record.json)
        }
        #expect(replayed == host.gestures.map(\.json))
      }

      @Test("A finger that is down across a pause is no tap, and those after it are")
      func ghost() throws {
        let first = try MockNode(Mock.held)
        let host = try HostedSession(["event31"])
        try host.session.start()
        let device = host.session.devices[0]
        try host.session.pause(device)
        let second = try MockNode(Mock.held)
        try host.session.resume(device)
        // The kernel's state has the finger, which lifts soon after.
        let now = MonotonicClock.now.seconds
        second.write(at: now, [(0x2f, 1), (0x35, 2001)])
        second.write(at: now + 0.03, [(0x39, -1), (0x2f, 0)], keys: [(0x14a, 0)])
        try host.settle()
        #expect(host.session.summary.touches == 1)
        #expect(host.session.nextDeadline == nil)
        #expect(host.gestures.isEmpty)
        let tap = try LiveFingers([Wait(0.1), Tap(at: LiveFingers.middle)]).frames
        second.write(frames: tap)
        try host.wait { !host.gestures.isEmpty }
        #expect(host.kinds == ["tap"])
        first.unplug()
      }

      @Test("Revoked access pauses a device that was handed in, and the session continues")
      func revoked() throws {
        let first = try MockNode(Mock.touchpad)
        let host = try HostedSession([])
        let device = try host.session.add(descriptor: opened(first.node), node: Mock.touchpad)
        try host.session.start()
        let pan = try LiveFingers([Pan(from: Point(x: 20, y: 20), to: Point(x: 70, y: 30))]).frames
        first.write(frames: pan.dropLast(10))
        first.revoke()
        try host.settle()
        #expect(host.notices.last == .revoked(node: Mock.touchpad))
        #expect(host.gestures.map(\.gesture.state) == [.cancelled])
        #expect(device.state == .paused)
        #expect(host.session.ending == nil && !isReadable(host.session.descriptor))
        // logind announces the pause later.
        try host.session.pause(device)
        let second = try MockNode(Mock.touchpad)
        try host.session.resume(device, descriptor: opened(second.node))
        second.write(frames: try LiveFingers([Swipe(.left, at: LiveFingers.middle)]).frames)
        try host.settle()
        #expect(host.kinds == ["pan", "swipe"])
      }

      @Test(
        "A device that is resumed as another model stays paused, and the descriptor the caller's")
      func another() throws {
        let pad = try MockNode(Mock.touchpad)
        let screen = try MockNode(Mock.touchscreen)
        let host = try HostedSession(["event28"])
        try host.session.start()
        let device = host.session.devices[0]
        try host.session.pause(device)
        let descriptor = try opened(screen.node)
        let error = #expect(throws: DeviceError.self) {
          try host.session.resume(device, descriptor: descriptor)
        }
        #expect(error?.problem == .unsuitable)
        #expect(device.state == .paused)
        #expect(fcntl(descriptor, F_GETFD) >= 0)
        close(descriptor)
        pad.unplug()
      }

      @Test("A device that was unplugged during its pause is gone when it is resumed")
      func unpluggedMeanwhile() throws {
        let pad = try MockNode(Mock.touchpad)
        let host = try HostedSession(["event28"])
        try host.session.start()
        let device = host.session.devices[0]
        try host.session.pause(device)
        pad.unplug()
        try host.session.resume(device)
        #expect(device.state == .gone)
        #expect(host.notices.last == .unplugged(node: Mock.touchpad))
        #expect(host.session.ending == .unplugged)
        #expect(throws: DeviceError.self) { try host.session.resume(device) }
        try host.session.pause(device)
        try host.session.remove(device)
      }

      @Test("A device that is paused and resumed before the start is opened by its node")
      func resumedBeforeStart() throws {
        let pad = try MockNode(Mock.touchpad)
        let screen = try MockNode(Mock.touchscreen)
        let seat = Seat()
        let host = try HostedSession([], opener: seat.opener)
        let device = try host.session.add(descriptor: opened(pad.node), node: Mock.touchpad)
        try host.session.pause(device)
        try host.session.resume(device)
        #expect(device.state == .waiting && seat.handedOut.isEmpty)
        try host.session.start()
        #expect(device.state == .open && device.info?.node == Mock.touchpad)
        #expect(seat.handedOut.count == 1 && host.notices.count == 1)
        pad.write(frames: try LiveFingers([Swipe(.left, at: LiveFingers.middle)]).frames)
        try host.settle()
        #expect(host.kinds == ["swipe"])
        try host.session.end()
        screen.unplug()
      }

      @Test("A device that is resumed before the start and missing at the start is gone")
      func missingAtStart() throws {
        let pad = try MockNode(Mock.touchpad)
        let host = try HostedSession([])
        let device = try host.session.add(descriptor: opened(pad.node), node: Mock.touchpad)
        try host.session.pause(device)
        try host.session.resume(device)
        pad.unplug()
        try host.session.start()
        #expect(device.state == .gone && host.session.devices.isEmpty)
        #expect(host.notices == [.unplugged(node: Mock.touchpad)])
        #expect(host.session.ending == nil)
        try host.session.end()
      }

      @Test("Another model at the node of a device that was resumed before the start is an error")
      func anotherAtStart() throws {
        let pad = try MockNode(Mock.touchpad)
        let screen = try MockNode(Mock.touchscreen)
        let opener = DeviceOpener(
          open: { _, flags in open(Mock.touchscreen, flags) }, close: { close($0) })
        let host = try HostedSession([], opener: opener)
        let device = try host.session.add(descriptor: opened(pad.node), node: Mock.touchpad)
        try host.session.pause(device)
        try host.session.resume(device)
        let error = #expect(throws: DeviceError.self) { try host.session.start() }
        #expect(error?.problem == .unsuitable)
        #expect(device.state == .gone)
        screen.unplug()
      }

      @Test(
        "Whatever a program does with devices, in callbacks and outside, every descriptor is closed once",
        arguments: 0..<5)
      func arbitrary(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var nodes = try [Mock.touchpad, Mock.touchscreen].map { try MockNode($0) }
        let seat = Seat()
        let before = MockedMachine.descriptorCount
        var host: HostedSession? = try HostedSession(["event28"], opener: seat.opener) {
          $0.replay.detail = .everyState
        }
        let session = try #require(host?.session)
        func act() {
          let device = session.devices.randomElement(using: &generator)
          let descriptor = Bool.random(using: &generator) ? open(nodes[0].node, O_RDONLY) : -1
          var isTaken = false
          switch (Int.random(in: 0..<9, using: &generator), device) {
          case (0, let device?): try? session.pause(device)
          case (1, let device?): try? session.resume(device)
          case (2, let device?):
            isTaken = (try? session.resume(device, descriptor: descriptor)) != nil
          case (3, let device?): try? session.remove(device)
          case (4, _): _ = try? session.add(device: "event29")
          case (5, _):
            isTaken =
              (try? session.add(descriptor: descriptor, node: nodes[0].node)) != nil
          case (6, _): try? session.pause()
          case (7, _): try? session.dispatch()
          default: try? session.resume()
          }
          if !isTaken, descriptor >= 0 { close(descriptor) }
        }
        host?.reaction = { _ in if Int.random(in: 0..<4, using: &generator) == 0 { act() } }
        try session.start()
        for step in 0..<60 {
          let number = Int.random(in: 0..<2, using: &generator)
          if Int.random(in: 0..<10, using: &generator) == 0 {
            nodes[number].revoke()
            nodes[number] = try MockNode(nodes[number].node)
          }
          let pan = Pan(from: Point(x: 20, y: 20), to: Point(x: 70, y: 30), duration: 0.1)
          let frames = try LiveFingers([pan], after: Double(step - 60) / 2).frames
          nodes[number].write(frames: frames.dropLast(step % 3 * 4))
          try session.dispatch()
          act()
        }
        try session.end()
        #expect(seat.handedOut.isEmpty)
        #expect(session.devices.allSatisfy { $0.state == .gone })
        host = nil
        #expect(MockedMachine.descriptorCount <= before + 3)
      }

      @Test("A recording's devices are those of its start")
      func lateAddition() throws {
        let pad = try MockNode(Mock.touchpad)
        let host = try HostedSession(["event28"]) { $0.recordingPath = folder.path + "/a.evemu" }
        try host.session.start()
        let error = #expect(throws: DeviceError.self) { try host.session.add(device: "event29") }
        #expect(error?.message == "a recording has the devices of its start")
        try host.session.end()
        let late = #expect(throws: DeviceError.self) { try host.session.add(device: "event29") }
        #expect(late?.message == "the session has ended")
        pad.unplug()
      }
    }
  }
#endif
