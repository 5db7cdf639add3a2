public import Contacts

/// Touches in a fixed order: by id.
///
/// An unordered set would make the first touch a matter of chance, and the output with it.
public struct TouchSet: Hashable, Sendable {
  @usableFromInline var touches: [Touch]

  @inlinable
  public init() { touches = [] }

  /// The touches in the order of their ids.
  public init(_ touches: some Sequence<Touch>) {
    self.touches = touches.sorted { $0.id < $1.id }
  }
}

extension TouchSet: RandomAccessCollection {
  @inlinable public var startIndex: Int { 0 }
  @inlinable public var endIndex: Int { touches.count }
  @inlinable public subscript(index: Int) -> Touch { touches[index] }
}

extension TouchSet {
  /// The touch with an id.
  @inlinable
  public func first(id: Touch.ID) -> Touch? { touches.first { $0.id == id } }

  /// The touches that are on the surface after this event.
  @inlinable
  public var downCount: Int {
    var count = 0
    for touch in touches where touch.isDown { count += 1 }
    return count
  }

  /// The mean place in points; nil when there is no touch.
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

  mutating func removeAll() { touches.removeAll(keepingCapacity: true) }

  /// Becomes the touches of one phase.
  mutating func select(_ phase: Touch.Phase, of others: TouchSet) {
    touches.removeAll(keepingCapacity: true)
    for touch in others.touches where touch.phase == phase { touches.append(touch) }
  }

  func areAll(in phase: Touch.Phase) -> Bool {
    let touches = touches.span
    for index in touches.indices where touches[index].phase != phase { return false }
    return true
  }

  /// A touch that was told of has nothing new until the next frame.
  mutating func settle(_ phase: Touch.Phase) {
    var touches = touches.mutableSpan
    for index in touches.indices where touches[index].phase == phase {
      touches[index].phase = .stationary
    }
  }
}

extension TouchSet {
  /// Points between the touch and the place that are nearest to each other; infinite without any.
  func distance(to places: [Point]) -> Double {
    var nearest = Double.infinity
    for touch in touches {
      for place in places { nearest = Swift.min(nearest, place.distance(to: touch.point)) }
    }
    return nearest
  }
}
