/// An affine map of the plane: scaling, rotation, shear and translation.
///
/// The transform maps a point (x, y) to (a·x + c·y + tx, b·x + d·y + ty).
public struct Transform: Hashable, Sendable {
  public var a, b, c, d, tx, ty: Double

  public init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
    self.a = a
    self.b = b
    self.c = c
    self.d = d
    self.tx = tx
    self.ty = ty
  }

  public static let identity = Transform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

  public static func translation(x: Double, y: Double) -> Transform {
    Transform(a: 1, b: 0, c: 0, d: 1, tx: x, ty: y)
  }

  public static func scale(x: Double, y: Double) -> Transform {
    Transform(a: x, b: 0, c: 0, d: y, tx: 0, ty: 0)
  }

  /// A rotation by an angle in degrees, clockwise on the screen.
  public static func rotation(degrees: Double) -> Transform {
    let cosine = Trigonometry.cosine(degrees: degrees)
    let sine = Trigonometry.sine(degrees: degrees)
    return Transform(a: cosine, b: sine, c: -sine, d: cosine, tx: 0, ty: 0)
  }

  /// Transforms a point.
  public func apply(to point: Point) -> Point {
    Point(x: a * point.x + c * point.y + tx, y: b * point.x + d * point.y + ty)
  }

  /// Transforms a vector, ignoring the translation.
  public func apply(to vector: Vector) -> Vector {
    Vector(dx: a * vector.dx + c * vector.dy, dy: b * vector.dx + d * vector.dy)
  }

  /// The transform that applies this one first and then another.
  public func concatenating(_ other: Transform) -> Transform {
    let x = other.apply(to: Vector(dx: a, dy: b))
    let y = other.apply(to: Vector(dx: c, dy: d))
    let origin = other.apply(to: Point(x: tx, y: ty))
    return Transform(a: x.dx, b: x.dy, c: y.dx, d: y.dy, tx: origin.x, ty: origin.y)
  }

  /// The transform that scales first and then applies this one.
  public func scaledBy(x: Double, y: Double) -> Transform {
    Transform.scale(x: x, y: y).concatenating(self)
  }

  /// The transform that rotates first, clockwise on the screen, and then applies this one.
  public func rotated(byDegrees degrees: Double) -> Transform {
    Transform.rotation(degrees: degrees).concatenating(self)
  }

  /// The transform that translates first and then applies this one.
  public func translatedBy(x: Double, y: Double) -> Transform {
    Transform.translation(x: x, y: y).concatenating(self)
  }

  /// The inverse transform; nil if this one maps the plane to a line or a point.
  public var inverse: Transform? {
    let determinant = a * d - b * c
    guard determinant != 0, determinant.isFinite else { return nil }
    return Transform(
      a: d / determinant, b: -b / determinant, c: -c / determinant, d: a / determinant,
      tx: (c * ty - d * tx) / determinant, ty: (b * tx - a * ty) / determinant)
  }
}
