import Evdev

/// The answers of an input device to questions about itself, as `umockdev-record --ioctl` notes them.
///
/// ```
/// @DEV /dev/input/event5
/// EVIOCGNAME(0) 27 53796E50532F...
/// EVIOCGABS(53) 0 00000000C005000088160000000000000000000041000000
/// ```
///
/// A line has the request (in parentheses what it asks about, 0 where nothing stands), what the
/// call returned, and the bytes of the answer. Source: recordings in umockdev, `linux/input.h`.
struct UmockdevIoctl {
  private var devices: [RecordedDevice] = []

  /// The devices so far, which are then forgotten.
  mutating func takeDevices() -> [RecordedDevice] {
    defer { devices.removeAll() }
    return devices
  }

  /// Reads a line, not to its end.
  mutating func readLine(_ cursor: inout TextCursor) throws(Expectation) {
    if cursor.skip("@DEV ") {
      guard cursor.byte == UInt8(ascii: "/") else {
        throw Expectation("a device, as in /dev/input/event5")
      }
      devices.append(RecordedDevice(node: String(decoding: cursor.word(), as: UTF8.self)))
      return
    }
    guard !devices.isEmpty else { throw Expectation("`@DEV` and the device that answers") }
    let request = cursor.request()
    let number = try UmockdevIoctl.number(&cursor)
    let length = try UmockdevIoctl.length(&cursor)
    let answer = try UmockdevIoctl.answer(&cursor)
    var description = devices[devices.count - 1].description ?? DeviceDescription()
    if request.equals("EVIOCGNAME") {
      description.name = String(decoding: answer.prefix { $0 != 0 }, as: UTF8.self)
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
  /// `(53)`, if it stands here.
  private static func number(_ cursor: inout TextCursor) throws(Expectation) -> UInt16 {
    guard cursor.skip(UInt8(ascii: "(")) else { return 0 }
    guard let number = cursor.decimal(), let narrow = UInt16(exactly: number),
      cursor.skip(UInt8(ascii: ")"))
    else { throw Expectation("a decimal number of 16 bits and a closing parenthesis") }
    return narrow
  }

  private static func length(_ cursor: inout TextCursor) throws(Expectation) -> Int {
    cursor.skipSpaces()
    guard let length = cursor.int32() else { throw Expectation("what the request returned") }
    cursor.skipSpaces()
    return Int(length)
  }

  private static func answer(_ cursor: inout TextCursor) throws(Expectation) -> [UInt8] {
    var bytes: [UInt8] = []
    while !cursor.isAtLineEnd {
      guard let high = cursor.hexadecimalDigit() else {
        throw Expectation("bytes in hexadecimal")
      }
      guard let low = cursor.hexadecimalDigit() else {
        throw Expectation("two hexadecimal digits a byte")
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

  /// Four bytes; those that are missing are zero.
  private static func word(_ answer: [UInt8], _ offset: Int) -> UInt32 {
    var word: UInt32 = 0
    for index in 0..<4 where offset + index < answer.count {
      word |= UInt32(answer[offset + index]) << UInt32(8 * index)
    }
    return word
  }

  /// The numbers of the bits that are set in the bytes that the request filled.
  private static func bits(_ answer: [UInt8], _ length: Int) -> [UInt16] {
    var numbers: [UInt16] = []
    // No bitmap of the kernel is longer than that of the keys.
    for (index, byte) in answer.prefix(max(0, min(length, 96))).enumerated() {
      for bit in 0..<8 where byte >> UInt8(bit) & 1 == 1 {
        numbers.append(UInt16(index * 8 + bit))
      }
    }
    return numbers
  }
}

extension TextCursor {
  /// A word of capital letters.
  fileprivate mutating func request() -> UnsafeBufferPointer<UInt8> {
    let start = position
    while UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte { advance() }
    return UnsafeBufferPointer(start: start, count: position - start)
  }

  fileprivate mutating func hexadecimalDigit() -> UInt8? {
    let digit: UInt8
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - UInt8(ascii: "A") + 10
    default: return nil
    }
    advance()
    return digit
  }
}
