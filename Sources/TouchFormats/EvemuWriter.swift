import Contacts
import Evdev
import Files
import Timeline

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
        EvemuComments.append(description, to: &bytes)
        EvemuDescription.append(description, to: &bytes)
      }
    }
  }

  /// Appends events; those of devices other than the first are dropped, see ``losses(of:)``.
  package func write(_ events: [InputEvent], device: Int) throws(FileError) {
    guard device == 0 else { return }
    for event in events {
      try sink.append { bytes in
        bytes.append(addingCapacity: EvemuWriter.maximumEventLength) { line in
          EvemuWriter.append(event, to: &line)
          line.append("\n")
        }
      }
    }
  }

  package func write(inserted events: [InputEvent], device: Int) throws(FileError) {
    guard device == 0 else { return }
    for event in events {
      try sink.append { bytes in
        bytes.append(addingCapacity: EvemuWriter.maximumEventLength) { line in
          EvemuWriter.append(event, to: &line)
        }
        bytes.append(InsertedEvents.mark)
        bytes.append("\n")
      }
    }
  }

  /// `E: `, a time, two numbers of four digits, one of eleven, three spaces and a newline.
  private static let maximumEventLength = 3 + 21 + 4 + 4 + 11 + 3 + 1

  @inline(__always)
  private static func append(_ event: InputEvent, to line: inout OutputSpan<UInt8>) {
    line.append("E: ")
    line.append(seconds: event.time)
    line.append(UInt8(ascii: " "))
    line.append(hexadecimal: UInt64(event.type.rawValue), digits: 4)
    line.append(UInt8(ascii: " "))
    line.append(hexadecimal: UInt64(event.code), digits: 4)
    line.append(UInt8(ascii: " "))
    line.append(decimal: Int64(event.value))
  }

  package func finish() throws(FileError) { try sink.finish() }
}

// MARK: Description

extension EvemuDescription {
  /// The number of codes that evemu writes for each type, from the `*_MAX` constants of
  /// `linux/input-event-codes.h`; a line contains 64 codes.
  private static let codeCounts: [(type: UInt16, count: Int)] = [
    (0x00, 0x10), (0x01, 0x300), (0x02, 0x10), (0x03, 0x40), (0x04, 0x08), (0x05, 0x11),
    (0x11, 0x10), (0x12, 0x08), (0x14, 0x02), (0x15, 0x80),
  ]

  /// Appends the `N:`, `I:`, `P:`, `B:` and `A:` lines of a description.
  static func append(_ description: DeviceDescription, to bytes: inout [UInt8]) {
    bytes.append("N: ")
    bytes.append(singleLine(description.name))
    bytes.append("\nI:")
    let identity = description.identity
    for number in [identity.bus, identity.vendor, identity.product, identity.version] {
      bytes.append(UInt8(ascii: " "))
      bytes.append(hexadecimal: number, digits: 4)
    }
    bytes.append(UInt8(ascii: "\n"))
    appendMask("P:", of: description.properties, count: 0x20, to: &bytes)
    appendCodes(description, to: &bytes)
    for code in description.axes.keys.sorted() {
      if let axis = description.axes[code] { append(axis, code, to: &bytes) }
    }
  }

  private static func appendCodes(_ description: DeviceDescription, to bytes: inout [UInt8]) {
    let counts = Dictionary(codeCounts.map { ($0.type, $0.count) }) { first, _ in first }
    let codes = description.allCodes
    for type in Set(counts.keys).union(codes.keys).sorted() {
      var label: [UInt8] = []
      label.append("B: ")
      label.append(hexadecimal: type, digits: type > 0xff ? 4 : 2)
      let numbers = Set((codes[type] ?? []).map(Int.init))
      appendMask(
        String(decoding: label, as: UTF8.self), of: numbers, count: counts[type] ?? 0, to: &bytes)
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
    for number in [axis.minimum, axis.maximum, axis.fuzz, axis.flat, axis.resolution] {
      bytes.append(UInt8(ascii: " "))
      bytes.append(decimal: number)
    }
    bytes.append(UInt8(ascii: "\n"))
  }
}

/// The comments with which evemu repeats a description in words; readers skip them.
enum EvemuComments {
  static func append(_ description: DeviceDescription, to bytes: inout [UInt8]) {
    bytes.append("# Input device name: \"\(singleLine(description.name))\"\n")
    appendIdentity(description.identity, to: &bytes)
    bytes.append("# Supported events:\n")
    let codes = description.allCodes
    for number in codes.keys.sorted() {
      let type = EventType(rawValue: number)
      bytes.append("#   Event type \(number) (\(EventNames.name(of: type) ?? "?"))\n")
      for code in codes[number, default: []].sorted() {
        bytes.append("#     Event code \(code) (\(EventNames.name(of: code, type: type) ?? "?"))\n")
        if type == .absolute, let axis = description.axes[code] { append(axis, to: &bytes) }
      }
    }
    bytes.append("# Properties:\n")
    for property in description.properties.sorted() {
      let name = EventNames.name(ofProperty: property) ?? "?"
      bytes.append("#   Property  type \(property) (\(name))\n")
    }
  }

  private static func appendIdentity(
    _ identity: DeviceDescription.Identity, to bytes: inout [UInt8]
  ) {
    bytes.append("# Input device ID:")
    let numbers = [
      (" bus", identity.bus), (" vendor", identity.vendor), (" product", identity.product),
      (" version", identity.version),
    ]
    for (name, number) in numbers {
      bytes.append(name)
      bytes.append(" 0x")
      bytes.append(hexadecimal: number, digits: 4)
    }
    bytes.append(UInt8(ascii: "\n"))
  }

  private static func append(_ axis: DeviceDescription.Axis, to bytes: inout [UInt8]) {
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
