import Testing
import Timeline

@testable import Sensors

@Suite("Great circle")
struct GreatCircleTests {
  private func point(_ latitude: Double, _ longitude: Double) -> Coordinate {
    Coordinate(latitude: latitude, longitude: longitude)
  }

  @Test(
    "Distances on a sphere of 6,371,000 m agree with the textbook's",
    arguments: [
      (0.0, 0.0, 0.0, 1.0, 111_194.927), (0, 0, 1, 0, 111_194.927), (0, 0, 0, 180, 20_015_086.796),
      (37.5665, 126.9780, 35.1796, 129.0756, 325_111.259), (0, 179.9, 0, -179.9, 22_238.985),
      (89.9, 0, 89.9, 180, 22_238.985), (37, 127, 37, 127.001, 88.804),
    ])
  func textbook(a: Double, b: Double, c: Double, d: Double, expected: Double) throws {
    let distance = try GreatCircle().distance(from: point(a, b), to: point(c, d))
    #expect(abs(distance * 6_371_000 / GreatCircle.meanRadius - expected) < 5.1e-4)
  }

  @Test("The radius is the mean radius")
  func radius() {
    #expect(GreatCircle.meanRadius == 6_371_008.8)
  }

  @Test("Bearing and distance lead to the destination, also across the date line and near a pole")
  func destination() throws {
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<1000 {
      let from = point(generator.uniform(-89.9...89.9), generator.uniform(-180...180))
      let to = point(generator.uniform(-89.9...89.9), generator.uniform(-180...180))
      let circle = GreatCircle()
      let found = try circle.destination(
        from: from, bearing: try circle.bearing(from: from, to: to),
        distance: try circle.distance(from: from, to: to))
      #expect(try circle.distance(from: found, to: to) < 1e-6)
      #expect(found.isValid)
    }
    #expect(try GreatCircle().bearing(from: point(0, 0), to: point(0, -1)) == 270)
    #expect(try GreatCircle().bearing(from: point(1, 1), to: point(1, 1)) == 0)
  }

  @Test("Cross-track distances are positive to the right and negative behind the start")
  func crossTrack() throws {
    let circle = GreatCircle()
    let degree = GreatCircle.meanRadius * .pi / 180
    let south = try circle.crossTrack(of: point(-1, 10), from: point(0, 0), to: point(0, 20))
    #expect(abs(south.across - degree) < 1e-6)
    #expect(abs(south.along - 10 * degree) < 1e-6)
    let north = try circle.crossTrack(of: point(1, -5), from: point(0, 0), to: point(0, 20))
    #expect(abs(north.across + degree) < 1e-6)
    #expect(abs(north.along + 5 * degree) < 1e-6)
    let segment = try circle.distance(of: point(1, -5), fromSegment: point(0, 0), to: point(0, 20))
    #expect(try abs(segment - (circle.distance(from: point(1, -5), to: point(0, 0)))) < 1e-6)
    let beside = try circle.distance(of: point(1, 5), fromSegment: point(0, 0), to: point(0, 20))
    #expect(abs(beside - degree) < 1e-6)
    let none = try circle.crossTrack(of: point(0, 1), from: point(0, 0), to: point(0, 0))
    #expect(abs(none.across - degree) < 1e-6)
  }

  @Test("The length of a path is the sum of its steps")
  func path() throws {
    let path = [point(0, 0), point(0, 1), point(1, 1)]
    let circle = GreatCircle()
    let degree = GreatCircle.meanRadius * .pi / 180
    #expect(try abs(circle.length(ofPath: path) - 2 * degree) < 1e-2)
    #expect(try circle.length(ofPath: [point(0, 0)]) == 0)
    #expect(try circle.length(ofPath: []) == 0)
    #expect(throws: GeodesyError.self) { try circle.length(ofPath: [point(91, 0)]) }
  }
}
