public import Evdev
public import SystemPackage

/// Writes evemu 1.3: a description with comments for people, and bare `E:` lines.
///
/// `evemu-device` and `evemu-play` take what it writes.
public final class EvemuWriter: RecordingWriter {
  public let format = RecordingFormat.evemu
  private let sink: ByteSink

  public init(_ sink: ByteSink) {
    self.sink = sink
  }

  public func losses(of devices: [RecordedDevice]) -> [String] {
    var losses: [String] = []
    if devices.count > 1 { losses.append("all devices but the first") }
    if devices.first?.node != nil { losses.append("the device node") }
    if let name = devices.first?.description?.name, name != singleLine(name) {
      losses.append("line breaks in the name of the device")
    }
    return losses
  }

  public func begin(_ devices: [RecordedDevice]) throws(Errno) {
    try sink.append { bytes in
      bytes.append("# EVEMU 1.3\n")
      if let description = devices.first?.description {
        EvemuWriter.appendComments(description, to: &bytes)
        EvemuWriter.appendDescription(description, to: &bytes)
      }
    }
  }

  /// Appends events; those of other devices than the first are dropped, see ``losses(of:)``.
  public func write(_ events: [InputEvent], device: Int) throws(Errno) {
    guard device == 0 else { return }
    for event in events {
      try sink.append { bytes in
        bytes.append("E: ")
        bytes.append(seconds: event.time)
        bytes.append(UInt8(ascii: " "))
        bytes.append(hexadecimal: event.type.rawValue, digits: 4)
        bytes.append(UInt8(ascii: " "))
        bytes.append(hexadecimal: event.code, digits: 4)
        bytes.append(UInt8(ascii: " "))
        bytes.append(decimal: event.value)
        bytes.append(UInt8(ascii: "\n"))
      }
    }
  }

  public func finish() throws(Errno) { try sink.finish() }
}

// MARK: The description

extension EvemuWriter {
  /// How many bytes of codes evemu writes for each type: one for each eight codes that the kernel
  /// defines, in whole lines of eight. `linux/input-event-codes.h`, `*_MAX`.
  private static let codeCounts: [(type: UInt16, count: Int)] = [
    (0x00, 0x10), (0x01, 0x300), (0x02, 0x10), (0x03, 0x40), (0x04, 0x08), (0x05, 0x11),
    (0x11, 0x10), (0x12, 0x08), (0x14, 0x02), (0x15, 0x80),
  ]

  private static func appendDescription(
    _ description: DeviceDescription, to bytes: inout [UInt8]
  ) {
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
    var codes = description.codes
    if !description.axes.isEmpty {
      codes[EventType.absolute.rawValue, default: []].formUnion(description.axes.keys)
    }
    for type in Set(counts.keys).union(codes.keys).sorted() {
      var label: [UInt8] = []
      label.append("B: ")
      label.append(hexadecimal: type, digits: type > 0xff ? 4 : 2)
      let numbers = Set((codes[type] ?? []).map(Int.init))
      appendMask(
        String(decoding: label, as: UTF8.self), of: numbers, count: counts[type] ?? 0, to: &bytes)
    }
  }

  /// Lines of eight bytes that hold at least `count` bits and all numbers.
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

  /// What the description says in words, for people; readers pass over it.
  private static func appendComments(_ description: DeviceDescription, to bytes: inout [UInt8]) {
    bytes.append("# Input device name: \"")
    bytes.append(singleLine(description.name))
    bytes.append("\"\n")
    for code in description.axes.keys.sorted() {
      guard let axis = description.axes[code] else { continue }
      bytes.append("# Axis ")
      bytes.append(hexadecimal: code, digits: 2)
      bytes.append(": ")
      bytes.append(decimal: axis.minimum)
      bytes.append(" to ")
      bytes.append(decimal: axis.maximum)
      bytes.append(UInt8(ascii: "\n"))
    }
  }
}

/// A name that breaks no line.
func singleLine(_ text: String) -> String {
  String(decoding: text.utf8.map { $0 == 0x0a || $0 == 0x0d ? 0x20 : $0 }, as: UTF8.self)
}
