import TouchScript

extension Catalog {
  static var several: [Trace] {
    [
      Trace(
        "reading", "scrolling, zooming and turning pages on a touchpad", .evemu,
        Track(
          .pad, human(90), clock: 10,
          Pan(from: Device.pad.at(0.5, 0.8), to: Device.pad.at(0.5, 0.3), fingers: 2), Wait(0.8),
          Tap(at: Device.pad.middle), Wait(1),
          Pinch(center: Device.pad.middle, from: 20, to: 48), Wait(0.9),
          Swipe(.left, at: Device.pad.middle, fingers: 3), Wait(0.8),
          Tap(at: Device.pad.middle, fingers: 2))),
      Trace(
        "phone-session", "using a phone with one hand", .evemu,
        Track(
          .phone, human(91, 90), clock: 1_700_000_000.5,
          Tap(at: Device.phone.at(0.7, 0.9)), Wait(0.6),
          Swipe(.up, at: Device.phone.at(0.6, 0.7)), Wait(0.5),
          LongPress(at: Device.phone.middle, duration: 0.9), Wait(0.5),
          Tap(at: Device.phone.at(0.4, 0.4), count: 2), Wait(0.8),
          Checkmark(at: Device.phone.middle, width: 35))),
      Trace(
        "tap-then-swipe", "a tap, and soon after it an independent swipe at another position",
        .evemu,
        Track(
          .phone, human(92, 120), Tap(at: Device.phone.at(0.5, 0.1)), Wait(0.15),
          Swipe(.left, at: Device.phone.at(0.5, 0.8)))),
      Trace(
        "two-devices", "a touchpad and a touchscreen at the same time", .libinput,
        Track(
          .pad, human(93), clock: 7,
          Tap(at: Device.pad.middle), Wait(1.5), Swipe(.right, at: Device.pad.middle, fingers: 3)),
        Track(
          .tablet, human(94, 60), clock: 7.05,
          Pan(from: Device.tablet.at(0.3, 0.3), to: Device.tablet.at(0.6, 0.4), duration: 1.2),
          Wait(1.3), Tap(at: Device.tablet.middle, count: 2))),
    ]
  }

  static var interrupted: [Trace] {
    [
      Trace(
        "interrupted-pan", "a pan during which the screen is locked, then a tap", .evemu,
        Track(
          Device.phone.withLockKey, human(100, 120),
          Together([
            Pan(from: Device.phone.at(0.5, 0.8), to: Device.phone.at(0.5, 0.3), duration: 1.5),
            InSequence([Wait(0.8), Interrupt(0.2)]),
          ]), Wait(0.5), Tap(at: Device.phone.middle))),
      Trace(
        "interrupted-pinch", "a pinch during which the screen is locked", .evemu,
        Track(
          Device.pad.withLockKey, human(101),
          Together([
            Pinch(center: Device.pad.middle, from: 18, to: 55, duration: 1.2),
            InSequence([Wait(0.8), Interrupt(1)]),
          ]))),
      Trace(
        "interrupted-press", "a long press that a call interrupts", .libinput,
        Track(
          Device.tablet.withLockKey, human(102, 120),
          Together([
            LongPress(at: Device.tablet.middle, duration: 2),
            InSequence([Wait(1), Interrupt(0.5)]),
          ]))),
      Trace(
        "interrupted-swipe", "a swipe during which the screen is locked", .evemu,
        Track(
          Device.phone.withLockKey, human(103, 120),
          Together([
            Swipe(.right, at: Device.phone.middle, length: 45, duration: 0.3),
            InSequence([Wait(0.1), Interrupt(0.4)]),
          ]))),
    ]
  }
}
