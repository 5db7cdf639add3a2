import TestSupport
import Testing
import Timeline

@testable import Sensors

@Suite("Ellipsoid")
struct EllipsoidTests {
  private let earth = Ellipsoid.wgs84

  private func point(_ latitude: Double, _ longitude: Double) -> Coordinate {
    Coordinate(latitude: latitude, longitude: longitude)
  }

  @Test(
    "All reference geodesics agree in both directions within 15 nm",
    .requiresShared("data/geod/GeodTest-short.dat"))
  func reference() throws {
    let rows = try referenceGeodesics()
    #expect(rows.count == 10_000)
    for (index, row) in rows.enumerated() {
      let (from, to) = (point(row[0], row[1]), point(row[3], row[4]))
      let inverse = try earth.inverse(from: from, to: to)
      #expect(abs(inverse.distance - row[6]) <= 15e-9, "row \(index + 1)")
      let direct = try earth.direct(from: from, azimuth: row[2], distance: row[6])
      let off = try earth.distance(from: direct.destination, to: to)
      #expect(off <= 15e-9, "row \(index + 1)")
      // Azimuths between close points, and near a pole, depend on the last digit.
      guard row[6] > 10_000, abs(row[3]) < 89.9, abs(row[0]) < 89.9, row[7] < 179 else { continue }
      #expect(abs((inverse.azimuth1 - row[2]).remainder(dividingBy: 360)) < 1e-9, "\(index + 1)")
      #expect(abs((inverse.azimuth2 - row[5]).remainder(dividingBy: 360)) < 1e-9, "\(index + 1)")
    }
  }

  @Test("Coincident points are 0 m apart, also at poles and the date line")
  func coincident() throws {
    for point in [point(0, 0), point(37.5, 127), point(90, 12), point(-90, -180), point(0, 180)] {
      #expect(try earth.distance(from: point, to: point) == 0)
    }
    #expect(try earth.distance(from: point(10, 180), to: point(10, -180)) == 0)
    #expect(try earth.distance(from: point(90, 0), to: point(90, 77)) < 1e-9)
  }

  @Test("Antipodes are half a meridian apart, over a pole")
  func antipodes() throws {
    // Half the meridian of WGS 84 (Karney 2013, table 2).
    let half = 20_003_931.458_625_4
    for (from, to) in [
      (point(0, 0), point(0, 180)), (point(30, 40), point(-30, -140)),
      (point(90, 0), point(-90, 0)),
      (point(90, 55), point(-90, -12)), (point(-45, 0), point(45, 180)),
    ] {
      let inverse = try earth.inverse(from: from, to: to)
      #expect(abs(inverse.distance - half) < 1e-6)
      #expect(inverse.azimuth1.isFinite && inverse.azimuth2.isFinite)
    }
  }

  @Test("Nearly antipodal points agree with the example of the paper")
  func nearlyAntipodal() throws {
    // Karney 2013, table 4: from 30° S to 29.9° N over 179.8°.
    let inverse = try earth.inverse(from: point(-30, 0), to: point(29.9, 179.8))
    #expect(abs(inverse.distance - 19_989_832.827_610) < 1e-5)
    #expect(abs(inverse.azimuth1 - 161.890_524_736) < 1e-8)
  }

  @Test("The path along the equator is shortest up to nearly antipodal points")
  func equator() throws {
    let degree = 6_378_137 * Double.pi / 180
    for longitude in [1.0, 90, 179] {
      let inverse = try earth.inverse(from: point(0, 0), to: point(0, longitude))
      #expect(abs(inverse.distance - degree * longitude) < 1e-7)
      #expect(inverse.azimuth1 == 90)
    }
    let beyond = try earth.inverse(from: point(0, 0), to: point(0, 179.9))
    #expect(beyond.distance < degree * 179.9)
    #expect(abs(beyond.azimuth1) != 90)
  }

  @Test("The path across the date line is the short one; in reverse, its azimuths are opposite")
  func dateLine() throws {
    let over = try earth.inverse(from: point(10, 179.5), to: point(11, -179.5))
    let same = try earth.inverse(from: point(10, -0.5), to: point(11, 0.5))
    #expect(abs(over.distance - same.distance) < 1e-8)
    #expect(abs(over.azimuth1 - same.azimuth1) < 1e-12)
    let back = try earth.inverse(from: point(11, -179.5), to: point(10, 179.5))
    #expect(abs(back.distance - over.distance) < 1e-8)
    #expect(abs((back.azimuth1 - over.azimuth2).magnitude - 180) < 1e-10)
  }

  @Test("The direct problem inverts the inverse problem for random pairs")
  func roundTrip() throws {
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<2000 {
      let from = point(generator.uniform(-90...90), generator.uniform(-180...180))
      let to = point(generator.uniform(-90...90), generator.uniform(-180...180))
      let inverse = try earth.inverse(from: from, to: to)
      let direct = try earth.direct(
        from: from, azimuth: inverse.azimuth1, distance: inverse.distance)
      #expect(try earth.distance(from: direct.destination, to: to) < 30e-9)
      #expect(direct.destination.isValid)
    }
  }

  @Test(
    "Invalid coordinates throw errors",
    arguments: [
      (90.000_001, 0.0), (-91, 0), (0, 180.000_1), (0, -181), (.nan, 0), (0, .nan),
      (.infinity, 0), (0, -.infinity),
    ])
  func invalid(latitude: Double, longitude: Double) {
    let bad = point(latitude, longitude)
    let good = point(0, 0)
    #expect(throws: GeodesyError.self) { try earth.inverse(from: bad, to: good) }
    #expect(throws: GeodesyError.self) { try earth.distance(from: good, to: bad) }
    #expect(throws: GeodesyError.self) { try earth.direct(from: bad, azimuth: 0, distance: 1) }
    #expect(throws: GeodesyError.self) { try GreatCircle().distance(from: good, to: bad) }
    #expect(throws: GeodesyError.self) { try GreatCircle().bearing(from: bad, to: good) }
  }

  @Test("Azimuths and distances that are not finite throw errors")
  func notFinite() {
    #expect(throws: GeodesyError.notFinite(.infinity)) {
      try earth.direct(from: point(0, 0), azimuth: 0, distance: .infinity)
    }
    #expect(throws: GeodesyError.self) {
      try earth.direct(from: point(0, 0), azimuth: .nan, distance: 1)
    }
  }

  @Test("Azimuths beyond a turn and negative distances are accepted")
  func largeArguments() throws {
    let direct = try earth.direct(from: point(20, 30), azimuth: 3600 + 45, distance: 1000)
    let plain = try earth.direct(from: point(20, 30), azimuth: 45, distance: 1000)
    #expect(try earth.distance(from: direct.destination, to: plain.destination) < 1e-6)
    let around = try earth.direct(from: point(0, 0), azimuth: 0, distance: 2 * 20_003_931.4586254)
    #expect(abs(around.destination.latitude) < 1e-9)
    let back = try earth.direct(from: point(20, 30), azimuth: 45, distance: -1000)
    #expect(back.destination.latitude < 20 && back.destination.longitude < 30)
  }
}

/// The reference geodesics of C. F. F. Karney, one per row: latitude, longitude and azimuth of both
/// ends, distance in metres, arc in degrees.
private func referenceGeodesics() throws -> [[Double]] {
  try SharedFolder.text("data/geod/GeodTest-short.dat").split(separator: "\n").map { line in
    line.split(separator: " ").compactMap { Double($0) }
  }
}

extension SeededGenerator {
  /// A number in a range.
  mutating func uniform(_ range: ClosedRange<Double>) -> Double {
    range.lowerBound + (range.upperBound - range.lowerBound) * uniform()
  }
}
