import RealModule

/// The trigonometric functions and exact arithmetic of geodesic calculations.
enum GeoMath {
  static let radiansPerDegree = Double.pi / 180

  @inline(__always) static func arcTangent(_ y: Double, _ x: Double) -> Double {
    Double.atan2(y: y, x: x)
  }
  static func arcSine(_ x: Double) -> Double { Double.asin(max(-1, min(1, x))) }
  /// The length of a vector whose components are too small to overflow when squared.
  @inline(__always) static func length(_ x: Double, _ y: Double) -> Double {
    (x * x + y * y).squareRoot()
  }

  /// The nearest integer, for magnitudes below 2^51; not every processor has an instruction for it.
  @inline(__always) static func nearestWhole(_ x: Double) -> Double { (x + 0x1.8p52) - 0x1.8p52 }

  /// The same direction as an angle of -180 to 180 degrees, exactly.
  static func normalized(degrees: Double) -> Double {
    if abs(degrees) <= 180 { return degrees }
    let rest = degrees.remainder(dividingBy: 360)
    return abs(rest) == 180 ? Double(signOf: degrees, magnitudeOf: 180) : rest
  }

  /// The exact sum of two numbers: the rounded sum, and its rounding error (Knuth's TwoSum).
  @inline(__always) static func exactSum(_ u: Double, _ v: Double) -> (sum: Double, rest: Double) {
    let sum = u + v
    let up = sum - v
    let vpp = sum - up
    return (sum, (u - up) + (v - vpp))
  }

  /// The difference of two longitudes in degrees, -180 to 180, and its rounding error.
  @inline(__always) static func difference(
    _ from: Double, _ to: Double
  ) -> (difference: Double, rest: Double) {
    var (difference, rest) = exactSum(-normalized(degrees: from), normalized(degrees: to))
    if abs(difference) > 180 {
      (difference, rest) = (difference - Double(signOf: difference, magnitudeOf: 360), rest)
      let again = exactSum(difference, rest)
      (difference, rest) = (again.sum, again.rest)
    }
    // Half a turn takes the sign of the remaining difference; otherwise it is to the east.
    if difference == 0 || abs(difference) == 180 {
      let sign = rest == 0 ? to - from : -rest
      difference = Double(signOf: sign, magnitudeOf: difference)
    }
    return (difference, rest)
  }

  /// Rounds small angles to a fixed grain, so that differences of sines stay exact.
  @inline(__always) static func rounded(degrees: Double) -> Double {
    let grain = 1.0 / 16
    let size = abs(degrees)
    guard size < grain else { return degrees }
    return Double(signOf: degrees, magnitudeOf: grain - (grain - size))
  }
}

/// A direction as its sine and cosine.
struct SinCos {
  var sine: Double
  var cosine: Double

  @inline(__always) init(_ sine: Double, _ cosine: Double) {
    self.sine = sine
    self.cosine = cosine
  }

  @inline(__always) init(radians: Double) { self.init(.sin(radians), .cos(radians)) }

  /// The direction of an angle of at most ±2^50 degrees; multiples of 30 and 90 are exact.
  @inline(__always) init(degrees: Double, rest: Double = 0) {
    let quarter = GeoMath.nearestWhole(degrees * (1.0 / 90))
    let small = ((degrees - quarter * 90) + rest) * GeoMath.radiansPerDegree
    let sine = Double.sin(small)
    let cosine = Double.cos(small)
    switch Int(quarter) & 3 {
    case 0: self.init(sine, cosine)
    case 1: self.init(cosine, -sine)
    case 2: self.init(-sine, -cosine)
    default: self.init(-cosine, sine)
    }
  }

  @inline(__always) var radians: Double { GeoMath.arcTangent(sine, cosine) }

  /// The angle in degrees, -180 to 180; exact for the four main directions.
  var degrees: Double {
    if sine == 0 { return cosine < 0 ? Double(signOf: sine, magnitudeOf: 180) : sine }
    if cosine == 0 { return Double(signOf: sine, magnitudeOf: 90) }
    // Compute the smaller angle: its error is smaller.
    if abs(sine) <= abs(cosine) {
      let angle = GeoMath.arcTangent(sine, abs(cosine)) / GeoMath.radiansPerDegree
      return cosine > 0 ? angle : Double(signOf: sine, magnitudeOf: 180) - angle
    }
    let angle = GeoMath.arcTangent(cosine, abs(sine)) / GeoMath.radiansPerDegree
    return sine > 0 ? 90 - angle : angle - 90
  }

  /// One less the cosine, without cancellation for small angles.
  @inline(__always) var versine: Double {
    cosine >= 0 ? sine * sine / (1 + cosine) : 1 - cosine
  }

  /// The sum of two angles.
  @inline(__always) func turned(by angle: SinCos) -> SinCos {
    SinCos(sine * angle.cosine + cosine * angle.sine, cosine * angle.cosine - sine * angle.sine)
  }

  /// The difference of two angles.
  @inline(__always) func turned(backBy angle: SinCos) -> SinCos {
    SinCos(sine * angle.cosine - cosine * angle.sine, cosine * angle.cosine + sine * angle.sine)
  }

  @inline(__always) var normalized: SinCos {
    let length = GeoMath.length(sine, cosine)
    return SinCos(sine / length, cosine / length)
  }
}

extension Double {
  @inline(__always) init(signOf sign: Double, magnitudeOf magnitude: Double) {
    self = Double(sign: sign.sign, exponent: 0, significand: 1) * abs(magnitude)
  }
}
