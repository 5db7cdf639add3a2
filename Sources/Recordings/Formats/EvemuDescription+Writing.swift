import Evdev

/// Writing the lines of a description.
extension EvemuDescription {
  /// How many bytes of codes evemu writes for each type: one for each eight codes that the kernel
  /// defines, in whole lines of eight. `linux/input-event-codes.h`, `*_MAX`.
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
}
