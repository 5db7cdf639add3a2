import Evdev
import Files
import Testing
import TouchFormats

/// Recordings of any number of devices, a few bytes each.
enum ManyDevices: String, CaseIterable, Sendable {
  case getevent, geteventListing, evtest, umockdevScript, umockdevIoctl, umockdevSysfs, libinput
  case otherYAML

  var format: RecordingFormat {
    switch self {
    case .getevent, .geteventListing: .getevent
    case .evtest: .evtest
    case .umockdevScript, .umockdevIoctl, .umockdevSysfs: .umockdev
    case .libinput, .otherYAML: .libinput
    }
  }

  private var head: String {
    switch self {
    case .libinput: "version: 1\ndevices:\n"
    case .otherYAML: "version: 1\ndevices: [\n"
    default: ""
    }
  }

  private func device(_ number: Int) -> String {
    switch self {
    case .getevent: "/dev/input/event\(number): 0000 0000 00000000\n"
    case .geteventListing: "add device \(number): /dev/input/event\(number)\n"
    case .evtest:
      """
      Input driver version is 1.0.1
      Event: time 1.000000, -------------- SYN_REPORT ------------

      """
    case .umockdevScript: "d /dev/input/event\(number)\n"
    case .umockdevIoctl: "@DEV /dev/input/event\(number)\n"
    case .umockdevSysfs: "P: /devices/input\(number)\nE: NAME=\"Pad\"\n"
    case .libinput: "- node: /dev/input/event\(number)\n"
    case .otherYAML: "{\"node\": \"/dev/input/event\(number)\"},\n"
    }
  }

  func text(_ count: Int) -> String {
    head + (0..<count).map(device).joined() + (self == .otherYAML ? "]\n" : "")
  }

  /// The position of the first device beyond the limit.
  var errorPosition: FileError.Position {
    switch self {
    case .getevent: .line(1025, column: 1)
    case .geteventListing: .line(1025, column: 18)
    case .evtest: .line(2049, column: 1)
    case .umockdevScript: .line(1025, column: 3)
    // Descriptions of the same device are only merged at the end.
    case .umockdevIoctl: .line(2001, column: 1)
    case .umockdevSysfs: .line(2050, column: 4)
    case .libinput: .line(1027, column: 3)
    case .otherYAML: .line(1027, column: 1)
    }
  }
}

@Suite struct DeviceLimitTests {
  @Test("1024 devices are read", arguments: ManyDevices.allCases)
  func most(kind: ManyDevices) throws {
    #expect(try read(kind.text(1024), format: kind.format).devices.count == 1024)
  }

  @Test("Another device is an error at its line", arguments: ManyDevices.allCases)
  func tooMany(kind: ManyDevices) {
    let error = #expect(throws: FileError.self) {
      try read(kind.text(2000), format: kind.format)
    }
    #expect(error?.expected == "at most 1024 devices")
    #expect(error?.position == kind.errorPosition)
  }
}

/// A recording with a name of a device or of a node.
struct NamedDevice: CustomTestStringConvertible, Sendable {
  var testDescription: String
  var format: RecordingFormat
  var text: @Sendable (String) -> String
  /// The line of the name.
  var line: Int
  /// The bytes of the name that the text adds.
  var prefix = 0

  static let all = [
    NamedDevice(testDescription: "evemu", format: .evemu, text: { "N: \($0)\n" }, line: 1),
    NamedDevice(
      testDescription: "evtest", format: .evtest,
      text: { "Input driver version is 1.0.1\nInput device name: \"\($0)\"\n" }, line: 2),
    NamedDevice(
      testDescription: "getevent node", format: .getevent,
      text: { "/dev/input/event\($0): 0000 0000 00000000\n" }, line: 1, prefix: 16),
    NamedDevice(
      testDescription: "getevent name", format: .getevent,
      text: { "add device 1: /dev/input/event1\n  name:     \"\($0)\"\n" }, line: 2),
    NamedDevice(
      testDescription: "umockdev script", format: .umockdev,
      text: { "d /dev/input/event\($0)\n" }, line: 1, prefix: 16),
    NamedDevice(
      testDescription: "umockdev ioctl", format: .umockdev,
      text: { "@DEV /dev/input/event\($0)\n" }, line: 1, prefix: 16),
    NamedDevice(
      testDescription: "umockdev name", format: .umockdev,
      text: { "P: /devices/input1\nE: NAME=\"\($0)\"\n" }, line: 2),
    NamedDevice(
      testDescription: "umockdev node", format: .umockdev,
      text: { "P: /devices/input1/event1\nN: input/event\($0)\nE: NAME=\"a\"\n" }, line: 2,
      prefix: 16),
    NamedDevice(
      testDescription: "libinput node", format: .libinput,
      text: { "version: 1\ndevices:\n- node: /dev/input/event\($0)\n" }, line: 3, prefix: 16),
    NamedDevice(
      testDescription: "libinput name", format: .libinput,
      text: {
        "version: 1\ndevices:\n- node: /dev/input/event1\n  evdev:\n    name: \"\($0)\"\n"
      }, line: 5),
    NamedDevice(
      testDescription: "other YAML node", format: .libinput,
      text: { "version: 1\ndevices: [{\"node\": \"/dev/input/event\($0)\"}]\n" }, line: 2,
      prefix: 16),
    NamedDevice(
      testDescription: "other YAML name", format: .libinput,
      text: {
        "version: 1\ndevices: [{\"node\": \"/dev/input/event1\", \"evdev\": {\"name\": \"\($0)\"}}]\n"
      }, line: 2),
  ]
}

@Suite struct DeviceNameTests {
  @Test("A name of 256 bytes is read", arguments: NamedDevice.all)
  func longest(device: NamedDevice) throws {
    let name = String(repeating: "1", count: 256 - device.prefix)
    let devices = try read(device.text(name), format: device.format).devices
    let names = devices.flatMap { [$0.node, $0.description?.name] }.compactMap(\.self)
    #expect(names.contains { $0.hasSuffix(name) && $0.utf8.count == 256 }, "\(names)")
  }

  @Test("A longer name is an error at its line", arguments: NamedDevice.all)
  func tooLong(device: NamedDevice) {
    let name = String(repeating: "1", count: 257 - device.prefix)
    let error = #expect(throws: FileError.self) {
      try read(device.text(name), format: device.format)
    }
    #expect(error?.expected == "a name of at most 256 bytes", "\(error as Any)")
    guard case .line(let line, _) = error?.position else {
      Issue.record("no line: \(error as Any)")
      return
    }
    #expect(line == device.line)
  }
}
