public import Playback

extension LibinputAnswer {
  /// The actions as records of gestures, to be compared with labels and expectations.
  ///
  /// A click by a tap is a `tap`, several in short succession one with more `taps`, and one with a
  /// movement of the pointer a `tapAndDrag`. A movement of the pointer is a `pan` of one finger,
  /// scrolling one of two fingers, libinput's swipe one of its fingers, in the direction of the
  /// fingers. A pinch is a `pinch` in or out, or a `rotation` if it turned rather than scaled. A
  /// hold is a `longPress`. A cancelled hold, which a movement has ended, is no gesture.
  public func gestureRecords(
    file: String?, devices names: [String?], origin: Timestamp,
    _ configuration: LibinputConfiguration = LibinputConfiguration()
  ) -> [GestureRecord] {
    var gestures: [Gesture] = []
    for action in actions(swapsTapButtons: configuration.swapsTapButtons ?? false) {
      guard let gesture = action.gesture(configuration) else { continue }
      if let index = gestures.lastIndex(where: { $0.kind == .tap && $0.device == gesture.device }),
        gestures[index].isFollowed(by: gesture)
      {
        gestures[index].taps = (gestures[index].taps ?? 1) + 1
        gestures[index].time = gesture.time
      } else {
        gestures.append(gesture)
      }
    }
    return gestures.map { gesture in
      let name = names.indices.contains(gesture.device) ? names[gesture.device] : nil
      return GestureRecord(file: file, device: name, gesture: gesture, origin: origin)
    }
  }
}

extension Gesture {
  /// The seconds between the taps of a double tap: the standard profile's limit.
  private static let maximumTapPause = 0.3

  fileprivate func isFollowed(by tap: Gesture) -> Bool {
    tap.kind == .tap && tap.touches == touches
      && tap.start.seconds(since: time) <= Gesture.maximumTapPause
  }
}

extension LibinputAction {
  /// The least movement of the pointer in a pan, in mm: shorter ones are the tremor of a resting
  /// finger. The number was chosen so that the score of libinput equals that in a virtual machine;
  /// docs/Libinput.md has the scores with others.
  private static let minimumMotion = 0.8
  /// The least seconds of a long press, as in the standard profile: holds begin after 0.04 s.
  private static let minimumPress = 0.5
  /// The least change of scale that makes a pinch a gesture.
  private static let minimumScale = 0.05
  /// The least rotation in degrees that makes a pinch a rotation.
  private static let minimumRotation = 15.0
  /// The millimetres in libinput's unit, an inch over 1000.
  package static let millimetresPerUnit = 0.0254

  /// The location of all gestures, which libinput does not report; JSON leaves the key out.
  private static let unknownLocation = Point(x: .nan, y: .nan)

  /// The action as a gesture; nil for buttons, keys, short movements and actions without an end.
  fileprivate func gesture(_ configuration: LibinputConfiguration) -> Gesture? {
    if isOpen || isCancelled { return nil }
    switch kind {
    case .tap:
      if translation != nil { return gesture(.tapAndDrag, fingers) }
      var tap = gesture(.tap, fingers)
      tap.taps = 1
      return tap
    case .motion: return pan(1, leastLength: LibinputAction.minimumMotion)
    case .scroll: return pan(2, sign: configuration.naturalScroll == true ? -1 : 1)
    case .gesture(.swipe): return pan(fingers ?? 3)
    case .gesture(.hold):
      let duration = end.seconds(since: start)
      return duration >= LibinputAction.minimumPress ? gesture(.longPress, fingers) : nil
    case .gesture(.pinch): return pinch
    case .button, .touch, .key, .toggle: return nil
    }
  }

  private func gesture(_ kind: Gesture.Kind, _ touches: Int?) -> Gesture {
    Gesture(
      kind: kind, state: kind == .tap ? .recognized : .ended, time: end, start: start,
      location: LibinputAction.unknownLocation, device: device, touches: touches)
  }

  private func pan(_ touches: Int, leastLength: Double = 0, sign: Double = 1) -> Gesture? {
    let units = translation ?? (0, 0)
    let vector = Vector(dx: units.x * sign, dy: units.y * sign)
    let length = vector.length * LibinputAction.millimetresPerUnit
    guard length >= leastLength, let direction = Gesture.Direction(of: vector) else { return nil }
    var pan = gesture(.pan, touches)
    pan.direction = direction
    let points = LibinputAction.millimetresPerUnit * Window.pointsPerMillimetre
    pan.translation = Vector(dx: vector.dx * points, dy: vector.dy * points)
    return pan
  }

  private var pinch: Gesture? {
    let (scale, rotation) = (scale ?? 1, rotation ?? 0)
    if abs(rotation) >= LibinputAction.minimumRotation {
      var turn = gesture(.rotation, fingers)
      turn.rotation = rotation
      turn.direction = rotation > 0 ? .clockwise : .counterclockwise
      return turn
    }
    guard abs(scale - 1) >= LibinputAction.minimumScale else { return nil }
    var pinch = gesture(.pinch, fingers)
    pinch.scale = scale
    pinch.direction = scale > 1 ? .out : .in
    return pinch
  }
}
