/// The touches of one device at one time, with their phases.
///
/// The application reuses the event for the next frame: read it in the callback, don't keep it.
public final class TouchEvent {
  public var timestamp: Timestamp { moment.time }
  /// All touches of the device, including those that ended in this event.
  public var allTouches: TouchSet { touches }
  /// The number of fingers that the device counts beyond the touches that it can locate.
  public var extraFingers: Int { moment.extraFingers }
  public var buttons: ContactFrame.Buttons { moment.buttons }
  /// The buttons that were down at any time since the first of the touches began.
  public var usedButtons: ContactFrame.Buttons { moment.usedButtons }
  public var device: Int { moment.device }

  // Internal and unchecked, since these are read for every recognizer in every frame.
  @exclusivity(unchecked) var moment = Moment()
  @exclusivity(unchecked) var touches = TouchSet()
  /// The destinations of ``allTouches``, by the same index.
  @exclusivity(unchecked) var deliveries: [TouchDelivery] = []
  /// Whether all touches share one route.
  @exclusivity(unchecked) var hasOneRoute = true
  /// The number of deliveries of phases to recognizers.
  @exclusivity(unchecked) var delivery = 0
  /// The fingers that are shared by all recognizers that receive every touch of the device.
  let sharedFingers: FingerStorage?
  @exclusivity(unchecked) var isSharingFingers = false
  /// Whether all touches have just begun, so that recognizers can begin to share ``sharedFingers``.
  @exclusivity(unchecked) var isFirstTouchDown = false
  /// Whether new touches replace some that ended in the same frame.
  @exclusivity(unchecked) var continuesGesture = false
  /// The contacts that turned out to be palms in this event.
  @exclusivity(unchecked) var newPalms: [Palm] = []
  /// Whether a test has created the event.
  let isByHand: Bool
  /// The phases that recognizers have received, for an event created by a test.
  private var received: [(GestureRecognizer, Touch.Phase)] = []
  /// The touches since the last event, frame by frame; see ``CoalescedTouches``.
  var steps: [Touch] = []
  var stepsPerFrame = 0
  /// Whether predictions were requested, which need the ``histories`` of the touches.
  @exclusivity(unchecked) var isPredicting = false
  var histories: [TouchHistory] = []

  /// The data of a frame besides its contacts.
  struct Moment {
    var time = Timestamp.zero
    /// The number of further fingers, at most 1000, whatever a device claims.
    var extraFingers = 0
    var buttons: ContactFrame.Buttons = []
    var usedButtons: ContactFrame.Buttons = []
    var device = 0
  }

  init() {
    isByHand = false
    sharedFingers = FingerStorage.make()
  }

  deinit { sharedFingers?.free() }

  /// An event that was held back, with some of its touches in the state of that time.
  init(_ touches: [(touch: Touch, route: TouchRoute)], moment: Moment) {
    isByHand = false
    sharedFingers = nil
    self.moment = moment
    for (touch, route) in touches {
      self.touches.touches.append(touch)
      deliveries.append(TouchDelivery(route, status: .closed))
    }
    updateHasOneRoute()
  }

  /// An event for tests of responders and recognizers, with the given touches only.
  ///
  /// A recognizer whose callbacks are called with such events decides as in an application, alone;
  /// its deadlines fire with the next late enough event that it passes to `super`, or decision. If
  /// it does not pass touches to `super`, a final decision ends the attempt at once.
  public init(timestamp: Timestamp, touches: TouchSet) {
    isByHand = true
    sharedFingers = nil
    moment.time = timestamp
    self.touches = touches
  }

  /// The touches whose hit view is `view`.
  public func touches(for view: View) -> TouchSet {
    TouchSet(zip(touches, deliveries).filter { $1.route.view === view }.map(\.0))
  }

  /// The touches that a recognizer receives.
  public func touches(for recognizer: GestureRecognizer) -> TouchSet {
    if hasOneRoute && recognizer.ignoredTouches.isEmpty { return touches }
    var result = TouchSet()
    for (index, touch) in touches.enumerated()
    where receives(recognizer, touchAt: index) {
      result.touches.append(touch)
    }
    return result
  }

  /// The view that a touch hit when it began.
  public func view(for touch: Touch) -> View? { route(for: touch)?.view }

  func route(for touch: Touch) -> TouchRoute? {
    guard let index = touches.firstIndex(where: { $0.id == touch.id }), index < deliveries.count
    else { return nil }
    return deliveries[index].route
  }

  func updateHasOneRoute() {
    hasOneRoute = deliveries.dropFirst().allSatisfy { $0.route === deliveries[0].route }
  }

  private func receives(_ recognizer: GestureRecognizer, touchAt index: Int) -> Bool {
    guard index < deliveries.count else { return true }
    return deliveries[index].route.leads(to: recognizer)
      && !recognizer.ignoredTouches.contains(touches[index].id)
  }

  /// Whether a recognizer receives touches of one route.
  func leads(_ touches: TouchSet, to recognizer: GestureRecognizer) -> Bool {
    guard let touch = touches.first else { return false }
    return route(for: touch)?.leads(to: recognizer) ?? false
  }

  /// Removes a recognizer from the routes of all touches: it receives no further phases of them.
  func remove(_ recognizer: GestureRecognizer) {
    for delivery in deliveries { delivery.route.remove(recognizer) }
  }

  /// Records that a recognizer receives a phase of a test's event; false if it had received it.
  func markDelivered(_ phase: Touch.Phase, to recognizer: GestureRecognizer) -> Bool {
    if received.contains(where: { $0.0 === recognizer && $0.1 == phase }) { return false }
    received.append((recognizer, phase))
    return true
  }
}
