/// The fingers that a recognizer follows: separate ones, or those of the device's ``TouchEvent``
/// that all recognizers of the same touches share.
// A pointer, since a reference to an object would be retained and released with each use. The owner
// allocates it, and frees it when it is deallocated; a recognizer uses the fingers of an event only
// while its attempt binds it to the application that owns the event.
typealias FingerStorage = UnsafeMutablePointer<FingerFollower>

extension UnsafeMutablePointer<FingerFollower> {
  static func make() -> Self {
    let storage = Self.allocate(capacity: 1)
    storage.initialize(to: FingerFollower())
    return storage
  }

  func free() {
    deinitialize(count: 1)
    deallocate()
  }

  /// Follows the touches of a delivery, once.
  @inline(__always)
  func follow(_ touches: TouchSet, _ phase: Touch.Phase, with event: TouchEvent) {
    guard pointee.delivery != event.delivery else { return }
    pointee.delivery = event.delivery
    switch phase {
    case .moved: pointee.touchesMoved(touches, with: event)
    case .began: pointee.touchesBegan(touches, with: event)
    case .ended, .cancelled: pointee.touchesEnded(touches, with: event)
    case .stationary: break
    }
  }
}

// MARK: - Sharing

extension GestureRecognizer {
  /// The fingers of the attempt, shared or separate, in place.
  // The accessors yield the storage: an access copies and retains nothing.
  final var hand: FingerFollower {
    @inline(__always) _read { yield fingerStorage.pointee }
    @inline(__always) _modify { yield &fingerStorage.pointee }
  }

  /// Follows touches, unless another recognizer or an earlier call has done so.
  @inline(__always)
  final func follow(_ touches: TouchSet, _ phase: Touch.Phase, with event: TouchEvent) {
    // A gesture that is decided and waits keeps the fingers of its decision.
    if let waiting, waiting != .began { return }
    if event.isByHand && !prepare(for: touches, phase, of: event) { return }
    if phase == .began && followLimit < .max { return followSome(of: touches, with: event) }
    fingerStorage.follow(touches, phase, with: event)
  }

  /// Follows the first fingers, up to the recognizer's maximum, and ignores the others.
  private final func followSome(of touches: TouchSet, with event: TouchEvent) {
    let count = followLimit - hand.downCount
    fingerStorage.follow(TouchSet(touches.prefix(count)), .began, with: event)
    for touch in touches.dropFirst(count) where !hand.contains(touch.id) { ignore(touch) }
  }

  final func beginFollowing(_ event: TouchEvent) {
    followLimit = maximumFingers
    if event.isFirstTouchDown && followLimit == .max, let shared = event.sharedFingers {
      fingerStorage = shared
      sharesFingers = true
    } else {
      stopFollowing()
    }
  }

  final func stopFollowing() {
    sharesFingers = false
    fingerStorage = ownFingers
    if !ownFingers.pointee.isEmpty { ownFingers.pointee.reset() }
  }

  /// Continues with a copy of the fingers: others begin to receive different touches.
  final func stopSharingFingers() {
    guard sharesFingers else { return }
    ownFingers.pointee = hand
    fingerStorage = ownFingers
    sharesFingers = false
  }

  /// Makes an event created by a test decide like one of an application, whose deadlines fire when
  /// a later event arrives; false if the event and phase are prepared already.
  private final func prepare(
    for touches: TouchSet, _ phase: Touch.Phase, of event: TouchEvent
  ) -> Bool {
    guard event.markDelivered(phase, to: self) else { return false }
    if arbiter == nil {
      reset()
      stopFollowing()
      // A local arbiter, not a member: the two would keep each other alive.
      arbiter = Arbiter(policy: IndependentPolicy())
    }
    arbiter?.fireDeadlines(by: event.timestamp)
    switch phase {
    case .began:
      decidesAlone = false
      if downCount == 0 && state.isFinal { arbiter?.reset(self) }
      if downCount == 0 {
        followLimit = maximumFingers
        stopFollowing()
      }
      downCount += touches.count
      watch(touches)
    case .ended, .cancelled: downCount = max(0, downCount - touches.count)
    case .moved, .stationary: break
    }
    hand.delivery = -1
    return true
  }

  /// A report of the recognizer; it starts now if a program asks before any gesture.
  final func makeReport(
    at time: Timestamp, from start: Timestamp, location: Point, touches: Int?
  ) -> Gesture {
    Gesture(
      kind: kind, state: state, time: time, start: min(start, time), location: location,
      touches: touches)
  }

  // MARK: What a program asks about the fingers

  /// The fingers of the attempt: their positions, and how the hand moved. Empty between attempts.
  public final var followedFingers: FingerFollower { hand }

  /// The number of the recognizer's fingers that are down; for a recognized tap, of its fingers.
  public final var numberOfTouches: Int { tappedPoints?.count ?? hand.downCount }

  /// The view that a touch hit when it began; nil after its end, and outside of an application.
  public final func view(for touch: Touch) -> View? {
    view?.window?.application?.existingDispatcher(for: touch.id >> 32)?.event.view(for: touch)
  }

  /// The centroid of the fingers that are down in a view's coordinates; in the window's for nil.
  public final func location(in view: View?) -> Point {
    var point = hand.centroid
    if let tappedPoints, !tappedPoints.isEmpty { point = tappedPoints.centroid }
    return location(ofPoint: point, in: view)
  }

  /// The position of one of the fingers that are down, from 0 in the order of the touch downs, in
  /// the coordinates of a view, or of the window for nil; nil if there is no such finger.
  public final func location(ofTouch index: Int, in view: View?) -> Point? {
    let points = tappedPoints ?? hand.fingers.filter { $0.end == nil }.map(\.point)
    return points.indices.contains(index) ? location(ofPoint: points[index], in: view) : nil
  }

  /// Converts a position in points to a view's coordinates; to the window's if `view` is nil.
  final func location(ofPoint point: Point, in view: View?) -> Point {
    guard let window = self.view?.window else { return point }
    let location = window.location(ofPoint: point)
    return view?.convert(location, from: nil) ?? location
  }

  /// Converts a translation or a velocity in points to a view's units, or the window's.
  final func convert(_ vector: Vector, to view: View?) -> Vector {
    location(ofPoint: .zero + vector, in: view) - location(ofPoint: .zero, in: view)
  }

  /// Converts a translation in a view's units to points.
  final func convert(_ vector: Vector, from view: View?) -> Vector {
    guard let window = self.view?.window else { return vector }
    let start = view?.convert(.zero, to: nil) ?? .zero
    let end = view?.convert(.zero + vector, to: nil) ?? (.zero + vector)
    return window.point(ofLocation: end) - window.point(ofLocation: start)
  }
}

// MARK: - Numbers of fingers

/// A recognizer of gestures that need a number of fingers.
public protocol TouchCounting: GestureRecognizer {
  /// The numbers of fingers that may take part together.
  var touchCounts: ClosedRange<Int> { get set }
}

extension TouchCounting {
  /// The number of fingers that have to take part; setting it makes ``touchCounts`` that number.
  public var numberOfTouchesRequired: Int {
    get { touchCounts.lowerBound }
    set { touchCounts = newValue...newValue }
  }

  /// The reason why new touches can't take part: one was down before, or they are too many.
  func reasonAgainst(_ touches: TouchSet, at time: Timestamp) -> FailureReason? {
    let touch = touches.first?.id
    if hand.isResumed { return FailureReason(.resumedTouch, touch: touch, time: time) }
    guard hand.maximumCount > touchCounts.upperBound else { return nil }
    return .fingers(hand.maximumCount, limit: touchCounts.upperBound, touch: touch, at: time)
  }

  /// The reason why the fingers are too few; nil if they suffice.
  func reasonAgainstFewFingers(at time: Timestamp) -> FailureReason? {
    guard hand.maximumCount < touchCounts.lowerBound else { return nil }
    return .fingers(hand.maximumCount, limit: touchCounts.lowerBound, at: time)
  }
}
