import Evdev

/// The devices of a umockdev device file: what udev and sysfs say of them.
///
/// ```
/// P: /devices/platform/i8042/serio1/input/input12
/// E: NAME="SynPS/2 Synaptics TouchPad"
/// E: PRODUCT=11/2/7/1b1
/// E: ABS=660800011000003
/// A: capabilities/key=e520 10000 0 0 0 0
/// ```
///
/// A block belongs to one node of the tree; the input device is the parent of its event device,
/// whose block has the name in `/dev`. sysfs tells which axes there are, but not their ranges; those
/// that udev overrides (`EVDEV_ABS_35=0:1280:20`) are the exception. Source: `umockdev-record`,
/// the kernel's `input.c` and udev's `60-evdev.hwdb`.
struct UmockdevSysfs {
  private struct Block {
    var path: String
    var node: String?
    var isInput = false
    var name = ""
    var identity = DeviceDescription.Identity()
    var bitmaps: [Bitmap: [UInt64]] = [:]
    var axes: [UInt16: DeviceDescription.Axis] = [:]
  }

  private enum Bitmap: CaseIterable {
    case types, properties, keys, relative, absolute, miscellaneous, switches
  }

  private var blocks: [Block] = []
  /// How many of the blocks are input devices, and how many their nodes.
  private var inputs = 0
  private var nodes = 0

  /// Reads a line, not to its end.
  mutating func readLine(_ cursor: inout TextCursor) throws(Expectation) {
    if cursor.skip("P: ") {
      blocks.append(Block(path: cursor.restText))
      return
    }
    guard UmockdevSysfs.isLine(cursor) else {
      throw Expectation("a line of umockdev (P: N: E: A: L: S: H: r w f Q d @DEV or EVIOC...)")
    }
    guard var block = blocks.popLast() else {
      throw Expectation("`P:` and the device that the line is about")
    }
    if cursor.skip("N: ") {
      let node = cursor.restText.split(separator: "=").first.map(String.init) ?? ""
      if block.node == nil, node.hasPrefix("input/event") {
        try Expectation.checkRoom(after: nodes)
        nodes += 1
      }
      block.node = "/dev/" + node
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
      block.name = cursor.quoted() ?? cursor.restText
      block.isInput = true
    } else if cursor.skip("name=") {
      // Parents of other kinds have names, too; the udev property is the better one.
      if block.name.isEmpty { block.name = cursor.restText }
    } else if cursor.skip("PRODUCT=") {
      try readIdentity(&cursor, into: &block)
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

  /// Words in hexadecimal, the highest first.
  private static func words(_ cursor: inout TextCursor) throws(Expectation) -> [UInt64] {
    var words: [UInt64] = []
    cursor.skipSpaces()
    while !cursor.isAtLineEnd {
      guard let word = cursor.hexadecimal() else {
        throw Expectation("a bitmap in hexadecimal words")
      }
      words.append(word)
      cursor.skipSpaces()
    }
    return words
  }

  /// `11/2/7/1b1`; devices of other kinds have products in other words.
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
      throw Expectation("bus, vendor, product and version in hexadecimal, as in 11/2/7/1b1")
    }
    block.identity = .init(
      bus: numbers[0], vendor: numbers[1], product: numbers[2], version: numbers[3])
  }

  /// `35=0:1280:20:8:0`: code, minimum, maximum, resolution, fuzz and flat; any may be empty.
  private static func readAxis(
    _ cursor: inout TextCursor, into block: inout Block
  ) throws(Expectation) {
    guard let code = cursor.hexadecimal16(), cursor.skip(UInt8(ascii: "=")) else {
      throw Expectation("an axis in hexadecimal, as in EVDEV_ABS_35=0:1280:20")
    }
    var numbers: [Int32?] = []
    repeat {
      numbers.append(cursor.int32())
    } while cursor.skip(UInt8(ascii: ":"))
    guard cursor.isAtLineEnd else { throw Expectation("a decimal number of 32 bits or a colon") }
    func number(_ index: Int) -> Int32? { index < numbers.count ? numbers[index] : nil }
    guard let minimum = number(0), let maximum = number(1) else { return }
    block.axes[code] = .init(
      minimum: minimum, maximum: maximum, fuzz: number(3) ?? 0, flat: number(4) ?? 0,
      resolution: number(2) ?? 0)
  }
}

// MARK: Devices

extension UmockdevSysfs {
  /// The input devices among the blocks, which are then forgotten.
  mutating func takeDevices() -> [RecordedDevice] {
    defer { self = UmockdevSysfs() }
    let nodes = blocks.filter { $0.node?.hasPrefix("/dev/input/event") ?? false }
    var devices: [RecordedDevice] = []
    for block in blocks where block.isInput {
      let child = block.path + "/event"
      let event = nodes.first { $0.path == block.path || $0.path.hasPrefix(child) }
      // Overrides of ranges are properties of the event device.
      let axes = block.axes.merging(event?.axes ?? [:]) { _, override in override }
      devices.append(
        RecordedDevice(
          description: UmockdevSysfs.description(of: block, axes: axes), node: event?.node))
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

  /// The kernel prints bitmaps in words of its own width, 32 or 64 bits, and does not say which.
  ///
  /// A word of more than 32 bits settles it, as does a second word of the axes, of which there are
  /// 64, or a thirteenth one of the keys, of which there are 768.
  private static func wordWidth(of block: Block) -> Int {
    if block.bitmaps.values.contains(where: { $0.contains { $0 > UInt64(UInt32.max) } }) {
      return 64
    }
    let isNarrow =
      block.bitmaps[.absolute, default: []].count > 1
      || block.bitmaps[.keys, default: []].count > 12
    return isNarrow ? 32 : 64
  }

  /// The numbers of the bits that are set; bits beyond what a code can be are ignored.
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
