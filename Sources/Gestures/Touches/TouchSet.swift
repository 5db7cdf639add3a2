/// A set of touches, ordered by id, so that every output is deterministic.
public struct TouchSet: Hashable, Sendable {
  @usableFromInline var touches: [Touch]

  @inlinable
  public init() { touches = [] }

  /// Sorts the touches by id.
  public init(_ touches: some Sequence<Touch>) {
    self.touches = touches.sorted { $0.id < $1.id }
  }
}

extension TouchSet: RandomAccessCollection {
  @inlinable public var startIndex: Int { 0 }
  @inlinable public var endIndex: Int { touches.count }
  /// The touch at an index; one out of range ends the program with a message on standard error.
  @inlinable public subscript(index: Int) -> Touch {
    if index < 0 || index >= touches.count { outOfRange(index) }
    return touches[index]
  }

  @usableFromInline @inline(never) func outOfRange(_ index: Int) -> Never {
    fatalError("touch \(index) of \(count)")
  }
}

extension TouchSet {
  /// The touch with the given id.
  @inlinable
  public func first(id: Touch.ID) -> Touch? { touches.first { $0.id == id } }

  /// The number of touches that are down after this event.
  @inlinable
  public var downCount: Int { touches.count { $0.isDown } }

  /// The mean position in points; nil if the set is empty.
  @inlinable
  public var centroid: Point? {
    guard !touches.isEmpty else { return nil }
    var x = 0.0
    var y = 0.0
    for touch in touches {
      x += touch.point.x
      y += touch.point.y
    }
    return Point(x: x / Double(touches.count), y: y / Double(touches.count))
  }

  /// The shortest distance from a touch to one of the points; infinite without touches or points.
  func distance(to points: [Point]) -> Double {
    var nearest = Double.infinity
    for touch in touches {
      for point in points { nearest = Swift.min(nearest, point.distance(to: touch.point)) }
    }
    return nearest
  }

  // MARK: Phases

  mutating func removeAll() { touches.removeAll(keepingCapacity: true) }

  /// Replaces the touches with those of another set that are in a phase.
  mutating func select(_ phase: Touch.Phase, of others: TouchSet) {
    touches.removeAll(keepingCapacity: true)
    for touch in others.touches where touch.phase == phase { touches.append(touch) }
  }

  func areAll(in phase: Touch.Phase) -> Bool {
    let touches = touches.span
    for index in touches.indices where touches[index].phase != phase { return false }
    return true
  }

  /// Makes the touches of a phase stationary once it is delivered.
  mutating func makeStationary(_ phase: Touch.Phase) {
    var touches = touches.mutableSpan
    for index in touches.indices where touches[index].phase == phase {
      touches[index].phase = .stationary
    }
  }
}
