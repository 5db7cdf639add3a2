/// Parses the lines of a libinput recording in exactly the layout of `libinput record`.
///
/// ```yaml
/// version: 1
/// ndevices: 1
/// devices:
/// - node: /dev/input/event4
///   evdev:
///     name: "SynPS/2 Synaptics TouchPad"
///     id: [17, 2, 7, 433]
///     codes:
///       3: [0, 1, 24, 28, 47, 53, 54, 57, 58] # EV_ABS
///     absinfo:
///       0: [1472, 5472, 0, 0, 60]
///     properties: [0, 2]
///   events:
///   - evdev:
///     - [  0,      0,   3,  57,     100] # EV_ABS / ABS_MT_TRACKING_ID     100
///     - [  0,      0,   0,   0,       0] # ------------ SYN_REPORT (0) ---------- +0ms
/// ```
///
/// Any other YAML layout throws, and ``LibinputDocument`` takes over. Source of the layout:
/// `tools/libinput-record.c` of libinput, file version 1.
struct LibinputLayout {
  /// The mapping or list that contains the lines.
  private enum Section {
    case top
    /// A mapping that is not used: `libinput`, `system`, `quirks`, `hid`.
    case ignored
    case device, evdev, codes, axes, udev
    /// `events:` before its first entry; an `evdev:` entry; any other entry.
    case events, evdevEntry, otherEntry
  }

  private(set) var devices: [RecordedDevice] = []
  private var section = Section.top
  /// Whether `devices:` has been read.
  private var isInDevices = false

  /// Whether the cursor is at an event, for ``TextCursor/libinputEvent()``.
  @inline(__always) func isEvent(_ cursor: TextCursor) -> Bool {
    section == .evdevEntry && cursor.byte == UInt8(ascii: " ") && cursor.starts(with: "    - [")
  }
}

// MARK: Lines other than events

extension LibinputLayout {
  /// Reads a line that is not an event, and its newline.
  mutating func readLine(_ cursor: inout TextCursor) throws(Expectation) {
    let indent = cursor.skipRun(of: UInt8(ascii: " "))
    if cursor.isAtTextEnd { return cursor.nextLine() }
    switch (indent, section) {
    case (0, _): try readTop(&cursor)
    case (2, .ignored) where devices.isEmpty: cursor.nextLine()
    case (2, .top): throw LibinputLayout.foreign
    case (2, .events), (2, .evdevEntry), (2, .otherEntry): try readEntry(&cursor)
    case (2, _): try readDeviceKey(&cursor)
    case (4..., .ignored): cursor.nextLine()
    case (4..., .udev): readProperty(&cursor)
    case (4, .evdev), (4, .codes), (4, .axes): try readEvdevKey(&cursor)
    case (6, .codes): try readCodes(&cursor)
    case (6, .axes): try readAxis(&cursor)
    case (4, .evdevEntry):
      // libinput's reaction to the events above: another key of the same list item.
      guard cursor.skip("libinput:") else { throw LibinputLayout.foreign }
      try cursor.endLine()
      section = .otherEntry
    case (4, .otherEntry) where cursor.starts(with: "evdev:"): throw LibinputLayout.foreign
    case (4..., .otherEntry): cursor.nextLine()
    default: throw LibinputLayout.foreign
    }
  }

  private static let foreign = Expectation("a line in the layout of `libinput record`")

  private mutating func readTop(_ cursor: inout TextCursor) throws(Expectation) {
    if cursor.skip("- node: ") {
      guard isInDevices else { throw LibinputLayout.foreign }
      try addDevice(node: cursor.restText)
      return cursor.nextLine()
    }
    guard devices.isEmpty else { throw LibinputLayout.foreign }
    if cursor.skip("version:") {
      cursor.skipSpaces()
      guard cursor.decimal() == 1 else { throw Expectation("version 1 of a libinput recording") }
      section = .top
    } else if cursor.skip("ndevices:") {
      cursor.skipSpaces()
      guard cursor.decimal() != nil else { throw Expectation("the number of devices") }
      section = .top
    } else if cursor.skip("libinput:") || cursor.skip("system:") {
      section = .ignored
    } else if cursor.skip("devices:") {
      section = .top
      isInDevices = true
    } else {
      throw LibinputLayout.foreign
    }
    try cursor.endLine()
  }

  private mutating func addDevice(node: String) throws(Expectation) {
    // Leave anything that YAML would not read literally to the document parser.
    guard node.hasPrefix("/") || node == "unknown", !node.contains("#"), !node.contains(": ") else {
      throw LibinputLayout.foreign
    }
    try Expectation.checkRoom(after: devices.count)
    let name = try Expectation.checkedName(node)
    devices.append(RecordedDevice(node: name == "unknown" ? nil : name))
    section = .device
  }

  private mutating func readDeviceKey(_ cursor: inout TextCursor) throws(Expectation) {
    guard !devices.isEmpty else { throw LibinputLayout.foreign }
    if cursor.skip("evdev:") {
      devices[devices.count - 1].description = DeviceDescription()
      section = .evdev
    } else if cursor.skip("events:") {
      cursor.skipSpaces()
      _ = cursor.skip("[]")
      section = .events
    } else if section == .ignored || section == .udev,
      cursor.starts(with: "- ") || cursor.starts(with: "]")
    {
      return cursor.nextLine()
    } else if cursor.skip("udev:") {
      section = .udev
    } else if cursor.skip("quirks:") || cursor.skip("libinput:") {
      section = .ignored
    } else if cursor.skip("hid:") {
      section = .ignored
      return cursor.nextLine()
    } else {
      throw LibinputLayout.foreign
    }
    try cursor.endLine()
  }

  /// Reads one of udev's properties, such as `    - LIBINPUT_CALIBRATION_MATRIX=0 -1 1 1 0 0`.
  private mutating func readProperty(_ cursor: inout TextCursor) {
    if cursor.skip("- "), cursor.skip(UdevProperty.calibration) {
      devices[devices.count - 1].calibration = TouchAreaTransform(calibration: cursor.restText)
    }
    cursor.nextLine()
  }

  /// Reads the start of an entry of `events:`, such as `  - evdev:`.
  private mutating func readEntry(_ cursor: inout TextCursor) throws(Expectation) {
    if cursor.skip("- evdev:") {
      section = .evdevEntry
    } else if cursor.skip("- libinput:") || cursor.skip("- hid:") || cursor.skip("- hidraw:") {
      section = .otherEntry
    } else {
      throw LibinputLayout.foreign
    }
    try cursor.endLine()
  }
}

// MARK: The description

extension LibinputLayout {
  private mutating func readEvdevKey(_ cursor: inout TextCursor) throws(Expectation) {
    if cursor.skip("codes:") {
      section = .codes
    } else if cursor.skip("absinfo:") {
      section = .axes
    } else if cursor.skip("name: \"") {
      try readName(cursor.rest)
      return cursor.nextLine()
    } else if cursor.skip("id:") {
      let numbers: [UInt16] = try cursor.list(
        count: 4, "four 16-bit numbers: bus, vendor, product, version")
      describe { $0.identity = .init(numbers) }
    } else if cursor.skip("properties:") {
      let numbers: [UInt16] = try cursor.list("16-bit properties")
      describe { $0.properties.formUnion(numbers.map(Int.init)) }
    } else {
      throw LibinputLayout.foreign
    }
    try cursor.endLine()
  }

  private mutating func describe(_ body: (inout DeviceDescription) -> Void) {
    guard var description = devices.last?.description else { return }
    // Moved out, so that the change copies nothing.
    devices[devices.count - 1].description = nil
    body(&description)
    devices[devices.count - 1].description = description
  }

  /// Reads the name, without its quotes. `libinput record` escapes nothing; our writer escapes
  /// quotes and backslashes.
  private mutating func readName(_ rest: UnsafeBufferPointer<UInt8>) throws(Expectation) {
    guard let quote = rest.lastIndex(of: UInt8(ascii: "\"")) else { throw LibinputLayout.foreign }
    var name: [UInt8] = []
    var isEscaped = false
    for byte in rest[..<quote] {
      if byte == UInt8(ascii: "\\"), !isEscaped {
        isEscaped = true
        continue
      }
      if isEscaped, byte != UInt8(ascii: "\\"), byte != UInt8(ascii: "\"") {
        throw LibinputLayout.foreign
      }
      name.append(byte)
      isEscaped = false
    }
    let text = try Expectation.checkedName(String(decoding: name, as: UTF8.self))
    describe { $0.name = text }
  }

  /// `      3: [0, 1, 53] # EV_ABS`
  private mutating func readCodes(_ cursor: inout TextCursor) throws(Expectation) {
    let type = try cursor.key()
    let codes: [UInt16] = try cursor.list("16-bit codes")
    describe { $0.codes[type] = Set(codes) }
    try cursor.endLine()
  }

  /// `      0: [1472, 5472, 0, 0, 60]`
  private mutating func readAxis(_ cursor: inout TextCursor) throws(Expectation) {
    let code = try cursor.key()
    let numbers: [Int32] = try cursor.list(
      count: 5, "an axis: minimum, maximum, fuzz, flat and resolution (32-bit)")
    describe { $0.axes[code] = .init(numbers) }
    try cursor.endLine()
  }
}

// MARK: Events, nearly all of a recording

extension LibinputLayout {
  /// Reads events in the usual layout, and `  - evdev:` between them, up to another line.
  func readUsualEvents(_ cursor: inout TextCursor, into events: inout [InputEvent]) {
    let room = EventBatch.capacity - events.count
    let end = cursor.end
    var position = cursor.position
    var lines = 0
    events.append(addingCapacity: room) { output in
      while position < end, !output.isFull {
        var scanner = QuickScanner(position)
        if let event = LibinputLayout.usualEvent(&scanner) {
          output.append(event)
        } else {
          scanner = QuickScanner(position)
          guard LibinputLayout.isEntry(&scanner) else { break }
        }
        lines += 1
        position = scanner.position
      }
    }
    cursor.jump(to: position, lines: lines)
  }

  @inline(__always) private static func usualEvent(_ scanner: inout QuickScanner) -> InputEvent? {
    // The bytes of "    - [", the first one lowest.
    guard scanner.load(UInt64.self) & 0xff_ffff_ffff_ffff == 0x5b_202d_2020_2020 else { return nil }
    scanner.advance(7)
    guard let seconds = field(&scanner),
      let microseconds = scanner.paddedNumber() ?? field(&scanner),
      let type = scanner.shortNumber(), let code = scanner.shortNumber()
    else { return nil }
    scanner.skipSpaces()
    guard let value = scanner.int32(), scanner.skip(UInt8(ascii: "]")), scanner.endLine() else {
      return nil
    }
    return InputEvent(
      time: Timestamp(seconds: seconds, microseconds: microseconds),
      type: EventType(rawValue: type), code: code, value: value)
  }

  /// Skips `  - evdev:`, after which events continue.
  @inline(__always) private static func isEntry(_ scanner: inout QuickScanner) -> Bool {
    // The bytes of "  - evde", the first one lowest.
    guard scanner.load(UInt64.self) == 0x6564_7665_202d_2020 else { return false }
    scanner.advance(8)
    return scanner.skip(UInt8(ascii: "v")) && scanner.skip(UInt8(ascii: ":"))
      && scanner.skip(UInt8(ascii: "\n"))
  }

  /// A number after spaces and before a comma.
  @inline(__always) private static func field(_ scanner: inout QuickScanner) -> Int64? {
    scanner.skipSpaces()
    guard let number = scanner.digits(), scanner.skip(UInt8(ascii: ",")) else { return nil }
    return number
  }
}

// MARK: Numbers

extension TextCursor {
  /// Reads `    - [  0,      0,   3,  57,     100] # ...` and its newline.
  mutating func libinputEvent() throws(Expectation) -> InputEvent {
    guard skip("    - [") else { throw Expectation("an event") }
    let seconds = try number("seconds")
    try comma()
    let microseconds = try number("microseconds")
    try comma()
    let type = try number16("an event type (at most 65535)")
    try comma()
    let code = try number16("an event code (at most 65535)")
    try comma()
    skipSpaces()
    let value = try int32().orThrow("an event value (32-bit)")
    skipSpaces()
    guard skip(UInt8(ascii: "]")) else { throw Expectation("a closing bracket") }
    try endLine()
    return InputEvent(
      time: Timestamp(seconds: seconds, microseconds: microseconds),
      type: EventType(rawValue: type), code: code, value: value)
  }

  /// Reads a number and the colon after it.
  fileprivate mutating func key() throws(Expectation) -> UInt16 {
    let key = try number16("a 16-bit number")
    guard skip(UInt8(ascii: ":")) else { throw Expectation("a colon") }
    return key
  }

  /// Reads `[1, 2, 3]`, on one line; throws `expected` unless `count` numbers, or all, fit.
  fileprivate mutating func list<Number: FixedWidthInteger>(
    count: Int? = nil, _ expected: StaticString
  ) throws(Expectation) -> [Number] {
    skipSpaces()
    guard skip(UInt8(ascii: "[")) else { throw Expectation("a list in brackets") }
    var numbers: [Int64] = []
    skipSpaces()
    while !skip(UInt8(ascii: "]")) {
      if !numbers.isEmpty { try comma() }
      numbers.append(try number("a number"))
      skipSpaces()
    }
    let fitting = numbers.compactMap { Number(exactly: $0) }
    guard fitting.count == count ?? numbers.count else { throw Expectation(expected) }
    return fitting
  }

  private mutating func number(_ what: StaticString) throws(Expectation) -> Int64 {
    skipSpaces()
    return try decimal().orThrow(what)
  }

  private mutating func number16(_ what: StaticString) throws(Expectation) -> UInt16 {
    skipSpaces()
    return try decimal16().orThrow(what)
  }

  private mutating func comma() throws(Expectation) {
    skipSpaces()
    guard skip(UInt8(ascii: ",")) else { throw Expectation("a comma") }
  }
}
