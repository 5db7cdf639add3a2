import Gestures

/// A search for the smallest changes of a movement with which it is the expected gesture.
struct MovementSearch {
  let attempt: Attempt
  let expected: ExpectedGesture
  let profile: Profile
  /// The number of frames that may still be played.
  private(set) var remainingFrames: Int

  /// Whether too few frames are left for another replay.
  var isExhausted: Bool { remainingFrames < attempt.frames.count }

  /// The degrees of a turn to try, the smallest first.
  private static let turns: [Double] = [5, 15, 45, 55, 90, 125, 135, 180]

  private static let amounts: [(kind: MovementChange.Kind, amounts: [Double])] = [
    (.faster, [1.1, 1.5, 2.5, 6, 12]), (.slower, [1.1, 1.5, 2.5, 6, 12]),
    (.longer, [1.1, 1.5, 2.5, 5]), (.shorter, [0.9, 0.7, 0.4, 0.1]),
    (.straighter, [0.1, 0.3, 0.6, 1]), (.together, [0.2, 0.5, 0.8, 1]),
    (.clockwise, turns), (.counterclockwise, turns),
    (.touches, [1, 2, 3, 4, 5]),
    (.shorterPauses, [0.9, 0.7, 0.4, 0.15]), (.longerPauses, [1.1, 1.5, 2.5, 6]),
    (.lighter, [0.9, 0.7, 0.5, 0.3]),
  ]

  /// Whether a turn of the hand matters, as to the directions of translations and to shapes.
  private var canTurn: Bool {
    [.checkmark, .path].contains(expected.kind) || expected.kind.directions.contains(.up)
  }

  static let most = 3

  mutating func changes() -> [MovementChange] {
    var changes: [(cost: Double, change: MovementChange)] = []
    for (kind, amounts) in MovementSearch.amounts {
      if kind.isTurn, !canTurn { continue }
      guard kind != .touches || expected.touches == nil else {
        let change = MovementChange(.touches, Double(expected.touches ?? 1))
        if suffices(change) { changes.append((1, change)) }
        continue
      }
      var last = kind.none
      for (index, amount) in amounts.enumerated() {
        if isExhausted { break }
        if suffices(MovementChange(kind, amount)) {
          let change = smallest(kind, from: last, to: amount)
          changes.append((Double(index) + fraction(change), change))
          break
        }
        last = amount
      }
    }
    return changes.sorted { $0.cost < $1.cost }.prefix(MovementSearch.most).map(\.change)
  }

  /// The share of the kind's largest amount, which orders changes of the same step.
  private func fraction(_ change: MovementChange) -> Double {
    let none = change.kind.none
    let largest = MovementSearch.amounts.first { $0.kind == change.kind }?.amounts.last ?? 1
    return abs(change.amount - none) / max(abs(largest - none), 1e-9)
  }

  /// The smallest sufficient amount between an insufficient and a sufficient one.
  private mutating func smallest(
    _ kind: MovementChange.Kind, from bad: Double, to good: Double
  ) -> MovementChange {
    if kind == .touches { return MovementChange(kind, good) }
    let step = kind.isTurn ? 1.0 : good > 2 ? 0.1 : good < 1 ? 0.01 : 0.05
    let sign = good > bad ? 1.0 : -1.0
    var low = (bad / step * sign).rounded(.down)
    var high = (good / step * sign).rounded(.up)
    func amount(_ steps: Double) -> Double { (steps * sign * step * 1000).rounded() / 1000 }
    guard suffices(MovementChange(kind, amount(high))) else { return MovementChange(kind, good) }
    while high - low > 1 {
      let middle = low + ((high - low) / 2).rounded(.down)
      if suffices(MovementChange(kind, amount(middle))) { high = middle } else { low = middle }
    }
    return MovementChange(kind, amount(high))
  }

  private mutating func suffices(_ change: MovementChange) -> Bool {
    guard let changed = change.applied(to: attempt) else { return false }
    remainingFrames -= attempt.frames.count
    guard changed.play(expected, profile, stopsEarly: true).isRecognized else { return false }
    return !change.kind.isTurn || !attempt.isOneOfSeveral || turnsAsWhole(change)
  }

  /// Whether the gesture is recognized if the touches before and after it are turned, too: a drag
  /// that is turned alone leaves the place of its tap.
  private mutating func turnsAsWhole(_ change: MovementChange) -> Bool {
    var whole = attempt
    whole.movement = whole.frames.indices
    guard var turned = change.applied(to: whole) else { return false }
    turned.movement = attempt.movement
    remainingFrames -= attempt.frames.count
    return turned.play(expected, profile, stopsEarly: true).isRecognized
  }
}
