import Evdev

/// The header of evtest: what it says of the device before the first event.
///
/// ```
/// Input device ID: bus 0x18 vendor 0x0 product 0x0 version 0x1
/// Input device name: "cyapa"
/// Supported events:
///   Event type 3 (EV_ABS)
///     Event code 53 (ABS_MT_POSITION_X)
///       Value      0
///       Min        0
///       Max     1280
///       Resolution      12
/// Properties:
///   Property type 0 (INPUT_PROP_POINTER)
/// Testing ... (interrupt to exit)
/// ```
struct EvtestHeader {
  private var description = DeviceDescription()
  private var isPresent = false
  /// What the indented lines belong to.
  private var type: EventType?
  private var axis: UInt16?

  var device: RecordedDevice { RecordedDevice(description: isPresent ? description : nil) }

  /// Whether a line is the first of a header.
  static func begins(_ cursor: TextCursor) -> Bool {
    cursor.starts(with: "Input driver version is ")
  }

  /// Reads a line if it is one of a header; not to its end.
  mutating func readLine(_ cursor: inout TextCursor) throws(Expectation) -> Bool {
    let start = cursor
    cursor.skipSpaces()
    var isOurs = try readIdentity(&cursor)
    if !isOurs { isOurs = try readCapability(&cursor) }
    if isOurs {
      isPresent = true
      return true
    }
    let isTitle =
      cursor.starts(with: "Supported events:") || cursor.starts(with: "Properties:")
      || cursor.starts(with: "Key repeat handling:") || cursor.starts(with: "Repeat type ")
      || cursor.starts(with: "Repeat code ") || cursor.starts(with: "Testing ...")
    if isTitle {
      type = nil
      axis = nil
    }
    cursor.restore(start)
    return isTitle
  }

  private mutating func readIdentity(_ cursor: inout TextCursor) throws(Expectation) -> Bool {
    if cursor.skip("Input driver version is ") { return true }
    if cursor.skip("Input device name: ") {
      guard let name = cursor.quoted() else { throw Expectation("a name in quotation marks") }
      description.name = name
      return true
    }
    guard cursor.skip("Input device ID: ") else { return false }
    description.identity.bus = try EvtestHeader.number(after: "bus ", &cursor)
    description.identity.vendor = try EvtestHeader.number(after: "vendor ", &cursor)
    description.identity.product = try EvtestHeader.number(after: "product ", &cursor)
    description.identity.version = try EvtestHeader.number(after: "version ", &cursor)
    return true
  }

  private static func number(
    after title: StaticString, _ cursor: inout TextCursor
  ) throws(Expectation) -> UInt16 {
    cursor.skipSpaces()
    guard cursor.skip(title), let number = cursor.prefixedHexadecimal16() else {
      throw Expectation("bus, vendor, product and version in hexadecimal, as in `bus 0x18`")
    }
    return number
  }

  private mutating func readCapability(_ cursor: inout TextCursor) throws(Expectation) -> Bool {
    if cursor.skip("Event type ") {
      let number = try EvtestHeader.decimal(&cursor)
      type = EventType(rawValue: number)
      axis = nil
      description.codes[number, default: []].formUnion([])
    } else if cursor.skip("Event code ") || cursor.skip("State code ") {
      let code = try EvtestHeader.decimal(&cursor)
      guard let type else { throw Expectation("`Event type` before its codes") }
      description.codes[type.rawValue, default: []].insert(code)
      axis = type == .absolute ? code : nil
      if let axis { description.axes[axis] = .init(minimum: 0, maximum: 0) }
    } else if cursor.skip("Property type ") {
      description.properties.insert(Int(try EvtestHeader.decimal(&cursor)))
    } else {
      return try readAxis(&cursor)
    }
    return true
  }

  private static func decimal(_ cursor: inout TextCursor) throws(Expectation) -> UInt16 {
    let start = cursor
    guard let number = cursor.decimal(), let narrow = UInt16(exactly: number) else {
      cursor.restore(start)
      throw Expectation("a decimal number of 16 bits")
    }
    return narrow
  }

  private mutating func readAxis(_ cursor: inout TextCursor) throws(Expectation) -> Bool {
    guard let field = EvtestHeader.field(&cursor) else { return false }
    cursor.skipSpaces()
    guard let number = cursor.int32() else { throw Expectation("a decimal number of 32 bits") }
    // Key repetition has values, too; nobody needs them.
    if let axis { description.axes[axis]?[keyPath: field] = number }
    return true
  }

  private static func field(
    _ cursor: inout TextCursor
  ) -> WritableKeyPath<DeviceDescription.Axis, Int32>? {
    if cursor.skip("Value ") { return \.value }
    if cursor.skip("Min ") { return \.minimum }
    if cursor.skip("Max ") { return \.maximum }
    if cursor.skip("Fuzz ") { return \.fuzz }
    if cursor.skip("Flat ") { return \.flat }
    if cursor.skip("Resolution ") { return \.resolution }
    return nil
  }
}
