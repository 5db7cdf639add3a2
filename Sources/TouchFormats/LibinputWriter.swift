/// Writes the YAML of `libinput record`, version 1, in its layout, for one or several devices.
///
/// Devices follow one another in the file. Events of the first device are written at once. Events
/// of the other devices wait until the recording ends: in memory or, for a recording in progress,
/// in files beside it (`both.yml.2.part` ...), each itself a recording.
package final class LibinputWriter: RecordingWriter {
  package let format = RecordingFormat.libinput
  private let sink: ByteSink
  private let system: RecordingSystem?
  private var devices: [RecordedDevice] = []
  /// The device that is being written.
  private var current = 0
  /// The encoded events of devices that are not being written yet.
  private var waiting: [[UInt8]] = []
  /// The files in which events wait instead, by device; empty if they wait in memory.
  private var parts: [Int: LibinputPart] = [:]
  private let usesParts: Bool
  /// Whether the next event of each device begins a new entry.
  private var beginsEntry: [Bool] = []

  /// - Parameters:
  ///   - system: The machine that records; nil if it is unknown, as in a conversion.
  ///   - usesParts: Whether waiting events are kept in files, for a recording in progress.
  package init(_ sink: ByteSink, system: RecordingSystem? = nil, usesParts: Bool = false) {
    self.sink = sink
    self.system = system
    // Standard output has no file beside it.
    self.usesParts = usesParts && sink.name != "-"
  }

  package func losses(of devices: [RecordedDevice]) -> [String] { devices.nameLosses }

  package func begin(_ devices: [RecordedDevice]) throws(FileError) {
    self.devices = devices.isEmpty ? [RecordedDevice()] : devices
    waiting = Array(repeating: [], count: self.devices.count)
    beginsEntry = Array(repeating: true, count: self.devices.count)
    try sink.append { bytes in
      appendHeader(devices: self.devices.count, to: &bytes)
      LibinputWriter.append(self.devices[0], to: &bytes)
    }
    guard usesParts else { return }
    for index in self.devices.indices.dropFirst() {
      var head: [UInt8] = []
      appendHeader(devices: 1, to: &head)
      let header = head.count
      LibinputWriter.append(self.devices[index], to: &head)
      parts[index] = try LibinputPart(
        path: "\(sink.name).\(index + 1).part", head: head, header: header)
    }
  }

  package func write(_ events: [InputEvent], device: Int, areInserted: Bool) throws(FileError) {
    guard waiting.indices.contains(device) else { return }
    if device == current {
      for event in events {
        try sink.append { bytes in append(event, device, areInserted, to: &bytes) }
      }
      return
    }
    for event in events { append(event, device, areInserted, to: &waiting[device]) }
    if let part = parts[device] {
      try part.append(waiting[device])
      waiting[device].removeAll(keepingCapacity: true)
    }
  }

  package func finish() throws(FileError) {
    while current + 1 < devices.count {
      current += 1
      if let part = parts[current] {
        try part.copy(to: sink)
        continue
      }
      let events = waiting[current]
      waiting[current] = []
      try sink.append { bytes in LibinputWriter.append(devices[current], to: &bytes) }
      try sink.append(events)
    }
    try sink.finish()
    for part in parts.values { part.remove() }
  }

  private func append(
    _ event: InputEvent, _ device: Int, _ isInserted: Bool, to bytes: inout [UInt8]
  ) {
    if beginsEntry[device] { bytes.append("  - evdev:\n") }
    beginsEntry[device] = event.isReport
    let (seconds, microseconds) = event.time.timeval
    bytes.append(addingCapacity: LibinputWriter.maximumEventLength) { line in
      line.append("    - [")
      line.append(decimal: seconds, width: 3)
      line.append(", ")
      line.append(decimal: microseconds, width: 6)
      line.append(", ")
      line.append(decimal: Int64(event.type.rawValue), width: 3)
      line.append(", ")
      line.append(decimal: Int64(event.code), width: 3)
      line.append(", ")
      line.append(decimal: Int64(event.value), width: 7)
      line.append("]")
    }
    if isInserted { bytes.append(InsertedEvents.mark) }
    bytes.append("\n")
  }

  /// Seven bytes, seconds, microseconds, type, code, value, four times ", ", and a byte.
  private static let maximumEventLength = 7 + 20 + 6 + 5 + 5 + 11 + 8 + 1
}

// MARK: The description

extension LibinputWriter {
  private func appendHeader(devices: Int, to bytes: inout [UInt8]) {
    bytes.append("# libinput record\nversion: 1\nndevices: ")
    bytes.append(decimal: devices)
    bytes.append("\nlibinput:\n  version: \"unknown\"\n  git: \"unknown\"\n")
    bytes.append("system:\n  kernel: ")
    LibinputWriter.append(quoted: system?.kernel ?? "unknown", to: &bytes)
    bytes.append("\n  dmi: ")
    LibinputWriter.append(quoted: system?.model ?? "unknown", to: &bytes)
    bytes.append("\ndevices:\n")
  }

  private static func append(_ device: RecordedDevice, to bytes: inout [UInt8]) {
    bytes.append("- node: ")
    let node = device.node ?? "unknown"
    let isPlain = node.utf8.allSatisfy { $0.isLetter || $0.isDigit || "/-_.".utf8.contains($0) }
    // Unquoted as in `libinput record`, if YAML allows that.
    if isPlain, node.hasPrefix("/") || node == "unknown" {
      bytes.append(node)
    } else {
      append(quoted: node, to: &bytes)
    }
    bytes.append(UInt8(ascii: "\n"))
    if let description = device.description { append(description, to: &bytes) }
    if let calibration = device.calibration {
      bytes.append("  udev:\n    properties:\n    - \(UdevProperty.calibration)")
      bytes.append("\(calibration.text)\n")
    }
    bytes.append("  events:\n")
  }

  private static func append(_ description: DeviceDescription, to bytes: inout [UInt8]) {
    bytes.append("  evdev:\n    name: ")
    append(quoted: description.name, to: &bytes)
    bytes.append("\n    id: ")
    append(description.identity.numbers, to: &bytes)
    bytes.append("\n    codes:\n")
    let codes = description.allCodes
    for type in codes.keys.sorted() {
      append(key: type, codes[type, default: []].sorted(), to: &bytes)
    }
    if !description.axes.isEmpty { bytes.append("    absinfo:\n") }
    for code in description.axes.keys.sorted() {
      if let axis = description.axes[code] { append(key: code, axis.numbers, to: &bytes) }
    }
    bytes.append("    properties: ")
    append(description.properties.sorted(), to: &bytes)
    bytes.append(UInt8(ascii: "\n"))
  }

  private static func append(quoted text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    for byte in singleLine(text).utf8 {
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
        bytes.append(UInt8(ascii: "\\"))
      }
      bytes.append(byte)
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private static func append(
    key: UInt16, _ numbers: [some BinaryInteger], to bytes: inout [UInt8]
  ) {
    bytes.append("      ")
    bytes.append(decimal: key)
    bytes.append(": ")
    append(numbers, to: &bytes)
    bytes.append(UInt8(ascii: "\n"))
  }

  private static func append(_ numbers: [some BinaryInteger], to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "["))
    for (index, number) in numbers.enumerated() {
      if index > 0 { bytes.append(", ") }
      bytes.append(decimal: number)
    }
    bytes.append(UInt8(ascii: "]"))
  }
}

/// A file with the events of one device of a libinput recording in progress.
///
/// When the recording ends, the events are copied into it, and the file is deleted. A file that is
/// left behind is itself a recording of the device.
final class LibinputPart {
  private let path: String
  private let sink: ByteSink
  /// The length of the header, which a recording of several devices contains only once.
  private let header: Int

  /// Creates the file with its head, whose first bytes are the header.
  init(path: String, head: [UInt8], header: Int) throws(FileError) {
    self.path = path
    self.header = header
    sink = try ByteSink(growing: path)
    try append(head)
  }

  /// Appends bytes in one write.
  func append(_ bytes: [UInt8]) throws(FileError) {
    try sink.append(bytes)
    try sink.flush()
  }

  /// Copies everything after the header.
  func copy(to other: ByteSink) throws(FileError) {
    try sink.finish()
    let events = try ByteSource(path: path)
    events.skipUnread(header)
    try events.forEachBlock { block throws(FileError) in try other.append(block) }
  }

  /// Deletes the file, once the recording that it is part of is complete.
  func remove() { unlink(path) }
}
