/// Recognizing a location recording by what stands in its first bytes.
extension LocationFormat {
  /// So many bytes are looked at: receivers may speak a binary protocol for a while.
  static let detectionLength = 64 << 10

  /// The format of a recording that starts with these bytes; nil when it is none of locations.
  package static func detect(_ head: some Collection<UInt8>) -> LocationFormat? {
    let bytes = Array(head)
    if isGPX(bytes) { return .gpx }
    if holdsReport(bytes) { return .gpsd }
    if holdsSentence(bytes) { return .nmea }
    return isTable(bytes) ? .csv : nil
  }

  private static func isGPX(_ bytes: [UInt8]) -> Bool {
    // Markup comes first, whatever the encoding; UTF-16 has a zero beside each letter.
    let letters = bytes.filter { $0 != 0 }
    let start = letters.drop { $0 <= 0x20 || $0 >= 0x80 }
    guard start.first == UInt8(ascii: "<") else { return false }
    var rest = letters[...]
    while let place = rest.place(behind: "gpx") {
      // A prefix may stand before the name, as in `<ns0:gpx`.
      let before = letters[..<(place - 3)]
      let prefix = before.reversed().prefix { $0 > 0x20 && $0 != UInt8(ascii: "<") }
      let isNamed = prefix.isEmpty || prefix.first == UInt8(ascii: ":")
      let mark = before.dropLast(prefix.count).last
      if isNamed, mark == UInt8(ascii: "<") { return true }
      rest = rest[place...]
    }
    return false
  }

  /// Whether an object of gpsd stands somewhere: `"class":"TPV"`, also with spaces, as programs write
  /// that pass reports on.
  private static func holdsReport(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while let place = rest.place(behind: "\"class\"") {
      let value = rest[place...].drop { $0 == 0x20 || $0 == UInt8(ascii: ":") }
      if value.starts(with: "\"TPV\"".utf8) || value.starts(with: "\"VERSION\"".utf8) {
        return true
      }
      rest = rest[place...]
    }
    return false
  }

  /// Whether a dollar sign and an address stand somewhere, as in `$GPRMC,`.
  private static func holdsSentence(_ bytes: [UInt8]) -> Bool {
    var index = 0
    while let dollar = bytes[index...].firstIndex(of: UInt8(ascii: "$")) {
      index = dollar + 1
      guard index + 6 <= bytes.count, bytes[index + 5] == UInt8(ascii: ",") else { continue }
      if bytes[index..<index + 5].allSatisfy({ (0x41...0x5a).contains($0) }) { return true }
    }
    return false
  }

  private static func isTable(_ bytes: [UInt8]) -> Bool {
    guard !bytes.contains(0) else { return false }
    let text = bytes.starts(with: ByteSource.byteOrderMark) ? bytes.dropFirst(3) : bytes[...]
    let lines = text.split(maxSplits: 3) { $0 == 0x0a || $0 == 0x0d }
    return lines.prefix(2).contains { LocationColumns(heading: $0) != nil }
  }
}

extension ArraySlice<UInt8> {
  /// The place behind the first occurrence of a text.
  fileprivate func place(behind text: StaticString) -> Index? {
    let wanted = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    guard let first = wanted.first else { return startIndex }
    var index = startIndex
    while let found = self[index...].firstIndex(of: first) {
      if self[found...].starts(with: wanted) { return found + wanted.count }
      index = found + 1
    }
    return nil
  }
}
