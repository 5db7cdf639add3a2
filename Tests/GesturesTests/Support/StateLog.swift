import Gestures

/// The states that a recognizer has reported to its actions, in order.
final class StateLog {
  private(set) var states: [GestureState] = []
  /// Called after a state is recorded.
  var onReport: ((GestureRecognizer) -> Void)?

  init(_ recognizer: GestureRecognizer) {
    recognizer.addAction { [self] in
      states.append($0.state)
      onReport?($0)
    }
  }

  func count(_ state: GestureState) -> Int { states.count { $0 == state } }

  /// The states without the changes.
  var milestones: [GestureState] { states.filter { $0 != .changed } }
}
