/// The history of one device, from which the screen of any moment is made. A recording fills it
/// once; a live device adds to it, and old parts are removed.
struct ViewHistory {
  /// The contacts of one frame, in mm.
  struct Frame {
    /// The time in seconds from the first event.
    var time: Double
    var contacts: [Contact]
    /// The number of fingers that the device counts but cannot locate.
    var extraFingers: Int
  }

  struct Recognizer {
    let kind: Gesture.Kind
    /// The direction of a recognizer that shares its kind with others; nil if it is the only one.
    let direction: Gesture.Direction?
    let name: String?
    fileprivate(set) var changes: [(time: Double, change: StateChange)] = []

    /// The label, as in `swipe`, and `swipe left` if there are several.
    var label: String {
      name ?? (direction.map { "\(kind.rawValue) \($0.rawValue)" } ?? kind.rawValue)
    }

    /// Whether a change is one of this recognizer.
    fileprivate func made(_ change: StateChange) -> Bool {
      kind == change.kind && name == change.name
        && (direction == nil || direction == change.direction)
    }
  }

  /// The name of the device; untrusted text.
  let device: String
  /// The size of the touch area in mm.
  let size: Size
  /// The frames in the order of time, which never runs backward.
  private(set) var frames: [Frame] = []
  private(set) var recognizers: [Recognizer]
  /// The gestures, in the order of time.
  private(set) var gestures: [(time: Double, text: String)] = []
  /// The times when contacts turned out to be palms.
  private var palms: [Contact.ID: Double] = [:]
  /// The times when a finger touched down on an untouched area.
  private var starts: [Double] = []

  init(device: String, size: Size, set: RecognizerSet) {
    self.device = device
    self.size = size
    recognizers = set.recognizers.map { recognizer in
      let isOnly = set.recognizers.count { $0.kind == recognizer.kind } == 1
      return Recognizer(
        kind: recognizer.kind, direction: isOnly ? nil : recognizer.soughtDirection,
        name: recognizer.name)
    }
  }

  /// The time of the last event in seconds from the first one.
  var end: Double {
    let changes = recognizers.compactMap { $0.changes.last?.time }
    return max(frames.last?.time ?? 0, gestures.last?.time ?? 0, changes.max() ?? 0)
  }

  // MARK: Adding

  mutating func add(_ frame: ContactFrame, origin: Timestamp) {
    let time = max(frame.time.seconds(since: origin), frames.last?.time ?? -.infinity)
    if !frame.contacts.isEmpty, frames.last?.contacts.isEmpty ?? true { starts.append(time) }
    frames.append(Frame(time: time, contacts: frame.contacts, extraFingers: frame.extraFingers))
  }

  mutating func add(_ report: GestureEngine.Report) {
    switch report {
    case .gesture(let record): gestures.append((record.time, record.summary))
    case .palm(let record):
      // The id of a touch is that of its contact, plus the number of the device.
      palms[record.palm.contact.id] = record.time
    case .change(let record):
      guard let index = recognizers.firstIndex(where: { $0.made(record.change) }) else { return }
      // A continuous gesture changes with every frame.
      if record.change.to == .changed, recognizers[index].changes.last?.change.to == .changed {
        return
      }
      recognizers[index].changes.append((record.time, record.change))
    case .touch: break
    }
  }

  /// Removes the parts that no screen of a later time shows, except the last few gestures.
  mutating func forget(before time: Double) {
    // The removal moves the rest, so it waits until it is worth the cost.
    let count = frames.partitioningIndex { $0.time >= time }
    guard count > 1024 else { return }
    frames.removeFirst(count)
    let down = Set(frames.flatMap { $0.contacts.map(\.id) })
    palms = palms.filter { down.contains($0.key) }
    starts.removeFirst(max(0, starts.count - 1))
    gestures.removeFirst(max(0, gestures.count - ViewMoment.maximumGestures))
    for index in recognizers.indices {
      recognizers[index].changes.removeFirst(max(0, recognizers[index].changes.count - 1))
    }
  }

  // MARK: Moments

  /// The length of a trail in seconds: most swipes and strokes are shorter.
  static let trailDuration = 0.6

  /// The index of the last frame up to a time; nil before the first.
  func frameIndex(at time: Double) -> Int? {
    let count = frames.partitioningIndex { $0.time > time }
    return count > 0 ? count - 1 : nil
  }

  /// The content of the screen at one moment, with its last frame if several have its time.
  func moment(at time: Double, frame index: Int? = nil) -> ViewMoment {
    var moment = ViewMoment(time: time)
    if let index = index ?? frameIndex(at: time), frames.indices.contains(index) {
      let frame = frames[index]
      moment.extraFingers = frame.extraFingers
      moment.fingers = frame.contacts.map { contact in
        ViewMoment.Finger(contact: contact, isPalm: isPalm(contact, at: time))
      }
      moment.trails = trails(upTo: index, since: time - ViewHistory.trailDuration, at: time)
    }
    let count = starts.partitioningIndex { $0 > time }
    let start = count > 0 ? starts[count - 1] : -.infinity
    moment.recognizers = recognizers.map { state(of: $0, at: time, since: start, in: moment) }
    let gestures = gestures[..<gestures.partitioningIndex { $0.time > time }]
    moment.gestures = gestures.suffix(ViewMoment.maximumGestures).reversed()
    return moment
  }

  private func isPalm(_ contact: Contact, at time: Double) -> Bool {
    contact.tool == .palm || palms[contact.id].map { $0 <= time } ?? false
  }

  /// The path of each contact within the last part of a second, also of lifted ones.
  private func trails(upTo index: Int, since start: Double, at time: Double) -> [ViewMoment.Trail] {
    var trails: [ViewMoment.Trail] = []
    let first = max(
      frames.partitioningIndex { $0.time >= start }, index - ViewHistory.maximumTrailFrames)
    guard first <= index else { return [] }
    for frame in frames[first...index] {
      for contact in frame.contacts {
        if let known = trails.firstIndex(where: { $0.id == contact.id }) {
          trails[known].points.append(contact.position)
        } else {
          trails.append(
            ViewMoment.Trail(
              id: contact.id, isPalm: isPalm(contact, at: time), points: [contact.position]))
        }
      }
    }
    return trails
  }

  /// The most frames of a trail: half a second at 2000 Hz, or all at one time without times.
  private static let maximumTrailFrames = 1000

  /// The state of a recognizer for the touches that are down, or for the last ones.
  private func state(
    of recognizer: Recognizer, at time: Double, since start: Double, in moment: ViewMoment
  ) -> ViewMoment.RecognizerState {
    let count = recognizer.changes.partitioningIndex { $0.time > time }
    if count > 0, recognizer.changes[count - 1].time >= start {
      let (time, change) = recognizer.changes[count - 1]
      return .init(
        label: change.subject, kind: recognizer.kind, state: change.to, time: time, change: change)
    }
    let isTouched = !moment.fingers.isEmpty
    return .init(label: recognizer.label, kind: recognizer.kind, state: isTouched ? .possible : nil)
  }
}

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
}

extension ViewMoment.RecognizerState {
  /// The state with its reason, as in `failed: 1.1 mm across, at most 0.8 mm allowed
  /// (swipe.maximumVariance)`; without the parameter if it does not fit into the columns.
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
