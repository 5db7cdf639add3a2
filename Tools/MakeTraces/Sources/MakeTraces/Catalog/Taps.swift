import TouchScript

extension Catalog {
  static var taps: [Trace] {
    [
      Trace(
        "tap", "a tap", .evemu,
        Track(.pad, human(1), Tap(at: Device.pad.middle))),
      Trace(
        "tap-two-fingers", "a tap of two fingers", .libinput,
        Track(.pad, human(2), Tap(at: Device.pad.middle, fingers: 2))),
      Trace(
        "tap-three-fingers", "a tap of three fingers", .raw,
        Track(.pad, human(3, 90), clock: 1200, Tap(at: Device.pad.middle, fingers: 3))),
      Trace(
        "tap-four-fingers", "a tap of four fingers", .evtest,
        Track(.pad, human(4, 80), clock: 22_197.96, Tap(at: Device.pad.middle, fingers: 4))),
      Trace(
        "tap-five-fingers", "a tap of five fingers", .evemu,
        Track(.tablet, human(5, 120), Tap(at: Device.tablet.middle, fingers: 5))),
      Trace(
        "tap-shaky", "a tap during which the finger slips and rolls", .evemu,
        Track(.phone, shaky(6, 60), Tap(at: Device.phone.at(0.3, 0.7)))),
      Trace(
        "double-tap", "two taps in a row", .getevent,
        Track(.phone, human(7, 60), clock: 1193.6, Tap(at: Device.phone.middle, count: 2))),
      Trace(
        "double-tap-two-fingers", "two taps of two fingers in a row", .evemu,
        Track(
          .unmeasuredPad, human(8, 80), Tap(at: Device.unmeasuredPad.middle, count: 2, fingers: 2))),
      Trace(
        "triple-tap", "three taps in a row", .evemu,
        Track(.singlePad, human(9, 80), Tap(at: Device.singlePad.middle, count: 3))),
      Trace(
        "quadruple-tap", "four taps in a row", .raw32,
        Track(
          .phone, human(10, 120), clock: 1_700_000_000, Tap(at: Device.phone.at(0.6, 0.8), count: 4)
        )
      ),
      Trace(
        "taps-apart", "three separate taps, too far apart in time for a multiple tap", .evemuEvents,
        Track(
          .phone, human(11, 90), Tap(at: Device.phone.at(0.8, 0.9)), Wait(0.6),
          Tap(at: Device.phone.at(0.8, 0.9)), Wait(1), Tap(at: Device.phone.at(0.2, 0.2)))),
    ]
  }

  static var presses: [Trace] {
    [
      Trace(
        "long-press", "a finger that rests for a second", .evemu,
        Track(.phone, human(12, 120), LongPress(at: Device.phone.middle, duration: 1))),
      Trace(
        "long-press-two-fingers", "two fingers that rest for a second and a half", .evtest,
        Track(
          .pad, human(13), clock: 3969,
          LongPress(at: Device.pad.middle, duration: 1.5, fingers: 2))),
      Trace(
        "long-press-three-fingers", "three fingers that rest for a second", .evemu,
        Track(.tablet, human(14, 60), LongPress(at: Device.tablet.middle, duration: 1, fingers: 3))),
    ]
  }
}
