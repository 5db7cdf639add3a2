import Contacts
import Files
import Shapes
import Testing

@testable import Playback

struct ShapeFileTests {
  private static let bolt = Drawing([
    Point(x: 5, y: 0), Point(x: 0, y: 4.25), Point(x: 5.1, y: 4), Point(x: -1e-7, y: 1e10),
  ])
  private static let cross = Drawing(strokes: [
    [Point(x: 0, y: 0), Point(x: 1.0 / 3, y: 0.1 + 0.2)], [], [Point(x: 7, y: 7)],
  ])

  private func parse(_ text: String) throws(FileError) -> ShapeSet {
    try ShapeFile.parse(Array(text.utf8), file: "s.json")
  }

  private static let sets: [ShapeSet] = [
    ShapeSet(), ShapeSet([Shape("bolt", examples: [bolt])]),
    ShapeSet([Shape("none", examples: [])]),
    ShapeSet([
      Shape(
        "a \"b\"\n\u{1b}ü", examples: [bolt, cross], counterExamples: [bolt],
        threshold: 0.1 + 0.2,
        tolerance: .init(rotation: 12.5, allowsReversal: true, scale: 1.1)),
      Shape("cross", examples: [cross], tolerance: .init(allowsReversal: true)),
    ]), .standard,
  ]

  @Test("Written shapes read back exactly", arguments: sets)
  func roundTrip(set: ShapeSet) throws {
    let text = try ShapeFile.text(set)
    #expect(try parse(text) == set)
    #expect(try ShapeFile.text(parse(text)) == text)
  }

  @Test("What is no drawing is not written")
  func unwritableDrawing() throws {
    let empty = Drawing(strokes: [[]])
    let infinite = Drawing([Point(x: .infinity, y: 0)])
    let set = ShapeSet([Shape("a", examples: [empty, Self.bolt, infinite])])
    #expect(try parse(ShapeFile.text(set)) == ShapeSet([Shape("a", examples: [Self.bolt])]))
  }

  private static let dot = Drawing([.zero])

  private static let unreadable: [(ShapeSet, String, String)] = [
    (
      ShapeSet((0...1000).map { Shape("\($0)", examples: [dot]) }), "at most 1000 shapes", "1001"
    ),
    (ShapeSet([Shape("", examples: [dot])]), "a name of each shape", "a shape without one"),
    (
      ShapeSet([Shape("a", examples: [dot], threshold: .nan)]), "a score from 0 to 1",
      "the threshold nan of a"
    ),
    (
      ShapeSet([Shape("a", examples: [dot], tolerance: .init(rotation: -1))]),
      "degrees from 0 to 180", "the rotation -1.0 of a"
    ),
    (
      ShapeSet([Shape("a", examples: [dot], tolerance: .init(scale: 0.5))]), "a factor from 1",
      "the scale 0.5 of a"
    ),
    (
      ShapeSet([Shape("a", examples: [dot], tolerance: .init(scale: .infinity))]),
      "a factor from 1", "the scale inf of a"
    ),
    (
      ShapeSet([
        Shape(
          "a", examples: [dot],
          counterExamples: [Drawing(strokes: Array(repeating: [.zero], count: 101))])
      ]), "at most 100 strokes of a drawing", "101 in counter-example 1 of a"
    ),
    (
      ShapeSet([Shape("a", examples: Array(repeating: dot, count: 20_001))]),
      "at most 20000 examples", "more with example 20001 of a"
    ),
    (
      ShapeSet([
        Shape("a", examples: [dot, Drawing(Array(repeating: Point.zero, count: 4_000_000))])
      ]), "at most 4000000 points", "more with example 2 of a"
    ),
  ]

  @Test("Shapes that could not be read back are not written", arguments: unreadable.indices)
  func unreadableShapes(index: Int) {
    let (set, expected, found) = Self.unreadable[index]
    let error = #expect(throws: FileError.self) { try ShapeFile.text(set, file: "s.json") }
    #expect(error?.expected == expected && error?.found == found, "\(error as Any)")
    #expect(error?.file == "s.json" && error?.position == .file)
  }

  @Test("A file of more than 64 MB is not written")
  func sizeLimitOfFiles() {
    let point = Point(x: -1.2345678901234567e-100, y: -1.2345678901234567e-100)
    let set = ShapeSet([Shape("a", examples: [Drawing(Array(repeating: point, count: 1_400_000))])])
    let error = #expect(throws: FileError.self) { try ShapeFile.text(set) }
    #expect(error?.expected == "at most 67108864 bytes")
  }

  @Test("An example may be an SVG path, and keys may be in any order")
  func pathsAndKeyOrder() throws {
    let set = try parse(
      """
      {"shapes": [{"examples": [{"svg": "M 0 4 l 3 4 L 10 0"}],
                   "tolerance": {"scale": 2, "rotation_deg": 180}, "name": "check"}], "v": 2}
      """)
    let check = Drawing([Point(x: 0, y: 4), Point(x: 3, y: 8), Point(x: 10, y: 0)])
    let tolerance = Shape.Tolerance(rotation: 180, scale: 2)
    #expect(set == ShapeSet([Shape("check", examples: [check], tolerance: tolerance)]))
  }

  private static func file(_ shape: String) -> String { "{\"v\":2,\"shapes\":[\n\(shape)]}" }

  private static let faults: [(String, Int, Int, String)] = [
    ("", 1, 1, "shapes as an object of JSON"), ("[]", 1, 1, "shapes as an object of JSON"),
    ("{}", 1, 1, "version 2 of shapes: \"v\":2"), ("{\"v\":2}", 1, 1, "an array of shapes"),
    ("{\"v\":1,\"shapes\":[]}", 1, 6, "version 2 of shapes"),
    ("{\"v\":2,\"shapes\":[]} 1", 1, 21, "the end of the object"),
    ("{\"v\":2,\"shape\":[]}", 1, 8, "a key of shapes: v, shapes"),
    (file("1"), 2, 1, "a shape as an object of JSON"),
    (file(#"{"name":"a"}"#), 2, 1, "a shape with examples"),
    (file(#"{"examples":[]}"#), 2, 1, "a shape with a name"),
    (file(#"{"name":"","examples":[]}"#), 2, 9, "a name of at least one letter"),
    (
      file("{\"name\":\"\(String(repeating: "n", count: 257))\",\"examples\":[]}"), 2, 9,
      "a name of at most 256 bytes"
    ),
    (
      file("{\"name\":\"a\",\"examples\":[]},\n{\"name\":\"a\",\"examples\":[]}"), 3, 9,
      "a name that no shape before has"
    ),
    (file(#"{"name":"a","treshold":1}"#), 2, 13, "a key of shapes"),
    (file(#"{"name":"a","threshold":1.5}"#), 2, 25, "a score from 0 to 1"),
    (file(#"{"tolerance":{"rotation_deg":181}}"#), 2, 30, "degrees from 0 to 180"),
    (file(#"{"tolerance":{"scale":0.5}}"#), 2, 23, "a factor from 1"),
    (file(#"{"tolerance":{"reversal":1}}"#), 2, 26, "true or false"),
    (file(#"{"examples":[[]]}"#), 2, 14, "an example as an object"),
    (file(#"{"examples":[{}]}"#), 2, 14, "an example as an object"),
    (file(#"{"examples":[{"strokes":[]}]}"#), 2, 14, "an example with at least one point"),
    (file(#"{"examples":[{"svg":"M1 1"}]}"#), 2, 14, "an example with at least one point"),
    (file(#"{"examples":[{"svg":"M1 1L","strokes":[]}]}"#), 2, 27, "a number in an SVG path"),
    (file(#"{"examples":[{"svg":"M1 1L2"}]}"#), 2, 28, "a number in an SVG path"),
    (file(#"{"examples":[{"strokes":[[[1]]]}]}"#), 2, 29, "a point as [x, y]"),
    (file(#"{"examples":[{"strokes":[[[1,2]]],"svg":""}]}"#), 2, 41, "either"),
    (
      file(#"{"examples":[{"strokes":[[[1,-1.1e10]]]}]}"#), 2, 30, "a coordinate from -1e10 to 1e10"
    ),
    (
      file(#"{"examples":[{"strokes":[[[1e308,0],[-1e308,1e308],[0,1]]]}]}"#), 2, 28, "a coordinate"
    ),
    (file(#"{"examples":[{"svg":"M1 1L2e10 5"}]}"#), 2, 33, "a coordinate"),
  ]

  @Test("A fault has its line, its column and what was expected", arguments: faults)
  func faultPositions(
    text: String, line: Int, column: Int, expected: String
  ) {
    let error = #expect(throws: FileError.self) { try parse(text) }
    #expect(error?.position == .line(line, column: column), "\(error as Any)")
    #expect(error?.expected.hasPrefix(expected) == true, "\(error as Any)")
  }

  @Test("A mistyped key is answered with the nearest one")
  func mistypedKey() {
    let error = #expect(throws: FileError.self) {
      try parse(Self.file(#"{"name":"a","treshold":1}"#))
    }
    #expect(error?.found == #""treshold"; did you mean threshold?"#)
  }

  @Test("No cut or changed byte of a file traps")
  func damagedBytes() {
    let text = Array(
      Self.file(
        #"{"name":"a","tolerance":{"scale":2},"examples":[{"svg":"M0 0c1 1 2 2 3 3"},{"strokes":[[[1,2]]]}]}"#
      ).utf8)
    for index in text.indices {
      _ = try? ShapeFile.parse(Array(text[..<index]), file: "s")
      for byte in [0, 0x0a, 0x22, 0x2d, 0x39, 0x5b, 0x5c, 0x7d, 0xff] as [UInt8] {
        var changed = text
        changed[index] = byte
        _ = try? ShapeFile.parse(changed, file: "s")
      }
    }
  }

  @Test("Paths of few bytes cannot stand for more than four million points")
  func pointLimit() {
    let path = "M0 0" + String(repeating: "t1 1", count: 312)
    let example = "{\"svg\":\"\(path)\"}"
    let examples = Array(repeating: example, count: 401).joined(separator: ",")
    let error = #expect(throws: FileError.self) {
      try parse(Self.file("{\"name\":\"a\",\"examples\":[\(examples)]}"))
    }
    #expect(error?.expected == "at most 4000000 points")
  }

  @Test("A file may have 20,000 examples")
  func exampleLimit() throws {
    func text(_ count: Int) -> String {
      let examples = [String](repeating: #"{"strokes":[[[0,0]]]}"#, count: count)
      return Self.file(#"{"name":"a","examples":[\#(examples.joined(separator: ","))]}"#)
    }
    #expect(try parse(text(20_000)).shapes[0].examples.count == 20_000)
    let error = #expect(throws: FileError.self) { try parse(text(20_001)) }
    #expect(error?.expected == "at most 20000 examples")
  }

  @Test("A name near to that of the built-in set is answered with it")
  func nearName() throws {
    #expect(try ShapeFile.find("standard") == .standard)
    let error = #expect(throws: FileError.self) { try ShapeFile.find("standrad") }
    #expect(error?.found == "no such shapes or file; did you mean standard?")
  }

  @Test("Shapes for recognizers are in points")
  func shapesInPoints() {
    let set = ShapeSet([Shape("a", examples: [Drawing([Point(x: 25.4, y: 0)])])])
    #expect(set.inPoints.shapes[0].examples[0].strokes == [[Point(x: 163, y: 0)]])
  }
}
