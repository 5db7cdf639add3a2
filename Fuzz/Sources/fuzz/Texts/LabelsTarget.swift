import Checking
import Evdev
import Files
import Gestures
import Lab
import Playback
import SensorFormats
import SensorPlayback
import Sensors

extension FuzzTarget {
  /// Reads what people write about recordings: labels, expectations, goals, ranges, positions and
  /// cuts.
  ///
  /// Promises: at most a label for each line; errors within the line; a comparison in which every
  /// gesture has one place; every record of `distance` is JSON and conforms to its schema.
  static let labels = FuzzTarget("labels", words: labelWords, seeds: labelSeeds) { bytes in
    let kind = bytes.first.map { $0 % 4 } ?? 0
    let rest = Array(bytes.dropFirst())
    let lines = rest.split(separator: 0x0a).count
    do throws(FileError) {
      switch kind {
      case 0:
        promise(
          try ScoreLabel.parse(rest, file: "input").count <= lines, "at most a label for each line")
      case 1: try compare(ExpectationFile(rest, file: "input"), lines)
      case 2: try measure(rest)
      default: try readOptions(String(decoding: rest, as: UTF8.self))
      }
    } catch {
      // Invalid UTF-8 grows to replacement characters.
      check(error, in: kind == 3 ? Array(String(decoding: rest, as: UTF8.self).utf8) : rest)
    }
  }

  private static func compare(_ expected: ExpectationFile, _ lines: Int) throws(FileError) {
    promise(expected.lines.count <= lines, "at most an expectation for each line")
    let comparison = GestureComparison(expected: expected, actual: recognized)
    promise(
      comparison.items.count <= expected.lines.count + recognized.count
        && comparison.items.count >= max(expected.lines.count, recognized.count),
      "every gesture has one place")
  }

  private static let recognized: [GestureRecord] = {
    let frames = RecordingInput.seeds.first ?? []
    let path = TemporaryFiles.input(Array(frames.dropFirst(3)))
    return (try? LoadedRecording(path: path).records()) ?? []
  }()

  private static let distance = JSONSchema("distance")

  private static func measure(_ bytes: [UInt8]) throws(FileError) {
    try DistanceLines.read(
      ByteSource(name: "input", bytes: bytes), failure: { check($0, in: bytes) },
      { check(json: $0.json, distance) })
  }

  private static func readOptions(_ text: String) throws(FileError) {
    if let fingers = RecordingCut.fingers(parsing: text) {
      promise(fingers.allSatisfy { $0.lowerBound >= 1 }, "fingers count from 1")
    }
    _ = TouchAreaTransform(parsing: text)
    _ = StatedDate(text)
    _ = Coordinate(parsing: text)
    if let size = TouchArea.size(parsing: text) {
      promise(
        TouchArea.plausibleSides.contains(size.width)
          && TouchArea.plausibleSides.contains(size.height), "sizes are plausible")
    }
    if let shard = CheckShard(parsing: text) {
      promise((1...max(1, shard.count)).contains(shard.number), "a shard is one of all")
    }
    // A suggestion for a mistyped parameter takes long.
    if text.contains(".."), let range = try? TuneRange(parsing: text, steps: 5) {
      promise(range.values == range.values.sorted(), "a range ascends")
    }
    _ = try ExpectedGesture(parsing: text)
  }

  private static let labelWords = [
    "{\"v\":2,", "\"file\":\"a.evemu\"", "\"device\":", "\"expect\":[",
    "{\"gesture\":[\"swipe\",\"pan\"]",
    "\"touches\":2", "\"taps\":1", "\"direction\":\"left\"", "\"start\":0.1", "\"end\":0.4",
    "\"tolerate\":[", "\"motion\":\"flick\"", "\"person\":", "\"name\":", "\"tolerance\":0.1",
    "\"time_s\":", "\"location_mm\":{\"x\":1,\"y\":2}", "\"note\":", "tap,taps=2", "direction=left",
    "swipe.minimumLength=1.5..10", "37.5665,126.9780", "100x70mm", "1-2,5", "2/8", "1,0,0,0,1,0",
    "2024-05-01", "1e308", "\\ud800", "\\u0000", "null", "true", "[", "]", "{", "}", "\n",
  ]

  private static let labelSeeds: [[UInt8]] = {
    let texts: [(UInt8, String)] = [
      (
        0,
        """
        {"v":2,"file":"swipe/a.evemu","device":"pad.desc","person":"a","expect":[{"gesture":["swipe","pan"],\
        "touches":2,"direction":"left","start":0.1,"end":0.4,"motion":"flick","tolerate":["longPress"]}]}
        {"v":2,"file":"tap.evemu","expect":[{"gesture":"tap","touches":1,"taps":2,"start":0,"end":1}]}
        {"v":2,"file":"none.evemu","expect":[]}

        """
      ),
      (
        1,
        """
        {"gesture":"tap","time_s":0.1,"tolerance":0.5,"touches":1,"location_mm":{"x":50,"y":30}}
        {"gesture":"swipe","direction":"left","note":"a \\"note\\""}

        """
      ),
      (2, "37.5665 126.9780 -33.8568 151.2153\n# a comment\n0 0 0 180\n90,0,-90,0\n"),
      (3, "swipe,direction=left,touches=3"), (3, "{\"gesture\":\"tap\",\"taps\":2}"),
      (3, "swipe.minimumLength=1.5..10"), (3, "37.5665,126.9780"), (3, "100x70mm"), (3, "1-2,5"),
      (3, "2/8"), (3, "0,1,0,-1,0,1"), (3, "2024-05-01"),
    ]
    return texts.map { [$0] + Array($1.utf8) }
  }()
}
