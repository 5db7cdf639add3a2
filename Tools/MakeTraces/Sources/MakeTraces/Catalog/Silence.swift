import Contacts
import TouchScript

extension Catalog {
  static var nothing: [Trace] {
    [
      Trace(
        "palm", "a palm that rests on a touchpad, and its edge beside it", .evemu,
        Track(
          .pad, heavy,
          Together([
            LongPress(at: Device.pad.at(0.8, 0.8), duration: 1.2),
            InSequence([
              Wait(0.2), Pan(from: Device.pad.at(0.9, 0.4), to: Device.pad.at(0.8, 0.3)),
            ]),
          ]),
          happening: { $0.becomeNothing() })),
      Trace(
        "palm-flicker", "a palm that hardly touches a touchpad: its contacts come and go", .evemu,
        Track(
          .pad, human(113),
          InSequence(
            (0..<18).flatMap { number in
              [
                Tap(
                  at: Device.pad.at(0.8 + 0.01 * Double(number % 3), 0.75), duration: 0.03),
                Wait(0.04),
              ] as [any FingerAction]
            }),
          happening: { $0.becomeNothing() })),
      Trace(
        "palm-named", "a palm that the touchscreen reports as a palm", .evemu,
        Track(
          .tablet, human(111, 120),
          LongPress(at: Device.tablet.at(0.9, 0.9), duration: 1.5), Wait(0.5),
          Tap(at: Device.tablet.at(0.85, 0.9)),
          happening: { $0.becomePalms() })),
      Trace(
        "clicks", "a finger that clicks the touchpad's button twice", .evemu,
        Track(
          .pad, human(112),
          Tap(at: Device.pad.middle, duration: 0.3), Wait(0.8),
          Tap(at: Device.pad.middle, duration: 0.25),
          happening: { $0.click(delay: 5) })),
      Trace(
        "clicks-still", "the same without noise", .evemu,
        Track(
          .pad, perfect(125),
          Tap(at: Device.pad.middle, duration: 0.3), Wait(0.8),
          Tap(at: Device.pad.middle, duration: 0.25),
          happening: { $0.click(delay: 5) })),
      Trace(
        "hovering", "a finger that hovers over a touchscreen", .evemu,
        Track(
          Device.phone.withDistance, human(113, 90),
          Pan(from: Device.phone.at(0.2, 0.2), to: Device.phone.at(0.7, 0.5)), Wait(0.5),
          Tap(at: Device.phone.middle),
          happening: { $0.becomeNothing() }, damage: Damage.hovering)),
    ]
  }

  /// A hand whose touches have the pressure of palms.
  private static var heavy: Hand {
    var hand = human(110)
    hand.pressure = .constant(0.7)
    return hand
  }

  static var damaged: [Trace] {
    [
      Trace(
        "begins-in-pan", "the recording starts while the finger moves", .evemu,
        Track(
          .pad, human(120), clock: 55,
          Pan(from: Device.pad.at(0.2, 0.5), to: Device.pad.at(0.8, 0.5), duration: 1.2),
          happening: { $0.begin(at: 0.45) })),
      Trace(
        "begins-in-press", "the recording starts while the finger rests; then there is a tap",
        .evemu,
        Track(
          .phone, human(121, 90),
          LongPress(at: Device.phone.middle, duration: 1.5), Wait(0.6),
          Tap(at: Device.phone.middle),
          happening: { $0.begin(at: 0.5) })),
      Trace(
        "begins-in-scroll", "the recording starts while two fingers move", .evemuEvents,
        Track(
          .pad, human(122, 90),
          Pan(
            from: Device.pad.at(0.6, 0.95), to: Device.pad.at(0.6, 0.2), duration: 1.2, fingers: 2),
          happening: { $0.begin(at: 0.4) })),
      Trace(
        "ends-in-pan", "the recording stops while the finger moves", .raw,
        Track(
          .phone, human(123, 120), clock: 1,
          Pan(from: Device.phone.at(0.1, 0.95), to: Device.phone.at(0.9, 0.9), duration: 1.5),
          happening: { $0.end(at: 1) })),
      Trace(
        "ends-in-tap", "a tap, and the recording stops during a second one", .evemu,
        Track(
          .phone, human(124, 120),
          Tap(at: Device.phone.at(0.3, 0.3)), Wait(0.6),
          Tap(at: Device.phone.at(0.7, 0.7), duration: 0.3),
          happening: { $0.end(at: 0.85) })),
      Trace(
        "lost-events", "a pan of which the kernel lost 0.1 s; the finger stays down", .evemu,
        Track(
          .phone, human(125, 120),
          Pan(from: Device.phone.at(0.3, 0.2), to: Device.phone.at(0.5, 0.7), duration: 1.2),
          damage: Damage.losing(0.5..<0.6))),
      Trace(
        "lost-lift", "a scroll of which the kernel lost the end; the recording reports it later",
        .evemu,
        Track(
          .pad, human(126),
          Pan(
            from: Device.pad.at(0.5, 0.8), to: Device.pad.at(0.5, 0.3), duration: 1.2, fingers: 2),
          Wait(1), Tap(at: Device.pad.middle, fingers: 2),
          damage: Damage.losing(1..<1.7))),
      Trace(
        "lost-touch", "a pan whose end is lost and never reported; then a tap", .evemu,
        Track(
          .pad, human(127),
          Pan(from: Device.pad.at(0.3, 0.5), to: Device.pad.at(0.8, 0.4), duration: 1.2),
          Wait(1), Tap(at: Device.pad.middle),
          happening: { $0.loseTouches(0.8..<1.1) })),
    ]
  }
}
