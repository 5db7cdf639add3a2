/// Reduces the events of a keyboard to the times of key presses.
///
/// Each press becomes `KEY_A`, pressed and released at the same time: the identity of the key and
/// the duration of the press are lost. Repetitions and scan codes are left out, and so are the keys
/// beside which libinput does not ignore a touchpad: modifiers, and keys from `KEY_F1` on.
///
/// Source: `tp_key_ignore_for_dwt` and `tp_key_is_modifier` of libinput's `evdev-mt-touchpad.c`.
public enum KeyPressTimes {
  /// The replacement for events of a keyboard, each followed by a report; empty without presses.
  public static func reduce(_ events: some Sequence<InputEvent>) -> [InputEvent] {
    var reduced: [InputEvent] = []
    for event in events where event.type == .key && event.value == 1 && isTyped(event.code) {
      for value: Int32 in [1, 0] {
        reduced += [
          InputEvent(time: event.time, type: .key, code: KeyMask.substitute, value: value),
          InputEvent(
            time: event.time, type: .synchronization, code: SynchronizationCode.report, value: 0),
        ]
      }
    }
    return reduced
  }

  /// The replacement for a keyboard's description: without its name, and with the keys by which
  /// udev recognizes any keyboard. The identity is kept, since libinput derives from the bus and
  /// the product whether the keyboard is built in.
  public static func description(of keyboard: DeviceDescription) -> DeviceDescription {
    DeviceDescription(
      name: "keyboard", identity: keyboard.identity,
      codes: [EventType.key.rawValue: Set(UInt16(1)..<32)])
  }

  /// Whether a device without touches may be a keyboard: it has keys that type.
  public static func isKeyboard(_ description: DeviceDescription) -> Bool {
    description.codes[EventType.key.rawValue, default: []].contains(where: isTyped)
  }

  /// Whether a key is below `KEY_F1`, but not `KEY_TAB`, `KEY_LEFTCTRL`, `KEY_LEFTSHIFT`,
  /// `KEY_RIGHTSHIFT`, `KEY_LEFTALT` or `KEY_CAPSLOCK`.
  private static func isTyped(_ code: UInt16) -> Bool {
    code > 0 && code < 59 && ![15, 29, 42, 54, 56, 58].contains(code)
  }
}
