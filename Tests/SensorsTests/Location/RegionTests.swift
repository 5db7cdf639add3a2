import Testing
import Timeline

@testable import Sensors

@Suite("Regions")
struct RegionTests {
  private let center = Coordinate(latitude: 0, longitude: 0)

  @Test("A circle contains points up to its radius")
  func circle() throws {
    let region = try Region(identifier: "home", shape: .circle(center, radius: 100))
    #expect(try region.contains(fix(0, east: 99.9).coordinate))
    #expect(try !region.contains(fix(0, east: 100.1).coordinate))
    #expect(try abs(region.depth(of: fix(0, east: 130).coordinate) + 30) < 1e-6)
  }

  @Test("A polygon may cross the date line and contain a pole")
  func polygon() throws {
    func region(_ corners: [(Double, Double)]) throws -> Region {
      try Region(
        identifier: "p",
        shape: .polygon(corners.map { Coordinate(latitude: $0.0, longitude: $0.1) }))
    }
    let square = try region([(0, 179), (0, -179), (2, -179), (2, 179)])
    #expect(try square.contains(Coordinate(latitude: 1, longitude: 180)))
    #expect(try !square.contains(Coordinate(latitude: 1, longitude: 0)))
    #expect(try !square.contains(Coordinate(latitude: 3, longitude: 180)))
    let cap = try region([(80, 0), (80, 120), (80, -120)])
    #expect(try cap.contains(Coordinate(latitude: 90, longitude: 0)))
    #expect(try !cap.contains(Coordinate(latitude: -90, longitude: 0)))
    let dented = try region([(0, 0), (0, 4), (4, 4), (1, 2), (4, 0)])
    #expect(try !dented.contains(Coordinate(latitude: 3, longitude: 2)))
    #expect(try dented.contains(Coordinate(latitude: 3, longitude: 0.4)))
    let depth = try square.depth(of: Coordinate(latitude: 0.1, longitude: 180))
    #expect(abs(depth - 0.1 * GreatCircle.meanRadius * .pi / 180) < 10)
  }

  @Test("Regions that are stopped and started again keep the order of their starts")
  func stopped() throws {
    var monitor = RegionMonitor(buffer: 0, dwell: 0)
    for index in 0..<40 {
      monitor.start(
        try Region(identifier: String(index), shape: .circle(center, radius: 100)))
    }
    for index in 0..<40 where index % 4 != 0 { monitor.stop(String(index)) }
    monitor.start(try Region(identifier: "0", shape: .circle(center, radius: 200)))
    monitor.stop("unknown")
    _ = monitor.receive(fix(0, east: 0))
    #expect(monitor.isInside("4") == true)
    #expect(monitor.isInside("5") == nil)
    let events = monitor.receive(fix(1, east: 500))
    #expect(events.map(\.region) == ["4", "8", "12", "16", "20", "24", "28", "32", "36", "0"])
  }

  @Test("Invalid radii and polygons of two corners are errors")
  func invalid() {
    #expect(throws: GeodesyError.invalidRadius(0)) {
      try Region(identifier: "", shape: .circle(center, radius: 0))
    }
    #expect(throws: GeodesyError.tooFewCorners(2)) {
      try Region(identifier: "", shape: .polygon([center, center]))
    }
  }

  /// The events of fixes, given as seconds and metres to the east.
  private func events(
    buffer: Double, dwell: Double, _ fixes: [(Double, Double)]
  ) throws -> [String] {
    var monitor = RegionMonitor(buffer: buffer, dwell: dwell)
    monitor.start(try Region(identifier: "home", shape: .circle(center, radius: 100)))
    return fixes.flatMap { seconds, metres in
      monitor.receive(fix(seconds, east: metres)).map {
        "\($0.kind.rawValue) \($0.time?.seconds ?? -1)"
      }
    }
  }

  @Test(
    "Entering takes the dwell time, exiting also the buffer; flutter at the outline has no events")
  func events() throws {
    #expect(
      try events(
        buffer: 20, dwell: 10,
        [
          (0, 500), (10, 90), (15, 110), (20, 90), (29, 90), (30, 90), (40, 110), (60, 119),
          (70, 121), (79, 121), (80, 121),
        ]) == ["entered 30.0", "exited 80.0"])
  }

  @Test("Without buffer and dwell time every crossing counts; the first fix has no event")
  func plain() throws {
    #expect(
      try events(buffer: 0, dwell: 0, [(0, 0), (1, 101), (2, 99), (3, 100.5)])
        == ["exited 1.0", "entered 2.0", "exited 3.0"])
  }

  @Test("Invalid fixes have no events, and a stopped region has none")
  func invalidFixes() throws {
    var monitor = RegionMonitor(buffer: 0, dwell: 0)
    #expect(monitor.isInside("home") == nil)
    monitor.start(try Region(identifier: "home", shape: .circle(center, radius: 100)))
    _ = monitor.receive(fix(0))
    #expect(monitor.receive(fix(1, east: 900, accuracy: -1)).isEmpty)
    #expect(monitor.isInside("home") == true)
    monitor.stop("home")
    #expect(monitor.receive(fix(2, east: 900)).isEmpty)
  }
}
