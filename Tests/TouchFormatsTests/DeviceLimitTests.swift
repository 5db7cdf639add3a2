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
