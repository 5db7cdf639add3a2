/// Hides which keys were typed: every key that types a character becomes `KEY_A`.
///
/// It hides the keys that `libinput record` hides (letters, digits, punctuation, space, shift, left
/// Alt, and the keypad; not Escape, Tab, Enter, Ctrl, or function keys), and others that type
/// characters: additional keys of non-American keyboards and keypads, phone digits, and Braille
/// dots. `MSC_SCAN` and `MSC_RAW`, which name the same keys in the hardware's codes, become
/// `KEY_A`'s scan code.
///
/// ```swift
/// var mask = KeyMask()
/// mask.apply(to: &frame)  // for each frame of a device, in order
/// ```
///
/// Events that repeat the state of a key are dropped: after `SYN_DROPPED` the state of all keys is
/// listed by code, so the position of a pressed key in the list would identify it.
///
/// Source of the codes: `obfuscate_keycode` of `tools/libinput-record.c` and
/// `linux/input-event-codes.h`.
public struct KeyMask: Sendable {
  /// `KEY_A`
  public static let substitute: UInt16 = 30

  /// The keys that are down, by their own codes.
  private var held: Set<UInt16> = []

  public init() {}

  /// Masks the events of a frame.
  public mutating func apply(to frame: inout [InputEvent]) {
    var marked: [Range<Int>] = []
    apply(to: &frame, inserted: &marked)
  }

  /// Masks the events of a frame, and adjusts the ranges of marked events for dropped ones.
  public mutating func apply(to frame: inout [InputEvent], inserted: inout [Range<Int>]) {
    guard frame.contains(where: KeyMask.reveals) else { return }
    var kept: [InputEvent] = []
    // For each event, and for the end of the frame, the number of kept events before it.
    var positions: [Int] = []
    for var event in frame {
      positions.append(kept.count)
      if KeyMask.reveals(event) {
        if event.type != .key {
          event.value = Int32(KeyMask.substitute)
        } else if changes(event) {
          event.code = KeyMask.substitute
        } else {
          continue
        }
      }
      kept.append(event)
    }
    positions.append(kept.count)
    inserted = inserted.map {
      let range = $0.clamped(to: frame.indices)
      return positions[range.lowerBound]..<positions[range.upperBound]
    }
    frame = kept
  }

  /// Records the state of a key; returns false if a press or release only repeats it.
  private mutating func changes(_ event: InputEvent) -> Bool {
    switch event.value {
    case 0: held.remove(event.code) != nil
    case 1: held.insert(event.code).inserted
    default: true
    }
  }

  /// Whether an event identifies a key that types a character.
  private static func reveals(_ event: InputEvent) -> Bool {
    switch event.type {
    case .key: masks(event.code)
    case .miscellaneous: event.code == 0x03 || event.code == 0x04  // MSC_RAW, MSC_SCAN
    default: false
    }
  }

  /// Whether a key's code is replaced.
  public static func masks(_ code: UInt16) -> Bool {
    switch code {
    case 15, 28, 29: false  // KEY_TAB, KEY_ENTER, KEY_LEFTCTRL
    case 2...57, 71...83: true  // KEY_1 to KEY_SPACE, KEY_KP7 to KEY_KPDOT
    case 86, 89, 124: true  // KEY_102ND, KEY_RO, KEY_YEN
    // KEY_KPJPCOMMA, KEY_KPSLASH, KEY_KPEQUAL, KEY_KPPLUSMINUS, KEY_KPCOMMA, KEY_KPLEFTPAREN and
    // KEY_KPRIGHTPAREN
    case 95, 98, 117, 118, 121, 179, 180: true
    case 0x1b2, 0x1b3: true  // KEY_DOLLAR, KEY_EURO
    case 0x1f1...0x1fa: true  // KEY_BRL_DOT1 to KEY_BRL_DOT10
    case 0x200...0x20f: true  // KEY_NUMERIC_0 to KEY_NUMERIC_D
    default: false
    }
  }
}
