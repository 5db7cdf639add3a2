import Contacts
import Testing

@testable import Shapes

@Suite struct MatcherSearchTests {
  private static let shapes = 12
  private static let weights: [Float] = (0..<shapes).map { 0.5 + Float($0 % 5) / 4 }

  /// A few variations of each of a number of random drawings.
  private func examples(strokes: Int) -> [(drawing: Drawing, shape: Int)] {
    (0..<Self.shapes).flatMap { shape in
      (0..<4).map {
        (OwnDrawings.varied(OwnDrawings.random(shape, strokes: strokes), 10 * shape + $0), shape)
      }
    }
  }

  private func queries(strokes: Int) -> [Drawing] {
    (0..<60).map { number in
      let shape = number % (Self.shapes + 3)
      return OwnDrawings.varied(OwnDrawings.random(shape, strokes: strokes), 1000 + number)
    }
  }

  private func measured(_ matcher: inout some ShapeMatcher, _ drawing: Drawing) -> ShapeDistances {
    var distances = ShapeDistances(weights: Self.weights)
    matcher.measure(drawing, excluding: nil, into: &distances)
    return distances
  }

  @Test("A search of clouds that measures few of the examples finds the nearest of all")
  func cloudSearch() {
    let examples = examples(strokes: 3)
    var matcher = CloudMatcher()
    for (number, example) in examples.enumerated() {
      matcher.add(example.drawing, of: example.shape, number: number, tolerance: .init())
    }
    let clouds = examples.map { PointCloud($0.drawing) }
    for query in queries(strokes: 3) {
      let cloud = PointCloud(query)
      var all = [Float](repeating: .infinity, count: Self.shapes)
      for (example, other) in zip(examples, clouds) {
        let looks = CloudDistance.between(cloud.rows, other.rows, 0, limit: .infinity).looks
        let weighted = looks * Self.weights[example.shape].squareRoot()
        all[example.shape] = min(all[example.shape], weighted)
      }
      let nearest = all.indices.min { all[$0] < all[$1] }
      let found = measured(&matcher, query)
      // The candidates are few; what is far from every shape may have another one.
      guard let nearest, all[nearest] < 0.1 else { continue }
      #expect(found.nearest.0 == nearest)
    }
  }

  @Test("A search of strokes that measures few of the examples finds the nearest of all")
  func strokeSearch() {
    let examples = examples(strokes: 1)
    var matcher = StrokeMatcher()
    for (number, example) in examples.enumerated() {
      matcher.add(example.drawing, of: example.shape, number: number, tolerance: .init())
    }
    let signatures = examples.map { StrokeSignature($0.drawing.strokes[0]) }
    for query in queries(strokes: 1) {
      let drawn = StrokeSignature(query.strokes[0])
      var all = [Float](repeating: .infinity, count: Self.shapes)
      var distances = all
      for (example, other) in zip(examples, signatures) {
        let result = drawn.distance(toReversed: other.reversedRows, 0, limit: .infinity)
        let looks = result.looks * Self.weights[example.shape].squareRoot()
        guard looks < all[example.shape] else { continue }
        all[example.shape] = looks
        distances[example.shape] = result.distance * Self.weights[example.shape]
      }
      let nearest = all.indices.min { all[$0] < all[$1] }
      let found = measured(&matcher, query)
      // The candidates are few; what is far from every shape may have another one.
      guard let nearest, all[nearest] < 0.1 else { continue }
      #expect(found.nearest.0 == nearest)
      #expect(abs(found.distances[nearest] - distances[nearest]) < 1e-5)
    }
  }

  @Test("An example that is excluded does not count")
  func excludedExample() {
    var strokes = StrokeMatcher()
    var clouds = CloudMatcher()
    for (number, drawing) in [OwnDrawings.z, OwnDrawings.circle].enumerated() {
      strokes.add(drawing, of: number, number: number, tolerance: .init())
      clouds.add(drawing, of: number, number: number, tolerance: .init())
    }
    for excluded in [0, 1] {
      let drawing = excluded == 0 ? OwnDrawings.z : OwnDrawings.circle
      var (ofStrokes, ofClouds) = (
        ShapeDistances(weights: [1, 1]), ShapeDistances(weights: [1, 1])
      )
      strokes.measure(drawing, excluding: excluded, into: &ofStrokes)
      clouds.measure(drawing, excluding: excluded, into: &ofClouds)
      #expect(ofStrokes.nearest == (1 - excluded, -1))
      #expect(ofClouds.nearest == (1 - excluded, -1))
    }
  }
}

@Suite struct ShapeDistancesTests {
  @Test("The name goes by looks, and the distance is that of the example that looks most alike")
  func looks() {
    var distances = ShapeDistances(weights: [1, 4])
    distances.add(2, looks: 0.3, shape: 0, example: 0)
    distances.add(1, looks: 0.4, shape: 0, example: 1)
    distances.add(0.1, looks: 0.2, shape: 1, example: 2)
    // By the root of the weight 0.4.
    #expect(distances.nearest == (0, 1))
    #expect(distances.distances == [2, 0.4])
    #expect(distances.examples == [0, 2])
  }

  @Test("The nearest two are kept in any order of adding")
  func nearestTwo() {
    let values: [Float] = [5, 3, 9, 4, 3.5, 8]
    for first in values.indices {
      var distances = ShapeDistances(weights: Array(repeating: 2, count: 6))
      for offset in values.indices {
        let shape = (first + 5 * offset) % 6
        distances.add(values[shape] + 1, shape: shape, example: 10 + shape)
        distances.add(values[shape], shape: shape, example: shape)
        distances.add(values[shape] + 2, shape: shape, example: 20 + shape)
      }
      #expect(distances.nearest == (1, 4))
      #expect(distances.distances == values.map { 2 * $0 })
      #expect(distances.examples == [0, 1, 2, 3, 4, 5])
      // The next one's looks, as they were before its weight.
      #expect(abs(distances.limit(of: 5) - 3.5) < 1e-5)
      #expect(abs(distances.limit(of: 1) - 3) < 1e-5)
      distances.reset()
      #expect(distances.nearest == (-1, -1))
      #expect(distances.limit(of: 0) == .infinity)
    }
  }
}
