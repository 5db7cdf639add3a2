import Contacts
import Testing

@testable import Shapes

/// The distances as they are defined, without lanes, limits or order.
private enum Plain {
  /// A step or a point: four numbers whose squared differences are summed.
  typealias Row = [Float]

  static func squared(_ a: Row, _ b: Row) -> Float {
    zip(a, b).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
  }

  /// Dynamic time warping within the band.
  static func warped(_ a: [Row], _ b: [Row]) -> Float {
    var costs = Array(repeating: Array(repeating: Float.infinity, count: b.count), count: a.count)
    for i in a.indices {
      for j in b.indices where abs(i - j) <= StrokeSignature.band {
        let before =
          i == 0 && j == 0
          ? 0
          : min(
            i > 0 && j > 0 ? costs[i - 1][j - 1] : .infinity,
            min(i > 0 ? costs[i - 1][j] : .infinity, j > 0 ? costs[i][j - 1] : .infinity))
        costs[i][j] = before + squared(a[i], b[j])
      }
    }
    return costs[a.count - 1][b.count - 1] / Float(a.count)
  }

  /// Each point to the nearest one of the other cloud; the longer way.
  static func cloud(_ a: [Row], _ b: [Row]) -> Float {
    max(way(a, b), way(b, a))
  }

  private static func way(_ a: [Row], _ b: [Row]) -> Float {
    let nearest = a.map { point in b.map { squared(point, $0) }.min() ?? .infinity }
    return nearest.reduce(0, +) / Float(a.count)
  }

  static func steps(_ signature: StrokeSignature, rows: [Int]) -> [Row] {
    (0..<StrokeSignature.count).map { step in
      rows.map { signature.rows[$0 * StrokeSignature.Layout.stride + 1 + step] }
    }
  }

  static func distance(_ a: StrokeSignature, _ b: StrokeSignature) -> Float {
    let inOrder = [0, 1, 2, 3]
    let asCloud = [2, 3, 4, 5]
    let warped = warped(steps(a, rows: inOrder), steps(b, rows: inOrder))
    let cloud = cloud(steps(a, rows: asCloud), steps(b, rows: asCloud))
    return (warped + cloud / Float(StrokeSignature.positionWeight)) / 2
  }

  /// The same, less what the best linear map and shift explain.
  static func looks(_ a: [Row], _ b: [Row]) -> Float {
    max(rest(a, b), rest(b, a))
  }

  /// Ridge regression by small steps downhill.
  private static func rest(_ a: [Row], _ b: [Row]) -> Float {
    let partners = a.map { point in
      b.min { squared(point, $0) < squared(point, $1) } ?? point
    }
    let directions = zip(a, partners).map { squared(Array($0[2...]), Array($1[2...])) }
    var cost = directions.reduce(0, +) / Float(a.count)
    for axis in 0..<2 {
      var map: Row = [0, 0, 0]
      func left(_ point: Row, _ partner: Row) -> Float {
        partner[axis] - point[axis] - map[0] - map[1] * point[0] - map[2] * point[1]
      }
      for _ in 0..<2000 {
        let errors = zip(a, partners).map { left($0, $1) / Float(a.count) }
        let slope: Row = [
          errors.reduce(0, +), zip(a, errors).reduce(0) { $0 + $1.0[0] * $1.1 },
          zip(a, errors).reduce(0) { $0 + $1.0[1] * $1.1 },
        ]
        for index in map.indices { map[index] += 0.5 * (slope[index] - 0.3 * map[index]) }
      }
      let rest = zip(a, partners).map { left($0, $1) }
      cost += rest.reduce(0) { $0 + $1 * $1 } / Float(a.count)
      cost += 0.3 * map.reduce(0) { $0 + $1 * $1 }
    }
    return cost
  }

  static func points(_ cloud: PointCloud) -> [Row] {
    (0..<PointCloud.count).map { point in (0..<4).map { cloud.rows[$0 * PointCloud.count + point] }
    }
  }
}

@Suite struct StrokeSignatureTests {
  private func signature(_ number: Int) -> StrokeSignature {
    StrokeSignature(OwnDrawings.random(number).strokes[0])
  }

  @Test("The distance is that of its definition")
  func definition() {
    for number in 0..<200 {
      let (a, b) = (signature(2 * number), signature(2 * number + 1))
      #expect(abs(a.distance(to: b) - Double(Plain.distance(a, b))) < 1e-5)
    }
  }

  @Test("Similar strokes have the distance of the definition, too")
  func similarStrokes() {
    for number in 0..<100 {
      let drawing = OwnDrawings.random(number)
      let a = StrokeSignature(drawing.strokes[0])
      let b = StrokeSignature(OwnDrawings.varied(drawing, number).strokes[0])
      #expect(abs(a.distance(to: b) - Double(Plain.distance(a, b))) < 1e-5)
    }
  }

  @Test("Looks with a limit are exact far below it, and infinite or exact beyond it")
  func distanceLimit() {
    for number in 0..<200 {
      let (a, b) = (signature(2 * number), signature(2 * number + 1))
      let exact = a.distance(toReversed: b.reversedRows, 0, limit: .infinity).looks
      // No map explains more than 0.77 of a distance.
      for factor: Float in [0.1, 0.5, 0.9, 0.999, 4.4] {
        let limited = a.distance(toReversed: b.reversedRows, 0, limit: factor * exact).looks
        #expect(limited == exact || (limited == .infinity && factor < 1))
      }
    }
  }

  @Test("A stroke has no distance to itself, and the same in both directions to another")
  func symmetry() {
    for number in 0..<100 {
      let (a, b) = (signature(2 * number), signature(2 * number + 1))
      #expect(a.distance(to: a) < 1e-6)
      #expect(abs(a.distance(to: b) - b.distance(to: a)) < 1e-5)
      #expect(a.distance(to: b) > 0.01)
    }
  }

  @Test("Size and place do not change a signature, but its size", arguments: [1e-5, 0.3, 1e5])
  func sizeAndPlace(scale: Double) {
    for number in 0..<50 {
      let drawing = OwnDrawings.random(number)
      let moved = drawing.map { Point(x: ($0.x + 70) * scale, y: ($0.y - 900) * scale) }
      let (a, b) = (StrokeSignature(drawing.strokes[0]), StrokeSignature(moved.strokes[0]))
      #expect(a.distance(to: b) < 1e-5)
      #expect(abs(b.size / a.size - scale) < 1e-4 * scale)
    }
  }

  @Test("The direction of drawing matters")
  func direction() {
    let (z, back) = (OwnDrawings.z.strokes[0], OwnDrawings.z.reversed.strokes[0])
    #expect(StrokeSignature(z).distance(to: StrokeSignature(back)) > 0.5)
  }
}

@Suite struct PointCloudTests {
  private func distance(_ a: PointCloud, _ b: PointCloud) -> Float {
    CloudDistance.between(a.rows, b.rows, 0, limit: .infinity).distance
  }

  private func looks(_ a: PointCloud, _ b: PointCloud, limit: Float = .infinity) -> Float {
    CloudDistance.between(a.rows, b.rows, 0, limit: limit).looks
  }

  private func cloud(_ number: Int) -> PointCloud {
    PointCloud(OwnDrawings.random(number, strokes: 1 + number % 4))
  }

  @Test("The distance is that of its definition")
  func definition() {
    for number in 0..<200 {
      let (a, b) = (cloud(number), cloud(number + 501))
      #expect(abs(distance(a, b) - Plain.cloud(Plain.points(a), Plain.points(b))) < 1e-5)
    }
  }

  @Test("Looks with a limit are exact up to the limit, and infinite beyond it")
  func looksLimit() {
    for number in 0..<200 {
      let (a, b) = (cloud(number), cloud(number + 501))
      let exact = looks(a, b)
      for factor: Float in [0.1, 0.5, 0.9, 0.999] {
        #expect(looks(a, b, limit: factor * exact) == .infinity)
      }
      // A map that explains more than the search assumes is not looked for.
      let explained = max(1, HandMap.leastShare * distance(a, b) / exact)
      #expect(looks(a, b, limit: 1.001 * explained * exact) == exact)
    }
  }

  @Test("Looks are what the best map and shift leave of the distance")
  func looksByDefinition() {
    for number in 0..<40 {
      let (a, b) = (cloud(number), cloud(number + 501))
      #expect(abs(looks(a, b) - Plain.looks(Plain.points(a), Plain.points(b))) < 1e-3)
    }
  }

  @Test("A slanted drawing looks more alike than it is, and one with another part does not")
  func slanted() {
    let house = Drawing(strokes: [
      [Point(x: 0, y: 10), Point(x: 0, y: 20), Point(x: 14, y: 20), Point(x: 14, y: 10)],
      [Point(x: 0, y: 10), Point(x: 7, y: 3), Point(x: 14, y: 10), Point(x: 0, y: 10)],
    ])
    let slanted = PointCloud(house.map { Point(x: $0.x + 0.15 * $0.y, y: $0.y) })
    let cloud = PointCloud(house)
    #expect(looks(cloud, slanted) < 0.7 * distance(cloud, slanted))
    let door = [Point(x: 5, y: 20), Point(x: 5, y: 13), Point(x: 9, y: 13), Point(x: 9, y: 20)]
    let other = PointCloud(Drawing(strokes: house.strokes + [door]))
    #expect(looks(cloud, other) > 0.8 * distance(cloud, other))
  }

  @Test("Order and direction of the strokes do not matter")
  func strokeOrderAndDirection() {
    for number in 0..<50 {
      let drawing = OwnDrawings.random(number, strokes: 4)
      let strokes = drawing.strokes
      let other = Drawing(strokes: [
        strokes[2], strokes[0].reversed(), strokes[3], strokes[1].reversed(),
      ])
      #expect(distance(PointCloud(drawing), PointCloud(other)) < 1e-4)
    }
  }

  @Test("Size and place do not matter")
  func sizeAndPlace() {
    for number in 0..<50 {
      let drawing = OwnDrawings.random(number, strokes: 3)
      let moved = drawing.map { Point(x: 1e4 * $0.x - 77, y: 1e4 * $0.y + 1e6) }
      #expect(distance(PointCloud(drawing), PointCloud(moved)) < 1e-4)
    }
  }

  @Test("A cloud has no distance to itself, and the same in both directions to another")
  func symmetry() {
    for number in 0..<100 {
      let (a, b) = (cloud(number), cloud(number + 501))
      #expect(distance(a, a) < 1e-6)
      #expect(abs(distance(a, b) - distance(b, a)) < 1e-5)
    }
  }

  @Test("Every stroke has a point, and all points are given to strokes")
  func pointsOfStrokes() {
    for count in [1, 2, 5, 23, 24] {
      var strokes = CloudStrokes()
      let drawing = OwnDrawings.random(count, strokes: count)
      strokes.measure(drawing)
      #expect(strokes.counts.count == count)
      #expect(strokes.counts.reduce(0, +) == PointCloud.count)
      #expect(strokes.counts.allSatisfy { $0 > 0 })
    }
  }

  @Test("Of more strokes than points the longest are kept")
  func moreStrokesThanPoints() {
    let lengths = (1...40).map { Double($0 * 17 % 41) }
    var strokes = CloudStrokes()
    strokes.measure(Drawing(strokes: lengths.map { [.zero, Point(x: $0, y: 0)] }))
    #expect(strokes.counts == lengths.map { $0 > 16 ? 1 : 0 })
  }
}
