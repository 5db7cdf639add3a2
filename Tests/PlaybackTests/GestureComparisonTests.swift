import Checking
import Contacts
import Files
import Gestures
import Playback
import TestSupport
import Testing
import Timeline

struct GestureComparisonTests {
  private static func record(
    _ kind: Gesture.Kind, time: Double, direction: Gesture.Direction? = nil, taps: Int? = nil
  ) -> GestureRecord {
    var gesture = Gesture(
      kind: kind, state: .recognized, time: Timestamp(seconds: time),
      start: Timestamp(seconds: time - 0.1), location: Point(x: 10, y: 20.04), touches: 1)
    gesture.direction = direction
    gesture.taps = taps
    return GestureRecord(gesture: gesture, origin: .zero)
  }

  private func compare(_ expected: String, _ actual: [GestureRecord]) throws -> GestureComparison {
    GestureComparison(
      expected: try ExpectationFile(Array(expected.utf8), file: "x.gestures.jsonl"),
      actual: actual)
  }

  private let swipe = record(.swipe, time: 0.5, direction: .left)

  @Test(
    "Only the keys of the expected line are compared",
    arguments: [
      ("{}", true), (#"{"gesture":"swipe"}"#, true), (#"{"gesture":"tap"}"#, false),
      (#"{"gesture":"swipe","direction":"left"}"#, true),
      (#"{"gesture":"swipe","direction":"right"}"#, false),
      (#"{"taps":1}"#, false), (#"{"touches":1}"#, true),
      (#"{"touches":2}"#, false), (#"{"file":"other","note":"any"}"#, true),
      (#"{"v":2}"#, true),
      (#"{"location_mm":{"x":1.56,"y":3.12}}"#, true),
      (#"{"location_mm":{"y":3.120,"x":1.56}}"#, true),
      (#"{"location_mm":{"x":1.56,"y":3.13}}"#, false), (#"{"direction":null}"#, false),
    ])
  func keys(line: String, isMatch: Bool) throws {
    #expect(try compare(line, [swipe]).isMatch == isMatch)
  }

  @Test(
    "A direction or an axis of null is met by a gesture without one",
    arguments: [
      (#"{"gesture":"tap","direction":null}"#, true), (#"{"axis":null}"#, true),
      (#"{"gesture":"tap","direction":null,"axis":null}"#, true), (#"{"taps":2}"#, false),
      (#"{"direction":"left"}"#, false),
    ])
  func null(line: String, isMatch: Bool) throws {
    #expect(try compare(line, [Self.record(.tap, time: 1)]).isMatch == isMatch)
  }

  @Test(
    "Times are exact, or within the tolerance of the line",
    arguments: [
      (#"{"time_s":0.5}"#, true), (#"{"time_s":0.500001}"#, false),
      (#"{"time_s":0.5000000}"#, true),
      (#"{"time_s":0.51,"tolerance":0.01}"#, true),
      (#"{"time_s":0.510002,"tolerance":0.01}"#, false),
      (#"{"start_s":0.41,"tolerance":0.01}"#, true), (#"{"start_s":0.42,"tolerance":0.01}"#, false),
      (#"{"touches":2,"tolerance":5}"#, false), (#"{"time_s":0.5,"tolerance":0}"#, true),
    ])
  func times(line: String, isMatch: Bool) throws {
    #expect(try compare(line, [swipe]).isMatch == isMatch)
  }

  @Test("The first twenty missing gestures have reasons", arguments: [20, 21, 300])
  func mostReasons(count: Int) throws {
    let lines = (1...count).map { #"{"gesture":"tap","time_s":\#($0)}"# }.joined(separator: "\n")
    let reasons = MissingReasons(changes: [], kinds: [.tap], hasTouches: true)
    let table = GestureTable(try compare(lines, []), reasons)
    #expect(table.lines.count == count + 1)
    #expect(table.explanations.count == count)
    let reason = "the tap recognizer never decided, or received no touch"
    #expect(table.explanations[19].hasPrefix("no tap, at 20 s: \(reason)"))
    if count > 20 { #expect(table.explanations[20] == "no tap, at 21 s") }
  }

  @Test("An empty file expects no gestures")
  func nothing() throws {
    #expect(try compare("", []).isMatch)
    #expect(try compare("\n\n", []).isMatch)
    #expect(try compare("", [swipe]).items == [.unexpected(swipe.json)])
  }

  @Test("Missing, unexpected and different gestures are listed in order between the matches")
  func alignment() throws {
    let taps = [1.0, 2, 3].map { Self.record(.tap, time: $0, taps: 1) }
    let expected = """
      {"gesture":"tap","time_s":1}
      {"gesture":"swipe"}
      {"gesture":"tap","time_s":2}
      {"gesture":"tap","time_s":3,"taps":2}
      """
    #expect(
      try compare(expected, taps).items == [
        .match(taps[0].json), .missing(#"{"gesture":"swipe"}"#), .match(taps[1].json),
        .difference(
          expected: #"{"gesture":"tap","time_s":3,"taps":2}"#, actual: taps[2].json,
          details: ["taps: expected 2, found 1"]),
      ])
  }

  @Test("Gestures in another order do not match")
  func order() throws {
    let both = [swipe, Self.record(.tap, time: 1)]
    #expect(try compare("{\"gesture\":\"swipe\"}\n{\"gesture\":\"tap\"}", both).isMatch)
    #expect(try !compare("{\"gesture\":\"tap\"}\n{\"gesture\":\"swipe\"}", both).isMatch)
  }

  @Test(
    "The explanation of a gesture in another order names the time and the gesture beside it",
    arguments: [
      ([2, 1, 3], ["no swipe right: recognized at 2 s, after swipe left; expected before it"]),
      ([2, 3, 1], ["no swipe left: recognized at 1 s, before swipe up; expected after it"]),
      ([3, 1, 2], ["no swipe up: recognized at 3 s, after swipe left; expected before it"]),
    ])
  func displacement(order: [Int], explanations: [String]) throws {
    let directions: [Gesture.Direction] = [.left, .right, .up]
    let actual = directions.enumerated().map {
      Self.record(.swipe, time: Double($0 + 1), direction: $1)
    }
    let lines = order.map { #"{"gesture":"swipe","direction":"\#(directions[$0 - 1])"}"# }
    let reasons = MissingReasons(changes: [], kinds: [.swipe], hasTouches: true)
    let comparison = try compare(lines.joined(separator: "\n"), actual)
    let found = GestureTable(comparison, reasons).explanations
    #expect(found.filter { $0.contains("recognized") } == explanations, "\(found)")
    #expect(!found.contains { $0.contains("did not fail") }, "\(found)")
  }

  @Test("A missing key is shown as none, and a tolerance with its value")
  func details() throws {
    let items = try compare(#"{"taps":2,"time_s":1,"tolerance":0.25}"#, [swipe]).items
    guard case .difference(_, _, let details) = items.first else {
      Issue.record("no difference in \(items)")
      return
    }
    #expect(details == ["taps: expected 2, found none", "time_s: expected 1 ± 0.25, found 0.5"])
  }

  @Test("A line may have the keys of its kind and no others", arguments: Gesture.Kind.allCases)
  func keysOfKind(kind: Gesture.Kind) throws {
    let own: [String: [Gesture.Kind]] = [
      "taps": [.tap], "axis": [.swipe], "scale": [.pinch], "rotation_deg": [.rotation],
      "translation_mm": [.swipe, .pan, .edgePan, .tapAndDrag],
      "velocity_mm_s": [.swipe, .pan, .edgePan, .tapAndDrag], "name": [.path], "score": [.path],
      "runner_up": [.path], "runner_up_score": [.path], "touches": Gesture.Kind.allCases,
      "duration_s": Gesture.Kind.allCases,
    ]
    for (key, kinds) in own {
      let value =
        switch key {
        case "axis": #""vertical""#
        case "name", "runner_up": #""v""#
        case "translation_mm", "velocity_mm_s": #"{"x":0,"y":0}"#
        default: "1"
        }
      let line = Array(#"{"gesture":"\#(kind.rawValue)","\#(key)":\#(value)}"#.utf8)
      if kinds.contains(kind) {
        _ = try ExpectationFile(line, file: "x")
      } else {
        let error = #expect(throws: FileError.self) { try ExpectationFile(line, file: "x") }
        let expected = error?.expected ?? ""
        #expect(expected.hasPrefix("one of the keys of \(kind.rawValue) gestures: "))
        #expect(!expected.contains(" \(key)"))
      }
      // Recognizers of a program may report any value.
      _ = try ExpectationFile(line, file: "x", isCustom: true)
    }
  }

  @Test(
    "An invalid expectation is an error with its line and column", arguments: ExpectationMistake.all
  )
  func mistakes(mistake: ExpectationMistake) throws {
    let error = #expect(throws: FileError.self) {
      try ExpectationFile(Array(mistake.text.utf8), file: "x")
    }
    #expect(error?.position == .line(mistake.line, column: mistake.column))
    if let word = mistake.found { #expect(error?.found.contains(word) == true) }
    if let words = mistake.expected { #expect(error?.expected.hasPrefix(words) == true) }
  }
}

struct ExpectationMistake: Sendable {
  var text: String
  var line: Int
  var column: Int
  var found: String?
  var expected: String?

  static let all = [
    ExpectationMistake(text: "tap", line: 1, column: 2),
    ExpectationMistake(text: "{}\n\n[1]", line: 3, column: 1),
    ExpectationMistake(text: "{\"gesture\":\"tap\"", line: 1, column: 17),
    ExpectationMistake(
      text: "{}\n{\"directoin\":\"left\"}", line: 2, column: 14, found: "did you mean direction?"),
    ExpectationMistake(text: "{\"taps\":1,\"taps\":2}", line: 1, column: 18),
    ExpectationMistake(
      text: "{\"location_mm\":{\"x\":1,\"y\":2,\"x\":3}}", line: 1, column: 33),
    ExpectationMistake(
      text: "{\"time\":1}", line: 1, column: 9,
      found: "`time`, which is `time_s` since version 2"),
    ExpectationMistake(text: "{\"v\":1}", line: 1, column: 6, found: "1"),
    ExpectationMistake(
      text: "{}\n{\"gesture\":\"swpie\"}", line: 2, column: 12, found: "did you mean swipe?"),
    ExpectationMistake(
      text: "{\"state\":\"recognised\"}", line: 1, column: 10, found: "did you mean recognized?"),
    ExpectationMistake(text: "{\"state\":\"failed\"}", line: 1, column: 10),
    ExpectationMistake(text: "{\"gesture\":3}", line: 1, column: 12, found: "3"),
    ExpectationMistake(text: "{\"tolerance\":-1}", line: 1, column: 14),
    ExpectationMistake(text: "{\"touches\":[1]}", line: 1, column: 12),
    ExpectationMistake(
      text: "{\"taps\":2,\"gesture\":\"swipe\"}", line: 1, column: 9, found: "\"taps\"",
      expected:
        "one of the keys of swipe gestures: time_s, start_s, gesture, state, device, touches, "),
    ExpectationMistake(
      text: "{\"touches\":\"1\"}", line: 1, column: 12, found: "1",
      expected: "a whole number for touches"),
    ExpectationMistake(
      text: "{\"taps\":1.5}", line: 1, column: 9, found: "1.5",
      expected: "a whole number for taps"),
    ExpectationMistake(
      text: "{}\n{\"time_s\":\"1.011\"}", line: 2, column: 11, found: "1.011",
      expected: "a number for time_s"),
    ExpectationMistake(
      text: "{\"device\":1}", line: 1, column: 11, found: "1", expected: "a text for device"),
    ExpectationMistake(
      text: "{\"translation_mm\":{\"x\":1}}", line: 1, column: 19,
      expected: "the numbers x and y for translation_mm"),
    ExpectationMistake(
      text: "{\"location_mm\":[1,2]}", line: 1, column: 16,
      expected: "the numbers x and y for location_mm"),
    ExpectationMistake(
      text: "{\"translation_mm\":{\"x\":1,\"y\":2,\"z\":3}}", line: 1, column: 19,
      expected: "the numbers x and y for translation_mm"),
    ExpectationMistake(
      text: "\u{feff}{\"taps\":true}", line: 1, column: 9, expected: "a whole number for taps"),
    ExpectationMistake(
      text: "{\"gesture\":\"pan\",\"time_s\":null}", line: 1, column: 27,
      expected: "a number for time_s"),
    ExpectationMistake(
      text: "{\"touches\":null}", line: 1, column: 12, expected: "a whole number for touches"),
    ExpectationMistake(
      text: "{\"device\":null}", line: 1, column: 11, expected: "a text for device"),
    ExpectationMistake(
      text: "{\"recognizer\":\"libinput\",\"location_mm\":null}", line: 1, column: 40,
      expected: "the numbers x and y for location_mm"),
    ExpectationMistake(
      text: "{\"gesture\":\"pinch\",\"direction\":\"left\"}", line: 1, column: 32, found: "left"),
    ExpectationMistake(
      text: "{\"gesture\":\"tap\",\"name\":\"v\"}", line: 1, column: 25, found: "\"name\""),
  ]
}

struct RecordingCheckTests {
  @Test(
    "Expectations are beside their trace",
    arguments: [
      ("swipe.evemu", "swipe.gestures.jsonl"), ("a/b.c.yml", "a/b.c.gestures.jsonl"),
      ("a.b/c", "a.b/c.gestures.jsonl"), ("x/.hidden", "x/.hidden.gestures.jsonl"),
    ])
  func path(trace: String, expectations: String) {
    #expect(ExpectationFile.path(forTrace: trace) == expectations)
  }

  @Test("Written expectations are met, and do not name a file")
  func update() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      "a.evemu", try SampleTrace.bytes([.tap(x: 10, y: 10, at: 0), .swipeRight(y: 30, at: 2)]))
    let before = try RecordingCheck(path: path)
    #expect(before.comparison == nil)
    #expect(!before.isMatch)
    try before.update()
    let after = try RecordingCheck(path: path)
    #expect(after.isMatch)
    #expect(try folder.text("a.gestures.jsonl") == gestures(path).map { $0 + "\n" }.joined())
    #expect(after.records.count == 2)
  }

  /// In the lines after the update, `tap` and `swipe` are the records.
  @Test(
    "An update leaves lines that are met as they are, and replaces, adds and removes others",
    arguments: [
      (
        [
          "{\"gesture\":\"tap\",\"note\":\"first\",\"tolerance\":0.5}\r", "",
          "{\"gesture\":\"pinch\"}",
          " {\"direction\":\"right\"}",
        ],
        [
          "{\"gesture\":\"tap\",\"note\":\"first\",\"tolerance\":0.5}\r", "",
          " {\"direction\":\"right\"}",
        ]
      ),
      (["{\"gesture\":\"tap\",\"touches\":1}"], ["{\"gesture\":\"tap\",\"touches\":1}", "swipe"]),
      (
        ["", "{\"gesture\":\"swipe\",\"note\":\"n\"}"],
        ["tap", "", "{\"gesture\":\"swipe\",\"note\":\"n\"}"]
      ),
      (
        ["{\"gesture\":\"tap\",\"taps\":2}", "{\"gesture\":\"swipe\",\"note\":\"n\"}"],
        ["tap", "{\"gesture\":\"swipe\",\"note\":\"n\"}"]
      ),
      ([], ["tap", "swipe"]),
    ] as [([String], [String])])
  func partialUpdate(before: [String], after: [String]) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      "a.evemu", try SampleTrace.bytes([.tap(x: 10, y: 10, at: 0), .swipeRight(y: 30, at: 2)]))
    try folder.write("a.gestures.jsonl", before.map { $0 + "\n" }.joined())
    try RecordingCheck(path: path).update()
    let records = try gestures(path)
    let lines = after.map { $0 == "tap" ? records[0] : $0 == "swipe" ? records[1] : $0 }
    #expect(try folder.text("a.gestures.jsonl") == lines.map { $0 + "\n" }.joined())
    #expect(try RecordingCheck(path: path).isMatch)
  }

  @Test(
    "An update does not empty a file about libinput alone, which would then forbid our gestures",
    arguments: [
      (#"{"gesture":"tap","recognizer":"libinput"}\#n"#, false),
      (#"{"gesture":"tap","recognizer":"libinput"}\#n{"gesture":"tap"}\#n"#, true),
    ])
  func libinputAlone(text: String, isWritten: Bool) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("a.evemu", try SampleTrace.bytes([.tap(x: 10, y: 10, at: 0)]))
    try folder.write("a.gestures.jsonl", text)
    let check = try RecordingCheck(
      path: path, libinput: { _, _ in (records: [], reason: { _, _, _ in nil }) })
    if isWritten {
      try check.update()
      #expect(try RecordingCheck(path: path).isMatch)
    } else {
      let error = #expect(throws: FileError.self) { try check.update() }
      #expect(error?.file == ExpectationFile.path(forTrace: path))
      #expect(error?.found.contains("delete it") == true)
      #expect(try folder.text("a.gestures.jsonl") == text)
    }
  }
}
