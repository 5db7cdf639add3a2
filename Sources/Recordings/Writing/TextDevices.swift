import Evdev

/// What the formats for people to read have in common: their order, and what they cannot hold.
extension DeviceDescription {
  /// The types that the device can send, but for `EV_SYN`, by number.
  var describedTypes: [EventType] {
    var types = Set(codes.keys)
    if !axes.isEmpty { types.insert(EventType.absolute.rawValue) }
    types.remove(EventType.synchronization.rawValue)
    return types.sorted().map(EventType.init(rawValue:))
  }

  /// The codes of a type, by number.
  func describedCodes(of type: EventType) -> [UInt16] {
    var numbers = codes[type.rawValue] ?? []
    if type == .absolute { numbers.formUnion(axes.keys) }
    return numbers.sorted()
  }
}

/// What is lost, as phrases for people.
enum Loss {
  static let devices = "all devices but the first"
  static let node = "the device node"
  static let name = "control characters in the name of the device"
}

extension RecordedDevice {
  /// Whether the name has characters that would break a line.
  var hasUnprintableName: Bool {
    description.map { singleLine($0.name) != $0.name } ?? false
  }
}

extension [RecordedDevice] {
  /// What a text of one device, which does not tell its node, loses.
  var textLosses: [String] {
    var losses: [String] = []
    if count > 1 { losses.append(Loss.devices) }
    if first?.node != nil { losses.append(Loss.node) }
    if first?.hasUnprintableName ?? false { losses.append(Loss.name) }
    return losses
  }
}

/// A name in one line: control characters become spaces.
func singleLine(_ text: String) -> String {
  String(decoding: text.utf8.map { $0 < 0x20 || $0 == 0x7f ? 0x20 : $0 }, as: UTF8.self)
}

extension [UInt8] {
  /// A word, padded with spaces on the right to `width`.
  mutating func append(column word: String, _ width: Int) {
    append(word)
    let missing = Swift.max(0, width - word.utf8.count)
    append(contentsOf: repeatElement(UInt8(ascii: " "), count: missing))
  }
}
