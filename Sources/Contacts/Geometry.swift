private import RealModule

/// A position in a plane: x grows to the right, y downward.
public struct Point: Hashable, Sendable, Codable {
  public var x: Double
  public var y: Double

  @inlinable public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  @inlinable public static var zero: Point { Point(x: 0, y: 0) }
}

/// A difference between two points.
public struct Vector: Hashable, Sendable, Codable {
  public var dx: Double
  public var dy: Double

  @inlinable public init(dx: Double, dy: Double) {
    self.dx = dx
    self.dy = dy
  }

  @inlinable public static var zero: Vector { Vector(dx: 0, dy: 0) }
}

/// A width and a height.
public struct Size: Hashable, Sendable, Codable {
  public var width: Double
  public var height: Double

  @inlinable public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  public static let zero = Size(width: 0, height: 0)
}

/// A rectangle that contains its left and top edges, but not the right and bottom ones.
public struct Rect: Hashable, Sendable, Codable {
  public var origin: Point
  public var size: Size

  @inlinable public init(origin: Point, size: Size) {
    self.origin = origin
    self.size = size
  }

  @inlinable public init(x: Double, y: Double, width: Double, height: Double) {
    self.init(origin: Point(x: x, y: y), size: Size(width: width, height: height))
  }

  public static let zero = Rect(x: 0, y: 0, width: 0, height: 0)
}

extension Point {
  @inlinable public static func - (left: Point, right: Point) -> Vector {
    Vector(dx: left.x - right.x, dy: left.y - right.y)
  }

  @inlinable public static func + (left: Point, right: Vector) -> Point {
    Point(x: left.x + right.dx, y: left.y + right.dy)
  }

  @inlinable public static func - (left: Point, right: Vector) -> Point {
    Point(x: left.x - right.dx, y: left.y - right.dy)
  }

  /// The distance to another point.
  @inlinable public func distance(to other: Point) -> Double { (other - self).length }
}

extension Collection<Point> {
  /// The mean of the points; zero without points.
  package var centroid: Point {
    .zero + reduce(Vector.zero) { $0 + ($1 - .zero) } / Double(Swift.max(1, count))
  }
}

extension Vector {
  @inlinable public static func + (left: Vector, right: Vector) -> Vector {
    Vector(dx: left.dx + right.dx, dy: left.dy + right.dy)
  }

  @inlinable public static func - (left: Vector, right: Vector) -> Vector {
    Vector(dx: left.dx - right.dx, dy: left.dy - right.dy)
  }

  @inlinable public static func * (vector: Vector, factor: Double) -> Vector {
    Vector(dx: vector.dx * factor, dy: vector.dy * factor)
  }

  @inlinable public static func / (vector: Vector, divisor: Double) -> Vector {
    Vector(dx: vector.dx / divisor, dy: vector.dy / divisor)
  }

  /// The square of the length, for comparisons without rounding the root.
  @inlinable public var lengthSquared: Double { dx * dx + dy * dy }

  @inlinable public var length: Double { lengthSquared.squareRoot() }

  /// The dot product: positive if the angle between the vectors is less than 90 degrees.
  @inlinable public func dot(_ other: Vector) -> Double { dx * other.dx + dy * other.dy }

  /// The z component of the cross product: positive if `other` is clockwise of this on the screen.
  @inlinable public func cross(_ other: Vector) -> Double { dx * other.dy - dy * other.dx }
}

extension Rect {
  @inlinable public var minX: Double { origin.x }
  @inlinable public var minY: Double { origin.y }
  @inlinable public var maxX: Double { origin.x + size.width }
  @inlinable public var maxY: Double { origin.y + size.height }

  public var center: Point {
    Point(x: origin.x + size.width / 2, y: origin.y + size.height / 2)
  }

  /// Whether a point is inside or on the left or top edge.
  @inlinable public func contains(_ point: Point) -> Bool {
    point.x >= minX && point.x < maxX && point.y >= minY && point.y < maxY
  }

  /// The smallest rectangle that contains two points.
  public init(from corner: Point, to opposite: Point) {
    self.init(
      x: Swift.min(corner.x, opposite.x), y: Swift.min(corner.y, opposite.y),
      width: abs(corner.x - opposite.x), height: abs(corner.y - opposite.y))
  }

  /// The smallest rectangle that contains both.
  public func union(_ other: Rect) -> Rect {
    let origin = Point(x: Swift.min(minX, other.minX), y: Swift.min(minY, other.minY))
    return Rect(
      origin: origin,
      size: Size(
        width: Swift.max(maxX, other.maxX) - origin.x,
        height: Swift.max(maxY, other.maxY) - origin.y))
  }

  /// The rectangle with each side moved inward by a distance, or outward by a negative one.
  public func inset(by distance: Double) -> Rect {
    Rect(
      x: minX + distance, y: minY + distance, width: size.width - 2 * distance,
      height: size.height - 2 * distance)
  }
}

// MARK: - Angles

/// Functions of angles in degrees; recognizers decide with dot and cross products where they can.
public enum Trigonometry {
  /// The angle from `from` to `to` in degrees, -180 to 180, positive clockwise on the screen.
  public static func degrees(from: Vector, to: Vector) -> Double {
    Double.atan2(y: from.cross(to), x: from.dot(to)) * 180 / .pi
  }

  /// The angle between two vectors in degrees, 0 to 180; nil if one of them is zero.
  public static func angleBetween(_ first: Vector, _ second: Vector) -> Double? {
    let lengths = first.length * second.length
    guard lengths > 0 else { return nil }
    // Rounding can push the cosine of collinear vectors past 1.
    let cosine = Swift.max(-1, Swift.min(1, first.dot(second) / lengths))
    return Double.acos(cosine) * 180 / .pi
  }

  public static func cosine(degrees: Double) -> Double { Double.cos(degrees * .pi / 180) }
  public static func sine(degrees: Double) -> Double { Double.sin(degrees * .pi / 180) }
}
