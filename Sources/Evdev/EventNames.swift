/// Converts between event types, codes and input properties and the kernel's names for them.
///
/// ```swift
/// EventNames.name(of: 0x35, type: .absolute)  // "ABS_MT_POSITION_X"
/// EventNames.code(named: "BTN_LEFT")  // type .key, code 0x110
/// ```
///
/// The names are those of `linux/input-event-codes.h`. For a number with two names, both are
/// understood, and the one that libevdev and evtest print is returned.
public enum EventNames {
  /// An event code and the type that it belongs to.
  public struct Code: Hashable, Sendable {
    public var type: EventType
    public var code: UInt16
  }

  /// The name of a type, such as `EV_ABS`; nil if the kernel has none.
  public static func name(of type: EventType) -> String? {
    name(of: type.rawValue, type: .nameOfType)
  }

  /// The name of a code, such as `ABS_MT_SLOT`; nil if the kernel has none.
  public static func name(of code: UInt16, type: EventType) -> String? {
    EventNameIndex.shared.name(of: Code(type: type, code: code))
  }

  /// The name of an input property, such as `INPUT_PROP_DIRECT`; nil if the kernel has none.
  public static func name(ofProperty property: Int) -> String? {
    UInt16(exactly: property).flatMap { name(of: $0, type: .nameOfProperty) }
  }

  /// The type with a name such as `EV_ABS`.
  public static func type(named name: Span<UInt8>) -> EventType? {
    guard let entry = EventNameIndex.shared[name], entry.type == .nameOfType else { return nil }
    return EventType(rawValue: entry.code)
  }

  /// The code with a name such as `ABS_MT_SLOT`.
  public static func code(named name: Span<UInt8>) -> Code? {
    guard let code = EventNameIndex.shared[name], code.type != .nameOfType,
      code.type != .nameOfProperty
    else { return nil }
    return code
  }

  /// The code with a name such as `ABS_MT_SLOT`.
  public static func code(named name: String) -> Code? { code(named: Array(name.utf8).span) }

  /// The lowest code of a type with a name that begins with `prefix`, for listings that truncate
  /// names; nil for an empty prefix.
  ///
  /// Compares the prefix with every name, so it is slow.
  public static func code(startingWith prefix: some Collection<UInt8>, type: EventType) -> UInt16? {
    if prefix.isEmpty { return nil }
    return EventNameIndex.shared.names.lazy
      .filter { $0.code.type == type && $0.name.utf8.starts(with: prefix) }
      .map(\.code.code).min()
  }

  /// The input property with a name such as `INPUT_PROP_DIRECT`.
  public static func property(named name: Span<UInt8>) -> Int? {
    guard let entry = EventNameIndex.shared[name], entry.type == .nameOfProperty else { return nil }
    return Int(entry.code)
  }
}

extension EventType {
  /// The kind of names of types; no event has this type.
  static var nameOfType: EventType { EventType(rawValue: 0xfffe) }
  /// The kind of names of properties; no event has this type.
  static var nameOfProperty: EventType { EventType(rawValue: 0xffff) }
}

/// The names of ``EventNameTable``, indexed by number and by the bytes of a name.
///
/// Names are in a hash table of fixed size with open addressing, as four words each, since none is
/// longer than 32 bytes.
struct EventNameIndex: Sendable {
  static let shared = EventNameIndex()

  /// An element of the table; the key of an empty one is `Key.none`.
  fileprivate struct Slot {
    var key = Key.none
    var code = EventNames.Code(type: .synchronization, code: 0)
  }

  /// A power of two, and at least twice the number of names (about 800) to keep probes short.
  private static let slotCount = 2048

  private var slots = [Slot](repeating: Slot(), count: slotCount)
  /// All names, in the order of the table.
  private(set) var names: [(name: String, code: EventNames.Code)] = []
  /// The usual name of each code, by type and code as one number: writers look up two for each
  /// event, and a structure of two numbers takes longer to hash.
  private var usualNames: [UInt32: String] = [:]

  private init() {
    for line in EventNameTable.names.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count > 2, let kind = EventNameTable.kinds[words[0]],
        let first = UInt16(words[1].dropFirst(2), radix: 16)
      else { fatalError("a line of names begins with a kind and a number: \(line)") }
      for (number, word) in zip(first..., words.dropFirst(2)) {
        for name in word.split(separator: "/") {
          add("\(words[0])_\(name)", .init(type: kind, code: number))
        }
      }
    }
  }

  private mutating func add(_ name: String, _ code: EventNames.Code) {
    guard let key = Key(Array(name.utf8).span) else {
      fatalError("a name has at most 32 bytes: \(name)")
    }
    var index = Self.slot(of: key)
    while slots[index].key != .none { index = (index + 1) & (Self.slotCount - 1) }
    slots[index] = Slot(key: key, code: code)
    names.append((name, code))
    let number = Self.number(of: code)
    if usualNames[number] == nil { usualNames[number] = name }
  }

  func name(of code: EventNames.Code) -> String? { usualNames[Self.number(of: code)] }

  private static func number(of code: EventNames.Code) -> UInt32 {
    UInt32(code.type.rawValue) << 16 | UInt32(code.code)
  }

  subscript(name: Span<UInt8>) -> EventNames.Code? {
    // A key does not distinguish zeros at the end of a name from padding; no name ends with a zero.
    guard let key = Key(name), name.count > 0, name[name.count - 1] != 0 else { return nil }
    var index = Self.slot(of: key)
    while true {
      let slot = slots[index]
      if slot.key == key { return slot.code }
      if slot.key == .none { return nil }
      index = (index + 1) & (Self.slotCount - 1)
    }
  }

  /// The bytes of a name as words, padded with zeros.
  fileprivate struct Key: Equatable {
    // Four fields rather than a SIMD vector, which would go through memory word by word.
    var first: UInt64 = 0
    var second: UInt64 = 0
    var third: UInt64 = 0
    var fourth: UInt64 = 0

    /// The key of the empty name.
    static var none: Key { Key() }
  }

  private static func slot(of key: Key) -> Int {
    // Constants from the digits of the golden ratio and of pi; the upper bits are mixed best.
    let folded =
      (key.first &* 0x9e37_79b9_7f4a_7c15) ^ (key.second &* 0x2439_6a88_85a3_08d3)
      ^ (key.third &* 0x1319_8a2e_0370_7345) ^ (key.fourth &* 0xa409_3822_299f_31d1)
    let mixed = (folded ^ (folded >> 29)) &* 0x9e37_79b9_7f4a_7c15
    return Int(mixed >> UInt64(64 - slotCount.trailingZeroBitCount))
  }
}

extension EventNameIndex.Key {
  /// The key of a name; nil if it is longer than 32 bytes.
  fileprivate init?(_ name: Span<UInt8>) {
    guard name.count <= 32 else { return nil }
    first = Self.word(of: name, at: 0)
    if name.count > 8 { second = Self.word(of: name, at: 8) }
    if name.count > 16 { third = Self.word(of: name, at: 16) }
    if name.count > 24 { fourth = Self.word(of: name, at: 24) }
  }

  /// The eight bytes at an offset, or those that are left.
  private static func word(of name: Span<UInt8>, at offset: Int) -> UInt64 {
    let count = name.count - offset
    if count >= 8 { return load(name, offset) }
    // Load the last eight bytes, and shift out those before the offset.
    if name.count >= 8 { return load(name, name.count - 8) >> UInt64((8 - count) * 8) }
    var word: UInt64 = 0
    for index in 0..<count { word |= UInt64(name[offset + index]) << UInt64(index * 8) }
    return word
  }

  private static func load(_ name: Span<UInt8>, _ offset: Int) -> UInt64 {
    UInt64(littleEndian: name.bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }
}
