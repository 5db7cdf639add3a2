public import Contacts

/// Records drawings of fingers: the path of the centroid of all fingers that draw together.
///
/// A stroke lasts from the first touch down until no finger is down. Fingers that join or leave
/// move the centroid without drawing, so only the movement of the remaining fingers counts.
public struct DrawingRecorder: Sendable {
  /// A finger that is down.
  public struct Finger: Hashable, Sendable {
    public var id: Int
    /// The position in points.
    public var point: Point

    public init(id: Int, point: Point) {
      self.id = id
      self.point = point
    }
  }

  /// The most strokes of a drawing: 24, as many as a ``PointCloud`` has points. Further strokes are
  /// dropped.
  public static let maximumStrokes = PointCloud.count

  /// The strokes that have ended.
  public private(set) var drawing = Drawing(strokes: [])
  private var path = StrokePath()
  private var position = Point.zero
  private var fingers: [Finger] = []
  /// The start of the stroke that ``update(start:translation:)`` draws.
  private var start = Point.zero
  /// Whether a finger is down.
  public private(set) var isDrawing = false

  public init() {}

  /// The strokes that have ended, and the stroke in progress.
  public var drawingSoFar: Drawing {
    guard isDrawing else { return drawing }
    var path = path
    path.close()
    return Drawing(strokes: drawing.strokes + [path.points])
  }

  /// Removes all strokes.
  public mutating func reset() {
    drawing.strokes.removeAll()
    path.reset()
    fingers.removeAll(keepingCapacity: true)
    isDrawing = false
  }

  /// Replaces the strokes that have ended, and drops a stroke in progress.
  public mutating func resume(_ drawing: Drawing) {
    reset()
    self.drawing = drawing
  }

  /// Continues the stroke with the fingers that are down now; an empty array ends it.
  public mutating func update(_ current: [Finger]) {
    var (moved, stayed) = (Vector.zero, 0)
    for finger in current {
      guard let before = fingers.first(where: { $0.id == finger.id }) else { continue }
      moved = moved + (finger.point - before.point)
      stayed += 1
    }
    if stayed == 0 { endStroke() }
    guard !current.isEmpty else { return }
    if stayed > 0 {
      position = position + moved / Double(stayed)
      path.add(position)
    }
    if stayed < current.count { join(at: current.map(\.point).centroid) }
    fingers.removeAll(keepingCapacity: true)
    fingers.append(contentsOf: current)
  }

  /// Continues the stroke with fingers that the caller tracks, for example with a `FingerFollower`.
  ///
  /// - Parameters:
  ///   - start: The centroid of the touch downs, in points; it may change as fingers join.
  ///   - translation: How far the fingers have moved since, without jumps where fingers join or
  ///     leave.
  public mutating func update(start: Point, translation: Vector) {
    if isDrawing && start != self.start { path.translate(by: start - self.start) }
    isDrawing = true
    self.start = start
    path.add(start + translation)
  }

  /// Begins a stroke, or moves the stroke in progress to the new centroid.
  private mutating func join(at centroid: Point) {
    path.translate(by: centroid - position)
    position = centroid
    if !isDrawing { path.add(centroid) }
    isDrawing = true
  }

  /// Ends the stroke in progress; does nothing without one.
  public mutating func endStroke() {
    guard isDrawing else { return }
    isDrawing = false
    fingers.removeAll(keepingCapacity: true)
    path.close()
    if drawing.strokes.count < Self.maximumStrokes {
      drawing.strokes.append(path.points)
    }
    path.reset()
  }
}
