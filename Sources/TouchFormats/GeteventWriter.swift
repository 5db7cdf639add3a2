/// Writes the output of Android's `getevent`: devices as with `-il`, then events as with `-lt`.
///
/// Events of a device without a description are numbers, as without `-l`. With several devices each
/// line names its device. Source: getevent of Android 10. See ``GeteventListing``.
package final class GeteventWriter: RecordingWriter {
  package let format = RecordingFormat.getevent
  private let sink: ByteSink
  private var devices: [RecordedDevice] = []

  package init(_ sink: ByteSink) { self.sink = sink }

  package func losses(of devices: [RecordedDevice]) -> [String] {
    devices.nameLosses + devices.calibrationLosses
  }

  package func begin(_ devices: [RecordedDevice]) throws(FileError) {
    self.devices = devices
    for (index, device) in devices.enumerated() {
      guard let description = device.description else { continue }
      let node = node(index)
      try sink.append { bytes in
        bytes.append("add device \(index + 1): \(node)\n")
        GeteventListing.append(description, to: &bytes)
      }
    }
  }

  package func write(_ events: [InputEvent], device: Int, areInserted: Bool) throws(FileError) {
    let isNamed = devices.indices.contains(device) && devices[device].description != nil
    // getevent omits the node when given a single device.
    let showsNode = devices.count > 1 || devices.first?.node != nil && !isNamed
    let prefix = showsNode ? "\(node(device)): " : ""
    for event in events {
      try sink.append { bytes in
        bytes.append("[")
        GeteventWriter.append(event.time, to: &bytes)
        bytes.append("] ")
        bytes.append(prefix)
        if isNamed {
          GeteventWriter.append(named: event, to: &bytes)
        } else {
          GeteventWriter.append(numbers: event, to: &bytes)
        }
      }
    }
  }

  package func finish() throws(FileError) { try sink.finish() }

  private func node(_ index: Int) -> String {
    if devices.indices.contains(index), let node = devices[index].node { return node }
    // Steps of the number of devices keep the nodes of several unnamed devices apart.
    let nodes = Set(devices.compactMap(\.node))
    let step = max(1, devices.count)
    let names = (0...).lazy.map { "/dev/input/event\(index + $0 * step)" }
    return names.first { !nodes.contains($0) } ?? ""
  }

  /// Seconds padded to eight digits, a point and six decimals.
  private static func append(_ time: Timestamp, to bytes: inout [UInt8]) {
    var text: [UInt8] = []
    text.append(seconds: time)
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: max(0, 15 - text.count)))
    bytes += text
  }

  private static func append(numbers event: InputEvent, to bytes: inout [UInt8]) {
    bytes.append(hexadecimal: event.type.rawValue, digits: 4)
    bytes.append(" ")
    bytes.append(hexadecimal: event.code, digits: 4)
    bytes.append(" ")
    bytes.append(hexadecimal: UInt32(bitPattern: event.value), digits: 8)
    bytes.append("\n")
  }

  private static func append(named event: InputEvent, to bytes: inout [UInt8]) {
    let type = EventNames.name(of: event.type)
    bytes.append(column: type ?? hexadecimal(event.type.rawValue), 12)
    bytes.append(" ")
    bytes.append(column: GeteventName.text(of: event.code, event.type), 20)
    bytes.append(" ")
    bytes.append(column: value(event), 20)
    bytes.append("\n")
  }

  private static func value(_ event: InputEvent) -> String {
    switch event.value {
    case 0 where event.type == .key: return "UP"
    case 1 where event.type == .key: return "DOWN"
    case 2 where event.type == .key: return "REPEAT"
    default: return hexadecimal(UInt32(bitPattern: event.value))
    }
  }
}

/// The hexadecimal digits of a number, with leading zeros.
private func hexadecimal(_ number: some FixedWidthInteger) -> String {
  String(appending: { $0.append(hexadecimal: number, digits: number.bitWidth / 4) })
}

extension GeteventName {
  /// The name of a code, or its number if the code has no name, or has one that getevent would cut.
  fileprivate static func text(of code: UInt16, _ type: EventType) -> String {
    let name = EventNames.name(of: code, type: type)
    return name.flatMap { $0.utf8.count > longest ? nil : $0 } ?? hexadecimal(code)
  }
}

// MARK: - Devices

extension GeteventListing {
  fileprivate static func append(_ description: DeviceDescription, to bytes: inout [UInt8]) {
    let titles = ["bus:   ", "vendor ", "product", "version"]
    for (title, number) in zip(titles, description.identity.numbers) {
      bytes.append("  \(title)   \(hexadecimal(number))\n")
    }
    bytes.append("  name:     \"\(singleLine(description.name))\"\n  events:\n")
    for type in description.describedTypes { append(type, of: description, to: &bytes) }
    bytes.append("  input props:\n")
    for property in description.properties.sorted() {
      let number = hexadecimal(UInt16(truncatingIfNeeded: property))
      bytes.append("    \(EventNames.name(ofProperty: property) ?? number)\n")
    }
  }

  /// `    KEY (0001): BTN_TOUCH             BTN_TOOL_FINGER`, four to a line; axes one to a line.
  private static func append(
    _ type: EventType, of description: DeviceDescription, to bytes: inout [UInt8]
  ) {
    let name = EventNames.name(of: type).map { $0.dropFirst("EV_".count) } ?? "???"
    bytes.append("    \(name) (\(hexadecimal(type.rawValue))): ")
    let inLine = type == .absolute ? 1 : 4
    let codes = description.describedCodes(of: type)
    for (index, code) in codes.enumerated() {
      let isFirst = index.isMultiple(of: inLine)
      if index > 0 { bytes.append(isFirst ? "\n" + indent : "  ") }
      bytes.append(column: GeteventName.text(of: code, type), 20)
      if type == .absolute { append(description.axes[code], to: &bytes) }
    }
    bytes.append("\n")
  }

  private static let indent = String(repeating: " ", count: 16)

  private static func append(_ axis: DeviceDescription.Axis?, to bytes: inout [UInt8]) {
    let axis = axis ?? DeviceDescription.Axis(minimum: 0, maximum: 0)
    bytes.append("  : value \(axis.value), min \(axis.minimum), max \(axis.maximum)")
    bytes.append(", fuzz \(axis.fuzz), flat \(axis.flat), resolution \(axis.resolution)")
  }
}
