/// A drawing of fingers that is one of the taught shapes.
///
/// ```swift
/// let path = PathRecognizer(.standard)
/// path.onAction { path in print(path.match?.name ?? "") }
/// ```
///
/// Fingers that are down together draw one stroke, the path of their centroid. When the last of
/// them lifts, a `ShapeClassifier` names the drawing, or refuses it. A drawing that may be the
/// first strokes of a shape waits for the next touch down for ``Profile/Path/strokeInterval``, and
/// takes nothing from the touches that follow until one of them has completed a shape. A drawing
/// that is a shape, and may become another one, is reported when no stroke of it follows.
open class PathRecognizer: GestureRecognizer, TouchCounting {
  /// The numbers of fingers that may draw together, the same for all strokes of a drawing.
  @exclusivity(unchecked) public final var touchCounts = 1...5
  @exclusivity(unchecked) public final var settings: Profile.Path

  @exclusivity(unchecked) private final var classifier: ShapeClassifier
  @exclusivity(unchecked) private final var recorder = DrawingRecorder()
  /// The strokes that have ended.
  @exclusivity(unchecked) private final var strokes: [Extent] = []
  /// The stroke that was drawn last, or is being drawn.
  @exclusivity(unchecked) private final var latest = Extent()
  /// The pending report: the longest beginning of the drawing that is a shape.
  @exclusivity(unchecked) private final var report: Report?
  /// The shapes among the strokes after the ``report``, unless all become one shape.
  @exclusivity(unchecked) private final var following: [Report] = []
  /// The reason why the drawing so far is not a shape.
  @exclusivity(unchecked) private final var refusal: FailureReason?
  @exclusivity(unchecked) private final var deadline: Deadline?
  @exclusivity(unchecked) private final var lastEarlyCheck = Timestamp.min
  /// Whether a former drawing is being reported while the next one is in progress.
  @exclusivity(unchecked) private final var continuesAfterReport = false

  /// The times, the position and the touches of a drawing or a stroke.
  private struct Extent {
    var start = Timestamp.zero
    var location = Point.zero
    var fingers = 0
    var device = 0
    var touches: ClosedRange<Int>?

    static func of(_ strokes: some Collection<Extent>) -> Extent {
      var result = strokes.first ?? Extent()
      for stroke in strokes { stroke.touches.map { result.include($0) } }
      return result
    }

    mutating func include(_ others: TouchSet) {
      for touch in others { include(touch.number...touch.number) }
    }

    mutating func include(_ numbers: ClosedRange<Int>) {
      touches = touches?.union(numbers) ?? numbers
    }
  }

  private struct Report {
    let match: ShapeMatch
    let extent: Extent
    /// The strokes of the drawing that make the shape.
    let strokes: Range<Int>
    let end: Timestamp

    init(_ match: ShapeMatch, _ all: [Extent], from first: Int = 0, end: Timestamp) {
      self.match = match
      extent = Extent.of(all[first...])
      strokes = first..<all.count
      self.end = end
    }
  }

  /// A recognizer of shapes; learning from their examples takes milliseconds.
  public convenience init(_ shapes: ShapeSet, settings: Profile.Path = Profile.standard.path) {
    self.init(ShapeClassifier(shapes), settings: settings)
  }

  /// A recognizer with a classifier that has learned before.
  public init(_ classifier: ShapeClassifier, settings: Profile.Path = Profile.standard.path) {
    self.classifier = classifier
    self.settings = settings
  }

  open override var kind: Gesture.Kind { .path }
  open override var role: GestureRole { .stroke }

  /// True for a shape that is reported because the next touch belongs to the next shape.
  open override var firesRepeatedly: Bool { continuesAfterReport }

  override var claimedTouches: ClosedRange<Int> { report?.extent.touches ?? super.claimedTouches }

  /// The touches without strokes that may be the first of several, which others have meanwhile.
  override var watchedTouches: ClosedRange<Int> {
    if waiting != nil { return claimedTouches }
    return recorder.drawing.strokes.isEmpty ? super.watchedTouches : -1 ... -1
  }

  /// The shapes of the classifier.
  public final var shapes: ShapeSet { classifier.set }

  /// The drawing so far, in points.
  public final var drawing: Drawing { recorder.drawingSoFar }

  /// The shape that is being reported, or decided while the drawing may become another one.
  public final var match: ShapeMatch? { report?.match }

  /// The shapes that the drawing in progress may become, the most probable first.
  public final var candidates: [ShapeCandidate] { classifier.candidates(drawing) }

  open override func touchesBegan(_ touches: TouchSet, with event: TouchEvent) {
    cancelDeadline(&deadline)
    follow(touches, .began, with: event)
    if !recorder.isDrawing { beginStroke(touches, at: event.timestamp) }
    latest.include(touches)
    // A shape that is decided may wait for another recognizer.
    guard state == .possible, waiting == nil else { return }
    if let reason = reasonAgainst(touches, at: event.timestamp) { return refuse(reason) }
    if let first = strokes.first, hand.maximumCount > first.fingers {
      restart(keeping: 0, at: event.timestamp)
    }
    record()
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
    guard hand.downCount == 0, !hand.isEmpty, state == .possible else { return }
    recorder.endStroke()
    latest.fingers = hand.maximumCount
    strokes.append(latest)
    decide(at: event.timestamp)
  }

  /// Reports a shape that was drawn before the cancelled touches.
  open override func touchesCancelled(_ touches: TouchSet, with event: TouchEvent) {
    if let decided = report?.extent.touches, !touches.contains(where: { decided ~= $0.number }) {
      reportShapes(at: event.timestamp)
      if waiting != nil { return }
    }
    super.touchesCancelled(touches, with: event)
  }

  /// Reports a decided shape before a gesture that its next stroke turned out to be. A movement is
  /// reported beside a stroke until that completes a shape.
  override func touchesClaimed(by other: GestureRecognizer, at time: Timestamp) {
    guard recorder.isDrawing, hasShape, other.role.movement == nil, other.device == device,
      let current = latest.touches, current.overlaps(other.claimedTouches)
    else { return }
    restart(keeping: 0, at: time)
    record()
  }

  override func attemptInterrupted(at time: Timestamp) { reportShapes(at: time) }

  open override func deadlineReached(_ deadline: Deadline, at time: Timestamp) {
    self.deadline = nil
    hasShape ? reportShapes(at: time) : fail(refusal(at: time))
  }

  open override func didFire() { report = following.isEmpty ? nil : following.removeFirst() }

  open override func reset() {
    recorder.reset()
    strokes.removeAll(keepingCapacity: true)
    report = nil
    following.removeAll()
    refusal = nil
    deadline = nil
    lastEarlyCheck = .min
    continuesAfterReport = false
  }

  open override func gesture(at time: Timestamp) -> Gesture {
    let extent = report?.extent ?? Extent.of(strokes)
    var gesture = makeReport(
      at: time, from: extent.start, location: extent.location, touches: extent.fingers)
    gesture.duration = (report?.end ?? time).seconds(since: gesture.start)
    gesture.name = report?.match.name
    gesture.score = report?.match.score
    gesture.runnerUp = report?.match.runnerUp
    gesture.runnerUpScore = report?.match.runnerUpScore
    return gesture
  }

  // MARK: Strokes

  private final func record() {
    guard state == .possible, waiting == nil, hand.downCount > 0 || recorder.isDrawing
    else { return }
    recorder.update(start: hand.startCentroid, translation: hand.translation)
  }

  private final func beginStroke(_ touches: TouchSet, at time: Timestamp) {
    let device = (touches.first?.id ?? 0) >> 32
    latest = Extent(start: time, location: hand.centroid, device: device)
    guard let bounds = recorder.drawing.bounds, let last = strokes.last else { return }
    let gap = bounds.distance(to: hand.centroid)
    guard gap > settings.maximumGap * bounds.diagonal || device != last.device else { return }
    latest.include(touches)
    restart(keeping: 0, at: time)
  }

  /// Decides on the drawing with the stroke that has ended.
  private final func decide(at time: Timestamp) {
    if let reason = reasonAgainstFingers(at: time) {
      // As one of several strokes it may be a dot.
      strokes.count > 1 ? classifyLastStrokes(1, at: time) : fail(reason)
    } else {
      classifyAll(at: time)
    }
  }

  private final func classifyAll(at time: Timestamp) {
    let drawing = recorder.drawing
    let match = classifier.classify(drawing)
    let exampleStrokes = classifier.nearestStrokeCount
    let continues = settings.strokeInterval > 0 && classifier.mayContinue(drawing)
    if let match, match.isAccepted {
      // A dot beside a shape without one hardly changes the shape, and is a tap.
      if match.name == report?.match.name && exampleStrokes < strokes.count {
        return classifyLastStrokes(at: time)
      }
      accept(match, continues: continues, at: time)
    } else if continues {
      refusal = .shape(match, at: time)
      if let shape = lastShape(at: time) { prepare(shape, at: time) }
    } else {
      return strokes.count > 1 ? classifyLastStrokes(at: time) : fail(.shape(match, at: time))
    }
    if continues && state == .possible && waiting == nil {
      deadline = schedule(after: settings.strokeInterval, since: time)
    }
  }

  /// Accepts the whole drawing as a shape.
  private final func accept(_ match: ShapeMatch, continues: Bool, at time: Timestamp) {
    let former = report
    report = Report(match, strokes, end: time)
    if let former, arbiter?.isPrevented(self) == true {
      // The last stroke belongs to another recognizer.
      report = former
      return reportShapes(at: time)
    }
    following.removeAll()
    // A drawing that may continue takes its touches: it is this gesture whatever follows.
    continues ? arbiter?.takeTouches(for: self, at: time) : recognize(at: time)
  }

  /// Prepares the report of the last strokes as a shape, unless further strokes belong to all.
  private final func prepare(_ shape: Report, at time: Timestamp) {
    let first = report
    report = shape
    if arbiter?.isPrevented(self) == false {
      arbiter?.takeTouches(for: self, at: time)
      following.removeAll { $0.strokes.upperBound > shape.strokes.lowerBound }
      following.append(shape)
    }
    report = first
  }

  /// Decides on the last strokes alone: on `count`, or as many as make a shape, or one.
  private final func classifyLastStrokes(_ count: Int? = nil, at time: Timestamp) {
    restart(keeping: count ?? lastShape(at: time)?.strokes.count ?? 1, at: time)
    guard state == .possible, waiting == nil else { return }
    decide(at: time)
  }

  /// The longest shape at the end of the strokes, after the first ones that are one already.
  private final func lastShape(at time: Timestamp) -> Report? {
    let first = report?.strokes.upperBound ?? 1
    for start in strokes.indices.dropFirst(first) {
      let haveSameFingers = strokes[start...].allSatisfy { $0.fingers == strokes[start].fingers }
      let drawing = Drawing(strokes: Array(recorder.drawing.strokes.dropFirst(start)))
      guard haveSameFingers, let bounds = drawing.bounds,
        bounds.longerSide >= settings.minimumSize,
        let match = classifier.classify(drawing), match.isAccepted
      else { continue }
      return Report(match, strokes, from: start, end: time)
    }
    return nil
  }

  // MARK: Reports

  private final var hasShape: Bool { report != nil || !following.isEmpty }

  private final func reportShapes(at time: Timestamp, continues: Bool = false) {
    if report == nil { didFire() }
    for _ in 0...following.count where report != nil && state == .possible && waiting == nil {
      continuesAfterReport = continues || !following.isEmpty
      recognize(at: time)
    }
    continuesAfterReport = false
  }

  /// Reports the drawing before the last strokes, or drops it, and begins with the last `count`
  /// that have ended and the one in progress.
  private final func restart(keeping count: Int, at time: Timestamp) {
    let drawing = Drawing(strokes: Array(recorder.drawing.strokes.suffix(count)))
    let (kept, current) = (Array(strokes.suffix(count)), latest)
    following.removeAll { $0.strokes.upperBound > strokes.count - count }
    if hasShape {
      reportShapes(at: time, continues: true)
    } else {
      arbiter?.restart(self, with: TouchSet(), refusal(at: time))
    }
    guard state == .possible, waiting == nil else { return }
    recorder.resume(drawing)
    strokes = kept
    refusal = nil
    latest = current
    watchedRange = kept.isEmpty ? current.touches : Extent.of(kept).touches
  }

  /// Refuses touches that cannot draw; a shape before them is reported.
  private final func refuse(_ reason: FailureReason) {
    if hasShape { restart(keeping: 0, at: reason.time) }
    if waiting == nil { fail(reason) }
  }

  private final func refusal(at time: Timestamp) -> FailureReason {
    var reason = refusal ?? .shape(nil, at: time)
    reason.time = time
    return reason
  }

  // MARK: Fingers

  /// The reason why the fingers of the last stroke, or of the one in progress, do not draw.
  private final func reasonAgainstFingers(at time: Timestamp) -> FailureReason? {
    let drawing = recorder.drawingSoFar
    let isNext = drawing.strokes.count > 1
    if let reason = reasonAgainstFewFingers(at: time) { return reason }
    if isNext, let first = strokes.first, hand.maximumCount != first.fingers {
      return .fingers(hand.maximumCount, limit: first.fingers, at: time)
    }
    let size = Drawing(drawing.strokes.last ?? []).bounds?.longerSide ?? 0
    if size < settings.minimumSize && !isNext {
      return settings.reason(.distance, size, limit: \.minimumSize, touch: hand.farthest, at: time)
    }
    let spread = max(abs(hand.transformation.expansion), abs(hand.transformation.arc))
    if size < spread {
      return FailureReason(.dominance, measured: size / spread, limit: 1, time: time)
    }
    return nil
  }
}

extension Rect {
  fileprivate var longerSide: Double { max(size.width, size.height) }
  fileprivate var diagonal: Double { Vector(dx: size.width, dy: size.height).length }

  fileprivate func distance(to point: Point) -> Double {
    Vector(
      dx: max(minX - point.x, 0, point.x - maxX), dy: max(minY - point.y, 0, point.y - maxY)
    ).length
  }
}

// MARK: - Before the lift

extension PathRecognizer {
  /// Seconds from one check of the candidates to the next.
  private static let earlyInterval = 0.05

  private final func decideEarly(at time: Timestamp) {
    guard state == .possible, waiting == nil, hand.travel >= settings.minimumSize,
      lastEarlyCheck == .min || time.seconds(since: lastEarlyCheck) >= PathRecognizer.earlyInterval
    else { return }
    lastEarlyCheck = time
    guard reasonAgainstFingers(at: time) == nil, let match = probableMatch else { return }
    latest.fingers = hand.maximumCount
    report = Report(match, strokes + [latest], end: time)
    following.removeAll()
    recognize(at: time)
  }

  /// The first candidate, if it is probable enough and no counter-example of it is nearer.
  private final var probableMatch: ShapeMatch? {
    let candidates = candidates
    guard let first = candidates.first, first.probability >= settings.earlyProbability,
      first.progress >= settings.earlyProgress
    else { return nil }
    if let match = classifier.classify(drawing), match.name == first.name, !match.isAccepted,
      match.score >= match.threshold
    {
      return nil
    }
    let next = candidates.dropFirst().first
    return ShapeMatch(
      name: first.name, score: first.probability, threshold: settings.earlyProbability,
      isAccepted: true, runnerUp: next?.name, runnerUpScore: next?.probability)
  }
}

// MARK: - Settings

extension Profile {
  /// The settings of paths, which are recognized if shapes were taught.
  public struct Path: ProfileSettings, Hashable, Sendable {
    public var rule = Rule.standard
    /// Points of the longer side of a drawing, or of its first stroke: 36, the initial slop of a
    /// tap. A smaller movement may be a tap that jumps.
    public var minimumSize = Tap().stillness.initialSlop
    /// Seconds from a touch up to the next touch down of a drawing with several strokes; most
    /// pauses of people are shorter (measured). With 0 no drawing waits.
    public var strokeInterval = 1.0
    /// The greatest distance from the drawing to the start of the next stroke, over the drawing's
    /// diagonal: nearly all strokes of people begin nearer (measured).
    public var maximumGap = 1.0
    /// Recognition at the touch up, so that the complete drawing counts.
    public var recognitionTiming = GestureTiming.onTouchUp
    /// The least probability of an early decision, 0 to 1: a choice of one mistake in ten against
    /// the time that is gained.
    public var earlyProbability = 0.9
    /// The least part of a shape that has to be drawn for an early decision, 0 to 1: before the
    /// last quarter many shapes are the beginning of others, as a v is of a w.
    public var earlyProgress = 0.75

    static let table: [SettingDescription<Self>] = [
      .length("minimumSize", \.minimumSize, "of the drawing's longer side"),
      .duration("strokeInterval", \.strokeInterval, "from a touch up to the next touch down"),
      .number(
        "maximumGap", \.maximumGap, 0...100, "from the drawing to its next stroke, over its size"),
      .word("recognitionTiming", \.recognitionTiming, "while the fingers draw, or when they lift"),
      .number("earlyProbability", \.earlyProbability, 0...1, "early: of the most probable shape"),
      .number("earlyProgress", \.earlyProgress, 0...1, "early: the part that has to be drawn"),
    ]
  }
}
