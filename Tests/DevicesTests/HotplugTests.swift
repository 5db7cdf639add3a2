#if Live
  import Contacts
  import Evdev
  import Foundation
  import Playback
  import TestSupport
  import Testing
  import Timeline
  import TouchScript

  @testable import Devices

  extension MockedMachine {
    struct HotplugTests {
      private let folder: TemporaryFolder
      /// How often devices come and go; with `NIGHTLY` in the environment, a thousand times.
      private static let changes =
        ProcessInfo.processInfo.environment["NIGHTLY"] == nil ? 200 : 1000

      init() throws {
        folder = try TemporaryFolder()
      }

      private func openedCount(_ program: LiveProgram) -> Int {
        program.remarks.components(separatedBy: "Ctrl-C ends").count - 1
      }

      private func waitUntilOpened(_ count: Int, _ program: LiveProgram) {
        for _ in 0..<1000 where openedCount(program) < count { usleep(10_000) }
        #expect(openedCount(program) == count)
      }

      @Test("A device that is announced before the end of the one it replaces is opened after it")
      func announcedEarly() throws {
        let first = try MockNode(Mock.touchpad)
        let program = try LiveProgram(["live", "event28", "--wait", "--json"])
        waitUntilOpened(1, program)
        let second = try MockNode(Mock.touchpad)
        try Mock.announce("add", Mock.touchpad)
        first.unplug()
        waitUntilOpened(2, program)
        for frame in try LiveFingers([Swipe(.left, at: LiveFingers.middle)]).frames {
          second.write(frame)
        }
        try program.wait(for: "swipe")
        program.send(SIGINT)
        #expect(program.end() == 0)
      }

      @Test("A device that returns without any announcement is found")
      func unannounced() throws {
        let first = try MockNode(Mock.touchpad)
        let program = try LiveProgram(["live", "event28", "--wait"])
        waitUntilOpened(1, program)
        first.unplug()
        try program.wait(for: "waiting for the device")
        #expect(program.remarks.contains("event28: the device was unplugged"))
        let second = try MockNode(Mock.touchpad)
        waitUntilOpened(2, program)
        program.send(SIGINT)
        #expect(program.end() == 0)
        second.unplug()
      }

      @Test("A device that cannot be opened when it returns is noted once, and waited for")
      func failure() throws {
        let first = try MockNode(Mock.touchpad)
        let program = try LiveProgram(["live", "event28", "--wait", "--grab"])
        waitUntilOpened(1, program)
        let reason = "event28: another program has grabbed the device"
        var second: MockNode?
        try Mock.withFault("grab", String(EBUSY)) {
          first.unplug()
          second = try MockNode(Mock.touchpad)
          try Mock.announce("add", Mock.touchpad)
          try program.wait(for: reason)
          for _ in 0..<3 { try Mock.announce("change", Mock.touchpad) }
        }
        waitUntilOpened(2, program)
        program.send(SIGINT)
        #expect(program.end() == 0)
        #expect(program.remarks.components(separatedBy: reason).count == 2)
        second?.unplug()
      }

      @Test("A session survives hundreds of replugs without leaking descriptors")
      func replugs() throws {
        var node: MockNode? = try MockNode(Mock.touchpad)
        var options = LiveSession.Options()
        options.waits = true
        let session = try LiveSession(device: "event28", options: options)
        defer { session.notices = nil }
        var opened = 0
        var descriptors: [Int] = []
        session.notices = { notice in
          switch notice {
          case .opened:
            opened += 1
            descriptors.append(MockedMachine.descriptorCount)
            if opened > Self.changes { return session.loop.stop() }
            node?.write(at: Double(opened), [(0x2f, 0), (0x39, Int32(opened)), (0x35, 400)])
            node?.unplug()
          case .waiting:
            node = try? MockNode(Mock.touchpad)
            try? Mock.announce("add", Mock.touchpad)
          default: break
          }
        }
        #expect(try session.run() == .stopped)
        #expect(opened == Self.changes + 1)
        #expect(session.summary.touches == Self.changes)
        #expect(try #require(descriptors.last) <= descriptors[0])
      }

      @Test("A watch prints hundreds of devices that come and go")
      func watch() throws {
        let program = try LiveProgram(["devices", "--all", "--watch", "--json"])
        try program.wait(for: "event31")
        let before = program.lines.count
        for _ in 0..<Self.changes {
          try Mock.announce("add", Mock.keyboard)
          try Mock.announce("remove", Mock.keyboard)
        }
        for _ in 0..<2000 where program.lines.count < before + 2 * Self.changes { usleep(10_000) }
        program.send(SIGINT)
        #expect(program.end() == 0)
        #expect(program.lines.count { $0.contains("\"change\":\"added\"") } == Self.changes)
        #expect(program.lines.count { $0.contains("\"change\":\"removed\"") } == Self.changes)
      }

      @Test("A watch lists the devices again when messages were lost")
      func overflow() throws {
        let program = try LiveProgram(["devices", "--watch", "--json"])
        try program.wait(for: "event31")
        // The loop reads the monitor after its first listing; a first change shows that it does.
        try Mock.announce("add", Mock.touchpad)
        try program.wait(for: "\"change\":\"added\"")
        try Mock.withoutDevice(Mock.touchscreen) {
          try Mock.withFault("overflow") {
            try Mock.announce("change", Mock.touchpad)
            try program.wait(for: "\"change\":\"removed\",\"node\":\"\(Mock.touchscreen)\"")
          }
        }
        program.send(SIGINT)
        #expect(program.end() == 0)
      }

      @Test("A session that waits looks for its device when messages were lost")
      func overflowWhileWaiting() throws {
        let first = try MockNode(Mock.touchpad)
        let program = try LiveProgram(["live", "event28", "--wait"])
        waitUntilOpened(1, program)
        first.unplug()
        try program.wait(for: "waiting for the device")
        let second = try MockNode(Mock.touchpad)
        try Mock.withFault("overflow") {
          try Mock.announce("add", Mock.touchpad)
          waitUntilOpened(2, program)
        }
        program.send(SIGINT)
        #expect(program.end() == 0)
        second.unplug()
      }

      @Test("Revoked access is not reported as an unplugging", arguments: ["live", "record"])
      func revoked(command: String) throws {
        let mock = try MockNode(Mock.touchpad)
        let output = command == "record" ? ["-o", folder.path + "/a.evemu"] : []
        let program = try LiveProgram([command, "event28"] + output)
        try program.wait(for: "Ctrl-C ends")
        mock.revoke()
        #expect(program.end() == 69)
        #expect(program.remarks.contains("access to the device was revoked"))
        #expect(!program.remarks.contains("unplugged"))
      }
    }

    /// The number of this process's open descriptors, without the pipes of tests that run at the
    /// same time.
    static var descriptorCount: Int {
      let folder = "/proc/self/fd"
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      return names.count { name in
        let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(name)")
        return target?.hasPrefix("pipe:") == false
      }
    }

    /// Whether no more descriptors are open than before; other tests and queues close theirs a
    /// moment later.
    static func hasClosedDescriptors(since before: Int) -> Bool {
      for _ in 0..<1000 where descriptorCount > before { usleep(1000) }
      return descriptorCount <= before
    }
  }

  @Suite("ReturningDevice")
  struct ReturningDeviceTests {
    private func device(
      _ node: Int, phys: String = "", uniq: String = "", name: String = "Screen",
      kind: DeviceInfo.Kind = .touchscreen
    ) -> DeviceInfo {
      var device = DeviceInfo(
        node: "/dev/input/event\(node)", name: name, identity: .init(), kind: kind)
      device.phys = phys
      device.uniq = uniq
      device.folder = "/sys/input\(node)"
      return device
    }

    private func nodes(
      _ original: DeviceInfo, beside twins: [DeviceInfo] = [], among devices: [DeviceInfo]
    ) -> [String] {
      var returning = ReturningDevice(original)
      returning.noteTwins(among: [original] + twins)
      return returning.candidates(among: devices).map { String($0.node.dropFirst(16)) }
    }

    @Test("The same model at the same port is the device, at another node, too")
    func port() {
      #expect(nodes(device(5, phys: "usb-1"), among: [device(9, phys: "usb-1")]) == ["9"])
    }

    @Test("Another model and another kind are other devices")
    func model() {
      let others = [device(5, phys: "1", name: "Pad"), device(6, phys: "1", kind: .touchpad)]
      #expect(nodes(device(5, phys: "1"), among: others) == [])
    }

    @Test("A twin that was there before is not opened in its place")
    func twin() {
      let twin = device(6, phys: "usb-2")
      let original = device(5, phys: "usb-1")
      #expect(nodes(original, beside: [twin], among: [twin]) == [])
      #expect(nodes(original, beside: [twin], among: [device(7, phys: "usb-2")]) == [])
      let back = device(8, phys: "usb-1")
      #expect(nodes(original, beside: [twin], among: [twin, back]) == ["8"])
    }

    @Test("Plugged into another port it is the device, after one at the old port")
    func otherPort() {
      let original = device(5, phys: "usb-1")
      let devices = [device(7, phys: "usb-3"), device(8, phys: "usb-1")]
      #expect(nodes(original, among: [devices[0]]) == ["7"])
      #expect(nodes(original, among: devices) == ["8", "7"])
    }

    @Test("Serial numbers tell twins apart, at whatever port")
    func serialNumber() {
      let original = device(5, phys: "usb-1", uniq: "a")
      let twin = device(6, phys: "usb-2", uniq: "b")
      #expect(nodes(original, beside: [twin], among: [device(7, phys: "usb-1", uniq: "b")]) == [])
      #expect(
        nodes(original, beside: [twin], among: [device(8, phys: "usb-2", uniq: "a")]) == ["8"])
      #expect(nodes(original, among: [device(9, phys: "usb-1")]) == [])
    }
  }
#endif
