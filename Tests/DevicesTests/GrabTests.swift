#if Live
  import Evdev
  import Foundation
  import TestSupport
  import Testing
  import Timeline

  @testable import Devices

  extension MockedMachine {
    struct GrabTests {
      private let folder: TemporaryFolder

      init() throws {
        folder = try TemporaryFolder()
        // Programs that end leave it.
        unlink(try #require(Mock.root) + "/grabbed")
      }

      @Test(
        "The only keyboard is not grabbed without a time limit",
        arguments: [
          ["live", "event30"], ["record", "event30", "-o"], ["record", "event28", "-o"],
        ])
      func onlyKeyboard(command: [String]) throws {
        let mock = try MockNode(Mock.keyboard)
        let pad = try MockNode(Mock.touchpad)
        let output = command.last == "-o" ? [folder.path + "/a.evemu"] : []
        let isKeyboard = command[1] == "event30"
        let program = try LiveProgram(command + output + ["--grab"])
        if isKeyboard {
          #expect(program.end() == 64)
          #expect(program.remarks.contains("event30: no other keyboard would be left"))
          #expect(program.remarks.contains("--duration"))
          let limited = try LiveProgram(command + output + ["--grab", "--duration", "0.05"])
          #expect(limited.end() == 0)
        } else {
          try program.wait(for: "Ctrl-C ends")
          program.send(SIGINT)
          #expect(program.end() == 0)
        }
        mock.unplug()
        pad.unplug()
      }

      @Test("Of two keyboards, one may be grabbed; one that is ignored does not count")
      func twoKeyboards() throws {
        func keyboard(_ number: Int) -> DeviceInfo {
          DeviceInfo(
            node: "/dev/input/event\(number)", name: "", identity: .init(), kind: .keyboard)
        }
        var ignored = keyboard(2)
        ignored.isIgnored = true
        try KeyboardGrab.check([keyboard(1)], among: [keyboard(1), keyboard(2)])
        for (grabbed, others) in [
          ([keyboard(1), keyboard(2)], [keyboard(1), keyboard(2)]),
          ([keyboard(1)], [keyboard(1), ignored]),
        ] {
          let error = #expect(throws: DeviceError.self) {
            try KeyboardGrab.check(grabbed, among: others)
          }
          #expect(error?.problem == .refused)
        }
      }

      @Test("A recording ends after its duration", arguments: ["live", "record"])
      func duration(command: String) throws {
        let mock = try MockNode(Mock.touchpad)
        let output = command == "record" ? ["-o", folder.path + "/a.evemu"] : []
        let program = try LiveProgram([command, "event28", "--duration", "0.1"] + output)
        #expect(program.end() == 0)
        #expect(program.remarks.contains(" in 0.1 s"))
        for wrong in ["0", "-1", "nan", "1e9", "x"] {
          let program = try LiveProgram([command, "event28", "--duration=\(wrong)"] + output)
          #expect(program.end() == 64)
        }
        mock.unplug()
      }

      @Test(
        "A failed grab tells the reason",
        arguments: [
          (EBUSY, "another program has grabbed the device", .failed),
          (ENODEV, "cannot grab the device: Operation not supported by device", .gone),
          (EINVAL, "cannot grab the device: Invalid argument", .failed),
        ] as [(Int32, String, DeviceError.Problem)])
      func reason(error: Int32, message: String, problem: DeviceError.Problem) throws {
        let mock = try MockNode(Mock.touchpad)
        try Mock.withFault("grab", String(error)) {
          let thrown = #expect(throws: DeviceError.self) {
            try DeviceReader(node: mock.node, grabs: true)
          }
          #expect(thrown?.problem == problem)
          if error != ENODEV { #expect(thrown?.message == message) }
        }
        #expect(!Mock.isGrabbed)
      }

      @Test("A descriptor of another model is given back without a grab")
      func refused() throws {
        let pad = try MockNode(Mock.touchpad)
        let screen = try MockNode(Mock.touchscreen)
        let host = try HostedSession(["event28"]) { $0.grabs = true }
        try host.session.start()
        #expect(Mock.isGrabbed)
        let device = host.session.devices[0]
        try host.session.pause(device)
        #expect(!Mock.isGrabbed)
        let descriptor = open(screen.node, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        #expect(throws: DeviceError.self) {
          try host.session.resume(device, descriptor: descriptor)
        }
        #expect(fcntl(descriptor, F_GETFD) >= 0)
        #expect(!Mock.isGrabbed)
        pad.unplug()
      }

      @Test("A device is grabbed once everything that is down is released")
      func held() throws {
        let mock = try MockNode(Mock.held)
        let reader = try DeviceReader(node: mock.node, grabs: true)
        var frame: [InputEvent] = []
        func readAll() throws { while try reader.read(into: &frame) {} }
        try readAll()
        #expect(!Mock.isGrabbed)
        mock.write(at: 1, [(0x2f, 1), (0x39, -1)], keys: [(KeyCode.touch, 0)])
        try readAll()
        // The finger's tool key is still down.
        #expect(!Mock.isGrabbed)
        mock.write(at: 2, [], keys: [(KeyCode.toolFinger, 0)])
        // The kernel says that something went down just before the grab: it is undone.
        try readAll()
        #expect(!Mock.isGrabbed)
        try Mock.withFault("released") { try readAll() }
        #expect(Mock.isGrabbed)
      }
    }
  }
#endif
