import Contacts
public import Shapes
public import Timeline

/// Fingers that draw one of the shapes that people taught.
///
/// ```swift
/// let path = PathRecognizer(.standard)
/// path.onAction { path in print(path.match?.name ?? "") }
/// ```
///
/// Fingers that are down together draw one stroke, the path of their centroid. The drawing is named when the
/// last of them lifts, by a ``ShapeClassifier``, or refused.
///
/// A drawing that may be the first strokes of a shape with more of them waits for the next touch down for
/// ``Profile/Path/strokeInterval``. It takes nothing from the touches that follow: taps, pans and pinches
/// are recognized as ever, and a stroke is taken from them once it has completed a shape. What is a shape
/// already, and may become another one, is reported when no stroke follows that belongs to it.
open class PathRecognizer: GestureRecognizer {
  /// How many fingers may draw together; all strokes of a drawing are drawn by as many.
  @exclusivity(unchecked) public final var touchCounts = 1...5
  @exclusivity(unchecked) public final var settings: Profile.Path

  @exclusivity(unchecked) private final var classifier: ShapeClassifier
  @exclusivity(unchecked) private final var recorder = DrawingRecorder()
  /// The fingers of the current frame, to pass on without allocating.
  @exclusivity(unchecked) private final var down: [DrawingRecorder.Finger] = []
  /// The drawing with all its strokes.
  @exclusivity(unchecked) private final var whole = Extent()
  /// The stroke that was drawn last, or is being drawn.
  @exclusivity(unchecked) private final var latest = Extent()
  /// What is to be reported: the longest beginning of the drawing that is a shape.
  @exclusivity(unchecked) private final var report: Report?
  /// Why the drawing so far is not a shape.
  @exclusivity(unchecked) private final var refusal: FailureReason?
  @exclusivity(unchecked) private final var deadline: Deadline?
  @exclusivity(unchecked) private final var lastEarlyCheck = Timestamp.min
  /// Whether a former drawing is being reported while the next one is in progress.
  @exclusivity(unchecked) private final var goesOn = false

  /// When, where and by which touches something was drawn.
  fileprivate struct Extent {
    var start = Timestamp.zero
    var location = Point.zero
    var fingers = 0
    var touches: ClosedRange<Int>?
  }

  private struct Report {
    var match: ShapeMatch
    var extent: Extent
    var end: Timestamp
  }

  /// A recognizer of shapes; learning from their examples takes milliseconds.
  public convenience init(
    _ shapes: ShapeSet, settings: Profile.Path = Profile.standard.path
  ) {
    self.init(ShapeClassifier(shapes), settings: settings)
  }

  /// A recognizer with a classifier that has learned before.
  public init(_ classifier: ShapeClassifier, settings: Profile.Path = Profile.standard.path) {
    self.classifier = classifier
    self.settings = settings
  }

  open override var kind: Gesture.Kind { .path }
  open override var role: GestureRole { .stroke }

  /// A shape that is reported because the next touch is not part of it leaves that touch to the next one.
  open override var firesRepeatedly: Bool { goesOn }

  override var claimedTouches: ClosedRange<Int> { report?.extent.touches ?? super.claimedTouches }

  /// Strokes that may be the first of several are left to others until a further one completes a shape.
  override var watchedTouches: ClosedRange<Int> {
    if waiting != nil { return claimedTouches }
    return recorder.drawing.strokes.isEmpty ? super.watchedTouches : -1 ... -1
  }

  /// How many fingers have to draw together; setting it narrows ``touchCounts`` to one number.
  public final var numberOfTouchesRequired: Int {
    get { touchCounts.lowerBound }
    set { touchCounts = newValue...newValue }
  }

  /// The shapes to choose from.
  public final var shapes: ShapeSet { classifier.set }

  /// What has been drawn so far, in points.
  public final var drawing: Drawing { recorder.drawingSoFar }

  /// The shape that is being reported; nil before that.
  public final var match: ShapeMatch? { report?.match }

  /// The shapes that the drawing in progress may become, the most probable first.
  ///
  /// Computed when it is read, which takes some hundred comparisons; nothing is computed otherwise.
  public final var candidates: [ShapeCandidate] { classifier.candidates(drawing) }

  open override func touchesBegan(_ touches: TouchSet, with event: TouchEvent) {
    cancelDeadline(&deadline)
    follow(touches, .began, with: event)
    if recorder.isDrawing == false { beginStroke(touches, at: event.timestamp) }
    // A shape that is decided may wait for another recognizer.
    guard state == .possible, waiting == nil else { return }
    latest.include(touches)
    if hand.pointee.isResumed {
      refuse(FailureReason(.resumedTouch, touch: touches.first?.id, time: event.timestamp))
    } else if hand.pointee.maximumCount > touchCounts.upperBound {
      refuse(
        .fingers(
          hand.pointee.maximumCount, limit: touchCounts.upperBound, touch: touches.first?.id,
          at: event.timestamp))
    } else {
      record()
    }
  }

  open override func touchesMoved(_ touches: TouchSet, with event: TouchEvent) {
    guard waiting == nil else { return }
    follow(touches, .moved, with: event)
    record()
    if settings.recognitionTiming == .early { decideEarly(at: event.timestamp) }
  }

  open override func touchesEnded(_ touches: TouchSet, with event: TouchEvent) {
    guard waiting == nil else { return }
    follow(touches, .ended, with: event)
    record()
    guard hand.pointee.downCount == 0, !hand.pointee.isEmpty, state == .possible else { return }
    endStroke(at: event.timestamp)
  }

  open override func deadlineReached(_ deadline: Deadline, at time: Timestamp) {
    self.deadline = nil
    if report != nil {
      recognize(at: time)
    } else {
      fail(refusal(at: time))
    }
  }

  open override func didFire() { report = nil }

  open override func reset() {
    recorder.reset()
    whole = Extent()
    report = nil
    refusal = nil
    deadline = nil
    lastEarlyCheck = .min
    goesOn = false
  }

  open override func gesture(at time: Timestamp) -> Gesture {
    // A program may report it before any shape.
    let extent = report?.extent ?? whole
    var gesture = Gesture(
      kind: kind, state: state, time: time, start: min(extent.start, time),
      location: extent.location, touches: extent.fingers)
    gesture.duration = (report?.end ?? time).seconds(since: gesture.start)
    gesture.name = report?.match.name
    gesture.score = report?.match.score
    gesture.runnerUp = report?.match.runnerUp
    gesture.runnerUpScore = report?.match.runnerUpScore
    return gesture
  }
}

extension PathRecognizer.Extent {
  fileprivate mutating func include(_ touches: TouchSet) {
    for touch in touches {
      let range = self.touches ?? touch.number...touch.number
      self.touches = min(range.lowerBound, touch.number)...max(range.upperBound, touch.number)
    }
  }

  /// With the stroke that follows.
  fileprivate func continued(by stroke: Self) -> Self {
    guard let touches else { return stroke }
    var result = self
    result.touches = touches.lowerBound...(stroke.touches ?? touches).upperBound
    return result
  }
}

// MARK: - Strokes

extension PathRecognizer {
  private final func record() {
    guard state == .possible else { return }
    down.removeAll(keepingCapacity: true)
    for finger in hand.pointee.fingers where finger.end == nil {
      down.append(DrawingRecorder.Finger(id: finger.id, point: finger.point))
    }
    recorder.update(down)
  }

  private final func beginStroke(_ touches: TouchSet, at time: Timestamp) {
    latest = Extent(start: time, location: hand.pointee.centroid)
    guard let bounds = Bounds(of: recorder.drawing) else { return }
    let gap = bounds.distance(to: hand.pointee.centroid)
    guard gap > settings.maximumGap * bounds.diagonal else { return }
    latest.include(touches)
    beginAnew(at: time)
  }

  private final func endStroke(at time: Timestamp) {
    latest.fingers = hand.pointee.maximumCount
    let isNext = recorder.drawing.strokes.count > 1
    if let reason = reasonAgainstFingers(isNext: isNext, at: time) {
      // As one of several strokes it may be a dot.
      isNext ? judgeAlone(at: time) : fail(reason)
    } else {
      judge(at: time)
    }
  }

  /// Decides on the drawing with the stroke that has ended.
  private final func judge(at time: Timestamp) {
    let drawing = recorder.drawing
    let extent = whole.continued(by: latest)
    let match = classifier.classify(drawing)
    let continues = settings.strokeInterval > 0 && classifier.mayContinue(drawing)
    if let match, match.isAccepted {
      // A dot beside a shape hardly changes it, and is a tap.
      if match.name == report?.match.name { return judgeAlone(at: time) }
      report = Report(match: match, extent: extent, end: time)
      guard continues else { return recognize(at: time) }
      // It is a gesture whatever follows, so that it is no other one.
      arbiter?.takeTouches(for: self, at: time)
    } else if !continues {
      return drawing.strokes.count > 1 ? judgeAlone(at: time) : fail(.shape(match, at: time))
    } else if drawing.strokes.count == 1 {
      refusal = .shape(match, at: time)
    }
    guard state == .possible else { return }
    whole = extent
    deadline = schedule(
      at: time.advanced(bySeconds: settings.strokeInterval).advanced(byMicroseconds: 1))
  }

  /// The stroke that has ended is not part of the drawing before it: decides on the one alone.
  private final func judgeAlone(at time: Timestamp) {
    let stroke = recorder.drawing.strokes.last ?? []
    beginAnew(at: time)
    guard state == .possible, waiting == nil else { return }
    recorder.resume(Drawing(stroke))
    endStroke(at: time)
  }

  /// Reports what was drawn before the current stroke, or gives it up, and begins with that stroke.
  private final func beginAnew(at time: Timestamp) {
    let current = latest
    if report != nil {
      goesOn = true
      recognize(at: time)
      goesOn = false
    } else {
      arbiter?.restart(self, with: TouchSet(), refusal(at: time))
    }
    guard state == .possible, waiting == nil else { return }
    recorder.reset()
    whole = Extent()
    refusal = nil
    latest = current
    watchedRange = current.touches
  }

  /// The touches cannot draw; a shape before them is reported.
  private final func refuse(_ reason: FailureReason) {
    if report != nil && recorder.drawing.strokes.isEmpty == false { beginAnew(at: reason.time) }
    fail(reason)
  }

  private final func refusal(at time: Timestamp) -> FailureReason {
    var reason = refusal ?? .shape(nil, at: time)
    reason.time = time
    return reason
  }

  private final func reasonAgainstFingers(isNext: Bool, at time: Timestamp) -> FailureReason? {
    let hand = hand.pointee
    if hand.maximumCount < touchCounts.lowerBound {
      return .fingers(hand.maximumCount, limit: touchCounts.lowerBound, at: time)
    }
    if isNext && hand.maximumCount != whole.fingers {
      return .fingers(hand.maximumCount, limit: whole.fingers, at: time)
    }
    let size = Bounds(of: Drawing(recorder.drawing.strokes.last ?? []))?.longerSide ?? 0
    if size < settings.minimumSize && !isNext {
      return settings.reason(
        .distance, size, limit: \.minimumSize, touch: hand.farthest, at: time)
    }
    let spread = max(abs(hand.transformation.expansion), abs(hand.transformation.arc))
    if size < spread {
      return FailureReason(.dominance, measured: size / spread, limit: 1, time: time)
    }
    return nil
  }
}

/// The rectangle around a drawing.
private struct Bounds {
  private var low: Point
  private var high: Point

  /// Nil without points.
  init?(of drawing: Drawing) {
    guard let first = drawing.strokes.lazy.joined().first else { return nil }
    (low, high) = (first, first)
    for point in drawing.strokes.joined() {
      low = Point(x: min(low.x, point.x), y: min(low.y, point.y))
      high = Point(x: max(high.x, point.x), y: max(high.y, point.y))
    }
  }

  var diagonal: Double { (high - low).length }
  var longerSide: Double { max(high.x - low.x, high.y - low.y) }

  func distance(to point: Point) -> Double {
    Vector(
      dx: max(low.x - point.x, 0, point.x - high.x), dy: max(low.y - point.y, 0, point.y - high.y)
    ).length
  }
}

// MARK: - Before the lift

extension PathRecognizer {
  /// Seconds from one look at the candidates to the next: 0.05, as often as people see a difference.
  private static let earlyInterval = 0.05

  private final func decideEarly(at time: Timestamp) {
    guard state == .possible, hand.pointee.travel >= settings.minimumSize,
      hand.pointee.maximumCount >= touchCounts.lowerBound,
      lastEarlyCheck == .min || time.seconds(since: lastEarlyCheck) >= PathRecognizer.earlyInterval
    else { return }
    lastEarlyCheck = time
    let candidates = candidates
    guard let first = candidates.first, first.probability >= settings.earlyProbability,
      first.progress >= settings.earlyProgress
    else { return }
    let next = candidates.dropFirst().first
    latest.fingers = hand.pointee.maximumCount
    report = Report(
      match: ShapeMatch(
        name: first.name, score: first.probability, threshold: settings.earlyProbability,
        isAccepted: true, runnerUp: next?.name, runnerUpScore: next?.probability),
      extent: whole.continued(by: latest), end: time)
    recognize(at: time)
  }
}

// MARK: - Settings

extension Profile {
  /// The settings of paths, which are recognized where shapes were taught.
  public struct Path: Hashable, Sendable {
    public var rule = Rule.standard
    /// Points of the longer side of a drawing, or of its first stroke: 36, the initial slop of a tap.
    /// What moves less may be a tap that jumps.
    public var minimumSize = Tap().stillness.initialSlop
    /// Seconds from a touch up to the next touch down of a drawing with several strokes; with 0 none waits.
    ///
    /// 1: nine in ten pauses were shorter, half of them than 0.56 (1142 pauses in 960 drawings of 16
    /// shapes); in the rest a person stopped to think, for 5 s and more.
    public var strokeInterval = 1.0
    /// How far from the drawing so far the next stroke may begin, over the diagonal of that drawing.
    ///
    /// 1: all but one in a thousand strokes began nearer, half of them within 0.08 (the same pauses).
    public var maximumGap = 1.0
    /// When a shape is named: by default when the fingers lift, so that what they draw in the end counts.
    public var recognitionTiming = GestureTiming.onTouchUp
    /// The least probability of a candidate at which an early decision is made, 0 to 1: 0.9, a choice of
    /// one mistake in ten against the time that is gained.
    public var earlyProbability = 0.9
    /// The least part of a shape that has to be drawn for an early decision, 0 to 1.
    ///
    /// 0.75: before the last quarter many shapes are the beginning of others, as a v is of a w.
    public var earlyProgress = 0.75
  }
}

extension Profile.Path: ProfileSettings {
  static let section = "path"
  static let rules: [Profile.Rule] = [.standard, .off]
  static let table: [SettingDescription<Self>] = [
    .length("minimumSize", \.minimumSize, "of the drawing's longer side"),
    .duration("strokeInterval", \.strokeInterval, "from a touch up to the next touch down"),
    .number(
      "maximumGap", \.maximumGap, 0...100, "from the drawing to its next stroke, over its size"),
    .word(
      "recognitionTiming", \.recognitionTiming, "while the fingers draw, or when they lift"),
    .number("earlyProbability", \.earlyProbability, 0...1, "early: of the most probable shape"),
    .number("earlyProgress", \.earlyProgress, 0...1, "early: the part that has to be drawn"),
  ]
}
