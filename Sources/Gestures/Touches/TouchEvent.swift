public import Contacts
public import Timeline

/// What happened to a window's touches at one moment.
///
/// The application owns the event and uses it again for the next frame: read it, don't keep it.
public final class TouchEvent {
  public internal(set) var timestamp = Timestamp.zero
  /// All touches of the device, those that ended in this event included.
  public internal(set) var allTouches = TouchSet()
  /// Fingers that the device counts beyond the touches that it can locate.
  public internal(set) var extraFingers = 0
  public internal(set) var buttons: ContactFrame.Buttons = []
  /// The buttons that have been down, at any time since the first of the touches landed.
  public internal(set) var usedButtons: ContactFrame.Buttons = []
  public internal(set) var device = 0

  /// Who gets each touch of ``allTouches``, by the same index.
  var routes: [TouchRoute] = []
  /// Whether all touches share one route, so that nothing has to be sorted out.
  var hasOneRoute = true

  init() {}

  /// An event for tests of responders and recognizers: it carries just these touches.
  public init(timestamp: Timestamp, touches: TouchSet) {
    self.timestamp = timestamp
    allTouches = touches
  }
}

extension TouchEvent {
  /// The touches whose hit view is `view`.
  public func touches(for view: View) -> TouchSet {
    select { $0.view === view }
  }

  /// The touches that a recognizer receives.
  public func touches(for recognizer: GestureRecognizer) -> TouchSet {
    if hasOneRoute && recognizer.ignoredTouches.isEmpty { return allTouches }
    var result = TouchSet()
    for (index, touch) in allTouches.enumerated()
    where receives(recognizer, touchAt: index) {
      result.touches.append(touch)
    }
    return result
  }

  /// The view that a touch hit, and keeps.
  public func view(for touch: Touch) -> View? {
    guard let index = allTouches.firstIndex(where: { $0.id == touch.id }), index < routes.count
    else { return nil }
    return routes[index].view
  }

  func receives(_ recognizer: GestureRecognizer, touchAt index: Int) -> Bool {
    guard index < routes.count else { return true }
    return routes[index].recognizers.contains(recognizer)
      && !recognizer.ignoredTouches.contains(allTouches[index].id)
  }

  private func select(_ isWanted: (TouchRoute) -> Bool) -> TouchSet {
    var result = TouchSet()
    for (index, route) in routes.enumerated() where isWanted(route) {
      result.touches.append(allTouches[index])
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

  init(window: Window, view: View, recognizers: [GestureRecognizer]) {
    self.window = window
    self.view = view
    self.recognizers = recognizers
  }
}
