import Contacts
import TouchScript

extension Catalog {
  static var swipes: [Trace] {
    [
      Trace(
        "swipes", "one finger in all four directions", .evemu,
        Track(.phone, human(20, 120), inAllDirections(.phone, fingers: 1))),
      Trace(
        "swipes-two-fingers", "two fingers in all four directions", .libinput,
        Track(.pad, human(21), inAllDirections(.pad, fingers: 2))),
      Trace(
        "swipes-three-fingers", "three fingers in all four directions", .evemu,
        Track(.pad, human(22, 90), inAllDirections(.pad, fingers: 3))),
      Trace(
        "swipes-four-fingers", "four fingers in all four directions", .evemu,
        Track(.tablet, human(23, 120), inAllDirections(.tablet, fingers: 4))),
      Trace(
        "swipes-five-fingers", "five fingers in all four directions", .evtest,
        Track(.tablet, human(24, 60), inAllDirections(.tablet, fingers: 5))),
      Trace(
        "swipe-left", "one finger to the left, without noise", .raw,
        Track(
          .pad, perfect(),
          Swipe(from: Device.pad.at(0.95, 0.95), to: Device.pad.at(0.5, 0.95)))),
      Trace(
        "swipe-up-three-fingers", "three fingers upward, without noise", .evemu,
        Track(.pad, perfect(240), Swipe(.up, at: Device.pad.middle, fingers: 3))),
      Trace(
        "swipe-semi-multitouch", "three fingers on a device that reports the positions of two",
        .evemu,
        Track(
          .countingPad, human(25, 80),
          Swipe(.right, at: Device.countingPad.middle, length: 30, fingers: 3))),
      Trace(
        "swipe-packets", "two fingers on a device that lists all contacts in each frame", .evemu,
        Track(
          .packetScreen, human(26, 90),
          Swipe(.down, at: Device.packetScreen.middle, length: 60, fingers: 2))),
      Trace(
        "flick", "a finger that is down for 50 ms, after a tap", .geteventNumbers,
        Track(
          .phone, human(27, 90), clock: 88,
          Tap(at: Device.phone.at(0.9, 0.95)), Wait(1),
          Swipe(.up, at: Device.phone.middle, length: 25, duration: 0.05))),
      Trace(
        "swipe-after-rest", "three fingers that first rest for a second", .evemu,
        Track(.pad, human(28), Swipe(.left, at: Device.pad.middle, fingers: 3, rest: 1))),
    ]
  }

  private static func inAllDirections(_ device: Device, fingers: Int) -> InSequence {
    let length = min(device.size.width, device.size.height) / 2
    let directions: [IntendedGesture.Direction] = [.left, .right, .up, .down]
    return InSequence(
      directions.flatMap { direction in
        [Swipe(direction, at: device.middle, length: length, fingers: fingers), Wait(0.7)]
          as [any FingerAction]
      })
  }
}
