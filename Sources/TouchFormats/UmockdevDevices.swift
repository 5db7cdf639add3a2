import Contacts
import Evdev
import Files

/// Parses the devices of a umockdev device file, which contains their udev and sysfs properties.
///
/// ```
/// P: /devices/platform/i8042/serio1/input/input12
/// E: NAME="SynPS/2 Synaptics TouchPad"
/// E: PRODUCT=11/2/7/1b1
/// E: ABS=660800011000003
/// A: capabilities/key=e520 10000 0 0 0 0
/// ```
///
/// A block describes one node of the device tree; the input device is the parent of its event
/// device, whose block has the name in `/dev`. sysfs lists the axes without their ranges, except
/// those that udev overrides (`EVDEV_ABS_35=0:1280:20`). Source: `umockdev-record`, the kernel's
/// `input.c` and udev's `60-evdev.hwdb`.
struct UmockdevSysfs {
  private struct Block {
    var path: String
    var node: String?
    var isInput = false
    var name = ""
    var identity = DeviceDescription.Identity()
    var bitmaps: [Bitmap: [UInt64]] = [:]
    var axes: [UInt16: DeviceDescription.Axis] = [:]
    var calibration: TouchAreaTransform?
  }

  private enum Bitmap: CaseIterable {
    case types, properties, keys, relative, absolute, miscellaneous, switches
  }

  private var blocks: [Block] = []
  /// The number of blocks that are input devices, and of those that are their event nodes.
  private var inputs = 0
  private var nodes = 0

  /// Reads a line, but not its newline.
  mutating func readLine(_ cursor: inout TextCursor) throws(Expectation) {
    if cursor.skip("P: ") {
      blocks.append(Block(path: cursor.restText))
      return
    }
    guard UmockdevSysfs.isLine(cursor) else {
      throw Expectation("a umockdev line (P: N: E: A: L: S: H: r w f Q d @DEV or EVIOC...)")
    }
    guard var block = blocks.popLast() else {
      throw Expectation("`P:` and a device before its properties")
    }
    if cursor.skip("N: ") {
      let node = cursor.restText.split(separator: "=").first.map(String.init) ?? ""
      if block.node == nil, node.hasPrefix("input/event") {
        try Expectation.checkRoom(after: nodes)
        nodes += 1
      }
      block.node = try Expectation.checkedName("/dev/" + node)
    } else if cursor.skip("E: ") || cursor.skip("A: ") {
      let start = cursor
      let wasInput = block.isInput
      try UmockdevSysfs.readProperty(&cursor, into: &block)
      if block.isInput, !wasInput {
        cursor.restore(start)
        try Expectation.checkRoom(after: inputs)
        inputs += 1
      }
    }
    blocks.append(block)
  }

  private static func isLine(_ cursor: TextCursor) -> Bool {
    switch cursor.byte {
    case UInt8(ascii: "N"), UInt8(ascii: "E"), UInt8(ascii: "A"), UInt8(ascii: "L"),
      UInt8(ascii: "S"), UInt8(ascii: "H"):
      var next = cursor
      next.advance()
      return next.starts(with: ": ")
    default: return false
    }
  }
}

// MARK: Properties

extension UmockdevSysfs {
  private static func readProperty(
    _ cursor: inout TextCursor, into block: inout Block
  ) throws(Expectation) {
    if cursor.skip("NAME=") {
      block.name = try Expectation.checkedName(cursor.quoted() ?? cursor.restText)
      block.isInput = true
    } else if cursor.skip("name=") {
      // Other parents have names, too; the udev property takes precedence.
      if block.name.isEmpty { block.name = try Expectation.checkedName(cursor.restText) }
    } else if cursor.skip("PRODUCT=") {
      try readIdentity(&cursor, into: &block)
    } else if cursor.skip(UdevProperty.calibration) {
      block.calibration = TouchAreaTransform(calibration: cursor.restText)
    } else if cursor.skip("EVDEV_ABS_") {
      try readAxis(&cursor, into: &block)
    } else if let bitmap = bitmap(&cursor) {
      block.bitmaps[bitmap] = try words(&cursor)
      if bitmap == .types || bitmap == .absolute || bitmap == .keys { block.isInput = true }
    }
  }

  private static func bitmap(_ cursor: inout TextCursor) -> Bitmap? {
    if cursor.skip("EV=") || cursor.skip("capabilities/ev=") { return .types }
    if cursor.skip("PROP=") || cursor.skip("properties=") { return .properties }
    if cursor.skip("KEY=") || cursor.skip("capabilities/key=") { return .keys }
    if cursor.skip("REL=") || cursor.skip("capabilities/rel=") { return .relative }
    if cursor.skip("ABS=") || cursor.skip("capabilities/abs=") { return .absolute }
    if cursor.skip("MSC=") || cursor.skip("capabilities/msc=") { return .miscellaneous }
    if cursor.skip("SW=") || cursor.skip("capabilities/sw=") { return .switches }
    return nil
  }

  /// Reads hexadecimal words, the highest first.
  private static func words(_ cursor: inout TextCursor) throws(Expectation) -> [UInt64] {
    var words: [UInt64] = []
    cursor.skipSpaces()
    while !cursor.isAtLineEnd {
      guard let word = cursor.hexadecimal() else {
        throw Expectation("a bitmap (hexadecimal words)")
      }
      words.append(word)
      cursor.skipSpaces()
    }
    return words
  }

  /// Reads `11/2/7/1b1`; devices of other kinds have products in other formats.
  private static func readIdentity(
    _ cursor: inout TextCursor, into block: inout Block
  ) throws(Expectation) {
    var numbers: [UInt16] = []
    let start = cursor
    repeat {
      guard let number = cursor.hexadecimal16() else { break }
      numbers.append(number)
    } while cursor.skip(UInt8(ascii: "/"))
    guard cursor.isAtLineEnd, numbers.count == 4 else {
      guard block.isInput else { return }
      cursor.restore(start)
      throw Expectation("hexadecimal bus, vendor, product and version, such as 11/2/7/1b1")
    }
    block.identity = .init(
      bus: numbers[0], vendor: numbers[1], product: numbers[2], version: numbers[3])
  }

  /// Reads `35=0:1280:20:8:0`: code, minimum, maximum, resolution, fuzz and flat; any may be empty.
  private static func readAxis(
    _ cursor: inout TextCursor, into block: inout Block
  ) throws(Expectation) {
    guard let code = cursor.hexadecimal16(), cursor.skip(UInt8(ascii: "=")) else {
      throw Expectation("a hexadecimal axis code, as in EVDEV_ABS_35=0:1280:20")
    }
    var numbers: [Int32?] = []
    repeat {
      numbers.append(cursor.int32())
    } while cursor.skip(UInt8(ascii: ":"))
    guard cursor.isAtLineEnd else { throw Expectation("a 32-bit decimal number or a colon") }
    func number(_ index: Int) -> Int32? { index < numbers.count ? numbers[index] : nil }
    guard let minimum = number(0), let maximum = number(1) else { return }
    block.axes[code] = .init(
      minimum: minimum, maximum: maximum, fuzz: number(3) ?? 0, flat: number(4) ?? 0,
      resolution: number(2) ?? 0)
  }
}

// MARK: Devices

extension UmockdevSysfs {
  /// Returns the input devices among the blocks, and removes all blocks.
  mutating func takeDevices() -> [RecordedDevice] {
    defer { self = UmockdevSysfs() }
    let nodes = blocks.filter { $0.node?.hasPrefix("/dev/input/event") ?? false }
    var devices: [RecordedDevice] = []
    for block in blocks where block.isInput {
      let child = block.path + "/event"
      let event = nodes.first { $0.path == block.path || $0.path.hasPrefix(child) }
      // Range overrides are properties of the event device.
      let axes = block.axes.merging(event?.axes ?? [:]) { _, override in override }
      devices.append(
        RecordedDevice(
          description: UmockdevSysfs.description(of: block, axes: axes), node: event?.node,
          calibration: event?.calibration ?? block.calibration))
    }
    return devices
  }

  private static func description(
    of block: Block, axes: [UInt16: DeviceDescription.Axis]
  ) -> DeviceDescription {
    let width = wordWidth(of: block)
    var description = DeviceDescription(name: block.name, identity: block.identity, axes: axes)
    description.properties = Set(numbers(block.bitmaps[.properties], width).map(Int.init))
    let types: [(EventType, Bitmap)] = [
      (.key, .keys), (.relative, .relative), (.absolute, .absolute),
      (.miscellaneous, .miscellaneous), (.switch, .switches),
    ]
    for type in numbers(block.bitmaps[.types], width) { description.codes[type] = [] }
    for (type, bitmap) in types where block.bitmaps[bitmap] != nil {
      description.codes[type.rawValue] = Set(numbers(block.bitmaps[bitmap], width))
    }
    return description
  }

  /// The width of the words in which the kernel printed bitmaps: 32 or 64 bits. The file does not
  /// specify it.
  ///
  /// A word above 32 bits means 64; a second word of the 64 axes or a thirteenth of the 768 keys
  /// means 32.
  private static func wordWidth(of block: Block) -> Int {
    if block.bitmaps.values.contains(where: { $0.contains { $0 > UInt64(UInt32.max) } }) {
      return 64
    }
    let isNarrow =
      block.bitmaps[.absolute, default: []].count > 1
      || block.bitmaps[.keys, default: []].count > 12
    return isNarrow ? 32 : 64
  }

  /// The indices of the set bits; those above 65535 are ignored.
  private static func numbers(_ words: [UInt64]?, _ width: Int) -> [UInt16] {
    var numbers: [UInt16] = []
    for (index, word) in (words ?? []).reversed().enumerated() {
      for bit in 0..<width where word >> UInt64(bit) & 1 == 1 {
        if let number = UInt16(exactly: index * width + bit) { numbers.append(number) }
      }
    }
    return numbers
  }
}

/// Parses the ioctl answers of an input device, as recorded by `umockdev-record --ioctl`.
///
/// ```
/// @DEV /dev/input/event5
/// EVIOCGNAME(0) 27 53796E50532F...
/// EVIOCGABS(53) 0 00000000C005000088160000000000000000000041000000
/// ```
///
/// A line contains the request (with its argument in parentheses, by default 0), its return value
/// and the bytes of the answer. Source: recordings in umockdev, `linux/input.h`.
struct UmockdevIoctl {
  private var devices: [RecordedDevice] = []

  /// Returns the devices so far, and removes them.
  mutating func takeDevices() -> [RecordedDevice] {
    defer { devices.removeAll() }
    return devices
  }

  /// Reads a line, but not its newline.
  mutating func readLine(_ cursor: inout TextCursor) throws(Expectation) {
    if cursor.skip("@DEV ") {
      guard cursor.byte == UInt8(ascii: "/") else {
        throw Expectation("a device such as /dev/input/event5")
      }
      let node = String(decoding: cursor.word(), as: UTF8.self)
      devices.append(RecordedDevice(node: try Expectation.checkedName(node)))
      return
    }
    guard !devices.isEmpty else { throw Expectation("`@DEV` and a device before its answers") }
    let request = cursor.request()
    let number = try UmockdevIoctl.number(&cursor)
    let length = try UmockdevIoctl.length(&cursor)
    let answer = try UmockdevIoctl.answer(&cursor)
    var description = devices[devices.count - 1].description ?? DeviceDescription()
    if request.equals("EVIOCGNAME") {
      description.name = try Expectation.checkedName(
        String(decoding: answer.prefix { $0 != 0 }, as: UTF8.self))
    } else if request.equals("EVIOCGID") {
      description.identity = UmockdevIoctl.identity(answer)
    } else if request.equals("EVIOCGPROP") {
      description.properties = Set(UmockdevIoctl.bits(answer, length).map(Int.init))
    } else if request.equals("EVIOCGBIT"), number != 0 {
      description.codes[number] = Set(UmockdevIoctl.bits(answer, length))
    } else if request.equals("EVIOCGABS") {
      description.axes[number] = UmockdevIoctl.axis(answer)
    }
    devices[devices.count - 1].description = description
  }
}

// MARK: Lines

extension UmockdevIoctl {
  /// Reads `(53)`, if it is next; 0 otherwise.
  private static func number(_ cursor: inout TextCursor) throws(Expectation) -> UInt16 {
    guard cursor.skip(UInt8(ascii: "(")) else { return 0 }
    guard let number = cursor.decimal16(), cursor.skip(UInt8(ascii: ")")) else {
      throw Expectation("a 16-bit decimal number and a closing parenthesis")
    }
    return number
  }

  private static func length(_ cursor: inout TextCursor) throws(Expectation) -> Int {
    cursor.skipSpaces()
    guard let length = cursor.int32() else { throw Expectation("the return value of the request") }
    cursor.skipSpaces()
    return Int(length)
  }

  private static func answer(_ cursor: inout TextCursor) throws(Expectation) -> [UInt8] {
    var bytes: [UInt8] = []
    while !cursor.isAtLineEnd {
      guard let high = cursor.skipHexadecimalDigit() else {
        throw Expectation("hexadecimal bytes")
      }
      guard let low = cursor.skipHexadecimalDigit() else {
        throw Expectation("two hexadecimal digits per byte")
      }
      bytes.append(high << 4 | low)
    }
    return bytes
  }
}

// MARK: Answers

extension UmockdevIoctl {
  /// `struct input_id`
  private static func identity(_ answer: [UInt8]) -> DeviceDescription.Identity {
    func half(_ offset: Int) -> UInt16 { UInt16(truncatingIfNeeded: word(answer, offset)) }
    return .init(bus: half(0), vendor: half(2), product: half(4), version: half(6))
  }

  /// `struct input_absinfo`
  private static func axis(_ answer: [UInt8]) -> DeviceDescription.Axis {
    func number(_ index: Int) -> Int32 { Int32(bitPattern: word(answer, index * 4)) }
    return .init(
      value: number(0), minimum: number(1), maximum: number(2), fuzz: number(3), flat: number(4),
      resolution: number(5))
  }

  /// A little-endian word of four bytes, with zeros for missing bytes.
  private static func word(_ answer: [UInt8], _ offset: Int) -> UInt32 {
    var word: UInt32 = 0
    for index in 0..<4 where offset + index < answer.count {
      word |= UInt32(answer[offset + index]) << UInt32(8 * index)
    }
    return word
  }

  /// The indices of the set bits in the bytes that the request filled.
  private static func bits(_ answer: [UInt8], _ length: Int) -> [UInt16] {
    var numbers: [UInt16] = []
    // The kernel's longest bitmap is that of the keys.
    for (index, byte) in answer.prefix(max(0, min(length, 96))).enumerated() {
      for bit in 0..<8 where byte >> UInt8(bit) & 1 == 1 {
        numbers.append(UInt16(index * 8 + bit))
      }
    }
    return numbers
  }
}

extension TextCursor {
  /// Reads a word of capital letters.
  fileprivate mutating func request() -> UnsafeBufferPointer<UInt8> {
    let start = position
    while UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte { advance() }
    return UnsafeBufferPointer(start: start, count: position - start)
  }

  /// Reads a hexadecimal digit.
  fileprivate mutating func skipHexadecimalDigit() -> UInt8? {
    guard let digit = hexadecimalDigit else { return nil }
    advance()
    return digit
  }
}
