import Contacts
import Files
import Gestures

/// The content of the screen at one moment: fingers, trails, recognizers and gestures.
struct ViewMoment {
  /// A contact that is down.
  struct Finger {
    var contact: Contact
    var isPalm: Bool
  }

  /// The recent positions of a contact in mm, in the order of time.
  struct Trail {
    var id: Contact.ID
    var isPalm: Bool
    var points: [Point]
  }

  struct RecognizerState {
    /// The label, as in `swipe left`; untrusted for a recognizer with a custom name.
    var label: String
    /// The kind; nil for a recognizer of no gesture.
    var kind: Gesture.Kind?
    /// The state; nil while nothing touches and nothing was decided.
    var state: GestureState?
    /// The time of the change to the state, in seconds from the first event.
    var time: Double?
    var change: StateChange?
  }

  /// The most gestures that any screen lists.
  static let maximumGestures = 200

  /// The time in seconds from the first event.
  var time: Double
  var fingers: [Finger] = []
  /// The number of fingers that the device counts but cannot locate.
  var extraFingers = 0
  var trails: [Trail] = []
  var recognizers: [RecognizerState] = []
  /// The last gestures, the latest first.
  var gestures: [(time: Double, text: String)] = []

  init(time: Double) {
    self.time = time
  }
}

extension ViewMoment.RecognizerState {
  /// The state in words, with its reason, at most a number of columns wide if a shorter form
  /// allows.
  ///
  /// An example is `failed: 1.1 mm across, at most 0.8 mm allowed (swipe.maximumVariance)`; the
  /// parameter is left out if it does not fit.
  func text(columns: Int) -> String {
    guard let state else { return "" }
    guard let change else { return state.rawValue }
    let full = String(change.phrase.rest.trimmingPrefix("was "))
    guard full.columns > columns, let parameter = change.reason?.parameter else { return full }
    let suffix = " (\(parameter))"
    return full.hasSuffix(suffix) ? String(full.dropLast(suffix.count)) : full
  }

  var style: Terminal.Style? {
    switch state {
    case nil, .failed, .cancelled: .dim
    case .possible: nil
    case .began, .changed: .yellow
    case .recognized, .ended: .green
    }
  }
}
