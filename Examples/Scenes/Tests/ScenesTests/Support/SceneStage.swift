import SceneHost
import Testing

/// A scene with fingers in points and seconds, and what its screen shows.
///
/// ```swift
/// let stage = SceneStage(Swipes.self, rules: .textbook)
/// stage.frame(at: 0, [1: (0, 0)])
/// stage.frame(at: 0.1, [1: (25, 0)])
/// stage.texts  // [Text(verbatim: "Horizontal swipe detected")]
/// ```
final class SceneStage {
  let runner: SceneRunner
  /// What changed on the screen, in order.
  private(set) var changes: [ScreenChange] = []
  private var contacts: [Contact.ID: Contact] = [:]
  private var now = 0.0

  init(
    _ type: Scene.Type, rules: SceneRules = .standard,
    settings: SettingsValues = SettingsValues()
  ) {
    runner = SceneRunner(type, in: SceneContext(rules: rules, settings: settings))
    runner.observer = { [unowned self] in changes.append($0) }
  }

  /// The texts that appeared, without erasures.
  var texts: [Text] {
    changes.compactMap { if case .text(let text) = $0.kind, !text.isEmpty { text } else { nil } }
  }

  /// When texts appeared and were erased, with the names of their labels.
  var moments: [Moment] {
    changes.compactMap { change in
      guard case .text(let text) = change.kind else { return nil }
      return Moment(change.time.seconds, change.element ?? "", text)
    }
  }

  struct Moment: Hashable, CustomStringConvertible {
    let seconds: Double
    let label: String
    let text: Text

    init(_ seconds: Double, _ label: String, _ text: Text) {
      (self.seconds, self.label, self.text) = (seconds, label, text)
    }

    var description: String { "\(seconds) s \(label): \(text.key)" }
  }

  func text(_ label: String) -> Text? { runner.screen.text(label) }

  /// Sends a frame: puts fingers down or moves them, and lifts those in `up`.
  ///
  /// - Parameter isExact: Whether the positions matter to the last bit, as at limits; a position
  ///   that no number of millimetres becomes is then an issue of the test.
  func frame(
    at seconds: Double? = nil, _ positions: [Contact.ID: (Double, Double)] = [:],
    up: [Contact.ID] = [], cancelled: [Contact.ID] = [], isExact: Bool = true,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    now = seconds ?? now + 0.01
    for (id, position) in positions {
      let exact = [position.0, position.1].map(millimetres)
      if isExact, exact.contains(nil) {
        Issue.record("no millimetres are \(position) points", sourceLocation: sourceLocation)
      }
      contacts[id] = Contact(
        id: id,
        position: Point(
          x: exact[0] ?? position.0 / Window.pointsPerMillimetre,
          y: exact[1] ?? position.1 / Window.pointsPerMillimetre))
    }
    for id in up + cancelled { contacts[id] = nil }
    runner.send(
      ContactFrame(
        time: Timestamp(seconds: now), contacts: contacts.values.sorted { $0.id < $1.id },
        cancelled: cancelled))
  }

  /// Draws a stroke along corners in 33 frames, from touch down to touch up.
  func draw(_ corners: [(Double, Double)], finger: Contact.ID = 1, at start: Double) {
    let points = corners.map { Point(x: $0.0, y: $0.1) }.resampled(to: 33)
    for (index, point) in points.enumerated() {
      frame(at: start + Double(index) / 80, [finger: (point.x, point.y)], isExact: false)
    }
    frame(at: start + 0.42, up: [finger])
  }

  func advance(to seconds: Double) {
    now = seconds
    runner.advance(to: Timestamp(seconds: seconds))
  }

  /// The number of millimetres that becomes exactly the given number of points.
  private func millimetres(_ points: Double) -> Double? {
    let near = points / Window.pointsPerMillimetre
    return [near, near.nextUp, near.nextDown].first { $0 * Window.pointsPerMillimetre == points }
  }
}
