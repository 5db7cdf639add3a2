#if Live
  import Contacts
  import Evdev
  import Foundation
  import Glibc
  import TestSupport
  import Testing

  @testable import Devices

  extension MockedMachine {
    struct DeviceListTests {
      private func device(_ node: String) throws -> DeviceInfo {
        try #require(try DeviceList.devices().first { $0.node == node })
      }

      @Test("A touchpad is listed with its kind, size, slots and properties")
      func touchpad() throws {
        let device = try device(Mock.touchpad)
        #expect(device.kind == .touchpad)
        #expect(device.name == "Mock Touchpad")
        #expect(device.size == Size(width: 100, height: 60))
        #expect(device.slots == 5)
        #expect(device.properties == ["INPUT_PROP_POINTER", "INPUT_PROP_BUTTONPAD"])
        #expect(device.identity.vendor == 0x04f3)
        #expect(device.obstacle == nil)
      }

      @Test("A touchscreen is listed with udev's calibration matrix")
      func calibration() throws {
        let device = try device(Mock.touchscreen)
        #expect(device.kind == .touchscreen)
        #expect(device.calibration?.numbers == [0, -1, 1, 1, 0, 0])
        #expect(device.json.contains("\"calibration\":[0.0,-1.0,1.0,1.0,0.0,0.0]"))
      }

      @Test("A device's name is escaped")
      func escaping() throws {
        let device = try device(Mock.touchscreen)
        #expect(device.name.contains("\u{1b}"))
        #expect(!device.json.contains("\u{1b}"))
        #expect(device.json.contains("Mock \\u001b[31mTouchscreen"))
      }

      @Test("A keyboard is not a touch device")
      func keyboard() throws {
        let device = try device(Mock.keyboard)
        #expect(device.kind == .keyboard)
        #expect(!device.isTouchDevice)
      }

      @Test(
        "Names, parts of names and nodes find a device",
        arguments: [
          ("event28", Mock.touchpad), (Mock.touchpad, Mock.touchpad),
          ("mock", nil), ("touchpad", Mock.touchpad), ("held", Mock.held),
          ("Mock Keyboard", Mock.keyboard), ("keyboard", nil), (nil, nil), ("nothing", nil),
        ] as [(String?, String?)])
      func find(name: String?, node: String?) throws {
        guard let node else {
          #expect(throws: DeviceError.self) { try DeviceList.find(name) }
          return
        }
        #expect(try DeviceList.find(name).node == node)
      }

      @Test(
        "No command opens a keyboard, or a device to be ignored, that it was not asked for",
        arguments: [
          ["devices"], ["devices", "--all", "--json"], ["devices", "event28"],
          ["record", "event28", "--duration", "0.05"], ["live", "event28", "--duration", "0.05"],
          ["live", "nothing"], ["record", "Mock"],
        ])
      func openings(command: [String]) throws {
        let folder = try TemporaryFolder()
        let counters = try [Mock.keyboard, Mock.ignored].map { try OpeningCounter($0) }
        let output = command[0] == "record" ? ["-o", folder.path + "/a.evemu"] : []
        let program = try LiveProgram(command + output)
        _ = program.end()
        #expect(counters.map { $0.count() } == [0, 0])
      }

      @Test("Of the devices that are listed, only the named one is opened")
      func namedOpening() throws {
        let counters = try [Mock.touchpad, Mock.keyboard].map { try OpeningCounter($0) }
        let program = try LiveProgram(["devices", "Mock Keyboard", "--json"])
        #expect(program.end() == 0)
        #expect(program.lines.count == 1)
        #expect(program.output.contains("\"kind\":\"keyboard\""))
        #expect(counters[0].count() == 0)
        #expect(counters[1].count() > 0)
      }

      @Test("Ports, serial numbers, seats and devices to be ignored are listed")
      func reservations() throws {
        let other = try device(Mock.otherSeat)
        #expect((other.phys, other.uniq, other.seat) == ("mock-1", "", "seat1"))
        #expect(other.reservation == "it belongs to the seat seat1")
        #expect(other.description != nil)
        let ignored = try device(Mock.ignored)
        #expect((ignored.phys, ignored.uniq, ignored.seat) == ("mock-2", "7", "seat0"))
        #expect(ignored.isIgnored)
        #expect(ignored.description == nil)
        #expect(ignored.json.contains("\"ignored\":true"))
        let program = try LiveProgram(["devices"])
        #expect(program.end() == 0)
        #expect(program.remarks.contains("event27: used only if it is named: udev's database has"))
        #expect(program.remarks.contains("event26: used only if it is named: it belongs to the"))
      }

      @Test("Devices of other seats and those to be ignored are found by node or full name only")
      func reserved() throws {
        let devices = try DeviceList.scan()
        let pad = try #require(devices.first { $0.node == Mock.touchpad })
        let others = devices.filter { $0.node == Mock.otherSeat || $0.node == Mock.ignored }
        #expect(try DeviceList.find(nil, among: others + [pad]).node == pad.node)
        #expect(try DeviceList.find("event27", among: devices).node == Mock.ignored)
        #expect(try DeviceList.find("Mock Twin", among: [others[0], pad]).node == others[0].node)
        let part = #expect(throws: DeviceError.self) { try DeviceList.find("twin", among: others) }
        #expect(part?.problem == .notFound)
        #expect(part?.message.contains("(Mock Twin) is used only if its node or full name") == true)
        let none = #expect(throws: DeviceError.self) {
          try DeviceList.find(nil, among: [others[1]])
        }
        #expect(none?.message.contains("event27 is the only touch device, and udev's") == true)
        for other in others { #expect(!DeviceList.isNamed(nil, other)) }
      }

      @Test("A link to a node names the device")
      func link() throws {
        let mock = try MockNode(Mock.touchpad)
        let link = "/dev/input/by-id"
        let path = try #require(Mock.root) + link
        symlink("event28", path)
        defer { unlink(path) }
        #expect(try DeviceList.find(link).node == mock.node)
      }

      @Test(
        "Who waits for a device takes no other that is plugged in, and no keyboard unless named",
        arguments: [
          ("/dev/input/event77", Mock.touchpad, false), ("event77", Mock.touchpad, false),
          ("/dev/input/event77", Mock.keyboard, false), (nil, Mock.keyboard, false),
          (nil, Mock.touchpad, true), (Mock.touchpad, Mock.touchpad, true),
          (Mock.keyboard, Mock.keyboard, true), ("Mock Touch", Mock.touchpad, true),
        ] as [(String?, String, Bool)])
      func waiting(name: String?, node: String, isNamed: Bool) throws {
        #expect(DeviceList.isNamed(name, try device(node)) == isNamed)
      }

      @Test("Without a name, an error lists the devices to choose from")
      func choices() throws {
        let error = try #require(throws: DeviceError.self) { try DeviceList.find(nil) }
        #expect(error.problem == .ambiguous)
        #expect(error.message.contains("\(Mock.touchpad)  Mock Touchpad"))
        #expect(!error.message.contains("Keyboard"))
      }

      @Test("A device without permission reports its owner and the remedy")
      func permission() throws {
        let mock = try MockNode(Mock.touchpad)
        try mock.forbid()
        // The user is the whole process's: these tests run one after the other.
        let user = geteuid()
        if user == 0 { seteuid(65534) }
        defer { seteuid(user) }
        let device = try device(Mock.touchpad)
        let obstacle = try #require(device.obstacle)
        #expect(obstacle.problem == .noPermission)
        #expect(obstacle.problem.exitCode == 77)
        #expect(obstacle.message.contains("owned by root:root (mode 0)"))
        #expect(obstacle.message.contains("70-touchstone.rules"))
        // Properties that need no permission are reported all the same.
        #expect(device.name == "Mock Touchpad")
        #expect(device.kind == .touchpad)
        let error = #expect(throws: DeviceError.self) { try DeviceReader(node: Mock.touchpad) }
        #expect(error?.problem == .noPermission)
      }

      @Test("A node that is not an input device and one that does not exist have different errors")
      func noDevice() throws {
        let file = #expect(throws: DeviceError.self) { try DeviceReader(node: "/etc/passwd") }
        #expect(file?.problem == .unsuitable)
        let nothing = #expect(throws: DeviceError.self) { try DeviceReader(node: "/dev/input/x") }
        #expect(nothing?.problem == .notFound)
      }
    }
  }
#endif
