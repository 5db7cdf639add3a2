/// Writes evemu 1.3: a commented device description, and bare `E:` lines.
///
/// The output works with `evemu-device` and `evemu-play`.
package final class EvemuWriter: RecordingWriter {
  package let format = RecordingFormat.evemu
  private let sink: ByteSink

  package init(_ sink: ByteSink) {
    self.sink = sink
  }

  package func losses(of devices: [RecordedDevice]) -> [String] {
    devices.textLosses
  }

  package func begin(_ devices: [RecordedDevice]) throws(FileError) {
    try sink.append { bytes in
      bytes.append("# EVEMU 1.3\n")
      if let calibration = devices.first?.calibration {
        bytes.append("# \(UdevProperty.calibration)\(calibration.text)\n")
      }
      if let description = devices.first?.description {
        EvemuDescription.appendComments(description, to: &bytes)
        EvemuDescription.append(description, to: &bytes)
      }
    }
  }

  /// Appends events; those of devices other than the first are dropped, see ``losses(of:)``.
  package func write(_ events: [InputEvent], device: Int, areInserted: Bool) throws(FileError) {
    guard device == 0 else { return }
    for event in events {
      try sink.append { bytes in
        bytes.append(addingCapacity: EvemuWriter.maximumEventLength) { line in
          line.append("E: ")
          line.append(seconds: event.time)
          line.append(UInt8(ascii: " "))
          line.append(hexadecimal: UInt64(event.type.rawValue), digits: 4)
          line.append(UInt8(ascii: " "))
          line.append(hexadecimal: UInt64(event.code), digits: 4)
          line.append(UInt8(ascii: " "))
          line.append(decimal: Int64(event.value))
          if areInserted { line.append(InsertedEvents.mark) }
          line.append("\n")
        }
      }
    }
  }

  /// `E: `, a time, two numbers of four digits, one of eleven, three spaces, a mark and a newline.
  private static let maximumEventLength =
    3 + 21 + 4 + 4 + 11 + 3 + InsertedEvents.mark.utf8CodeUnitCount + 1

  package func finish() throws(FileError) { try sink.finish() }
}

// MARK: Description

extension EvemuDescription {
  /// The number of codes that evemu writes for each type, from the `*_MAX` constants of
  /// `linux/input-event-codes.h`; a line contains 64 codes.
  private static let codeCounts: [UInt16: Int] = [
    0x00: 0x10, 0x01: 0x300, 0x02: 0x10, 0x03: 0x40, 0x04: 0x08, 0x05: 0x11, 0x11: 0x10,
    0x12: 0x08, 0x14: 0x02, 0x15: 0x80,
  ]

  /// Appends the `N:`, `I:`, `P:`, `B:` and `A:` lines of a description.
  static func append(_ description: DeviceDescription, to bytes: inout [UInt8]) {
    bytes.append("N: ")
    bytes.append(singleLine(description.name))
    bytes.append("\nI:")
    for number in description.identity.numbers {
      bytes.append(UInt8(ascii: " "))
      bytes.append(hexadecimal: number, digits: 4)
    }
    bytes.append(UInt8(ascii: "\n"))
    appendMask("P:", of: description.properties, count: 0x20, to: &bytes)
    let codes = description.allCodes
    for type in Set(codeCounts.keys).union(codes.keys).sorted() {
      let number = String(appending: { $0.append(hexadecimal: type, digits: type > 0xff ? 4 : 2) })
      let numbers = Set(codes[type, default: []].map(Int.init))
      appendMask("B: \(number)", of: numbers, count: codeCounts[type] ?? 0, to: &bytes)
    }
    for code in description.axes.keys.sorted() {
      if let axis = description.axes[code] { append(axis, code, to: &bytes) }
    }
  }

  /// Appends a bit mask as lines of eight bytes, with at least `count` bits.
  private static func appendMask(
    _ label: String, of numbers: Set<Int>, count: Int, to bytes: inout [UInt8]
  ) {
    let bits = max(count, (numbers.max() ?? -1) + 1)
    for line in stride(from: 0, to: bits, by: 64) {
      bytes.append(label)
      for byte in 0..<8 {
        let mask = (0..<8).reduce(0 as UInt8) { mask, bit in
          numbers.contains(line + byte * 8 + bit) ? mask | 1 << bit : mask
        }
        bytes.append(UInt8(ascii: " "))
        bytes.append(hexadecimal: mask, digits: 2)
      }
      bytes.append(UInt8(ascii: "\n"))
    }
  }

  private static func append(
    _ axis: DeviceDescription.Axis, _ code: UInt16, to bytes: inout [UInt8]
  ) {
    bytes.append("A: ")
    bytes.append(hexadecimal: code, digits: code > 0xff ? 4 : 2)
    for number in axis.numbers {
      bytes.append(UInt8(ascii: " "))
      bytes.append(decimal: number)
    }
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Appends the comments with which evemu repeats a description in words; readers skip them.
  static func appendComments(_ description: DeviceDescription, to bytes: inout [UInt8]) {
    bytes.append("# Input device name: \"\(singleLine(description.name))\"\n# Input device ID:")
    for (name, number) in zip(DeviceDescription.Identity.names, description.identity.numbers) {
      bytes.append(" \(name) 0x")
      bytes.append(hexadecimal: number, digits: 4)
    }
    bytes.append("\n# Supported events:\n")
    let codes = description.allCodes
    for number in codes.keys.sorted() {
      let type = EventType(rawValue: number)
      bytes.append("#   Event type \(number) (\(EventNames.name(of: type) ?? "?"))\n")
      for code in codes[number, default: []].sorted() {
        bytes.append("#     Event code \(code) (\(EventNames.name(of: code, type: type) ?? "?"))\n")
        if type == .absolute, let axis = description.axes[code] {
          appendComments(axis, to: &bytes)
        }
      }
    }
    bytes.append("# Properties:\n")
    for property in description.properties.sorted() {
      let name = EventNames.name(ofProperty: property) ?? "?"
      bytes.append("#   Property  type \(property) (\(name))\n")
    }
  }

  private static func appendComments(_ axis: DeviceDescription.Axis, to bytes: inout [UInt8]) {
    let rows = [
      ("Value", axis.value), ("Min", axis.minimum), ("Max", axis.maximum), ("Fuzz", axis.fuzz),
      ("Flat", axis.flat), ("Resolution", axis.resolution),
    ]
    for (name, number) in rows {
      bytes.append("#       \(name)")
      bytes.append(decimal: number, width: 12 - name.utf8.count)
      bytes.append(UInt8(ascii: "\n"))
    }
  }
}
