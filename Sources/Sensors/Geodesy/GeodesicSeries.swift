/// The series of Karney 2013, equations 15 to 25, in the expansion parameter ε.
enum GeodesicSeries {
  /// The coefficients of sin 2σ, sin 4σ, … of one geodesic.
  typealias Sines = InlineArray<6, Double>
  /// The polynomials in ε of the multiples of the angle, from the lowest power up.
  typealias C3Table = InlineArray<15, Double>

  /// The mean value of the integral of length, A1.
  @inline(__always) static func a1(_ eps: Double) -> Double {
    let e2 = eps * eps
    return (1 + e2 * (1.0 / 4 + e2 * (1.0 / 64 + e2 * (1.0 / 256)))) / (1 - eps)
  }

  /// The mean value of the integral of the reduced length, A2.
  @inline(__always) static func a2(_ eps: Double) -> Double {
    let e2 = eps * eps
    return (1 + e2 * (1.0 / 4 + e2 * (9.0 / 64 + e2 * (25.0 / 256)))) * (1 - eps)
  }

  @inline(__always) static func c1(_ eps: Double) -> Sines {
    let e2 = eps * eps
    return powers(
      eps,
      [
        -1.0 / 2 + e2 * (3.0 / 16 - e2 * (1.0 / 32)),
        -1.0 / 16 + e2 * (1.0 / 32 - e2 * (9.0 / 2048)),
        -1.0 / 48 + e2 * (3.0 / 256),
        -5.0 / 512 + e2 * (3.0 / 512),
        -7.0 / 1280,
        -7.0 / 2048,
      ])
  }

  /// The inverse of C1: from length to arc.
  @inline(__always) static func c1Reverse(_ eps: Double) -> Sines {
    let e2 = eps * eps
    return powers(
      eps,
      [
        1.0 / 2 + e2 * (-9.0 / 32 + e2 * (205.0 / 1536)),
        5.0 / 16 + e2 * (-37.0 / 96 + e2 * (1335.0 / 4096)),
        29.0 / 96 - e2 * (75.0 / 128),
        539.0 / 1536 - e2 * (2391.0 / 2560),
        3467.0 / 7680,
        38081.0 / 61440,
      ])
  }

  @inline(__always) static func c2(_ eps: Double) -> Sines {
    let e2 = eps * eps
    return powers(
      eps,
      [
        1.0 / 2 + e2 * (1.0 / 16 + e2 * (1.0 / 32)),
        3.0 / 16 + e2 * (1.0 / 32 + e2 * (35.0 / 2048)),
        5.0 / 48 + e2 * (5.0 / 256),
        35.0 / 512 + e2 * (7.0 / 512),
        63.0 / 1280,
        77.0 / 2048,
      ])
  }

  /// The coefficients, each multiplied by the next power of ε.
  @inline(__always) private static func powers(_ eps: Double, _ coefficients: Sines) -> Sines {
    var c = coefficients
    var power = eps
    for index in 0..<6 {
      c[index] *= power
      power *= eps
    }
    return c
  }

  /// Σ c[k] sin 2(k + 1)σ, by Clenshaw's recurrence.
  @inline(__always) static func sum(_ c: borrowing Sines, _ angle: SinCos) -> Double {
    // 2 cos 2σ, without cancellation near σ = 45°.
    let twice = 2 * (angle.cosine - angle.sine) * (angle.cosine + angle.sine)
    var y1 = c[5]
    var y0 = twice * y1 + c[4]
    y1 = twice * y0 - y1 + c[3]
    y0 = twice * y1 - y0 + c[2]
    y1 = twice * y0 - y1 + c[1]
    y0 = twice * y1 - y0 + c[0]
    return 2 * angle.sine * angle.cosine * y0
  }
}

// MARK: - Longitude

extension GeodesicSeries {
  /// A3 as a polynomial in ε for a given third flattening.
  static func a3(third n: Double) -> InlineArray<6, Double> {
    [
      1,
      -1.0 / 2 + n / 2,
      -1.0 / 4 + n * (-1.0 / 8 + n * (3.0 / 8)),
      -1.0 / 16 + n * (-3.0 / 16 - n / 16),
      -3.0 / 64 - n / 32,
      -3.0 / 128,
    ]
  }

  /// C3: five multiples with five, four, three, two and one power of ε.
  static func c3(third n: Double) -> C3Table {
    [
      1.0 / 4 - n / 4, 1.0 / 8 - n * n / 8, 3.0 / 64 + n * (3.0 / 64 - n / 64),
      5.0 / 128 + n / 64, 3.0 / 128,
      1.0 / 16 + n * (-3.0 / 32 + n / 32), 3.0 / 64 + n * (-1.0 / 32 - n * (3.0 / 64)),
      3.0 / 128 + n / 128, 5.0 / 256,
      5.0 / 192 + n * (-3.0 / 64 + n * (5.0 / 192)), 3.0 / 128 - n * (5.0 / 192), 7.0 / 512,
      7.0 / 512 - n * (7.0 / 256), 7.0 / 512,
      21.0 / 2560,
    ]
  }

  @inline(__always) static func a3(_ c: borrowing InlineArray<6, Double>, _ eps: Double) -> Double {
    c[0] + eps * (c[1] + eps * (c[2] + eps * (c[3] + eps * (c[4] + eps * c[5]))))
  }

  @inline(__always) static func c3(_ t: borrowing C3Table, _ eps: Double) -> Sines {
    powers(
      eps,
      [
        t[0] + eps * (t[1] + eps * (t[2] + eps * (t[3] + eps * t[4]))),
        t[5] + eps * (t[6] + eps * (t[7] + eps * t[8])),
        t[9] + eps * (t[10] + eps * t[11]),
        t[12] + eps * t[13],
        t[14],
        0,
      ])
  }
}
