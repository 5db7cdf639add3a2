#if Live
  import Contacts
  import Devices
  import Evdev
  import Timeline
  import TouchScript

  /// A hand on the mocked touchpad, in real time.
  struct LiveFingers {
    var frames: [[InputEvent]] = []

    /// - Parameter start: the first touch down, in seconds from now.
    init(_ actions: [any FingerAction], after start: Double = 0) throws {
      try self.init(
        actions, on: DeviceReader(node: Mock.touchpad).description, Size(width: 100, height: 60),
        after: start)
    }

    init(
      _ actions: [any FingerAction], on description: DeviceDescription, _ size: Size,
      after start: Double = 0
    ) throws {
      var encoder = SlotEncoder(description: description)
      let beginning = MonotonicClock.now.advanced(bySeconds: start)
      let script = FingerScript(actions)
      for var frame in script.frames(on: size, hand: .human.seeded(3)) {
        frame.time = beginning.advanced(byMicroseconds: frame.time.microseconds)
        var events: [InputEvent] = []
        encoder.encode(frame, into: &events)
        frames.append(events)
      }
    }

    static let middle = Point(x: 50, y: 30)

    /// A swipe, a pinch, a double tap and a pan.
    static var usual: [any FingerAction] {
      [
        Swipe(.left, at: middle, fingers: 3), Wait(0.6), Pinch(center: middle, from: 15, to: 45),
        Wait(0.6), Tap(at: middle, count: 2), Wait(0.8),
        Pan(from: Point(x: 20, y: 20), to: Point(x: 70, y: 30), fingers: 2), Wait(0.6),
      ]
    }
  }
#endif
