public import Contacts
public import Timeline

/// The touches of one device at one time, and what happened to them.
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

  // These are read for every recognizer in every frame, hence stored internally and unchecked.
  @exclusivity(unchecked) var moment = Moment()
  @exclusivity(unchecked) var touches = TouchSet()
  /// The route of each of ``allTouches``, by the same index.
  @exclusivity(unchecked) var routes: [TouchRoute] = []
  /// Whether all touches share one route.
  @exclusivity(unchecked) var hasOneRoute = true
  /// The positions of the touches since the last event, frame by frame; see ``CoalescedTouches``.
  var samples: [TouchSample] = []
  var samplesPerFrame = 0
  /// Whether predictions were asked for, which need the ``histories`` of the touches.
  @exclusivity(unchecked) var isPredicting = false
  var histories: [TouchHistory] = []

  /// The parts of a frame besides its contacts.
  struct Moment {
    var time = Timestamp.zero
    var extraFingers = 0
    var buttons: ContactFrame.Buttons = []
    var usedButtons: ContactFrame.Buttons = []
    var device = 0
  }

  init() {}

  /// An event that was held back, with some of its touches as they were at the time.
  init(_ touches: [(touch: Touch, route: TouchRoute)], moment: Moment) {
    self.moment = moment
    for (touch, route) in touches {
      self.touches.touches.append(touch)
      routes.append(route)
    }
    updateHasOneRoute()
  }

  /// An event for tests of responders and recognizers, with the given touches only.
  public init(timestamp: Timestamp, touches: TouchSet) {
    moment.time = timestamp
    self.touches = touches
  }
}

extension TouchEvent {
  /// The touches whose hit view is `view`.
  public func touches(for view: View) -> TouchSet {
    select { $0.view === view }
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
    guard let index = touches.firstIndex(where: { $0.id == touch.id }), index < routes.count
    else { return nil }
    return routes[index]
  }

  func updateHasOneRoute() {
    hasOneRoute = routes.dropFirst().allSatisfy { $0 === routes[0] }
  }

  private func receives(_ recognizer: GestureRecognizer, touchAt index: Int) -> Bool {
    guard index < routes.count else { return true }
    return routes[index].recognizers.contains(recognizer)
      && !recognizer.ignoredTouches.contains(touches[index].id)
  }

  private func select(_ isWanted: (TouchRoute) -> Bool) -> TouchSet {
    var result = TouchSet()
    for (index, route) in routes.enumerated() where isWanted(route) {
      result.touches.append(touches[index])
    }
    return result
  }
}
