/// The kernel's names of event types, codes and input properties, both ways.
///
/// ```swift
/// EventNames.name(of: 0x35, type: .absolute)  // "ABS_MT_POSITION_X"
/// EventNames.code(named: "BTN_LEFT")  // type .key, code 0x110
/// ```
///
/// The names are those of `linux/input-event-codes.h`. Where it has two for a number, the one that
/// libevdev and evtest print is given, and both are understood.
public enum EventNames {
  /// What a name of a code stands for.
  public struct Code: Hashable, Sendable {
    public var type: EventType
    public var code: UInt16

    public init(type: EventType, code: UInt16) {
      self.type = type
      self.code = code
    }
  }

  /// The name of a type, as in `EV_ABS`; nil where the kernel has none.
  public static func name(of type: EventType) -> String? {
    EventNameIndex.shared.name(of: type.rawValue, kind: EventNameIndex.typeKind)
  }

  /// The name of a code, as in `ABS_MT_SLOT`; nil where the kernel has none.
  public static func name(of code: UInt16, type: EventType) -> String? {
    EventNameIndex.shared.name(of: code, kind: type.rawValue)
  }

  /// The name of an input property, as in `INPUT_PROP_DIRECT`; nil where the kernel has none.
  public static func name(ofProperty property: Int) -> String? {
    guard let number = UInt16(exactly: property) else { return nil }
    return EventNameIndex.shared.name(of: number, kind: EventNameIndex.propertyKind)
  }
}

extension EventNames {
  /// The type of a name such as `EV_ABS`.
  public static func type(named name: Span<UInt8>) -> EventType? {
    guard let entry = EventNameIndex.shared.entry(named: name),
      entry.kind == EventNameIndex.typeKind
    else { return nil }
    return EventType(rawValue: entry.number)
  }

  /// The code of a name such as `ABS_MT_SLOT`.
  public static func code(named name: Span<UInt8>) -> Code? {
    guard let entry = EventNameIndex.shared.entry(named: name),
      entry.kind < EventNameIndex.typeKind
    else { return nil }
    return Code(type: EventType(rawValue: entry.kind), code: entry.number)
  }

  /// The lowest code of a type whose name begins as told, for listings that cut names short.
  ///
  /// It compares with every name: not for hot paths.
  public static func code(startingWith prefix: Span<UInt8>, type: EventType) -> Code? {
    EventNameIndex.shared.number(startingWith: prefix, kind: type.rawValue)
      .map { Code(type: type, code: $0) }
  }

  /// The number of a name such as `INPUT_PROP_DIRECT`.
  public static func property(named name: Span<UInt8>) -> Int? {
    guard let entry = EventNameIndex.shared.entry(named: name),
      entry.kind == EventNameIndex.propertyKind
    else { return nil }
    return Int(entry.number)
  }

  /// The type of a name such as `EV_ABS`.
  public static func type(named name: String) -> EventType? {
    type(named: Array(name.utf8).span)
  }

  /// The code of a name such as `ABS_MT_SLOT`.
  public static func code(named name: String) -> Code? {
    code(named: Array(name.utf8).span)
  }

  /// The number of a name such as `INPUT_PROP_DIRECT`.
  public static func property(named name: String) -> Int? {
    property(named: Array(name.utf8).span)
  }
}
