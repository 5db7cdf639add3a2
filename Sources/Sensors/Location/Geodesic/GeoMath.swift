import RealModule

/// The one place of the location half of this module that computes sines and their inverses.
enum GeoMath {
  static let radiansPerDegree = Double.pi / 180

  @inline(__always) static func sine(_ radians: Double) -> Double { Double.sin(radians) }
  @inline(__always) static func cosine(_ radians: Double) -> Double { Double.cos(radians) }
  @inline(__always) static func arcTangent(_ y: Double, _ x: Double) -> Double {
    Double.atan2(y: y, x: x)
  }
  static func arcSine(_ x: Double) -> Double { Double.asin(max(-1, min(1, x))) }
  static func inverseHyperbolicTangent(_ x: Double) -> Double { Double.atanh(x) }
  static func cubeRoot(_ x: Double) -> Double { Double.root(x, 3) }
  /// The length of a vector; no component is so large that its square overflows.
  @inline(__always) static func length(_ x: Double, _ y: Double) -> Double {
    (x * x + y * y).squareRoot()
  }

  /// The nearest whole number, for magnitudes below 2^51: adding 1.5 · 2^52 leaves no room for a
  /// fraction. Older processors have no instruction for it.
  @inline(__always) static func nearestWhole(_ x: Double) -> Double { (x + 0x1.8p52) - 0x1.8p52 }

  /// The angle in degrees, -180 to 180, without loss: the same direction.
  static func normalized(degrees: Double) -> Double {
    if abs(degrees) <= 180 { return degrees }
    let rest = degrees.remainder(dividingBy: 360)
    return abs(rest) == 180 ? Double(signOf: degrees, magnitudeOf: 180) : rest
  }

  /// The exact sum of two numbers: the rounded sum, and what rounding took away (Knuth's TwoSum).
  @inline(__always) static func exactSum(_ u: Double, _ v: Double) -> (sum: Double, rest: Double) {
    let sum = u + v
    let up = sum - v
    let vpp = sum - up
    return (sum, (u - up) + (v - vpp))
  }

  /// The way from one longitude to another in degrees, -180 to 180, and what rounding took away.
  @inline(__always) static func difference(
    _ from: Double, _ to: Double
  ) -> (difference: Double, rest: Double) {
    var (way, rest) = exactSum(-normalized(degrees: from), normalized(degrees: to))
    if abs(way) > 180 {
      (way, rest) = (way - Double(signOf: way, magnitudeOf: 360), rest)
      let again = exactSum(way, rest)
      (way, rest) = (again.sum, again.rest)
    }
    // Half a turn has the sign of what is missing to it; due east otherwise, as from 0 to 180.
    if way == 0 || abs(way) == 180 {
      let sign = rest == 0 ? to - from : -rest
      way = Double(signOf: sign, magnitudeOf: way)
    }
    return (way, rest)
  }

  /// The angle with the fine grain of small ones removed, so that differences of sines stay exact.
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

  @inline(__always) init(radians: Double) {
    self.init(GeoMath.sine(radians), GeoMath.cosine(radians))
  }

  /// The direction of an angle of at most ±2^50 degrees; multiples of 30 and 90 come out exact
  /// where a Double can hold them.
  @inline(__always) init(degrees: Double, rest: Double = 0) {
    let quarter = GeoMath.nearestWhole(degrees * (1.0 / 90))
    let small = ((degrees - quarter * 90) + rest) * GeoMath.radiansPerDegree
    let sine = GeoMath.sine(small)
    let cosine = GeoMath.cosine(small)
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
    // The smaller angle first: its error is the smaller.
    if abs(sine) <= abs(cosine) {
      let angle = GeoMath.arcTangent(sine, abs(cosine)) / GeoMath.radiansPerDegree
      return cosine > 0 ? angle : Double(signOf: sine, magnitudeOf: 180) - angle
    }
    let angle = GeoMath.arcTangent(cosine, abs(sine)) / GeoMath.radiansPerDegree
    return sine > 0 ? 90 - angle : angle - 90
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
