public import Contacts
public import Timeline

/// What happened to a window's touches at one moment.
///
/// The application owns the event and uses it again for the next frame: read it, don't keep it.
public final class TouchEvent {
  public var timestamp: Timestamp { moment.time }
  /// All touches of the device, those that ended in this event included.
  public var allTouches: TouchSet { touches }
  /// Fingers that the device counts beyond the touches that it can locate.
  public var extraFingers: Int { moment.extraFingers }
  public var buttons: ContactFrame.Buttons { moment.buttons }
  /// The buttons that have been down, at any time since the first of the touches landed.
  public var usedButtons: ContactFrame.Buttons { moment.usedButtons }
  public var device: Int { moment.device }

  // What is stored is internal: every recognizer reads it in every frame, and only of properties
  // that no other module sees can the compiler prove that reading needs no check of exclusivity.
  @exclusivity(unchecked) var moment = Moment()
  @exclusivity(unchecked) var touches = TouchSet()
  /// Who gets each touch of ``allTouches``, by the same index.
  @exclusivity(unchecked) var routes: [TouchRoute] = []
  /// Whether all touches share one route, so that nothing has to be sorted out.
  @exclusivity(unchecked) var hasOneRoute = true
  /// Where the touches were since the last event, frame by frame.
  var samples: [TouchSample] = []
  var samplesPerFrame = 0
  /// Whether somebody asks for predictions, which need the ``histories`` of the touches.
  @exclusivity(unchecked) var isPredicting = false
  var histories: [TouchHistory] = []

  /// What a frame tells beside its contacts.
  struct Moment {
    var time = Timestamp.zero
    var extraFingers = 0
    var buttons: ContactFrame.Buttons = []
    var usedButtons: ContactFrame.Buttons = []
    var device = 0
  }

  init() {}

  /// An event that is told of later: just some of the touches, as they were then.
  init(_ touches: [(touch: Touch, route: TouchRoute)], moment: Moment) {
    self.moment = moment
    for (touch, route) in touches {
      self.touches.touches.append(touch)
      routes.append(route)
    }
    hasOneRoute = routes.dropFirst().allSatisfy { $0 === routes[0] }
  }

  /// An event for tests of responders and recognizers: it carries just these touches.
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

  /// The view that a touch hit, and keeps.
  public func view(for touch: Touch) -> View? {
    guard let index = touches.firstIndex(where: { $0.id == touch.id }), index < routes.count
    else { return nil }
    return routes[index].view
  }

  func receives(_ recognizer: GestureRecognizer, touchAt index: Int) -> Bool {
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

/// Where a touch goes, decided once, when it lands.
final class TouchRoute {
  /// The deepest view under the landing; a touch keeps it until it ends.
  let view: View
  let window: Window
  /// The recognizers of that view and of those above it, the nearest first.
  let recognizers: [GestureRecognizer]
  /// Those of them whose attempt goes on, as of the arbiter's ``Arbiter/turnovers``.
  @exclusivity(unchecked) private var listeners: [Unmanaged<GestureRecognizer>] = []
  @exclusivity(unchecked) private var listenersTurnover = -1

  init(window: Window, view: View, recognizers: [GestureRecognizer]) {
    self.window = window
    self.view = view
    self.recognizers = recognizers
  }

  /// Finds out which recognizers want to hear of movements.
  func updateListeners(_ arbiter: Arbiter) {
    guard listenersTurnover != arbiter.turnovers else { return }
    listenersTurnover = arbiter.turnovers
    listeners.removeAll(keepingCapacity: true)
    listeners.reserveCapacity(recognizers.count)
    for recognizer in recognizers where !recognizer.state.isFinal {
      listeners.append(.passUnretained(recognizer))
    }
  }

  var listenerCount: Int { listeners.count }

  /// Lends a recognizer that wants to hear of movements.
  ///
  /// ``recognizers`` holds them; unmanaged, they need not be retained in every frame.
  @inline(__always)
  func withListener(_ index: Int, _ body: (GestureRecognizer) -> Void) {
    listeners[index]._withUnsafeGuaranteedRef(body)
  }
}
