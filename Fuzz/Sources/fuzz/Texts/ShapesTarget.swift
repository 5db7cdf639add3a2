import Contacts
import Files
import Playback
import Shapes
import TouchFormats

extension FuzzTarget {
  /// Reads shapes and names drawings by them, or reads a file of strokes.
  ///
  /// Promises: shapes that are written are read as the same; scores and thresholds are shares; a
  /// drawing has at most the coordinates that shapes are made of.
  static let shapes = FuzzTarget("shapes", words: shapeWords, seeds: shapeSeeds) { bytes in
    do throws(FileError) {
      if bytes.first == UInt8(ascii: "[") {
        return try readStrokes(Array(bytes.dropFirst()))
      }
      let set = try ShapeFile.parse(bytes, file: "input")
      guard set.shapes.reduce(0, { $0 + $1.pointCount }) < 2000 else { return }
      checkText(of: set)
      checkScores(of: set)
    } catch {
      check(error, in: bytes.first == UInt8(ascii: "[") ? Array(bytes.dropFirst()) : bytes)
    }
  }

  private static func readStrokes(_ bytes: [UInt8]) throws(FileError) {
    let reader = try StrokeReader(ByteSource(name: "input", bytes: bytes))
    var line = StrokeLine()
    while try reader.next(&line) {
      promise(line.strokes.count <= 100, "a drawing has at most 100 strokes")
      let drawing = Drawing(strokes: line.strokes)
      promise(
        drawing.isEmpty == line.strokes.allSatisfy(\.isEmpty), "coordinates are within the limit")
    }
  }

  private static func checkText(of set: ShapeSet) {
    do {
      let copy = try ShapeFile.parse(Array(ShapeFile.text(set).utf8), file: "copy")
      promise(copy == set, "written shapes are read as the same")
    } catch {
      broken("written shapes can be read: \(error)")
    }
  }

  private static func checkScores(of set: ShapeSet) {
    var classifier = ShapeClassifier(set)
    promise(classifier.thresholds.allSatisfy((0...1).contains), "thresholds are shares")
    let drawings = (set.shapes + ShapeSet.standard.shapes.prefix(3)).flatMap(\.examples)
    for drawing in drawings.prefix(20) {
      guard let match = classifier.classify(drawing) else { continue }
      promise((0...1).contains(match.score), "a score is a share")
      promise((0...1).contains(match.runnerUpScore ?? 0), "a score is a share")
    }
  }

  private static let shapeWords = [
    "{\"v\":2,\"shapes\":[", "{\"name\":\"a\",", "\"examples\":[", "\"counter_examples\":[",
    "{\"strokes\":[[[0,0],[9,9]]]}", "{\"svg\":\"M0 0L9 9\"}",
    "\"tolerance\":{\"rotation_deg\":180}",
    "\"reversal\":true", "\"scale\":2", "\"threshold\":0.5", "1e308", "1e10", "-1e-300", "]}", "},",
    "c1 1 2 2 3 3", "a5 5 30 01 9 9", "t1 1", "z", "\"class\":\"b\",",
  ]

  private static let shapeSeeds: [[UInt8]] = [
    #"{"v":2,"shapes":[{"name":"a","examples":[{"svg":"M 0 4 l 3 4 L 10 0"},{"strokes":[[[0,0],[9,0],[0,9]],[[1,1]]]}]}]}"#,
    #"{"v":2,"shapes":[{"name":"z","tolerance":{"rotation_deg":15,"scale":2,"reversal":true},"threshold":0.6,"examples":[{"svg":"M0 0h9l-9 9h9"}],"counter_examples":[{"svg":"M0 0h9v9"}]},{"name":"o","examples":[{"svg":"M9 0A9 9 0 1 1 -9 0A9 9 0 1 1 9 0"}]}]}"#,
    #"[{"class":"x","strokes":[[[1,2,0],[3.5,-4,10]],[[5,6]]]}"#,
  ].map { Array($0.utf8) }
}

extension Shape {
  fileprivate var pointCount: Int {
    (examples + counterExamples).flatMap(\.strokes).reduce(0) { $0 + $1.count }
  }
}
