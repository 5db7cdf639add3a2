import Evdev

/// Understands the lines of a libinput recording in exactly the layout of `libinput record`.
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
/// Any other layout is YAML, too, but not understood here: that throws, and ``LibinputDocument``
/// takes over. Source of the layout: `tools/libinput-record.c` of libinput, file version 1.
struct LibinputLayout {
  /// The mapping, or list, that the lines are in.
  private enum Section {
    case top
    /// A mapping that says nothing of use: `libinput`, `system`, `udev`, `quirks`, `hid`.
    case ignored
    case device, evdev, codes, axes
    /// `events:`, before its first entry; entries of `evdev:`, and those of others.
    case events, evdevEntry, otherEntry
  }

  private(set) var devices: [RecordedDevice] = []
  private var section = Section.top
  /// Whether `devices:` was met.
  private var isInDevices = false

  /// Whether the cursor stands at an event: then ``event(_:)`` reads it.
  @inline(__always) func isEvent(_ cursor: TextCursor) -> Bool {
    section == .evdevEntry && cursor.byte == UInt8(ascii: " ") && cursor.starts(with: "    - [")
  }

  /// Whether the cursor stands at the next device.
  func isDevice(_ cursor: TextCursor) -> Bool { cursor.starts(with: "- node:") }
}

// MARK: Lines other than events

extension LibinputLayout {
  /// Takes in a line that is no event; on success the cursor stands at the next line.
  mutating func readLine(_ cursor: inout TextCursor) throws(Expectation) {
    let indent = skipIndent(&cursor)
    if cursor.isAtLineEnd || cursor.byte == UInt8(ascii: "#") { return cursor.nextLine() }
    switch (indent, section) {
    case (0, _): try readTop(&cursor)
    case (2, .ignored) where devices.isEmpty: cursor.nextLine()
    case (2, .top): throw LibinputLayout.foreign
    case (2, .events), (2, .evdevEntry), (2, .otherEntry): try readEntry(&cursor)
    case (2, _): try readDeviceKey(&cursor)
    case (4..., .ignored): cursor.nextLine()
    case (4, .evdev), (4, .codes), (4, .axes): try readEvdevKey(&cursor)
    case (6, .codes): try readCodes(&cursor)
    case (6, .axes): try readAxis(&cursor)
    case (4, .evdevEntry):
      // What libinput made of the events above: its own entry in the same list item.
      guard cursor.skip("libinput:") else { throw LibinputLayout.foreign }
      try cursor.endLine()
      section = .otherEntry
    case (4, .otherEntry) where cursor.starts(with: "evdev:"): throw LibinputLayout.foreign
    case (4..., .otherEntry): cursor.nextLine()
    default: throw LibinputLayout.foreign
    }
  }

  private static let foreign = Expectation("a line in the layout of libinput record")

  private func skipIndent(_ cursor: inout TextCursor) -> Int {
    let start = cursor.column
    while cursor.skip(UInt8(ascii: " ")) {}
    return cursor.column - start
  }

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
    // Anything that YAML would read otherwise than as it stands there is not ours.
    guard node.hasPrefix("/") || node == "unknown", !node.contains("#"), !node.contains(": ") else {
      throw LibinputLayout.foreign
    }
    try Expectation.checkRoom(after: devices.count)
    devices.append(RecordedDevice(node: node == "unknown" ? nil : node))
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
    } else if section == .ignored, cursor.starts(with: "- ") || cursor.starts(with: "]") {
      return cursor.nextLine()
    } else if cursor.skip("udev:") || cursor.skip("quirks:") || cursor.skip("libinput:") {
      section = .ignored
    } else if cursor.skip("hid:") {
      section = .ignored
      return cursor.nextLine()
    } else {
      throw LibinputLayout.foreign
    }
    try cursor.endLine()
  }

  /// `  - evdev:` and its like.
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
      cursor.nextLine()
      return
    } else if cursor.skip("id:") {
      try readIdentity(&cursor)
    } else if cursor.skip("properties:") {
      for property in try list(&cursor) {
        guard let number = UInt16(exactly: property) else { throw Expectation("properties") }
        describe { $0.properties.insert(Int(number)) }
      }
    } else {
      throw LibinputLayout.foreign
    }
    try cursor.endLine()
  }

  private mutating func describe(_ body: (inout DeviceDescription) -> Void) {
    guard var description = devices.last?.description else { return }
    // Taken out, so that changing it copies nothing.
    devices[devices.count - 1].description = nil
    body(&description)
    devices[devices.count - 1].description = description
  }

  /// The name without its quotes. `libinput record` escapes nothing, our writer what it must.
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
    describe { $0.name = String(decoding: name, as: UTF8.self) }
  }

  private mutating func readIdentity(_ cursor: inout TextCursor) throws(Expectation) {
    let numbers = try list(&cursor).compactMap { UInt16(exactly: $0) }
    guard numbers.count == 4 else {
      throw Expectation("four numbers of 16 bits: bus, vendor, product, version")
    }
    describe {
      $0.identity = DeviceDescription.Identity(
        bus: numbers[0], vendor: numbers[1], product: numbers[2], version: numbers[3])
    }
  }

  /// `      3: [0, 1, 53] # EV_ABS`
  private mutating func readCodes(_ cursor: inout TextCursor) throws(Expectation) {
    let type = try key(&cursor)
    var codes: Set<UInt16> = []
    for number in try list(&cursor) {
      guard let code = UInt16(exactly: number) else { throw Expectation("codes of 16 bits") }
      codes.insert(code)
    }
    describe { $0.codes[type] = codes }
    try cursor.endLine()
  }

  /// `      0: [1472, 5472, 0, 0, 60]`
  private mutating func readAxis(_ cursor: inout TextCursor) throws(Expectation) {
    let code = try key(&cursor)
    let numbers = try list(&cursor).compactMap { Int32(exactly: $0) }
    guard numbers.count == 5 else {
      throw Expectation("minimum, maximum, fuzz, flat and resolution of an axis (32 bits each)")
    }
    describe {
      $0.axes[code] = DeviceDescription.Axis(
        minimum: numbers[0], maximum: numbers[1], fuzz: numbers[2], flat: numbers[3],
        resolution: numbers[4])
    }
    try cursor.endLine()
  }

  private func key(_ cursor: inout TextCursor) throws(Expectation) -> UInt16 {
    let key = try number16(&cursor, "a number of 16 bits")
    guard cursor.skip(UInt8(ascii: ":")) else { throw Expectation("a colon") }
    return key
  }

  /// `[1, 2, 3]`, all in one line.
  private func list(_ cursor: inout TextCursor) throws(Expectation) -> [Int64] {
    cursor.skipSpaces()
    guard cursor.skip(UInt8(ascii: "[")) else { throw Expectation("a list in brackets") }
    cursor.skipSpaces()
    if cursor.skip(UInt8(ascii: "]")) { return [] }
    var numbers: [Int64] = []
    while true {
      numbers.append(try number(&cursor, "a number"))
      cursor.skipSpaces()
      if cursor.skip(UInt8(ascii: "]")) { return numbers }
      try comma(&cursor)
    }
  }
}
