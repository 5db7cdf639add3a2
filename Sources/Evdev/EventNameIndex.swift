/// The tables of names, arranged for lookup by number and by the bytes of a name.
///
/// A table is text: each line begins with a number in hexadecimal, and its names have this number
/// and the ones that follow; `A/B` are two names of one number, the usual one first.
///
/// Names are found through a hash table of fixed size with open addressing. No name has more than
/// 32 bytes, so that a name is four words, and comparing names is comparing words.
struct EventNameIndex: Sendable {
  static let shared = EventNameIndex()

  /// What stands in ``Entry/kind`` for names of types; beyond every type of event.
  static let typeKind: UInt16 = 0xfffe
  /// What stands in ``Entry/kind`` for names of properties.
  static let propertyKind: UInt16 = 0xffff

  /// What a name stands for; ``kind`` is the type of event that the number is a code of.
  struct Entry {
    var kind: UInt16
    var number: UInt16
  }

  /// A place of the table; an empty one has the key of no name.
  private struct Slot {
    var key = SIMD4<UInt64>.zero
    var entry = Entry(kind: 0, number: 0)
  }

  /// A power of two, at least twice the number of names (some 800), for short probes.
  private static let slotCount = 2048

  private var slots = [Slot](repeating: Slot(), count: slotCount)
  private var names: [UInt32: String] = [:]

  private init() {
    add(EventNameTable.types, kind: Self.typeKind)
    add(EventNameTable.synchronization, kind: EventType.synchronization.rawValue)
    add(KeyNameTable.keys, kind: EventType.key.rawValue)
    add(KeyNameTable.buttons, kind: EventType.key.rawValue)
    add(EventNameTable.relative, kind: EventType.relative.rawValue)
    add(EventNameTable.absolute, kind: EventType.absolute.rawValue)
    add(EventNameTable.miscellaneous, kind: EventType.miscellaneous.rawValue)
    add(EventNameTable.switches, kind: EventType.switch.rawValue)
    add(EventNameTable.lights, kind: 0x11)
    add(EventNameTable.sounds, kind: 0x12)
    add(EventNameTable.repetition, kind: 0x14)
    add(EventNameTable.properties, kind: Self.propertyKind)
  }
}

extension EventNameIndex {
  func name(of number: UInt16, kind: UInt16) -> String? {
    names[UInt32(kind) << 16 | UInt32(number)]
  }

  func entry(named name: Span<UInt8>) -> Entry? {
    // A key says nothing of zeros at a name's end, and no name has one.
    guard let key = Self.key(of: name), name.count > 0, name[name.count - 1] != 0 else {
      return nil
    }
    var index = Self.slot(of: key)
    while true {
      let slot = slots[index]
      if slot.key == key { return slot.entry }
      if slot.key[0] == 0 { return nil }
      index = (index + 1) & (Self.slotCount - 1)
    }
  }

  func number(startingWith prefix: Span<UInt8>, kind: UInt16) -> UInt16? {
    guard let key = Self.key(of: prefix), prefix.count > 0 else { return nil }
    let mask = Self.mask(ofBytes: prefix.count)
    return slots.lazy
      .filter { $0.key[0] != 0 && $0.entry.kind == kind && $0.key & mask == key }
      .map(\.entry.number).min()
  }
}

extension EventNameIndex {
  private mutating func add(_ table: StaticString, kind: UInt16) {
    for line in table.description.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard var number = words.first.flatMap({ UInt16($0.dropFirst(2), radix: 16) }) else {
        preconditionFailure("a line of names begins with a number: \(line)")
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
    guard let key = Self.key(of: Array(name.utf8).span) else {
      preconditionFailure("a name has at most 32 bytes: \(name)")
    }
    var index = Self.slot(of: key)
    while slots[index].key[0] != 0 { index = (index + 1) & (Self.slotCount - 1) }
    slots[index] = Slot(key: key, entry: entry)
    let number = UInt32(entry.kind) << 16 | UInt32(entry.number)
    if names[number] == nil { names[number] = String(name) }
  }
}

extension EventNameIndex {
  /// The bytes of a name as words, padded with zeros; nil if it is too long to be one.
  private static func key(of name: Span<UInt8>) -> SIMD4<UInt64>? {
    guard name.count <= 32 else { return nil }
    var key = SIMD4<UInt64>.zero
    let bytes = name.bytes
    let rest = name.count & 7
    let whole = name.count >> 3
    for word in 0..<whole {
      key[word] = UInt64(
        littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: word * 8, as: UInt64.self))
    }
    guard rest > 0 else { return key }
    if whole > 0 {
      // The last eight bytes of the name hold the rest; what comes before it is shifted out.
      let last = bytes.unsafeLoadUnaligned(fromByteOffset: name.count - 8, as: UInt64.self)
      key[whole] = UInt64(littleEndian: last) >> UInt64((8 - rest) * 8)
    } else {
      for index in 0..<rest { key[0] |= UInt64(name[index]) << UInt64(index * 8) }
    }
    return key
  }

  /// Ones where a name of so many bytes has its bytes.
  private static func mask(ofBytes count: Int) -> SIMD4<UInt64> {
    var mask = SIMD4<UInt64>.zero
    for index in 0..<count { mask[index >> 3] |= 0xff << UInt64((index & 7) * 8) }
    return mask
  }

  private static func slot(of key: SIMD4<UInt64>) -> Int {
    // Odd constants from the digits of the golden ratio and of pi; the upper bits are mixed best.
    let folded =
      (key[0] &* 0x9e37_79b9_7f4a_7c15) ^ (key[1] &* 0x2439_6a88_85a3_08d3)
      ^ (key[2] &* 0x1319_8a2e_0370_7345) ^ (key[3] &* 0xa409_3822_299f_31d1)
    let mixed = (folded ^ (folded >> 29)) &* 0x9e37_79b9_7f4a_7c15
    return Int(mixed >> UInt64(64 - slotCount.trailingZeroBitCount))
  }
}
