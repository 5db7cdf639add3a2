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
  fileprivate struct Block {
    var path: String
    var node: String?
    var isInput = false
    var name = ""
    var identity = DeviceDescription.Identity()
    /// The bitmap of properties, and those of the codes of each type; of all types for `EV_SYN`.
    var properties: [UInt64] = []
    var codes: [EventType: [UInt64]] = [:]
    var axes: [UInt16: DeviceDescription.Axis] = [:]
    var calibration: TouchAreaTransform?
  }

  /// The names of bitmaps in udev and in sysfs, and the types whose codes they list.
  fileprivate static let bitmaps: [(udev: StaticString, sysfs: StaticString, type: EventType)] = [
    ("EV=", "capabilities/ev=", .synchronization), ("KEY=", "capabilities/key=", .key),
    ("REL=", "capabilities/rel=", .relative), ("ABS=", "capabilities/abs=", .absolute),
    ("MSC=", "capabilities/msc=", .miscellaneous), ("SW=", "capabilities/sw=", .switch),
  ]

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
    var text = cursor
    text.advance()
    guard "NEALSH".utf8.contains(cursor.byte), text.starts(with: ": ") else {
      throw UmockdevReader.foreign
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
      try block.readProperty(&cursor)
      if block.isInput, !wasInput {
        cursor = start
        try Expectation.checkRoom(after: inputs)
        inputs += 1
      }
    }
    blocks.append(block)
  }
}

// MARK: Properties

extension UmockdevSysfs.Block {
  fileprivate mutating func readProperty(_ cursor: inout TextCursor) throws(Expectation) {
    if cursor.skip("NAME=") {
      name = try Expectation.checkedName(cursor.quoted() ?? cursor.restText)
      isInput = true
    } else if cursor.skip("name=") {
      // Other parents have names, too; the udev property takes precedence.
      if name.isEmpty { name = try Expectation.checkedName(cursor.restText) }
    } else if cursor.skip("PRODUCT=") {
      try readIdentity(&cursor)
    } else if cursor.skip(UdevProperty.calibration) {
      calibration = TouchAreaTransform(calibration: cursor.restText)
    } else if cursor.skip("EVDEV_ABS_") {
      try readAxis(&cursor)
    } else if cursor.skip("PROP=") || cursor.skip("properties=") {
      properties = try cursor.words()
    } else if let (_, _, type) = UmockdevSysfs.bitmaps.first(where: {
      cursor.skip($0.udev) || cursor.skip($0.sysfs)
    }) {
      codes[type] = try cursor.words()
      if [.synchronization, .absolute, .key].contains(type) { isInput = true }
    }
  }

  /// Reads `11/2/7/1b1`; devices of other kinds have products in other formats.
  private mutating func readIdentity(_ cursor: inout TextCursor) throws(Expectation) {
    var numbers: [UInt16] = []
    let start = cursor
    repeat {
      guard let number = cursor.hexadecimal16() else { break }
      numbers.append(number)
    } while cursor.skip(UInt8(ascii: "/"))
    guard cursor.isAtLineEnd, numbers.count == 4 else {
      guard isInput else { return }
      cursor = start
      throw Expectation("hexadecimal bus, vendor, product and version, such as 11/2/7/1b1")
    }
    identity = .init(numbers)
  }

  /// Reads `35=0:1280:20:8:0`: code, minimum, maximum, resolution, fuzz and flat; any may be empty.
  private mutating func readAxis(_ cursor: inout TextCursor) throws(Expectation) {
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
    axes[code] = .init(
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
    return blocks.filter(\.isInput).map { block in
      let child = block.path + "/event"
      let event = nodes.first { $0.path == block.path || $0.path.hasPrefix(child) }
      var description = block.description
      // Range overrides are properties of the event device.
      description.axes.merge(event?.axes ?? [:]) { _, override in override }
      return RecordedDevice(
        description: description, node: event?.node,
        calibration: event?.calibration ?? block.calibration)
    }
  }
}

extension UmockdevSysfs.Block {
  fileprivate var description: DeviceDescription {
    let width = wordWidth
    var description = DeviceDescription(
      name: name, identity: identity,
      properties: Set(Self.numbers(properties, width).map(Int.init)), axes: axes)
    for type in Self.numbers(codes[.synchronization] ?? [], width) {
      description.codes[type] = []
    }
    for (type, words) in codes where type != .synchronization {
      description.codes[type.rawValue] = Set(Self.numbers(words, width))
    }
    return description
  }

  /// The width of the words in which the kernel printed bitmaps: 32 or 64 bits.
  ///
  /// A word above 32 bits means 64; a second word of axes or a thirteenth of keys means 32.
  private var wordWidth: Int {
    if codes.values.joined().contains(where: { $0 >> 32 > 0 })
      || properties.contains(where: { $0 >> 32 > 0 })
    {
      return 64
    }
    let isNarrow = codes[.absolute, default: []].count > 1 || codes[.key, default: []].count > 12
    return isNarrow ? 32 : 64
  }

  private static func numbers(_ words: [UInt64], _ width: Int) -> [UInt16] {
    setBits(of: words.reversed(), width)
  }
}

/// The numbers of the set bits of words, the lowest word first; those above 65535 are ignored.
private func setBits(of words: [some UnsignedInteger], _ width: Int) -> [UInt16] {
  words.enumerated().flatMap { index, word in
    (0..<width).filter { word >> $0 & 1 == 1 }.compactMap { UInt16(exactly: index * width + $0) }
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
    cursor.skipSpaces()
    let length = Int(try cursor.int32().orThrow("the return value of the request"))
    cursor.skipSpaces()
    let answer = try UmockdevIoctl.answer(&cursor)
    let last = devices.count - 1
    var description = devices[last].description ?? DeviceDescription()
    // A second reference would copy the sets and dictionaries for each line.
    devices[last].description = nil
    defer { devices[last].description = description }
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

  private static func answer(_ cursor: inout TextCursor) throws(Expectation) -> [UInt8] {
    var bytes: [UInt8] = []
    while !cursor.isAtLineEnd {
      let high = try cursor.skipHexadecimalDigit().orThrow("hexadecimal bytes")
      let low = try cursor.skipHexadecimalDigit().orThrow("two hexadecimal digits per byte")
      bytes.append(high << 4 | low)
    }
    return bytes
  }
}

// MARK: Answers

extension UmockdevIoctl {
  /// `struct input_id`
  private static func identity(_ answer: [UInt8]) -> DeviceDescription.Identity {
    .init(numbers(answer, count: 4))
  }

  /// `struct input_absinfo`
  private static func axis(_ answer: [UInt8]) -> DeviceDescription.Axis {
    let numbers: [Int32] = numbers(answer, count: 6)
    var axis = DeviceDescription.Axis(Array(numbers[1...]))
    axis.value = numbers[0]
    return axis
  }

  /// The little-endian numbers at the start of an answer, with zeros for missing bytes.
  private static func numbers<Number: FixedWidthInteger & BitwiseCopyable>(
    _ answer: [UInt8], count: Int
  ) -> [Number] {
    let size = MemoryLayout<Number>.size
    let padded = answer + [UInt8](repeating: 0, count: count * size)
    return padded.withUnsafeBytes { bytes in
      (0..<count).map { bytes.little($0 * size, Number.self) }
    }
  }

  /// The indices of the set bits in the bytes that the request filled.
  private static func bits(_ answer: [UInt8], _ length: Int) -> [UInt16] {
    // The kernel's longest bitmap is that of the keys.
    setBits(of: Array(answer.prefix(max(0, min(length, 96)))), 8)
  }
}

extension TextCursor {
  /// Reads hexadecimal words, the highest first.
  fileprivate mutating func words() throws(Expectation) -> [UInt64] {
    var words: [UInt64] = []
    skipSpaces()
    while !isAtLineEnd {
      words.append(try hexadecimal().orThrow("a bitmap (hexadecimal words)"))
      skipSpaces()
    }
    return words
  }

  /// Reads a word of capital letters.
  fileprivate mutating func request() -> UnsafeBufferPointer<UInt8> {
    let start = position
    while byte.isCapital { advance() }
    return UnsafeBufferPointer(start: start, count: position - start)
  }

  fileprivate mutating func skipHexadecimalDigit() -> UInt8? {
    guard let digit = hexadecimalDigit else { return nil }
    advance()
    return digit
  }
}
