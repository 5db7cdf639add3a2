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

    public init(type: EventType, code: UInt16) {
      self.type = type
      self.code = code
    }
  }

  /// The name of a type, such as `EV_ABS`; nil if the kernel has none.
  public static func name(of type: EventType) -> String? {
    EventNameIndex.shared.name(of: type.rawValue, kind: EventNameIndex.typeKind)
  }

  /// The name of a code, such as `ABS_MT_SLOT`; nil if the kernel has none.
  public static func name(of code: UInt16, type: EventType) -> String? {
    EventNameIndex.shared.name(of: code, kind: type.rawValue)
  }

  /// The name of an input property, such as `INPUT_PROP_DIRECT`; nil if the kernel has none.
  public static func name(ofProperty property: Int) -> String? {
    guard let number = UInt16(exactly: property) else { return nil }
    return EventNameIndex.shared.name(of: number, kind: EventNameIndex.propertyKind)
  }

  /// The type with a name such as `EV_ABS`.
  public static func type(named name: Span<UInt8>) -> EventType? {
    EventNameIndex.shared.number(named: name, kind: EventNameIndex.typeKind)
      .map(EventType.init(rawValue:))
  }

  /// The code with a name such as `ABS_MT_SLOT`.
  public static func code(named name: Span<UInt8>) -> Code? {
    guard let entry = EventNameIndex.shared.entry(named: name),
      entry.kind < EventNameIndex.typeKind
    else { return nil }
    return Code(type: EventType(rawValue: entry.kind), code: entry.number)
  }

  /// The lowest code of a type whose name begins with `prefix`, for listings that truncate names.
  ///
  /// Compares the prefix with every name, so it is slow.
  public static func code(startingWith prefix: Span<UInt8>, type: EventType) -> Code? {
    EventNameIndex.shared.number(startingWith: prefix, kind: type.rawValue)
      .map { Code(type: type, code: $0) }
  }

  /// The input property with a name such as `INPUT_PROP_DIRECT`.
  public static func property(named name: Span<UInt8>) -> Int? {
    EventNameIndex.shared.number(named: name, kind: EventNameIndex.propertyKind).map(Int.init)
  }

  /// The type with a name such as `EV_ABS`.
  public static func type(named name: String) -> EventType? {
    type(named: Array(name.utf8).span)
  }

  /// The code with a name such as `ABS_MT_SLOT`.
  public static func code(named name: String) -> Code? {
    code(named: Array(name.utf8).span)
  }

  /// The input property with a name such as `INPUT_PROP_DIRECT`.
  public static func property(named name: String) -> Int? {
    property(named: Array(name.utf8).span)
  }
}

/// The tables of names, indexed by number and by the bytes of a name.
///
/// A table is text: each line begins with a number in hexadecimal, and its names have this number
/// and the ones that follow; `A/B` are two names of one number, the usual one first.
///
/// Names are in a hash table of fixed size with open addressing, as four words each, since none is
/// longer than 32 bytes.
struct EventNameIndex: Sendable {
  static let shared = EventNameIndex()

  /// The ``Entry/kind`` of names of types, larger than any type.
  static let typeKind: UInt16 = 0xfffe
  /// The ``Entry/kind`` of names of properties.
  static let propertyKind: UInt16 = 0xffff

  /// The number of a name; `kind` is the type of event that it is a code of.
  struct Entry {
    var kind: UInt16
    var number: UInt16
  }

  /// An element of the table; the key of an empty one is `Key.none`.
  fileprivate struct Slot {
    var key = Key.none
    var entry = Entry(kind: 0, number: 0)
  }

  /// A power of two, and at least twice the number of names (about 800) to keep probes short.
  private static let slotCount = 2048

  private var slots = [Slot](repeating: Slot(), count: slotCount)
  private var names: [UInt32: String] = [:]

  private init() {
    for (kind, names) in EventNameTable.all { add(names, kind: kind) }
  }

  func name(of number: UInt16, kind: UInt16) -> String? {
    names[UInt32(kind) << 16 | UInt32(number)]
  }

  func entry(named name: Span<UInt8>) -> Entry? {
    // A key does not distinguish zeros at the end of a name from padding; no name ends with a zero.
    guard let key = Key(name), name.count > 0, name[name.count - 1] != 0 else { return nil }
    var index = Self.slot(of: key)
    while true {
      let slot = slots[index]
      if slot.key == key { return slot.entry }
      if slot.key == .none { return nil }
      index = (index + 1) & (Self.slotCount - 1)
    }
  }

  func number(named name: Span<UInt8>, kind: UInt16) -> UInt16? {
    entry(named: name).flatMap { $0.kind == kind ? $0.number : nil }
  }

  func number(startingWith prefix: Span<UInt8>, kind: UInt16) -> UInt16? {
    let length = prefix.count
    guard let key = Key(prefix), length > 0 else { return nil }
    return slots.lazy
      .filter { $0.key != .none && $0.entry.kind == kind && $0.key.prefix(length) == key }
      .map(\.entry.number).min()
  }

  private mutating func add(_ table: StaticString, kind: UInt16) {
    for line in table.description.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard var number = words.first.flatMap({ UInt16($0.dropFirst(2), radix: 16) }) else {
        fatalError("a line of names begins with a number: \(line)")
      }
      for word in words.dropFirst() {
        for name in word.split(separator: "/") {
          add(name, Entry(kind: kind, number: number))
        }
        number += 1
      }
    }
  }

  private mutating func add(_ name: Substring, _ entry: Entry) {
    guard let key = Key(Array(name.utf8).span) else {
      fatalError("a name has at most 32 bytes: \(name)")
    }
    var index = Self.slot(of: key)
    while slots[index].key != .none { index = (index + 1) & (Self.slotCount - 1) }
    slots[index] = Slot(key: key, entry: entry)
    let number = UInt32(entry.kind) << 16 | UInt32(entry.number)
    if names[number] == nil { names[number] = String(name) }
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

  /// The key of the name's first bytes.
  fileprivate func prefix(_ count: Int) -> Self {
    func cut(_ word: UInt64, _ offset: Int) -> UInt64 {
      let count = max(0, min(8, count - offset))
      return count == 8 ? word : word & (1 << UInt64(count * 8) - 1)
    }
    return Self(
      first: cut(first, 0), second: cut(second, 8), third: cut(third, 16), fourth: cut(fourth, 24))
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
