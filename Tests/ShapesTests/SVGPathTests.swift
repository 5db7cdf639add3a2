import Contacts
import Shapes
import Testing

struct SVGPathTests {
  private func points(_ path: String) throws -> [[[Double]]] {
    try Drawing(svgPath: path).strokes.map { $0.map { [$0.x, $0.y] } }
  }

  private static let lines: [(String, [[[Double]]])] = [
    ("M 0 0 L 3 4", [[[0, 0], [3, 4]]]),
    ("m1,2l3,4", [[[1, 2], [4, 6]]]),
    // Further pairs after a move are lines.
    ("M0 0 1 1 2 0", [[[0, 0], [1, 1], [2, 0]]]),
    ("m1 1 1 0-1 1", [[[1, 1], [2, 1], [1, 2]]]),
    ("M0 0H5V-2h-1v.5", [[[0, 0], [5, 0], [5, -2], [4, -2], [4, -1.5]]]),
    // Numbers whose bounds are clear need no separator.
    ("M-.5.5-1e1+2", [[[-0.5, 0.5], [-10, 2]]]),
    ("M 1.e1 2. L 3 4", [[[10, 2], [3, 4]]]),
    // A closed subpath ends where it began, and the next one begins there.
    ("M0 0h2v2z l-1 0", [[[0, 0], [2, 0], [2, 2], [0, 0]], [[0, 0], [-1, 0]]]),
    ("M0 0L1 1M5 5l1 1", [[[0, 0], [1, 1]], [[5, 5], [6, 6]]]),
    // What only moves draws nothing; what closes at once draws a dot.
    ("M0 0M1 1L2 2", [[[1, 1], [2, 2]]]), ("M3 3z", [[[3, 3], [3, 3]]]), ("M1 1", []),
    ("M0 0A0 5 0 0 0 4 4", [[[0, 0], [4, 4]]]), ("M0 0A5 5 0 0 0 0 0L1 1", [[[0, 0], [1, 1]]]),
    ("\t\nM0,0\r\nL1,1 \u{c}", [[[0, 0], [1, 1]]]),
  ]

  @Test("Lines of a path become strokes", arguments: lines)
  func linesOfPaths(path: String, strokes: [[[Double]]]) throws {
    #expect(try points(path) == strokes)
  }

  private static let curves: [(String, Double, Double)] = [
    ("M0 0C0 4 4 4 4 0", 2.0, 3.0), ("M0 0c0 4 4 4 4 0", 2, 3), ("M0 0Q2 4 4 0", 2, 2),
    // The control of a smooth curve is the mirrored one of the curve before.
    ("M-4 0C-4 -4 0 -4 0 0S4 4 4 0", 2, 3), ("M-4 0Q-2 -4 0 0T4 0", 2, 2),
    // Without such a curve it is the point itself.
    ("M0 0S4 4 4 0", 2, 1.5), ("M0 0T4 0", 1, 0),
  ]

  @Test("The middle of the last curve is where its formula has it", arguments: curves)
  func middleOfCurve(
    path: String, x: Double, y: Double
  ) throws {
    let stroke = try #require(try Drawing(svgPath: path).strokes.last)
    let middle = stroke[stroke.count - 17]
    #expect(middle.distance(to: Point(x: x, y: y)) < 1e-9)
    #expect(stroke.last == Point(x: 4, y: 0))
  }

  private static let arcs: [(String, Double, Double)] = [
    ("M0 0A5 5 0 0 1 10 0", 5.0, -5.0), ("M0 0A5 5 0 0 0 10 0", 5, 5),
    ("M0 0a5,5 0 01 10,0", 5, -5), ("M0 0a5 5 0 0110 0", 5, -5),
    // Radii that are too small are scaled up.
    ("M0 0A1 1 0 0 1 10 0", 5, -5), ("M0 0A-5 5 90 0 1 10 0", 5, -5),
    ("M0 0A5 10 0 1 1 10 0", 5, -10), ("M0 0A10 5 90 1 1 10 0", 5, -10),
  ]

  @Test("An arc passes through its middle", arguments: arcs)
  func middleOfArc(path: String, x: Double, y: Double) throws {
    let stroke = try Drawing(svgPath: path).strokes[0]
    #expect(stroke[16].distance(to: Point(x: x, y: y)) < 1e-9)
    #expect(stroke.last.map { $0.distance(to: Point(x: 10, y: 0)) < 1e-9 } == true)
  }

  @Test("Two arcs are a circle to half a percent")
  func circleOfArcs() throws {
    let circle = try Drawing(svgPath: "M10 0A10 10 0 1 1 -10 0A10 10 0 1 1 10 0")
    for point in circle.strokes[0] { #expect(abs(point.distance(to: .zero) - 10) < 1e-9) }
    #expect(abs(circle.length - 20 * .pi) < 0.005 * 20 * .pi)
  }

  private static let faults: [(String, Int, String)] = [
    ("", 1, "a path that begins with M or m"), ("L 1 1", 1, "a path that begins with M or m"),
    ("M", 2, "a number"), ("M 1", 4, "a number"), ("M 1 x", 5, "a number"),
    ("M 1 2 L", 8, "a number"), ("M 1 2 3", 8, "a number"), ("M 1 2,", 7, "a number"),
    ("M 1 2 B", 7, "a command, one of M L H V C S Q T A Z"), ("M0 0z1 1", 6, "a command"),
    ("M0 0A5 5 0 2 1 9 9", 12, "0 or 1"), ("M0 0A5 5 0 1", 13, "0 or 1"),
    ("M 1e999 0", 3, "a number"), ("M 1e308 0 l 1e308 0", 20, "a coordinate from -1e10 to 1e10"),
    ("M 0 0 L 1.1e10 0", 17, "a coordinate from -1e10 to 1e10"),
    ("M0 0L1e308 1e308L-1e308 5", 17, "a coordinate"),
    ("M 0 0 q 9e307 9e307 1 1", 24, "a coordinate"),
    ("M . 1", 3, "a number"), ("M 1 2 L - 3", 9, "a number"), ("Mü", 2, "a number"),
  ]

  @Test("A fault has its column and says what was expected", arguments: faults)
  func faultPositions(
    path: String, column: Int, expected: String
  ) {
    let error = #expect(throws: SVGPathError.self) { try Drawing(svgPath: path) }
    #expect(
      error?.column == column && error?.expected.hasPrefix(expected) == true, "\(error as Any)")
  }

  @Test("The largest coordinates are accepted")
  func largestCoordinates() throws {
    #expect(try Drawing(svgPath: "M -1e10 0 L 0 1e10").isEmpty == false)
  }

  @Test("A path of few bytes stands for a bounded number of points")
  func pointLimit() throws {
    let curves = String(repeating: "t1 1", count: Drawing.maximumPathPoints / 32)
    #expect(try Drawing(svgPath: "M0 0" + curves).strokes[0].count <= Drawing.maximumPathPoints)
    let error = #expect(throws: SVGPathError.self) {
      try Drawing(svgPath: "M0 0" + curves + "t1 1")
    }
    #expect(error?.expected == "at most 10000 points of a path")
  }

  @Test("No cut or changed byte of a path traps")
  func damagedBytes() {
    let path = Array("M0 0c1-1 2 2.5e0 3,4s1 1 2 2q1 1 2 0t1 1a5 5 30 0110-3h1V2z".utf8)
    for index in path.indices {
      _ = try? Drawing(svgPath: String(decoding: path[..<index], as: UTF8.self))
      for byte in [0, 0x20, 0x2c, 0x2d, 0x2e, 0x31, 0x39, 0x41, 0x65, 0x7a, 0xff] as [UInt8] {
        var changed = path
        changed[index] = byte
        _ = try? Drawing(svgPath: String(decoding: changed, as: UTF8.self))
      }
    }
  }
}
