import Contacts
import Gestures
import Shapes
import Timeline

/// An application with one window of 600 × 400 points, and fingers in points and seconds.
///
/// Tests send their touches with it. The exceptions are ``PropertyStage`` and
/// ``InterferenceStage``, which build random applications, and tests of recognizers that are called
/// without an application.
final class TouchStage {
  let application: Application
  let window: Window
  private(set) var gestures: [Gesture] = []
  /// The changes of state of a single recognizer.
  private(set) var changes: [StateChange] = []
  private var contacts: [Contact.ID: Contact] = [:]
  private(set) var now = 0.0
  private var lastID = 0

  init(policy: any ArbitrationPolicy = ExclusivePolicy()) {
    application = Application(policy: policy)
    window = Window(frame: Rect(x: 0, y: 0, width: 600, height: 400))
    window.isMultipleTouchEnabled = true
    application.addWindow(window)
    application.arbiter.observer = { [unowned self] _, gesture in gestures.append(gesture) }
  }

  /// A stage with one recognizer on its window, which records changes, too.
  convenience init(_ recognizer: GestureRecognizer) {
    self.init(policy: IndependentPolicy())
    attach(recognizer)
    application.arbiter.observesChanges = true
    application.arbiter.tracer = { [unowned self] _, change in changes.append(change) }
  }

  /// A stage with the recognizers of a profile on its window.
  convenience init(profile: Profile, shapes: ShapeSet? = nil) {
    let set = RecognizerSet(profile: profile, shapes: shapes)
    self.init(policy: set.policy)
    set.attach(to: window)
    application.palmFilter = set.palmFilter
  }

  /// The window's first recognizer.
  var recognizer: GestureRecognizer { window.gestureRecognizers[0] }

  /// The reports of final states, cancelled ones among them.
  var finalGestures: [Gesture] { gestures.filter { $0.state.isFinal } }

  /// The gestures that ended or were recognized, as in `swipe 1 right`: kind, touches and details.
  var outcomes: [String] {
    gestures.filter { $0.state == .recognized || $0.state == .ended }.map {
      "\($0.kind.rawValue) \($0.touches ?? 0)" + ($0.direction.map { " \($0.rawValue)" } ?? "")
        + ($0.taps.map { " ×\($0)" } ?? "")
    }
  }

  /// Sends a frame: puts fingers down or moves them, and lifts those in `up`.
  func frame(
    at seconds: Double, _ positions: [Contact.ID: (Double, Double)] = [:], up: [Contact.ID] = [],
    cancelled: [Contact.ID] = [], pressure: Double? = nil, tool: Contact.Tool = .finger,
    extraFingers: Int = 0, buttons: ContactFrame.Buttons = [], isInterrupted: Bool = false,
    device: Int = 0, isResumed: Bool = false
  ) {
    now = seconds
    for (id, position) in positions {
      let position = Point(
        x: position.0 / Window.pointsPerMillimetre, y: position.1 / Window.pointsPerMillimetre)
      contacts[id] = Contact(
        id: id, position: position, pressure: pressure, tool: tool,
        isResumed: isResumed)
      lastID = max(lastID, id)
    }
    for id in up + cancelled { contacts[id] = nil }
    application.send(
      ContactFrame(
        time: Timestamp(seconds: seconds), contacts: contacts.values.sorted { $0.id < $1.id },
        cancelled: cancelled, extraFingers: extraFingers, buttons: buttons,
        device: device, isInterrupted: isInterrupted))
  }

  func began(
    _ positions: [Contact.ID: (Double, Double)], at seconds: Double = 0, isResumed: Bool = false
  ) { frame(at: seconds, positions, isResumed: isResumed) }

  /// Moves fingers, 10 ms after the last frame unless a time is given.
  func moved(_ positions: [Contact.ID: (Double, Double)], at seconds: Double? = nil) {
    frame(at: seconds ?? now + 0.01, positions)
  }

  func ended(_ ids: Contact.ID..., at seconds: Double? = nil) {
    frame(at: seconds ?? now + 0.01, up: ids)
  }

  func cancelled(_ ids: Contact.ID..., at seconds: Double? = nil) {
    frame(at: seconds ?? now + 0.01, cancelled: ids)
  }

  /// Ids of fingers that have not been down.
  func newIDs(_ count: Int) -> [Contact.ID] { (1...count).map { lastID + $0 } }

  /// Moves fingers from their current positions, with a frame every 10 ms.
  func move(_ ids: [Contact.ID], by translation: (Double, Double), lasting duration: Double) {
    let starts = ids.map { id in
      (contacts[id]?.position ?? .zero) - Point.zero
    }
    let start = now
    let frames = max(1, Int((duration * 100).rounded()))
    for frame in 1...frames {
      let fraction = Double(frame) / Double(frames)
      var positions: [Contact.ID: (Double, Double)] = [:]
      for (id, from) in zip(ids, starts) {
        positions[id] = (
          from.dx * Window.pointsPerMillimetre + translation.0 * fraction,
          from.dy * Window.pointsPerMillimetre + translation.1 * fraction
        )
      }
      self.frame(at: start + duration * fraction, positions)
    }
  }

  func finish() { application.finish() }

  /// Attaches a recognizer to a view, or else to the window.
  @discardableResult
  func attach<Recognizer: GestureRecognizer>(
    _ recognizer: Recognizer, to view: View? = nil
  ) -> Recognizer {
    (view ?? window).addGestureRecognizer(recognizer)
    return recognizer
  }

  func advance(to seconds: Double) {
    now = seconds
    application.advance(to: Timestamp(seconds: seconds))
  }

  /// Taps with a finger for 50 ms.
  func tap(_ id: Contact.ID, at seconds: Double, _ position: (Double, Double)) {
    frame(at: seconds, [id: position])
    frame(at: seconds + 0.05, up: [id])
  }
}

/// A contact at a position in points.
func contact(_ id: Contact.ID, _ x: Double, _ y: Double, pressure: Double? = nil) -> Contact {
  Contact(
    id: id,
    position: Point(x: x / Window.pointsPerMillimetre, y: y / Window.pointsPerMillimetre),
    pressure: pressure)
}
