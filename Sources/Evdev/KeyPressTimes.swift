/// Reduces what a keyboard sends to the times at which keys were pressed.
///
/// Each press becomes `KEY_A`, pressed and released at the same time: which key it was, and how
/// long it was held, are lost. Repetitions, scan codes, and the keys beside which libinput does not
/// ignore a touchpad (modifiers, and those from `KEY_F1` on) are left out.
///
/// Source of these keys: `tp_key_ignore_for_dwt` and `tp_key_is_modifier` of libinput's
/// `evdev-mt-touchpad.c`.
public enum KeyPressTimes {
  /// The events in place of some events of a keyboard, each with a report; empty without presses.
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

  /// The description in place of a keyboard's: without its name, and with the keys of any, by which
  /// udev recognizes one. The bus and the product tell libinput whether it is built in.
  public static func description(of keyboard: DeviceDescription) -> DeviceDescription {
    DeviceDescription(
      name: "keyboard", identity: keyboard.identity,
      codes: [EventType.key.rawValue: Set(UInt16(1)..<32)])
  }

  /// Whether a device without touches may be a keyboard: it has keys that type.
  public static func isKeyboard(_ description: DeviceDescription) -> Bool {
    description.codes[EventType.key.rawValue, default: []].contains(where: isTyped)
  }

  /// Keys below `KEY_F1`, but not `KEY_TAB`, `KEY_LEFTCTRL`, `KEY_LEFTSHIFT`, `KEY_RIGHTSHIFT`,
  /// `KEY_LEFTALT` and `KEY_CAPSLOCK`.
  private static func isTyped(_ code: UInt16) -> Bool {
    code > 0 && code < 59 && ![15, 29, 42, 54, 56, 58].contains(code)
  }
}
