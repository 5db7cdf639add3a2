import Sensors
import Testing
import Timeline

@Suite("Stationary filter")
struct StationaryFilterTests {
  /// A fix at a distance in metres east of a point on the equator.
  private func fix(_ second: Int, east: Double, accuracy: Double, speed: Double? = nil) -> Location
  {
    // A degree of the equator is 111,319.49 m long.
    var fix = Location(coordinate: Coordinate(latitude: 0, longitude: east / 111_319.49))
    fix.timestamp = Timestamp(seconds: Double(second))
    fix.horizontalAccuracy = accuracy
    fix.speed = speed
    return fix
  }

  @Test(
    "An inaccurate first fix hides no walk, and the distance from it to a better one does not count"
  )
  func roughStart() {
    var pipeline = LocationPipeline(LocationPipeline.standardFilters)
    #expect(pipeline.receive(fix(0, east: -700, accuracy: 1000)).isDelivered)
    let better = pipeline.receive(fix(1, east: 0, accuracy: 5))
    #expect(better.isDelivered && better.total == 0)
    #expect(better.distance.map { abs($0 - 700) < 1 } == true)
    for second in 2...600 {
      _ = pipeline.receive(fix(second, east: Double(second - 1) * 1.4, accuracy: 5))
    }
    #expect(abs(pipeline.pathLength - 599 * 1.4) < 1)
    #expect(abs(pipeline.displacement - 599 * 1.4) < 1)
  }

  @Test("A receiver at rest adds no distance while its accuracy improves")
  func settling() {
    var pipeline = LocationPipeline(LocationPipeline.standardFilters)
    let accuracies = [640.0, 300, 320, 100, 90, 30, 20, 9, 5, 4, 5, 4]
    let decisions = accuracies.indices.map { second in
      pipeline.receive(
        fix(second, east: accuracies[second] * 0.9, accuracy: accuracies[second]))
    }
    #expect(decisions.map(\.isDelivered).prefix(4) == [true, true, false, true])
    #expect(decisions.map(\.isDelivered).suffix(3) == [true, false, false])
    #expect(pipeline.pathLength == 0)
    #expect(pipeline.displacement < 10)
  }

  @Test(
    "A receiver that reports more speed than its accuracy explains moves",
    arguments: [(0.26, 2.0), (0.26, 0.35), (5, 1.4), (5, 0.55), (20, 2.1)])
  func fast(accuracy: Double, speed: Double) {
    var pipeline = LocationPipeline(LocationPipeline.standardFilters)
    let delivered = (0..<60).map { second in
      pipeline.receive(
        fix(second, east: Double(second) * speed, accuracy: accuracy, speed: speed)
      ).isDelivered
    }
    #expect(delivered.allSatisfy { $0 })
  }

  @Test(
    "A receiver that reports no more speed than its accuracy explains rests while it stays near",
    arguments: [(0.26, 0.29), (5, 0.5), (20, 1.9)])
  func slow(accuracy: Double, speed: Double) {
    var pipeline = LocationPipeline(LocationPipeline.standardFilters)
    let delivered = (0..<60).map { second in
      let wander = second.isMultiple(of: 2) ? accuracy / 4 : -accuracy / 4
      return pipeline.receive(fix(second, east: wander, accuracy: accuracy, speed: speed))
        .isDelivered
    }
    #expect(delivered.count { $0 } == 1)
  }

  @Test("A precise receiver without speeds that moves by metres moves")
  func precise() {
    var pipeline = LocationPipeline(LocationPipeline.standardFilters)
    let delivered = (0..<60).map { second in
      pipeline.receive(fix(second, east: Double(second) * 2, accuracy: 0.26)).isDelivered
    }
    #expect(delivered.allSatisfy { $0 })
  }
}
