/// A recording format; the raw values are the names that `--format` takes.
public enum RecordingFormat: String, CaseIterable, Sendable {
  /// evemu 1.0 to 1.3: `E:` lines, with or without a device description.
  case evemu
  /// The YAML of `libinput record`.
  case libinput
  /// The text of `evtest`.
  case evtest
  /// The text of Android's `getevent`.
  case getevent
  /// A umockdev script (`r 100 ...` or `E:` lines) or device file.
  case umockdev
  /// The touchpad activity log of ChromeOS (JSON).
  case chromeos
  /// The pointer events of a web page (JSON Lines).
  case pointerEvents = "pointer-events"
  /// `struct input_event` of a 64-bit machine: 24 bytes each.
  case raw
  /// `struct input_event` of a 32-bit machine: 16 bytes each.
  case raw32

  /// The number of bytes that detection examines: more than any tool's preamble, and few enough not
  /// to wait long for a recording in progress.
  public static let detectionLength = 8 << 10

  /// The format of a recording that starts with these bytes; nil if no format matches.
  ///
  /// An empty file, and one with nothing but comments, is an evemu recording without events.
  package static func detect(_ head: some Collection<UInt8>) -> RecordingFormat? {
    var bytes = Array(head)
    if bytes.contains(0) { return detectBinary(bytes) }
    bytes.trimPrefix(ByteSource.byteOrderMark)
    var isAllComments = true
    // The first lines nearly always decide, so lines are split off one at a time.
    var rest = bytes[...]
    while let line = rest.popLine() {
      let text = line.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
      // Documents start at the top; line formats may follow other terminal output.
      if isAllComments, let format = detect(document: text, of: bytes) { return format }
      if let format = detect(line: text) { return format }
      if text.first != nil, text.first != UInt8(ascii: "#") { isAllComments = false }
    }
    return isAllComments ? .evemu : nil
  }

  /// The starts of lines, by format. The first line that matches decides.
  private static let signatures: [(start: StaticString, format: RecordingFormat)] = [
    ("# EVEMU", .evemu), ("# libinput record", .libinput),
    ("Input driver version is", .evtest), ("Input device ID: ", .evtest),
    ("Input device name: ", .evtest), ("Event: time ", .evtest), ("Testing ... ", .evtest),
    ("add device ", .getevent), ("EV_", .getevent),
    ("P: /", .umockdev), ("d /dev/", .umockdev), ("d 0 /dev/", .umockdev), ("@DEV ", .umockdev),
    ("N: ", .evemu),
  ]

  /// Whether a file that starts with these bytes is a recording of touches whatever follows.
  package static func hasSignature(_ head: ArraySlice<UInt8>) -> Bool {
    signatures.contains { head.starts(with: $0.start) }
      || head.first == UInt8(ascii: "E") && isEvemuLine(head)
  }

  /// The keys at the top of a libinput recording.
  private static let libinputKeys: [StaticString] = [
    "version", "ndevices", "devices", "libinput", "system",
  ]

  /// The keys at the top of an activity log of ChromeOS.
  private static let chromeOSKeys: [StaticString] = [
    "\"entries\"", "\"hardwareProperties\"", "\"gesturesVersion\"",
  ]

  /// The format of a JSON or YAML document that begins with this line.
  private static func detect(
    document line: ArraySlice<UInt8>, of all: [UInt8]
  ) -> RecordingFormat? {
    if line.first == UInt8(ascii: "{") {
      // Before documents, whose first line contains no member of an event.
      if line.contains(text: "\"pointerId\"") || line.contains(text: "\"innerWidth\"") {
        return .pointerEvents
      }
      if all.contains(text: "evdev") || all.contains(text: "ndevices") { return .libinput }
      // Many other files are JSON objects.
      return chromeOSKeys.contains { all.contains(text: $0) } ? .chromeos : nil
    }
    let isYAML = line.starts(with: "%YAML") || line.starts(with: "---") || isLibinputKey(line)
    return isYAML ? .libinput : nil
  }

  static func detect(line: ArraySlice<UInt8>) -> RecordingFormat? {
    for (start, format) in signatures where line.starts(with: start) { return format }
    guard let first = line.first else { return nil }
    switch first {
    case UInt8(ascii: "["):
      // `[    1193.605705] ...`, not a list of numbers.
      let time = line.dropFirst().drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "-") }
      let rest = time.drop(while: \.isDigit)
      return rest.count < time.count && rest.first == UInt8(ascii: ".") ? .getevent : nil
    case UInt8(ascii: "/"):
      return line.starts(with: "/dev/input/") && line.contains(text: ": 00") ? .getevent : nil
    case UInt8(ascii: "E"), UInt8(ascii: "I"), UInt8(ascii: "P"), UInt8(ascii: "B"),
      UInt8(ascii: "A"):
      return isEvemuLine(line) ? .evemu : nil
    case UInt8(ascii: "r"), UInt8(ascii: "w"):
      return isScriptLine(line) ? .umockdev : nil
    default:
      return isBareEvent(line) || isEarlyEvent(line) ? .getevent : nil
    }
  }

  /// `A: 35 0 1280` and `E: 12.000345 0003 0039 22`, but not `E: DEVNAME=...`.
  private static func isEvemuLine(_ line: ArraySlice<UInt8>) -> Bool {
    guard line.dropFirst().starts(with: ": ") else { return false }
    let rest = line.dropFirst(3).drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "-") }
    let number = rest.prefix { $0 > UInt8(ascii: " ") }
    if line.first == UInt8(ascii: "E") { return number.first?.isDigit == true }
    return !number.isEmpty && number.allSatisfy { $0.hexadecimalValue != nil }
  }

  /// `r 100 ...`: bytes that a program read after 100 ms.
  private static func isScriptLine(_ line: ArraySlice<UInt8>) -> Bool {
    let rest = line.dropFirst()
    guard rest.first == UInt8(ascii: " ") else { return false }
    let number = rest.dropFirst().prefix(while: \.isDigit)
    return !number.isEmpty && rest.dropFirst(1 + number.count).first == UInt8(ascii: " ")
  }

  /// `0003 0035 00000213`, as getevent prints events when given a single device.
  private static func isBareEvent(_ line: ArraySlice<UInt8>) -> Bool {
    let words = line.split(separator: UInt8(ascii: " "))
    return words.map(\.count) == [4, 4, 8]
      && words.allSatisfy { $0.allSatisfy { $0.hexadecimalValue != nil } }
  }

  /// `565-208057: /dev/input/event1: 0003 0035 00000213`, as the first Android versions print it.
  private static func isEarlyEvent(_ line: ArraySlice<UInt8>) -> Bool {
    let rest = line.drop(while: \.isDigit)
    return rest.first == UInt8(ascii: "-") && rest.count < line.count
      && rest.dropFirst().drop(while: \.isDigit).starts(with: ": /dev/input/")
  }

  /// `version: 1`, with the key in quotes or not.
  private static func isLibinputKey(_ line: ArraySlice<UInt8>) -> Bool {
    func isQuote(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") }
    let key = line.drop(while: isQuote)
    return libinputKeys.contains { name in
      key.starts(with: name)
        && key.dropFirst(name.utf8CodeUnitCount).drop(while: isQuote).first == UInt8(ascii: ":")
    }
  }

  /// The format of the event records that the bytes begin with; nil for other content.
  private static func detectBinary(_ bytes: [UInt8]) -> RecordingFormat? {
    [RecordingFormat.raw, .raw32].first { format in
      var evidence = RawEvidence()
      bytes.withUnsafeBytes {
        evidence.examine($0, recordSize: RawReader.recordSize(format))
      }
      return evidence.isConvincing
    }
  }
}
