/// Parses the list of devices of Android's `getevent` before events, in detail with `-p` or `-i`.
///
/// ```
/// add device 1: /dev/input/event2
///   bus:      0018
///   vendor    0000
///   name:     "touch_dev"
///   events:
///     KEY (0001): 014a  BTN_TOOL_FINGER
///     ABS (0003): ABS_MT_POSITION_X     : value 0, min 0, max 1079, fuzz 0, flat 0, resolution 0
///                 0036  : value 0, min 0, max 2399, fuzz 0, flat 0, resolution 0
///   input props:
///     INPUT_PROP_DIRECT
/// ```
///
/// A device may be listed more than once, for example by `getevent -p` before `getevent -lt`; its
/// descriptions are merged.
struct GeteventListing {
  private(set) var devices: [RecordedDevice] = []
  /// The indices of ``devices`` by node; a device without a node is not in it.
  private var indices: [[UInt8]: Int] = [:]
  /// The device that indented lines describe.
  private var current: Int?
  private var section = Section.general
  /// The device of the latest event with a node, and that node.
  private var latest = 0
  private var latestNode: [UInt8] = []
  /// The device of events without a node.
  private var unnamed: Int?

  private enum Section: Equatable {
    case general
    case events(EventType?)
    case properties
  }
}

// MARK: The device of an event

extension GeteventListing {
  /// The index of a node's device; an unlisted node becomes a new device.
  @inline(__always)
  mutating func device(of node: UnsafeBufferPointer<UInt8>) throws(Expectation) -> Int {
    if node.isEmpty {
      if let unnamed { return unnamed }
      return try findUnnamed()
    }
    if node.equals(latestNode) { return latest }
    latest = try index(of: node)
    latestNode = Array(node)
    return latest
  }

  private mutating func index(of node: UnsafeBufferPointer<UInt8>) throws(Expectation) -> Int {
    let key = Array(node)
    if let index = indices[key] { return index }
    try Expectation.checkRoom(after: devices.count)
    let name = try Expectation.checkedName(String(decoding: node, as: UTF8.self))
    devices.append(RecordedDevice(node: name))
    indices[key] = devices.count - 1
    return devices.count - 1
  }

  /// Finds the device of events without a node, which getevent prints when given a single device:
  /// the only listed device, or the only one with positions.
  private mutating func findUnnamed() throws(Expectation) -> Int {
    let known = devices.count == 1 ? 0 : onlyTouchDevice
    let index = if let known { known } else { try devices.add(RecordedDevice()) }
    unnamed = index
    return index
  }

  private var onlyTouchDevice: Int? {
    let touching = devices.indices.filter { index in
      let axes = devices[index].description?.axes ?? [:]
      return axes[AbsoluteCode.positionX] != nil || axes[AbsoluteCode.x] != nil
    }
    return touching.count == 1 ? touching.first : nil
  }
}

// MARK: Reading

extension GeteventListing {
  /// Reads a line, but not its newline, if it belongs to a list or is a message of getevent.
  mutating func readLine(
    _ cursor: inout TextCursor, _ anomalies: inout AnomalyCounts
  ) throws(Expectation) -> Bool {
    let start = cursor
    cursor.skipSpaces()
    if cursor.isAtLineEnd { return true }
    if cursor.column == 1 {
      guard cursor.skip("add device ") else {
        return cursor.starts(with: "remove device ") || cursor.starts(with: "could not get ")
      }
      try readDevice(&cursor)
      return true
    }
    guard let current else {
      cursor = start
      return false
    }
    var description = devices[current].description ?? DeviceDescription()
    // A second reference would copy the sets and dictionaries for each line.
    devices[current].description = nil
    defer { devices[current].description = description }
    try readIndented(&cursor, into: &description, &anomalies)
    return true
  }

  /// `1: /dev/input/event2`
  private mutating func readDevice(_ cursor: inout TextCursor) throws(Expectation) {
    guard cursor.decimal() != nil, cursor.skip(": ") else {
      throw Expectation("the number of a device and a colon")
    }
    guard cursor.byte == UInt8(ascii: "/") else {
      throw Expectation("a device such as /dev/input/event2")
    }
    var end = cursor
    let index = try index(of: end.word())
    cursor = end
    if devices[index].description == nil { devices[index].description = DeviceDescription() }
    current = index
    section = .general
  }

  private mutating func readIndented(
    _ cursor: inout TextCursor, into description: inout DeviceDescription,
    _ anomalies: inout AnomalyCounts
  ) throws(Expectation) {
    if cursor.starts(with: "events:") {
      section = .events(nil)
    } else if cursor.starts(with: "input props:") {
      section = .properties
    } else if try GeteventListing.readIdentity(&cursor, into: &description) {
      section = .general
    } else {
      switch section {
      case .general: break
      case .events: try readCodes(&cursor, into: &description, &anomalies)
      case .properties: GeteventListing.readProperties(&cursor, into: &description, &anomalies)
      }
    }
  }

  private static func readIdentity(
    _ cursor: inout TextCursor, into description: inout DeviceDescription
  ) throws(Expectation) -> Bool {
    if cursor.skip("name:") {
      cursor.skipSpaces()
      let name = try cursor.quoted().orThrow("a name in quotation marks")
      description.name = try Expectation.checkedName(name)
      return true
    }
    let numbers: [(title: StaticString, field: WritableKeyPath<DeviceDescription.Identity, UInt16>)]
    numbers = [
      ("bus:", \.bus), ("vendor ", \.vendor), ("product ", \.product), ("version ", \.version),
    ]
    if let (_, field) = numbers.first(where: { cursor.skip($0.title) }) {
      cursor.skipSpaces()
      let number = try cursor.hexadecimal16().orThrow("a 16-bit hexadecimal number")
      description.identity[keyPath: field] = number
      return true
    }
    // Location, serial number and driver version are not used.
    let unused: [StaticString] = ["location:", "id:", "version:", "HID descriptor:"]
    return unused.contains { cursor.starts(with: $0) }
  }

  private static func readProperties(
    _ cursor: inout TextCursor, into description: inout DeviceDescription,
    _ anomalies: inout AnomalyCounts
  ) {
    while !cursor.isAtLineEnd {
      var number = cursor
      let word = cursor.word()
      if let property = EventNames.property(named: word.span) {
        description.properties.insert(property)
      } else if let property = number.hexadecimal16() {
        description.properties.insert(Int(property))
      } else if !word.equals("<none>") {
        anomalies.count(.unknownCode)
      }
      cursor.skipSpaces()
    }
  }
}

// MARK: Codes and axes

extension GeteventListing {
  /// Reads codes, after `ABS (0003): ` or in a line that continues such a list.
  private mutating func readCodes(
    _ cursor: inout TextCursor, into description: inout DeviceDescription,
    _ anomalies: inout AnomalyCounts
  ) throws(Expectation) {
    if let type = try cursor.listedType() { section = .events(type) }
    guard case .events(let type?) = section else { return }
    while !cursor.isAtLineEnd {
      let code = cursor.listedCode(of: type)
      if code == nil { anomalies.count(.unknownCode) }
      if let code { description.codes[type.rawValue, default: []].insert(code) }
      cursor.skipSpaces()
      if type == .absolute {
        let axis = try cursor.listedAxis()
        if let code { description.axes[code] = axis }
      }
      cursor.skipSpaces()
    }
  }
}

extension TextCursor {
  /// Reads `ABS (0003):` and the spaces after it, if they are next.
  fileprivate mutating func listedType() throws(Expectation) -> EventType? {
    guard contains("("), contains("):"), skipPast(UInt8(ascii: "(")) else { return nil }
    guard let number = hexadecimal16(), skip("):") else {
      throw Expectation("an event type such as `(0003):`")
    }
    skipSpaces()
    return EventType(rawValue: number)
  }

  /// Reads a code by number or name; an asterisk after it marks a key that is down.
  fileprivate mutating func listedCode(of type: EventType) -> UInt16? {
    var number = self
    let start = position
    var word = word()
    if word.last == UInt8(ascii: "*") { word = UnsafeBufferPointer(rebasing: word.dropLast()) }
    if let known = EventNames.code(named: word.span), known.type == type { return known.code }
    if let code = number.hexadecimal16(), number.position == start + word.count { return code }
    return GeteventName.code(word, of: type)
  }

  /// Reads `: value 0, min 0, max 1079, fuzz 0, flat 0, resolution 0`; some lack the last.
  fileprivate mutating func listedAxis() throws(Expectation) -> DeviceDescription.Axis {
    _ = skip(UInt8(ascii: ":"))
    var axis = DeviceDescription.Axis(minimum: 0, maximum: 0)
    axis.value = try number(after: "value ")
    axis.minimum = try number(after: "min ")
    axis.maximum = try number(after: "max ")
    axis.fuzz = try number(after: "fuzz ")
    if !isAtLineEnd { axis.flat = try number(after: "flat ") }
    if !isAtLineEnd { axis.resolution = try number(after: "resolution ") }
    return axis
  }

  private mutating func number(after title: StaticString) throws(Expectation) -> Int32 {
    skipSpaces()
    guard skip(title), let number = int32() else {
      throw Expectation("an axis such as `value 0, min 0, max 1079, fuzz 0, flat 0, resolution 0`")
    }
    _ = skip(UInt8(ascii: ","))
    skipSpaces()
    return number
  }
}
