private import RealModule

/// The one place where angles are computed; recognition itself prefers dot and cross products.
public enum Trigonometry {
  /// The angle from `from` to `to` in degrees, -180 to 180, positive clockwise on the screen.
  public static func degrees(from: Vector, to: Vector) -> Double {
    Double.atan2(y: from.cross(to), x: from.dot(to)) * 180 / .pi
  }

  /// The angle between two directions in degrees, 0 to 180; nil when either has no length.
  public static func angleBetween(_ first: Vector, _ second: Vector) -> Double? {
    let lengths = first.length * second.length
    guard lengths > 0 else { return nil }
    // Rounding can push the cosine of collinear directions past 1.
    let cosine = Swift.max(-1, Swift.min(1, first.dot(second) / lengths))
    return Double.acos(cosine) * 180 / .pi
  }

  public static func cosine(degrees: Double) -> Double { Double.cos(degrees * .pi / 180) }
  public static func sine(degrees: Double) -> Double { Double.sin(degrees * .pi / 180) }
  public static func tangent(degrees: Double) -> Double { Double.tan(degrees * .pi / 180) }
}
