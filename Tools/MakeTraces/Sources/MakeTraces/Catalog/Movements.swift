import TouchScript

extension Catalog {
  static var pans: [Trace] {
    [
      Trace(
        "pan", "a finger that moves slowly", .evemu,
        Track(
          .phone, human(40, 90),
          Pan(from: Device.phone.at(0.2, 0.4), to: Device.phone.at(0.8, 0.5)))
      ),
      Trace(
        "pan-after-rest", "a finger that rests for a second and a half, then moves slowly", .evemu,
        Track(
          .pad, human(41),
          Pan(from: Device.pad.at(0.2, 0.5), to: Device.pad.at(0.7, 0.4), duration: 1.4, rest: 1.5)
        )
      ),
      Trace(
        "scroll", "two fingers upward, then downward", .libinput,
        Track(
          .unmeasuredPad, human(42, 80), clock: 3,
          Pan(
            from: Device.unmeasuredPad.at(0.5, 0.8), to: Device.unmeasuredPad.at(0.5, 0.2),
            fingers: 2),
          Wait(0.8),
          Pan(
            from: Device.unmeasuredPad.at(0.5, 0.2), to: Device.unmeasuredPad.at(0.5, 0.8),
            duration: 1.3, fingers: 2))),
      Trace(
        "pan-three-fingers", "three fingers that move slowly to the left", .raw,
        Track(
          .pad, human(43),
          Pan(from: Device.pad.at(0.65, 0.5), to: Device.pad.at(0.35, 0.5), fingers: 3))),
      Trace(
        "pan-steady", "a finger that moves at constant speed and lifts without stopping", .evemu,
        Track(
          .singleScreen, human(44, 60),
          Pan(
            from: Device.singleScreen.at(0.8, 0.8), to: Device.singleScreen.at(0.3, 0.6),
            duration: 1.6, isSteady: true))),
      Trace(
        "pan-four-fingers", "four fingers that move slowly downward", .evemu,
        Track(
          .unmeasuredScreen, perfect(60),
          Pan(
            from: Device.unmeasuredScreen.at(0.5, 0.2), to: Device.unmeasuredScreen.at(0.5, 0.6),
            fingers: 4))),
    ]
  }

  static var pinches: [Trace] {
    [
      Trace(
        "pinch-out", "two fingers that spread", .evemu,
        Track(.pad, human(50), Pinch(center: Device.pad.middle, from: 18, to: 50))),
      Trace(
        "pinch-in", "two fingers that close", .raw,
        Track(
          .phone, human(51, 120), Pinch(center: Device.phone.middle, from: 55, to: 20, angle: -70))),
      Trace(
        "pinch-in-three-fingers", "three fingers that close", .evtest,
        Track(
          .tablet, human(52, 120), clock: 99,
          Pinch(center: Device.tablet.middle, from: 80, to: 35, duration: 0.8, fingers: 3))),
      Trace(
        "pinch-out-anonymous", "two fingers that spread, on a device without tracking ids", .evemu,
        Track(
          .anonymousScreen, human(53, 60),
          Pinch(center: Device.anonymousScreen.middle, from: 20, to: 60))),
      Trace(
        "pinch-out-five-fingers", "five fingers that spread", .evemu,
        Track(
          .tablet, perfect(),
          Pinch(center: Device.tablet.middle, from: 50, to: 110, duration: 0.9, fingers: 5))),
    ]
  }

  static var rotations: [Trace] {
    [
      Trace(
        "rotate-clockwise", "two fingers that rotate by 70 degrees", .libinput,
        Track(.pad, human(60), Rotation(center: Device.pad.middle, radius: 22, degrees: 70))),
      Trace(
        "rotate-counterclockwise", "two fingers that rotate counterclockwise by 60 degrees", .evemu,
        Track(
          .phone, human(61, 60),
          Rotation(center: Device.phone.middle, radius: 25, degrees: -60, angle: 40))),
      Trace(
        "rotate-three-fingers", "three fingers that rotate by 90 degrees", .getevent,
        Track(
          .tablet, perfect(120), clock: 5000,
          Rotation(center: Device.tablet.middle, radius: 35, degrees: 90, fingers: 3, angle: -90))),
    ]
  }

  static var drags: [Trace] {
    [
      Trace(
        "tap-and-drag", "a tap, and immediately a finger that moves", .evemu,
        Track(
          .pad, human(70),
          TapAndDrag(from: Device.pad.at(0.3, 0.5), to: Device.pad.at(0.6, 0.5)))),
      Trace(
        "tap-and-drag-single-touch", "the same downward, on an old touchpad", .evemuEvents,
        Track(
          .singlePad, perfect(80),
          Swipe(from: Device.singlePad.at(0.5, 0.9), to: Device.singlePad.at(0.97, 0.97)), Wait(1),
          TapAndDrag(from: Device.singlePad.at(0.5, 0.2), to: Device.singlePad.at(0.5, 0.7)))),
    ]
  }

  static var checkmarks: [Trace] {
    [
      Trace(
        "checkmark", "a checkmark", .evemu,
        Track(.phone, human(80, 120), Checkmark(at: Device.phone.middle))),
      Trace(
        "checkmark-small", "a small and quick checkmark", .libinput,
        Track(
          .pad, perfect(), Checkmark(at: Device.pad.middle, width: 18, duration: 0.35))),
    ]
  }
}
