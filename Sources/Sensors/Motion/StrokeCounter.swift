/// Divides the acceleration into strokes, each from one turning point to the next: until it has
/// come back by ``StandardShakeRule/minimumStrokeLength``. Differences contain no gravity.
struct StrokeCounter: Sendable {
  private struct Stroke {
    /// The time of the stroke's end, and its duration, in seconds.
    var time = 0.0
    var duration = 0.0
    /// The length in g.
    var length = 0.0
  }

  private static let capacity = 16
  /// The last strokes, in a ring, and the number of all strokes.
  private var strokes = InlineArray<16, Stroke>(repeating: Stroke())
  private var made = 0
  /// The index of the first stroke since the last pause.
  private var first = 0
  /// The point where the stroke in progress began, and the point farthest from it.
  private var start: Acceleration
  private var startTime = 0.0
  private var extreme: Acceleration
  private var extremeTime = 0.0
  private var last: Acceleration
  private var now = 0.0
  /// The squared distance of the two points.
  private var squaredLength = 0.0

  init(_ acceleration: Acceleration = .zero) {
    start = acceleration
    extreme = acceleration
    last = acceleration
  }

  /// Excludes the strokes so far from all later counts.
  mutating func forget() {
    first = made
    start = last
    startTime = now
    extreme = last
    extremeTime = now
    squaredLength = 0
  }

  @inline(__always) mutating func advance(to time: Double, _ acceleration: Acceleration) {
    now = time
    last = acceleration
    let distance = acceleration - start
    let squared = distance.dot(distance)
    if squared >= squaredLength {
      extreme = acceleration
      extremeTime = time
      squaredLength = squared
    } else if time - extremeTime > StandardShakeRule.maximumStrokeDuration {
      forget()
    } else {
      turn(time, acceleration)
    }
  }

  /// Ends the stroke if the acceleration has come back far enough.
  @inline(__always) private mutating func turn(_ time: Double, _ acceleration: Acceleration) {
    let shortest = StandardShakeRule.minimumStrokeLength
    guard squaredLength >= shortest * shortest else { return }
    let length = squaredLength.squareRoot()
    let back = extreme - acceleration
    guard (extreme - start).dot(back) >= shortest * length else { return }
    strokes[made & (StrokeCounter.capacity - 1)] = Stroke(
      time: extremeTime, duration: extremeTime - startTime, length: length)
    made += 1
    start = extreme
    startTime = extremeTime
    extreme = acceleration
    extremeTime = time
    squaredLength = back.dot(back)
  }

  /// The sum of the lengths, in g, of the strokes since a time, with the one in progress, and the
  /// length of the longest of them. Quick strokes, which no hand makes, have no length.
  func path(since time: Double) -> (sum: Double, longest: Double) {
    var sum = 0.0
    var longest = 0.0
    func add(_ length: Double, _ duration: Double) {
      if duration < StandardShakeRule.minimumStrokeDuration { return }
      sum += length
      longest = max(longest, length)
    }
    func isLong(_ duration: Double) -> Bool { duration > StandardShakeRule.maximumStrokeDuration }
    let duration = extremeTime - startTime
    let shortest = StandardShakeRule.minimumStrokeLength
    if squaredLength >= shortest * shortest, !isLong(duration) {
      add(squaredLength.squareRoot(), duration)
    }
    var index = made - 1
    while index >= max(first, made - StrokeCounter.capacity) {
      let stroke = strokes[index & (StrokeCounter.capacity - 1)]
      if stroke.time < time { break }
      add(stroke.length, stroke.duration)
      // A long stroke is the first of its run.
      if isLong(stroke.duration) { break }
      index -= 1
    }
    return (sum, longest)
  }
}

/// Measures the spacing of samples, without those on a line, which a resampler inserted.
struct SampleSpacing: Sendable {
  /// The largest spacing in seconds at which all strokes are visible: a quarter period of 5 Hz.
  static let fine = 0.05
  /// The spacing in seconds at which no strokes are visible: half a period of 4.5 Hz.
  static let coarse = 0.11
  /// The share by which the slope of a line may vary: files round times and accelerations.
  private static let tolerance = 0.03
  /// The least motion in g: at rest all samples are on a line.
  private static let motion = 0.1
  /// The longest line in seconds.
  private static let longest = 0.12
  /// The time constant of the mean, in seconds.
  private static let memory = 0.3

  private var mean: Double?
  private var kept: Acceleration
  private var keptTime = 0.0
  private var held: Acceleration
  private var heldTime = 0.0

  /// The visible part of the strokes of a shake, from 0 to 1.
  var visiblePart: Double {
    let spacing = mean ?? 0
    return min(1, max(0, (Self.coarse - spacing) / (Self.coarse - Self.fine)))
  }

  init(_ acceleration: Acceleration = .zero) {
    kept = acceleration
    held = acceleration
  }

  @inline(__always) mutating func add(_ acceleration: Acceleration, at time: Double) {
    let part = heldTime - keptTime
    let rest = time - heldTime
    // The difference of the slopes before and after the held sample, times both lengths in time.
    let bend = (acceleration - held) * part - (held - kept) * rest
    let straight = (held - kept).largestAxis * rest * SampleSpacing.tolerance
    if part > 0, part + rest > SampleSpacing.longest || bend.largestAxis > straight { keep() }
    held = acceleration
    heldTime = time
  }

  /// Stores the held sample, which is not on a line.
  private mutating func keep() {
    if (held - kept).largestAxis > SampleSpacing.motion {
      let spacing = heldTime - keptTime
      let old = mean ?? spacing
      mean = old + (spacing - old) * min(1, spacing / SampleSpacing.memory)
    }
    kept = held
    keptTime = heldTime
  }
}
